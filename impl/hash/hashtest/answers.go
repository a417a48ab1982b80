package hashtest

import (
	"encoding/binary"
	"fmt"

	"hashlab/impl/hash"
)

func verificationCode(e hash.Entry) error {
	got, err := code(e)
	if err != nil {
		return err
	}
	if got != e.Code {
		return fmt.Errorf("the SMHasher code is %#08x, the entry says %#08x", got, e.Code)
	}
	return nil
}

// code returns the SMHasher verification code (Appleby, KeysetTest.cpp, VerificationTest) of e at its own
// width: the keys 0, 1 … i-1 of i = 0 … 255 bytes are hashed with seed 256-i, the digests, little-endian,
// are joined and hashed with seed 0, and the code is the low half of that. A function without seeds ignores
// them.
func code(e hash.Entry) (uint32, error) {
	var key, digests []byte
	for i := range 256 {
		seed := uint64(256 - i)
		if e.Seeds == hash.NoSeed {
			seed = 0
		}
		h, err := atOwnWidth(e, seed)
		if err != nil {
			return 0, err
		}
		digest := binary.LittleEndian.AppendUint64(nil, h.Bytes(key))
		digests = append(digests, digest[:e.Bits/8]...)
		key = append(key, byte(i))
	}
	h, err := atOwnWidth(e, 0)
	if err != nil {
		return 0, err
	}
	return uint32(h.Bytes(digests)), nil
}

func pinnedAnswer(e hash.Entry) error {
	h, err := e.New(0)
	if err != nil {
		return err
	}
	if got := answer(h); got != e.Pinned {
		return fmt.Errorf("the answer on the fixed workload is %#016x, the entry pins %#016x", got, e.Pinned)
	}
	return nil
}

// answer folds the hashes of one key of each length from 0 to 255 bytes into 64 bits: each is added to what
// came before, and the sum goes through Fmix64, so that the order counts.
func answer(h hash.Hash) uint64 {
	var folded uint64
	for _, key := range keys(255) {
		folded = hash.Fmix64(folded + h.Bytes(key))
	}
	return folded
}
