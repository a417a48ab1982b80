package signup

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	_ "modernc.org/sqlite" // registers the driver "sqlite"

	"hashlab/experiments/internal/keys"
)

// sqliteTable is a database file without a name: its folder is removed as soon as it is open, so that nothing is
// left behind even where the process is killed.
type sqliteTable struct {
	db                       *sql.DB
	finding, adding, leaving *sql.Stmt
	empty                    *sql.Stmt // reads no table
}

// A use says what a story does with its table.
type use int

const (
	reading use = iota // the table is kept for the next point that reads the same rows
	writing            // a copy of its own
	both               // a copy of its own, with a write-ahead log and two connections, so that reads and writes go on at once
)

// mostTables is more than the tables of all stories with one seed.
const mostTables = 12

// A stock keeps what takes long to make while the points of a process use it by turns.
type stock[V any] struct {
	names []string
	held  map[string]V
}

// get returns what is kept under the name of the rows, or makes it. What leaves is handed to drop.
func (s *stock[V]) get(r rows, most int, build func() (V, error), drop func(V) error) (V, error) {
	name := fmt.Sprint(r.class, " ", r.n, " ", r.seed)
	if v, ok := s.held[name]; ok {
		return v, nil
	}
	v, err := build()
	if err != nil {
		return v, err
	}
	if s.held == nil {
		s.held = map[string]V{}
	}
	if len(s.names) == most {
		if err := drop(s.held[s.names[0]]); err != nil {
			return v, err
		}
		delete(s.held, s.names[0])
		s.names = s.names[1:]
	}
	s.names, s.held[name] = append(s.names, name), v
	return v, nil
}

var (
	readTables stock[*sqliteTable]
	templates  stock[[]byte] // the files of tables that are written to
)

// openSQLite returns a table with the rows.
func openSQLite(ctx context.Context, cache string, r rows, u use) (table, error) {
	if u == reading {
		t, err := readTables.get(r, mostTables, func() (*sqliteTable, error) { return newTable(ctx, r) }, (*sqliteTable).close)
		if err != nil {
			return nil, err
		}
		return kept{t}, t.setCache(ctx, cache)
	}
	file, err := templates.get(r, mostTables, func() ([]byte, error) { return template(ctx, r) }, func([]byte) error { return nil })
	if err != nil {
		return nil, err
	}
	journal, connections := "MEMORY", 1
	if u == both {
		journal, connections = "WAL", 2
	}
	db, content, err := openUnnamed(ctx, file, journal, connections)
	if err != nil {
		return nil, err
	}
	content.Close() // it was only read
	t, err := prepare(ctx, db)
	if err != nil {
		return nil, err
	}
	return t, t.setCache(ctx, cache)
}

// kept is a table that others use again.
type kept struct{ *sqliteTable }

func (kept) close() error { return nil }

// newTable makes a table with the rows.
func newTable(ctx context.Context, r rows) (*sqliteTable, error) {
	db, content, err := openUnnamed(ctx, nil, "OFF", 1)
	if err != nil {
		return nil, err
	}
	content.Close() // it was only read
	if err := fill(ctx, db, r.keys); err != nil {
		return nil, errors.Join(fmt.Errorf("sqlite: %w", err), db.Close())
	}
	return prepare(ctx, db)
}

// template returns the file of a table with the rows.
func template(ctx context.Context, r rows) (file []byte, err error) {
	db, content, err := openUnnamed(ctx, nil, "OFF", 1)
	if err != nil {
		return nil, err
	}
	defer content.Close() // it was only read
	if err := errors.Join(fill(ctx, db, r.keys), db.Close()); err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	return io.ReadAll(content)
}

// openUnnamed opens a database file that begins with content, and takes its name away: a kill leaves nothing
// behind but in the instant between. All connections are opened first, since later ones would not find it any
// more. The file itself is returned too.
func openUnnamed(ctx context.Context, content []byte, journal string, connections int) (db *sql.DB, file *os.File, err error) {
	folder, err := os.MkdirTemp("", "hashlab-signup-")
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	path := filepath.Join(folder, "users.db")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		return nil, nil, err
	}
	if file, err = os.Open(path); err != nil {
		return nil, nil, err
	}
	if db, err = connect(ctx, path, journal, connections); err != nil {
		return nil, nil, errors.Join(err, file.Close())
	}
	return db, file, nil
}

