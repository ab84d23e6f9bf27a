// SPDX-License-Identifier: MIT
#include "cli/sweep_store.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include "core/compiler.h"
#include "core/errors.h"

namespace kasuri::cli {
namespace {

using Statement = std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)>;

constexpr int kLayout = 1;

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

SweepStore::SweepStore(const std::filesystem::path& file) : path_(file) {
  sqlite3* db = nullptr;
  const int opened = sqlite3_open(file.c_str(), &db);
  db_.reset(db);
  if (opened != SQLITE_OK) failed();
  sqlite3_busy_timeout(db, 10'000);
  run("PRAGMA synchronous = FULL");
  Statement layout = prepare(db_.get(), "PRAGMA user_version");
  if (!layout || sqlite3_step(layout.get()) != SQLITE_ROW) failed();
  const int known = sqlite3_column_int(layout.get(), 0);
  layout.reset();
  if (known > kLayout) {
    throw Error(Exit::usage, ErrorPlace(path_.string()),
                "a later version of Kasuri has written this; choose another --out");
  }
  if (known < kLayout) create();
}

void SweepStore::Close::operator()(sqlite3* db) const { sqlite3_close(db); }

// Parts are what many points share: settings and inputs. What an older version has left has no key,
// so that it is never found, but known by its name.
void SweepStore::create() {
  run("BEGIN IMMEDIATE");
  Statement older = prepare(db_.get(), "SELECT 1 FROM sqlite_master WHERE name = 'points'");
  const bool has_older = sqlite3_step(older.get()) == SQLITE_ROW;
  older.reset();
  if (has_older) run("ALTER TABLE points RENAME TO points_before");
  run("CREATE TABLE parts (digest TEXT PRIMARY KEY, text TEXT)");
  run("CREATE TABLE points (key TEXT PRIMARY KEY, name TEXT, exit_code INTEGER, status TEXT, "
      "error TEXT, summary TEXT, settings TEXT, inputs TEXT)");
  run("CREATE INDEX by_name ON points (name)");
  if (has_older) {
    run("INSERT INTO points SELECT 'before ' || name, name, exit_code, 'done', '', summary, '', '' "
        "FROM points_before");
    run("DROP TABLE points_before");
    run("DROP TABLE IF EXISTS sweep");
  }
  run(fmt::format("PRAGMA user_version = {}", kLayout));
  run("COMMIT");
}

void SweepStore::failed() const {
  throw Error(Exit::limit, ErrorPlace(path_.string()), fmt::format("{}", sqlite3_errmsg(db_.get())));
}

void SweepStore::run(const std::string& sql) {
  if (sqlite3_exec(db_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) failed();
}

std::optional<PointResult> SweepStore::find(const std::string& key) {
  const Statement s = prepare(db_.get(),
                              "SELECT exit_code, status, error, summary FROM points "
                              "WHERE key = ? AND status <> 'failed'");
  if (!s) failed();
  bind(s.get(), 1, key);
  if (sqlite3_step(s.get()) != SQLITE_ROW) return std::nullopt;
  return PointResult{sqlite3_column_int(s.get(), 0), text(s.get(), 1), text(s.get(), 2),
                     text(s.get(), 3)};
}

std::optional<PointRecord> SweepStore::latest(const std::string& name) {
  const Statement s = prepare(db_.get(),
                              "SELECT key, settings, inputs FROM points "
                              "WHERE name = ? AND status <> 'failed' ORDER BY rowid DESC LIMIT 1");
  if (!s) failed();
  bind(s.get(), 1, name);
  if (sqlite3_step(s.get()) != SQLITE_ROW) return std::nullopt;
  return PointRecord{text(s.get(), 0), name, part(text(s.get(), 1)), part(text(s.get(), 2))};
}

std::string SweepStore::part(const std::string& digest) {
  const Statement s = prepare(db_.get(), "SELECT text FROM parts WHERE digest = ?");
  if (!s) failed();
  bind(s.get(), 1, digest);
  return sqlite3_step(s.get()) == SQLITE_ROW ? text(s.get(), 0) : "";
}

std::string SweepStore::add_part(const std::string& text) {
  const std::string digest = fingerprint(text);
  const Statement s = prepare(db_.get(), "INSERT OR IGNORE INTO parts VALUES (?, ?)");
  if (!s) failed();
  bind(s.get(), 1, digest);
  bind(s.get(), 2, text);
  if (sqlite3_step(s.get()) != SQLITE_DONE) failed();
  return digest;
}

void SweepStore::add(const PointRecord& p, const PointResult& r) {
  run("BEGIN IMMEDIATE");
  const std::string settings = add_part(p.settings), inputs = add_part(p.inputs);
  const Statement s = prepare(db_.get(), "INSERT OR REPLACE INTO points VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  if (!s) failed();
  bind(s.get(), 1, p.key);
  bind(s.get(), 2, p.name);
  sqlite3_bind_int(s.get(), 3, r.exit_code);
  bind(s.get(), 4, r.status);
  bind(s.get(), 5, r.error);
  bind(s.get(), 6, r.summary);
  bind(s.get(), 7, settings);
  bind(s.get(), 8, inputs);
  if (sqlite3_step(s.get()) != SQLITE_DONE) failed();
  run("COMMIT");
}

}  // namespace kasuri::cli
