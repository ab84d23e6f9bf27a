// SPDX-License-Identifier: MIT
#include "experiment/measured/measurements.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "base/config/diagnostics.h"
#include "base/core/errors.h"
#include "base/core/text_file.h"
#include "experiment/measured/question.h"

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
  Source(std::string_view text, const std::string& name, std::vector<std::string>* left_out)
      : rest_(text), name_(name), left_out_(left_out) {}

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
  // A row that throws is left out.
  template <class F>
  void row(F read) {
    try {
      read();
    } catch (const Error& e) {
      if (!first_) first_ = e;
      if (!left_out_) return;
      std::string text = e.what();
      if (const std::size_t at = text.find(": error: "); at != text.npos) {
        text.replace(at, 9, ": left out: ");
      }
      left_out_->push_back(std::move(text));
    }
  }
  const std::string& name() const { return name_; }
  void throw_first() const {
    if (first_) throw *first_;
  }
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
  std::vector<std::string>* left_out_;
  std::optional<Error> first_;
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
    if (all.size() == kMostMeasurements)
      source.refuse(1, fmt::format("more than {} points", kMostMeasurements));
    source.row([&] {
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
                    .line = source.line(),
                    .file = source.name()};
      if (at.contains("tasks_per_node")) {
        m.ranks_per_node = source.number<std::uint32_t>(cell("tasks_per_node"), "ranks per node", 1, 4096);
      }
      if (m.ranks() > kMostRanks) {
        source.refuse(cell("nodes").column,
                      fmt::format("{} nodes with {} ranks each: at most {} ranks", m.nodes.count,
                                  m.ranks_per_node.value_or(1), kMostRanks));
      }
      check_operation(source, m, cell("collective").column);
      all.push_back(std::move(m));
    });
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

// What the lines before a table of numbers say of it.
struct Printed {
  std::string operation;
  // OSU and IMB: what a rank gives to each other; nccl-tests: the whole buffer.
  bool sizes_are_blocks = true;
  bool has_sizes = true;
  bool is_rate = false;          // MB/s instead of microseconds
  std::optional<std::size_t> value{};  // its column, from 0
  std::string library{};         // that was measured, if the table says it
};

// "OSU MPI Latency Test" and others that name no collective; "" if it is none that is known.
std::string point_to_point_in(std::string_view title) {
  const auto has = [&](std::string_view word) { return title.find(word) != title.npos; };
  if (has("MPI_") || has("Multi") || has("Multiple") || has("Message Rate")) return "";
  if (has("Bi-Directional Bandwidth")) return "exchange";
  if (has("Bandwidth Test")) return "bandwidth";
  return has("Latency Test") || has("PingPong") ? "latency" : "";
}

// The median of mpiGraph's table of what each rank has sent to each other, in 2^20 bytes a second.
struct Graph {
  std::int64_t bytes = 0;
  std::uint32_t ranks = 0, line = 0;
  std::vector<double> sent;
};

class PrintedReader {
 public:
  PrintedReader(Source& source, const MeasuredDefaults& d) : source_(source), d_(d) {
    table_.operation = d.collective;
  }

  std::vector<Measurement> read(std::string_view first) {
    std::string_view line = first;
    do {
      const std::vector<Cell> cells = split(line, " \t", true);
      if (cells.empty()) continue;
      if (all_.size() == kMostMeasurements)
        source_.refuse(1, fmt::format("more than {} points", kMostMeasurements));
      const bool number = std::isdigit(static_cast<unsigned char>(cells[0].text[0]));
      if (line.starts_with("START mpiGraph")) graph_.emplace();
      if (graph_) {
        source_.row([&] { take_graph(line, cells); });
      } else if (!number) {
        take_words(line);
      } else if (table_.value) {
        needs_nodes();
        source_.row([&] { take_row(cells); });
      }
    } while (source_.next(line));
    if (graph_) source_.row([&] { end_graph(); });
    return std::move(all_);
  }

 private:
  void take_words(std::string_view line) {
    const auto has = [&](std::string_view word) { return line.find(word) != line.npos; };
    if (has("OSU") || has("Benchmarking") || has("_perf") || has("nccl")) {
      std::string found = operation_in(line);
      if (found.empty()) found = point_to_point_in(line);
      if (!found.empty()) {
        table_ = {.operation = std::move(found)};
      } else if (has("OSU") || has("Benchmarking")) {
        table_ = {.operation = "?"};
      }
    }
    const auto at = [&](std::size_t column) { table_.value = column; };
    if (has("Latency") && (has("(us)") || has("[us]"))) {
      table_.has_sizes = has("Size");
      at(table_.has_sizes ? 1 : 0);
    }
    if (has("Bandwidth (MB/s)") || has("Bandwidth(MB/s)")) table_.is_rate = true, at(1);
    if (has("t[usec]") && table_.operation == "latency") at(2);
    if (has("t_max[usec]")) at(3);
    if (has("busbw")) table_.sizes_are_blocks = false, table_.library = "nccl", at(5);
  }

  void needs_nodes() const {
    if (table_.operation == "?" || is_point_to_point(table_.operation)) return;
    if (table_.operation.empty()) {
      source_.refuse(1, fmt::format("times of which operation? No line before names one: give "
                                    "--collective, one of {}",
                                    config::join(operations())));
    }
    if (d_.nodes.empty()) {
      source_.refuse(1, "printed results do not say how many nodes ran: give --nodes (and "
                        "--ranks-per-node)");
    }
    const Nodes nodes = Nodes::parse(d_.nodes);
    const std::uint64_t ranks = std::uint64_t{nodes.count} * d_.ranks_per_node.value_or(1);
    if (ranks > kMostRanks) source_.refuse(1, fmt::format("{} ranks: at most {}", ranks, kMostRanks));
  }

