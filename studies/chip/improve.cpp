// SPDX-License-Identifier: MIT
// Planners that start from the greedy plan and change it: a move picks a demand, gives it a path at
// which existing circuits are only a nuisance, tears down the circuits in its way, and finds new
// paths for the demands that lose theirs. Rip-up and reroute tries k best paths for each demand,
// which heed circuits ever more, and keeps the best of them if it saves energy; annealing
// (Kirkpatrick et al. 1983) also keeps a move that costs dE with probability exp(-dE / T), T falling
// evenly to zero, and returns the best plan it met. Circuits that nobody uses any more are released.
#include <algorithm>
#include <cmath>
#include <limits>

#include "studies/chip/path_finder.h"
#include "studies/chip/plan.h"
#include "base/config/registry.h"
#include "base/core/rng.h"

namespace kasuri::chip {
namespace {

enum ImproveStream : std::uint32_t { kMoves = 32 };

// A plan under change: who uses which circuit setting.
class Layout {
 public:
  explicit Layout(const PlanContext& c)
      : context_(c), circuits_(c.structure, Direction::one_way),
        finder_(c.structure, c.costs, circuits_, Search::goals), users_(c.structure.channels()),
        paths_(c.demands.size()) {}

  void greedy() {
    for (const std::uint32_t i : context_.order) put(i, find(i));
  }

  double energy() const { return energy_; }
  std::uint64_t searches() const { return finder_.searches(); }
  const Circuits& circuits() const { return circuits_; }
  const std::vector<std::optional<Path>>& paths() const { return paths_; }

  std::optional<Path> find(std::uint32_t i) {
    const Demand& d = context_.demands[i];
    return finder_.find(home(d.source), home(d.target));
  }
  std::optional<Path> find_through(std::uint32_t i, std::int64_t penalty) {
    const Demand& d = context_.demands[i];
    return finder_.find_through(home(d.source), home(d.target), penalty);
  }

  void put(std::uint32_t i, std::optional<Path> path) {
    if (path) {
      circuits_.set(*path);
      for (const ChannelId c : *path) users_[c.v].push_back(i);
      energy_ += price(i, *path);
    }
    paths_[i] = std::move(path);
  }

  // Takes a demand off the chip, and the circuits that only it used.
  std::optional<Path> take(std::uint32_t i) {
    std::optional<Path> path = std::move(paths_[i]);
    paths_[i].reset();
    if (!path) return path;
    energy_ -= price(i, *path);
    for (const ChannelId c : *path) std::erase(users_[c.v], i);
    for (const ChannelId first : steps_of(context_.structure, *path)) {
      if (users_[first.v].empty() && circuits_.next(first).valid()) {
        circuits_.release(first);
      }
    }
    return path;
  }

  // The demands whose circuits this path cannot live with, in ascending order.
  std::vector<std::uint32_t> in_the_way(const Path& path) const {
    std::vector<std::uint32_t> all;
    for (std::size_t k = 0; k + 1 < path.size(); ++k) {
      const ChannelId in = path[k], out = path[k + 1];
      if (circuits_.passes(in, out)) continue;
      for (const ChannelId c : {in, out}) {
        const bool set = c == in ? circuits_.next(in).valid() : circuits_.previous(out).valid();
        if (set) all.insert(all.end(), users_[c.v].begin(), users_[c.v].end());
      }
    }
    std::ranges::sort(all);
    const auto repeated = std::ranges::unique(all);
    all.erase(repeated.begin(), repeated.end());
    return all;
  }

 private:
  SwitchId home(ServerId s) const { return context_.structure.home(s); }
  double price(std::uint32_t i, const Path& path) const {
    return static_cast<double>(context_.demands[i].bits) *
           static_cast<double>(context_.costs.of(path)) / Costs::kUnitsPerWeight;
  }

  const PlanContext& context_;
  Circuits circuits_;
  PathFinder finder_;
  std::vector<std::vector<std::uint32_t>> users_;  // of each channel
  std::vector<std::optional<Path>> paths_;
  double energy_ = 0;
};

class Improver : public Planner {
 public:
  Improver(std::uint32_t moves, std::uint32_t paths, double temperature, const PlanContext& c)
      : moves_(moves), paths_(paths), temperature_(temperature), context_(c) {}

  Plan plan() override {
    Layout layout(context_);
    layout.greedy();
    best_ = layout.paths();
    best_circuits_ = layout.circuits();
    double best = layout.energy();
    const std::vector<std::uint32_t> candidates = order_of_interest();
    const double start = temperature_ * layout.energy() /
                         static_cast<double>(std::max<std::size_t>(1, context_.demands.size()));
    for (std::uint32_t m = 0; m < moves_ && !candidates.empty(); ++m) {
      const double left = 1 - static_cast<double>(m) / moves_;
      move(layout, candidates, m, start * left);
      if (layout.energy() < best - 1e-6) {
        best = layout.energy();
        best_ = layout.paths();
        best_circuits_ = layout.circuits();
      }
    }
    Plan plan(*best_circuits_);
    plan.paths = std::move(best_);
    plan.order.assign(context_.order.begin(), context_.order.end());
    plan.circuits_set = plan.circuits.firsts().size();
    plan.searches = layout.searches();
    return plan;
  }

