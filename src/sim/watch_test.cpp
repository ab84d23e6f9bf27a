// SPDX-License-Identifier: MIT
// What several parts have recorded is in one order, whatever part had which of it, and when.
#include "sim/watch.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace kasuri {
namespace {

// Without ports that are taken in turn, messages of several jobs or kinds can be alike in all their times.
TEST(Watched, MessagesOfOneInstantAreInOrder) {
  std::vector<MessageSpan> all;
  for (std::uint16_t job = 0; job < 7; ++job) {
    for (std::uint16_t traffic = 0; traffic < 4; ++traffic) {
      all.push_back({.from = -1, .to = -1, .source = 1, .destination = 2, .job = job, .traffic = traffic,
                     .bytes = Bytes{64}, .posted = Time{1000}, .arrived = Time{3000}});
    }
  }
  const auto kinds = [](std::vector<MessageSpan> messages, std::size_t in_first) {
    Watched first, second;
    first.messages.assign(messages.begin(), messages.begin() + static_cast<std::ptrdiff_t>(in_first));
    second.messages.assign(messages.begin() + static_cast<std::ptrdiff_t>(in_first), messages.end());
    first.merge(std::move(second));
    first.sort();
    std::vector<std::pair<std::uint16_t, std::uint16_t>> of;
    for (const MessageSpan& m : first.messages) of.emplace_back(m.job, m.traffic);
    return of;
  };
  const auto expected = kinds(all, 9);
  EXPECT_TRUE(std::ranges::is_sorted(expected));
  EXPECT_EQ(expected.size(), all.size());
  std::ranges::reverse(all);
  EXPECT_EQ(kinds(all, 20), expected);
}

}  // namespace
}  // namespace kasuri
