// SPDX-License-Identifier: MIT
// Events handled place by place in windows of the lookahead: each place sees the same events in the
// same order as in the total order, whatever the windows, ends and changes of the lookahead.
#include <gmock/gmock.h>

#include <algorithm>
#include <vector>

#include "base/core/rng.h"
#include "base/engine/partition.h"

namespace kasuri {
namespace places_test {

// Places that send each other events after at least the lookahead, and themselves after any time,
// the same in every run: what they do is a function of the place and of how many it has seen.
class Town {
 public:
  struct Setup {
    std::uint32_t places = 50;
    std::int64_t lookahead = 1000;
    std::int64_t reach = 5000;  // delays beyond it
    std::uint64_t seed = 1;
    bool windows = true;
  };

  explicit Town(const Setup& s) : s_(s), seen(s.places), sent_(s.places) {
    kind_ = partition.add_handler<&Town::happen>(this);
    moved_ = partition.add_handler<&Town::happen_moved>(this);
    if (s.windows) partition.set_window(Time{s.lookahead}, s.places);
    for (std::uint32_t i = 0; i < s.places; ++i) table_.push_back((i + 7) % s.places);
    partition.set_places(kind_, nullptr);
    partition.set_places(moved_, table_.data());
    for (std::uint32_t i = 0; i < s.places; ++i) post(i, i, Time{static_cast<std::int64_t>(i * 13)});
  }

  void run() { partition.run_until(kNever); }

  struct Seen {
    Time at;
    std::uint64_t order;
    friend bool operator==(const Seen&, const Seen&) = default;
  };

 private:
  Setup s_;

 public:
  Partition partition;
  std::vector<std::vector<Seen>> seen;  // by each place

 private:
  static constexpr std::size_t kEach = 200;

  // One kind has the place as its target, the other goes through a table.
  void post(std::uint32_t from, std::uint32_t to, Time at) {
    const std::uint64_t order = order_key(Phase::node, {from}, sent_[from]++);
    const bool direct = order % 2;
    partition.post({at, order, direct ? to : (to + s_.places - 7 % s_.places) % s_.places, 0, 0,
                    direct ? kind_ : moved_});
  }

  bool happen(const Event& e) { return at(e.target, e); }
  bool happen_moved(const Event& e) { return at(table_[e.target], e); }
  bool at(std::uint32_t place, const Event& e) {
    EXPECT_EQ(partition.now(), e.time);
    EXPECT_LE(partition.past(), e.time);
    seen[place].push_back({e.time, e.order});
    if (seen[place].size() > kEach) return true;
    const auto bits = random_at(s_.seed, place, 0, seen[place].size());
    if (bits[0] % 3 != 0) {
      const auto later = static_cast<std::int64_t>(below(bits[1], static_cast<std::uint64_t>(s_.reach)));
      post(place, static_cast<std::uint32_t>(below(bits[0], s_.places)),
           e.time + Time{s_.lookahead + later});
    }
    if (bits[0] % 2 == 0) post(place, place, e.time + Time{static_cast<std::int64_t>(bits[1] % 300)});
    return true;
  }