 private:
  std::vector<std::uint32_t> order_of_interest() const {
    std::vector<std::uint32_t> all;
    for (const std::uint32_t i : context_.order) {
      if (context_.demands[i].bits > 0) all.push_back(i);
    }
    return all;
  }

  // Paths for a demand that are worth a try: the cheapest at which contradicting a circuit costs
  // ever more, from nothing to two packet switches.
  std::vector<Path> candidates(Layout& layout, std::uint32_t wanted, double draw) const {
    std::vector<Path> all;
    for (std::uint32_t k = 0; k < paths_; ++k) {
      const auto penalty = static_cast<std::int64_t>(
          (k + draw) / paths_ * 2 * static_cast<double>(context_.costs.start()));
      const auto path = layout.find_through(wanted, penalty);
      if (!path) return {};  // there is no way whatever is torn down
      const bool is_known = path == layout.paths()[wanted] || std::ranges::count(all, *path) > 0;
      if (!is_known) all.push_back(*path);
    }
    return all;
  }

  // What a change has moved, the demand that wanted it first, and where they were before.
  struct Change {
    std::vector<std::uint32_t> moved;
    std::vector<std::optional<Path>> old;
    double worse = 0;  // energy
  };

  // Gives a demand this path and finds new ones for those in its way.
  Change change(Layout& layout, std::uint32_t wanted, const Path& path) const {
    Change c{{wanted}, {}};
    const double before = layout.energy();
    for (const std::uint32_t i : layout.in_the_way(path)) {
      if (i != wanted) c.moved.push_back(i);
    }
    for (const std::uint32_t i : c.moved) c.old.push_back(layout.take(i));
    layout.put(wanted, path);
    std::vector<std::uint32_t> others(c.moved.begin() + 1, c.moved.end());
    std::ranges::sort(others, {}, [&](std::uint32_t i) {
      return std::pair(-context_.demands[i].bits, i);
    });
    bool lost = false;
    for (const std::uint32_t i : others) {
      layout.put(i, layout.find(i));
      lost |= !layout.paths()[i];
    }
    c.worse = lost ? std::numeric_limits<double>::infinity() : layout.energy() - before;
    return c;
  }

  void undo(Layout& layout, Change c) const {
    for (const std::uint32_t i : c.moved) layout.take(i);
    for (std::size_t k = 0; k < c.moved.size(); ++k) layout.put(c.moved[k], std::move(c.old[k]));
  }

  void move(Layout& layout, const std::vector<std::uint32_t>& demands, std::uint32_t m,
            double temperature) const {
    const auto random = random_at(context_.seed, m, kMoves, 0);
    const auto random2 = random_at(context_.seed, m, kMoves, 1);
    const std::uint32_t wanted = demands[below(random[0], demands.size())];
    const std::vector<Path> paths = candidates(layout, wanted, unit_interval(random[1]));
    if (paths.empty()) return;
    std::size_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; paths.size() > 1 && k < paths.size(); ++k) {
      Change c = change(layout, wanted, paths[k]);
      if (c.worse < least) {
        least = c.worse;
        best = k;
      }
      undo(layout, std::move(c));
    }
    Change c = change(layout, wanted, paths[best]);
    const bool keep = c.worse < -1e-6 || (temperature > 0 && unit_interval(random2[0]) <
                                                                 std::exp(-c.worse / temperature));
    if (!keep) undo(layout, std::move(c));
  }

  std::uint32_t moves_, paths_;
  double temperature_;
  PlanContext context_;
  std::vector<std::optional<Path>> best_;
  std::optional<Circuits> best_circuits_;
};

struct RipUpParams {
  std::uint32_t moves = 2000;
  std::uint32_t paths = 3;

  static config::Fields<RipUpParams> fields() {
    using P = RipUpParams;
    return {config::field("moves", &P::moves, "number of demands to route again"),
            config::field("paths", &P::paths, "k: number of best paths to try").range(1, 64)};
  }
};

struct AnnealingParams {
  std::uint32_t moves = 5000;
  double temperature = 0.02;

  static config::Fields<AnnealingParams> fields() {
    using P = AnnealingParams;
    return {config::field("moves", &P::moves, "number of changes to try"),
            config::field("temperature", &P::temperature,
                          "initial temperature, in units of the greedy plan's energy per demand")
                .range(0, 100)};
  }
};

struct RipUp final : Improver {
  RipUp(const RipUpParams& p, const PlanContext& c) : Improver(p.moves, p.paths, 0, c) {}
};

struct Annealing final : Improver {
  Annealing(const AnnealingParams& p, const PlanContext& c)
      : Improver(p.moves, 1, p.temperature, c) {}
};

const config::Register<RipUp, RipUpParams> rip_up{
    "rip_up",
    "greedy, then replaces paths by the best of k paths, while this saves energy"};
const config::Register<Annealing, AnnealingParams> annealing{
    "annealing", "greedy, then simulated annealing over circuits"};

}  // namespace
}  // namespace kasuri::chip
