# The two commands: `make run` does the main job, `make test` passes the tests. Each sets itself up:
# `make run` builds what the main job needs (src/FIRST), `make build` the simulator with everything and its
# studies (studies/), `make test` also the tests and benchmarks.
.PHONY: build dev run test viewer install deb tarball release clean
MAIN_JOB = examples/alltoall-torus/config.toml
CONFIG ?= $(MAIN_JOB)
# The main job needs the whole simulator only where that is there already.
SIMULATOR = $(if $(or $(wildcard build/kasuri),$(filter-out $(MAIN_JOB),$(CONFIG))),kasuri,kasuri-first)

build: build/.simulator
	@tools/install-deps build
	@cmake --build --preset release --target kasuri kasuri_studies kasuri_python

run: build/.simulator
	@cmake --build --preset release --target $(SIMULATOR)
	build/$(SIMULATOR) run $(CONFIG)
	@[ -e build/kasuri ] || echo "make build builds build/kasuri, which has all components and commands."

test: build/.tests
	@cmake --build --preset release
	ctest --preset release -j $$(nproc)

# For a change: each file compiled by itself, with ccache, in a folder of its own. `make dev ROOM=routing` builds
# and runs the tests of src/network/routing alone; FILTER='Valiant.*' some of them.
dev: build-dev/.configured
	@cmake --build build-dev --target $(if $(ROOM),$(ROOM)_tests,kasuri)
	@$(if $(ROOM),build-dev/$(ROOM)_tests --gtest_brief=1 --gtest_filter='$(or $(FILTER),*)')

build-dev/.configured: tools/install-deps CMakeLists.txt
	@tools/install-deps
	@CXXFLAGS=-fpch-preprocess cmake --preset release -B build-dev -DKASURI_UNITY=OFF -DKASURI_BENCHMARKS=OFF \
	  $(if $(shell command -v ccache),-DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCMAKE_C_COMPILER_LAUNCHER=ccache)
	@touch $@

# The page of `kasuri view`, `kasuri run --watch` and `kasuri serve`; it needs npm and its registry, once.
viewer: build/viewer.html

build/viewer.html: web/node_modules/.package-lock.json web/index.html web/build.mjs $(wildcard web/src/*)
	@cd web && npx tsc --noEmit -p . && node build.mjs ../build/viewer.html

web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	@tools/install-deps viewer
	@cd web && npm ci --silent
	@touch $@

# Configured builds; one with tests also serves `make run`.
build/.simulator: tools/install-deps CMakeLists.txt
	@tools/install-deps run
	@[ -e build/.tests ] || cmake --preset release -DKASURI_TESTS=OFF -DKASURI_BENCHMARKS=OFF
	@touch $@

build/.tests: tools/install-deps CMakeLists.txt
	@tools/install-deps
	@cmake --preset release -DKASURI_TESTS=ON -DKASURI_BENCHMARKS=ON
	@touch $@ build/.simulator

# docs/installing.md. Packages are for other machines too, so they have a build of their own.
PREFIX ?= /usr/local
install: build
	@$(MAKE) --no-print-directory viewer || echo "No page of the viewer: kasuri view will name what is missing."
	@cmake --build --preset release --target kasuri_package
	@cmake --install build --prefix $(PREFIX)

deb tarball: build-package/.configured build-package/viewer.html
	@cmake --build --preset package
	@cd build-package && cpack -G $(if $(filter deb,$@),DEB,TGZ)

# Both packages of a tag, from its files alone: make release TAG=v0.2.0 (docs/packaging.md).
release:
	@git show $(TAG):CMakeLists.txt | grep -q 'VERSION $(TAG:v%=%) ' || \
	  { echo "$(or $(TAG),TAG=vN.N.N) is no tag, or not the version in its CMakeLists.txt"; exit 1; }
	@rm -rf build-release && mkdir build-release && git archive $(TAG) | tar -x -C build-release
	@$(MAKE) --no-print-directory -C build-release deb tarball
	@mv build-release/build-package/kasuri[-_]*.deb build-release/build-package/kasuri-*.tar.gz . && ls kasuri[-_]$(TAG:v%=%)*

build-package/viewer.html: build/viewer.html
	@mkdir -p $(@D) && cp $< $@

build-package/.configured: tools/install-deps CMakeLists.txt
	@tools/install-deps build
	@cmake --preset package
	@touch $@

clean:
	rm -rf build build-dev build-release build-debug build-tsan build-fuzz build-package
