// SPDX-License-Identifier: MIT
// Weighted arbitration between classes of traffic: where several classes want an output, each gets bytes in
// proportion to its weight, and what one leaves the others take. Self-clocked fair queueing (Golestani,
// INFOCOM 1994): the next packet of class k, of S bytes, is tagged F_k + S / w_k, F_k being the tag of the
// class's packet sent last, or, when the class had nothing to send since, at least that of the packet of
// any class sent last; the least tag goes first. Within a class inputs take turns. A packet that nothing
// competes with is not counted.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "config/registry.h"
#include "core/errors.h"
#include "core/pool.h"
#include "router/input_queued.h"

namespace kasuri {
namespace {

struct WeightedParams {
  std::vector<std::uint32_t> weights{};

  static config::Fields<WeightedParams> fields() {
    return {config::field("weights", &WeightedParams::weights,
                          "of each class of traffic, in their order; default: equal ones")
                .range(1, 1000)};
  }
};

class Weighted {
 public:
  Weighted(const WeightedParams& p, const RouterContext& c)
      : vcs_(c.params.vcs),
        classes_(c.params.classes),
        ports_(RouterLayout(c.fabric.topology, c.fabric.vcs).ports),
        outputs_(std::size_t{classes_ + 2} * ports_ * c.fabric.router_count()) {
    if (p.weights.size() > classes_) {
      throw Error(Exit::usage, fmt::format("kasuri: error: {} weights of router.arbiter for {} classes of "
                                           "traffic (router.classes)",
                                           p.weights.size(), classes_));
    }
    std::vector<std::uint32_t> weights = p.weights;
    weights.resize(classes_, 1);
    // Exact where the weights have a small common multiple; else to 0.1 %, so that tags do not overflow.
    constexpr std::uint64_t kLargest = 1 << 20;
    const std::uint64_t all = std::accumulate(
        weights.begin(), weights.end(), std::uint64_t{1},
        [](std::uint64_t a, std::uint64_t b) { return a < kLargest ? std::lcm(a, b) : a; });
    for (const std::uint32_t w : weights) per_byte_.push_back(std::min(all, kLargest) / w);
  }

  template <class Site, class Take>
  bool pick(Site& site, Take&& take) {
    std::uint64_t* const tags =
        &outputs_[(std::size_t{site.local_router()} * ports_ + site.port()) * (classes_ + 2)];
    std::uint64_t& sent = tags[classes_];         // the tag of the packet sent last
    std::uint64_t& waited = tags[classes_ + 1];  // the classes that had packets here last time
    waiting_.clear();
    const std::uint32_t turn = site.turn();
    std::uint64_t present = 0;
    for_each_in(site.set(), site.words(), [&](std::uint32_t input_vc) {
      const std::uint32_t k = site.vc(input_vc) / vcs_;
      present |= std::uint64_t{1} << k;
      if (!(waited >> k & 1)) tags[k] = std::max(sent, tags[k]);
      const std::uint64_t tag = tags[k] + site.packet(input_vc).bytes * per_byte_[k];
      waiting_.push_back({tag, k, input_vc <= turn, input_vc});
    });
    waited = present;
    std::ranges::sort(waiting_);
    for (const Waiting& w : waiting_) {
      if (!take(w.input_vc)) continue;
      site.turn() = static_cast<std::uint16_t>(w.input_vc);
      sent = tags[w.traffic_class] = w.tag;
      return true;
    }
    return false;
  }

 private:
  struct Waiting {
    std::uint64_t tag;
    std::uint32_t traffic_class;
    bool passed;  // before the last winner
    std::uint32_t input_vc;
    friend auto operator<=>(const Waiting&, const Waiting&) = default;
  };

  std::uint32_t vcs_, classes_, ports_;
  std::vector<std::uint64_t> per_byte_;  // what a byte of a class adds to its tag
  LazyArray<std::uint64_t> outputs_;     // of each: tags by class, then what pick() says
  std::vector<Waiting> waiting_;
};

const config::Register<ArbiterOf<Weighted, WeightedParams>, WeightedParams> weighted{
    "weighted", "bytes to classes of traffic in proportion to their weights"};

}  // namespace
}  // namespace kasuri
