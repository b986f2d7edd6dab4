# make run    open the dashboard          make test       the suite, on all cores; some: TESTS=tests/kernels
# make lint   ruff, mypy, import floors   make test-long  slow oracles and second looks
#             ASKCORE_DRAWN=20261127 make test-long   of long grids those cases that a run with this seed has drawn
# make test-oldest  the lowest versions that are allowed: docstrings, estimators, readers, models and a walk of the pages
# make licences   those of all packages
# make dist   a wheel and a source archive in dist/, checked, and every command tried in an environment of its own; bare
#             and with all extras; on several versions of Python: PYTHONS="3.11 3.12" (docs/releasing.md)
# make lock   docs/hosting/requirements.lock: every package pinned, with hashes
# make bench  speed, as ratios against peers, to docs/benchmarks.md; some: ONLY="askls ksvd"
# make bench-check  whether its last figures meet their floors
# make fuzz   10,000 spoilt files for the readers, of the seed SEED; what fails is saved to tests/fuzz/found
# make sentences  all that the pages say of samples or files, to read in one go: FILES="two_moons my_graph.csv"
# make docs   the documentation as a site, in build/site
# make tables the papers' tables in full, as far as data are downloaded; goes on where it stopped (FRESH=1: from the start)
# Everything lives in .venv; a second call installs nothing.

PYTHON ?= python3
# Tests and benchmarks work on small matrices, where BLAS threads wait for each other more than they help.
export OPENBLAS_NUM_THREADS ?= 1
BIN := .venv/bin

# Whole files go to a process: what a file opens, it opens once, and its tests keep their order.
# One process per core: each collects all tests first, which takes as long as a few files of them.
WORKERS ?= $(shell getconf _NPROCESSORS_ONLN)
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile
# A browser and its server take the machine for themselves: they come last, alone.
JOURNEYS := $(BIN)/python -m pytest -n 0 -m browser tests/browser

.PHONY: run test docs test-long fuzz lint bench bench-check tables sentences test-oldest dist lock licences clean

# Else the first visitor waits for it.
COMPILED := $(BIN)/python -m compileall -q app.py pages askcore

run: .venv/.installed
	$(BIN)/python -m askcore.commands.serve run app.py

test: .venv/.installed-dev
	@code=0; $(PYTEST) -m "not long$(if $(TESTS),, and not browser)" $(TESTS) || code=1; \
	  $(if $(TESTS),,$(JOURNEYS) || code=1;) exit $$code

test-long: .venv/.installed-dev
	$(PYTEST) -m long

SEED ?= 0
CASES ?= 10000

fuzz: .venv/.installed-dev
	$(BIN)/python -m tests.fuzz --cases $(CASES) --seed $(SEED) --jobs $(WORKERS)

# The lowest versions that requirements.txt allows, in an environment of their own: where other people's code is called.
OLDEST := .venv-oldest
ON_OLDEST := askcore tests/estimators/test_sklearn.py tests/estimators/test_ksvd.py tests/datasets/formats \
  tests/datasets/test_in_memory.py tests/models tests/figures/test_every_figure.py tests/pages/test_sentences.py
test-oldest: $(OLDEST)/.installed
	$(OLDEST)/bin/python -m pytest -p no:cacheprovider -n $(WORKERS) --dist loadfile $(ON_OLDEST)

dist: .venv/.installed-dev
	rm -rf dist
	$(BIN)/python -m uv build --quiet --no-build-isolation --out-dir dist
	$(BIN)/python -m twine check --strict dist/*
	$(BIN)/python -m tests.commands.description dist
	$(BIN)/python -m tests.commands.wheel dist $(PYTHONS)
	$(BIN)/python -m pip hash dist/*.whl dist/*.gz

# What a container is built from: every package pinned, with its hashes.
lock: .venv/.installed-dev
	$(BIN)/python -m uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	  --upgrade --custom-compile-command "make lock" requirements.txt -o docs/hosting/requirements.lock

licences: .venv/.installed
	$(BIN)/python docs/hosting/licences.py

lint: .venv/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

bench: .venv/.installed
	@$(COMPILED)
	$(BIN)/python -m benchmarks $(ONLY)

bench-check: .venv/.installed
	$(BIN)/python -m benchmarks --check

# The documentation as a site, in build/site: every block of Python is run, every link looked up, warnings are errors.
docs: .venv/.installed-docs
	PYTHONPATH=. $(BIN)/python docs/site/build.py

MEASURED := askcore/papers/measured.jsonl
PAPERS := $(BIN)/python -m askcore papers

# Exit code 1 says that some cells could not be run, and which; the page says so, too.
tables: .venv/.installed
	$(if $(FRESH),rm -f $(MEASURED))
	$(PAPERS) --all --full --offline --journal $(MEASURED) --format csv --output /dev/null || [ $$? -eq 1 ]
	$(PAPERS) document --output docs/paper_tables.md

FILES ?= cyclic_communities two_moons

sentences: .venv/.installed-dev
	@$(BIN)/python -m tests.pages.sentences $(FILES) 2>/dev/null

clean:
	rm -rf .venv $(OLDEST) dist

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "askcore needs Python 3.11 or newer; call: make PYTHON=python3.12 run"; exit 1; }
	$(PYTHON) -m venv .venv

.venv/.installed: requirements.txt | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@$(COMPILED)
	@touch $@

.venv/.installed-docs: docs/site/requirements.txt .venv/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r docs/site/requirements.txt
	@touch $@

$(OLDEST)/.installed: requirements.txt requirements-dev.txt .venv/.installed-dev
	$(BIN)/python -m uv venv --quiet --clear --python $(BIN)/python $(OLDEST)
	$(BIN)/python -m uv pip install --quiet --python $(OLDEST)/bin/python --resolution lowest-direct \
	  -r requirements.txt
	$(BIN)/python -m uv pip install --quiet --python $(OLDEST)/bin/python \
	  hatchling hypothesis numpydoc playwright "pytest>=9,<10" pytest-rerunfailures pytest-xdist "ruff>=0.17,<0.18"
	@touch $@

.venv/.installed-dev: requirements-dev.txt .venv/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@
