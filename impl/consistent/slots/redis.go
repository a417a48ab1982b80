package slots

import (
	"bytes"
	"fmt"

	"hashlab/impl/consistent"
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// A Redis gives a key the slot that Redis Cluster gives it: CRC-16 of the key modulo 16384, or of what stands between
// the first { and the next } where that is not empty. Which node has which slot is as in Table.
//
// A look-up costs a CRC-16 of the key, byte by byte, and reads one entry of 64 KiB.
type Redis struct{ assignment }

// NewRedis returns a locator of nodes. Another hash and options for vnodes are errors that wrap ErrOptions, as are more
// nodes than slots; a weight other than 1 is one that wraps ErrWeight.
func NewRedis(o consistent.Options, nodes []consistent.Node) (*Redis, error) {
	if o.Hash != nil {
		return nil, fmt.Errorf("%w: hash %s, and Redis Cluster's own is %s", consistent.ErrOptions, o.Hash.Info().Name, redisHash)
	}
	a, err := newAssignment(o, nodes, Slots)
	if err != nil {
		return nil, err
	}
	return &Redis{a}, nil
}

// redisHash is the name of CRC-16 as Redis Cluster takes it: polynomial 0x1021, no reflection, from 0.
const redisHash = "crc16-xmodem"

// crcTable holds the CRC of every byte.
var crcTable = func() (table [256]uint16) {
	for i := range table {
		crc := uint16(i) << 8
		for range 8 {
			high := crc >> 15
			crc = crc<<1 ^ high*0x1021
		}
		table[i] = crc
	}
	return table
}()

func crc16(key []byte) uint16 {
	crc := uint16(0)
	for _, b := range key {
		crc = crc<<8 ^ crcTable[byte(crc>>8)^b]
	}
	return crc
}

// keySlot is the command CLUSTER KEYSLOT.
func keySlot(key []byte) uint16 {
	if open := bytes.IndexByte(key, '{'); open >= 0 {
		if length := bytes.IndexByte(key[open+1:], '}'); length > 0 {
			key = key[open+1 : open+1+length]
		}
	}
	return crc16(key) % Slots
}

// Locate returns the number of the node that owns the key, -1 where there are no nodes.
func (r *Redis) Locate(key []byte) int32 { return r.owners[keySlot(key)] }

// LocateString is Locate([]byte(key)) without a copy.
func (r *Redis) LocateString(key string) int32 { return r.owners[keySlot(hash.View(key))] }

// LocateAll sets dst[i] to Locate(keys[i]).
func (r *Redis) LocateAll(dst []int32, keys [][]byte) {
	dst = dst[:len(keys):len(dst)]
	for i, key := range keys {
		dst[i] = r.owners[keySlot(key)]
	}
}

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:   "slots-redis",
			Doc:    "slots-16384 with Redis Cluster's own CRC-16 and hash tags: places keys where a cluster with this table of slots does",
			Source: "Redis Cluster specification, key distribution model, hash tags and appendix A",
			Pinned: 0x854974230bab1338,
		},
		Capabilities: consistent.Capabilities{RemovesAny: true, Monotone: true, HistoryBound: true},
		Theory:       "slots",
		BuiltinHash:  redisHash,
		NewKeyed: func(o consistent.Options, nodes []consistent.Node) (consistent.KeyLocator, error) {
			return NewRedis(o, nodes)
		},
	})
}
