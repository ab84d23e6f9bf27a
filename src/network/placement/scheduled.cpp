// SPDX-License-Identifier: MIT
// What a batch scheduler has left on a busy machine: other jobs occupy runs of nodes, and this one gets
// what is free between them, in the order of node numbers, beginning anywhere. Runs of occupied and of free
// nodes have geometric lengths, the occupied ones of `run` nodes in the mean, so that a share of all is
// occupied. A job for which too few nodes would be free gets all that are, as a scheduler drains nodes for
// it.
#include <algorithm>
#include <cmath>

#include "base/config/registry.h"
#include "network/placement/placement.h"

namespace kasuri {
namespace {

struct ScheduledParams {
  double occupied = 0.9;
  std::int64_t run = 16;
  std::optional<std::int64_t> seed;

  static config::Fields<ScheduledParams> fields() {
    using P = ScheduledParams;
    return {config::field("occupied", &P::occupied,
                          "share of the nodes that other jobs have; less where the job needs more")
                .range(0, 0.99),
            config::field("run", &P::run, "mean number of neighbouring nodes that they have")
                .range(1, 1 << 20),
            config::field("seed", &P::seed, "seed of the lengths; default: run.seed").at_least(0)};
  }
};

class Scheduled final : public Placement {
 public:
  Scheduled(const ScheduledParams& p, PlacementContext& c) : p_(p), c_(c) {}

  std::vector<NodeId> choose() const override {
    const std::size_t all = c_.free.size();
    const double left = 1 - static_cast<double>(c_.count) / static_cast<double>(all);
    const double share = std::min(p_.occupied, left);
    const auto run = static_cast<double>(p_.run);
    std::vector<bool> taken(all);
    std::size_t others = 0;
    const auto begin = static_cast<std::size_t>(below(draw(0), all));
    if (share > 0) {
      std::uint64_t n = 0;
      for (std::size_t at = 0; at < all;) {
        at += length(draw(++n), run * (1 - share) / share);  // free
        std::size_t k = length(draw(++n), run);
        for (; k > 0 && at < all && others + c_.count < all; --k, ++at, ++others) {
          taken[(begin + at) % all] = true;
        }
        if (others + c_.count >= all) break;
      }
    }
    std::vector<NodeId> chosen;
    for (std::size_t at = 0; at < all && chosen.size() < c_.count; ++at) {
      if (!taken[(begin + at) % all]) chosen.push_back(c_.free[(begin + at) % all]);
    }
    std::ranges::sort(chosen);
    return chosen;
  }

 private:
  std::uint64_t draw(std::uint64_t n) const {
    const std::uint64_t seed = p_.seed ? static_cast<std::uint64_t>(*p_.seed) : c_.seed;
    return random_at(seed, c_.job, kPlacementStream, n)[0];
  }
  // Geometric, 1 or more, of this mean; where that is below 1, sometimes 0.
  static std::size_t length(std::uint64_t random, double mean) {
    const double u = unit_interval(random);
    if (mean <= 1) return u <= mean ? 1 : 0;
    return 1 + static_cast<std::size_t>(std::log(u) / std::log(1 - 1 / mean));
  }

  ScheduledParams p_;
  const PlacementContext& c_;
};

const config::Register<Scheduled, ScheduledParams> scheduled{
    "scheduled", "free nodes between those that other jobs have, as on a busy machine"};

}  // namespace
}  // namespace kasuri
