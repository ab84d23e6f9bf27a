// SPDX-License-Identifier: MIT
// Fetching ahead goes on where it is known to be faster, whatever the guess, and trials cost little.
#include "base/engine/fetch_trial.h"

#include <gtest/gtest.h>

namespace kasuri {
namespace fetch_trial_test {

// Handles events in portions of `each` that take `without` or `with` seconds, and every `hiccup`-th portion
// ten times as long. Returns the share of events with fetching.
double share(FetchTrial& trial, double without, double with, std::uint64_t portions,
             std::uint64_t each = 300, std::uint64_t hiccup = UINT64_MAX) {
  std::uint64_t fetched = 0;
  for (std::uint64_t i = 1; i <= portions; ++i) {
    const double event_s = (trial.fetches() ? with : without) * (i % hiccup == 0 ? 10 : 1);
    fetched += trial.fetches();
    trial.note(each, trial.times() ? event_s * static_cast<double>(each) : 0);
  }
  return static_cast<double>(fetched) / static_cast<double>(portions);
}

TEST(FetchTrial, GoesOnWithTheFasterWhateverTheGuess) {
  for (const bool guess : {false, true}) {
    FetchTrial slower(guess), faster(guess);
    share(slower, 1.0e-7, 1.3e-7, 1000);
    share(faster, 1.3e-7, 1.0e-7, 1000);
    EXPECT_LT(share(slower, 1.0e-7, 1.3e-7, 100'000), 0.02) << guess;
    EXPECT_GT(share(faster, 1.3e-7, 1.0e-7, 100'000), 0.98) << guess;
  }
}

// Equal ones differ by chance: then there are fewer instructions without.
TEST(FetchTrial, NeedsAGain) {
  FetchTrial trial(true);
  share(trial, 1.00e-7, 0.99e-7, 1000);
  EXPECT_LT(share(trial, 1.00e-7, 0.99e-7, 100'000), 0.02);
}

TEST(FetchTrial, IsNotMisledByHiccups) {
  FetchTrial trial(false);
  share(trial, 1.3e-7, 1.0e-7, 1000, 300, 23);
  EXPECT_GT(share(trial, 1.3e-7, 1.0e-7, 100'000, 300, 23), 0.98);
}

TEST(FetchTrial, NoticesThatTheLoadChanges) {
  FetchTrial trial(false);
  share(trial, 1.0e-7, 1.3e-7, 20'000);
  share(trial, 2.6e-7, 1.9e-7, (1 << 20) / 300 + 100);  // the longest pause, and a trial
  EXPECT_GT(share(trial, 2.6e-7, 1.9e-7, 100'000), 0.98);
}

}  // namespace fetch_trial_test
}  // namespace kasuri
