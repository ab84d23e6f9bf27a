// SPDX-License-Identifier: MIT
// A controller of the flit clock that sets up, shares and tears down circuits as flows come.
#include "studies/chip/online.h"

#include <algorithm>

#include "studies/chip/path_finder.h"

namespace kasuri::chip {
namespace {

class Online final : public Controller {
 public:
  explicit Online(const Experiment& e)
      : experiment_(e), params_(e.config.chip.online),
        circuits_(e.structure, Direction::one_way), finder_(e.structure, e.costs, circuits_,
                e.config.chip.online.idle_clocks
                    ? Search::goals
                    : search_for(e.demands.size(), e.structure.servers())),
        usage_(e.structure.channels()) {}

  std::int64_t route(std::uint32_t f, Flow& flow) override {
    const Demand& d = experiment_.demands[f];
    const Structure& structure = experiment_.structure;
    const auto path = finder_.find(structure.home(d.source), structure.home(d.target));
    if (!path) {
      ++result.unroutable;
      return 0;
    }
    flow.steps = experiment_.resources(structure, *path, d);
    result.measures.energy += static_cast<double>(d.bits) *
                              static_cast<double>(experiment_.costs.of(*path)) /
                              Costs::kUnitsPerWeight;
    for (const ChannelId first : steps_of(structure, *path)) {
      if (structure.is_packet(structure[first].to)) continue;
      ++usage_[first.v].claims;
      result.set += !circuits_.next(first).valid();
    }
    const bool is_new = circuits_.set(*path);
    return is_new ? std::int64_t{2} * params_.setup_clocks * static_cast<std::int64_t>(path->size())
                  : 0;
  }

  std::optional<std::int64_t> left(std::uint32_t, std::uint32_t step, std::int64_t now) override {
    if (step >= usage_.size() || usage_[step].claims == 0) return std::nullopt;
    --usage_[step].claims;
    usage_[step].last = now;
    if (usage_[step].claims > 0 || !params_.idle_clocks) return std::nullopt;
    return now + *params_.idle_clocks;
  }

  void wake(std::uint32_t step, std::int64_t now) override {
    if (usage_[step].claims > 0 || now < usage_[step].last + *params_.idle_clocks) return;
    if (!circuits_.next(ChannelId{step}).valid()) return;
    circuits_.release(ChannelId{step});
    ++result.released;
  }

  OnlineResult result;

 private:
  struct Usage {
    std::uint32_t claims = 0;  // demands that are to use this circuit, or do
    std::int64_t last = 0;
  };

  const Experiment& experiment_;
  const OnlineParams& params_;
  Circuits circuits_;
  PathFinder finder_;
  std::vector<Usage> usage_;  // by first channel
};

}  // namespace

OnlineResult run_online(const Experiment& e) {
  Online online(e);
  std::vector<Flow> flows(e.demands.size());
  for (std::uint32_t i = 0; i < flows.size(); ++i) {
    flows[i].bits = e.demands[i].bits;
    flows[i].start = e.starts[i];
    flows[i].rank = e.arrival_rank[i];
    flows[i].target = e.demands[i].target.v;
  }
  const Delays delays =
      simulate(std::move(flows), e.resources(e.structure), e.config.chip.delay, &online);
  fill_delays(online.result.measures, delays, e.starts);
  return online.result;
}

}  // namespace kasuri::chip
