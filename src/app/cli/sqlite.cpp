// SPDX-License-Identifier: MIT
#include "app/cli/sqlite.h"

#include "base/core/errors.h"

namespace kasuri::cli {

Sqlite::Sqlite(const std::filesystem::path& file) : path_(file) {
  sqlite3* db = nullptr;
  const int opened = sqlite3_open(file.c_str(), &db);
  db_.reset(db);
  if (opened != SQLITE_OK) failed();
}

void Sqlite::run(const std::string& sql) {
  if (sqlite3_exec(get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) failed();
}

Statement Sqlite::prepare(const std::string& sql) {
  sqlite3_stmt* s = nullptr;
  if (sqlite3_prepare_v2(get(), sql.c_str(), -1, &s, nullptr) != SQLITE_OK) failed();
  return {s, &sqlite3_finalize};
}

bool Sqlite::step(const Statement& s) {
  const int code = sqlite3_step(s.get());
  if (code != SQLITE_ROW && code != SQLITE_DONE) failed();
  return code == SQLITE_ROW;
}

void Sqlite::failed() const {
  throw Error(Exit::limit, ErrorPlace(path_.string()), sqlite3_errmsg(get()));
}

Transaction::Transaction(Sqlite& db) : db_(db) { db_.run("BEGIN IMMEDIATE"); }

// After some errors, such as a full disk, SQLite has rolled it back already.
Transaction::~Transaction() {
  if (!sqlite3_get_autocommit(db_.get())) sqlite3_exec(db_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() { db_.run("COMMIT"); }

void bind(const Statement& s, int at, const std::string& value) {
  sqlite3_bind_text(s.get(), at, value.data(), static_cast<int>(value.size()), SQLITE_TRANSIENT);
}

}  // namespace kasuri::cli
