# The two commands: `make run` does the main job, `make test` passes the tests. Each sets itself up.
.PHONY: build run test clean
CONFIG ?= examples/alltoall-torus/config.toml

build: build/build.ninja
	@cmake --build --preset release

build/build.ninja: tools/install-deps CMakeLists.txt
	@tools/install-deps
	@cmake --preset release

run: build
	build/kasuri run $(CONFIG)

test: build
	ctest --preset release -j $$(nproc)

clean:
	rm -rf build build-debug build-tsan build-fuzz
