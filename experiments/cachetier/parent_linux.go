package cachetier

import "syscall"

// withParent has the kernel kill the process when this one is gone.
func withParent() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
