// SPDX-License-Identifier: MIT
// Files of the host, in a directory of the test's own, and the times of accesses against their formula.
#include "mpi/storage/file_system.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <vector>

namespace kasuri::storage {
namespace file_system_test {

struct Files : testing::Test {
  std::filesystem::path place = std::filesystem::temp_directory_path() / ("kasuri-files-" +
                                                                          std::to_string(::getpid()));
  FileSystem system{IoParams{.latency = {1'000}, .rank_rate = {1'000'000'000}, .rate = {4'000'000'000}}};
  FileKey key{3, 8};

  Files() { std::filesystem::create_directories(place); }
  ~Files() override { std::filesystem::remove_all(place); }

  std::string path(const char* name) const { return (place / name).string(); }
  FileError open(const char* name, OpenMode mode) {
    return system.execute({.action = FileAction::open, .file = key, .path = path(name), .mode = mode})
        .error;
  }
  FileOutcome move(FileAction action, std::vector<Extent> extents, char* data) {
    return system.execute({.action = action, .file = key, .extents = extents,
                           .data = reinterpret_cast<std::byte*>(data)});
  }
};

TEST_F(Files, ExtentsAreWrittenAndReadInTurn) {
  ASSERT_EQ(open("a", {.reads = true, .writes = true, .creates = true}), FileError::none);
  char data[] = "abcdef";
  EXPECT_EQ(move(FileAction::write, {{10, 2}, {0, 4}}, data).value, 6);
  char back[8] = {};
  const FileOutcome r = move(FileAction::read, {{0, 4}, {10, 4}}, back);
  EXPECT_EQ(r.error, FileError::none);
  EXPECT_EQ(r.value, 6);  // the file ends
  EXPECT_STREQ(back, "cdefab");
  EXPECT_EQ(system.execute({.action = FileAction::size, .file = key}).value, 12);
}

TEST_F(Files, WithoutDataTheSizeAloneChanges) {
  ASSERT_EQ(open("a", {.reads = true, .writes = true, .creates = true}), FileError::none);
  EXPECT_EQ(move(FileAction::write, {{5, 7}}, nullptr).value, 7);
  EXPECT_EQ(move(FileAction::read, {{0, 2}, {6, 9}, {20, 1}}, nullptr).value, 8);
  EXPECT_EQ(system.execute({.action = FileAction::size, .file = key}).value, 12);
}

TEST_F(Files, ErrorsHaveNames) {
  EXPECT_EQ(open("a", {.reads = true}), FileError::no_such_file);
  EXPECT_EQ(system.execute({.action = FileAction::remove, .path = path("a")}).error,
            FileError::no_such_file);
  ASSERT_EQ(open("a", {.writes = true, .creates = true, .must_be_new = true}), FileError::none);
  EXPECT_EQ(system.execute({.action = FileAction::close, .file = key}).error, FileError::none);
  EXPECT_EQ(open("a", {.writes = true, .creates = true, .must_be_new = true}), FileError::exists);
  EXPECT_EQ(open(".", {.reads = true}), FileError::bad_name);
  EXPECT_EQ(system.execute({.action = FileAction::size, .file = key}).error, FileError::not_open);
}

TEST_F(Files, ASharedPointerSaysWhereItWas) {
  ASSERT_EQ(open("a", {.writes = true, .creates = true}), FileError::none);
  const auto add = [&](std::int64_t by) {
    return system.execute({.action = FileAction::add_to_shared, .file = key, .value = by}).value;
  };
  EXPECT_EQ(add(5), 0);
  EXPECT_EQ(add(2), 5);
  system.execute({.action = FileAction::set_shared, .file = key, .value = 1});
  EXPECT_EQ(add(0), 1);
}

TEST_F(Files, ClosingCanRemove) {
  ASSERT_EQ(open("a", {.writes = true, .creates = true}), FileError::none);
  EXPECT_EQ(system.execute({.action = FileAction::close_and_remove, .file = key}).error, FileError::none);
  EXPECT_FALSE(std::filesystem::exists(place / "a"));
}

// 1,000 bytes take 1 us at a rank's rate and 0.25 us at that of all; the latency is 1 ns.
TEST_F(Files, ARankHasItsOwnRateAndAllShareOne) {
  EXPECT_EQ(system.complete(0, {0}, {0}), Time{1'000});
  EXPECT_EQ(system.complete(0, {0}, {1000}), Time{1'001'000});
  EXPECT_EQ(system.complete(0, {0}, {1000}), Time{2'001'000});  // behind its first one
  Time last{0};
  for (std::uint32_t rank = 1; rank <= 8; ++rank) last = system.complete(rank, {0}, {1000});
  EXPECT_EQ(last, Time{10 * 250'000 + 1'000});  // the tenth in all
  EXPECT_EQ(system.complete(0, {100'000'000}, {1000}), Time{101'001'000});
}

}  // namespace file_system_test
}  // namespace kasuri::storage
