// SPDX-License-Identifier: MIT
// The power of a finished run in other forms: NsimPower's text (its Figures 3 and 4), a data set
// for Boxfish (github.com/LLNL/boxfish), and pictures (its Figures 5, 8 and 9).
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kasuri {

// What a run directory says of power.
struct PowerTables {
  // summary.json
  std::int64_t time_ps = 0, packets = 0, packet_bytes = 0, transfer_bytes = 0, links = 0;
  double link_busy_ratio = 0;
  double mean_w = 0, energy_j = 0;
  std::optional<double> peak_w;  // without chunks none
  std::string topology;

  std::vector<std::vector<std::int64_t>> coordinates;  // of each router

  // By chunk; then by router.
  std::vector<std::int64_t> begin, end;
  std::vector<double> watts;
  std::vector<std::vector<double>> lpi_ratio, router_watts;

  // By chunk and router-to-router link, if the run has tables of links.
  struct Link {
    std::uint32_t from, to;
  };
  struct LinkChunk {
    double lpi_ratio, busy_ratio, watts;
    std::int64_t bytes;
  };
  std::vector<Link> link_ends;  // of all links between routers
  std::vector<std::vector<LinkChunk>> link_chunks;

  // Throws Error(Exit::usage) if this is no directory of a run with [power].
  static PowerTables read(const std::filesystem::path& run);
};

// `Name value [unit]`, a line each: power in mW, energy in fJ (mW × ticks of 1 ps). Then for each
// chunk `t begin - end` and a line `r ratio` for each router, in the order of the header
// `# router x,y,z …`; `wide` adds its mean power in mW and its energy in nJ.
std::string nsimpower_summary(const PowerTables&);
std::string nsimpower_log(const PowerTables&, bool wide);

// meta.yaml, nodes.yaml and, with tables of links, links.yaml. Boxfish draws boxes of three
// dimensions: of meshes and tori with more, dimension d + 3 is folded into dimension d, so that a
// Tofu of units X x Y x Z becomes 2X x 3Y x 2Z routers. Throws Error(Exit::usage) for machines whose
// links do not join neighbours in one dimension.
void write_boxfish(const PowerTables&, const std::string& key, const std::filesystem::path& folder);

// The power of all routers over time; and maps of each router's power, plane by plane, in up to
// `count` chunks spread over the run. SVG.
std::string power_over_time(const PowerTables&);
std::string power_maps(const PowerTables&, std::size_t count);

}  // namespace kasuri
