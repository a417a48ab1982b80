package filtertest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// stores reports whether filters of v can be stored, by their entry or by what they have: a filter that has only one
// of the two fails the checks.
func stores(v variant) bool {
	return v.entry.Restore != nil || v.entry.RestoreKeyed != nil || v.sample.payload() != nil
}

// payload returns what writes the payload of s, or nil.
func (s subject) payload() func(io.Writer) error {
	switch f := s.any().(type) {
	case filter.Storable:
		return f.WritePayload
	case filter.StorableKeys:
		return f.WritePayload
	}
	return nil
}

// written returns the payload of s.
func (s subject) written() ([]byte, error) {
	write := s.payload()
	if write == nil {
		return nil, errors.New("the entry restores filters, but they have no WritePayload")
	}
	var b bytes.Buffer
	err := write(&b)
	return b.Bytes(), err
}

// restored reads the payload of a filter like s with the parameters p.
func (v variant) restored(s subject, p filter.Params, r io.Reader) (subject, error) {
	switch {
	case s.hashed != nil && v.entry.Restore != nil:
		f, err := v.entry.Restore(p, r)
		return subject{hashed: f}, refused(f == nil, err)
	case s.keyed != nil && v.entry.RestoreKeyed != nil:
		f, err := v.entry.RestoreKeyed(p, r, s.keyed.(filter.StorableKeys).Hash())
		return subject{keyed: f}, refused(f == nil, err)
	}
	return subject{}, errors.New("the filter has WritePayload, but its entry does not restore it")
}

const trailing = "1234"

// payloadRestores demands that a filter comes back from its payload with the same answers and goes on as the original
// does, that the same filter gives the same bytes again, that bytes behind it are left unread, and that a payload which
// ends early is an error.
func payloadRestores(v variant) error {
	s, err := v.holding(2000, span(0, 1500))
	if err != nil {
		return err
	}
	payload, err := s.written()
	if err != nil {
		return err
	}
	if again, err := s.written(); err != nil || !bytes.Equal(again, payload) {
		return fmt.Errorf("the payload written again differs: %v", err)
	}
	r := bytes.NewReader(append(slices.Clone(payload), trailing...))
	back, err := v.restored(s, s.params(), r)
	if err != nil {
		return err
	}
	if rest, _ := io.ReadAll(r); string(rest) != trailing {
		return fmt.Errorf("%d bytes behind the payload are left, want %d", len(rest), len(trailing))
	}
	if err := sameFilter(s, back); err != nil {
		return err
	}
	small, err := v.holding(20, span(0, 20))
	if err != nil {
		return err
	}
	if payload, err = small.written(); err != nil {
		return err
	}
	for n := range payload {
		if _, err := v.restored(small, small.params(), bytes.NewReader(payload[:n])); !errors.Is(err, filter.ErrFormat) {
			return fmt.Errorf("%d of %d bytes of payload: got %v, want an error that wraps ErrFormat", n, len(payload), err)
		}
	}
	return nil
}

// sameFilter compares what two filters of 1500 keys say and, where they can, what they say after more keys and fewer.
func sameFilter(want, got subject) error {
	if got.params() != want.params() {
		return fmt.Errorf("restored parameters are %+v, want %+v", got.params(), want.params())
	}
	queries := append(span(0, 4000), span(absent, 10_000)...)
	if !slices.Equal(got.answers(queries), want.answers(queries)) {
		return errors.New("a restored filter gives different answers")
	}
	if want.mutable() != got.mutable() {
		return fmt.Errorf("a restored filter takes keys: %t, the original: %t", got.mutable(), want.mutable())
	}
	if !want.mutable() {
		return nil
	}
	if a, b := want.addAll(span(2000, 2000)), got.addAll(span(2000, 2000)); a != b {
		return fmt.Errorf("a restored filter takes %d keys more, the original %d", b, a)
	}
	if remove, ok := got.remover(); ok {
		also, _ := want.remover()
		for i := range uint64(700) {
			if also(i) != remove(i) {
				return fmt.Errorf("the removal of key %d differs after a filter was restored", i)
			}
		}
	}
	if !slices.Equal(got.answers(queries), want.answers(queries)) {
		return errors.New("after the same changes a restored filter and the original give different answers")
	}
	return nil
}

// named returns a filter on keys that knows its entry, and the hash function to load it with.
func (v variant) named(n uint64) (filter.KeyFilter, hash.Hash, error) {
	h := v.hash
	if v.sample.hashed != nil {
		h = testHash{0}
	}
	f, err := v.entry.FromKeys(filter.Spec{N: n, FPR: v.rate}, h, keysOf(span(0, n)))
	if err != nil {
		return nil, nil, err
	}
	if s, ok := f.(filter.StorableKeys); ok {
		h = s.Hash()
	}
	return f, h, nil
}

