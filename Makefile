# Every command of the project. Works with the make of Linux and macOS (3.81); each target installs what it needs.
SHELL := /bin/sh
PYTHON_VENV := .venv/bin/python
HOST ?= 127.0.0.1
PORT ?= 8000
T ?= tests

.PHONY: help run test install install-dev admin backup restore check format messages lock vendor audit sbom bench-rules \
	bench-best bench-pages bench-load bench-growth bench-peer bench-seating bench-abuse bench-phone soak proofs \
	rehearse-deploy rehearse-container picture screens screenshots clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile
	@echo "Options: HOST=0.0.0.0 (reachable by phones in the room)  PORT=8000  SPLITSITE_DATA=folder"
	@echo "         DATABASE_URL=postgres://…  DEBUG=1; README.md has the rest."

run: ## start the site and print its address; Ctrl-C stops it
	@scripts/install run
	@exec $(PYTHON_VENV) -m splitsite.supervisor --host "$(HOST)" --port "$(PORT)" --end-with-parent

test: ## run the whole test suite, browser tests included (T=tests/table for some)
	@scripts/install run dev
	@$(PYTHON_VENV) -m scripts.browser
	@$(PYTHON_VENV) -m scripts.redis_server
	@$(PYTHON_VENV) -m pytest -n 2 --dist loadfile --no-loadscope-reorder $(T)

install: ## only install what the site needs, into .venv
	@scripts/install run

install-dev: ## the same with the test tools
	@scripts/install run dev

admin: ## create a staff account; asks for name and password, or takes ADMIN_NAME and ADMIN_PASSWORD
	@scripts/install run
	@$(PYTHON_VENV) -m splitsite.prepare
	@DJANGO_SUPERUSER_NAME="$${ADMIN_NAME:-}" DJANGO_SUPERUSER_PASSWORD="$${ADMIN_PASSWORD:-}" \
		$(PYTHON_VENV) manage.py createsuperuser $(if $(ADMIN_NAME),--no-input)

backup: ## save the whole database to one file (FILE=where); the site may run meanwhile
	@scripts/install run
	@$(PYTHON_VENV) -m splitsite.backup save $(if $(FILE),"$(FILE)")

restore: ## put a saved database back (FILE=which); the site must not run
	@scripts/install run
	@$(PYTHON_VENV) -m splitsite.backup restore $(if $(FILE),"$(FILE)")

check: ## format, lint, types, templates, migrations, private parts of libraries
	@scripts/install run dev
	$(PYTHON_VENV) -m ruff format --check .
	$(PYTHON_VENV) -m ruff check .
	git ls-files -z "templates/*.html" "games/*/templates/*.html" | xargs -0 .venv/bin/djade --target-version 5.2 --check
	$(PYTHON_VENV) -m mypy .
	$(PYTHON_VENV) -m scripts.private_parts
	$(PYTHON_VENV) manage.py makemigrations --check --dry-run
	DATABASE_URL=postgres://user:password@localhost/none ALLOWED_HOSTS=example.org \
		SECRET_KEY=only-to-see-whether-production-settings-are-complete-0123456789 \
		$(PYTHON_VENV) manage.py check --deploy --fail-level WARNING

format: ## format code and templates, and repair simple lint
	@scripts/install run dev
	$(PYTHON_VENV) -m ruff check --fix .
	$(PYTHON_VENV) -m ruff format .
	git ls-files -z "templates/*.html" "games/*/templates/*.html" | xargs -0 .venv/bin/djade --target-version 5.2

messages: ## collect the site's sentences into the catalogues, and compile them
	@scripts/install run dev
	@$(PYTHON_VENV) -m scripts.messages

lock: ## renew the lock files after changing pyproject.toml
	@scripts/install run
	@scripts/lock

audit: ## ask whether the locked packages have known holes (ends with 3 if nobody can be asked)
	@scripts/install run
	@scripts/tool $(CURDIR)/$(PYTHON_VENV) -m scripts.audit

