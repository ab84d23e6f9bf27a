// SPDX-License-Identifier: MIT
// SQLite databases, which are closed on every exit, also by an exception.
#pragma once

#include <sqlite3.h>

#include <filesystem>
#include <memory>
#include <string>

namespace kasuri::cli {

using Statement = std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)>;

class Sqlite {
 public:
  // Opens or creates `file`. This and all functions below throw Error(Exit::limit), with the file's name
  // and SQLite's message.
  explicit Sqlite(const std::filesystem::path& file);

  void run(const std::string& sql);
  Statement prepare(const std::string& sql);
  bool step(const Statement&);  // true: there is a row; false: it has ended

  sqlite3* get() const { return db_.get(); }
  const std::filesystem::path& path() const { return path_; }

 private:
  [[noreturn]] void failed() const;

  std::filesystem::path path_;
  std::unique_ptr<sqlite3, decltype(&sqlite3_close)> db_{nullptr, &sqlite3_close};
};

// Holds the write lock from the start. Without commit(), the destructor rolls it back.
class Transaction {
 public:
  explicit Transaction(Sqlite& db);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit();

 private:
  Sqlite& db_;
};

// Parameters count from 1.
void bind(const Statement&, int at, const std::string& value);

}  // namespace kasuri::cli
