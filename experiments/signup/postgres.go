package signup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hashlab/experiments/internal/keys"
)

// postgresTable is a copy of a template table in a schema of its own on a server. Names are read over one
// connection and written over another, so that both can go on at once.
type postgresTable struct {
	address        string
	reader, writer *pgx.Conn
	schema         string
}

// serverTables are the tables that are only read.
var serverTables stock[*postgresTable]

// openPostgres returns a table with the rows, in a schema of its own. The rows themselves are loaded once a
// server, under a name that stands for their class, number and seed.
func openPostgres(ctx context.Context, address string, r rows, u use) (table, error) {
	make := func() (*postgresTable, error) { return newPostgres(ctx, address, r) }
	if u == reading {
		named := r
		named.class = address + " " + r.class // another server has tables of its own
		t, err := serverTables.get(named, mostTables, make, (*postgresTable).close)
		if err != nil {
			return nil, err
		}
		return keptPostgres{t}, nil
	}
	return make()
}

// keptPostgres is a table that others use again.
type keptPostgres struct{ *postgresTable }

func (keptPostgres) close() error { return nil }

func newPostgres(ctx context.Context, address string, r rows) (_ *postgresTable, err error) {
	t := &postgresTable{address: address, schema: fmt.Sprintf("point_%d", time.Now().UnixNano())}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("postgres: %w", err), t.close())
		}
	}()
	if t.reader, err = pgx.Connect(ctx, address); err != nil {
		return nil, err
	}
	if t.writer, err = pgx.Connect(ctx, address); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d %d", r.class, r.n, r.seed))
	name := "rows_" + hex.EncodeToString(sum[:8])
	if err := loadPostgres(ctx, t.writer, name, r.keys); err != nil {
		return nil, err
	}
	// The names need no quotes: they are made of letters, digits and underscores above.
	for _, text := range []string{
		"CREATE SCHEMA " + t.schema,
		"CREATE TABLE " + t.schema + ".users AS SELECT name FROM public." + name,
		"CREATE UNIQUE INDEX ON " + t.schema + ".users (name)",
		"ANALYZE " + t.schema + ".users",
	} {
		if _, err := t.writer.Exec(ctx, text); err != nil {
			return nil, err
		}
	}
	for _, s := range []struct {
		c          *pgx.Conn
		name, text string
	}{
		{t.reader, "find", "SELECT 1 FROM " + t.schema + ".users WHERE name = $1"},
		{t.reader, "nothing", "SELECT 1 WHERE $1::text IS NOT NULL"},
		{t.writer, "insert", "INSERT INTO " + t.schema + ".users (name) VALUES ($1)"},
		{t.writer, "remove", "DELETE FROM " + t.schema + ".users WHERE name = $1"},
	} {
		if _, err := s.c.Prepare(ctx, s.name, s.text); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// loadPostgres makes the table of rows called name where the server lacks it.
func loadPostgres(ctx context.Context, c *pgx.Conn, name string, s keys.Stream) error {
	var there bool
	if err := c.QueryRow(ctx, "SELECT to_regclass('public.' || $1) IS NOT NULL", name).Scan(&there); err != nil || there {
		return err
	}
	return pgx.BeginFunc(ctx, c, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "CREATE UNLOGGED TABLE public."+name+" (name text NOT NULL)"); err != nil {
			return err
		}
		at := uint64(0)
		_, err := tx.CopyFrom(ctx, pgx.Identifier{"public", name}, []string{"name"}, pgx.CopyFromFunc(func() ([]any, error) {
			if at == s.Len() {
				return nil, nil
			}
			at++
			return []any{string(s.Append(nil, at-1))}, nil
		}))
		return err
	})
}

func (t *postgresTable) find(ctx context.Context, name string) (bool, error) {
	var one int
	switch err := t.reader.QueryRow(ctx, "find", name).Scan(&one); {
	case errors.Is(err, pgx.ErrNoRows):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("postgres: find %q: %w", name, err)
	}
	return true, nil
}

func (t *postgresTable) nothing(ctx context.Context, name string) error {
	var one int
	if err := t.reader.QueryRow(ctx, "nothing", name).Scan(&one); err != nil {
		return fmt.Errorf("postgres: ask nothing of %q: %w", name, err)
	}
	return nil
}

func (t *postgresTable) insert(ctx context.Context, name string) error {
	return t.change(ctx, "insert", name)
}

func (t *postgresTable) remove(ctx context.Context, name string) error {
	return t.change(ctx, "remove", name)
}

func (t *postgresTable) change(ctx context.Context, statement, name string) error {
	if _, err := t.writer.Exec(ctx, statement, name); err != nil {
		return fmt.Errorf("postgres: %s %q: %w", statement, name, err)
	}
	return nil
}

func (t *postgresTable) all(ctx context.Context, visit func(name []byte) error) error {
	found, err := t.reader.Query(ctx, "SELECT name FROM "+t.schema+".users")
	if err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	defer found.Close()
	for found.Next() {
		if err := visit(found.RawValues()[0]); err != nil {
			return err
		}
	}
	if err := found.Err(); err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	return nil
}

func (t *postgresTable) bytes(ctx context.Context) (size int64, err error) {
	if err = t.reader.QueryRow(ctx, "SELECT pg_total_relation_size($1::regclass)", t.schema+".users").Scan(&size); err != nil {
		return 0, fmt.Errorf("postgres: %w", err)
	}
	return size, nil
}

// close drops the schema and ends the connections. An interruption has ended some of them, so the schema is
// dropped over a new one.
func (t *postgresTable) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	var errs []error
	for _, c := range []*pgx.Conn{t.reader, t.writer} {
		if c != nil && !c.IsClosed() {
			errs = append(errs, c.Close(ctx))
		}
	}
	c, err := pgx.Connect(ctx, t.address)
	if err != nil {
		return errors.Join(append(errs, err)...)
	}
	_, err = c.Exec(ctx, "DROP SCHEMA IF EXISTS "+t.schema+" CASCADE")
	return errors.Join(append(errs, err, c.Close(ctx))...)
}
