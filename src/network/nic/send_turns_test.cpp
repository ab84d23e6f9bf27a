// SPDX-License-Identifier: MIT
// The turns of a NIC's messages against a list that is looked through.
#include "network/nic/send_turns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <random>
#include <utility>

namespace kasuri {
namespace send_turns_test {

TEST(SendTurns, FirstThatNeedNotWait) {
  constexpr std::uint32_t kNone = SendTurns::kNone, kNic = 1;
  std::mt19937 random(7);
  SendTurns turns(2);
  std::deque<std::uint32_t> queue;
  std::vector<bool> waits;
  SendTurns::Messages waiting;
  const auto at = [&](std::size_t i) { return i < queue.size() ? queue[i] : kNone; };
  std::uint64_t passed = 0, appended = 0;
  for (int step = 0; step < 20'000; ++step) {
    const auto what = random() % 6;
    if (what < 2 || queue.empty()) {
      turns.append(kNic, static_cast<std::uint32_t>(waits.size()), queue.empty() ? kNone : queue.back());
      queue.push_back(static_cast<std::uint32_t>(waits.size()));
      waits.push_back(false);
      continue;
    }
    if (what == 2) {  // an acknowledgement
      if (random() % 2 == 0) {  // to the first that waits
        if (waiting.empty()) continue;
        waits[waiting.begin()->second] = false;
        turns.go_on(kNic, waiting);
        continue;
      }
      for (const auto& [turn, message] : std::exchange(waiting, {})) {
        waits[message] = false;
        turns.reopen(kNic, message);
      }
      continue;
    }
    const auto found = std::ranges::find_if(queue, [&](std::uint32_t m) { return !waits[m]; });
    const SendTurns::Messages& open = turns.open(kNic);
    while (!open.empty() && waits[open.begin()->second]) turns.wait(kNic, waiting);
    ASSERT_EQ(found == queue.end(), open.empty());
    if (open.empty()) continue;
    const std::uint32_t message = open.begin()->second;
    ASSERT_EQ(message, *found);
    if (found != queue.begin()) {
      const auto i = static_cast<std::size_t>(found - queue.begin());
      EXPECT_EQ(turns.pass_all(kNic, message, at(i + 1), queue.front()), queue[i - 1]);
      queue.erase(found);
      queue.push_front(message);
      ++passed;
    }
    if (what == 3) {
      waits[message] = true;
    } else {
      turns.leave(kNic, message, at(1));
      queue.pop_front();
      if (what == 5 && !queue.empty()) {
        turns.append(kNic, message, queue.back());
        queue.push_back(message);
        ++appended;
      }
    }
  }
  EXPECT_GT(passed, 1000u);
  EXPECT_GT(appended, 1000u);
  EXPECT_TRUE(turns.open(0).empty());
}

}  // namespace send_turns_test
}  // namespace kasuri
