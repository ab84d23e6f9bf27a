// SPDX-License-Identifier: MIT
// SQLite files that are closed, and their locks released, whatever is thrown.
#pragma once

#include <sqlite3.h>

#include <filesystem>
#include <memory>
#include <string>

namespace kasuri::cli {

using Statement = std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)>;

class Sqlite {
 public:
  // Opens or creates `file`. All that fails throws Error(Exit::limit), which names the file.
  explicit Sqlite(const std::filesystem::path& file);

  void run(const std::string& sql);
  Statement prepare(const std::string& sql);
  bool step(const Statement&);  // whether it gives a row

  sqlite3* get() const { return db_.get(); }
  const std::filesystem::path& path() const { return path_; }

 private:
  [[noreturn]] void failed() const;  // with SQLite's latest message

  std::filesystem::path path_;
  std::unique_ptr<sqlite3, decltype(&sqlite3_close)> db_{nullptr, &sqlite3_close};
};

// What is written while it lives is kept by commit(), else taken back.
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

void bind(const Statement&, int at, const std::string& value);

}  // namespace kasuri::cli
