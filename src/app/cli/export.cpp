// SPDX-License-Identifier: MIT
// kasuri export RUN --to csv|sqlite|json: the results of a run for other tools. Every table of results.h5
// becomes a CSV file, a table of one SQLite database, or a member of one JSON document; the summary is
// there too.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "shell/verbs/command.h"
#include "app/cli/run_files.h"
#include "shell/verbs/say.h"
#include "app/cli/sqlite.h"
#include "base/core/text_file.h"

namespace kasuri::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// One column as it is: whole numbers, other numbers or text.
struct Export {
  const Hdf5Reader& f;
  std::string table;

  Json column(const std::string& name) const {
    switch (f.kind(table, name)) {
      case Hdf5Reader::Kind::integers: return f.column(table, name);
      case Hdf5Reader::Kind::numbers: return f.numbers(table, name);
      case Hdf5Reader::Kind::texts: return f.texts(table, name);
    }
    return {};
  }
};

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == text.npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + '"';
}

// --- CSV: a file for each table, with `units.csv` and the summary as keys and values ---

void export_csv(const RunFiles& run, const fs::path& out) {
  std::string summary = "key,value\r\n", units = "table,column,unit\r\n";
  for (const auto& [key, value] : flatten(run.summary)) {
    summary += csv_cell(key) + ',' +
               csv_cell(value.is_string() ? value.get<std::string>() : value.dump()) + "\r\n";
  }
  write_text(out / "summary.csv", summary);
  for (const std::string& table : run.tables.tables()) {
    write_text(out / (table + ".csv"), run.tables.csv(table));
    for (const std::string& column : run.tables.columns(table)) {
      units += fmt::format("{},{},{}\r\n", table, column, run.tables.unit(table, column));
    }
  }
  write_text(out / "units.csv", units);
}

// --- JSON ---

void export_json(const RunFiles& run, const fs::path& out) {
  Json tables = Json::object(), units = Json::object();
  for (const std::string& table : run.tables.tables()) {
    const Export columns{run.tables, table};
    for (const std::string& column : run.tables.columns(table)) {
      tables[table][column] = columns.column(column);
      if (const std::string unit = run.tables.unit(table, column); !unit.empty())
        units[table][column] = unit;
    }
  }
  write_text(
      out,
      Json{{"name", run.name()}, {"summary", run.summary}, {"units", units}, {"tables", tables}}.dump(1) +
          '\n');
}

// --- SQLite ---

class Database {
 public:
  explicit Database(const fs::path& file) : db_(file) {
    run("PRAGMA journal_mode = OFF");
    run("PRAGMA synchronous = OFF");
    run("BEGIN");
  }

  void run(const std::string& sql) { db_.run(sql); }

  // Columns are JSON arrays of one length.
  void table(const std::string& name, const std::vector<std::pair<std::string, Json>>& columns) {
    if (columns.empty()) throw Error(Exit::usage, ErrorPlace(name), "this table has no columns");
    std::string declared, marks;
    for (const auto& [column, values] : columns) {
      const bool first = declared.empty();
      const char* type = values.empty() || values[0].is_string() ? "TEXT"
                         : values[0].is_number_float()            ? "REAL"
                                                                   : "INTEGER";
      declared += fmt::format("{}\"{}\" {}", first ? "" : ", ", column, type);
      marks += first ? "?" : ", ?";
    }
    run(fmt::format("CREATE TABLE \"{}\" ({})", name, declared));
    const Statement s = db_.prepare(fmt::format("INSERT INTO \"{}\" VALUES ({})", name, marks));
    for (std::size_t row = 0; row < columns[0].second.size(); ++row) {
      for (std::size_t c = 0; c < columns.size(); ++c)
        put(s, static_cast<int>(c + 1), columns[c].second[row]);
      db_.step(s);
      sqlite3_reset(s.get());
    }
  }

 private:
  static void put(const Statement& s, int at, const Json& value) {
    if (value.is_string()) {
      bind(s, at, value.get_ref<const std::string&>());
    } else if (value.is_number_float()) {
      sqlite3_bind_double(s.get(), at, value.get<double>());
    } else if (value.is_null()) {
      sqlite3_bind_null(s.get(), at);
    } else {
      sqlite3_bind_int64(s.get(), at, value.get<std::int64_t>());
    }
  }

  Sqlite db_;
};

void fill_database(const RunFiles& run, const fs::path& file) {
  Database db(file);
  Json keys = Json::array(), values = Json::array();
  for (const auto& [key, value] : flatten(run.summary)) {
    keys.push_back(key);
    values.push_back(value.is_string() ? value : Json(value.dump()));
  }
  db.table("summary", {{"key", keys}, {"value", values}});
  Json of_table = Json::array(), of_column = Json::array(), unit = Json::array();
  for (const std::string& table : run.tables.tables()) {
    const Export source{run.tables, table};
    std::vector<std::pair<std::string, Json>> columns;
    for (const std::string& column : run.tables.columns(table)) {
      columns.emplace_back(column, source.column(column));
      of_table.push_back(table), of_column.push_back(column);
      unit.push_back(run.tables.unit(table, column));
    }
    db.table(table, columns);
  }
  db.table("units", {{"table", of_table}, {"column", of_column}, {"unit", unit}});
  db.run("COMMIT");
}

void export_sqlite(const RunFiles& run, const fs::path& out) {
  const fs::path draft = out.string() + ".draft";
  std::error_code none;
  begin_file(draft);
  try {
    fill_database(run, draft);
  } catch (...) {
    fs::remove(draft, none);
    throw;
  }
  fs::rename(draft, out);
}

struct ExportArguments {
  std::string run, to, out;
};

Exit export_run(const ExportArguments& a) {
  const RunFiles run{fs::path(a.run)};
  const bool is_folder = a.to == "csv";
  const fs::path out =
      !a.out.empty() ? fs::path(a.out) : fs::path(run.name() + (is_folder ? "-csv" : "." + a.to));
  if (fs::exists(out) && !(is_folder && fs::is_directory(out) && fs::is_empty(out))) {
    throw Error(Exit::usage, ErrorPlace(out.string()),
                "is there already; remove it, or choose another --out");
  }
  if (a.to == "csv") export_csv(run, out);
  else if (a.to == "json") export_json(run, out);
  else export_sqlite(run, out);
  say(stdout, fmt::format("{} written\n", out.string()));
  return Exit::done;
}

const Verb export_verb{"export", "write the results of a run as CSV files, a SQLite database or JSON",
                       [](CLI::App& app) -> Action {
                         auto a = std::make_shared<ExportArguments>();
                         app.add_option("run", a->run, "run directory")->required()->type_name("RUN");
                         app.add_option("--to", a->to, "format of the export")
                             ->required()
                             ->check(CLI::IsMember({"csv", "sqlite", "json"}))
                             ->type_name("FORMAT");
                         app.add_option("-o,--out,--output", a->out,
                                        "file to write, or for csv the directory; default: "
                                        "NAME.sqlite, NAME.json or NAME-csv here")
                             ->type_name("PATH");
                         return [a] { return reading_runs([&] { return export_run(*a); }); };
                       }};

}  // namespace
}  // namespace kasuri::cli
