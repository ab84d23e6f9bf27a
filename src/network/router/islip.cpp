// SPDX-License-Identifier: MIT
// iSLIP (McKeown, IEEE/ACM Trans. Networking 7(2), 1999): the outputs of a router that are free at an
// instant, and the inputs, choose each other. Each output offers itself to the next input in its turn that
// may have it; each input takes the next output in its turn of those on offer; what is left does so
// again, for a number of iterations. Turns move on only if the first iteration's offer was taken, which
// lets the turns of outputs drift apart until they do not collide. Outputs whose last offer was in vain
// try again a switch allocation time later.
#include <algorithm>
#include <vector>

#include "base/config/registry.h"
#include "base/core/pool.h"
#include "network/router/arbiter_of.h"

namespace kasuri {
namespace {

struct IslipParams {
  std::uint32_t iterations = 1;

  static config::Fields<IslipParams> fields() {
    return {config::field("iterations", &IslipParams::iterations,
                          "iterations of grants and acceptances per allocation")
                .range(1, 64)};
  }
};

class Islip {
 public:
  static constexpr bool kJoint = true, kNeedsInputs = true;

  Islip(const IslipParams& p, const RouterContext& c)
      : iterations_(p.iterations),
        cycle_(later(c.params.switch_allocation_time, Time{1})),
        numbers_(c.fabric),
        ports_(numbers_.most()),
        taken_(numbers_.count()) {}

  void alone(const Alone& a) { taken(a.router, a.input_port) = static_cast<std::uint16_t>(a.output); }

  template <class Site>
  void allocate(std::vector<Site>& outputs, Time now) {
    for (std::uint32_t round = 0; round < iterations_; ++round) {
      offer(outputs);
      if (offers_.empty()) return;
      std::ranges::sort(offers_);
      for (std::size_t i = 0; i < offers_.size(); ++i) {
        const Candidate& o = offers_[i];
        if (i > 0 && offers_[i - 1].input == o.input) continue;
        Site& site = outputs[o.site];
        if (round == 0) {
          site.turn() = static_cast<std::uint16_t>(o.input_vc);
          taken(site.local_router(), o.input) = static_cast<std::uint16_t>(site.port());
        }
        site.grant(o.input_vc, o.vc);
      }
    }
    for (const Candidate& o : offers_) {
      if (!outputs[o.site].granted()) outputs[o.site].wait_until(now + cycle_);
    }
  }

 private:
  struct Candidate {
    std::uint32_t input;
    std::uint32_t after;  // how far the output is from the last one that this input took
    std::size_t site;
    std::uint32_t input_vc;
    int vc;
    friend auto operator<=>(const Candidate&, const Candidate&) = default;
  };

  std::uint16_t& taken(std::uint32_t router, std::uint32_t input) {
    return taken_[numbers_.of(router, input)];
  }

  template <class Site>
  void offer(std::vector<Site>& outputs) {
    offers_.clear();
    for (std::size_t s = 0; s < outputs.size(); ++s) {
      Site& site = outputs[s];
      if (site.granted()) continue;
      std::uint16_t turn = site.turn();
      RoundRobin::pick(site.set(), site.words(), turn, [&](std::uint32_t input_vc) {
        const int vc = site.possible_vc(input_vc);
        if (vc < 0) return false;
        const std::uint32_t input = site.input_port(input_vc);
        const std::uint32_t last = taken(site.local_router(), input);
        offers_.push_back({input, (site.port() + ports_ - last - 1) % ports_, s, input_vc, vc});
        return true;
      });
    }
  }

  std::uint32_t iterations_;
  Time cycle_;
  PortNumbers numbers_;
  std::uint32_t ports_;  // of the largest router
  LazyArray<std::uint16_t> taken_;  // by each input, the last output
  std::vector<Candidate> offers_;
};

const config::Register<ArbiterOf<Islip, IslipParams>, IslipParams> islip{
    "islip", "iterative round-robin matching of inputs and outputs (iSLIP)"};

}  // namespace
}  // namespace kasuri
