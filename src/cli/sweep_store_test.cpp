// SPDX-License-Identifier: MIT
// Stores of sweeps that cannot be read.
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

}  // namespace
}  // namespace sweep_store_test
}  // namespace kasuri::cli
