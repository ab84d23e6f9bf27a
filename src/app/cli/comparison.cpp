// SPDX-License-Identifier: MIT
#include "app/cli/comparison.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/stats/plot.h"

namespace kasuri::cli {
namespace {

std::string seconds_text(double seconds) {
  return to_string(Time{static_cast<std::int64_t>(std::llround(seconds * 1e12))});
}

std::string percent(double share) { return fmt::format("{:.3g} %", 100 * share); }

// Rows of cells, the first of each row on the left, the others on the right.
std::string aligned(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> width(rows[0].size());
  const auto columns = [](const std::string& s) {
    return static_cast<std::size_t>(
        std::ranges::count_if(s, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
  };
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], columns(row[i]));
  }
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string pad(width[i] - columns(row[i]), ' ');
      text += i == 0 ? row[i] + pad : "  " + pad + row[i];
    }
    while (text.ends_with(' ')) text.pop_back();
    text += '\n';
  }
  return text;
}

std::string in_csv(const std::string& s) {
  if (s.find_first_of(",\"\n") == s.npos) return s;
  std::string out = "\"";
  for (const char c : s) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

}  // namespace

Comparison::Comparison(const StudyParams& study, std::vector<NetworkFacts> networks,
                       std::vector<std::vector<RunFacts>> runs)
    : study_(study), networks_(std::move(networks)), runs_(std::move(runs)) {}

template <class F>
std::vector<Comparison::Rank> Comparison::ranking(F value) const {
  std::vector<Rank> all;
  for (std::size_t c = 0; c < networks_.size(); ++c) {
    if (const std::optional<double> v = value(c)) all.push_back({c, *v});
  }
  std::ranges::stable_sort(all, {}, &Rank::value);
  return all;
}

// The geometric mean over workloads of the time, in times of the best candidate's; nothing if a run is
// missing.
std::optional<double> Comparison::relative_time(std::size_t candidate) const {
  double sum = 0;
  std::size_t n = 0;
  for (std::size_t w = 0; w < study_.workloads.size(); ++w) {
    double best = HUGE_VAL;
    for (const auto& runs : runs_) {
      if (runs[w].status == "done") best = std::min(best, runs[w].time_s);
    }
    if (best == HUGE_VAL) continue;  // nobody has run it
    if (runs_[candidate][w].status != "done") return std::nullopt;
    sum += std::log(runs_[candidate][w].time_s / best);
    ++n;
  }
  return n ? std::optional(std::exp(sum / static_cast<double>(n))) : std::nullopt;
}

double Comparison::cost(std::size_t c) const {
  const NetworkFacts& n = networks_[c];
  return n.price ? *n.price / static_cast<double>(n.endpoints) : n.ports_per_endpoint();
}

std::string Comparison::cost_name() const {
  return study_.prices ? study_.prices->currency + " per endpoint" : "router ports per endpoint";
}

std::vector<std::size_t> Comparison::front() const {
  std::vector<Rank> by_cost = ranking([&](std::size_t c) { return std::optional(cost(c)); });
  std::vector<std::size_t> all;
  for (const Rank& r : by_cost) {
    const auto time = relative_time(r.candidate);
    const bool beaten = !time || std::ranges::any_of(by_cost, [&](const Rank& other) {
      const auto its = relative_time(other.candidate);
      return its && *its <= *time && other.value <= r.value && (*its < *time || other.value < r.value);
    });
    if (!beaten) all.push_back(r.candidate);
  }
  return all;
}

