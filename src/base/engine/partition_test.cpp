// SPDX-License-Identifier: MIT
// A partition runs its events in the total order, pauses where it is told to and goes on from there
// as if it had not.
#include "base/engine/partition.h"

#include <gmock/gmock.h>

#include <functional>
#include <vector>

#include "base/core/rng.h"

namespace kasuri {
namespace partition_test {

using testing::ElementsAre;
using Pause = Partition::Pause;

// Writes down what it handles; may be told to post more, and which events do not count.
class Recorder {
 public:
  explicit Recorder(Partition& p) : p_(p), kind_(p.add_handler<&Recorder::handle>(this)) {}

  void post(std::int64_t t, Phase phase, std::uint32_t what, std::uint32_t sender = 0) {
    p_.post({Time{t}, order_key(phase, {sender}, what), what, 0, 0, kind_});
  }

  std::vector<std::uint32_t> seen;
  std::vector<bool> last_of_instant;
  std::vector<std::int64_t> times;
  std::function<void(std::uint32_t)> then = [](std::uint32_t) {};
  std::uint32_t void_from = UINT32_MAX;

 private:
  bool handle(const Event& e) {
    EXPECT_EQ(p_.now(), e.time);
    seen.push_back(e.target);
    times.push_back(e.time.ps);
    last_of_instant.push_back(p_.last_of_instant());
    then(e.target);
    return e.target < void_from;
  }

