package datasets

import (
	"embed"
	"golang.org/x/sync/errgroup" // want datasets and arch
	"hashlab/datasets/words"
)
