// SPDX-License-Identifier: MIT
#include "experiment/measured/measurements.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>

#include "base/config/diagnostics.h"
#include "base/core/errors.h"
#include "base/core/text_file.h"

namespace kasuri::measured {
namespace {

constexpr std::size_t kMostMeasurements = 1'000'000;

// A part of a line, and where it begins, from 1.
struct Cell {
  std::string_view text;
  std::size_t column = 1;
};

std::vector<Cell> split(std::string_view line, std::string_view separators, bool merge) {
  std::vector<Cell> cells;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= line.size(); ++i) {
    if (i < line.size() && separators.find(line[i]) == separators.npos) continue;
    if (!merge || i > begin) cells.push_back({line.substr(begin, i - begin), begin + 1});
    begin = i + 1;
  }
  return cells;
}

class Source {
 public:
  Source(std::string_view text, const std::string& name) : rest_(text), name_(name) {}

  bool next(std::string_view& line) {
    if (rest_.empty()) return false;
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    line = rest_.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++line_;
    return true;
  }
  std::uint32_t line() const { return line_; }
  [[noreturn]] void refuse(std::size_t column, const std::string& why) const {
    throw Error(Exit::usage, ErrorPlace(name_, std::max(line_, 1u), column), why);
  }
  template <class T>
  T number(const Cell& cell, std::string_view what, T least, T most) const {
    T value{};
    const auto [end, error] =
        std::from_chars(cell.text.data(), cell.text.data() + cell.text.size(), value);
    if (error != std::errc{} || end != cell.text.data() + cell.text.size() ||
        !(value >= least && value <= most)) {
      refuse(cell.column, fmt::format("'{}': {}, a number from {} to {}", cell.text, what, least, most));
    }
    return value;
  }
  Nodes nodes(const Cell& cell) const {
    try {
      return Nodes::parse(cell.text);
    } catch (const Error&) {
      refuse(cell.column, fmt::format("'{}': a number of nodes, or a box of them as 4x4x4", cell.text));
    }
  }

