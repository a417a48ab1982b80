package all

import (
	"golang.org/x/sys/cpu"                 // want all
	_ "hashlab/experiments/internal/stats" // want all
	_ "hashlab/impl"
	_ "hashlab/impl/consistent/ring"
	_ "hashlab/impl/filter"
	_ "hashlab/impl/filter/extern"
	_ "hashlab/impl/hash/hashtest" // want all
	_ "hashlab/impl/hash/xx"
	_ "hashlab/impl/registry"
)
