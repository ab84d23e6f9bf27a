// SPDX-License-Identifier: MIT
// Kasuri as a library: a pattern of our own, and a search for the load at which the network saturates, in
// this process. Usage: simulate [THREADS]
#include <kasuri/kasuri.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace k = kasuri::v1;

namespace {

// Every rank sends to the rank that has its number backwards, in as many bits as there are ranks.
class BitReversal final : public k::Pattern {
 public:
  explicit BitReversal(std::size_t ranks) {
    while ((1u << bits_) < ranks) ++bits_;
    if ((1u << bits_) != ranks) throw k::Failure(2, "bit reversal needs a power of two of ranks");
  }
  std::uint32_t destination(std::uint32_t rank, std::uint64_t) const override {
    std::uint32_t to = 0;
    for (unsigned b = 0; b < bits_; ++b) to |= (rank >> b & 1) << (bits_ - 1 - b);
    return to;
  }

 private:
  unsigned bits_ = 0;
};

constexpr const char* kMachine = R"(
[topology]
type = "torus"
extents = [8, 8]

[router]
vcs = 4

[[jobs]]
[jobs.pattern]
type = "bit-reversal"
duration = "20 us"
)";

}  // namespace

int main(int argc, char** argv) {
  k::registry().pattern("bit-reversal", "to the rank with the same bits backwards", {},
                        [](const k::Settings&, const k::Machine&, const k::Job& job) {
                          return std::make_unique<BitReversal>(job.nodes.size());
                        });
  k::Options options;
  options.threads = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 1;
  try {
    std::printf("Kasuri %s\n", k::version().c_str());
    for (const char* load : {"0.1", "0.3", "0.5"}) {
      k::Simulation s = k::Simulation::from_text(kMachine, "machine.toml");
      const k::Outcome o = s.set("jobs.0.pattern.load", load).run(options);
      std::int64_t busiest = 0;
      for (const k::LinkUse& l : o.links) busiest = std::max(busiest, l.ejection ? 0 : l.busy_ps);
      std::printf("load %s: %.3f us, busiest link %.0f %% busy, hash %s\n", load,
                  1e-6 * static_cast<double>(o.time_ps),
                  100.0 * static_cast<double>(busiest) / static_cast<double>(o.time_ps),
                  o.result_hash.c_str());
    }
  } catch (const k::Failure& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return e.exit_code();
  }
}