sbom: ## list what the site consists of, as CycloneDX JSON (FILE=sbom.json)
	@scripts/install run
	@$(PYTHON_VENV) -m scripts.sbom $(if $(FILE),"$(FILE)")

vendor: ## fetch htmx and its socket extension again, in the versions that scripts/vendor names; needs npm
	@scripts/vendor

bench-rules: ## measure how fast the rules are
	@scripts/install run
	@$(PYTHON_VENV) -m benchmarks.rules

bench-best: ## measure how good the search for the best Splitter sheet is (takes minutes)
	@scripts/install run
	@$(PYTHON_VENV) -m benchmarks.best --prove

bench-pages: ## measure queries and time of heavy pages, with no finished rounds and with 100,000
	@scripts/install run dev
	@$(PYTHON_VENV) -m benchmarks.pages

bench-seating: ## measure how well tournaments of 7 to 40 people are seated
	@scripts/install run
	@$(PYTHON_VENV) -m benchmarks.seating

bench-load: ## play many tables over real sockets (ARGS="--pace human --tables 250 --seconds 60")
	@scripts/install run dev
	@$(PYTHON_VENV) -m benchmarks.load $(ARGS)

bench-growth: ## the same beside 10, 100, 1,000 open tables, and after 100,000 rounds
	@scripts/install run dev
	@$(PYTHON_VENV) -m benchmarks.load.growth $(ARGS)

bench-peer: ## the same in turns with boardgame.io; needs Node.js (ARGS="--runs 5")
	@scripts/install run dev
	@$(PYTHON_VENV) -m benchmarks.peer $(ARGS)

bench-abuse: ## what one abusive client of each kind costs 20 honest tables (ARGS="--kinds idle,pages-300")
	@scripts/install run dev
	@$(PYTHON_VENV) -m benchmarks.abuse $(ARGS)

bench-phone: ## measure what a reveal costs a slow phone, in a real browser
	@scripts/install run dev
	@$(PYTHON_VENV) -m scripts.browser
	@$(PYTHON_VENV) -m pytest --quiet --capture no tests/browser/phone.py

screens: ## measure every state on every screen in every language (ARGS="-k splito-4" LANGUAGES=de,ru)
	@scripts/install run dev
	@$(PYTHON_VENV) -m scripts.browser
	@$(PYTHON_VENV) -m pytest --quiet --tb no --capture no tests/browser/screens.py $(ARGS)

screenshots: ## pictures of every page in screenshots/ (ARGS="--sizes 360x640 --schemes dark --languages de --only table")
	@scripts/install run dev
	@$(PYTHON_VENV) -m scripts.browser
	@$(PYTHON_VENV) -m scripts.screenshots $(ARGS)

soak: ## 60 tables for MINUTES=30 while processes are killed and the database stops; nothing may be lost
	@scripts/install run dev
	@$(PYTHON_VENV) -m benchmarks.soak --minutes $(or $(MINUTES),30) $(ARGS)

proofs: ## the long proofs: secrecy over GAMES=200 whole games, many more odd inputs and evenings
	@scripts/install run dev
	@GAMES=$(or $(GAMES),200) $(PYTHON_VENV) -m pytest --timeout 0 tests/secrecy tests/proofs tests/live/test_frames.py \
		tests/live/test_abuse.py

rehearse-deploy: ## follow deploy/README.md word for word on a copy of this machine; needs root and Debian or Ubuntu
	@scripts/install run dev
	@$(PYTHON_VENV) -m scripts.rehearsal machine

rehearse-container: ## the same with the steps of deploy/Containerfile
	@scripts/install run dev
	@$(PYTHON_VENV) -m scripts.rehearsal container

picture: ## take the README's picture again
	@scripts/install run dev
	@$(PYTHON_VENV) -m scripts.browser
	@$(PYTHON_VENV) -m scripts.picture

clean: ## remove what was installed and cached, never the data
	rm -rf .venv .venv.lock .pytest_cache .mypy_cache .ruff_cache .hypothesis screenshots