std::string Comparison::table() const {
  const bool power = std::ranges::any_of(runs_, [](const auto& runs) {
    return std::ranges::any_of(runs, [](const RunFacts& r) { return r.energy_j.has_value(); });
  });
  std::vector<std::vector<std::string>> rows(1);
  rows[0] = {"network", "endpoints", "routers", "radix", "ports/ep", "copper", "optical", "longest",
             "hops", "uniform", "worst"};
  const bool fails = !networks_.empty() && networks_[0].links.has_value();
  const bool breaks = !networks_.empty() && networks_[0].routers_failed.has_value();
  if (fails) rows[0].push_back(fmt::format("{} links", percent(study_.tolerance.links)));
  if (breaks) rows[0].push_back(fmt::format("{} routers", percent(study_.tolerance.routers)));
  if (study_.prices) rows[0].push_back(study_.prices->currency + "/ep");
  for (const WorkloadParams& w : study_.workloads) rows[0].push_back(w.name);
  rows[0].push_back("relative");
  if (power) rows[0].push_back("energy");
  for (std::size_t c = 0; c < networks_.size(); ++c) {
    const NetworkFacts& n = networks_[c];
    std::vector<std::string> row{
        n.name, fmt::format("{}", n.endpoints), fmt::format("{}", n.routers), fmt::format("{}", n.radix),
        fmt::format("{:.2f}", n.ports_per_endpoint()),
        fmt::format("{}", n.cables.count[0] + n.cables.count[1]), fmt::format("{}", n.cables.count[2]),
        fmt::format("{:.0f} m", n.cables.longest), fmt::format("{:.2f}", n.mean_hops),
        fmt::format("{:.2f}", n.uniform), fmt::format("{:.2f}", n.worst)};
    if (fails) row.push_back(percent(n.links->bandwidth * n.links->connected));
    if (breaks) row.push_back(percent(n.routers_failed->bandwidth * n.routers_failed->connected));
    if (n.price) row.push_back(fmt::format("{:.4g}", *n.price / static_cast<double>(n.endpoints)));
    double joules = 0;
    for (const RunFacts& r : runs_[c]) {
      std::string cell = r.status == "done" ? seconds_text(r.time_s) : r.status.empty() ? "-" : r.status;
      if (r.range && r.range->low < r.range->high) {
        cell += fmt::format(" [{}, {}]", seconds_text(r.range->low), seconds_text(r.range->high));
      }
      if (r.status == "done" && r.slowdown) cell += fmt::format(" ({:.2f}×)", *r.slowdown);
      row.push_back(std::move(cell));
      joules += r.energy_j.value_or(0);
    }
    const auto time = relative_time(c);
    row.push_back(time ? fmt::format("{:.2f}", *time) : "-");
    if (power) row.push_back(fmt::format("{:.4g} J", joules));
    rows.push_back(std::move(row));
  }
  std::string text = aligned(rows);
  text += "ports/ep: router ports per endpoint; copper, optical: cables between routers; hops: mean\n"
          "channels between endpoints; uniform, worst: share of the NICs' rate that shortest paths carry,\n"
          "with uniform traffic and with the worst of the patterns that fit;\n";
  if (fails || breaks) text += "links, routers: share of the uniform one that is left after failures;\n";
  const auto& first = runs_.empty() || runs_[0].empty() ? RunFacts{} : runs_[0][0];
  const bool level = std::ranges::any_of(runs_, [](const auto& runs) {
    return std::ranges::any_of(
        runs, [](const RunFacts& r) { return r.range && r.range->from == RangeFrom::level; });
  });
  if (first.seeds > 1) {
    text += fmt::format("times: means over {} seeds{};\n", first.seeds,
                        level ? "" : ", and where they differ [the range of 80 % of them]");
  }
  if (level) {
    text += "[from, to]: where packets would end in 80 % of cases, by the measured runs most like each;\n";
  }
  text += "relative: time in times of the fastest, geometric mean of all workloads; (1.2×): slow-down of\n"
          "the job that suffers most from others\n";
  if (power) text += "energy: of the network" + power_of_runs() + "\n";
  return text;
}

// ", with preset PRESET and policy POLICY", each that a run had.
std::string Comparison::power_of_runs() const {
  std::vector<std::string> all;
  for (const auto& runs : runs_) {
    for (const RunFacts& r : runs) {
      if (r.power_preset.empty()) continue;
      std::string one = fmt::format("preset {} and policy {}", r.power_preset, r.power_policy);
      if (std::ranges::find(all, one) == all.end()) all.push_back(std::move(one));
    }
  }
  return all.empty() ? "" : fmt::format(", with {}", fmt::join(all, "; "));
}

std::string Comparison::sentence(std::size_t w) const {
  const auto order = ranking([&](std::size_t c) -> std::optional<double> {
    const RunFacts& r = runs_[c][w];
    return r.status == "done" ? std::optional(r.time_s) : std::nullopt;
  });
  const std::string& name = study_.workloads[w].name;
  if (order.empty()) return fmt::format("{}: no candidate has run it. ", name);
  std::string text = fmt::format("{}: {} takes {}", name, networks_[order[0].candidate].name,
                                 seconds_text(order[0].value));
  if (order.size() > 1) {
    const double more = order[1].value / order[0].value - 1;
    text += more < 0.005 ? fmt::format(", {} as long", networks_[order[1].candidate].name)
                         : fmt::format(", {} {} more", networks_[order[1].candidate].name, percent(more));
  }
  if (order.size() > 2) {
    text += fmt::format(", {} {:.2g} times as long", networks_[order.back().candidate].name,
                        order.back().value / order[0].value);
  }
  return text + ". ";
}

