package ring

import (
	"strings"

	"hashlab/impl/consistent"
	"hashlab/impl/registry"
)

// NewKetamaSpy is NewKetama with the labels of the Java client spymemcached, as libmemcached writes them for
// MEMCACHED_DISTRIBUTION_CONSISTENT_KETAMA_SPY: a slash, the host, always the port, and the index.
// Errors are those of NewKetama.
func NewKetamaSpy(o consistent.Options, nodes []consistent.Node) (*Ketama, error) {
	return newKetama(o, nodes, func(id string) string {
		if !hasPort(id) {
			id += ketamaPort
		}
		return "/" + id
	})
}

// hasPort says whether id ends in a colon and digits.
func hasPort(id string) bool {
	host := strings.TrimRight(id, "0123456789")
	return len(host) < len(id) && strings.HasSuffix(host, ":")
}

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:   "ring-ketama-spy",
			Doc:    "ketama with the labels of spymemcached, a slash and always the port: for clients that must agree with it",
			Source: "libmemcached, hosts.cc, update_continuum; spymemcached, DefaultKetamaNodeLocatorConfiguration",
			Pinned: 0x3773a29aa9682481,
		},
		Capabilities: consistent.Capabilities{
			RemovesAny: true, Weights: true, Replicas: true, Vnodes: true, DefaultVnodes: defaultVnodes,
		},
		Theory: "dirichlet",
		New: func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
			return NewKetamaSpy(o, nodes)
		},
	})
}
