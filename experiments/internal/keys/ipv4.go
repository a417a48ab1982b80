package keys

import (
	"encoding/binary"
	"strconv"
)

func init() {
	register(generated("ipv4", "addresses of 10.0.0.0/8 in turn, 4 bytes: what connection tables look up", privateNet,
		func(seed uint64) Stream { return ipv4(startIn(privateNet, seed)) }))
	register(generated("ipv4-text", "addresses of 10.0.0.0/8 in turn, as text: what blocklists hold", privateNet,
		func(seed uint64) Stream { return ipv4Text(startIn(privateNet, seed)) }))
}

// privateNet is the number of addresses in 10.0.0.0/8.
const privateNet = 1 << 24

// ipv4 is all addresses of 10.0.0.0/8 from 10.0.0.0 + start on, going round at the end, in network order.
type ipv4 uint32

func (start ipv4) Len() uint64 { return privateNet }

func (start ipv4) Append(dst []byte, i uint64) []byte {
	return binary.BigEndian.AppendUint32(dst, 10<<24|uint32(start.host(i)))
}

// host returns the number of address i within the net.
func (start ipv4) host(i uint64) uint64 { return (uint64(start) + i) % privateNet }

// ipv4Text is the addresses of ipv4 in dotted decimal.
type ipv4Text uint32

func (start ipv4Text) Len() uint64 { return privateNet }

func (start ipv4Text) Append(dst []byte, i uint64) []byte {
	host := ipv4(start).host(i)
	dst = append(dst, "10."...)
	dst = append(strconv.AppendUint(dst, host>>16, 10), '.')
	dst = append(strconv.AppendUint(dst, host>>8&0xff, 10), '.')
	return strconv.AppendUint(dst, host&0xff, 10)
}
