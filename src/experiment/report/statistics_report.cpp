// SPDX-License-Identifier: MIT
#include "experiment/report/statistics_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/core/words.h"
#include "experiment/report/probe_summary.h"

namespace kasuri {
namespace {

using Json = nlohmann::ordered_json;

const std::string& name_in(const Table& t, std::size_t column, std::size_t row) {
  return std::get<std::vector<std::string>>(t.columns[column].values)[row];
}

// Rows of a table of latencies: kinds of a job (-1: of all) and a class of traffic ("": of all).
Json latencies_of(const Table& t, std::int64_t job, std::string_view traffic) {
  Json json = Json::object();
  for (std::size_t row = 0; row < t.rows(); ++row) {
    if (t.column("job")[row] != job || name_in(t, 1, row) != traffic) continue;
    json[name_in(t, 2, row)] = row_json(t, row, 3);
  }
  return json;
}

// Calls visit(table, row) for the algorithms of a job's collectives, operation by operation.
template <class Visit>
void for_each_algorithm(const Results& r, std::size_t job, const Visit& visit) {
  const Table* const all = r.table("collective_algorithms");
  for (std::size_t row = 0; all && row < all->rows(); ++row) {
    if (all->column("job")[row] == static_cast<std::int64_t>(job)) visit(*all, row);
  }
}

}  // namespace

Json latency_json(const Results& r) { return latencies_of(*r.table("latency_summary"), -1, ""); }

Json job_latency_json(const Results& r, std::size_t job) {
  const Table& t = *r.table("latency_summary");
  const auto number = static_cast<std::int64_t>(job);
  Json json = latencies_of(t, number, ""), classes = Json::object();
  for (std::size_t row = 0; row < t.rows(); ++row) {
    const std::string& traffic = name_in(t, 1, row);
    if (t.column("job")[row] != number || traffic.empty() || classes.contains(traffic)) continue;
    classes[traffic] = latencies_of(t, number, traffic);
  }
  if (!classes.empty()) json["classes"] = std::move(classes);
  return json;
}

Json collectives_json(const Results& r, std::size_t job) {
  const Table& t = *r.table("collectives_summary");
  Json json = Json::object();
  for (std::size_t row = 0; row < t.rows(); ++row) {
    if (t.column("job")[row] != static_cast<std::int64_t>(job)) continue;
    json[name_in(t, 1, row)] = row_json(t, row, 2);
  }
  for_each_algorithm(r, job, [&](const Table& all, std::size_t row) {
    Json& of = json[name_in(all, 1, row)]["algorithms"];
    of.push_back({{"name", name_in(all, 2, row)}});
    if (!name_in(all, 3, row).empty()) of.back()["form"] = name_in(all, 3, row);
    if (!name_in(all, 4, row).empty()) of.back()["library"] = name_in(all, 4, row);
    if (all.column("assumed")[row]) of.back()["algorithm_assumed"] = true;
    of.back().update(row_json(all, row, 6));
  });
  return json;
}

std::string collectives_text(const Results& r, std::size_t job) {
  constexpr std::size_t kMostShown = 6;
  std::vector<std::string> shown;
  std::string operation, library;
  bool is_assumed = false;
  for_each_algorithm(r, job, [&](const Table& all, std::size_t row) {
    const std::string& form = name_in(all, 3, row);
    std::string name = name_in(all, 2, row);
    if (!form.empty()) name += fmt::format(" ({})", form);
    if (!name_in(all, 4, row).empty()) library = name_in(all, 4, row);
    is_assumed |= all.column("assumed")[row] != 0;
    if (std::exchange(operation, name_in(all, 1, row)) == operation && !shown.empty()) {
      shown.back() += ", " + name;
    } else {
      shown.push_back(fmt::format("{} by {}", operation, name));
    }
  });
  if (shown.empty()) return {};
  const std::size_t more = shown.size() - std::min(shown.size(), kMostShown);
  shown.resize(shown.size() - more);
  std::string text = fmt::format("{}", fmt::join(shown, "; "));
  if (more > 0) text += fmt::format("; {} more", counted(more, "operation"));
  if (!library.empty())
    text += fmt::format("; as {} {}", library, is_assumed ? "is assumed to choose" : "chooses");
  return text;
}

std::string latency_text(const Results& r, std::string_view kind, std::string_view of) {
  const Table* const t = r.table("latency_summary");
  for (std::size_t row = 0; t && row < t->rows(); ++row) {
    if (t->column("job")[row] != -1 || name_in(*t, 2, row) != kind) continue;
    const auto time = [&](std::string_view column) { return to_string(Time{t->column(column)[row]}); };
    return fmt::format("{}half within {}, 99 % within {}, 99.9 % within {}\n", of, time("p50"),
                       time("p99"), time("p999"));
  }
  return {};
}

}  // namespace kasuri
