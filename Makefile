# GNU make. `make help` lists what can be made; NOTES_TUI_LINK=runtime links the C libraries of the
# system instead of a wholly static binary.

SWIFT_CHECK = --explicit-target-dependency-import-check error
# A compiler job takes up to 2 GB: no more of them than fit, but two in any case.
JOBS := $(shell awk -v cpus="$$(getconf _NPROCESSORS_ONLN)" '/^MemTotal/ { fit = int($$2 / 2097152); \
	if (fit < 2) fit = 2; print (cpus < fit ? cpus : fit) }' /proc/meminfo 2>/dev/null || echo 2)
# A clone that is built once and thrown away needs no debug information, and no part of it is built a
# second time: as a whole each takes a sixth less.
ONCE = -debug-info-format none \
	-Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2 -Xswiftc -disable-batch-mode
PLAIN_FLAGS = $(SWIFT_CHECK) --jobs $(JOBS)
SWIFT_FLAGS = $(PLAIN_FLAGS) $(if $(BUILT_CLEAN),$(ONCE))
BINARY = .build/release/notes-tui
# Package.swift says what these are.
export NOTES_TUI_LINK ?= static-pie
# Of debug information, which the link strips, a hash would stay that knows the dates of the headers.
RELEASE = NOTES_TUI_BUILT_WITH="$$(.ci/built-with)" swift build -c release --disable-local-rpath $(PLAIN_FLAGS) -debug-info-format none
BUILD_RELEASE = $(RELEASE) --product notes-tui

PREFIX ?= /usr/local
DESTDIR ?=
BIN_DIR = $(DESTDIR)$(PREFIX)/bin
SHARE = $(DESTDIR)$(PREFIX)/share

.PHONY: help run test try format thorough build check played walls lint fuzz fuzz-syntax fuzz-vault fuzz-keys linked deps install uninstall bench bench-store bench-list bench-editor bench-keys bench-agenda bench-links bench-palette bench-preview bench-search bench-vault module pictures clean dist check-dist
.NOTPARALLEL:

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

run: build ## install what is missing, build, open the program (ARGS="--vault DIR")
	@$(BINARY) $(ARGS)

# All UI scripts, of as many folders at the same time as there are processors.
define scripts
find Tests/Scripts -name '*.script' | cut -d / -f 1-3 | sort -u | .ci/in-memory xargs -n 1 -P "$$(getconf _NPROCESSORS_ONLN)" $(1) script $(2)
endef

# Builds no release: the tests and the scripts are those of the debug build. What takes minutes is told
# as skipped; with `THOROUGH_LATER=1` what `make thorough` has in full is left to it.
test: deps ## install what is missing, build, run all quick tests and all UI scripts on the fake terminal
	@.ci/install tests
	MARKDOWN_EXAMPLES="$$(.ci/examples .build/examples)" .ci/in-memory .ci/tests swift test $(SWIFT_FLAGS) \
		$(if $(THOROUGH_LATER),--skip '$(THOROUGH)')
	$(call scripts,.build/debug/notes-tui)
	@echo 'All quick tests and all UI scripts passed; make check runs the rest.'

# What lists all modules is tried with each: its suites fail where one is not registered.
REGISTERED = HouseTests\.(Screen|Map|MapNumber)Tests|CommandsTests\.(Help|Completion)Tests
try: deps ## one module: build, its tests and those of what lists all, its scripts (NAME=Recent)
	@swift test $(SWIFT_FLAGS) --filter '^($(NAME)Tests\.|$(REGISTERED)/)' || { \
		echo 'NOTES_TUI_RECORD=1 make try NAME=$(NAME) writes the manual and completions that differ.'; exit 1; }
	@if [ -d Tests/Scripts/$(NAME) ]; then .build/debug/notes-tui script Tests/Scripts/$(NAME); fi

format: ## write all sources in the one format
	swift format --in-place --parallel --recursive Sources Tests Package.swift

