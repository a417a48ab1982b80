#!/usr/bin/env bash
# Checks that the figures and the report in the tree, with its pages of tables in results/, are what the results in the
# tree give: writes them anew in a copy and compares.
set -euo pipefail
cd "$(dirname "$0")/.."
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -r results "$copy/results"
rm -f "$copy"/results/*.md
bin/hashlab plot --out "$copy" >/dev/null
bin/hashlab report --out "$copy" >/dev/null
status=0
for part in REPORT.md plots results; do
	if ! diff -rq "$part" "$copy/$part"; then
		echo "$part is not what results/ give: run make plots report and commit" >&2
		status=1
	fi
done
exit $status
