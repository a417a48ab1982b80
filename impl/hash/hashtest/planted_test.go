package hashtest

import (
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// forms are the parts of a planted function. What a test leaves nil is right, and agrees with the rest as
// far as that is right.
type forms struct {
	start   func(seed uint64) uint64 // the state before the first byte
	finish  func(state uint64) uint64
	bytes   func(right forms, seed uint64, key []byte) uint64
	text    func(right forms, seed uint64, key string) uint64
	integer func(right forms, seed, key uint64) uint64
	sum     func(right forms, seed uint64, dst []uint64, keys [][]byte)
	texts   func(right forms, seed uint64, dst []uint64, keys []string)
}

func step(state uint64, c byte) uint64 { return hash.Fmix64(state + uint64(c) + 1) }

func (f forms) begin(seed uint64) uint64 {
	if f.start != nil {
		return f.start(seed)
	}
	return hash.Fmix64(seed + 0x9e3779b97f4a7c15)
}

func (f forms) end(state uint64) uint64 {
	if f.finish != nil {
		return f.finish(state)
	}
	return state
}

func (f forms) fold(seed uint64, key []byte) uint64 {
	state := f.begin(seed)
	for _, c := range key {
		state = step(state, c)
	}
	return f.end(state)
}

func (f forms) foldUint64(seed, key uint64) uint64 {
	state := f.begin(seed)
	for i := range 8 {
		state = step(state, byte(key>>(8*i)))
	}
	return f.end(state)
}

// planted is a hash made of forms.
type planted struct {
	forms
	info *hash.Info
	seed uint64
}

func (p *planted) Info() hash.Info { return *p.info }
func (p *planted) Seed() uint64    { return p.seed }

func (p *planted) Bytes(key []byte) uint64 {
	if p.bytes != nil {
		return p.bytes(p.forms, p.seed, key)
	}
	return p.fold(p.seed, key)
}

func (p *planted) String(key string) uint64 {
	if p.text != nil {
		return p.text(p.forms, p.seed, key)
	}
	return p.Bytes(hash.View(key))
}

func (p *planted) Uint64(key uint64) uint64 {
	if p.integer != nil {
		return p.integer(p.forms, p.seed, key)
	}
	return p.foldUint64(p.seed, key)
}

func (p *planted) Sum(dst []uint64, keys [][]byte) {
	if p.sum != nil {
		p.sum(p.forms, p.seed, dst, keys)
		return
	}
	dst = dst[:len(keys):len(dst)]
	for i, key := range keys {
		dst[i] = p.Bytes(key)
	}
}

func (p *planted) SumStrings(dst []uint64, keys []string) {
	if p.texts != nil {
		p.texts(p.forms, p.seed, dst, keys)
		return
	}
	dst = dst[:len(keys):len(dst)]
	for i, key := range keys {
		dst[i] = p.String(key)
	}
}

// entry returns the entry of a function of 64 bits made of f, changed by edit, with the code and the pinned
// answer that then hold.
func entry(f forms, edit func(*hash.Entry)) *hash.Entry {
	e := &hash.Entry{Info: hash.Info{
		Meta:   registry.Meta{Name: "planted", Doc: "a planted function", Source: "this test"},
		Bits:   64,
		Seeds:  hash.Seed64,
		Stable: true,
	}}
	e.New = func(seed uint64) (hash.Hash, error) { return &planted{f, &e.Info, seed}, nil }
	if edit != nil {
		edit(e)
	}
	sign(e)
	return e
}

// sign gives e the code and the pinned answer that it has.
func sign(e *hash.Entry) {
	h, err := e.New(0)
	if err != nil {
		panic(err)
	}
	if e.Code, err = code(*e); err != nil {
		panic(err)
	}
	e.Pinned = answer(h)
}
