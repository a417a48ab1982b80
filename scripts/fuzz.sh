#!/usr/bin/env bash
# Runs every fuzz target for a while: FUZZTIME each, 20 s unless told. A finding is kept in the package's testdata.
set -euo pipefail
cd "$(dirname "$0")/.."
for package in $(grep -rl --include='*_test.go' '^func Fuzz' impl experiments | xargs -n1 dirname | sort -u); do
	for target in $(grep -ho '^func Fuzz[A-Za-z0-9_]*' "$package"/*_test.go | cut -d' ' -f2); do
		go test -run '^$' -fuzz "^$target\$" -fuzztime "${FUZZTIME:-20s}" "./$package"
	done
done
