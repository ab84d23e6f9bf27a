// SPDX-License-Identifier: MIT
#include "experiment/report/power_export.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/config/json_text.h"
#include "base/core/errors.h"
#include "base/core/text_file.h"
#include "base/core/units.h"
#include "experiment/report/run_directory.h"
#include "base/stats/hdf5.h"
#include "base/stats/svg.h"

namespace kasuri {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, std::string_view why) {
  throw Error(Exit::usage, ErrorPlace(path.string()), std::string(why));
}

void read_summary(PowerTables& t, const fs::path& run) {
  std::ifstream in(run / "summary.json");
  const auto json = config::sorted_json_from(in);
  if (!json.is_object() || !json.contains("time_ps")) {
    refuse(run, "not a run directory: it has no summary.json with a time");
  }
  if (!json.contains("power")) {
    refuse(run, "this run has no power; add a section [power] to its configuration");
  }
  t.time_ps = json.at("time_ps");
  t.packets = json.at("packets");
  t.packet_bytes = json.at("packet_bytes");
  t.transfer_bytes = json.at("transfer_bytes");
  t.links = json.at("links");
  t.link_busy_ratio = json.at("link_busy_ratio");
  t.mean_w = json.at("power").at("mean_w");
  const auto& power = json.at("power");
  if (power.contains("peak_w")) t.peak_w = power.at("peak_w").get<double>();
  t.energy_j = json.at("power").at("energy_j");
}

void read_routers(PowerTables& t, const Hdf5Reader& file) {
  for (std::size_t d = 0; file.has("routers", fmt::format("x{}", d)); ++d) {
    const auto x = file.column("routers", fmt::format("x{}", d));
    t.coordinates.resize(x.size());
    for (std::size_t r = 0; r < x.size(); ++r) t.coordinates[r].push_back(x[r]);
  }
  if (!file.has("power_chunks", "begin")) return;
  t.begin = file.column("power_chunks", "begin");
  t.end = file.column("power_chunks", "end");
  t.watts = file.numbers("power_chunks", "power");
  const auto ratio = file.numbers("power_routers", "lpi_ratio");
  const auto watts = file.numbers("power_routers", "power");
  const std::size_t routers = t.begin.empty() ? 0 : ratio.size() / t.begin.size();
  for (std::size_t c = 0; c < t.begin.size(); ++c) {
    const auto at = static_cast<std::ptrdiff_t>(c * routers);
    const auto until = at + static_cast<std::ptrdiff_t>(routers);
    t.lpi_ratio.emplace_back(ratio.begin() + at, ratio.begin() + until);
    t.router_watts.emplace_back(watts.begin() + at, watts.begin() + until);
  }
}

void read_links(PowerTables& t, const Hdf5Reader& file) {
  const auto from = file.rows_of("links", "from", t.coordinates.size()),
             to = file.column("links", "to");
  const auto ejection = file.column("links", "ejection");
  const auto joins_routers = [&](std::size_t i) {
    return !ejection[i] && to[i] >= 0 && static_cast<std::size_t>(to[i]) < t.coordinates.size();
  };
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (!joins_routers(i)) continue;
    t.link_ends.push_back({static_cast<std::uint32_t>(from[i]), static_cast<std::uint32_t>(to[i])});
  }
  if (!file.has("power_links_by_chunk", "chunk")) return;
  const auto asleep = file.column("power_links_by_chunk", "asleep");
  const auto held = file.column("power_links_by_chunk", "held");
  const auto bytes = file.column("power_links_by_chunk", "bytes");
  const auto watts = file.numbers("power_links_by_chunk", "power");
  t.link_chunks.resize(t.begin.size());
  if (t.begin.size() * from.size() > asleep.size()) return;
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (!joins_routers(i)) continue;
    for (std::size_t c = 0; c < t.begin.size(); ++c) {
      const std::size_t row = c * from.size() + i;
      const double time = std::max(1.0, static_cast<double>(t.end[c] - t.begin[c]));
      t.link_chunks[c].push_back({static_cast<double>(asleep[row]) / time,
                                  static_cast<double>(held[row]) / time, watts[row], bytes[row]});
    }
  }
}

std::string coordinates_of(const PowerTables& t, std::size_t router, std::string_view separator) {
  return fmt::format("{}", fmt::join(t.coordinates[router], separator));
}

