// SPDX-License-Identifier: MIT
// What point-to-point benchmarks do: each rank of the first half sends a window of messages to its partner
// in the second half, which answers when it has all of them; or both send at once. With one message and an
// answer of its size, half a step is what they call latency; with many, their bytes by the time of a step
// are the bandwidth.
#include "base/core/errors.h"
#include "workload/motifs/motif.h"

namespace kasuri {
namespace {

struct PingPongParams : MotifSteps {
  Bytes size{8};
  std::optional<Bytes> answer;
  std::uint32_t window = 1;
  bool both = false;

  static config::Fields<PingPongParams> fields() {
    using P = PingPongParams;
    return motif_fields<P>(
        {config::field("size", &P::size, "of a message").at_least(Bytes{0}),
         config::field("answer", &P::answer, "size of the answer; default: a message's").at_least(Bytes{0}),
         config::field("window", &P::window, "messages at a time").range(1, 1u << 16),
         config::field("both", &P::both, "whether both send a window at once, without answers")});
  }
};

class PingPong final : public StepMotif<PingPongParams> {
 public:
  PingPong(const PingPongParams& p, MotifContext& c) : StepMotif(p) {
    if (!c.ranks || *c.ranks % 2 != 0) {
      throw Error(Exit::usage, "ping-pong needs an even number of ranks ('ranks')");
    }
    ranks_ = *c.ranks;
  }
  std::uint32_t ranks() const override { return ranks_; }

 private:
  bool operation(std::uint32_t rank, std::uint32_t, std::uint32_t k, mpi::Operation& out) const override {
    const bool is_first = rank < ranks_ / 2;
    const auto partner = static_cast<std::int32_t>((rank + ranks_ / 2) % ranks_);
    const std::uint32_t w = p_.window;
    if (p_.both) {
      return k < 2 * w ? message(out, k >= w, partner, 0, p_.size, k) : k == 2 * w && wait_all(out);
    }
    if (k < w) return message(out, is_first, partner, 0, p_.size, k);
    if (k == w + 1) return message(out, !is_first, partner, 1, p_.answer.value_or(p_.size), 0);
    return (k == w || k == w + 2) && wait_all(out);
  }

  std::uint32_t ranks_;
};

const config::Register<PingPong, PingPongParams> ping_pong{
    "ping-pong", "pairs of ranks send messages there and back, as benchmarks do"};

}  // namespace
}  // namespace kasuri
