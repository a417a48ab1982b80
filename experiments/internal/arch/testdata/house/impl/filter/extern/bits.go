package extern

import (
	"github.com/bits-and-blooms/bloom/v3"
	"github.com/greatroar/blobloom"
	"github.com/spf13/cobra"  // want command-line libraries only in the command
	"hashlab/impl/consistent" // want extern
	"hashlab/impl/filter"
	"hashlab/impl/filter/bloom" // want extern
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)
