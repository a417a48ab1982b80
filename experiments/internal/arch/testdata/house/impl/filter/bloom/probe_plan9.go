//go:build plan9 && never

package bloom

import (
	"hashlab/experiments/internal/theory" // want filter or locator family
)
