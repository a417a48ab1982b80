// Package extern adapts consistent-hashing libraries as their users call them.
//
// Left out, with the reason:
//
//   - grpc-go's ring hash: newRing and the ring's look-up are not exported from balancer/ringhash, and take gRPC's resolver
//     addresses and connection states; without its balancer it cannot be reached. ring-fixed-total is its layout.
//   - grafana/dskit's ring: its module has no tagged version and requires some sixty others, clients of Consul, etcd and a
//     fork of memberlist among them, for a ring that reads its tokens from a key-value store. ring-spread has its tokens.
//   - stathat.com/c/consistent: what its own test imports breaks go mod tidy.
//   - zeromicro/go-zero's core/hash (v1.10.3): its ring takes nodes one by one and sorts all points anew for each, so that
//     building 1,000 nodes of the least 100 points takes 9 s: the experiments build thousands of such rings. What it is,
//     a ring of concatenated labels, is measured with article-ring, x-serialx and x-groupcache.
//   - lafikl/consistent, tysonmote/rendezvous, wdamron/go-anchorhash, dgryski/go-maglev, go-mpchash and go-ketama, nspcc-dev/hrw,
//     gobwas/hashring, edwingeng/doublejump, rckclmbr/goketama and mncaudill/ketama: the module proxy lists no version of them. Where they have published answers,
//     ours are held to them: multi-probe to go-mpchash, ring-ketama to go-ketama, maglev to go-maglev, anchor to go-anchorhash.
package extern
