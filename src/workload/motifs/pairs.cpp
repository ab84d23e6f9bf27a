// SPDX-License-Identifier: MIT
// Pairs of ranks exchange messages, as in matrix products and transposes (Chatterbug's pairs, TraceRP's
// permutation): the first half of the ranks, in order or shuffled, is joined to the second.
#include "base/core/errors.h"
#include "workload/motifs/motif.h"

namespace kasuri {
namespace {

using namespace literals;

struct PairsParams : MotifSteps {
  Bytes size{65536};
  std::uint32_t shuffle = 1;

  static config::Fields<PairsParams> fields() {
    using P = PairsParams;
    return motif_fields<P>({config::field("size", &P::size, "of a message").at_least(0_B),
            config::field("shuffle", &P::shuffle, "seed of the random order of ranks; 0: order by rank")
                .range(0, 1u << 30)});
  }
};

class Pairs final : public StepMotif<PairsParams> {
 public:
  Pairs(const PairsParams& p, MotifContext& c) : StepMotif(p) {
    if (!c.ranks || *c.ranks % 2 != 0) {
      throw Error(Exit::usage, "pairs need an even number of ranks ('ranks')");
    }
    const std::uint32_t n = *c.ranks;
    std::vector<std::uint32_t> order(n);
    for (std::uint32_t i = 0; i < n; ++i) order[i] = i;
    for (std::uint32_t i = n; p_.shuffle > 0 && i > 1; --i) {
      const std::uint64_t draw = motif_hash(std::uint64_t{p_.shuffle} << 32 | i);
      std::swap(order[draw % i], order[i - 1]);
    }
    partner_.resize(n);
    for (std::uint32_t i = 0; i < n; ++i) partner_[order[i]] = order[(i + n / 2) % n];
  }
  std::uint32_t ranks() const override { return static_cast<std::uint32_t>(partner_.size()); }

 private:
  bool operation(std::uint32_t rank, std::uint32_t step, std::uint32_t k,
                 mpi::Operation& out) const override {
    const auto partner = static_cast<std::int32_t>(partner_[rank]);
    if (k == 2) return wait_all(out);
    return k < 2 && message(out, k == 1, partner, static_cast<std::int32_t>(step), p_.size, k);
  }

  std::vector<std::uint32_t> partner_;
};

const config::Register<Pairs, PairsParams> pairs{
    "pairs", "ranks exchange messages in pairs, in order or shuffled"};

}  // namespace
}  // namespace kasuri
