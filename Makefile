# make run    open the dashboard          make test   the whole suite
# make lint   ruff and mypy               make bench  speed, as ratios against peers
# Everything lives in .venv; a second call installs nothing.

PYTHON ?= python3
# Tests and benchmarks work on small matrices, where BLAS threads wait for each other more than they help.
export OPENBLAS_NUM_THREADS ?= 1
BIN := .venv/bin

.PHONY: run test lint bench clean

run: .venv/.installed
	$(BIN)/python -m streamlit run app.py

test: .venv/.installed-dev
	$(BIN)/python -m pytest

lint: .venv/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/.installed
	@for script in benchmarks/bench_*.py; do echo "== $$script"; PYTHONPATH=. $(BIN)/python $$script || exit 1; done

clean:
	rm -rf .venv

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "askcore needs Python 3.11 or newer; call: make PYTHON=python3.12 run"; exit 1; }
	$(PYTHON) -m venv .venv

.venv/.installed: requirements.txt | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

.venv/.installed-dev: requirements-dev.txt .venv/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@
