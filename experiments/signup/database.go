package signup

import (
	"context"
	"fmt"
	"os"

	"hashlab/experiments/internal/keys"
)

// A table is the costly source behind the guard: one column of names in a real database, under an index.
type table interface {
	// find reports whether the name is in the table.
	find(ctx context.Context, name string) (bool, error)
	// insert adds a name that is not in the table.
	insert(ctx context.Context, name string) error
	// remove deletes a name.
	remove(ctx context.Context, name string) error
	// nothing asks the database a statement with a name that reads no table.
	nothing(ctx context.Context, name string) error
	// all calls visit with every name; the bytes live until visit returns.
	all(ctx context.Context, visit func(name []byte) error) error
	// bytes returns the size of table and index.
	bytes(ctx context.Context) (int64, error)
	// close gives back what the table took.
	close() error
}

// The databases.
const (
	databaseSQLite   = "sqlite"   // embedded
	databasePostgres = "postgres" // a server that $HASHLAB_POSTGRES names; scripts/signup-postgres.sh starts one
)

// The page caches.
const (
	cacheWarm  = "warm"  // larger than the table
	cacheSmall = "small" // 256 KiB
)

// postgresEnv names the variable with the connection string of the server.
const postgresEnv = "HASHLAB_POSTGRES"

func checkDatabase(name, cache string) error {
	switch {
	case name != databaseSQLite && name != databasePostgres:
		return fmt.Errorf("database %q is neither %s nor %s", name, databaseSQLite, databasePostgres)
	case name == databasePostgres && os.Getenv(postgresEnv) == "":
		return fmt.Errorf("database %s: $%s names no server: use make signup-postgres", name, postgresEnv)
	case cache != cacheWarm && cache != cacheSmall:
		return fmt.Errorf("cache %q is neither %s nor %s", cache, cacheWarm, cacheSmall)
	}
	return nil
}

// A rows names the content of a table: the keys that the seed picks of a class.
type rows struct {
	class   string
	n, seed uint64
	keys    keys.Stream
}

// open returns a table with the rows, for a use.
func open(ctx context.Context, d design, r rows, u use) (table, error) {
	if d.database == databasePostgres {
		return openPostgres(ctx, os.Getenv(postgresEnv), r, u)
	}
	return openSQLite(ctx, d.cache, r, u)
}
