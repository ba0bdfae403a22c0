# demo and test build .venv themselves; they need Python 3.11 or later, make and pip.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin

.PHONY: demo test check check-style bench docs lock clean

demo: .venv/.run
	@$(BIN)/sfumato demo

test: .venv/.dev
	$(BIN)/python -m pytest -n 2

check: check-style test

check-style: .venv/.dev
	$(BIN)/ruff format --check src tests bench docs
	$(BIN)/ruff check src tests bench docs
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/.dev
	-@$(MAKE) -s .venv-bench/.fuzzer
	$(BIN)/python -m bench

docs: .venv/.dev
	$(BIN)/python -m docs.generate

.venv/.run: requirements.lock pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

.venv/.dev: requirements-dev.lock .venv/.run
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements-dev.lock
	touch $@

# Without it (another system, no package index) the other benches run all the same.
.venv-bench/.fuzzer: bench/fuzzer.txt
	$(PYTHON) -m venv .venv-bench
	.venv-bench/bin/python -m pip install -q --disable-pip-version-check --require-hashes -r bench/fuzzer.txt
	touch $@

# Versions and hashes, no download addresses.
lock:
	printf 'hatchling\neditables\n' > .venv/build.in
	uv pip compile pyproject.toml .venv/build.in --extra extract --generate-hashes --universal \
	  --python-version 3.11 --no-header --no-annotate -q -o requirements.lock
	uv pip compile pyproject.toml .venv/build.in --extra dev --generate-hashes --universal \
	  --python-version 3.11 --no-header --no-annotate -q -o requirements-dev.lock

clean:
	rm -rf .venv .venv-bench .venv-peers demo-out bench-out
