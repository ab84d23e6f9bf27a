// SPDX-License-Identifier: MIT
// Where the data of views are in a file, against places counted by hand.
#include "mpi/ranks/file_view.h"

#include <gtest/gtest.h>

namespace kasuri::mpi {
namespace file_view_test {

// Etypes of 4 bytes; the filetype has the first and the third of four, after 100 bytes.
FileView every_other() {
  FileView v{.displacement = 100, .etype = 4, .filetype = Layout::of(4).repeat(2, 1, 8)};
  v.filetype.extent = 16;
  return v;
}

std::vector<std::pair<std::int64_t, std::int64_t>> pairs(const std::vector<storage::Extent>& all) {
  std::vector<std::pair<std::int64_t, std::int64_t>> result;
  for (const auto& e : all) result.emplace_back(e.at, e.bytes);
  return result;
}

TEST(FileView, BytesBehindOneAnother) {
  const FileView v{.displacement = 10};
  EXPECT_EQ(pairs(v.extents(5, 7)), (std::vector<std::pair<std::int64_t, std::int64_t>>{{15, 7}}));
  EXPECT_EQ(v.place(5), 15);
  EXPECT_EQ(v.end(9), 0);
  EXPECT_EQ(v.end(30), 20);
  EXPECT_TRUE(v.extents(5, 0).empty());
}

TEST(FileView, Holes) {
  const FileView v = every_other();
  EXPECT_EQ(pairs(v.extents(1, 12)),
            (std::vector<std::pair<std::int64_t, std::int64_t>>{{108, 4}, {116, 4}, {124, 4}}));
  EXPECT_EQ(v.place(0), 100);
  EXPECT_EQ(v.place(3), 124);
}

TEST(FileView, TheEndOfAFileIsAnOffset) {
  const FileView v = every_other();
  EXPECT_EQ(v.end(100), 0);
  EXPECT_EQ(v.end(101), 1);
  EXPECT_EQ(v.end(104), 1);
  EXPECT_EQ(v.end(108), 1);
  EXPECT_EQ(v.end(109), 2);
  EXPECT_EQ(v.end(116), 2);
  EXPECT_EQ(v.end(117), 3);
}

}  // namespace file_view_test
}  // namespace kasuri::mpi
