// SPDX-License-Identifier: MIT
// kasuri picture RUN: how busy the links of a run were, as SVG.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "shell/verbs/command.h"
#include "app/cli/link_pictures.h"
#include "base/config/registry.h"
#include "base/core/text_file.h"
#include "network/net/topology.h"

namespace kasuri::cli {

// The type of the run's topology; "" if that is unknown here, as of a plug-in.
static std::string type_of_topology(const RunFiles& run) {
  try {
    auto kept = config::Document::load(run.path / "config.toml");
    return std::string(config::read<config::Choice<Topology>>(kept.root().section("topology")).name());
  } catch (const Error&) {
    return "";
  }
}

UsedNetwork::UsedNetwork(const RunFiles& run) {
  type = type_of_topology(run);
  const double time = std::max(1.0, run.summary.at("time_ps").get<double>());
  const Hdf5Reader& file = run.tables;
  topology = file.attribute("topology");
  for (; file.has("routers", fmt::format("x{}", dimensions)); ++dimensions) {
    const bool by_number = type == "hypercube" || type == "hyperx";
    if (dimensions == 3 && by_number) {  // rings need no more
      more_axes = true;
      break;
    }
    if (dimensions == 3) {
      throw Error(Exit::usage, ErrorPlace(run.path.string()),
                  fmt::format("{} has more than the three dimensions that can be drawn", topology));
    }
    const auto x = file.column("routers", fmt::format("x{}", dimensions));
    routers.resize(x.size());
    for (std::size_t r = 0; r < x.size(); ++r) {
      routers[r][dimensions] = x[r];
      extent[dimensions] = std::max(extent[dimensions], x[r] + 1);
    }
  }
  if (type == "polarfly") {
    for (const view::Position& p : view::place(view::Network::of(file)).at) places.push_back({p[0], -p[1]});
  }
  const auto from = file.rows_of("links", "from", routers.size()), to = file.column("links", "to");
  const auto busy = file.column("links", "busy"), ejection = file.column("links", "ejection");
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (ejection[i] || to[i] < 0 || static_cast<std::size_t>(to[i]) >= routers.size()) continue;
    double& share = links[{from[i], to[i]}];
    share = std::max(share, static_cast<double>(busy[i]) / time);
    most = std::max(most, share);
  }
}

bool UsedNetwork::is_grid() const {
  return std::ranges::all_of(links, [&](const auto& l) {
    const At &a = routers[static_cast<std::size_t>(l.first.first)],
             &b = routers[static_cast<std::size_t>(l.first.second)];
    std::size_t d = 0;
    while (d < 3 && a[d] == b[d]) ++d;
    if (d == 3) return true;
    const std::int64_t step = std::abs(a[d] - b[d]);
    return (step == 1 || step == extent[d] - 1) &&
           std::equal(a.begin() + static_cast<std::ptrdiff_t>(d) + 1, a.end(),
                      b.begin() + static_cast<std::ptrdiff_t>(d) + 1);
  });
}

bool UsedNetwork::is_levels() const {
  return dimensions == 2 && extent[0] > 1 && std::ranges::all_of(links, [&](const auto& l) {
           return std::abs(routers[static_cast<std::size_t>(l.first.first)][0] -
                           routers[static_cast<std::size_t>(l.first.second)][0]) == 1;
         });
}

std::string heat(double share) {
  constexpr std::array<std::array<double, 3>, 3> kStops{
      {{0xdd, 0xe6, 0xee}, {0xf2, 0xa4, 0x3a}, {0x9c, 0x10, 0x38}}};
  const double at = std::clamp(share, 0.0, 1.0) * 2;
  const std::size_t i = at < 1 ? 0 : 1;
  std::array<int, 3> rgb{};
  const double way = at - static_cast<double>(i);
  for (std::size_t c = 0; c < 3; ++c) {
    rgb[c] = static_cast<int>(std::lround(std::lerp(kStops[i][c], kStops[i + 1][c], way)));
  }
  return fmt::format("#{:02x}{:02x}{:02x}", rgb[0], rgb[1], rgb[2]);
}

void draw_scale(Svg& svg, Point at, double most) {
  constexpr int kSteps = 20;
  constexpr double kLength = 160;
  const double left = at.x + 30;
  for (int i = 0; i < kSteps; ++i) {
    svg.rectangle({left + kLength * i / kSteps, at.y}, kLength / kSteps + 0.5, 10,
                  heat((i + 0.5) / kSteps));
  }
  svg.text({left - 6, at.y + 9}, "0 %", 11, Anchor::end);
  svg.text({left + kLength + 6, at.y + 9}, fmt::format("{:.3g} % of the time", 100 * most), 11);
}

namespace {

struct PictureArguments {
  std::string run, out;
  bool matrix = false;
};

Exit draw(const PictureArguments& a) {
  const RunFiles run(a.run);
  const UsedNetwork network(run);
  // A grid of two columns may be a tree of two levels: its links join one row to all of the other.
  const bool levels = network.is_levels() && !network.is_grid();
  const bool rings = network.is_rings() && !a.matrix;
  const std::string svg = levels ? draw_levels(network, view::Network::of(run.tables))
                          : network.is_grid() && !network.more_axes   ? draw_grid(network)
                          : rings                                     ? draw_rings(network)
                                                                      : draw_matrix(network);
  const std::filesystem::path out =
      a.out.empty() ? run.path / "links.svg" : std::filesystem::path(a.out);
  write_text(out, svg);
  fmt::print("{}\n", out.string());
  return Exit::done;
}

const Verb picture{"picture", "draw the utilisation of the links of a run", [](CLI::App& app) -> Action {
                     auto a = std::make_shared<PictureArguments>();
                     app.add_option("run", a->run, "run directory")->required()->type_name("DIR");
                     app.add_option("-o,--out,--output", a->out, "file to write; default: DIR/links.svg")
                         ->type_name("FILE.svg");
                     app.add_flag("--matrix", a->matrix,
                                  "draw groups as rows and columns of a matrix instead of a ring");
                     return [a] { return reading_runs([&] { return draw(*a); }); };
                   }};

}  // namespace
}  // namespace kasuri::cli
