package arch

import "slices"

// The rules that hold besides the rows of the table.
const (
	RuleUnlisted   = "every package has a row"
	RuleUnsafe     = "unsafe only in *_unsafe.go within impl"
	RuleCommand    = "command-line libraries only in the command"
	RuleOneLibrary = "a hash file adapts one library"
)

// libraries says which third-party modules a row allows besides those that it names.
type libraries int

const (
	namedLibraries libraries = iota // no others
	oneLibrary                      // any one a file
	anyLibraries
)

// A row says what the packages it speaks of may import besides the standard library, and what of the standard
// library, too, they never may. Paths within the repository are written without the module's name; matches
// explains the patterns. Whatever is neither allowed here nor standard is forbidden, so packages of the repository
// stand under never only to say so aloud, as the design does.
type row struct {
	name        string
	packages    []string
	ownContract bool // may import the contract that the package lies under
	may         []string
	libraries   libraries
	never       []string
	do          string // what to do about a violation
}

const (
	registry       = "impl/registry"
	hash           = "impl/hash"
	commandPackage = "experiments"
)

var (
	contracts        = []string{hash, "impl/filter", "impl/consistent"}
	families         = below(contracts, "*/...")
	suites           = []string{"impl/hash/hashtest/...", "impl/filter/filtertest/...", "impl/consistent/consistenttest/..."}
	internalPackages = []string{"experiments/internal/*/..."}
	gonum            = "gonum.org/v1/gonum/..."
	xsys             = "golang.org/x/sys/..."

	commandLibraries = []string{
		"github.com/spf13/cobra/...", "github.com/spf13/pflag/...", "github.com/vbauerster/mpb/...", "golang.org/x/term/...",
	}
	clients = []string{ // of databases and caches, and a cache itself
		"github.com/bradfitz/gomemcache/...", "github.com/hashicorp/golang-lru/...", "github.com/jackc/pgx/...", "github.com/mattn/go-sqlite3/...",
		"github.com/redis/go-redis/...", "modernc.org/sqlite/...",
	}
)

// table is the design's, row by row; the first row that speaks of a package holds.
var table = []row{
	// What is measured.
	{
		name: "registry", packages: []string{registry},
		do: "keep it a leaf of the standard library: pass in what it needs",
	},
	{
		name: "embedded sources", packages: []string{"impl"},
		do: "keep it to embedding the sources",
	},
	{
		name: "contract", packages: contracts, may: []string{hash, registry},
		never: append([]string{"experiments/...", "os/...", "time/...", "math/rand/...", "testing/..."}, families...),
		do:    "a contract knows no family, clock, file or chance: pass the value in, or move the code to a family",
	},
	{
		name: "all", packages: []string{"impl/all/..."}, may: all(contracts, families, []string{"impl", registry}),
		never: suites,
		do:    "it only links families in; suites run from its tests",
	},
	{
		name: "conformance suite", packages: suites, ownContract: true, may: []string{hash, registry},
		never: []string{"testing/..."},
		do:    "return an error and let the test report it; take the implementation from the registry or as an argument",
	},
	{
		name: "extern", packages: []string{"impl/*/extern/..."}, ownContract: true, may: []string{hash, registry},
		libraries: anyLibraries,
		do:        "an adapter needs its contract, impl/hash and its library only",
	},
	{
		name: "hash family", packages: []string{"impl/hash/*/..."}, ownContract: true, may: []string{registry},
		libraries: oneLibrary,
		do:        "a hash family needs its contract and the library it adapts only; share nothing with other families",
	},
	{
		name: "filter or locator family", packages: []string{"impl/filter/*/...", "impl/consistent/*/..."}, ownContract: true,
		may: []string{hash, registry, "golang.org/x/sys/cpu"},
		do:  "a family needs its contract and impl/hash only; third-party code is adapted in extern",
	},

	// How it is measured.
	{
		name: "keys", packages: internal("keys"), may: []string{"datasets/...", gonum}, never: []string{"impl/..."},
		do: "the oracle shares no code with what it judges: write it anew or take it from gonum",
	},
	{
		name: "theory and stats", packages: internal("theory", "stats"), may: []string{gonum, "golang.org/x/perf/benchmath"},
		never: []string{"impl/..."},
		do:    "formulas take numbers: pass in what they need",
	},
	{
		name: "measure", packages: internal("measure"), may: all(contracts, internal("record", "machine", "stats"), []string{xsys}),
		never: families,
		do:    "find implementations in the registries by name; leave the rest to the experiment",
	},
	{
		name: "machine", packages: internal("machine"),
		may: []string{"github.com/klauspost/cpuid/...", "github.com/shirou/gopsutil/...", xsys},
		do:  "it reads facts only: return them to the caller",
	},
	{
		name: "plan, advise and show", packages: internal("plan", "advise", "show"),
		may:   all(contracts, internalPackages, []string{registry}),
		never: families,
		do:    "find implementations in the registries by name",
	},
	{
		name: "datasets and arch", packages: append(internal("arch"), "datasets/..."),
		do: "keep it a leaf of the standard library",
	},
	{
		name: "record", packages: internal("record"),
		may: []string{
			"golang.org/x/perf/...", "github.com/gofrs/flock/...", "github.com/google/renameio/...",
			"github.com/jszwec/csvutil/...", "github.com/parquet-go/parquet-go/...",
		},
		never: append(internal("measure"), "impl/..."),
		do:    "records are plain values: let the experiment turn what it measured into them",
	},
	{
		name: "figure", packages: internal("figure"),
		may: all(internal("record", "stats", "theory"),
			[]string{"gonum.org/v1/plot/...", "codeberg.org/go-fonts/...", "golang.org/x/image/..."}),
		never: append(internal("measure"), "impl/...", "time/..."),
		do:    "a figure is a pure function of records: put what it needs into them",
	},
	{
		name: "report", packages: internal("report"), may: internal("record", "stats", "theory"),
		never: append(internal("measure"), "impl/...", "time/..."),
		do:    "the report is a pure function of records and figures: put what it needs into records",
	},
	{
		name: "quality", packages: internal("quality"), may: all([]string{hash, gonum}, internal("keys", "stats", "theory")),
		never: families,
		do:    "find implementations in the registry by name",
	},
	{
		name: "experiment with servers", packages: []string{"experiments/signup/...", "experiments/cachetier/..."},
		may:   all(contracts, internalPackages, clients, []string{"datasets/..."}),
		never: families,
		do:    "find implementations in the registries by name; share code between experiments in an internal package",
	},
	{
		name: "experiment", packages: []string{"experiments/*/..."},
		may:   all(contracts, internalPackages, []string{"datasets/..."}),
		never: families,
		do: "find implementations in the registries by name; share code between experiments in an internal package; " +
			"clients of servers belong to signup and cachetier, formulas to stats and theory",
	},
	{
		name: "command", packages: []string{commandPackage},
		may: all(commandLibraries, []string{"impl/...", "experiments/...", "datasets/..."}),
		do:  "the command joins packages: the work, and its libraries, belong into one of them",
	},
}

// internal returns the patterns of internal packages of experiments.
func internal(names ...string) []string {
	patterns := make([]string, len(names))
	for i, name := range names {
		patterns[i] = "experiments/internal/" + name + "/..."
	}
	return patterns
}

// below returns the pattern below each package.
func below(packages []string, pattern string) []string {
	patterns := make([]string, len(packages))
	for i, pkg := range packages {
		patterns[i] = pkg + "/" + pattern
	}
	return patterns
}

func all(lists ...[]string) []string { return slices.Concat(lists...) }
