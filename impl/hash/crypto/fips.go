package crypto

import (
	"crypto/fips140"
	"fmt"
)

// allowed returns an error where the process runs under GODEBUG=fips140=only, in which the standard
// library panics when a function that FIPS 140-3 does not approve is called.
func allowed(name string) error {
	if fips140.Enforced() {
		return fmt.Errorf("hash %s is not available under GODEBUG=fips140=only", name)
	}
	return nil
}