 private:
  std::string_view rest_;
  std::string name_;
  std::uint32_t line_ = 0;
};

// Sizes that do not divide by the ranks are no mistake of the table: such a point alone is not simulated.
void check_operation(const Source& source, const Measurement& m, std::size_t column) {
  if (std::ranges::find(operations(), m.collective) != operations().end()) return;
  source.refuse(column, fmt::format("'{}': unknown operation{}; known: {}", m.collective,
                                    config::did_you_mean(m.collective, operations()),
                                    config::join(operations())));
}

constexpr double kMostMicroseconds = 1e12;
constexpr std::int64_t kMostBytesMeasured = std::int64_t{1} << 38;  // times all ranks, it is a number

std::vector<Measurement> read_csv(Source& source, std::string_view header) {
  std::map<std::string, std::size_t, std::less<>> at;
  const std::vector<Cell> names = split(header, ",", false);
  for (std::size_t i = 0; i < names.size(); ++i) at.emplace(std::string(names[i].text), i);
  for (const char* needed : {"system", "nodes", "collective", "algorithm", "bytes", "median_us"}) {
    if (!at.contains(needed)) {
      source.refuse(
          1, fmt::format("column '{}' is missing; needed: system, nodes, collective, algorithm, bytes, "
                         "median_us",
                         needed));
    }
  }
  std::vector<Measurement> all;
  for (std::string_view line; source.next(line);) {
    if (line.empty()) continue;
    const std::vector<Cell> cells = split(line, ",", false);
    if (cells.size() != names.size()) {
      source.refuse(
          1, fmt::format("{} values, but the first line names {} columns", cells.size(), names.size()));
    }
    const auto cell = [&](std::string_view name) { return cells[at.find(name)->second]; };
    Measurement m{.system = std::string(cell("system").text),
                  .nodes_text = std::string(cell("nodes").text),
                  .nodes = source.nodes(cell("nodes")),
                  .library = at.contains("library") ? std::string(cell("library").text) : "",
                  .collective = std::string(cell("collective").text),
                  .algorithm = std::string(cell("algorithm").text),
                  .bytes = source.number<std::int64_t>(cell("bytes"), "bytes", 0, kMostBytesMeasured),
                  .median_us = source.number(cell("median_us"), "microseconds", 1e-6, kMostMicroseconds),
                  .line = source.line()};
    if (at.contains("tasks_per_node")) {
      m.ranks_per_node = source.number<std::uint32_t>(cell("tasks_per_node"), "ranks per node", 1, 4096);
    }
    if (m.ranks() > kMostRanks) {
      source.refuse(cell("nodes").column,
                    fmt::format("{} nodes with {} ranks each: at most {} ranks", m.nodes.count,
                                m.ranks_per_node.value_or(1), kMostRanks));
    }
    check_operation(source, m, cell("collective").column);
    if (all.size() == kMostMeasurements)
      source.refuse(1, fmt::format("more than {} points", kMostMeasurements));
    all.push_back(std::move(m));
  }
  return all;
}

// "Allreduce" -> "allreduce", "All-to-All Personalized Exchange" -> "alltoall", "Reduce_scatter" -> ….
std::string operation_in(std::string_view text) {
  std::string plain;
  for (const char c : text) {
    if (std::isalpha(static_cast<unsigned char>(c))) {
      plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  if (plain.find("alltoall") != plain.npos) return "alltoall";
  if (plain.find("reducescatter") != plain.npos) return "reduce_scatter";
  if (plain.find("broadcast") != plain.npos) return "bcast";
  if (plain.find("sendrecv") != plain.npos) return "sendrecv";
  for (const char* name : {"allreduce", "allgather", "bcast", "barrier", "reduce", "gather", "scatter"}) {
    if (plain.find(name) != plain.npos) return name;
  }
  return "";
}

// Whether a benchmark's size is a block, not the whole buffer.
bool size_is_block(const std::string& collective) {
  return collective == "alltoall" || collective == "allgather" || collective == "gather" ||
         collective == "scatter";
}

// Tables of numbers under comments that name the operation.
struct Printed {
  std::string collective;
  bool sizes_are_blocks;  // OSU and IMB: what a rank gives to each other; nccl-tests: the whole buffer
  std::size_t time;       // column of the time, from 0
  std::string library{};  // that was measured, if the table says it
};

std::vector<Measurement> read_printed(Source& source, std::string_view first, const MeasuredDefaults& d) {
  if (d.nodes.empty()) {
    source.refuse(1, "printed results do not say how many nodes ran: give --nodes (and --ranks-per-node)");
  }
  std::vector<Measurement> all;
  std::optional<Printed> table;
  std::string operation = d.collective;
  const Nodes nodes = Nodes::parse(d.nodes);
  const std::int64_t ranks = std::int64_t{nodes.count} * d.ranks_per_node.value_or(1);
  if (static_cast<std::uint64_t>(ranks) > kMostRanks)
    source.refuse(1, fmt::format("{} ranks: at most {}", ranks, kMostRanks));
  std::string_view line = first;
  do {
    const std::vector<Cell> cells = split(line, " \t", true);
    if (cells.empty()) continue;
    const bool number = std::isdigit(static_cast<unsigned char>(cells[0].text[0]));
    if (!number) {
      if (line.find("OSU") != line.npos || line.find("Benchmarking") != line.npos ||
          line.find("_perf") != line.npos || line.find("nccl") != line.npos) {
        if (std::string found = operation_in(line); !found.empty()) operation = std::move(found);
      }
      if (line.find("Avg Latency") != line.npos) table = Printed{operation, true, 1};
      if (line.find("t_max[usec]") != line.npos) table = Printed{operation, true, 3};
      if (line.find("busbw") != line.npos) table = Printed{operation, false, 5, "nccl"};
      continue;
    }
    if (!table) continue;
    if (table->collective.empty()) {
      source.refuse(1, fmt::format("times of which operation? No line before names one: give --collective, "
                                   "one of {}",
                                   config::join(operations())));
    }
    if (cells.size() <= table->time)
      source.refuse(1, fmt::format("{} values, but the time is the {}th", cells.size(), table->time + 1));
    Measurement m{.system = "",
                  .nodes_text = d.nodes,
                  .nodes = nodes,
                  .ranks_per_node = d.ranks_per_node,
                  .library = table->library,
                  .collective = table->collective,
                  .algorithm = d.algorithm,
                  .bytes = source.number<std::int64_t>(cells[0], "bytes", 0, kMostBytesMeasured),
                  .median_us = 0,
                  .line = source.line()};
    if (table->sizes_are_blocks && size_is_block(m.collective)) m.bytes *= ranks;
    if (m.bytes == 0 && m.collective != "barrier") continue;
    m.median_us = source.number(cells[table->time], "microseconds", 1e-6, kMostMicroseconds);
    if (all.size() == kMostMeasurements)
      source.refuse(1, fmt::format("more than {} points", kMostMeasurements));
    all.push_back(std::move(m));
  } while (source.next(line));
  return all;
}

}  // namespace

std::vector<Measurement> parse_measurements(std::string_view text, const std::string& name,
                                            const MeasuredDefaults& defaults) {
  Source source(text, name);
  std::string_view first;
  if (!source.next(first)) source.refuse(1, "the file is empty");
  std::vector<Measurement> all = first.find(',') != first.npos && !first.starts_with('#')
                                     ? read_csv(source, first)
                                     : read_printed(source, first, defaults);
  if (all.empty()) {
    source.refuse(
        1,
        "no measured times; known are tables with a header (CSV), and what OSU micro-benchmarks, Intel "
        "MPI Benchmarks and nccl-tests print");
  }
  return all;
}

std::vector<Measurement> read_measurements(const std::filesystem::path& file,
                                           const MeasuredDefaults& defaults) {
  return parse_measurements(read_text(file), file.string(), defaults);
}

}  // namespace kasuri::measured
