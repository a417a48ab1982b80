#!/usr/bin/env bash
# signup-postgres.sh [--install] [FLAG of hashlab run]...: runs the experiment signup on a PostgreSQL server of its
# own, and puts the results beside those of the embedded database as results/signup_postgres*.csv.
#
# The server listens on a free port of the loopback alone, runs as a user that is not root, keeps its data in a
# temporary folder, takes a password that is drawn anew and handed over in files, and is stopped by its process id
# however this script ends. Without PostgreSQL the script says so and ends; with --install it installs it by apt-get.
#
# Exit code: that of hashlab run; 0 where nothing was run.
set -euo pipefail
cd "$(dirname "$0")/.."

install=no
if [ "${1-}" = --install ]; then
	install=yes
	shift
fi

# programs: prints the folder with initdb and postgres, or nothing.
programs() {
	local found
	if found=$(command -v initdb); then
		dirname "$(readlink -f "$found")"
		return
	fi
	for found in /usr/lib/postgresql/*/bin; do
		if [ -x "$found/initdb" ]; then echo "$found"; fi
	done | sort -V | tail -n 1
}

bin=$(programs)
if [ -z "$bin" ] && [ "$install" = yes ]; then
	# The setting keeps the package from starting a server of its own.
	if ! { mkdir -p /etc/postgresql-common && echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf &&
		DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql; }; then
		echo "signup-postgres: PostgreSQL could not be installed: it takes apt-get, and root"
	fi
	bin=$(programs)
fi
if [ -z "$bin" ]; then
	echo "signup-postgres: skipped: PostgreSQL is not installed; --install installs it"
	exit 0
fi

folder=$(mktemp -d)
server=
stop() {
	trap - EXIT INT TERM
	if [ -n "$server" ] && kill -0 "$server" 2>/dev/null; then
		kill -INT "$server" || true # a fast shutdown
		wait "$server" || true
	fi
	rm -rf "$folder"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

as=() # what runs a command as the server's user
chmod 755 "$folder"
mkdir -m 700 "$folder/server"
if [ "$(id -u)" = 0 ]; then
	user=$(id -un postgres 2>/dev/null || echo nobody)
	as=(setpriv "--reuid=$user" "--regid=$(id -g "$user")" --clear-groups)
	chown "$user" "$folder/server"
fi

umask 077
head -c 18 /dev/urandom | base64 >"$folder/password"
"${as[@]}" sh -c 'cat >"$1"' sh "$folder/server/password" <"$folder/password"
"${as[@]}" "$bin/initdb" -D "$folder/server/data" -U hashlab --auth=scram-sha-256 --pwfile="$folder/server/password" \
	--no-sync --encoding=UTF8 --locale=C >"$folder/initdb.log" || { cat "$folder/initdb.log" >&2 && exit 1; }

# free_port: prints a port of the loopback that nobody listens on.
free_port() {
	local port
	while port=$((20000 + RANDOM % 20000)) && (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do :; done
	echo "$port"
}
port=$(free_port)
"${as[@]}" "$bin/postgres" -D "$folder/server/data" -p "$port" -c listen_addresses=127.0.0.1 \
	-c "unix_socket_directories=$folder/server" -c fsync=off -c synchronous_commit=off >"$folder/server.log" 2>&1 &
server=$!
for _ in $(seq 150); do
	if "$bin/pg_isready" -q -h 127.0.0.1 -p "$port"; then break; fi
	if ! kill -0 "$server" 2>/dev/null; then break; fi
	sleep 0.2
done
if ! "$bin/pg_isready" -q -h 127.0.0.1 -p "$port"; then
	echo "signup-postgres: the server does not answer:" >&2
	cat "$folder/server.log" >&2
	exit 1
fi

printf '127.0.0.1:%s:*:hashlab:%s\n' "$port" "$(cat "$folder/password")" >"$folder/pgpass"
export PGPASSFILE=$folder/pgpass
export HASHLAB_POSTGRES="host=127.0.0.1 port=$port user=hashlab dbname=postgres sslmode=disable"
"$bin/postgres" --version
code=0
bin/hashlab run signup --select 'story:(lookups OR start OR writes OR stale OR reloaded OR delete)' \
	--set database=postgres --set n=200000 --set queries=5000 --out out/postgres "$@" || code=$?
mkdir -p results
for file in out/postgres/results/signup_postgres*.csv; do
	if [ -f "$file" ]; then cp "$file" results/; fi
done
exit "$code"
