package quality

import (
	"fmt"
	"testing"

	"hashlab/experiments/internal/keys"
	_ "hashlab/impl/all"
	"hashlab/impl/hash"
)

// A hashCase is a public report of what went wrong with a hash function: its number in the collection, what it says
// in a line with its source, and a test that it does not happen here, or that it is seen where it does. One that
// cannot be run says why.
type hashCase struct {
	number int
	report string
	run    func(t *testing.T)
	cannot string
}

var hashCases = []hashCase{
	{1, "FNV with the probe's number at the end gives far too many false positives: bits-and-blooms/bloom#25", caseSuffix, ""},
	{2, "FNV misses the target for few keys and for many: tylertreat/BoomFilters#1", caseFewAndMany, ""},
	{3, "a multiplicative hash of low weight on small integers: hiway/python-bloom-filter#6", caseLowWeight, ""},
	{4, "raw keys fail, digests of them pass: axiak/pybloomfiltermmap#17", caseRawKeys, ""},
	{5, "32 bits of hash and a rotated step: facebook/rocksdb#4120", caseRotatedStep, ""},
	{6, "a probe index in a signed 32-bit integer: apache/spark#50933", caseSignedIndex, ""},
	{7, "array index and bit index from overlapping bits: FastFilter/fastfilter_cpp#8", caseGrowingRatio, ""},
	{8, "a step of zero or even in a filter of 2^L bits: ipfs/bbloom#29", caseEvenStep, ""},
	{9, "the rate jumps at certain sizes: jvirkki/libbloom#2", caseJump, ""},
	{10, "a size that is silently capped: gyson/blex#7", caseCapped, ""},
	{11, "the remainder of a value hardly wider than m: google/guava#1119", caseRemainder, ""},
	{12, "FNV on a ring of ten endpoints: zalando/skipper#1796", caseTenEndpoints, ""},
	{13, "FNV-1a with numbered suffixes, and a hash used before it was initialised: cnblogs/EnyimMemcachedCore#208", caseNumberedSuffix, ""},
	{14, "a taken slot starves who comes late: open-telemetry/opentelemetry-collector-contrib#41200", caseOrder, ""},
	{15, "djb2 on incremental ids: elastic/elasticsearch#7954", caseShards, ""},
	{16, "FNV-1 with similar names: grafana/agent#1229", caseSimilarNames, ""},
	{17, "CRC-32 clusters the points of a ring: closeio/redis-hashring#32", caseCRCRing, ""},
	{18, "no wrap past the last point: grpc/grpc-java#13054", caseWrap, ""},
	{19, "a pointer used as the hash of a request: grpc/grpc#28986", casePointers, ""},
	{20, "string and byte forms differ: google/guava#5648", caseSurrogates, ""},
	{21, "a bug-compatible murmur3: apache/cassandra-gocql-driver#1033", caseCassandra, ""},
	{22, "other values on big-endian machines: hajimes/mmh3#52", caseByteOrder, ""},
	{23, "checkptr kills the test run: spaolacci/murmur3#34", caseCheckptr, ""},
	{24, "keys escape in hash/crc32: golang/go#58781", caseEscape, ""},
	{25, "assembly that clobbers the frame pointer: dgryski/go-farm#21", caseFramePointer, ""},
	{26, "wrong values on arm64 only: minio/highwayhash#17", nil, "HighwayHash is not registered; the vectors of those that are hold on every architecture that runs their tests"},
	{27, "no build off amd64: zeebo/xxh3#6", nil, "it is a matter of the build: a cross-compilation shows it, no value does"},
	{28, "only 32 bits of the seed are used: golang/go#33960", caseSeedHalf, ""},
	{29, "CRC is wrong with AVX-512 under the race detector: golang/go#74767", caseLongCRC, ""},
	{30, "two seeds against two halves: Cyan4973/xxHash#157", caseTwoSeeds, ""},
	{31, "a pair that collides under XXH3 for one seed in 1,448: Cyan4973/xxHash#1127", casePair, ""},
	{32, "universal multicollisions of CityHash: CVE-2012-6051", caseUniversal, ""},
	{33, "rapidhash and wyhash multiply by zero: Nicoshev/rapidhash#10", nil, "neither is registered: there is no port of them as a Go module"},
	{34, "a pair that collides under komihash for most seeds: avaneev/komihash#23", nil, "it is not registered: there is no port of it to Go"},
	{35, "maphash without AES is not safe: golang/go#66841", caseProcessSeed, ""},
	{36, "maphash with AES has colliding pairs in one process in 2^24: golang/go#81604", nil,
		"the pair belongs to a process that nobody can choose: 2^24 processes would have to start; the results claim nothing of maphash, see case 35"},
}

// Every case stands in the table once, and each is run or says why not.
func TestCases(t *testing.T) {
	for i, c := range hashCases {
		if c.number != i+1 || c.report == "" || (c.run == nil) == (c.cannot == "") {
			t.Errorf("case %d at place %d is incomplete", c.number, i+1)
		}
		if c.run != nil {
			t.Run(fmt.Sprintf("case=H%d", c.number), c.run)
		}
	}
	if len(hashCases) != 36 {
		t.Errorf("got %d cases, want 36", len(hashCases))
	}
}

// entry returns the registered function called name.
func entry(t *testing.T, name string) hash.Entry {
	t.Helper()
	e, err := hash.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// made returns the function called name, of 32-bit ones the hash before it is widened.
func made(t *testing.T, name string, seed uint64) hash.Hash {
	t.Helper()
	e := entry(t, name)
	create := e.New
	if e.Narrow != nil {
		create = e.Narrow
	}
	h, err := create(seed)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func subjectOf(t *testing.T, name string) subject {
	t.Helper()
	s, err := newSubject(entry(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// streams returns added and absent keys of a class.
func streams(t *testing.T, class string, added, absent uint64) (in, out keys.Stream) {
	t.Helper()
	c, err := keys.Find(class)
	if err != nil {
		t.Fatal(err)
	}
	in, out, err = c.Split(added, absent, 0)
	if err != nil {
		t.Fatal(err)
	}
	return in, out
}

// falseAlarm is the chance that a comparison of a case with chance goes wrong; there are about a hundred.
const falseAlarm = 1e-8

// holds reports whether a finding lies within the limits of chance.
func (f finding) holds() bool { return f.P > falseAlarm }
