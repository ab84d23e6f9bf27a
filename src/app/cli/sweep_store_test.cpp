// SPDX-License-Identifier: MIT
// Stores of sweeps that cannot be read or written.
#include "app/cli/sweep_store.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/core/errors.h"
#include "base/core/test_path.h"

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
  const fs::path file = test_path("damaged.db");
  std::ofstream(file) << std::string(4096, 'x');
  EXPECT_THROW(SweepStore{file}, Error);
  EXPECT_EQ(times_opened(file), 0);
  fs::remove(file);
  {
    SweepStore store(file);
    EXPECT_GT(times_opened(file), 0);
  }
  EXPECT_EQ(times_opened(file), 0);
  fs::remove(file);
}

TEST(SweepStore, RollsBackAFailedWrite) {
  const fs::path file = test_path("full.db");
  SweepStore store(file);
  const PointRecord record{"key", "name", "settings", "inputs"};
  Sqlite(file).run("CREATE TRIGGER full BEFORE INSERT ON points BEGIN SELECT RAISE(FAIL, 'is full'); END");
  EXPECT_THROW(store.add(record, {}), Error);
  Sqlite(file).run("DROP TRIGGER full");  // needs the lock
  store.add(record, {3, "done", "", "{}"});
  EXPECT_EQ(store.find("key")->exit_code, 3);
  fs::remove(file);
}

// A result counts where everything that its run has read of the environment is as it was.
TEST(SweepStore, KeepsAResultForEachEnvironment) {
  const fs::path file = test_path("environment.db");
  SweepStore store(file);
  const PointRecord record{"key", "name", "settings", "inputs"};
  const Variables there{{"KASURI_TEST_UNSET", "unset"}, {"*", digest_of_variable("*")}};
  const Variables elsewhere{{"KASURI_TEST_UNSET", digest_of_variable("PATH")}};
  store.add(record, {1, "done", "", "{}", elsewhere});
  EXPECT_FALSE(store.find("key"));
  EXPECT_EQ(store.latest("name")->environment, elsewhere);
  EXPECT_EQ(changed_variables(elsewhere), "the environment variable KASURI_TEST_UNSET has changed");
  store.add(record, {2, "done", "", "{}", there});
  EXPECT_EQ(store.find("key")->exit_code, 2);
  EXPECT_FALSE(store.find("ke"));
  fs::remove(file);
}

// What was stored before the environment was is stored without.
TEST(SweepStore, ReadsTheLayoutBefore) {
  const fs::path file = test_path("layout-1.db");
  {
    SweepStore store(file);
    store.add({"key", "name", "settings", "inputs"}, {3, "done", "", "{}"});
    Sqlite other(file);
    other.run("ALTER TABLE points DROP COLUMN environment");
    other.run("PRAGMA user_version = 1");
  }
  SweepStore store(file);
  EXPECT_EQ(store.find("key")->exit_code, 3);
  EXPECT_TRUE(store.latest("name")->environment.empty());
  fs::remove(file);
}

TEST(SweepStore, RefusesAResultThatCannotBeRead) {
  const fs::path file = test_path("unreadable.db");
  SweepStore store(file);
  EXPECT_FALSE(store.find("key"));
  Sqlite other(file);
  other.run("DROP TABLE points");
  other.run("CREATE VIEW points AS SELECT 'key' AS key, 'done' AS status, "
            "abs(-9223372036854775808) AS exit_code, '' AS error, '' AS summary, "
            "'' AS environment");
  EXPECT_THROW(store.find("key"), Error);
  fs::remove(file);
}

}  // namespace
}  // namespace sweep_store_test
}  // namespace kasuri::cli
