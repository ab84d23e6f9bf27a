// SPDX-License-Identifier: MIT
// Digests follow what files hold, not when they were written; what was touched is noticed.
#include "base/core/digest.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/core/test_path.h"

namespace kasuri {
namespace digest_test {

namespace fs = std::filesystem;

class DigestTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "kasuri-digest-XXXXXX").string();
    ASSERT_TRUE(mkdtemp(name.data()));
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }
  fs::path write(const std::string& name, const std::string& text) {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }
  fs::path folder_;
};

TEST_F(DigestTest, IsOfTheBytes) {
  const fs::path a = write("a", "one"), b = write("b", "one"), c = write("c", "two");
  EXPECT_EQ(digest_of(a), digest_of(b));
  EXPECT_NE(digest_of(a), digest_of(c));
  EXPECT_EQ(digest_of(folder_ / "none"), "missing");
  EXPECT_EQ(digest_of_this_program(), digest_of("/proc/self/exe"));
}

TEST_F(DigestTest, OfAFolderIsOfAllInIt) {
  write("f/x", "one");
  const std::string before = digest_of(folder_ / "f");
  const fs::path inner = write("f/deep/y", "two");
  const std::string with = digest_of(folder_ / "f");
  EXPECT_NE(with, before);
  fs::rename(inner, folder_ / "f/deep/z");
  EXPECT_NE(digest_of(folder_ / "f"), with);
  fs::remove_all(folder_ / "f/deep");
  EXPECT_EQ(digest_of(folder_ / "f"), before);
}

TEST_F(DigestTest, WhatWasTouchedInAFolderIsNoticed) {
  const fs::path inner = write("f/deep/y", "two");
  write("f/x", "one");
  FileDigests digests;
  const std::string first = digests.of(folder_ / "f");
  EXPECT_EQ(first, digest_of(folder_ / "f"));
  EXPECT_FALSE(digests.forget_touched());
  write("f/deep/y", "three");
  EXPECT_TRUE(digests.forget_touched());
  EXPECT_NE(digests.of(folder_ / "f"), first);
  fs::remove(inner);
  EXPECT_TRUE(digests.forget_touched());
}

TEST_F(DigestTest, WhatWasTouchedIsNoticed) {
  const fs::path a = write("a", "one"), none = folder_ / "none";
  FileDigests digests;
  const std::string first = digests.of(a);
  EXPECT_EQ(digests.of(none), "missing");
  EXPECT_FALSE(digests.forget_touched());
  fs::last_write_time(a, fs::file_time_type::clock::now() - std::chrono::hours(1));
  EXPECT_TRUE(digests.forget_touched());
  EXPECT_EQ(digests.of(a), first);
  EXPECT_FALSE(digests.forget_touched());
  write("a", "other");
  write("none", "now");
  EXPECT_TRUE(digests.forget_touched());
  EXPECT_NE(digests.of(a), first);
  EXPECT_NE(digests.of(none), "missing");
}

}  // namespace digest_test
}  // namespace kasuri
