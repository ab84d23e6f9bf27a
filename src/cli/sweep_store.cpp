// SPDX-License-Identifier: MIT
#include "cli/sweep_store.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <memory>

#include "core/errors.h"

namespace kasuri::cli {
namespace {

using Statement = std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)>;

Statement prepare(sqlite3* db, const char* sql) {
  sqlite3_stmt* s = nullptr;
  sqlite3_prepare_v2(db, sql, -1, &s, nullptr);
  return {s, &sqlite3_finalize};
}

std::string text(sqlite3_stmt* s, int column) {
  const auto* t = reinterpret_cast<const char*>(sqlite3_column_text(s, column));
  return t ? t : "";
}

void bind(sqlite3_stmt* s, int at, const std::string& value) {
  sqlite3_bind_text(s, at, value.data(), static_cast<int>(value.size()), SQLITE_TRANSIENT);
}

}  // namespace

SweepStore::SweepStore(const std::filesystem::path& file, const std::string& identity)
    : path_(file) {
  if (sqlite3_open(file.c_str(), &db_) != SQLITE_OK) failed();
  run("PRAGMA synchronous = FULL");
  run("CREATE TABLE IF NOT EXISTS sweep (identity TEXT)");
  run("CREATE TABLE IF NOT EXISTS points (name TEXT PRIMARY KEY, exit_code INTEGER, summary TEXT)");
  const Statement known = prepare(db_, "SELECT identity FROM sweep");
  if (sqlite3_step(known.get()) == SQLITE_ROW) {
    if (text(known.get(), 0) != identity) {
      throw Error(Exit::usage,
                  fmt::format("{}: error: this is the sweep of another configuration or version; "
                              "choose another --out, or remove it",
                              path_.string()));
    }
  } else {
    const Statement insert = prepare(db_, "INSERT INTO sweep VALUES (?)");
    bind(insert.get(), 1, identity);
    if (sqlite3_step(insert.get()) != SQLITE_DONE) failed();
  }
  const Statement all = prepare(db_, "SELECT name, exit_code, summary FROM points");
  while (sqlite3_step(all.get()) == SQLITE_ROW) {
    finished_[text(all.get(), 0)] = {sqlite3_column_int(all.get(), 1), text(all.get(), 2)};
  }
}

SweepStore::~SweepStore() { sqlite3_close(db_); }

void SweepStore::failed() const {
  throw Error(Exit::limit, fmt::format("{}: error: {}", path_.string(), sqlite3_errmsg(db_)));
}

void SweepStore::run(const std::string& sql) {
  if (sqlite3_exec(db_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) failed();
}

void SweepStore::add(const std::string& point, Finished f) {
  const Statement insert = prepare(db_, "INSERT INTO points VALUES (?, ?, ?)");
  bind(insert.get(), 1, point);
  sqlite3_bind_int(insert.get(), 2, f.exit_code);
  bind(insert.get(), 3, f.summary);
  if (sqlite3_step(insert.get()) != SQLITE_DONE) failed();
  finished_[point] = std::move(f);
}

}  // namespace kasuri::cli
