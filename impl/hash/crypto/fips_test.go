//go:build !purego

package crypto_test

// The standard library's FIPS 140-3 mode does not start in a program that is built with the purego tag.

import (
	"crypto/fips140"
	"strings"
	"testing"

	"hashlab/impl/hash"
	"hashlab/impl/hash/hashtest"
)

// TestOnlyApproved runs the constructors under GODEBUG=fips140=only, in a process of its own: what the mode
// does not allow is an error there and not a panic.
func TestOnlyApproved(t *testing.T) {
	if !fips140.Enforced() {
		out, err := hashtest.Rerun([]string{"GODEBUG=fips140=only"}, "-test.run=^TestOnlyApproved$")
		if err != nil {
			t.Errorf("under fips140=only: %v\n%s", err, out)
		}
		return
	}
	for name, allowed := range map[string]bool{"md5": false, "sha1": false, "sha256": true} {
		e, err := hash.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		h, err := e.New(1)
		if got := err == nil; got != allowed {
			t.Errorf("%s: got error %v, want it to be allowed: %v", name, err, allowed)
		}
		if allowed {
			h.String("key")
		} else if !strings.Contains(err.Error(), name) {
			t.Errorf("%s: the error %q does not name the function", name, err)
		}
	}
}
