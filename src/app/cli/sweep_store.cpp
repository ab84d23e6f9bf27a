// SPDX-License-Identifier: MIT
#include "app/cli/sweep_store.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/core/compiler.h"
#include "base/core/errors.h"
#include "experiment/plan/inputs.h"

namespace kasuri::cli {
namespace {

constexpr int kLayout = 2;

std::string text(sqlite3_stmt* s, int column) {
  const auto* t = reinterpret_cast<const char*>(sqlite3_column_text(s, column));
  return t ? t : "";
}

// Of a point whose run has read variables, one for each environment.
std::string key_in(const std::string& key, const Variables& environment) {
  return environment.empty() ? key : key + ":" + fingerprint(nlohmann::json(environment).dump());
}

}  // namespace

SweepStore::SweepStore(const std::filesystem::path& file) : db_(file) {
  sqlite3_busy_timeout(db_.get(), 10'000);
  db_.run("PRAGMA synchronous = FULL");
  Statement layout = db_.prepare("PRAGMA user_version");
  const int known = db_.step(layout) ? sqlite3_column_int(layout.get(), 0) : 0;
  layout.reset();
  if (known > kLayout) {
    throw Error(Exit::usage, ErrorPlace(db_.path().string()),
                "a later version of Kasuri has written this; choose another --out");
  }
  if (known < kLayout) create(known);
}

// Parts are what many points share: settings and inputs. What an older version has left has no key,
// so that it is never found, but known by its name.
void SweepStore::create(int known) {
  Transaction transaction(db_);
  if (known == 1) {
    db_.run("ALTER TABLE points ADD COLUMN environment TEXT");
    db_.run(fmt::format("PRAGMA user_version = {}", kLayout));
    return transaction.commit();
  }
  Statement older = db_.prepare("SELECT 1 FROM sqlite_master WHERE name = 'points'");
  const bool has_older = db_.step(older);
  older.reset();
  if (has_older) db_.run("ALTER TABLE points RENAME TO points_before");
  db_.run("CREATE TABLE parts (digest TEXT PRIMARY KEY, text TEXT)");
  db_.run("CREATE TABLE points (key TEXT PRIMARY KEY, name TEXT, exit_code INTEGER, status TEXT, "
          "error TEXT, summary TEXT, settings TEXT, inputs TEXT, environment TEXT)");
  db_.run("CREATE INDEX by_name ON points (name)");
  if (has_older) {
    db_.run("INSERT INTO points SELECT 'before ' || name, name, exit_code, 'done', '', summary, '', '', '' "
            "FROM points_before");
    db_.run("DROP TABLE points_before");
    db_.run("DROP TABLE IF EXISTS sweep");
  }
  db_.run(fmt::format("PRAGMA user_version = {}", kLayout));
  transaction.commit();
}

std::optional<PointResult> SweepStore::find(const std::string& key) {
  const Statement s = db_.prepare("SELECT exit_code, status, error, summary, environment FROM points "
                                  "WHERE (key = ?1 OR (key > ?1 || ':' AND key < ?1 || ';')) "
                                  "AND status <> 'failed'");
  bind(s, 1, key);
  while (db_.step(s)) {
    Variables environment = variables_from(text(s.get(), 4));
    if (!changed_variables(environment).empty()) continue;
    return PointResult{sqlite3_column_int(s.get(), 0), text(s.get(), 1), text(s.get(), 2),
                       text(s.get(), 3), std::move(environment)};
  }
  return std::nullopt;
}

std::optional<PointRecord> SweepStore::latest(const std::string& name) {
  const Statement s = db_.prepare("SELECT key, settings, inputs, environment FROM points "
                                  "WHERE name = ? AND status <> 'failed' ORDER BY rowid DESC LIMIT 1");
  bind(s, 1, name);
  if (!db_.step(s)) return std::nullopt;
  return PointRecord{text(s.get(), 0), name, part(text(s.get(), 1)), part(text(s.get(), 2)),
                     variables_from(text(s.get(), 3))};
}

std::string SweepStore::part(const std::string& digest) {
  const Statement s = db_.prepare("SELECT text FROM parts WHERE digest = ?");
  bind(s, 1, digest);
  return db_.step(s) ? text(s.get(), 0) : "";
}

std::string SweepStore::add_part(const std::string& text) {
  const std::string digest = fingerprint(text);
  const Statement s = db_.prepare("INSERT OR IGNORE INTO parts VALUES (?, ?)");
  bind(s, 1, digest);
  bind(s, 2, text);
  db_.step(s);
  return digest;
}

void SweepStore::add(const PointRecord& p, const PointResult& r) {
  Transaction transaction(db_);
  const std::string settings = add_part(p.settings), inputs = add_part(p.inputs);
  const Statement s = db_.prepare("INSERT OR REPLACE INTO points VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  const std::string key = key_in(p.key, r.environment);
  const std::string environment = r.environment.empty() ? "" : nlohmann::json(r.environment).dump();
  bind(s, 1, key);
  bind(s, 2, p.name);
  sqlite3_bind_int(s.get(), 3, r.exit_code);
  bind(s, 4, r.status);
  bind(s, 5, r.error);
  bind(s, 6, r.summary);
  bind(s, 7, settings);
  bind(s, 8, inputs);
  bind(s, 9, environment);
  db_.step(s);
  transaction.commit();
}

}  // namespace kasuri::cli
