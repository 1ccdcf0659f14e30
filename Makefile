# make demo   check an example with a real bug, replay the failing input as native code
# make test   the test suite; its length and the ten tests that cost most are at its end
# make nightly   all of it: more random programs, more examples, whole budgets
# make environment   .venv with all of this, and the bytecode of src
# make lint types   style, layers, types
# make smoke  the demo and some quick tests; with PYTHON=python3.13 VENV=.venv-3.13 for another Python
# make lock   renew the lock files (needs the package index)
#
# Nothing has to be installed or activated before: .venv is built from the lock files, once.

VENV    := .venv
BIN     := $(VENV)/bin
WORKERS ?= 2
# The first interpreter that is new enough and can make an environment; PYTHON=... overrides.
PYTHON  ?= $(shell for p in python3.13 python3.12 python3.11 python3.14 python3 python; do \
             command -v $$p >/dev/null 2>&1 && \
             $$p -c 'import sys, venv; sys.exit(not ((3, 11) <= sys.version_info[:2] <= (3, 14)))' >/dev/null 2>&1 && \
             { echo $$p; break; }; done)
# One test of each kind: terms, solvers, order, reports, each language, registry, C programs.
SMOKE   := tests/terms/test_terms.py tests/search/test_turns.py tests/report tests/guarded tests/boogie/test_corpus.py \
           tests/engines/test_registry.py tests/test_programs.py
PIP     := $(BIN)/python -m pip --disable-pip-version-check --quiet
# Where PYTHONDONTWRITEBYTECODE is set, nobody else keeps what Python makes of src, and each start costs twice as much.
BYTECODE := $(BIN)/python -m compileall -q src

.PHONY: demo test nightly smoke environment lint types format lock clean help

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile

demo: $(VENV)/.run-ready
	@PATH="$(CURDIR)/$(BIN):$$PATH" tools/demo.sh

test: $(VENV)/.dev-ready
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

nightly: $(VENV)/.dev-ready
	ANTUMBRA_TESTS=full $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

smoke: $(VENV)/.dev-ready
	@PATH="$(CURDIR)/$(BIN):$$PATH" tools/demo.sh >/dev/null
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --no-header -q $(SMOKE)

environment: $(VENV)/.dev-ready
	@$(BYTECODE)

lint: $(VENV)/.dev-ready
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports

types: $(VENV)/.dev-ready
	$(BIN)/pyright --pythonpath $(BIN)/python

format: $(VENV)/.dev-ready
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

$(VENV)/.created:
	@test -n "$(PYTHON)" || { echo "Antumbra needs Python 3.11 to 3.14 (with its venv module) and found none." \
	  "Install one, or name it: make PYTHON=/path/to/python3.12" >&2; exit 1; }
	@echo "making the environment in $(VENV) with $$($(PYTHON) --version)"
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV) >/dev/null 2>&1 \
	  || { rm -rf $(VENV); $(PYTHON) -m venv --without-pip $(VENV) && $(PYTHON) -m pip --python $(BIN)/python install --quiet pip; } \
	  || { echo "$(PYTHON) can neither make an environment with pip nor has pip itself" \
	       "(Debian and Ubuntu: the package python3-venv)." >&2; rm -rf $(VENV); exit 1; }
	@touch $@

$(VENV)/.run-ready: $(VENV)/.created requirements.lock pyproject.toml
	@echo "installing the locked wheels (some 150 MB the first time)"
	@$(PIP) install --require-hashes --only-binary :all: -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@$(BYTECODE)
	@touch $@

$(VENV)/.dev-ready: $(VENV)/.run-ready requirements-dev.lock
	@$(PIP) install --require-hashes --only-binary :all: -r requirements-dev.lock
	@touch $@

# The lock files are pip's own format with the hashes of all wheels of all platforms, and name no index.
LOCK := .lock-venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-config \
        --no-emit-index-url --no-header --no-annotate --upgrade
lock: $(VENV)/.created
	@test -x .lock-venv/bin/uv || { $(PYTHON) -m venv .lock-venv && .lock-venv/bin/pip install --quiet uv; }
	$(LOCK) --group build pyproject.toml --output-file requirements.lock
	$(LOCK) --group dev --constraint requirements.lock pyproject.toml --output-file requirements-dev.lock
	$(LOCK) --extra cluster --constraint requirements.lock pyproject.toml --output-file requirements-cluster.lock

clean:
	rm -rf $(VENV) .venv-* .lock-venv build dist .pytest_cache .ruff_cache .import_linter_cache demo-out
