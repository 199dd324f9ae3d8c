# make run    build everything and start the office on http://127.0.0.1:8080
# make test   everything that must hold: lints, generated files, tests on both databases, browser
# make dev    server and web application with hot reload
# make gen    write what is generated from the definitions
# make bench  the published ratios; bench-large those about orders at two million
# make soak   the long versions of the tests
# make deb    a Debian package with a systemd service, in dist/

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.PHONY: run test dev gen bench bench-large soak deb tools test-tools packages build-web
.PHONY: check-web check-rust test-rust test-browser test-deb
.PHONY: soak-tools soak-loans soak-orders soak-crash soak-nodes soak-copies soak-hostile soak-flood soak-mask soak-tamper soak-generated soak-browser
# One after the other, as they are listed: each keeps all cores busy by itself.
.NOTPARALLEL:

# What begins, and after how long.
begun := $(shell date +%s)
say = @TZ=UTC printf '\033[1m== %(%T)T %s\033[0m\n' $$(( $$(date +%s) - $(begun) ))
# Where cargo puts what it builds.
target = $${CARGO_TARGET_DIR:-target}
# A test at its full size, on both databases. One build serves all of them.
soaked = scripts/with-postgres cargo test --profile soak --workspace

run: build-web
	$(say) "Building the server (release); the first time takes a few minutes"
	@cargo build --release --quiet -p zhanggui --bin zhanggui
	@exec "$(target)/release/zhanggui" serve --demo

dev: packages
	@scripts/dev

gen: tools
	$(say) "Writing openapi.json, TypeScript and migrations"
	@cargo run --quiet -p zhanggui --bin gen

tools:
	@scripts/install build

# Whoever has to type a password does it before the long part.
test-tools:
	@scripts/install build postgres browser package

packages: tools
	@scripts/web-packages

build-web: packages
	$(say) "Building the web application"
	@cd web && npm run --silent build -- --logLevel warn

test: test-tools check-web check-rust test-rust test-browser test-deb
	$(say) "All good"

check-rust: tools
	$(say) "Formatting and lints (Rust)"
	@cargo fmt --all --check
	@cargo clippy --quiet --workspace --all-targets -- -D warnings
	$(say) "Generated files"
	@cargo run --quiet -p zhanggui --bin gen -- --check

test-rust: tools
	@scripts/install postgres
	$(say) "Rust tests, on SQLite and PostgreSQL"
	@scripts/with-postgres cargo test --quiet --workspace

check-web: build-web
	$(say) "Web application: lints, types, unit tests, bundle size"
	@cd web && npm run --silent lint && npm run --silent typecheck && npm run --silent test && npm run --silent size

test-browser: build-web
	@scripts/install browser
	$(say) "Browser tests in Chromium"
	@cargo build --quiet -p zhanggui --bin zhanggui
	@export ZHANGGUI_BIN="$$(realpath "$(target)/debug/zhanggui")"; cd web && npm run --silent e2e

test-deb: build-web
	@scripts/install package
	$(say) "Debian package"
	@cargo build --quiet -p zhanggui --bin zhanggui
	@scripts/test-deb "$(target)/debug/zhanggui"

deb: build-web
	@cargo build --release --quiet -p zhanggui --bin zhanggui
	@scripts/deb "$(target)/release/zhanggui" dist

bench:
	@scripts/install build postgres
	@PG_TEST_FSYNC=on PG_TEST_SORT=bytes scripts/with-postgres cargo run --release --quiet -p bench

bench-large:
	@scripts/install build postgres
	$(say) "Figures about orders, two million against twenty thousand; the first time takes long"
	@PG_TEST_FSYNC=on PG_TEST_SORT=bytes scripts/with-postgres cargo run --release --quiet -p bench -- --orders-only --orders 2000000 --large-orders 2000000

# `make -k soak` goes on after a part that failed; each part runs by itself too.
soak: soak-loans soak-orders soak-crash soak-nodes soak-copies soak-hostile soak-flood soak-mask soak-tamper soak-generated soak-browser

soak-tools:
	@scripts/install build postgres

soak-loans: tools
	$(say) "One million random loans"
	@cargo run --profile soak --quiet -p zhanggui-loan --example soak -- 1000000

soak-orders: soak-tools
	$(say) "Orders: 200 rounds of 64 operators, 1 000 lives on both databases"
	@ORDER_ROUNDS=200 ORDER_LIVES=1000 $(soaked) --test orders -- --nocapture

soak-crash: soak-tools
	$(say) "50 kills on each database, 100 with money events"
	@CRASH_KILLS=50 $(soaked) --test crash -- --nocapture

soak-nodes: soak-tools
	$(say) "Money on three nodes through 100 restarts and 20 promotions of PostgreSQL"
	@NODE_RESTARTS=100 NODE_PROMOTIONS=20 $(soaked) --test crash failover -- --nocapture

soak-copies: soak-tools
	$(say) "100 backups under writes, restored on the other engine"
	@COPY_ROUNDS=50 $(soaked) --test crash written_meanwhile -- --nocapture

soak-hostile: soak-tools
	$(say) "Hostile input, 10 000 requests per route"
	@HOSTILE_PER_ROUTE=10000 $(soaked) --test hostile -- --nocapture

soak-flood: soak-tools
	$(say) "80 guessers beside 42 sign-ins; 40 spreadsheets and 40 pictures at once"
	@FLOOD_ATTACKERS=80 FLOOD_SIGN_INS=42 FLOOD_FILES=40 FLOOD_ROWS=4999 FLOOD_PICTURE=9000 $(soaked) --test flood -- --nocapture --test-threads 1

soak-mask: soak-tools
	$(say) "Searches tried against a mask, 800 on each database"
	@MASK_TRIES=800 $(soaked) --test http mask -- --nocapture

soak-tamper: soak-tools
	$(say) "Edits behind the server's back, tried and found on each database"
	@$(soaked) --test tamper -- --nocapture

soak-generated: test-tools
	$(say) "A table becomes a resource: all of make test with it in a copy of this tree"
	@GENERATED=make scripts/with-postgres cargo test --workspace --test generated -- --nocapture

soak-browser: build-web
	@scripts/install browser
	$(say) "Every dialog in light and dark, every file that may not arrive, 1 669 script payloads"
	@cargo build --quiet -p zhanggui --bin zhanggui
	@export ZHANGGUI_BIN="$$(realpath "$(target)/debug/zhanggui")" E2E_SIZE=full; cd web && npm run --silent e2e -- dialogs screens missingChunks hostileTexts
