// SPDX-License-Identifier: MIT
// Nothing is allocated in steady state: operator new is counted in the second half of a run of
// open-loop traffic. Replaces the global operators of this whole test program.
#include <gmock/gmock.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <utility>

#include "experiment/run/test_fabric.h"
#include "experiment/run/test_run.h"

namespace {

std::atomic<std::uint64_t> allocations = 0;  // of all threads

void* allocate(std::size_t bytes, std::size_t alignment) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  void* p = alignment <= alignof(std::max_align_t)
                ? std::malloc(bytes ? bytes : 1)
                : std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  if (!p) throw std::bad_alloc();
  return p;
}

}  // namespace

void* operator new(std::size_t n) { return allocate(n, 0); }
void* operator new[](std::size_t n) { return allocate(n, 0); }
void* operator new(std::size_t n, std::align_val_t a) {
  return allocate(n, static_cast<std::size_t>(a));
}
void* operator new[](std::size_t n, std::align_val_t a) {
  return allocate(n, static_cast<std::size_t>(a));
}
void* operator new(std::size_t n, const std::nothrow_t&) noexcept { return allocate(n, 0); }
void* operator new[](std::size_t n, const std::nothrow_t&) noexcept { return allocate(n, 0); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

namespace kasuri {
namespace {

TEST(Allocation, IsCounted) {
  const std::uint64_t before = allocations;
  ::operator delete(::operator new(8));  // unlike an expression, never optimised away
  EXPECT_EQ(allocations, before + 1);
}

TEST(Allocation, DoesNotHappenInSteadyState) {
  for (const auto& [architecture, load] : {std::pair("input-queued", 0.1), {"input-queued", 0.4},
                                           {"output-queued", 0.4}, {"cioq", 0.4}}) {
    TestFabric f{.extents = {8, 8}};
    f.architecture = architecture;
    TestMachine m(f.toml(fmt::format(
        "[[jobs]]\npattern = {{ type = \"uniform\", load = {}, message = \"5 kB\", "
        "duration = \"2 ms\" }}\n", load)));
    m.machine.start();
    Partition& p = m.machine.domain(0).partition();
    p.run_until(Time{1'000'000'000});
    const std::uint64_t packets = m.machine.delivered().packets;
    const std::uint64_t before = allocations;
    p.run_until(Time{2'000'000'000});
    EXPECT_EQ(allocations, before) << architecture << " at load " << load;
    EXPECT_GT(m.machine.delivered().packets, packets + 10'000);
  }
}

}  // namespace
}  // namespace kasuri
