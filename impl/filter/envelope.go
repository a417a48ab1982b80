package filter

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"hashlab/impl/hash"
)

// A stored filter is a header, the payload that the filter wrote, and a checksum, all little-endian:
//
//	bytes  what
//	8      "hashlab\n"
//	1      version of this form: 1
//	1      1 where the seed is withheld, else 0
//	1, 1   lengths of the two names that follow
//	…      registered name of the filter
//	…      registered name of the hash function
//	8      seed of the hash function; 0 where it is withheld
//	4      proof of the hash function: see proofOf
//	9 x 8  N, M, K, BlockBits, LaneBits, CounterBits, FingerprintBits, BucketSlots; FPR as IEEE 754 bits
//	8      length of the payload in bytes
//	4      CRC-32C of all that precedes
//	…      payload
//	4      CRC-32C of header and payload, the header's own checksum left out
//
// The seed of a keyed hash function is a secret and is never written.

const (
	magic   = "hashlab\n"
	version = 1

	prefixBytes = len(magic) + 4                // up to the names
	fixedBytes  = 8 + 4 + 8*paramFields + 8 + 4 // what follows the names in the header
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// ErrSeedWithheld is wrapped by the error of Load about a filter whose hash function has a secret seed, which
// LoadWith takes.
var ErrSeedWithheld = errors.New("the seed is secret and not stored")

// Save writes f so that Load reads it again. The filter must be Storable and come from Entry.Keyed, Entry.FromKeys
// or Load, since Join does not know its name, and the hash function must be the same in every process; the
// error wraps errors.ErrUnsupported otherwise. The payload is made twice: once for its length, once for w.
func Save(w io.Writer, f KeyFilter) error {
	h, payload, err := open(f)
	if err != nil {
		return err
	}
	var length counter
	if err := payload(&length); err != nil {
		return err
	}
	h.payload = uint64(length)
	head := h.encode()
	if _, err := w.Write(head); err != nil {
		return err
	}
	sum := crc32.New(castagnoli)
	sum.Write(head[:len(head)-4])
	if err := payload(io.MultiWriter(w, sum)); err != nil {
		return err
	}
	_, err = w.Write(le32(sum.Sum32()))
	return err
}

// open returns the header of f, its length of payload still missing, and what writes the payload.
func open(f KeyFilter) (h header, payload func(io.Writer) error, err error) {
	var function hash.Hash
	if s, ok := f.(StorableKeys); ok {
		h.filter, function, payload = s.Registered(), s.Hash(), s.WritePayload
	} else {
		j := joint(f)
		if j == nil {
			return h, nil, unsupported("stored form", f)
		}
		s, ok := j.filter.(Storable)
		if !ok {
			return h, nil, unsupported("stored form", j.filter)
		}
		if j.name == "" {
			return h, nil, fmt.Errorf("%T was joined without its registered name: make it by Entry.Keyed: %w", j.filter, errors.ErrUnsupported)
		}
		h.filter, function, payload = j.name, j.hash, s.WritePayload
	}
	info := function.Info()
	if !info.Stable {
		return h, nil, fmt.Errorf("hash %s differs from process to process: a filter on it cannot be stored: %w", info.Name, errors.ErrUnsupported)
	}
	h.hash, h.seed, h.withheld = info.Name, function.Seed(), info.Keyed
	if h.withheld {
		h.seed = 0
	}
	h.proof, h.params = proofOf(function), f.Params()
	if len(h.filter) > 255 || len(h.hash) > 255 {
		return h, nil, fmt.Errorf("a name is longer than 255 bytes: %q, %q: %w", h.filter, h.hash, errors.ErrUnsupported)
	}
	return h, payload, nil
}

// proofOf folds the hash of the magic to 32 bits. It gives a wrong seed or another function of the same name
// away but for one time in 2^32, and tells no more of a secret seed than one hash does.
func proofOf(h hash.Hash) uint32 {
	x := h.String(magic)
	return uint32(x ^ x>>32)
}

// counter counts the bytes that are written to it.
type counter uint64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// Load reads a filter that Save wrote, and not a byte more. Memory grows with what arrives, not with what the
// bytes claim. The error wraps ErrFormat where they are no stored filter or are damaged, and names a version,
// filter or hash function that is not known here. A filter whose hash function has a secret seed gives an
// error that wraps ErrSeedWithheld: LoadWith reads it.
func Load(r io.Reader) (KeyFilter, error) {
	return load(r, func(h header) (uint64, error) {
		if h.withheld {
			return 0, fmt.Errorf("filter %s on hash %s: %w", h.filter, h.hash, ErrSeedWithheld)
		}
		return h.seed, nil
	})
}

// LoadWith is Load for a filter whose hash function has the secret seed given. A seed that is not the one the
// filter was made with, and a filter that was stored with another seed, give an error that wraps ErrMismatch.
func LoadWith(r io.Reader, seed uint64) (KeyFilter, error) {
	return load(r, func(h header) (uint64, error) {
		if !h.withheld && h.seed != seed {
			return 0, fmt.Errorf("%w: seed = %d in the stored filter and %d", ErrMismatch, h.seed, seed)
		}
		return seed, nil
	})
}

func load(r io.Reader, seedOf func(header) (uint64, error)) (KeyFilter, error) {
	h, sum, err := readHeader(r)
	if err != nil {
		return nil, err
	}
	e, err := Find(h.filter)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	family, err := hash.Find(h.hash)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	seed, err := seedOf(h)
	if err != nil {
		return nil, err
	}
	function, err := family.New(seed)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	return h.restore(r, sum, e, function)
}

// LoadAs is Load where filter and hash function are known: neither needs to be registered under its name. The
// error wraps ErrMismatch where the stored filter has others.
func LoadAs(r io.Reader, e Entry, function hash.Hash) (KeyFilter, error) {
	h, sum, err := readHeader(r)
	switch info := function.Info(); {
	case err != nil:
		return nil, err
	case h.filter != e.Name:
		return nil, fmt.Errorf("%w: filter = %s in the stored filter and %s", ErrMismatch, h.filter, e.Name)
	case h.hash != info.Name:
		return nil, fmt.Errorf("%w: hash = %s in the stored filter and %s", ErrMismatch, h.hash, info.Name)
	case !h.withheld && h.seed != function.Seed():
		return nil, fmt.Errorf("%w: seed = %d in the stored filter and %d", ErrMismatch, h.seed, function.Seed())
	}
	return h.restore(r, sum, e, function)
}

// restore reads the payload and the checksum that end a stored filter; sum is the checksum of its header.
func (h header) restore(r io.Reader, sum uint32, e Entry, function hash.Hash) (KeyFilter, error) {
	switch info := function.Info(); {
	case !info.Stable:
		return nil, fmt.Errorf("%w: hash %s differs from process to process", ErrFormat, h.hash)
	case h.withheld != info.Keyed:
		return nil, fmt.Errorf("%w: whether the seed is withheld does not fit hash %s", ErrFormat, h.hash)
	case h.proof != proofOf(function) && h.withheld:
		return nil, fmt.Errorf("%w: the filter was stored with another secret seed of hash %s", ErrMismatch, h.hash)
	case h.proof != proofOf(function):
		return nil, fmt.Errorf("%w: hash %s is not the function that it was when the filter was stored", ErrFormat, h.hash)
	}
	body := &summed{r: io.LimitedReader{R: r, N: int64(h.payload)}, sum: sum}
	f, err := e.restore(h.params, body, function)
	switch {
	case err != nil && errors.Is(err, ErrFormat):
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	case body.r.N != 0:
		return nil, fmt.Errorf("%w: %d of %d bytes of payload are no part of filter %s", ErrFormat, body.r.N, h.payload, e.Name)
	}
	var end [4]byte
	if _, err := io.ReadFull(r, end[:]); err != nil {
		return nil, fmt.Errorf("%w: the checksum is missing: %w", ErrFormat, err)
	}
	if got := le32(body.sum); string(got) != string(end[:]) {
		return nil, fmt.Errorf("%w: checksum %x, stored is %x", ErrFormat, got, end)
	}
	return f, nil
}

// restore reads the payload of a filter by the function that e has for it.
func (e Entry) restore(p Params, r io.Reader, h hash.Hash) (KeyFilter, error) {
	switch {
	case e.Restore != nil:
		f, err := e.Restore(p, r)
		if err != nil {
			return nil, err
		}
		return join(f, h, e.Name), nil
	case e.RestoreKeyed != nil:
		return e.RestoreKeyed(p, r, h)
	}
	return nil, fmt.Errorf("%w: filter %s cannot be stored", ErrFormat, e.Name)
}

// summed is the rest of a payload, with the checksum of what was read of it.
type summed struct {
	r   io.LimitedReader
	sum uint32
}

func (s *summed) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	s.sum = crc32.Update(s.sum, castagnoli, p[:n])
	return n, err
}
