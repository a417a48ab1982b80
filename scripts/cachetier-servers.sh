#!/usr/bin/env bash
# cachetier-servers.sh [--install] [FLAG of hashlab run]...: runs the experiment cachetier on real memcached and
# redis servers, on the wall clock, and puts the results into results/cachetier_servers*.csv. It takes some minutes.
#
# Each point starts five servers of its own on free ports of the loopback alone and kills them by their process ids
# when it ends or is interrupted. A server that is not installed is left out with a message; with --install it is
# installed by apt-get.
#
# Exit code: that of hashlab run; 0 where nothing was run.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "${1-}" = --install ]; then
	shift
	for package in memcached redis-server; do
		if command -v "$package" >/dev/null; then continue; fi
		# At that level no service is started.
		if ! RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package"; then
			echo "cachetier-servers: $package could not be installed: it takes apt-get, and root"
		fi
	done
fi

backends=
for program in memcached redis-server; do
	if command -v "$program" >/dev/null; then
		"$program" --version
		backends=$backends${backends:+,}${program%-server}
	else
		echo "cachetier-servers: $program is left out: it is not installed; --install installs it"
	fi
done
if [ -z "$backends" ]; then
	echo "cachetier-servers: skipped: nothing to run on"
	exit 0
fi

code=0
bin/hashlab run cachetier --select 'seed:(1 OR 2) locator:(modulo OR ring-vnodes OR rendezvous OR jump) vnodes:(0 OR 160) story:join-die' \
	--set "backend=$backends" --set objects=2000 --set rate=1000 --out out/servers "$@" || code=$?
mkdir -p results
for file in out/servers/results/cachetier_servers*.csv; do
	if [ -f "$file" ]; then cp "$file" results/; fi
done
exit "$code"
