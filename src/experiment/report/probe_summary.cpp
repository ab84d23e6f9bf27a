// SPDX-License-Identifier: MIT
#include "experiment/report/probe_summary.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/config/tables.h"

namespace kasuri {
namespace {

using Summary = nlohmann::ordered_json;

std::string key_of(const TableColumn& c) {
  if (c.unit == "ps") return c.name + "_ps";
  if (c.unit == "B") return c.name + "_bytes";
  if (c.unit == "B/s") return c.name + "_bytes_per_s";
  return c.name;
}

// `a.b` is b of the object a.
Summary& within(Summary& json, std::string_view path) {
  const std::size_t point = path.find('.');
  if (point == path.npos) return json[std::string(path)];
  Summary& object = json[std::string(path.substr(0, point))];
  return within(object, path.substr(point + 1));
}

}  // namespace

Summary row_json(const Table& t, std::size_t row, std::size_t first_column) {
  Summary json = Summary::object();
  for (std::size_t i = first_column; i < t.columns.size(); ++i) {
    const TableColumn& c = t.columns[i];
    Summary& value = within(json, key_of(c));
    std::visit([&](const auto& values) { value = values[row]; }, c.values);
    if (c.unit == "bool") value = value != 0;
  }
  return json;
}

namespace {

Summary table_json(const Table& t) {
  if (const auto* names = std::get_if<std::vector<std::string>>(&t.columns.front().values)) {
    Summary json = Summary::object();
    for (std::size_t row = 0; row < t.rows(); ++row) json[(*names)[row]] = row_json(t, row, 1);
    return json;
  }
  // Rows with keys may be more in other runs.
  if (t.rows() == 1 && t.columns.front().merge != Merge::key) return row_json(t, 0, 0);
  Summary json = Summary::array();
  for (std::size_t row = 0; row < t.rows(); ++row) json.push_back(row_json(t, row, 0));
  return json;
}

// A value with its unit.
std::string shown(const std::string& text, const TableColumn&) { return text; }
std::string shown(std::int64_t n, const TableColumn& c) {
  if (c.unit == "ps") return to_string(Time{n});
  if (c.unit == "B") return to_string(Bytes{n});
  return fmt::format("{}", n);
}
std::string shown(double x, const TableColumn& c) {
  if (c.unit == "B/s") return to_string(BytesPerSecond{static_cast<std::int64_t>(x)});
  return c.unit.empty() ? fmt::format("{:.6g}", x) : shown(static_cast<std::int64_t>(x), c);
}

std::string with_spaces(std::string name) {
  for (char& c : name) {
    if (c == '_') c = ' ';
  }
  return name;
}

std::string table_text(const Table& t) {
  std::vector<std::vector<std::string>> lines(1);
  for (const TableColumn& c : t.columns) lines[0].push_back(with_spaces(c.name));
  for (std::size_t row = 0; row < t.rows(); ++row) {
    auto& line = lines.emplace_back();
    for (const TableColumn& c : t.columns) {
      std::visit([&](const auto& values) { line.push_back(shown(values[row], c)); }, c.values);
    }
  }
  return with_spaces(t.name) + '\n' + config::aligned(lines);
}

}  // namespace

Summary probes_json(const std::vector<Outcome>& probes) {
  Summary json = Summary::object();
  for (const Outcome& o : probes) {
    for (const Table& t : o.tables) {
      if (t.brief) json[t.name] = table_json(t);
    }
  }
  return json;
}

void add_job_views(const std::vector<Outcome>& probes, std::size_t job, Summary& json) {
  for (const Outcome& o : probes) {
    for (const JobView& v : o.of_jobs) {
      if (v.job != job) continue;
      Summary view = Summary::object();
      for (const auto& [name, table] : v.rows) {
        Summary& list = view[name] = Summary::array();
        for (std::size_t row = 0; row < table.rows(); ++row) list.push_back(row_json(table, row, 0));
      }
      view.update(row_json(v.facts, 0, 0));
      json[v.name] = std::move(view);
    }
  }
}

std::string probes_text(const std::vector<Outcome>& probes) {
  std::string text;
  for (const Outcome& o : probes) {
    for (const Table& t : o.tables) {
      if (t.brief && t.rows() > 0) text += table_text(t);
    }
    for (const JobView& v : o.of_jobs) text += v.text;
  }
  return text;
}

}  // namespace kasuri
