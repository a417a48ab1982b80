// Package machine says what ran a measurement: the fingerprint of the machine, the commit, and how much others
// disturbed the process meanwhile.
//
// Each probe tolerates absence: what cannot be read is "unknown", never an error. Nothing here tells who or
// where: no host name, no user name, no path.
package machine

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"runtime/debug"
)

// Unknown stands for what could not be read.
const Unknown = "unknown"

// A Fingerprint is the recorded facts about the machine and what was built for it.
type Fingerprint struct {
	Hardware Hardware  `json:"hardware"`
	System   System    `json:"system"`
	Go       Toolchain `json:"go"`
}

// Read probes the machine. It takes some milliseconds.
func Read() Fingerprint {
	build, _ := debug.ReadBuildInfo()
	return Fingerprint{
		Hardware: readHardware(),
		System:   readSystem(os.DirFS("/")),
		Go:       readToolchain(build),
	}
}

// ID returns a short name of the machine, "m-" and 12 hexadecimal digits: a hash of its hardware, so that it
// outlives updates of kernel and toolchain, and changes of load.
func (f Fingerprint) ID() string {
	text, err := json.Marshal(f.Hardware)
	if err != nil {
		return Unknown // a struct of strings always has a JSON form
	}
	sum := sha256.Sum256(text)
	return "m-" + hex.EncodeToString(sum[:6])
}