// Three coordinates and the extents, as Boxfish wants them.
using Position = std::array<std::int64_t, 3>;

// Where routers stand in a box of three dimensions: dimension d + 3 is folded into dimension d.
class Box {
 public:
  explicit Box(const PowerTables& t) : t_(t) {
    if (!t.coordinates.empty()) extents_.assign(t.coordinates[0].size(), 1);
    for (const auto& x : t.coordinates) {
      for (std::size_t d = 0; d < extents_.size(); ++d) extents_[d] = std::max(extents_[d], x[d] + 1);
    }
  }

  bool is_folded() const { return extents_.size() > 3; }

  Position at(std::size_t router) const {
    const std::vector<std::int64_t>& x = t_.coordinates[router];
    Position p{};
    for (std::size_t d = 0; d < x.size(); ++d) p[d % 3] = p[d % 3] * extents_[d] + x[d];
    return p;
  }
  Position extent() const {
    Position all{1, 1, 1};
    for (std::size_t d = 0; d < extents_.size(); ++d) all[d % 3] *= extents_[d];
    return all;
  }

  // Whether each link joins neighbours in one dimension, perhaps around its end.
  bool is_lattice() const {
    return std::ranges::all_of(t_.link_ends, [&](const PowerTables::Link& l) {
      const auto &a = t_.coordinates[l.from], &b = t_.coordinates[l.to];
      std::size_t different = 0;
      bool neighbours = true;
      for (std::size_t d = 0; d < a.size(); ++d) {
        if (a[d] == b[d]) continue;
        const std::int64_t step = std::abs(a[d] - b[d]);
        ++different;
        neighbours &= step == 1 || step == extents_[d] - 1;
      }
      return different <= 1 && neighbours;
    });
  }

 private:
  const PowerTables& t_;
  std::vector<std::int64_t> extents_;
};

std::string boxfish_meta(const PowerTables& t, const Box& box, const std::string& key) {
  const Position e = box.extent();
  std::string meta = fmt::format(
      "---\nkey: {}\ndate: unknown\nauthor: kasuri\nhardware:\n  network: torus\n  nodes: {}\n"
      "  coords: [x, y, z]\n  coords_table: nodes.yaml\n  dim: {{x: {}, y: {}, z: {}}}\n",
      key, t.coordinates.size(), e[0], e[1], e[2]);
  if (!t.link_chunks.empty()) {
    meta += "  source_coords: {x: sx, y: sy, z: sz}\n  destination_coords: {x: tx, y: ty, z: tz}\n"
            "  link_coords_table: links.yaml\n";
  }
  meta += "---\nfiletype: table\nfilename: nodes.yaml\ndomain: HW\ntype: NODE\nfield: nodeid\n"
          "flags: 0\n";
  if (!t.link_chunks.empty()) {
    meta += "---\nfiletype: table\nfilename: links.yaml\ndomain: HW\ntype: LINK\nfield: linkid\n"
            "flags: 0\n"
            "---\nfiletype: projection\ntype: node link\nnode_policy: Source\n"
            "link_policy: Source\nsubdomain:\n- {domain: HW, type: NODE, field: nodeid}\n"
            "- {domain: HW, type: LINK, field: linkid}\nflags: 0\n";
  }
  return meta + "...\n";
}

std::string table_head(const std::string& key,
                       const std::vector<std::pair<std::string, const char*>>& columns) {
  std::string head = fmt::format("---\nkey: {}\n---\n", key);
  for (const auto& [name, type] : columns) head += fmt::format("- [{}, {}]\n", name, type);
  return head + "...\n";
}

// Of a folded machine with its own coordinates last, as x0, x1, ….
std::string boxfish_nodes(const PowerTables& t, const Box& box, const std::string& key) {
  std::vector<std::pair<std::string, const char*>> columns{
      {"nodeid", "int32"},      {"x", "int32"},          {"y", "int32"},          {"z", "int32"},
      {"chunk", "int32"},       {"lpi_ratio", "float64"}, {"power_mw", "float64"},
      {"energy_nj", "float64"}};
  for (std::size_t d = 0; box.is_folded() && d < t.coordinates[0].size(); ++d) {
    columns.emplace_back(fmt::format("x{}", d), "int32");
  }
  std::string table = table_head(key, columns);
  for (std::size_t c = 0; c < t.begin.size(); ++c) {
    const double seconds = static_cast<double>(t.end[c] - t.begin[c]) * 1e-12;
    for (std::size_t r = 0; r < t.coordinates.size(); ++r) {
      const double watts = t.router_watts[c][r];
      table += fmt::format("{} {} {} {:.9g} {:.9g} {:.9g}", r, fmt::join(box.at(r), " "), c,
                           t.lpi_ratio[c][r], watts * 1e3, watts * seconds * 1e9);
      if (box.is_folded()) (table += ' ') += coordinates_of(t, r, " ");
      table += "\n";
    }
  }
  return table;
}

