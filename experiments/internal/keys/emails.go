package keys

func init() {
	register(generated("email", "customer.N@example.com: the change before a constant suffix", endless,
		func(seed uint64) Stream {
			return numbered{prefix: "customer.", start: startIn(idStarts, seed), suffix: "@example.com"}
		}))
}
