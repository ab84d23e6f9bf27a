// SPDX-License-Identifier: MIT
// What is known of a candidate from its graph, and of a run from its summary.
#include <fmt/format.h>

#include <algorithm>

#include "app/cli/comparison.h"
#include "base/config/json_text.h"
#include "app/cli/pattern_traffic.h"
#include "network/model/link_classes.h"

namespace kasuri::cli {
namespace {

// Pairs of endpoints; a machine with one has nothing to lose.
double alive(const ChannelGraph& g) {
  const auto n = static_cast<double>(g.all_endpoints());
  return std::max(n * (n - 1), n > 0 ? 1.0 : 0.0);
}

// The mean over random failures. The pairs of endpoints that have failed are lost as those without a path.
template <class Fail>
Weakened weakened(const ChannelGraph& whole, const LoadSummary& before, std::uint32_t samples,
                  double nic_rate, const Topology& t, Fail fail) {
  Weakened sum{0, 0, 0};
  for (std::uint32_t k = 0; k < samples; ++k) {
    ChannelGraph g = whole;
    fail(g, k + 1);
    const LoadSummary after = channel_loads(g, TrafficDemand::uniform(), nic_rate, t);
    sum.connected += after.connected * alive(g) / alive(whole) / samples;
    sum.bandwidth += after.saturation / before.saturation / samples;
    if (before.mean_hops > 0) sum.hops += after.mean_hops / before.mean_hops / samples;
  }
  return sum;
}

double price_of(const PriceParams& p, const NetworkFacts& n) {
  const auto count = [&](CableKind k) {
    return static_cast<double>(n.cables.count[static_cast<std::size_t>(k)]);
  };
  const auto metres = [&](CableKind k) { return n.cables.metres[static_cast<std::size_t>(k)]; };
  return p.router * static_cast<double>(n.routers) + p.router_port * static_cast<double>(n.ports) +
         p.nic * static_cast<double>(n.endpoints) + p.backplane * count(CableKind::backplane) +
         p.copper * count(CableKind::copper) + p.copper_metre * metres(CableKind::copper) +
         p.optical * count(CableKind::optical) + p.optical_metre * metres(CableKind::optical);
}

}  // namespace

NetworkFacts facts_of(const StudyParams& s, const Candidate& c) {
  const Topology& t = *c.topology;
  NetworkFacts n;
  n.name = c.name;
  n.described = t.describe();
  n.endpoints = t.endpoints();
  n.routers = t.routers();
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    const std::uint32_t here = t.degree({r}) + t.endpoints_at({r});
    n.ports += here;
    n.radix = std::max(n.radix, here);
  }
  const FloorPlan plan(s.layout, t);
  n.racks = plan.racks();
  for (const CableSum& sum : cable_sums(plan, t)) {
    for (std::size_t k = 0; k < kCableKinds; ++k) {
      n.cables.count[k] += sum.count[k];
      n.cables.metres[k] += sum.metres[k];
    }
    n.cables.longest = std::max(n.cables.longest, sum.longest);
  }
  if (s.prices) n.price = price_of(*s.prices, n);

  std::vector<double> rates;
  const std::vector<LinkClass> links = link_classes(configuration(s, c, s.workloads[0]), t);
  for (const LinkClass& l : links) rates.push_back(static_cast<double>(l.rate.n));
  const double nic_rate = rates.back();
  const ChannelGraph g(t, rates);
  const std::vector<TrafficDemand> patterns = pattern_traffic(t);
  const std::vector<LoadSummary> loads = channel_loads(g, patterns, nic_rate, t);
  const LoadSummary& uniform = loads[0];
  n.uniform = uniform.saturation;
  n.mean_hops = uniform.mean_hops;
  const auto worst = std::ranges::min_element(loads, {}, &LoadSummary::saturation);
  n.worst = worst->saturation;
  n.worst_traffic = patterns[static_cast<std::size_t>(worst - loads.begin())].pattern;
  const ToleranceParams& f = s.tolerance;
  if (f.samples == 0) return n;
  if (f.links > 0) {
    n.links = weakened(g, uniform, f.samples, nic_rate, t,
                       [&](ChannelGraph& x, std::uint64_t seed) { x.fail_cables(f.links, seed); });
  }
  if (f.routers > 0) {
    n.routers_failed =
        weakened(g, uniform, f.samples, nic_rate, t,
                 [&](ChannelGraph& x, std::uint64_t seed) { x.fail_routers(f.routers, seed); });
  }
  return n;
}

static void add_summary(RunFacts& f, const nlohmann::json& json) {
  f.time_s = json.value("time_ps", 0.0) * 1e-12;
  if (const auto power = json.find("power"); power != json.end() && power->is_object()) {
    const auto joules = power->find("energy_j");
    if (joules != power->end()) f.energy_j = joules->get<double>();
    f.power_preset = power->value("preset", "");
    f.power_policy = power->value("policy", "");
  }
  // The machine's contains the level's.
  for (const auto& [part, from] :
       {std::pair("fidelity", RangeFrom::level), {"accuracy", RangeFrom::machine}}) {
    const auto known = json.find(part);
    if (known == json.end() || !known->contains("range")) continue;
    const nlohmann::json& r = (*known)["range"];
    f.range = Range{r.value("low", 0.0) * 1e-12, r.value("high", 0.0) * 1e-12, from};
  }
  const auto jobs = json.find("interference");
  if (jobs == json.end() || !jobs->contains("jobs")) return;
  for (const auto& job : (*jobs)["jobs"]) {
    const double slowdown = job.value("slowdown", 1.0);
    if (f.slowdown && *f.slowdown >= slowdown) continue;
    f.slowdown = slowdown;
    f.slowed = job.value("name", "");
  }
}

// What the level or the machine is off by is added to what seeds differ by: the mean of each run's bounds,
// or the seeds' where these are further out.
static std::optional<Range> over_seeds(const std::vector<RunFacts>& runs, std::optional<Range> seeds) {
  Range all{0, 0, runs.front().range ? runs.front().range->from : RangeFrom::level};
  for (const RunFacts& r : runs) {
    if (!r.range || !seeds) return seeds;
    all.low += r.range->low / static_cast<double>(runs.size());
    all.high += r.range->high / static_cast<double>(runs.size());
  }
  return Range{std::min(all.low, seeds->low), std::max(all.high, seeds->high), all.from};
}

RunFacts over_seeds(const std::vector<RunFacts>& runs) {
  RunFacts all = runs.front();
  std::vector<double> times;
  double joules = 0, slowdown = 0;
  for (const RunFacts& r : runs) {
    if (r.status != "done") return r;
    times.push_back(r.time_s);
    joules += r.energy_j.value_or(0);
    slowdown += r.slowdown.value_or(0);
  }
  const auto n = static_cast<double>(runs.size());
  all.seeds = runs.size();
  if (runs.size() > 1) all.range = over_seeds(runs, range_of(times, RangeFrom::seeds));
  all.time_s = 0;
  for (const double t : times) all.time_s += t / n;
  if (all.energy_j) all.energy_j = joules / n;
  if (all.slowdown) all.slowdown = slowdown / n;
  return all;
}

RunFacts run_facts(const std::optional<PointResult>& result) {
  RunFacts f;
  if (!result) return f;
  f.status = result->status;
  f.error = result->error;
  if (result->summary.empty()) return f;
  try {
    add_summary(f, config::sorted_json_from(result->summary));
  } catch (const nlohmann::json::exception&) {
    f = {};
    f.status = "failed";
    f.error = "the summary that was kept is damaged: remove the results to have it run again";
  }
  return f;
}

}  // namespace kasuri::cli
