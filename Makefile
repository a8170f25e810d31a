# `make lab` opens the lessons, `make test` runs what CI runs. Both set up .venv by themselves:
# with uv where it is installed, else with venv and pip. PYTHON=python3.12 picks another Python.
UV := $(shell command -v uv)
BIN := .venv/bin

ifneq ($(UV),)
create = uv venv --quiet $(if $(PYTHON),--python $(PYTHON)) .venv
install = uv pip install --quiet --python $(BIN)/python -e
else
create = $(or $(PYTHON),python3) -m venv .venv
install = $(BIN)/python -m pip install --quiet -e
endif

.PHONY: lab test fuzz fuzz-why bench

lab: .venv/lab
	@$(BIN)/gradlab lab

test: .venv/test
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest --ignore=tests/browser
	$(BIN)/pytest --nbval --nbval-current-env notebooks
	$(BIN)/pytest tests/browser

# N random programs on the engine and on the oracle of tests/engine; SEED=7 starts elsewhere.
fuzz: .venv/test
	$(BIN)/python -m tests.engine.fuzz $(or $(N),2000) $(SEED)

# N random programs with known mistakes: every verdict's cause, line and cuts; exit 1 if one is wrong.
fuzz-why: .venv/test
	$(BIN)/python -m tests.diagnose.fuzz $(or $(N),2000) $(SEED)

# Timings beside NumPy by hand, and PyTorch and HIPS autograd where .venv has them; ROUNDS=5 is quick.
bench: .venv/lab
	$(BIN)/python -m benchmarks $(if $(ROUNDS),--rounds $(ROUNDS))

# Stamps: a second run starts at once, a changed pyproject.toml installs again.
.venv/created:
	rm -rf .venv
	$(create)
	@touch $@

.venv/lab: .venv/created pyproject.toml
	$(install) '.[lab]'
	@touch $@

.venv/test: .venv/created pyproject.toml
	$(install) '.[test]'
	@touch .venv/lab $@
