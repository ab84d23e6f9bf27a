// SPDX-License-Identifier: MIT
// Lists in a file against lists in memory: several, that are appended to and changed in turns.
#include "workload/traces/spilled.h"

#include <gtest/gtest.h>

#include <random>

namespace kasuri::trace {
namespace spilled_test {

template <class T, class Make>
void compare(const Make& make) {
  constexpr std::size_t kLists = 3;
  SpillFile file;
  std::vector<Spilled<T>> lists(kLists);
  std::vector<std::vector<T>> plain(kLists);
  std::mt19937 random(7);
  for (int step = 0; step < 20'000; ++step) {
    const std::size_t which = random() % kLists;
    Spilled<T>& list = lists[which];
    std::vector<T>& all = plain[which];
    const std::size_t at = all.empty() ? 0 : random() % all.size();
    std::vector<T> some(random() % 200);
    for (T& element : some) element = make(random());
    switch (random() % 4) {
      case 0: list.push_back(file, make(step)), all.push_back(make(step)); break;
      case 1: list.append(file, some), all.insert(all.end(), some.begin(), some.end()); break;
      case 2:
        if (all.empty()) break;
        EXPECT_EQ(list.get(file, at), all[at]);
        list.set(file, at, make(step)), all[at] = make(step);
        break;
      default:
        some.resize(std::min(some.size(), all.size() - at));
        list.put(file, at, some);
        std::ranges::copy(some, all.begin() + static_cast<std::ptrdiff_t>(at));
    }
    ASSERT_EQ(list.size(), all.size());
  }
  for (std::size_t i = 0; i < kLists; ++i) {
    EXPECT_GT(plain[i].size(), 10 * Spilled<T>::kChunk);  // most of it was in the file
    std::vector<T> again;
    lists[i].each(file, [&](std::span<const T> some) {
      again.insert(again.end(), some.begin(), some.end());
    });
    EXPECT_EQ(again, plain[i]);
  }
}

TEST(Spilled, IsWhatAVectorIs) {
  compare<char>([](auto n) { return static_cast<char>(n); });
  compare<std::uint64_t>([](auto n) { return static_cast<std::uint64_t>(n) << 20; });
}

}  // namespace spilled_test
}  // namespace kasuri::trace
