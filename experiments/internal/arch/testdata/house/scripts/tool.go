package main // want every package has a row

import (
	"os"
)
