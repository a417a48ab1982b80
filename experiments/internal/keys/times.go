package keys

import "time"

func init() {
	register(generated("rfc3339", "times in text, one a second: a shared prefix, the change in the last digits", timesSize,
		func(seed uint64) Stream { return times(timesStart + startIn(idStarts, seed)) }))
}

const (
	timesSize  = 1 << 37       // seconds, some 4,355 years: the year keeps four digits
	timesStart = 1_577_836_800 // 1 January 2020
)

// times is every second from this Unix time on, in UTC (RFC 3339).
type times int64

func (start times) Len() uint64 { return timesSize }

func (start times) Append(dst []byte, i uint64) []byte {
	return time.Unix(int64(start)+int64(i), 0).UTC().AppendFormat(dst, time.RFC3339)
}
