package filter

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"math"
)

// header is what a stored filter says of itself; envelope.go gives its form.
type header struct {
	filter, hash string // registered names
	withheld     bool   // the seed is secret
	seed         uint64
	proof        uint32
	params       Params
	payload      uint64 // bytes
}

const paramFields = 9

func (h header) encode() []byte {
	b := make([]byte, 0, prefixBytes+len(h.filter)+len(h.hash)+fixedBytes)
	b = append(b, magic...)
	withheld := byte(0)
	if h.withheld {
		withheld = 1
	}
	b = append(b, version, withheld, byte(len(h.filter)), byte(len(h.hash)))
	b = append(b, h.filter...)
	b = append(b, h.hash...)
	b = binary.LittleEndian.AppendUint64(b, h.seed)
	b = binary.LittleEndian.AppendUint32(b, h.proof)
	for _, field := range encodeParams(h.params) {
		b = binary.LittleEndian.AppendUint64(b, field)
	}
	b = binary.LittleEndian.AppendUint64(b, h.payload)
	return append(b, le32(crc32.Checksum(b, castagnoli))...)
}

func le32(x uint32) []byte { return binary.LittleEndian.AppendUint32(nil, x) }

func encodeParams(p Params) [paramFields]uint64 {
	return [paramFields]uint64{
		p.N, p.M, uint64(p.K), p.BlockBits, p.LaneBits, uint64(p.CounterBits), uint64(p.FingerprintBits),
		uint64(p.BucketSlots), math.Float64bits(p.FPR),
	}
}

// decodeParams returns the parameters, each at least in the domain of its field.
func decodeParams(f [paramFields]uint64) (Params, error) {
	p := Params{
		N: f[0], M: f[1], K: int(f[2]), BlockBits: f[3], LaneBits: f[4], CounterBits: int(f[5]),
		FingerprintBits: int(f[6]), BucketSlots: int(f[7]), FPR: math.Float64frombits(f[8]),
	}
	switch {
	case p.N > MaxM || p.M > MaxM || f[2] > MaxK || p.BlockBits > MaxM || p.LaneBits > MaxM || f[5] > 64 || f[6] > 64 || f[7] > 1<<16,
		!(p.FPR >= 0 && p.FPR < 1):
		return Params{}, fmt.Errorf("%w: parameters %+v are out of range", ErrFormat, p)
	}
	return p, nil
}

// readHeader reads a header, to the byte, and returns it with the checksum that it ends in.
func readHeader(r io.Reader) (h header, sum uint32, err error) {
	b := make([]byte, prefixBytes, prefixBytes+2*255+fixedBytes)
	if _, err := io.ReadFull(r, b); err != nil {
		return h, 0, fmt.Errorf("%w: it ends within the first %d bytes: %w", ErrFormat, prefixBytes, err)
	}
	at := len(magic)
	switch {
	case string(b[:at]) != magic:
		return h, 0, fmt.Errorf("%w: it starts with %q, not with %q", ErrFormat, b[:at], magic)
	case b[at] != version:
		return h, 0, fmt.Errorf("%w: version %d is not known, only version %d", ErrFormat, b[at], version)
	case b[at+1] > 1:
		return h, 0, fmt.Errorf("%w: flag %d is not known", ErrFormat, b[at+1])
	}
	h.withheld = b[at+1] == 1
	names := int(b[at+2]) + int(b[at+3])
	b = b[:prefixBytes+names+fixedBytes]
	if _, err := io.ReadFull(r, b[prefixBytes:]); err != nil {
		return h, 0, fmt.Errorf("%w: the header ends early: %w", ErrFormat, err)
	}
	sum = crc32.Checksum(b[:len(b)-4], castagnoli)
	if stored := binary.LittleEndian.Uint32(b[len(b)-4:]); stored != sum {
		return h, 0, fmt.Errorf("%w: checksum %08x of the header, stored is %08x", ErrFormat, sum, stored)
	}
	h.filter = string(b[prefixBytes : prefixBytes+int(b[at+2])])
	h.hash = string(b[prefixBytes+len(h.filter) : prefixBytes+names])
	b = b[prefixBytes+names:]
	h.seed, h.proof = binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint32(b[8:])
	b = b[12:]
	var fields [paramFields]uint64
	for i := range fields {
		fields[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
	h.payload = binary.LittleEndian.Uint64(b[8*paramFields:])
	if h.payload > math.MaxInt64 {
		return h, 0, fmt.Errorf("%w: a payload of %d bytes", ErrFormat, h.payload)
	}
	h.params, err = decodeParams(fields)
	return h, sum, err
}
