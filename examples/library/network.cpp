// SPDX-License-Identifier: MIT
// Kasuri as the network of another simulator: here of cores around a ring, each of which computes for 3 us
// when it gets a message, and then sends 4 KiB to the next one. Arguments are settings: KEY VALUE …
#include <kasuri/network.h>

#include <cstdio>

namespace k = kasuri::v1;

static void pass_on(k::Network& n, std::uint32_t core, int steps) {
  if (steps == 0) return;
  n.schedule(n.now() + 3'000'000, [&n, core, steps] {
    const std::uint32_t next = (core + 1) % n.nodes();
    n.send(core, next, 4096, 0, {}, [&n, next, steps] { pass_on(n, next, steps - 1); });
  });
}

int main(int argc, char** argv) {
  try {
    auto machine = k::Simulation::from_text("topology = { type = 'torus', extents = [4, 4, 4] }");
    for (int i = 1; i + 1 < argc; i += 2) machine.set(argv[i], argv[i + 1]);
    k::Network network(machine);
    for (std::uint32_t core = 0; core < network.nodes(); ++core) pass_on(network, core, 100);
    network.run();
    const k::Outcome o = network.finish();
    std::printf("100 steps in %.3f us, hash %s\n", 1e-6 * static_cast<double>(o.time_ps),
                o.result_hash.c_str());
  } catch (const k::Failure& f) {
    std::fprintf(stderr, "%s\n", f.what());
    return f.exit_code();
  }
}
