//go:build !linux

package cachetier

import "syscall"

// withParent can do nothing here: only Linux tells a process that its parent is gone.
func withParent() *syscall.SysProcAttr { return &syscall.SysProcAttr{} }
