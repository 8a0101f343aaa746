# The one task file, for people and for CI. `make play` and `make test` set everything up by themselves.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.ready

.PHONY: help play test setup check docs rules slow clean golden

help:            ## show this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 12

play: $(STAMP)   ## set up and open a playable table with a virtual ARC
	@$(BIN)/colony play $(ARGS)

test: $(STAMP)   ## set up and run the default tests (under 3 minutes)
	@$(BIN)/python -m pytest -n auto --dist worksteal -m "not slow" $(ARGS)

slow: $(STAMP)   ## the long tests as well
	@$(BIN)/python -m pytest -n auto --dist load --maxschedchunk 1 -m slow $(ARGS)

check: $(STAMP) .stubs/.ready rules  ## style, types, and the rulebook's statements
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/mypy --config-file firmware/mypy.ini

rules: $(STAMP)  ## fail if a statement of the rulebook has no test, or code names one that no test cites
	@$(BIN)/colony rules coverage --title beyond_humanity --strict
	@$(BIN)/colony rules enforced --strict

docs: $(STAMP)   ## write the generated pages and tables anew
	@$(BIN)/python -m tools.docs

golden: $(STAMP) ## play the golden games anew (tests/playthroughs), after a change of rules or content on purpose
	@$(BIN)/python -m tools.golden

setup: $(STAMP)  ## only set up: virtual environment and dependencies

$(STAMP): pyproject.toml constraints.txt tools/preflight.py
	@$(PYTHON) tools/preflight.py
	@echo "Setting up the virtual environment in $(VENV): a minute or two, longer on a busy machine, this once ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python tools/install.py -c constraints.txt -e '.[test]'
	@touch $@

# MicroPython's stubs shadow the standard library, so they live apart from the host's packages.
.stubs/.ready: constraints.txt $(STAMP)
	@$(BIN)/python tools/install.py -c constraints.txt --target .stubs --upgrade micropython-rp2-stubs
	@touch $@

clean:           ## remove everything that the targets above made
	rm -rf $(VENV) .stubs build artifacts .pytest_cache .mypy_cache .ruff_cache