// envelopeHolds saves a small filter and loads it; then cuts it off at every byte, and flips every bit.
func envelopeHolds(v variant) error {
	f, h, err := v.named(20)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := filter.Save(&b, f); err != nil {
		return err
	}
	saved := slices.Clone(b.Bytes())
	b.WriteString(trailing)
	back, err := filter.LoadAs(&b, v.entry, h)
	if err != nil {
		return err
	}
	if b.String() != trailing {
		return fmt.Errorf("%d bytes behind the filter are left, want %d", b.Len(), len(trailing))
	}
	queries := append(span(0, 20), span(absent, 2000)...)
	if !slices.Equal(subject{keyed: f}.answers(queries), subject{keyed: back}.answers(queries)) {
		return errors.New("a loaded filter gives different answers")
	}
	load := func(saved []byte, what string, at int) error {
		if _, err := filter.LoadAs(bytes.NewReader(saved), v.entry, h); !errors.Is(err, filter.ErrFormat) {
			return fmt.Errorf("%s %d of %d: got %v, want an error that wraps ErrFormat", what, at, len(saved), err)
		}
		return nil
	}
	for n := range saved {
		if err := load(saved[:n], "cut at byte", n); err != nil {
			return err
		}
	}
	for bit := range 8 * len(saved) {
		saved[bit/8] ^= 1 << (bit % 8)
		if err := load(saved, "flipped bit", bit); err != nil {
			return err
		}
		saved[bit/8] ^= 1 << (bit % 8)
	}
	return nil
}

// mostRestored is the memory, in bytes, that a small stored filter may cost whatever it claims: some steps of reading,
// and what sizes are computed with.
const mostRestored = 4 << 20

// liesAreCheap restores a small payload with parameters that it does not have. Where they claim more bits than there are
// it must be an error; what they claim must not be allocated.
func liesAreCheap(v variant) error {
	s, err := v.holding(20, span(0, 20))
	if err != nil {
		return err
	}
	payload, err := s.written()
	if err != nil {
		return err
	}
	truth := s.params()
	for _, m := range []uint64{0, truth.M << 20, truth.M << 30, filter.MaxM, 1 << 63, 1<<64 - 64} {
		lie := truth
		lie.M = m
		if err := v.lie(s, lie, payload, true); err != nil {
			return err
		}
	}
	for _, change := range []func(*filter.Params){
		func(p *filter.Params) { p.N = filter.MaxM },
		func(p *filter.Params) { p.N = 1<<64 - 1 },
		func(p *filter.Params) { p.M++ },
		func(p *filter.Params) { p.K += 1 << 20 },
		func(p *filter.Params) { p.K = -1 },
		func(p *filter.Params) { p.BlockBits += 1 << 40 },
		func(p *filter.Params) { p.LaneBits += 1 << 40 },
		func(p *filter.Params) { p.CounterBits += 1 << 30 },
		func(p *filter.Params) { p.FingerprintBits += 1 << 30 },
		func(p *filter.Params) { p.BucketSlots += 1 << 30 },
		func(p *filter.Params) { p.FPR += 1e-6 },
	} {
		lie := truth
		change(&lie)
		if err := v.lie(s, lie, payload, false); err != nil {
			return err
		}
	}
	return nil
}

// lie restores payload with the parameters lie. An error must wrap ErrFormat; without one, where that is allowed, the
// filter must have the parameters and answer.
func (v variant) lie(s subject, lie filter.Params, payload []byte, mustFail bool) error {
	before := allocated()
	var back subject
	err := attempt(func() (err error) {
		back, err = v.restored(s, lie, bytes.NewReader(payload))
		return err
	})
	switch cost := allocated() - before; {
	case cost > mostRestored:
		return fmt.Errorf("%+v: %d bytes were allocated for a payload of %d", lie, cost, len(payload))
	case err == nil && mustFail:
		return fmt.Errorf("%+v: restored from %d bytes", lie, len(payload))
	case err != nil && !errors.Is(err, filter.ErrFormat):
		return fmt.Errorf("%+v: the error does not wrap ErrFormat: %w", lie, err)
	case err == nil && back.params() != lie:
		return fmt.Errorf("%+v: restored as %+v", lie, back.params())
	case err == nil:
		return attempt(func() error { back.answers(span(0, 100)); return nil })
	}
	return nil
}
