package machine

import (
	"github.com/klauspost/cpuid/v2"
	"github.com/shirou/gopsutil/v4/host"
	"golang.org/x/sys/unix"
	"hashlab/experiments/internal/record" // want machine
	"os"
)