  Measurement point(std::string operation, const std::string& nodes,
                    std::optional<std::uint32_t> per_node) {
    return {.system = "",
            .nodes_text = nodes,
            .nodes = Nodes::parse(nodes),
            .ranks_per_node = per_node,
            .library = table_.library,
            .collective = std::move(operation),
            .algorithm = "",
            .bytes = 0,
            .median_us = 0,
            .line = source_.line(),
            .file = source_.name()};
  }

  void take_row(const std::vector<Cell>& cells) {
    if (table_.operation == "?") source_.refuse(1, "a benchmark that is not known");
    const bool pair = is_point_to_point(table_.operation);
    Measurement m = pair ? point(table_.operation, "2", 1)
                         : point(table_.operation, d_.nodes, d_.ranks_per_node);
    if (!pair) m.algorithm = d_.algorithm;
    if (cells.size() <= *table_.value) {
      source_.refuse(1, fmt::format("{} value{}, but the {} is the {}", cells.size(),
                                    cells.size() == 1 ? "" : "s", table_.is_rate ? "rate" : "time",
                                    *table_.value == 1 ? "second"
                                                       : fmt::format("{}th", *table_.value + 1)));
    }
    if (table_.has_sizes) m.bytes = source_.number<std::int64_t>(cells[0], "bytes", 0, kMostBytesMeasured);
    if (table_.sizes_are_blocks && size_is_block(m.collective)) {
      m.bytes *= static_cast<std::int64_t>(m.ranks());
    }
    if (m.bytes == 0 && m.collective != "barrier" && m.collective != "latency") return;
    const Cell& value = cells[*table_.value];
    if (table_.is_rate) {
      const double ways = m.collective == "exchange" ? 2 : 1;  // OSU adds both
      m.median_us = ways * static_cast<double>(m.bytes) /
                    source_.number(value, "megabytes a second", 1e-6, kMostMicroseconds);
    } else {
      m.median_us = source_.number(value, "microseconds", 1e-6, kMostMicroseconds);
    }
    all_.push_back(std::move(m));
  }

  void take_graph(std::string_view line, const std::vector<Cell>& cells) {
    const bool pair = cells.size() == 2;
    if (pair && cells[0].text == "MsgSize") {
      graph_->bytes = source_.number<std::int64_t>(cells[1], "bytes", 1, kMostBytesMeasured);
    } else if (pair && cells[0].text == "Procs") {
      graph_->ranks = source_.number<std::uint32_t>(cells[1], "ranks", 2, 1u << 20);
    } else if (cells.size() > 2 && cells[1].text == "to") {
      if (graph_->line == 0) graph_->line = source_.line();
      if (cells.size() != graph_->ranks + 2) {
        source_.refuse(1, fmt::format("{} values for {} ranks", cells.size() - 2, graph_->ranks));
      }
      for (std::size_t i = 2; i < cells.size(); ++i) {
        const double rate = source_.number(cells[i], "megabytes a second", 0.0, kMostMicroseconds);
        if (rate > 0) graph_->sent.push_back(rate);
      }
    } else if (line.starts_with("END")) {
      end_graph();
    }
  }

  void end_graph() {
    if (!graph_) return;
    Graph g = *std::exchange(graph_, std::nullopt);
    if (g.bytes == 0 || g.sent.empty()) source_.refuse(1, "mpiGraph's MsgSize or its table is missing");
    const auto middle = g.sent.begin() + static_cast<std::ptrdiff_t>(g.sent.size() / 2);
    std::ranges::nth_element(g.sent, middle);
    constexpr double kMiB = 1.048576;  // MB
    Measurement m = point("exchange", fmt::format("{}", g.ranks / 2 * 2), 1);
    m.bytes = g.bytes;
    m.median_us = static_cast<double>(g.bytes) / (*middle * kMiB);
    m.line = g.line;
    all_.push_back(std::move(m));
  }

  Source& source_;
  const MeasuredDefaults& d_;
  Printed table_;
  std::optional<Graph> graph_;
  std::vector<Measurement> all_;
};

}  // namespace

std::vector<Measurement> parse_measurements(std::string_view text, const std::string& name,
                                            const MeasuredDefaults& defaults,
                                            std::vector<std::string>* left_out) {
  Source source(text, name, left_out);
  std::string_view first;
  if (!source.next(first)) source.refuse(1, "the file is empty");
  std::vector<Measurement> all = first.find(',') != first.npos && !first.starts_with('#')
                                     ? read_csv(source, first)
                                     : PrintedReader(source, defaults).read(first);
  if (all.empty()) {
    source.throw_first();
    source.refuse(
        1,
        "no measured times; known are tables with a header (CSV), and what OSU micro-benchmarks, Intel "
        "MPI Benchmarks, nccl-tests and mpiGraph print");
  }
  return all;
}

std::vector<Measurement> read_measurements(const std::filesystem::path& file,
                                           const MeasuredDefaults& defaults,
                                           std::vector<std::string>* left_out) {
  return parse_measurements(read_text(file), file.string(), defaults, left_out);
}

}  // namespace kasuri::measured
