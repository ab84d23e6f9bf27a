// SPDX-License-Identifier: MIT
// Weighted arbitration between classes of traffic: where several classes want an output, each gets bytes in
// proportion to its weight, and what one leaves the others take. Self-clocked fair queueing (Golestani,
// INFOCOM 1994): the next packet of class k, of S bytes, is tagged F_k + S / w_k, F_k being the tag of the
// class's packet sent last, or, when the class had nothing to send since, at least that of the packet of
// any class sent last; the least tag goes first. Within a class inputs take turns.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <vector>

#include "base/config/registry.h"
#include "base/core/pool.h"
#include "network/router/arbiter_of.h"

namespace kasuri {
namespace {

struct WeightedParams {
  std::vector<std::uint32_t> weights{};

  static config::Fields<WeightedParams> fields() {
    return {config::field("weights", &WeightedParams::weights,
                          "weight of each traffic class in order; default: equal weights")
                .range(1, 1000)};
  }
  std::optional<Arbiter::Misfit> misfit(const RouterParams& r) const {
    if (weights.size() <= r.classes) return std::nullopt;
    return Arbiter::Misfit{"weights",
                           fmt::format("{} weights for {} traffic class{} (router.classes); give at most "
                                       "one for each; missing weights are 1",
                                       weights.size(), r.classes, r.classes == 1 ? "" : "es")};
  }
};

class Weighted {
 public:
  Weighted(const WeightedParams& p, const RouterContext& c)
      : vcs_(c.params.vcs),
        classes_(c.params.classes),
        ports_(c.fabric),
        outputs_(ports_.count()),
        per_class_(outputs_.size() * classes_) {
    std::vector<std::uint32_t> weights = p.weights;
    weights.resize(classes_, 1);
    // Exact where the weights have a small common multiple; else to 0.1 %, so that tags do not overflow.
    constexpr std::uint64_t kLargest = 1 << 20;
    const std::uint64_t all = std::accumulate(
        weights.begin(), weights.end(), std::uint64_t{1},
        [](std::uint64_t a, std::uint64_t b) { return a < kLargest ? std::lcm(a, b) : a; });
    for (const std::uint32_t w : weights) per_byte_.push_back(std::min(all, kLargest) / w);
  }

  void alone(const Alone& a) {
    const std::size_t output = ports_.of(a.router, a.output);
    const std::uint32_t k = a.vc / vcs_;
    begin(output, std::uint64_t{1} << k);
    sent(output, k, a.input_vc, tag(output, k, a.bytes));
  }

  template <class Site, class Take>
  bool pick(Site& site, Take&& take) {
    const std::size_t output = ports_.of(site.local_router(), site.port());
    waiting_.clear();
    std::uint64_t present = 0;
    for_each_in(site.set(), site.words(), [&](std::uint32_t input_vc) {
      const std::uint32_t k = site.vc(input_vc) / vcs_;
      present |= std::uint64_t{1} << k;
      waiting_.push_back({k, input_vc <= of(output, k).turn, input_vc});
    });
    begin(output, present);
    std::ranges::sort(waiting_);
    // Of each class the first in turn that has not been refused, as [next, end) of waiting_.
    heads_.clear();
    for (std::size_t i = 0, end = 0; i < waiting_.size(); i = end) {
      const std::uint32_t k = waiting_[i].traffic_class;
      while (end < waiting_.size() && waiting_[end].traffic_class == k) ++end;
      heads_.push_back({tag(output, k, site.packet(waiting_[i].input_vc).bytes), k, i, end});
    }
    while (!heads_.empty()) {
      const auto least = std::ranges::min_element(heads_);
      const std::uint32_t input_vc = waiting_[least->next].input_vc;
      if (take(input_vc)) {
        sent(output, least->traffic_class, input_vc, least->tag);
        return true;
      }
      if (++least->next == least->end) {
        heads_.erase(least);
      } else {
        const std::uint32_t next = waiting_[least->next].input_vc;
        least->tag = tag(output, least->traffic_class, site.packet(next).bytes);
      }
    }
    return false;
  }

 private:
  struct Waiting {
    std::uint32_t traffic_class;
    bool passed;  // not after the class's last winner
    std::uint32_t input_vc;
    friend auto operator<=>(const Waiting&, const Waiting&) = default;
  };
  struct Head {
    std::uint64_t tag;
    std::uint32_t traffic_class;
    std::size_t next, end;
    friend auto operator<=>(const Head&, const Head&) = default;
  };
  struct Output {
    std::uint64_t sent = 0;     // the tag of the packet sent last
    std::uint64_t waiting = 0;  // the classes that had packets here last time
  };
  struct OfClass {
    std::uint64_t tag = 0;   // of its packet sent last
    std::uint32_t turn = 0;  // where that came from
  };

  OfClass& of(std::size_t output, std::uint32_t k) { return per_class_[output * classes_ + k]; }
  // These classes have packets for it now.
  void begin(std::size_t output, std::uint64_t present) {
    Output& o = outputs_[output];
    for (std::uint64_t fresh = present & ~o.waiting; fresh; fresh &= fresh - 1) {
      OfClass& c = of(output, static_cast<std::uint32_t>(std::countr_zero(fresh)));
      c.tag = std::max(c.tag, o.sent);
    }
    o.waiting = present;
  }
  std::uint64_t tag(std::size_t output, std::uint32_t k, std::uint32_t bytes) {
    return of(output, k).tag + bytes * per_byte_[k];
  }
  void sent(std::size_t output, std::uint32_t k, std::uint32_t input_vc, std::uint64_t tag) {
    outputs_[output].sent = tag;
    of(output, k) = {tag, input_vc};
  }

  std::uint32_t vcs_, classes_;
  PortNumbers ports_;
  std::vector<std::uint64_t> per_byte_;  // what a byte of a class adds to its tag
  LazyArray<Output> outputs_;
  LazyArray<OfClass> per_class_;  // of each output
  std::vector<Waiting> waiting_;
  std::vector<Head> heads_;
};

const config::Register<ArbiterOf<Weighted, WeightedParams>, WeightedParams> weighted{
    "weighted", "bandwidth to traffic classes in proportion to their weights"};

}  // namespace
}  // namespace kasuri
