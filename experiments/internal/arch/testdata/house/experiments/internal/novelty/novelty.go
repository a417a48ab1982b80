package novelty // want every package has a row

import (
	"fmt"
	"hashlab/impl/hash/xx"
)