std::string boxfish_links(const PowerTables& t, const Box& box, const std::string& key) {
  std::string table = table_head(
      key, {{"linkid", "int32"}, {"sx", "int32"}, {"sy", "int32"}, {"sz", "int32"},
            {"tx", "int32"}, {"ty", "int32"}, {"tz", "int32"}, {"chunk", "int32"},
            {"lpi_ratio", "float64"}, {"busy_ratio", "float64"}, {"bytes", "int64"},
            {"power_mw", "float64"}});
  for (std::size_t c = 0; c < t.link_chunks.size(); ++c) {
    for (std::size_t i = 0; i < t.link_ends.size(); ++i) {
      const PowerTables::LinkChunk& l = t.link_chunks[c][i];
      table += fmt::format("{} {} {} {} {:.9g} {:.9g} {} {:.9g}\n", i,
                           fmt::join(box.at(t.link_ends[i].from), " "),
                           fmt::join(box.at(t.link_ends[i].to), " "), c, l.lpi_ratio,
                           l.busy_ratio, l.bytes, l.watts * 1e3);
    }
  }
  return table;
}

// From pale yellow (least) over orange to dark red (most).
std::string heat(double at) {
  constexpr std::array<std::array<double, 3>, 3> kStops{
      {{0xff, 0xf6, 0xd5}, {0xf2, 0x9a, 0x3a}, {0x8c, 0x10, 0x38}}};
  const double x = std::clamp(at, 0.0, 1.0) * 2;
  const std::size_t i = x < 1 ? 0 : 1;
  const double way = x - static_cast<double>(i);
  std::array<int, 3> rgb{};
  for (std::size_t c = 0; c < 3; ++c) {
    rgb[c] = static_cast<int>(std::lround(std::lerp(kStops[i][c], kStops[i + 1][c], way)));
  }
  return fmt::format("#{:02x}{:02x}{:02x}", rgb[0], rgb[1], rgb[2]);
}

std::string microseconds(std::int64_t ps) { return to_string(Time{ps}); }

}  // namespace

PowerTables PowerTables::read(const fs::path& run) {
  PowerTables t;
  if (fs::exists(run / "manifest.json")) check_intact(run);
  read_summary(t, run);
  const Hdf5Reader file(run / "results.h5");
  t.topology = file.attribute("topology");
  read_routers(t, file);
  read_links(t, file);
  return t;
}

std::string nsimpower_summary(const PowerTables& t) {
  const auto line = [](std::string_view name, auto value, std::string_view unit) {
    return fmt::format("{:<27}{}{}{}\n", name, value, unit.empty() ? "" : " ", unit);
  };
  const auto whole = [](double x) { return fmt::format("{:.0f}", std::floor(x)); };
  return line("MaxSimTime", t.time_ps, "[Ticks]") +
         line("SumArrivedPackets", t.packets, "") +
         line("SumArrivedPacketSize", t.packet_bytes, "[Bytes]") +
         line("SumSizeTransfer", t.transfer_bytes, "[Bytes]") +
         line("SumNumLinks", t.links, "") +
         line("LinkBusyRate", fmt::format("{:.6f}", 100 * t.link_busy_ratio), "[%]") +
         line("SumAveragePowerConsumption", whole(t.mean_w * 1e3), "[mW]") +
         (t.peak_w ? line("PeakPowerConsumption", whole(*t.peak_w * 1e3), "[mW]") : "") +
         line("SumEnergyConsumption", whole(t.energy_j * 1e15), "[fJ]");
}

