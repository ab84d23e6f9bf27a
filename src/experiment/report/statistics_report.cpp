// SPDX-License-Identifier: MIT
#include "experiment/report/statistics_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

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
  return json;
}

std::string packet_latency_text(const Results& r) {
  const Table* const t = r.table("latency_summary");
  for (std::size_t row = 0; t && row < t->rows(); ++row) {
    if (t->column("job")[row] != -1 || name_in(*t, 2, row) != "packet") continue;
    const auto time = [&](std::string_view column) { return to_string(Time{t->column(column)[row]}); };
    return fmt::format("  of the packets       half within {}, 99 % within {}, 99.9 % within {}\n",
                       time("p50"), time("p99"), time("p999"));
  }
  return {};
}

}  // namespace kasuri