  Partition& p_;
  EventKind kind_;
};

TEST(Partition, RunsThePhasesOfAnInstantInOrder) {
  Partition p;
  Recorder r(p);
  r.post(10, Phase::node, 4);
  r.post(10, Phase::arrival, 2);
  r.post(10, Phase::arbitration, 3);
  r.post(10, Phase::credit, 1);
  r.post(9, Phase::node, 0);
  EXPECT_EQ(p.run_until(kNever), Pause::idle);
  EXPECT_THAT(r.seen, ElementsAre(0, 1, 2, 3, 4));
}

TEST(Partition, OrdersSendersWithinAPhase) {
  Partition p;
  Recorder r(p);
  r.post(10, Phase::arrival, 1, 7);
  r.post(10, Phase::arrival, 9, 3);
  r.post(10, Phase::arrival, 8, 3);
  p.run_until(kNever);
  EXPECT_THAT(r.seen, ElementsAre(8, 9, 1));
}

// What an arrival posts for the arbitration of its own instant comes after all other arrivals.
TEST(Partition, HandlesWhatIsPostedForALaterPhaseOfTheSameInstant) {
  Partition p;
  Recorder r(p);
  r.then = [&](std::uint32_t what) {
    if (what < 10) r.post(100, Phase::arbitration, 10 + what);
    if (what == 12) r.post(100, Phase::node, 20);
  };
  for (std::uint32_t i = 0; i < 3; ++i) r.post(100, Phase::arrival, i);
  r.post(101, Phase::credit, 99);
  p.run_until(kNever);
  EXPECT_THAT(r.seen, ElementsAre(0, 1, 2, 10, 11, 12, 20, 99));
}

TEST(Partition, KnowsTheLastEventOfAnInstant) {
  Partition p;
  Recorder r(p);
  for (std::uint32_t i = 0; i < 3; ++i) r.post(100, Phase::arrival, i);
  r.post(101, Phase::arrival, 3);
  r.post(100'000'000'000, Phase::arrival, 4);
  p.run_until(kNever);
  EXPECT_THAT(r.last_of_instant, ElementsAre(false, false, true, true, true));
}

TEST(Partition, AnEventPostedForThisInstantIsNotTheLastBefore) {
  Partition p;
  Recorder r(p);
  std::vector<bool> after_posting;
  r.then = [&](std::uint32_t what) {
    if (what == 0) {
      r.post(100, Phase::node, 1);
      after_posting.push_back(p.last_of_instant());
    }
  };
  r.post(100, Phase::arrival, 0);
  p.run_until(kNever);
  EXPECT_THAT(r.last_of_instant, ElementsAre(true, true));
  EXPECT_THAT(after_posting, ElementsAre(false));
}

TEST(Partition, StopsBeforeTheEndAndGoesOn) {
  Partition p;
  Recorder r(p);
  for (std::uint32_t i = 0; i < 5; ++i) r.post(10 * i, Phase::arrival, i);
  EXPECT_EQ(p.run_until(Time{20}), Pause::end);  // the end itself is excluded
  EXPECT_THAT(r.seen, ElementsAre(0, 1));
  EXPECT_EQ(p.now(), Time{10});
  EXPECT_EQ(p.next_time(), Time{20});
  r.post(15, Phase::arrival, 9);  // earlier than the event that was looked at
  EXPECT_EQ(p.run_until(Time{21}), Pause::end);
  EXPECT_THAT(r.seen, ElementsAre(0, 1, 9, 2));
  EXPECT_EQ(p.run_until(kNever), Pause::idle);
  EXPECT_THAT(r.seen, ElementsAre(0, 1, 9, 2, 3, 4));
  EXPECT_TRUE(p.idle());
  EXPECT_EQ(p.next_time(), kNever);
  EXPECT_EQ(p.run_until(kNever), Pause::idle);
}

TEST(Partition, PausesWhenTheBudgetIsSpent) {
  Partition p;
  Recorder r(p);
  for (std::uint32_t i = 0; i < 5; ++i) r.post(10, Phase::arrival, i);
  EXPECT_EQ(p.run_until(kNever, 0), Pause::budget);
  EXPECT_THAT(r.seen, ElementsAre());
  EXPECT_EQ(p.run_until(kNever, 2), Pause::budget);
  EXPECT_THAT(r.seen, ElementsAre(0, 1));
  EXPECT_EQ(p.run_until(kNever, 3), Pause::idle);
  EXPECT_THAT(r.seen, ElementsAre(0, 1, 2, 3, 4));
}

TEST(Partition, StopsWhenAsked) {
  Partition p;
  Recorder r(p);
  r.then = [&](std::uint32_t what) {
    if (what == 1) p.request_stop();
  };
  for (std::uint32_t i = 0; i < 5; ++i) r.post(10, Phase::arrival, i);
  EXPECT_EQ(p.run_until(kNever), Pause::stop);
  EXPECT_THAT(r.seen, ElementsAre(0, 1));
  EXPECT_TRUE(p.stop_requested());
}

TEST(Partition, CountsEventsButNotVoidOnes) {
  Partition p;
  Recorder r(p);
  r.void_from = 3;
  for (std::uint32_t i = 0; i < 5; ++i) r.post(10 * i, Phase::arrival, i);
  p.run_until(kNever);
  EXPECT_EQ(p.events(), 3u);
  EXPECT_EQ(p.handled(), 5u);
  EXPECT_EQ(p.last_counted(), Time{20});
  EXPECT_EQ(p.now(), Time{40});
}

TEST(Partition, LetsEachHandlerHaveItsOwnEvents) {
  Partition p;
  Recorder a(p), b(p);
  for (std::uint32_t i = 0; i < 6; ++i) (i % 2 ? a : b).post(i, Phase::arrival, i);
  p.run_until(kNever);
  EXPECT_THAT(a.seen, ElementsAre(1, 3, 5));
  EXPECT_THAT(b.seen, ElementsAre(0, 2, 4));
}

TEST(Partition, RefusesMoreThan64KindsOfEvents) {
  Partition p;
  int self = 0;
  const auto handler = [](void*, const Event&) { return true; };
  for (int i = 0; i < 64; ++i) p.add_handler(handler, &self);
  EXPECT_THROW(p.add_handler(handler, &self), InternalError);
}

// Every event posts another at a random later time; however the run is cut into pieces, the same
// events are seen at the same times.
TEST(Partition, RunsTheSameWhereverItPauses) {
  const auto run = [](auto advance) {
    Partition p;
    Recorder r(p);
    std::uint64_t posted = 0;
    r.then = [&](std::uint32_t what) {
      if (posted >= 20'000) return;
      const auto bits = random_at(1, what, 0, posted);
      r.post(p.now().ps + static_cast<std::int64_t>(bits[0] >> (40 + bits[1] % 24)), Phase::node,
             static_cast<std::uint32_t>(++posted));
    };
    for (std::uint32_t i = 0; i < 100; ++i) r.post(i, Phase::arrival, 100'000 + i);
    advance(p);
    return std::pair(r.seen, r.times);
  };
  const auto whole = run([](Partition& p) { EXPECT_EQ(p.run_until(kNever), Pause::idle); });
  const auto by_budget = run([](Partition& p) {
    while (p.run_until(kNever, 7) == Pause::budget) continue;
  });
  const auto by_time = run([](Partition& p) {
    Time end{1};
    while (p.run_until(end) == Pause::end) end = std::max(end + Time{50'000}, p.next_time());
  });
  EXPECT_EQ(whole, by_budget);
  EXPECT_EQ(whole, by_time);
  EXPECT_GT(whole.first.size(), 10'000u);
}

}  // namespace partition_test
}  // namespace kasuri
