// SPDX-License-Identifier: MIT
// kasuri picture RUN: how busy each link of a grid was, plane by plane, as SVG. Both directions of
// a link are one line in the colour of the busier one; what leads to the next planes colours the
// router's square; links that wrap around are stubs at the edges.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/run_files.h"
#include "sim/run_directory.h"
#include "stats/hdf5.h"
#include "stats/svg.h"

namespace kasuri::cli {
namespace {

namespace fs = std::filesystem;

constexpr double kPitch = 20;   // between routers
constexpr double kSquare = 6;   // a router
constexpr double kMargin = 16;
constexpr double kTop = 50;     // title and scale
constexpr int kPlanesPerRow = 4;

[[noreturn]] void refuse(const fs::path& run, std::string_view why) {
  throw Error(Exit::usage, fmt::format("{}: error: {}", run.string(), why));
}

// A grid of routers and how busy its links were, as shares of the run.
struct Grid {
  using At = std::array<std::int64_t, 3>;
  std::vector<At> routers;
  At extent{1, 1, 1};
  std::map<std::pair<std::int64_t, std::int64_t>, double> links;  // by both ends, the lower first
  double most = 0;
  std::string topology;
};

std::int64_t run_time(const fs::path& run) {
  std::ifstream in(run / "summary.json");
  const auto summary = nlohmann::json::parse(in, nullptr, false);
  if (!summary.is_object() || !summary["time_ps"].is_number_integer()) {
    refuse(run, "this is no run directory: it has no summary.json with a time");
  }
  return std::max<std::int64_t>(1, summary["time_ps"].get<std::int64_t>());
}

Grid read_grid(const fs::path& run) {
  if (fs::exists(run / "manifest.json")) check_intact(run);
  const auto time = static_cast<double>(run_time(run));
  const Hdf5Reader file(run / "results.h5");
  Grid g;
  g.topology = file.attribute("topology");
  for (std::size_t d = 0; file.has("routers", fmt::format("x{}", d)); ++d) {
    if (d == 3) refuse(run, g.topology + " has more than the three dimensions that can be drawn");
    const auto x = file.column("routers", fmt::format("x{}", d));
    g.routers.resize(x.size());
    for (std::size_t r = 0; r < x.size(); ++r) {
      g.routers[r][d] = x[r];
      g.extent[d] = std::max(g.extent[d], x[r] + 1);
    }
  }
  const auto from = file.column("links", "from"), to = file.column("links", "to");
  const auto busy = file.column("links", "busy"), ejection = file.column("links", "ejection");
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (ejection[i]) continue;
    double& share = g.links[std::minmax(from[i], to[i])];
    share = std::max(share, static_cast<double>(busy[i]) / time);
    g.most = std::max(g.most, share);
  }
  return g;
}

// Pale blue for idle, orange half way, dark red for the busiest.
std::string colour(double share) {
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

class Picture {
 public:
  explicit Picture(const Grid& grid)
      : g_(grid),
        plane_width_(static_cast<double>(grid.extent[0] + 1) * kPitch),
        plane_height_(static_cast<double>(grid.extent[1] + 1) * kPitch + kMargin),
        columns_(static_cast<int>(std::min<std::int64_t>(kPlanesPerRow, grid.extent[2]))),
        width_(std::max(2 * kMargin + columns_ * plane_width_, 520.0)),
        height_(kTop + kMargin +
                static_cast<double>((grid.extent[2] + columns_ - 1) / columns_) * plane_height_),
        svg_(width_, height_) {}

  std::string draw() {
    svg_.rectangle({0, 0}, width_, height_, "white");
    head();
    std::vector<double> across(g_.routers.size(), -1);
    for (const auto& [ends, share] : g_.links) {
      const auto a = static_cast<std::size_t>(ends.first);
      const auto b = static_cast<std::size_t>(ends.second);
      if (g_.routers[a][2] == g_.routers[b][2]) {
        link(g_.routers[a], g_.routers[b], share);
      } else {
        across[a] = std::max(across[a], share);
        across[b] = std::max(across[b], share);
      }
    }
    for (std::size_t r = 0; r < g_.routers.size(); ++r) {
      const Point p = at(g_.routers[r]);
      svg_.rectangle({p.x - kSquare / 2, p.y - kSquare / 2}, kSquare, kSquare,
                     across[r] < 0 ? "#8a949e" : colour(relative(across[r])));
    }
    return svg_.str();
  }

 private:
  double relative(double share) const { return g_.most > 0 ? share / g_.most : 0; }

  Point at(const Grid::At& x) const {
    const auto column = static_cast<double>(x[2] % columns_);
    const auto row = static_cast<double>(x[2] / columns_);
    return {kMargin + column * plane_width_ + (static_cast<double>(x[0]) + 1) * kPitch,
            kTop + row * plane_height_ + kMargin + (static_cast<double>(x[1]) + 0.5) * kPitch};
  }

  void link(const Grid::At& a, const Grid::At& b, double share) {
    const std::string c = colour(relative(share));
    const Point from = at(a), to = at(b);
    const std::size_t d = a[0] != b[0] ? 0 : 1;
    if (std::abs(a[d] - b[d]) <= 1) return svg_.line(from, to, c, 3);
    const double stub = kPitch * 0.45;
    const Point low = a[d] < b[d] ? from : to, high = a[d] < b[d] ? to : from;
    const Point back = d == 0 ? Point{low.x - stub, low.y} : Point{low.x, low.y - stub};
    const Point on = d == 0 ? Point{high.x + stub, high.y} : Point{high.x, high.y + stub};
    svg_.line(back, low, c, 3);
    svg_.line(high, on, c, 3);
  }

  void head() {
    svg_.text({kMargin, 20}, g_.topology + ": how busy its links were", 14);
    constexpr int kSteps = 20;
    const double left = kMargin + 24, length = 160;
    for (int i = 0; i < kSteps; ++i) {
      svg_.rectangle({left + length * i / kSteps, 30}, length / kSteps + 0.5, 10,
                     colour((i + 0.5) / kSteps));
    }
    svg_.text({left - 6, 39}, "0 %", 11, Anchor::end);
    svg_.text({left + length + 6, 39}, fmt::format("{:.0f} % of the time", 100 * g_.most), 11);
    if (g_.extent[2] == 1) return;
    svg_.text({left + length + 120, 39}, "squares: links to the next planes", 11);
    for (std::int64_t z = 0; z < g_.extent[2]; ++z) {
      const Point p = at({0, 0, z});
      svg_.text({p.x - kSquare / 2, p.y - kPitch * 0.75}, fmt::format("z = {}", z), 10);
    }
  }

  const Grid& g_;
  double plane_width_, plane_height_;
  int columns_;
  double width_, height_;
  Svg svg_;
};

struct Arguments {
  std::string run, out;
};

Exit draw(const Arguments& a) {
  const Grid grid = read_grid(a.run);
  const std::string svg = Picture(grid).draw();
  const fs::path out = a.out.empty() ? fs::path(a.run) / "links.svg" : fs::path(a.out);
  std::ofstream file(out);
  file << svg;
  file.close();
  if (!file) throw Error(Exit::limit, fmt::format("{}: error: cannot be written", out.string()));
  fmt::print("{}\n", out.string());
  return Exit::done;
}

const Verb picture{"picture", "draw how busy the links of a run were, plane by plane",
                   [](CLI::App& app) -> Action {
                     auto a = std::make_shared<Arguments>();
                     app.add_option("run", a->run, "run directory")->required()->type_name("DIR");
                     app.add_option("-o,--output", a->out, "file to write; default: DIR/links.svg")
                         ->type_name("FILE.svg");
                     return [a] { return reading_runs([&] { return draw(*a); }); };
                   }};

}  // namespace
}  // namespace kasuri::cli
