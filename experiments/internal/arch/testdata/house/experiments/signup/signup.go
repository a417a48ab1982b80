package signup

import (
	"github.com/jackc/pgx/v5"
	"github.com/mattn/go-sqlite3"
	"github.com/redis/go-redis/v9"
	"hashlab/experiments/fpr" // want experiment with servers
	"hashlab/experiments/internal/measure"
	"hashlab/impl/hash"
	"hashlab/impl/hash/xx" // want experiment with servers
	"modernc.org/sqlite"
)