# The suites that `.thorough` marks, and those that are larger by NOTES_TUI_TESTS.
THOROUGH = ^(FaultTests|LinkedTests|TogetherTests)\.|MarkTableTests|BuildTests|ProgramTests|IdleTests|Beside(Vim|Emacs)Tests|TrialTests|FailingGitTests|SshTests|Lfs(Refusal)?Tests|MergingTests.*ModelTests|RandomKeysTests|VimFuzzTests|LongRunTests|EmacsRandomTests|NotePainterTests|(Org|Outline)ExportTests|QueryFencesTests
thorough: deps ## the tests that take minutes: faults at every call, the real program, many writers (TRIALS=100 SEED=1)
	@.ci/install tests
	NOTES_TUI_TESTS=thorough NOTES_TUI_BUILT_BY='$(SWIFT_FLAGS)' NOTES_TUI_SEED=$(SEED) NOTES_TUI_TRIALS=$(TRIALS) .ci/in-memory .ci/tests swift test $(SWIFT_FLAGS) --filter '$(THOROUGH)'

# `make check` does the same with 500 notes.
linked: deps ## 5,000 notes with 100,000 links, or NOTES=…: each resolves, renames change what they should and no more
	NOTES_TUI_TESTS=thorough NOTES_TUI_LINKED=$(or $(NOTES),5000) swift test $(SWIFT_FLAGS) --filter LinkedTests

build: deps ## build the release: .build/release/notes-tui
	$(BUILD_RELEASE)
	@.ci/licences $(BINARY) .build/linked.tsv .build/licences

dist: build ## packages in .build/dist, without a network: .deb, tarballs, recipes, SBOM, checksums
	@.ci/dist

check-dist: build ## make the packages twice and compare; lintian; the .deb in a clean root (as root)
	@.ci/install dist
	@.ci/check-dist

# Walls first: they take no build. The debug build is clean, in a folder of its own, because an
# import that was not declared passes an incremental one; `BUILT_CLEAN=1` says that `.build` has one.
# The fuzzers are those of the tests' build: what they fuzz is optimized there, and checks its bounds.
check: walls lint build ## walls, format, clean build without warnings, all tests that take long, recordings, README, guide, fuzzing
	.ci/hardening $(BINARY)
	.ci/shell
	$(if $(BUILT_CLEAN),,rm -rf .build/check)
	swift build --build-tests $(SWIFT_FLAGS) $(if $(BUILT_CLEAN),,--scratch-path .build/check)
	$(if $(BUILT_CLEAN),,swift build --build-tests $(SWIFT_FLAGS))
	.ci/beside '$(MAKE) thorough SEED="$$(.ci/seed Sources/Vim Sources/Emacs Sources/TextEngine)"' '$(MAKE) played'
	@echo 'All checks passed.'

