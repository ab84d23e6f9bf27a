// SPDX-License-Identifier: MIT
// A ring of all NPUs through the adapter for ASTRA-sim, and the same messages without it: they must take
// the same time. Each NPU sends a block to the next, receives one, computes for 2 us, and begins again, in
// as many steps as there are NPUs.
#include <cstdio>
#include <functional>
#include <memory>
#include <vector>

#include "kasuri_network.hh"

namespace k = kasuri::v1;

constexpr std::uint64_t kBytes = 300'000;
constexpr std::int64_t kWork = 2'000'000;  // ps

// ASTRA-sim's callbacks are a function and an argument, which is used once.
static void call(void* f) {
  const std::unique_ptr<std::function<void()>> mine(static_cast<std::function<void()>*>(f));
  (*mine)();
}
static void* once(std::function<void()> f) { return new std::function<void()>(std::move(f)); }

static std::int64_t by_adapter(const k::Simulation& machine) {
  k::Network network(machine);
  kasuri_astra::Shared shared(network);
  const int n = static_cast<int>(network.nodes());
  std::vector<std::unique_ptr<kasuri_astra::KasuriNetwork>> npus;
  for (int i = 0; i < n; ++i) npus.push_back(std::make_unique<kasuri_astra::KasuriNetwork>(i, shared));
  int sent = 0;
  std::function<void(int, int)> step = [&](int npu, int k) {
    kasuri_astra::KasuriNetwork& me = *npus[static_cast<std::size_t>(npu)];
    if (k == n) return me.sim_notify_finished();
    const int before = (npu + n - 1) % n;
    me.sim_send(nullptr, kBytes, 0, (npu + 1) % n, k, nullptr, call, once([&] { ++sent; }));
    const auto work = [&, npu, k] {
      npus[static_cast<std::size_t>(npu)]->sim_schedule({AstraSim::NS, kWork / 1000.0L}, call,
                                                        once([&, npu, k] { step(npu, k + 1); }));
    };
    me.sim_recv(nullptr, kBytes, 0, before, k, nullptr, call, once(work));
  };
  for (int i = 0; i < n; ++i) step(i, 0);
  network.run();
  const auto now = npus[0]->sim_get_time();
  if (shared.finished != n || sent != n * n || !shared.pairs.empty()) return -1;
  const auto there = static_cast<long double>(network.now());
  if (now.time_res != AstraSim::NS || now.time_val * 1000 != there) return -2;
  return network.finish().time_ps;
}

static std::int64_t directly(const k::Simulation& machine) {
  k::Network network(machine);
  const std::uint32_t n = network.nodes();
  std::vector<std::vector<int>> arrived(n, std::vector<int>(n));
  std::function<void(std::uint32_t, std::uint32_t)> step = [&](std::uint32_t npu, std::uint32_t k) {
    if (k == n) return;
    const std::uint32_t next = (npu + 1) % n;
    const auto go_on = [&, k](std::uint32_t who) {  // it has sent its own, and got another's
      if (++arrived[who][k] < 2) return;
      network.schedule(network.now() + kWork, [&, who, k] { step(who, k + 1); });
    };
    network.send(npu, next, kBytes, 0, {}, [=] { go_on(next); });
    go_on(npu);
  };
  for (std::uint32_t i = 0; i < n; ++i) step(i, 0);
  network.run();
  return network.finish().time_ps;
}

int main() {
  try {
    const auto machine = k::Simulation::from_text("topology = { type = 'torus', extents = [4, 2] }");
    const std::int64_t adapted = by_adapter(machine), plain = directly(machine);
    std::printf("%lld ps by the adapter, %lld without\n", static_cast<long long>(adapted),
                static_cast<long long>(plain));
    return adapted != plain;
  } catch (const k::Failure& f) {
    std::fprintf(stderr, "%s\n", f.what());
    return f.exit_code();
  }
}
