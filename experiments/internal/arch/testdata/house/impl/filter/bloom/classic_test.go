package bloom

import (
	"hashlab/impl/filter/filtertest"
	"testing"
)