// Cost, failures, interference, energy.
std::string Comparison::others() const {
  const auto name = [&](const Rank& r) { return networks_[r.candidate].name; };
  const auto costs = ranking([&](std::size_t c) { return std::optional(cost(c)); });
  std::string text = fmt::format("Least {}: {} ({:.4g}); most: {} ({:.4g}). ", cost_name(), name(costs[0]),
                                 costs[0].value, name(costs.back()), costs.back().value);
  const auto optical = ranking([&](std::size_t c) {
    return std::optional(static_cast<double>(networks_[c].cables.count[2]) /
                         static_cast<double>(networks_[c].endpoints));
  });
  text += fmt::format("Optical cables per endpoint: from {:.2f} ({}) to {:.2f} ({}). ", optical[0].value,
                      name(optical[0]), optical.back().value, name(optical.back()));
  const auto tolerance = ranking([&](std::size_t c) -> std::optional<double> {
    const auto& l = networks_[c].links;
    return l ? std::optional(-l->bandwidth * l->connected) : std::nullopt;
  });
  if (!tolerance.empty()) {
    text += fmt::format("With {} of the links failed, {} keeps {} of its uniform bandwidth, {} {}. ",
                        percent(study_.tolerance.links), name(tolerance[0]), percent(-tolerance[0].value),
                        name(tolerance.back()), percent(-tolerance.back().value));
  }
  const auto slowed = ranking([&](std::size_t c) -> std::optional<double> {
    std::optional<double> most;
    for (const RunFacts& r : runs_[c]) {
      if (r.slowdown) most = std::max(most.value_or(0), *r.slowdown);
    }
    return most;
  });
  if (!slowed.empty()) {
    text += fmt::format("Jobs disturb each other least on {} (at most {:.2f} times as long), most on {} "
                        "({:.2f}). ",
                        name(slowed[0]), slowed[0].value, name(slowed.back()), slowed.back().value);
  }
  const auto energy = ranking([&](std::size_t c) -> std::optional<double> {
    double sum = 0;
    for (const RunFacts& r : runs_[c]) {
      if (!r.energy_j) return std::nullopt;
      sum += *r.energy_j;
    }
    return sum;
  });
  if (!energy.empty()) {
    text += fmt::format("Least energy for all workloads: {} ({:.4g} J); most: {} ({:.4g} J). ",
                        name(energy[0]), energy[0].value, name(energy.back()), energy.back().value);
  }
  return text;
}

std::string Comparison::paragraph() const {
  std::string text;
  for (std::size_t w = 0; w < study_.workloads.size(); ++w) text += sentence(w);
  const auto order = ranking([&](std::size_t c) { return relative_time(c); });
  if (!order.empty()) {
    text += fmt::format("Over all workloads {} is the fastest", networks_[order[0].candidate].name);
    if (order.size() > 1) {
      text += fmt::format(", before {} (by {})", networks_[order[1].candidate].name,
                          percent(order[1].value / order[0].value - 1));
    }
    text += ". ";
  }
  text += others();
  std::vector<std::string> best;
  for (const std::size_t c : front()) best.push_back(networks_[c].name);
  if (!best.empty()) {
    text += fmt::format("No other candidate is both faster and cheaper ({}) than: {}. ", cost_name(),
                        fmt::join(best, ", "));
  }
  text.pop_back();
  return text + "\n";
}