  EventKind kind_{}, moved_{};
  std::vector<std::uint32_t> table_;
  std::vector<std::uint32_t> sent_;
};

TEST(Places, EachSeesWhatItSeesInTheTotalOrder) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Town::Setup s{.places = static_cast<std::uint32_t>(1 + seed * 37 % 300),
                  .lookahead = static_cast<std::int64_t>(1 + seed * seed * 17 % 20'000),
                  .reach = seed % 3 ? 5'000 : 300'000'000,
                  .seed = seed};
    Town windows(s);
    windows.run();
    s.windows = false;
    Town alone(s);
    alone.run();
    ASSERT_EQ(windows.seen, alone.seen) << "seed " << seed;
    EXPECT_EQ(windows.partition.events(), alone.partition.events());
    EXPECT_EQ(windows.partition.last_counted(), alone.partition.last_counted());
  }
}

// Runs are sorted in three ways, by how long they are and how far apart their events.
TEST(Places, PutsRunsOfAllLengthsInOrder) {
  struct Log {
    bool note(const Event& e) {
      seen.push_back(e);
      return true;
    }
    Partition partition;
    std::vector<Event> seen;
  };
  for (const std::int64_t lookahead : {std::int64_t{1} << 10, std::int64_t{1} << 32}) {
    for (std::uint32_t n = 1; n < 80; ++n) {
      Log log;
      const EventKind kind = log.partition.add_handler<&Log::note>(&log);
      log.partition.set_places(kind, nullptr);
      log.partition.set_window(Time{lookahead}, 1);
      std::vector<Event> expected;
      for (std::uint32_t i = 0; i < n; ++i) {
        const auto bits = random_at(3, n, i, 0);
        const std::int64_t grid = lookahead / 64;  // so that some come at one instant
        const Time at{static_cast<std::int64_t>(bits[0] % 64) * grid};
        expected.push_back({at, order_key(Phase::arrival, {static_cast<std::uint32_t>(bits[1] % 9)}, i), 0,
                            0, 0, kind});
        log.partition.post(expected.back());
      }
      log.partition.run_until(kNever);
      std::ranges::sort(expected, Before{});
      ASSERT_EQ(log.seen.size(), n);
      for (std::uint32_t i = 0; i < n; ++i) {
        ASSERT_EQ(log.seen[i].order, expected[i].order) << n << " events, number " << i;
      }
    }
  }
}

// Ends anywhere in a window, small budgets, and events posted from outside between two calls.
TEST(Places, PausesChangeNothing) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Town::Setup s{.seed = seed};
    Town steps(s);
    std::uint64_t n = 0;
    for (Time end{0}; !steps.partition.idle();) {
      const auto bits = random_at(seed, 9, 9, n++);
      end += Time{static_cast<std::int64_t>(bits[0] % 3000)};
      for (;;) {
        const Partition::Pause pause = steps.partition.run_until(end, 1 + bits[1] % 50);
        if (pause == Partition::Pause::budget) continue;
        EXPECT_GE(steps.partition.next_time(), end);
        break;
      }
    }
    s.windows = false;
    Town alone(s);
    alone.run();
    ASSERT_EQ(steps.seen, alone.seen) << "seed " << seed;
  }
}

// At the pause the boundary has had all that comes before the end; others have it afterwards, and all is as
// without a pause.
TEST(Places, TheBoundaryComesFirstAndIsKnown) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Town::Setup s{.places = 200, .seed = seed};
    const std::uint32_t boundary = 1 + seed * 7 % 150;
    Town town(s);
    town.partition.set_boundary(boundary);
    std::uint64_t n = 0;
    int worked = 0;
    for (Time end{0}; !town.partition.idle();) {
      end += Time{1 + static_cast<std::int64_t>(random_at(seed, 9, 9, n++)[0] % 3000)};
      town.partition.pause_after_boundary(true);
      Partition::Pause pause = town.partition.run_until(end);
      if (pause == Partition::Pause::boundary) {
        const auto counts = [&town] {
          std::vector<std::size_t> of;
          for (const auto& events : town.seen) of.push_back(events.size());
          return of;
        };
        const auto before = counts();
        town.partition.pause_after_boundary(false);
        pause = town.partition.run_until(end);
        const auto after = counts();
        EXPECT_TRUE(std::equal(before.begin(), before.begin() + boundary, after.begin()));
        worked += before != after;
      }
      EXPECT_TRUE(pause == Partition::Pause::end || pause == Partition::Pause::idle);
      EXPECT_GE(town.partition.next_time(), end);
    }
    EXPECT_GT(worked, 5) << "seed " << seed;
    s.windows = false;
    Town alone(s);
    alone.run();
    ASSERT_EQ(town.seen, alone.seen) << "seed " << seed;
  }
}

TEST(Places, TheLookaheadMayShrinkOnTheWay) {
  for (const std::int64_t smaller : {999, 300, 17, 1}) {
    Town::Setup s{.seed = 3};
    Town shrinking(s);
    shrinking.partition.run_until(Time{20'000});
    shrinking.partition.set_window(Time{smaller}, s.places);
    shrinking.run();
    Town alone(s);
    alone.run();
    EXPECT_EQ(shrinking.seen, alone.seen) << smaller;
  }
}

TEST(Places, AStopLeavesNothingOut) {
  Town::Setup s{.seed = 5};
  Town stopped(s);
  stopped.partition.run_until(Time{10'000});
  stopped.partition.stop_before(Time{12'345});
  stopped.run();
  for (const auto& place : stopped.seen) {
    for (const Town::Seen& e : place) EXPECT_LT(e.at, Time{12'345});
  }
  EXPECT_GE(stopped.partition.next_time(), Time{12'345});
  EXPECT_FALSE(stopped.partition.idle());
}

}  // namespace places_test
}  // namespace kasuri
