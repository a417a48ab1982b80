package fpr

import (
	"github.com/jackc/pgx/v5" // want experiment
	"golang.org/x/term"       // want command-line libraries only in the command
	"hashlab/datasets"
	"hashlab/experiments/balance" // want experiment
	"hashlab/experiments/internal/theory"
	"hashlab/impl/all" // want experiment
	"hashlab/impl/filter"
	"hashlab/impl/filter/bloom" // want experiment
)
