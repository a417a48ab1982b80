package hashtest_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"hashlab/impl/hash"
	_ "hashlab/impl/hash/checksum"
	_ "hashlab/impl/hash/control"
	_ "hashlab/impl/hash/crypto"
	_ "hashlab/impl/hash/farm"
	_ "hashlab/impl/hash/fnv"
	_ "hashlab/impl/hash/goruntime"
	"hashlab/impl/hash/hashtest"
	_ "hashlab/impl/hash/metro"
	_ "hashlab/impl/hash/murmur"
	_ "hashlab/impl/hash/sip"
	_ "hashlab/impl/hash/xx"
)

func TestRegistered(t *testing.T) {
	for _, e := range hash.All() {
		t.Run(e.Name, func(t *testing.T) {
			if err := hashtest.Run(e, testing.AllocsPerRun); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestNames: results carry the names, so they do not change.
func TestNames(t *testing.T) {
	want := []string{
		"crc32c-left", "crc32c-mixed", "djb2-left", "djb2-mixed", "farm-fp64", "farm32-left", "farm32-mixed", "farm64",
		"farm64-seeded", "fnv1a-32-left", "fnv1a-32-mixed", "fnv1a-64", "fnv1a-64-mixed", "identity", "load", "maphash", "md5",
		"metro64", "murmur3-32-left", "murmur3-32-mixed", "murmur3-64", "murmur3-64-twmb", "sha1", "sha256", "siphash24",
		"xxh3", "xxh64",
	}
	if diff := cmp.Diff(want, hash.Names()); diff != "" {
		t.Errorf("registered names, want (-) got (+):\n%s", diff)
	}
}
