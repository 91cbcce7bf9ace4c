# Everything a person or the continuous integration runs. `make` alone lists it.
.DEFAULT_GOAL := help
SHELL := /bin/bash

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.requirements-stamp
# Checks need a key to load the settings and nothing else; a served console never sees this one.
CHECK_KEY := SECRET_KEY=only-for-checks-never-on-a-server-0123456789abcdefghijklmnop

.PHONY: help setup run test test-sqlite test-postgres test-browser check catalogues evidence evidence-check evidence-cite peer

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-15s %s\n", $$1, $$2}'

setup: $(STAMP) ## make .venv, install what is pinned, compile the catalogues
	@$(CHECK_KEY) $(BIN)/python manage.py catalogues compile

$(STAMP): requirements.txt requirements-dev.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "This needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) --version 2>&1 || echo missing)." >&2; \
		echo "Name another one: make setup PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "'$(PYTHON)' cannot make virtual environments: on Debian or Ubuntu, apt-get install python3-venv." >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@

run: setup ## start the web server, the workers and the demo on this machine
	@exec $(BIN)/python manage.py serve

test: setup ## check, then run all tests: on SQLite, on PostgreSQL, in Chromium
	@$(MAKE) --no-print-directory --keep-going check test-sqlite test-postgres test-browser

test-sqlite: setup ## run all tests but the browser's on SQLite
	$(BIN)/python -m pytest

test-postgres: setup ## run the tests that use the database on PostgreSQL
	TEST_DATABASE=postgres $(BIN)/python -m pytest -m database

test-browser: setup ## run the tests in Chromium (skipped where it is missing, unless CI or REQUIRE_BROWSER is set)
	$(BIN)/python -m pytest tests/browser

check: setup ## lint, format, types, imports, migrations, catalogues, API schema, cited figures
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(CHECK_KEY) $(BIN)/mypy
	$(BIN)/lint-imports
	$(CHECK_KEY) $(BIN)/python manage.py check --fail-level WARNING
	$(CHECK_KEY) $(BIN)/python manage.py makemigrations --check --dry-run
	$(CHECK_KEY) $(BIN)/python manage.py catalogues check
	$(CHECK_KEY) $(BIN)/python manage.py spectacular --validate --fail-on-warn --file /dev/null
	$(BIN)/python -m evidence check --cited

catalogues: setup ## take new texts of code and templates into locale/*/LC_MESSAGES/django.po
	$(CHECK_KEY) $(BIN)/python manage.py catalogues update

evidence: setup ## measure and write evidence/*.json; one part only: make evidence PART=retrieval
	@$(BIN)/python -m evidence make $(PART)

evidence-check: setup ## find result files that are not today's, and cited figures that are not their file's
	@$(BIN)/python -m evidence check

evidence-cite: setup ## write the figures that documents cite as the result files have them
	@$(BIN)/python -m evidence cite

peer: setup ## put graph-tool-call into an environment of its own, to be measured beside: make evidence PART=peer
	@test -x var/peer/bin/python || $(PYTHON) -m venv var/peer
	@var/peer/bin/python -m pip install --quiet --disable-pip-version-check graph-tool-call==0.47.0 PyYAML