std::string nsimpower_log(const PowerTables& t, bool wide) {
  if (t.begin.empty()) return "";
  std::string s = "# router";
  for (std::size_t r = 0; r < t.coordinates.size(); ++r) (s += ' ') += coordinates_of(t, r, ",");
  s += "\n";
  for (std::size_t c = 0; c < t.begin.size(); ++c) {
    s += fmt::format("t {} - {}\n", t.begin[c], t.end[c]);
    const double seconds = static_cast<double>(t.end[c] - t.begin[c]) * 1e-12;
    for (std::size_t r = 0; r < t.coordinates.size(); ++r) {
      s += fmt::format("r {:.6g}", t.lpi_ratio[c][r]);
      if (wide) {
        const double watts = t.router_watts[c][r];
        s += fmt::format(" {:.9g} {:.9g}", watts * 1e3, watts * seconds * 1e9);
      }
      s += "\n";
    }
  }
  return s;
}

void write_boxfish(const PowerTables& t, const std::string& key, const fs::path& folder) {
  const Box box(t);
  if (!box.is_lattice()) {
    refuse(folder, fmt::format("Boxfish draws meshes and tori; this run's machine is {}. `--format "
                               "time-svg` draws power over time for any machine", t.topology));
  }
  std::error_code error;
  fs::create_directories(folder, error);
  write_text(folder / "meta.yaml", boxfish_meta(t, box, key));
  write_text(folder / "nodes.yaml", boxfish_nodes(t, box, key));
  if (!t.link_chunks.empty()) write_text(folder / "links.yaml", boxfish_links(t, box, key));
}

std::string power_over_time(const PowerTables& t) {
  Chart chart{.title = t.topology + ": power over time", .x_label = "time", .y_label = "power [W]",
              .categories = {}, .series = {{.name = "all routers", .values = t.watts}}};
  const std::size_t step = std::max<std::size_t>(1, t.begin.size() / 10);
  for (std::size_t c = 0; c < t.begin.size(); ++c) {
    chart.categories.push_back(c % step == 0 ? microseconds(t.begin[c]) : "");
  }
  return line_chart(chart);
}

std::string power_maps(const PowerTables& t, std::size_t count) {
  const Box box(t);
  const Position extent = box.extent();
  const std::size_t chunks = t.begin.size();
  count = std::min(std::max<std::size_t>(1, count), std::max<std::size_t>(1, chunks));
  constexpr double kCell = 12, kGap = 14, kLeft = 90, kTop = 56;
  const double plane_width = static_cast<double>(extent[0]) * kCell + kGap;
  const double row_height = static_cast<double>(extent[1]) * kCell + kGap;
  Svg svg(std::max(480.0, kLeft + plane_width * static_cast<double>(extent[2]) + kGap),
          kTop + row_height * static_cast<double>(count));

  double least = 1e300, most = -1e300;
  for (const auto& row : t.router_watts) {
    for (const double w : row) {
      least = std::min(least, w);
      most = std::max(most, w);
    }
  }
  const double span = std::max(1e-12, most - least);
  svg.text({kGap, 20}, t.topology + ": power of each router", 14);
  constexpr int kSteps = 20;
  for (int i = 0; i < kSteps; ++i) {
    svg.rectangle({kLeft + 8.0 * i, 30}, 8.5, 10, heat((i + 0.5) / kSteps));
  }
  svg.text({kLeft - 6, 39}, fmt::format("{:.2f} W", least), 11, Anchor::end);
  svg.text({kLeft + 8.0 * kSteps + 6, 39}, fmt::format("{:.2f} W; planes left to right", most),
           11);
  for (std::size_t k = 0; k < count && chunks > 0; ++k) {
    const std::size_t c = count == 1 ? 0 : k * (chunks - 1) / (count - 1);
    const double top = kTop + row_height * static_cast<double>(k);
    svg.text({kLeft - 8, top + 12}, microseconds(t.begin[c]), 11, Anchor::end);
    for (std::size_t r = 0; r < t.coordinates.size(); ++r) {
      const Position x = box.at(r);
      svg.rectangle({kLeft + plane_width * static_cast<double>(x[2]) +
                         kCell * static_cast<double>(x[0]),
                     top + kCell * static_cast<double>(x[1])},
                    kCell - 0.5, kCell - 0.5, heat((t.router_watts[c][r] - least) / span));
    }
  }
  return svg.str();
}

}  // namespace kasuri
