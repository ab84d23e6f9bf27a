// SPDX-License-Identifier: MIT
// Shuffle-exchange (Stone, IEEE Trans. Computers C-20, 1971) and butterfly stages.
#include "base/config/registry.h"
#include "studies/manycore/wiring.h"

namespace kasuri::emu {
namespace {

// Output b of pipe p leads to pipe (2p + b) mod N: a perfect shuffle, the low bit chosen freely. So
// a packet that chooses the bits of its destination, highest first, is there after log2 N ranks.
class Shuffle final : public Wiring {
 public:
  Shuffle(const config::NoParams&, WiringContext& c) : log_pipes_(c.log_pipes) {}
  End target(std::uint32_t, std::uint32_t pipe, std::uint32_t port) const override {
    const std::uint32_t mask = (1u << log_pipes_) - 1;
    return {(pipe << 1 | port) & mask, pipe >> (log_pipes_ - 1) & 1};
  }

 private:
  std::uint32_t log_pipes_;
};

// Output b of pipe p in rank r replaces bit (log2 N - 1 - r mod log2 N) of p by b. The same choice
// of bits leads to the destination if the packet starts in a rank that is a multiple of log2 N.
class Butterfly final : public Wiring {
 public:
  Butterfly(const config::NoParams&, WiringContext& c) : log_pipes_(c.log_pipes) {}
  End target(std::uint32_t rank, std::uint32_t pipe, std::uint32_t port) const override {
    const std::uint32_t bit = log_pipes_ - 1 - rank % log_pipes_;
    return {(pipe & ~(1u << bit)) | port << bit, pipe >> bit & 1};
  }

 private:
  std::uint32_t log_pipes_;
};

const config::Register<Shuffle> shuffle{"shuffle", "shuffle-exchange, the paper's"};
const config::Register<Butterfly> butterfly{"butterfly", "butterfly: each stage replaces one bit of the "
                                                         "number of the pipe"};

}  // namespace
}  // namespace kasuri::emu
