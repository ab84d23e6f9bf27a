// SPDX-License-Identifier: MIT
// A many-core chip: elements by rank and pipe, and over time whether each runs, waits for a buffer, or
// has come to its end. An emulator knows at its end when each element last acted. So the chip is emulated
// again and again, up to a growing number of clocks; large chips once, for the final clocks alone.
#include "studies/manycore/manycore_view.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/core/errors.h"
#include "base/stats/hdf5.h"
#include "shell/page/parts.h"
#include "shell/page/quantity.h"

namespace kasuri::view {
namespace {

constexpr std::size_t kSteps = 32;
constexpr double kMostWork = 4e8;  // elements × clocks that are emulated again

// A file that is gone afterwards, with a name that nobody can know before.
struct ClockFile {
  ClockFile() {
    std::string name = (std::filesystem::temp_directory_path() / "kasuri-view-XXXXXX").string();
    const int made = mkstemp(name.data());
    if (made < 0) {
      throw Error(Exit::limit, ErrorPlace(name), fmt::format("cannot be made: {}", std::strerror(errno)));
    }
    close(made);
    path = name;
  }
  ~ClockFile() {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
  }
  std::filesystem::path path;
};

std::vector<std::int64_t> clocks_of(emu::ManycoreParams params, std::optional<std::int64_t> limit,
                                    emu::ManycoreReport* report = nullptr) {
  const ClockFile file;
  params.elements = file.path;
  params.output.clear();
  params.checkpoint.clear();
  if (limit) params.clocks = *limit;
  const emu::ManycoreReport r = emu::run_manycore(params);
  if (report) *report = r;
  return Hdf5Reader(file.path).column("elements", "clock");
}

// What elements did in all, and each rank in each phase of its program.
void add_work(Pack& p, const emu::ManycoreReport& report, std::uint32_t ranks, std::uint32_t pipes) {
  p.header["summary"] = report.text();
  const double clocks = static_cast<double>(std::max<std::int64_t>(1, report.clocks));
  const double all = static_cast<double>(report.pes) * clocks;
  p.header["bottleneck"] = fmt::format(
      "Elements worked {:.0f} % of their clocks, polled for buffers {:.0f} %, and stood still otherwise.",
      100 * static_cast<double>(report.busy_cycles()) / all,
      100 * static_cast<double>(report.poll_cycles()) / all);
  for (std::size_t phase = 0; phase < report.phase_names.size(); ++phase) {
    Quantity q{.id = "phase" + std::to_string(phase),
               .name = "work in " + report.phase_names[phase],
               .unit = "%",
               .of = "routers",
               .about = "share of the clocks that the rank's elements worked in this phase"};
    for (std::uint32_t r = 0; r < ranks; ++r) {
      const auto worked = static_cast<double>(report.totals.phases.at(r)[phase]);
      q.total.insert(q.total.end(), pipes, 100 * worked / (pipes * clocks));
    }
    add_quantity(p, q, q.total.size(), 0, nullptr);
  }
}

// A row for each rank, with its elements by pipe.
void add_elements(Pack& p, std::uint32_t ranks, std::uint32_t pipes) {
  Network n;
  n.title = fmt::format("{} ranks of {} elements", ranks, pipes);
  n.type = "manycore";
  n.routers = ranks * pipes;
  n.dimensions = 2;
  n.classes = {"buffer"};
  Layout layout{
      .family = "lattice", .words = "a row for each rank, elements by pipe", .at = {}, .stub = {}};
  const double side = std::ceil(std::sqrt(static_cast<double>(pipes)));
  const auto wide = static_cast<std::uint32_t>(std::max(1.0, side));
  const bool fold = pipes > 256;
  for (std::uint32_t r = 0; r < ranks; ++r) {
    for (std::uint32_t i = 0; i < pipes; ++i) {
      n.coordinates.push_back(r);
      n.coordinates.push_back(i);
      layout.at.push_back(
          fold ? Position{static_cast<float>(i % wide), -1.6F * static_cast<float>(r),
                          static_cast<float>(i / wide)}
               : Position{static_cast<float>(i),
                          -static_cast<float>(r) * std::max(1.0F, static_cast<float>(pipes) / 40), 0});
    }
  }
  for (std::uint32_t r = 0; r < ranks; ++r) {
    layout.axes.push_back({fmt::format("rank {}", r), layout.at[std::size_t{r} * pipes],
                           layout.at[std::size_t{r} * pipes], pipes});
  }
  add_network(p, n, layout);
}

// Over time whether elements run, of which these are the last actions.
void add_states(Pack& p, const emu::ManycoreParams& params, const emu::ManycoreReport& report,
                const std::vector<std::int64_t>& last) {
  Quantity state{.id = "running",
                 .name = "running",
                 .unit = "%",
                 .of = "routers",
                 .axis = "clocks",
                 .most = 100,
                 .about = "100: the element runs; 45: it waits for a buffer; 0: it has ended"};
  const double work = static_cast<double>(report.clocks) * static_cast<double>(last.size()) * kSteps / 2;
  if (work <= kMostWork && report.clocks > static_cast<std::int64_t>(kSteps)) {
    std::vector<double> begin, until, run(kSteps, 0), wait(kSteps, 0), ended(kSteps, 0);
    for (std::size_t k = 0; k < kSteps; ++k) {
      const std::int64_t at =
          report.clocks * static_cast<std::int64_t>(k + 1) / static_cast<std::int64_t>(kSteps + 1);
      begin.push_back(static_cast<double>(report.clocks) * static_cast<double>(k) / kSteps);
      until.push_back(static_cast<double>(report.clocks) * static_cast<double>(k + 1) / kSteps);
      const auto now = clocks_of(params, at);
      for (std::size_t i = 0; i < now.size(); ++i) {
        const bool runs = now[i] >= at, done = !runs && now[i] >= last[i];
        ++(runs ? run : done ? ended : wait)[k];
        if (done) continue;
        state.samples.chunk.push_back(static_cast<std::int64_t>(k));
        state.samples.item.push_back(static_cast<std::int64_t>(i));
        state.samples.value.push_back(runs ? 100 : 45);
      }
    }
    add_axis(p, "clocks", begin, until);
    add_quantity(p, state, last.size(), kSteps, nullptr);
    add_series(p, "elements", "running", "", "clocks", run);
    add_series(p, "elements", "waiting", "", "clocks", wait);
    add_series(p, "elements", "ended", "", "clocks", ended);
  } else {
    add_missing(p, "elements over time: the chip is too large to be emulated several times",
                "fewer pipes, or the final clocks");
  }
}

}  // namespace

Pack manycore_view(const std::string& name, const emu::ManycoreParams& params) {
  emu::ManycoreReport report;
  const std::vector<std::int64_t> last = clocks_of(params, {}, &report);
  const auto ranks = params.rank_count();
  const auto pipes = static_cast<std::uint32_t>(params.pipes);
  Pack p;
  p.header["kind"] = "manycore";
  p.header["title"] = name;
  p.header["time_ps"] = std::max<std::int64_t>(1, report.clocks);
  p.header["time_unit"] = "clock";
  add_elements(p, ranks, pipes);
  Quantity end{.id = "end",
               .name = "last action",
               .unit = "clocks",
               .of = "routers",
               .about = "the clock at which an element stopped or began to wait without end"};
  for (const std::int64_t c : last) end.total.push_back(static_cast<double>(c));
  add_states(p, params, report, last);
  add_quantity(p, end, last.size(), 0, nullptr);
  add_work(p, report, ranks, pipes);
  return p;
}

}  // namespace kasuri::view
