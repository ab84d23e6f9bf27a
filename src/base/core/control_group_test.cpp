// SPDX-License-Identifier: MIT
// Against trees of groups as Linux shows them: Documentation/admin-guide/cgroup-v2.rst and
// cgroup-v1/memory.rst.
#include "base/core/control_group.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <string>

#include "base/core/test_path.h"

namespace kasuri {
namespace control_group_test {

namespace fs = std::filesystem;

class ControlGroups : public testing::Test {
 protected:
  std::uint64_t left(const std::string& membership, const std::map<std::string, std::string>& files) {
    fs::remove_all(root_);
    fs::create_directories(root_);
    std::ofstream(root_ / "membership") << membership;
    for (const auto& [name, text] : files) {
      fs::create_directories((root_ / name).parent_path());
      std::ofstream(root_ / name) << text << '\n';
    }
    return memory_left_by_groups(root_ / "membership", root_);
  }
  void TearDown() override { fs::remove_all(root_); }

  const fs::path root_ = test_path("control-groups");
};

TEST_F(ControlGroups, TheTightestOfAllGroupsAbove) {
  std::map<std::string, std::string> files{{"a/b/c/memory.max", "max"},
                                           {"a/b/c/memory.current", "100"},
                                           {"a/b/memory.max", "1000"},
                                           {"a/b/memory.current", "400"},
                                           {"a/memory.max", "5000"},
                                           {"a/memory.current", "4800"}};
  EXPECT_EQ(left("0::/a/b/c\n", files), 200u);
  files["a/memory.max"] = "max";
  EXPECT_EQ(left("0::/a/b/c\n", files), 600u);
  files["a/b/memory.stat"] = "anon 200\ninactive_file 50\nactive_file 30\nfile 90";
  EXPECT_EQ(left("0::/a/b/c\n", files), 680u);
  files["a/b/memory.current"] = "2000";  // a limit that was lowered
  EXPECT_EQ(left("0::/a/b/c\n", files), 0u);
}

TEST_F(ControlGroups, TheRootOfAContainer) {
  EXPECT_EQ(left("0::/\n", {{"memory.max", "1000"}, {"memory.current", "1"}}), 999u);
  // The path is the host's, of which the container sees its own group alone.
  EXPECT_EQ(left("0::/docker/0123\n", {{"memory.max", "1000"}, {"memory.current", "1"}}), 999u);
}

TEST_F(ControlGroups, VersionOne) {
  const std::map<std::string, std::string> files{
      {"memory/job/memory.limit_in_bytes", "9223372036854771712"},
      {"memory/job/memory.usage_in_bytes", "10"},
      {"memory/memory.limit_in_bytes", "3000"},
      {"memory/memory.usage_in_bytes", "1000"},
      {"memory/memory.stat", "inactive_file 1\ntotal_inactive_file 200\ntotal_active_file 300"}};
  EXPECT_EQ(left("5:cpu,cpuacct:/\n4:hugetlb,memory:/job\n0::/\n", files), 2500u);
  EXPECT_EQ(left("4:memoryless:/job\n", files), UINT64_MAX);
}

TEST_F(ControlGroups, NoneHasALimit) {
  EXPECT_EQ(left("0::/a\n", {{"a/memory.max", "max"}, {"a/memory.current", "5"}}), UINT64_MAX);
  EXPECT_EQ(left("", {}), UINT64_MAX);
  EXPECT_EQ(left("nonsense\n", {}), UINT64_MAX);
}

}  // namespace control_group_test
}  // namespace kasuri