std::string Comparison::csv() const {
  std::string text =
      "network,workload,status,time_s,energy_j,slowdown,endpoints,routers,radix,router_ports,"
      "backplane_cables,copper_cables,optical_cables,cable_m,mean_hops,uniform_saturation,"
      "worst_saturation,price,described,power_preset,power_policy\n";
  for (std::size_t c = 0; c < networks_.size(); ++c) {
    const NetworkFacts& n = networks_[c];
    const auto number = [](const std::optional<double>& v) { return v ? fmt::format("{:.9g}", *v) : ""; };
    for (std::size_t w = 0; w < study_.workloads.size(); ++w) {
      const RunFacts& r = runs_[c][w];
      text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{:.6g},{:.6g},{:.6g},{:.6g},{},{},{},"
                          "{}\n", in_csv(n.name), in_csv(study_.workloads[w].name), r.status,
                          r.time_s > 0 ? fmt::format("{:.9g}", r.time_s) : "", number(r.energy_j),
                          number(r.slowdown), n.endpoints, n.routers, n.radix, n.ports, n.cables.count[0],
                          n.cables.count[1], n.cables.count[2], n.cables.all_metres(), n.mean_hops,
                          n.uniform, n.worst, number(n.price), in_csv(n.described),
                          in_csv(r.power_preset), in_csv(r.power_policy));
    }
  }
  return text;
}

nlohmann::ordered_json Comparison::json() const {
  using Json = nlohmann::ordered_json;
  const auto weak = [](const std::optional<Weakened>& w) {
    return w ? Json{{"connected", w->connected}, {"bandwidth", w->bandwidth}, {"hops", w->hops}} : Json();
  };
  Json candidates = Json::array();
  for (std::size_t c = 0; c < networks_.size(); ++c) {
    const NetworkFacts& n = networks_[c];
    Json runs = Json::array();
    for (std::size_t w = 0; w < study_.workloads.size(); ++w) {
      const RunFacts& r = runs_[c][w];
      Json run{{"workload", study_.workloads[w].name}, {"status", r.status}};
      if (!r.error.empty()) run["error"] = r.error;
      if (r.time_s > 0) run["time_s"] = r.time_s;
      if (r.range) run["range"] = to_json(*r.range);  // of time_s
      if (r.energy_j) run["energy_j"] = *r.energy_j;
      if (!r.power_preset.empty()) run["power"] = {{"preset", r.power_preset}, {"policy", r.power_policy}};
      if (r.slowdown) run["slowdown"] = *r.slowdown;
      runs.push_back(std::move(run));
    }
    Json one{{"name", n.name},
             {"topology", n.described},
             {"endpoints", n.endpoints},
             {"routers", n.routers},
             {"radix", n.radix},
             {"router_ports", n.ports},
             {"ports_per_endpoint", n.ports_per_endpoint()},
             {"routers_per_endpoint", static_cast<double>(n.routers) / static_cast<double>(n.endpoints)},
             {"racks", n.racks},
             {"cables", {{"backplane", n.cables.count[0]},
                         {"copper", n.cables.count[1]},
                         {"optical", n.cables.count[2]},
                         {"metres", n.cables.all_metres()},
                         {"longest_m", n.cables.longest}}},
             {"mean_hops", n.mean_hops},
             {"saturation",
              {{"uniform", n.uniform}, {"worst", n.worst}, {"worst_traffic", n.worst_traffic}}},
             {"links_failed", weak(n.links)},
             {"routers_failed", weak(n.routers_failed)},
             {"price", n.price ? Json(*n.price) : Json()},
             {"relative_time", relative_time(c) ? Json(*relative_time(c)) : Json()},
             {"runs", std::move(runs)}};
    candidates.push_back(std::move(one));
  }
  Json best = Json::array();
  for (const std::size_t c : front()) best.push_back(networks_[c].name);
  return {{"candidates", std::move(candidates)},
          {"pareto", std::move(best)},
          {"cost", cost_name()},
          {"summary", paragraph()}};
}

std::string Comparison::pareto_plot() const {
  Plot plot;
  plot.title = "Time and cost";
  plot.named = true;
  plot.x.name = cost_name();
  plot.x.from_zero = true;
  plot.y.name = "time, of the fastest (geometric mean)";
  PlotSeries front_line{.name = "no other is better in both", .marks = false};
  for (const std::size_t c : front()) front_line.points.push_back({cost(c), *relative_time(c)});
  for (std::size_t c = 0; c < networks_.size(); ++c) {
    const auto time = relative_time(c);
    if (time) plot.series.push_back({.name = networks_[c].name, .points = {{cost(c), *time}}});
  }
  if (plot.series.empty()) return "";
  if (front_line.points.size() > 1) plot.series.push_back(std::move(front_line));
  return draw(plot);
}

}  // namespace kasuri::cli
