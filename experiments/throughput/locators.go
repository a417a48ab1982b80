package throughput

import (
	"context"
	"fmt"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/measure"
	"hashlab/experiments/internal/plan"
	"hashlab/impl/consistent"
	"hashlab/impl/hash"
)

// locateClass is the shape of the keys that are placed: a cache key of a user's profile.
const locateClass = "user-profile"

var (
	builtLocators = stock[consistent.Locator]{most: 200}
	keyedLocators = stock[consistent.KeyLocator]{most: 200}
)

// locatorSeries returns the kernel of a locator's series.
func locatorSeries(d design) (series, error) {
	class, err := keys.Find(locateClass)
	if err != nil {
		return series{}, err
	}
	in, _, err := class.Split(poolKeys, 0, keySeed)
	if err != nil {
		return series{}, err
	}
	if d.mode == modePrehashed {
		return locateHashes(d, in)
	}
	return locateKeys(d, in)
}

func locateHashes(d design, in keys.Stream) (series, error) {
	h, err := plan.OpenHash(plan.BaseHash)
	if err != nil {
		return series{}, err
	}
	l, err := builtLocators.get(fmt.Sprintf("%s nodes=%d", d.locator.Name, d.nodes), func() (consistent.Locator, error) {
		return d.locator.New(consistent.Options{Hash: h}, plan.Nodes(d.nodes, keySeed))
	})
	if err != nil {
		return series{}, err
	}
	pool, err := locatedHashes(in, h)
	if err != nil {
		return series{}, err
	}
	if d.op == opSingle {
		return locateSingly(l, pool), nil
	}
	at, dst := 0, make([]int32, callKeys)
	return series{bytes: l.Bytes(), kernel: measure.Kernel{Keys: callKeys, Run: func() uint64 {
		l.LocateAll(dst, pool[at:at+callKeys])
		at = (at + callKeys) % len(pool)
		return total(dst)
	}}}, nil
}

// locatedHashes returns the hashes of the keys that are placed.
func locatedHashes(in keys.Stream, h hash.Hash) ([]uint64, error) {
	return hashPools.get("located", func() ([]uint64, error) { return plan.Hashes(context.Background(), in, h) })
}

// locateSingly asks for one hash after another, as a caller does that has one at a time.
func locateSingly(l consistent.Locator, pool []uint64) series {
	at := 0
	return series{bytes: l.Bytes(), kernel: measure.Kernel{Keys: callKeys, Run: func() (sum uint64) {
		for _, h := range pool[at : at+callKeys] {
			sum += uint64(l.Locate(h))
		}
		at = (at + callKeys) % len(pool)
		return sum
	}}}
}

func locateKeys(d design, in keys.Stream) (series, error) {
	h, err := plan.OpenHash(d.hash)
	if err != nil {
		return series{}, err
	}
	l, err := keyedLocators.get(fmt.Sprintf("%s nodes=%d hash=%s", d.locator.Name, d.nodes, d.hash), func() (consistent.KeyLocator, error) {
		return d.locator.Keyed(consistent.Options{Hash: h}, plan.Nodes(d.nodes, keySeed))
	})
	if err != nil {
		return series{}, err
	}
	pool, err := keyPools.get("located", func() ([][]byte, error) { return keys.All(in), nil })
	if err != nil {
		return series{}, err
	}
	at, dst := 0, make([]int32, callKeys)
	return series{bytes: l.Bytes(), builtin: d.locator.BuiltinHash, kernel: measure.Kernel{Keys: callKeys, Run: func() uint64 {
		l.LocateAll(dst, pool[at:at+callKeys])
		at = (at + callKeys) % len(pool)
		return total(dst)
	}}}, nil
}

func total(numbers []int32) (sum uint64) {
	for _, n := range numbers {
		sum += uint64(n)
	}
	return sum
}
