// SPDX-License-Identifier: MIT
#include "base/engine/address_space.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace kasuri {
namespace address_space_test {
namespace {

// What a process with so much address space left gets.
std::size_t fitting_within(std::size_t limit, std::size_t asked, std::uint32_t stacks) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    const rlimit r{limit, limit};
    setrlimit(RLIMIT_AS, &r);
    const std::size_t answer = fitting_stack(asked, stacks);
    _exit(write(ends[1], &answer, sizeof answer) == sizeof answer ? 0 : 1);
  }
  std::size_t answer = 0;
  EXPECT_EQ(read(ends[0], &answer, sizeof answer), static_cast<ssize_t>(sizeof answer));
  waitpid(child, nullptr, 0);
  close(ends[0]);
  close(ends[1]);
  return answer;
}

constexpr std::size_t kGiB = std::size_t{1} << 30;
constexpr std::size_t kAsked = std::size_t{256} << 10;

TEST(FittingStack, IsWhatWasAskedForWithoutALimit) {
  EXPECT_EQ(fitting_stack(kAsked, 1'000'000), kAsked);
}

TEST(FittingStack, IsWhatWasAskedForIfItFits) {
  EXPECT_EQ(fitting_within(64 * kGiB, kAsked, 10'000), kAsked);
}

TEST(FittingStack, TakesAThirdOfALimitedAddressSpace) {
  const std::size_t stack = fitting_within(16 * kGiB, kAsked, 100'000);
  EXPECT_LT(stack, kAsked);
  EXPECT_EQ(stack % 4096, 0u);
  EXPECT_LE(100'000 * (stack + (16u << 10)), 16 * kGiB / 3);
  EXPECT_GT(100'000 * (stack + (20u << 10)), 15 * kGiB / 3);
}

TEST(FittingStack, IsNeverUnusable) { EXPECT_EQ(fitting_within(kGiB, kAsked, 1'000'000), 16u << 10); }

}  // namespace
}  // namespace address_space_test
}  // namespace kasuri
