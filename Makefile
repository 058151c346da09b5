# `make help` lists the commands. Requirements: Python 3.11 or newer, Node 20 or newer, make.

SHELL := /bin/sh
.SHELLFLAGS := -eu -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# Independent targets run two at a time: installing, checking, building.
MAKEFLAGS += --no-print-directory --jobs=2

PY := .venv/bin/python
STAMPS := var/stamps
MANIFEST := app/static/build/manifest.json
BUILD_SOURCES := $(shell find static_src templates -type f ! -name '*.test.ts' ! -name '*.test.tsx' 2>/dev/null)

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export npm_config_update_notifier := false
# Playwright's bundled Node lacks a library on a minimal Debian, so use the installed Node.
export PLAYWRIGHT_NODEJS_PATH ?= $(shell command -v node)
# Compiled modules halve the start time, so allow Python to write them.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help
help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: setup build ## Run the product at http://127.0.0.1:5000 (HOST and PORT change the address); Ctrl-C stops it
	@exec $(PY) -m app.devtools.run

.PHONY: test
test: setup tools lint build ## Run everything: static checks, unit, integration, front-end and browser tests
	npm run --silent check-size
	npx vitest run
	$(PY) -m pytest tests --ignore=tests/browser --ignore=tests/faults -n 3 --dist worksteal
	$(PY) -m pytest tests/browser -n 2 --dist loadfile --no-loadscope-reorder || $(MAKE) test-browser-again

# A browser test can fail because the machine was slow at that moment. Run the failed ones once more, one at
# a time, as Playwright's own runner does in CI; the output has both results.
.PHONY: test-browser-again
test-browser-again:
	$(PY) -m pytest tests/browser --last-failed --last-failed-no-failures none --exitfirst

.PHONY: test-fast
test-fast: setup ## Run the tests that need no service and no browser, in less than a minute
	$(PY) -m ruff check .
	$(PY) -m mypy
	$(PY) -m pytest tests/unit -n 2 -q
	npx vitest run

.PHONY: lint
lint: lint-python lint-front ## Check style, types and import rules, in Python and TypeScript

.PHONY: lint-python
lint-python: setup
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy
	.venv/bin/lint-imports --cache-dir var/import_linter
	.venv/bin/deptry .

.PHONY: lint-front
lint-front: setup
	npm run --silent lint

.PHONY: format
format: setup ## Format Python and TypeScript, and apply automatic fixes
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .
	npx biome check --write .

.PHONY: build
build: $(MANIFEST) ## Build scripts, styles and icons into app/static/build

.PHONY: openapi
openapi: setup ## Generate the front end's API types from the application
	DATABASE_URL=postgresql:///unused $(PY) -m flask --app wsgi openapi write var/openapi.json
	npm run --silent types -- var/openapi.json

.PHONY: bench
bench: setup build ## Measure every performance goal against a baseline (about half an hour), and write docs/benchmarks.md
	$(PY) -m bench --write docs/benchmarks.md

.PHONY: bench-quick
bench-quick: setup build ## Measure with smaller sizes, in less than 3 minutes, and only print the table
	$(PY) -m bench --quick

.PHONY: faults
faults: setup build ## Stop and kill services, workers and servers under load, and count lost data (about 10 minutes)
	$(PY) -m pytest tests/faults -q

.PHONY: pictures
pictures: setup tools ## Take the README's pictures from a running Assay with demo data (URL changes the address)
	$(PY) -m app.devtools.pictures

.PHONY: lock
lock: setup ## Lock requirements.in and requirements-dev.in, with hashes
	.venv/bin/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	  --quiet requirements.in --output-file requirements.txt
	.venv/bin/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	  --quiet requirements-dev.in --output-file requirements-dev.txt

.PHONY: clean
clean: ## Remove built files and installed packages; the database in var/ stays
	rm -rf $(STAMPS) app/static/build .mypy_cache .pytest_cache .ruff_cache .hypothesis coverage
	if [ -L .venv ]; then rm .venv; else rm -rf .venv; fi
	if [ -L node_modules ]; then rm node_modules; else rm -rf node_modules; fi

.PHONY: setup
setup: $(STAMPS)/python $(STAMPS)/node

.PHONY: again
again:

.PHONY: tools
tools: setup
	@$(PY) -m app.devtools.test_tools

# Use the first Python that is new enough, has venv and can be started: a shim on the path may name a version that is
# not installed.
$(STAMPS)/venv: $(if $(wildcard .venv/bin/python),,again)
	@mkdir -p $(STAMPS)
	@if ! .venv/bin/python -c '' 2>/dev/null; then \
	  for python in $(PYTHON) python3.13 python3.12 python3.11 python3; do \
	    if "$$python" -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then break; fi; \
	    python=; \
	  done; \
	  if [ -z "$$python" ]; then \
	    echo "Python 3.11 or newer is needed, with its venv module (on Debian: apt-get install python3-venv)." >&2; \
	    exit 1; \
	  fi; \
	  "$$python" -m venv --clear .venv; \
	fi
	@touch $@

$(STAMPS)/python: requirements.txt requirements-dev.txt $(if $(wildcard .venv/bin/python),,again) | $(STAMPS)/venv
	$(PY) -m pip install --quiet --require-hashes -r requirements.txt -r requirements-dev.txt
	@touch $@

# Install scripts of packages are disabled: no package here needs one.
$(STAMPS)/node: package.json package-lock.json $(if $(wildcard node_modules/.package-lock.json),,again) | $(STAMPS)/venv
	@if ! node -e 'process.exitCode = Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0' 2>/dev/null; then \
	  echo "Node 20 or newer is needed." >&2; \
	  exit 1; \
	fi
	@if ! $(PY) -m app.devtools.node_packages; then \
	  if [ -L node_modules ]; then \
	    echo "node_modules is a link to other packages than those of package-lock.json: run npm ci in the folder that it links to." >&2; \
	    exit 1; \
	  fi; \
	  echo npm ci; \
	  npm ci --ignore-scripts --no-audit --no-fund --loglevel=error; \
	fi
	@touch $@

$(MANIFEST): $(STAMPS)/node $(BUILD_SOURCES)
	npm run --silent build
	@touch $@
