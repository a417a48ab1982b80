package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/vbauerster/mpb/v8"
	"golang.org/x/term"
	"gonum.org/v1/gonum/stat" // want command
	"hashlab/datasets"
	"hashlab/experiments/fpr"
	"hashlab/experiments/internal/plan"
	"hashlab/impl/all"
)
