// SPDX-License-Identifier: MIT
#include "experiment/report/power_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/core/words.h"
#include "network/power/model.h"
#include "experiment/run/job_energy.h"
#include "base/stats/hdf5.h"

namespace kasuri {
namespace {

nlohmann::ordered_json sum_json(const LinkPowerSum& s, double time_s, double peak_w) {
  return {{"links", s.links},
          {"energy_j", s.energy_j},
          {"mean_w", time_s > 0 ? s.energy_j / time_s : 0},
          {"peak_w", peak_w},
          {"always_on_mean_w", time_s > 0 ? s.always_on_energy_j / time_s : 0},
          {"lpi_ratio", s.lpi_ratio},
          {"transitions", s.transitions},
          {"wake_stall_s", s.stall_ps * 1e-12}};
}

// Without chunks no peak is measured.
bool has_no_peaks(const PowerRun& p) { return p.counted.chunks.empty(); }

template <class Row, class F>
std::vector<std::int64_t> column(const std::vector<Row>& rows, F value) {
  std::vector<std::int64_t> all;
  all.reserve(rows.size());
  for (const Row& r : rows) all.push_back(static_cast<std::int64_t>(value(r)));
  return all;
}

void write_link_totals(Hdf5File& file, std::string_view table,
                       const std::vector<LinkPowerRow>& rows) {
  const auto put = [&](std::string_view name, std::string_view unit, auto value) {
    file.column(table, name, unit, column(rows, value));
  };
  put("asleep", "ps", [](const LinkPowerRow& l) { return l.asleep[0].ps + l.asleep[1].ps; });
  put("deep", "ps, of asleep", [](const LinkPowerRow& l) { return l.asleep[1].ps; });
  put("transitions", "", [](const LinkPowerRow& l) { return l.transitions; });
  put("wake_stall", "ps", [](const LinkPowerRow& l) { return l.stall.ps; });
}

void write_chunks(Hdf5File& file, const PowerRun& p, const Topology& t) {
  const PowerResults& r = p.counted;
  std::vector<std::int64_t> begin, end, chunk, router;
  std::vector<double> total, ratio, watts;
  for (std::size_t c = 0; c < r.chunks.size(); ++c) {
    const ChunkPower power = assess_chunk(p.settings, r, t, c);
    begin.push_back(r.span_of(c).from.ps);
    end.push_back(r.span_of(c).to.ps);
    total.push_back(power.total_w);
    for (std::uint32_t id = 0; id < t.routers(); ++id) {
      chunk.push_back(static_cast<std::int64_t>(c));
      router.push_back(id);
    }
    ratio.insert(ratio.end(), power.lpi_ratio.begin(), power.lpi_ratio.end());
    watts.insert(watts.end(), power.watts.begin(), power.watts.end());
  }
  file.column("power_chunks", "begin", "ps", begin);
  file.column("power_chunks", "end", "ps", end);
  file.column("power_chunks", "power", "W", total);
  file.column("power_routers", "chunk", "index into power_chunks", chunk);
  file.column("power_routers", "router", "router", router);
  file.column("power_routers", "lpi_ratio", "", ratio);
  file.column("power_routers", "power", "W", watts);
}

void write_chunks_of_links(Hdf5File& file, const PowerRun& p, const LinkTable& links) {
  const PowerResults& r = p.counted;
  const auto saving = mode_savings(p.settings);
  std::vector<std::int64_t> chunk, link, asleep, held, bytes;
  std::vector<double> watts;
  for (std::size_t c = 0; c < r.chunks.size(); ++c) {
    const ChunkRow& row = r.chunks[c];
    const double time = static_cast<double>(r.span_of(c).length().ps);
    std::size_t i = 0;
    for (const LinkRow l : links) {
      chunk.push_back(static_cast<std::int64_t>(c));
      link.push_back(static_cast<std::int64_t>(i));
      asleep.push_back(row.asleep[0][i] + row.asleep[1][i]);
      held.push_back(row.busy[i]);
      bytes.push_back(row.bytes[i]);
      const auto& modes = saving[l.link_class()];
      const bool counts = !l.ejection || p.settings.terminal_ports;
      watts.push_back(counts ? p.settings.classes[l.link_class()].port_active -
                                   (modes[0] * static_cast<double>(row.asleep[0][i]) +
                                    modes[1] * static_cast<double>(row.asleep[1][i])) / time
                             : 0);
      ++i;
    }
  }
  file.column("power_links_by_chunk", "chunk", "index into power_chunks", chunk);
  file.column("power_links_by_chunk", "link", "row of links", link);
  file.column("power_links_by_chunk", "asleep", "ps", asleep);
  file.column("power_links_by_chunk", "held", "ps", held);
  file.column("power_links_by_chunk", "bytes", "B", bytes);
  file.column("power_links_by_chunk", "power", "W, both ends", watts);
}

// Where it differs: idle links at the end of a run sleep however they are used before.
std::string saved_in_traffic(const EnergyReport& e) {
  const std::string in_all = fmt::format("{:.1f}", 100 * e.saving());
  const std::string in_traffic = fmt::format("{:.1f}", 100 * e.traffic_saving());
  if (in_all == in_traffic) return "";
  return fmt::format(" ({} % until the last packet, at {})", in_traffic, quantity(e.traffic_s, "s"));
}

}  // namespace

nlohmann::ordered_json job_power_json(const PowerRun& p, const JobEnergy& e) {
  nlohmann::ordered_json json{
      {"mean_w", e.mean_w()},
      {"peak_w", e.peak_w},
      {"energy_j", e.energy_j},
      {"lpi_ratio", e.lpi_ratio()},
      {"always_on_mean_w", e.always_on_mean_w()},
      {"transitions", e.transitions},
      {"wake_stall_s", e.stall_ps * 1e-12},
      {"nics_j", e.nics_j},
      {"hosts_j", e.hosts_j},
      {"to_solution_j", e.to_solution_j()}};
  if (has_no_peaks(p)) json.erase("peak_w");
  return json;
}

nlohmann::ordered_json power_json(const PowerRun& p) {
  const EnergyReport& e = p.energy;
  nlohmann::ordered_json json{
      {"preset", p.settings.params.preset},
      {"policy", p.settings.links.policy.name()},
      {"mean_w", e.mean_w},
      {"peak_w", e.peak_w},
      {"peak_router_w", e.peak_router_w},
      {"energy_j", e.energy_j},
      {"always_on_mean_w", e.always_on_mean_w},
      {"saving_ratio", e.saving()},
      {"traffic_s", e.traffic_s},
      {"traffic_saving_ratio", e.traffic_saving()},
      {"link_saving_ratio",
       e.links.always_on_energy_j > 0 ? 1 - e.links.energy_j / e.links.always_on_energy_j : 0},
      {"lpi_ratio", e.links.lpi_ratio},
      {"transitions", e.links.transitions},
      {"transitions_per_link",
       e.links.links ? static_cast<double>(e.links.transitions) / static_cast<double>(e.links.links)
                     : 0},
      {"wake_stall_s", e.links.stall_ps * 1e-12},
      {"break_even_s",
       (p.settings.links.modes[0].enter + p.settings.links.modes[0].leave).seconds()},
      {"links", e.links.links},
      {"static_j", e.static_j},
      {"links_j", e.links_j},
      {"bits_j", e.bits_j},
      {"nics_j", p.nics_j},
      {"hosts_j", p.hosts_j},
      {"to_solution_j", p.to_solution_j()},
      {"unassigned_j", p.by_job.nobody.to_solution_j()},
      {"unassigned", job_power_json(p, p.by_job.nobody)}};
  json["unassigned"].erase("peak_w");
  if (has_no_peaks(p)) {
    json.erase("peak_w");
    json.erase("peak_router_w");
  }
  const auto& cables = p.settings.cables;
  if (cables) json["cables_j"] = e.cables_j;
  const std::vector<double> peaks = class_peaks(p.settings, p.counted);
  auto classes = nlohmann::ordered_json::array();
  for (std::size_t c = 0; c < e.classes.size(); ++c) {
    if (e.classes[c].links == 0) continue;
    nlohmann::ordered_json row{{"name", p.classes[c]},
                               {"preset", p.settings.classes[c].preset},
                               {"policy", p.settings.classes[c].policy.name()}};
    row.update(sum_json(e.classes[c], e.time_s, peaks[c]));
    if (has_no_peaks(p)) row.erase("peak_w");
    if (cables && c < cables->copper.size()) {
      row["copper_j"] = cables->copper[c] * e.time_s;
      row["optical_j"] = cables->optical[c] * e.time_s;
    }
    classes.push_back(std::move(row));
  }
  json["classes"] = std::move(classes);
  return json;
}

std::string power_text(const PowerRun& p) {
  const EnergyReport& e = p.energy;
  std::string s = fmt::format("power\n  {:<20} {}; policy {}\n", "preset", p.settings.preset_text(),
                              p.settings.links.policy.name());
  s += fmt::format("  network              {} mean, {} if all links stayed on: {:.1f} % saved{}; {}\n",
                   quantity(e.mean_w, "W"), quantity(e.always_on_mean_w, "W"), 100 * e.saving(),
                   saved_in_traffic(e), quantity(e.energy_j, "J"));
  if (!has_no_peaks(p)) {
    s += fmt::format("  peak                 {} in a chunk of {}; {} of one router\n",
                     quantity(e.peak_w, "W"), to_string(p.settings.params.chunk),
                     quantity(e.peak_router_w, "W"));
  }
  s += fmt::format("  sleep                {}: links asleep {:.1f} % of the time, {} transitions, "
                   "packets waited {} for wake-ups\n",
                   p.settings.links.policy.name(), 100 * e.links.lpi_ratio, e.links.transitions,
                   quantity(e.links.stall_ps * 1e-12, "s"));
  if (const auto& cables = p.settings.cables) {
    const auto watts = [](const std::vector<double>& classes) {
      return quantity(std::accumulate(classes.begin(), classes.end(), 0.0), "W");
    };
    s += fmt::format("  cables               {} of it: copper {}, optical {}\n",
                     quantity(cables->total(), "W"), watts(cables->copper), watts(cables->optical));
  }
  if (p.nics_j + p.hosts_j > 0) {
    s += fmt::format("  to solution          {}: network {}, NICs {}, hosts {}\n",
                     quantity(p.to_solution_j(), "J"), quantity(e.energy_j, "J"),
                     quantity(p.nics_j, "J"), quantity(p.hosts_j, "J"));
  }
  return s;
}

void write_power(Hdf5File& file, const Results& results, const Topology& t) {
  const PowerRun& p = *results.power;
  file.column("power_of_routers", "energy", "J", p.energy.router_j);
  write_link_totals(file, "power_links", p.counted.outputs);
  write_link_totals(file, "power_injections", p.counted.injections);
  if (p.counted.chunks.empty()) return;
  write_chunks(file, p, t);
  if (p.counted.by_link) write_chunks_of_links(file, p, results.links);
}

}  // namespace kasuri
