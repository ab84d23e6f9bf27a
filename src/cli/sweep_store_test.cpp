// SPDX-License-Identifier: MIT
// Stores of sweeps that cannot be read or written.
#include "cli/sweep_store.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/errors.h"

namespace kasuri::cli {
namespace sweep_store_test {
namespace {

namespace fs = std::filesystem;

int times_opened(const fs::path& file) {
  int n = 0;
  for (const auto& fd : fs::directory_iterator("/proc/self/fd")) {
    std::error_code gone;
    n += fs::read_symlink(fd.path(), gone) == file;
  }
  return n;
}

TEST(SweepStore, IsClosedWhereItCannotBeRead) {
  const fs::path file = fs::canonical(testing::TempDir()) / "damaged.db";
  std::ofstream(file) << std::string(4096, 'x');
  EXPECT_THROW(SweepStore{file}, Error);
  EXPECT_EQ(times_opened(file), 0);
  fs::remove(file);
  {
    SweepStore store(file);
    EXPECT_GT(times_opened(file), 0);
  }
  EXPECT_EQ(times_opened(file), 0);
}

// A new file, and other things written there behind a store's back.
class Behind {
 public:
  explicit Behind(const char* name) : file(fs::path(testing::TempDir()) / name) {
    fs::remove(file);
    SweepStore{file};
  }
  void run(const char* sql) const { Sqlite(file).run(sql); }

  const fs::path file;
};

TEST(SweepStore, TakesBackWhatCannotBeWritten) {
  const Behind behind("full.db");
  SweepStore store(behind.file);
  const PointRecord record{"key", "name", "settings", "inputs"};
  behind.run("CREATE TRIGGER full BEFORE INSERT ON points BEGIN SELECT RAISE(FAIL, 'is full'); END");
  EXPECT_THROW(store.add(record, {}), Error);
  behind.run("DROP TRIGGER full");  // waits for no one
  store.add(record, {3, "done", "", "{}"});
  EXPECT_EQ(store.find("key")->exit_code, 3);
}

TEST(SweepStore, TakesAnUnreadableResultForNoMissingOne) {
  const Behind behind("unreadable.db");
  SweepStore store(behind.file);
  EXPECT_FALSE(store.find("key"));
  behind.run("DROP TABLE points");
  behind.run("CREATE VIEW points AS SELECT 'key' AS key, 'done' AS status, "
             "abs(-9223372036854775808) AS exit_code, '' AS error, '' AS summary");
  EXPECT_THROW(store.find("key"), Error);
}

}  // namespace
}  // namespace sweep_store_test
}  // namespace kasuri::cli