# What `check` does beside the thorough tests: it asks for no build, which would wait for those to end.
played:
	$(call scripts,$(BINARY),--driver both)
	.ci/in-memory .ci/recordings $(BINARY) Tests/Scripts
	.ci/in-memory .ci/pictures check $(BINARY) Resources/Pictures
	for page in README.md Resources/Guide/*.md; do .ci/in-memory .ci/readme $(BINARY) $$page Makefile || exit 1; done
	.ci/mcp $(BINARY)
	.ci/lsp $(BINARY)
	.ci/remind $(BINARY) "$$(.ci/seed Sources/UseCases/Reminders)"
	.build/debug/SyntaxFuzz 100000 "$$(.ci/seed Sources/NoteSyntax Sources/MarkdownLines)"
	.build/debug/VaultFuzz 100000 "$$(.ci/seed Sources/Vault)"
	.build/debug/Fuzz --seconds 30 --seed "$$(.ci/seed Sources/TextEngine)"

walls: ## which part imports what it may not
	@.ci/walls

lint: ## the format, strictly
	swift format lint --strict --parallel --recursive Sources Tests Package.swift

# From another seed each time, but in `check`, where a commit's own sources give the seed: one commit
# passes or fails as often as it is asked. What fails says its seed and the few steps that it takes.
fuzz: deps ## random edits, undo, layout and search in the text engine beside plain models (SECONDS=600 SEED=1)
	swift build --product Fuzz $(SWIFT_FLAGS)
	.build/debug/Fuzz --seconds $(or $(SECONDS),60) $(if $(SEED),--seed $(SEED))

deps: ## install the Debian packages that are missing
	@.ci/install

# As another user than the builder's, often root: installing builds nothing that is there.
install: ## install to PREFIX=/usr/local, below DESTDIR
	@test -x $(BINARY) -a -d .build/licences || $(MAKE) build
	install -d "$(BIN_DIR)"
	install -m 755 $(BINARY) "$(BIN_DIR)/notes-tui"
	@.ci/place install "$(SHARE)"

uninstall: ## remove what install put there
	rm -f "$(BIN_DIR)/notes-tui"
	@.ci/place remove "$(SHARE)"

# Builds the program and the tools beside it, then measures with a script of Tests/Benchmarks.
BENCH_WORK := $(CURDIR)/.build/bench
define measure
	@.ci/install bench
	$(BUILD_RELEASE)
	$(MAKE) -C Tests/Benchmarks OUT="$(BENCH_WORK)"
	Tests/Benchmarks/$(1).py --binary "$(CURDIR)/$(BINARY)" --work "$(BENCH_WORK)" \
		$(if $(N),-n $(N)) $(BENCH_ARGS)
endef

bench: ## measure start, keys, idling and memory beside nano and bare ncurses (N=30)
	$(call measure,bench)

bench-store: ## measure lists, searches and writes in up to 100,000 notes beside rg, fzf, nnn, sqlite3 (N=15)
	$(call measure,store)

bench-list: ## measure scrolling and filtering of 100,000 notes beside ten (N=10)
	$(call measure,list)

bench-editor: ## measure the editor on small and huge files beside other editors (N=15)
	$(call measure,editor)

bench-keys: ## measure a letter and motions in each keymap beside vim and neovim (N=15)
	$(call measure,keys)

bench-agenda: ## measure an agenda of 100,000 tasks beside the list: first frame, a task done (N=15)
	$(call measure,agenda)

bench-links: ## measure a note with 10,000 links: its links on the screen, another name for it (N=15)
	$(call measure,links)

bench-palette: ## measure a letter in the palette over 100,000 titles beside fzf (N=5)
	$(call measure,palette)

bench-search: ## measure search as one types over 10,000 and 100,000 notes beside fzf (N=5)
	$(call measure,search)

bench-vault: ## measure closing and opening 1 GB beside age, and an encrypted vault's first list (N=5)
	$(call measure,vault)
	Tests/Benchmarks/sealed.py --binary "$(CURDIR)/$(BINARY)" --work "$(BENCH_WORK)"

bench-preview: ## measure the first screenful of a note of 1 MB beside cmark-gfm's parse (N=15)
	$(call measure,preview)

fuzz-syntax: deps ## read 100,000 small notes, or N=… of them, beside cmark-gfm (SEED=1)
	swift build --product SyntaxFuzz $(SWIFT_FLAGS)
	.build/debug/SyntaxFuzz $(or $(N),100000) $(SEED)

fuzz-vault: ## open 100,000 bent files, or N=… of them: no crash, no text that was not proved
	@.ci/install
	swift build --product VaultFuzz $(SWIFT_FLAGS)
	.build/debug/VaultFuzz $(or $(N),100000) $(SEED)

fuzz-keys: deps ## 5,000 rows of vim's keys and of emacs's, or N=… of each, beside those editors (SEED=1)
	@.ci/install tests
	swift build --product notes-tui-keys $(SWIFT_FLAGS)
	.build/debug/notes-tui-keys --keymap vim --random $(or $(N),5000) $(if $(SEED),--seed $(SEED))
	.build/debug/notes-tui-keys --keymap emacs --random $(or $(N),5000) $(if $(SEED),--seed $(SEED))

module: ## generate a module: NAME=Tags STYLE=notes|list|compact [SAYS="the tags"] [WORDS="labels, topics"] [KEY=y] [COMMAND=1] [FORCE=1] [TEMPLATES=DIR]
	@swift build --quiet --product Scaffold $(SWIFT_FLAGS)
	@.build/debug/Scaffold --root "$(CURDIR)" --name "$(NAME)" --style "$(STYLE)" \
		--says "$(SAYS)" --words "$(WORDS)" --key "$(KEY)" --templates "$(TEMPLATES)" \
		$(if $(filter 1,$(COMMAND)),--command) $(if $(filter 1,$(FORCE)),--force)

pictures: build ## draw the pictures of the README again, from the real screen
	.ci/pictures make $(BINARY) Resources/Pictures

clean: ## remove everything that was built
	rm -rf .build
