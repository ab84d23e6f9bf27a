// SPDX-License-Identifier: MIT
// Kasuri as the network of another simulator: here of cores that compute for a while, send 4 KiB to the
// next one around a ring, and go on when the message of the one before has arrived.
#include <kasuri/network.h>

#include <cstdio>

namespace k = kasuri::v1;

namespace {

constexpr int kSteps = 100;
constexpr std::int64_t kCompute = 3'000'000;  // ps

struct Core {
  std::uint32_t number;
  int steps = 0, received = 0;
  bool waits = false;
};

class Ring {
 public:
  explicit Ring(k::Network& n) : n_(n) {
    for (std::uint32_t i = 0; i < n.nodes(); ++i) cores_.push_back({i});
    for (Core& c : cores_) compute(c);
  }

 private:
  void compute(Core& c) {
    n_.schedule(n_.now() + kCompute + c.number * 1000, [this, &c] { send(c); });
  }
  void send(Core& c) {
    Core& next = cores_[(c.number + 1) % cores_.size()];
    n_.send(c.number, next.number, 4096, 0, {}, [this, &next] {
      ++next.received;
      if (next.waits) go_on(next);
    });
    ++c.steps;
    c.waits = true;
    if (c.received >= c.steps) go_on(c);
  }
  void go_on(Core& c) {
    if (c.received < c.steps || c.steps == kSteps) return;
    c.waits = false;
    compute(c);
  }

  k::Network& n_;
  std::vector<Core> cores_;
};

}  // namespace

int main(int argc, char** argv) {
  try {
    auto machine = k::Simulation::from_text("topology = { type = 'torus', extents = [4, 4, 4] }");
    for (int i = 1; i + 1 < argc; i += 2) machine.set(argv[i], argv[i + 1]);
    k::Network network(machine);
    const Ring ring(network);
    network.run();
    const k::Outcome o = network.finish();
    std::printf("%d steps in %.3f us, hash %s\n", kSteps, 1e-6 * static_cast<double>(o.time_ps),
                o.result_hash.c_str());
  } catch (const k::Failure& f) {
    std::fprintf(stderr, "%s\n", f.what());
    return f.exit_code();
  }
}
