# Two commands do all the set-up: `make play` and `make test`.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
JOBS ?= 2

.PHONY: play test test-long fuzz lint types bench lock clean

play: .venv/ready
	@$(BIN)/eckstein play $(GAME)

test: .venv/ready lint types
	$(BIN)/python -m pytest -n $(JOBS)

test-long: .venv/ready
	$(BIN)/python -m pytest -n $(JOBS) --long

lint: .venv/ready
	$(BIN)/ruff check src tests bench examples

types: .venv/ready
	$(BIN)/mypy

bench: .venv/ready
	$(BIN)/python -m bench

.venv/ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "eckstein needs Python 3.11 or later (set PYTHON=...)"; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

# Look for newer versions of everything that is installed, and write them down.
lock:
	$(BIN)/python -m pip install --quiet pip-tools
	$(BIN)/pip-compile --quiet --generate-hashes --allow-unsafe --strip-extras --upgrade \
		--no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-header \
		--extra server --extra tui --extra pictures --extra notebook --extra dev \
		-o requirements.lock pyproject.toml

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

fuzz: .venv/ready
	$(BIN)/python -m tests.fuzz 60
