package keys

import "strconv"

// idStarts is how many starts the counters inside texts have: ids as a large service has them.
const idStarts = 1_000_000_000

// urlPrefix is what all keys of class url share.
const urlPrefix = "https://shop.example.com/en/catalogue/household/lighting/item?session=none&id="

func init() {
	register(generated("user-profile", "user:N:profile, a cache key: the change before a constant suffix", endless,
		func(seed uint64) Stream {
			return numbered{prefix: "user:", start: startIn(idStarts, seed), suffix: ":profile"}
		}))
	register(generated("url", "URLs with a long shared prefix, the change in the last bytes", endless,
		func(seed uint64) Stream { return numbered{prefix: urlPrefix, start: startIn(idStarts, seed)} }))
	register(generated("vnode-label", "server-S:V, what a ring hashes for its points: V from 0 to 159 for each S", endless,
		func(seed uint64) Stream { return vnodeLabel(startIn(idStarts, seed)) }))
}

// vnodesPerServer is how many labels a server has: the points that ketama gives a node.
const vnodesPerServer = 160

// vnodeLabel is the labels of all vnodes of one server after another, from this server on.
type vnodeLabel uint64

func (s vnodeLabel) Len() uint64 { return endless }

func (s vnodeLabel) Append(dst []byte, i uint64) []byte {
	dst = append(dst, "server-"...)
	dst = strconv.AppendUint(dst, uint64(s)+i/vnodesPerServer, 10)
	dst = append(dst, ':')
	return strconv.AppendUint(dst, i%vnodesPerServer, 10)
}
