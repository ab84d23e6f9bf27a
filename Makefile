# The two commands: `make run` does the main job, `make test` passes the tests. Each sets itself up:
# `make run` installs and builds the simulator alone, `make test` the tests and benchmarks as well.
.PHONY: build run test clean
CONFIG ?= examples/alltoall-torus/config.toml

build: build/.simulator
	@cmake --build --preset release --target kasuri

run: build
	build/kasuri run $(CONFIG)

test: build/.tests
	@cmake --build --preset release
	ctest --preset release -j $$(nproc)

# Configured builds; one with tests also serves `make run`.
build/.simulator: tools/install-deps CMakeLists.txt
	@tools/install-deps run
	@[ -e build/.tests ] || cmake --preset release -DKASURI_TESTS=OFF -DKASURI_BENCHMARKS=OFF
	@touch $@

build/.tests: tools/install-deps CMakeLists.txt
	@tools/install-deps
	@cmake --preset release -DKASURI_TESTS=ON -DKASURI_BENCHMARKS=ON
	@touch $@ build/.simulator

clean:
	rm -rf build build-debug build-tsan build-fuzz
