// SPDX-License-Identifier: MIT
// The paper's planner (ch. 4): demands in descending size, each on the cheapest path that the
// circuits set so far allow; what it sets stays set. With `release`, circuits last only a round: a
// demand whose cheapest path of all would collide with the round's circuits waits for a later one.
// What the paper leaves open of this are settings: what the search tells apart (path_finder.h), and
// whether circuits may meet at an output (circuits.h).
#include "studies/chip/path_finder.h"
#include "studies/chip/plan.h"
#include "studies/chip/refuse.h"
#include "base/config/registry.h"

namespace kasuri::chip {
namespace {

struct GreedyParams {
  Direction circuits = Direction::one_way;
  bool release = false;
  Labels search = Labels::per_port;
  bool shared_outputs = false;

  static config::Fields<GreedyParams> fields() {
    using P = GreedyParams;
    return {config::field("circuits", &P::circuits, "whether a circuit also serves the opposite direction"),
            config::field("release", &P::release,
                          "whether to plan in rounds and release all circuits between them"),
            config::field("search", &P::search,
                          "labels in Dijkstra's algorithm: one per input of a circuit switch, or one per "
                          "switch"),
            config::field("shared_outputs", &P::shared_outputs,
                          "whether circuits may join at an output of a circuit switch")};
  }

  static void validate(const GreedyParams& p, config::Section& section) {
    if (!p.shared_outputs || p.circuits != Direction::two_way) return;
    refuse_together(section, "shared_outputs", section, "circuits",
                    "two-way circuits cannot share outputs: their opposite direction would be ambiguous; "
                    "remove one of them");
  }
};

class Greedy final : public Planner {
 public:
  Greedy(const GreedyParams& p, const PlanContext& c)
      : direction_(p.circuits),
        outputs_(p.shared_outputs ? Outputs::shared : Outputs::exclusive),
        labels_(p.search),
        release_(p.release), context_(c),
        search_(search_for(c.demands.size(), c.structure.servers())) {}

  Plan plan() override { return release_ ? in_rounds() : in_one_round(); }

 private:
  Plan empty_plan() const {
    Plan plan(Circuits(context_.structure, direction_, outputs_));
    plan.paths.resize(context_.demands.size());
    plan.order.assign(context_.order.begin(), context_.order.end());
    return plan;
  }

  SwitchId home(ServerId s) const { return context_.structure.home(s); }

  Plan in_one_round() const {
    Plan plan = empty_plan();
    PathFinder finder(context_.structure, context_.costs, plan.circuits, search_, labels_);
    for (const std::uint32_t i : plan.order) {
      const Demand& d = context_.demands[i];
      plan.paths[i] = finder.find(home(d.source), home(d.target));
      if (plan.paths[i]) plan.circuits.set(*plan.paths[i]);
    }
    plan.circuits_set = plan.circuits.firsts().size();
    plan.searches = finder.searches();
    return plan;
  }

  Plan in_rounds() const {
    Plan plan = empty_plan();
    plan.round.assign(context_.demands.size(), 0);
    const Circuits none(context_.structure, direction_, outputs_);
    PathFinder finder(context_.structure, context_.costs, none, search_, labels_);
    std::vector<std::uint32_t> waiting = plan.order;
    for (std::uint32_t round = 0; !waiting.empty(); ++round) {
      Circuits circuits = none;
      std::vector<std::uint32_t> later;
      for (const std::uint32_t i : waiting) {
        const Demand& d = context_.demands[i];
        if (round == 0) plan.paths[i] = finder.find(home(d.source), home(d.target));
        plan.round[i] = round;
        if (!plan.paths[i]) continue;
        if (circuits.passes(*plan.paths[i])) {
          circuits.set(*plan.paths[i]);
        } else {
          later.push_back(i);
        }
      }
      plan.circuits_set += circuits.firsts().size();
      plan.circuits = std::move(circuits);
      waiting = std::move(later);
    }
    plan.searches = finder.searches();
    return plan;
  }

  Direction direction_;
  Outputs outputs_;
  Labels labels_;
  bool release_;
  PlanContext context_;
  Search search_;
};

const config::Register<Greedy, GreedyParams> greedy{
    "greedy", "the paper's method: largest demand first, each on its path of least energy"};

}  // namespace
}  // namespace kasuri::chip