// prepare returns the table of an open database.
func prepare(ctx context.Context, db *sql.DB) (*sqliteTable, error) {
	t := &sqliteTable{db: db}
	for _, s := range []struct {
		statement **sql.Stmt
		text      string
	}{
		{&t.finding, "SELECT 1 FROM users WHERE name = ?"},
		{&t.adding, "INSERT INTO users (name, created) VALUES (?, '2026-01-01 00:00:00')"},
		{&t.leaving, "DELETE FROM users WHERE name = ?"},
		{&t.empty, "SELECT 1 WHERE ? IS NOT NULL"},
	} {
		var err error
		if *s.statement, err = db.PrepareContext(ctx, s.text); err != nil {
			return nil, errors.Join(fmt.Errorf("sqlite: %w", err), db.Close())
		}
	}
	return t, nil
}

// connect opens a database file with all its connections. Durability is off: what is measured is reading, and
// the file is not kept.
func connect(ctx context.Context, path, journal string, connections int) (*sql.DB, error) {
	db, err := sql.Open("sqlite", fmt.Sprintf("file:%s?_pragma=journal_mode(%s)&_pragma=synchronous(OFF)&_pragma=cache_size(%d)&_pragma=busy_timeout(10000)",
		path, journal, cacheSizes[cacheWarm]))
	if err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	var open []*sql.Conn
	for range connections {
		c, err := db.Conn(ctx)
		if err == nil {
			_, err = c.ExecContext(ctx, "SELECT count(*) FROM sqlite_master") // a connection opens the file when it first needs it
			open = append(open, c)
		}
		if err != nil {
			return nil, errors.Join(fmt.Errorf("sqlite: %w", err), db.Close())
		}
	}
	for _, c := range open {
		if err := c.Close(); err != nil { // gives it back to the pool
			return nil, errors.Join(fmt.Errorf("sqlite: %w", err), db.Close())
		}
	}
	return db, nil
}

// cacheSizes are the page caches, in KiB where below 0.
var cacheSizes = map[string]int{cacheWarm: -262_144, cacheSmall: -256}

// setCache sets the page cache of the table's one connection; two are as they were opened.
func (t *sqliteTable) setCache(ctx context.Context, cache string) error {
	if t.db.Stats().MaxOpenConnections > 1 {
		return nil
	}
	if _, err := t.db.ExecContext(ctx, fmt.Sprintf("PRAGMA cache_size = %d", cacheSizes[cache])); err != nil {
		return fmt.Errorf("sqlite: %w", err)
	}
	return nil
}

// fill makes the table and puts the keys into it. The index comes last, since that is quicker.
func fill(ctx context.Context, db *sql.DB, s keys.Stream) error {
	if _, err := db.ExecContext(ctx, "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL, created TEXT NOT NULL)"); err != nil {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // after Commit it does nothing
	adding, err := tx.PrepareContext(ctx, "INSERT INTO users (name, created) VALUES (?, '2025-01-01 00:00:00')")
	if err != nil {
		return err
	}
	err = keys.Each(ctx, s, func(_ uint64, names [][]byte) error {
		for _, name := range names {
			if _, err := adding.Exec(string(name)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "CREATE UNIQUE INDEX users_name ON users (name)")
	return err
}

func (t *sqliteTable) find(ctx context.Context, name string) (bool, error) {
	var one int
	switch err := t.finding.QueryRowContext(ctx, name).Scan(&one); {
	case errors.Is(err, sql.ErrNoRows):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("sqlite: find %q: %w", name, err)
	}
	return true, nil
}

func (t *sqliteTable) nothing(ctx context.Context, name string) error {
	var one int
	if err := t.empty.QueryRowContext(ctx, name).Scan(&one); err != nil {
		return fmt.Errorf("sqlite: ask nothing of %q: %w", name, err)
	}
	return nil
}

func (t *sqliteTable) insert(ctx context.Context, name string) error {
	if _, err := t.adding.ExecContext(ctx, name); err != nil {
		return fmt.Errorf("sqlite: insert %q: %w", name, err)
	}
	return nil
}

func (t *sqliteTable) remove(ctx context.Context, name string) error {
	if _, err := t.leaving.ExecContext(ctx, name); err != nil {
		return fmt.Errorf("sqlite: delete %q: %w", name, err)
	}
	return nil
}

func (t *sqliteTable) all(ctx context.Context, visit func(name []byte) error) error {
	found, err := t.db.QueryContext(ctx, "SELECT name FROM users")
	if err != nil {
		return fmt.Errorf("sqlite: %w", err)
	}
	defer found.Close()
	var name sql.RawBytes
	for found.Next() {
		if err := found.Scan(&name); err != nil {
			return fmt.Errorf("sqlite: %w", err)
		}
		if err := visit(name); err != nil {
			return err
		}
	}
	return found.Err()
}

func (t *sqliteTable) bytes(ctx context.Context) (size int64, err error) {
	err = t.db.QueryRowContext(ctx, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size").Scan(&size)
	return size, err
}

// close closes the statements and connections, and with the last of those the file is gone.
func (t *sqliteTable) close() error { return t.db.Close() }
