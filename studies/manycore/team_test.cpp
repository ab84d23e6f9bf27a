// SPDX-License-Identifier: MIT
#include "studies/manycore/team.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <thread>
#include <vector>

#include "studies/manycore/given_count.h"

namespace kasuri::emu {
namespace team_test {

// Each group passes on so many tokens, one a turn, to the same group of the next rank; rank 0 has them all
// to begin with.
class Tokens {
 public:
  static constexpr std::uint32_t kTokens = 5;

  Tokens(std::uint32_t ranks, std::uint32_t groups)
      : ranks_(ranks), groups_(groups), cells_((ranks + 1) * groups) {}

  bool turn(unsigned, std::uint32_t rank, std::uint32_t group) {
    Cell& c = cell(rank, group);
    EXPECT_EQ(c.loaded, 1);
    EXPECT_EQ(c.retired, 0);
    if (c.tokens == 0) return false;
    --c.tokens;
    ++cell(rank + 1, group).tokens;
    ++c.passed;
    return true;
  }
  void load(unsigned, std::uint32_t rank, std::uint32_t group) {
    Cell& c = cell(rank, group);
    ++c.loaded;
    if (rank == 0) c.tokens = kTokens;
  }
  void retire(unsigned, std::uint32_t rank, std::uint32_t group) { ++cell(rank, group).retired; }
  void admit(std::uint32_t) {}
  bool is_final(std::uint32_t rank) const {
    for (std::uint32_t g = 0; g < groups_; ++g) {
      if (cells_[rank * groups_ + g].passed < kTokens) return false;
    }
    return true;
  }
  void release(std::uint32_t rank) { released_ += rank < ranks_; }
  bool stop() const { return false; }

  void expect_done() const {
    for (std::uint32_t i = 0; i < ranks_ * groups_; ++i) {
      EXPECT_EQ(cells_[i].passed, kTokens) << i;
      EXPECT_EQ(cells_[i].loaded, 1) << i;
      EXPECT_EQ(cells_[i].retired, 1) << i;
    }
    for (std::uint32_t g = 0; g < groups_; ++g) EXPECT_EQ(cells_[ranks_ * groups_ + g].tokens, kTokens);
    EXPECT_EQ(released_, ranks_);
  }

 private:
  struct Cell {
    std::uint32_t tokens = 0, passed = 0;
    int loaded = 0, retired = 0;
  };
  Cell& cell(std::uint32_t rank, std::uint32_t group) { return cells_[rank * groups_ + group]; }

  std::uint32_t ranks_, groups_;
  std::vector<Cell> cells_;
  std::uint32_t released_ = 0;
};

// Windows of many ranks, which threads share by ranks, and of few, which they share by groups.
TEST(Team, EveryGroupHasItsTurnsWhateverTheNumberOfThreads) {
  for (const std::uint32_t ranks : {1u, 2u, 37u}) {
    for (const std::uint32_t groups : {1u, 3u, 8u}) {
      for (const std::uint32_t window : {1u, 2u, 5u, 16u, 64u}) {
        for (const unsigned threads : {1u, 2u, 3u, 7u}) {
          SCOPED_TRACE(std::to_string(ranks) + " ranks of " + std::to_string(groups) + " groups, window " +
                       std::to_string(window) + ", threads " + std::to_string(threads));
          Tokens tokens(ranks, groups);
          Progress progress;
          Team<Tokens> team({.ranks = ranks, .groups = groups, .window = window, .threads = threads},
                            progress, tokens);
          EXPECT_TRUE(team.run());
          tokens.expect_done();
        }
      }
    }
  }
}

TEST(Team, StopsAfterSoManySteps) {
  Tokens tokens(20, 4);
  Progress progress;
  Team<Tokens> team({.ranks = 20, .groups = 4, .window = 8, .threads = 2, .most_steps = 3}, progress,
                    tokens);
  EXPECT_FALSE(team.run());
  EXPECT_EQ(progress.live, 0u);
}

TEST(GivenCount, AddsWhatAllThreadsHaveCounted) {
  GivenCount count;
  {
    std::array<std::jthread, 5> threads;
    for (int t = 0; t < 5; ++t) {
      threads[static_cast<std::size_t>(t)] = std::jthread([&count, t] {
        for (int i = 0; i < 1000; ++i) count.add(t);
      });
    }
  }
  EXPECT_EQ(count.value(), 10'000);
}

}  // namespace team_test
}  // namespace kasuri::emu
