// SPDX-License-Identifier: MIT
// Toy components that send each other events at random: each sees the same events at the same
// times, however they are spread over lanes, wherever windows end and whatever stops the run.
#include "base/engine/windows.h"

#include <gmock/gmock.h>

#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <stdexcept>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "base/core/rng.h"
#include "base/engine/thread_team.h"

namespace kasuri {
namespace windows_test {

using Pause = Partition::Pause;

// There are as many events as components: handling one posts one, for the component itself at any
// later time or for any at least `lookahead` later.
struct Toy {
  std::uint64_t seed = 1;
  std::uint32_t components = 12;
  std::uint32_t lanes = 1;
  Time lookahead{1000};
  Time end{60'000};            // nothing is posted for later
  bool short_windows = false;  // of random length, up to the lookahead
  bool places = false;         // each component is a place of its own: Partition::set_window
  bool ring = false;           // events go to neighbours only, so that lanes have boundaries
  std::uint32_t threads = 0;   // 0: as many as lanes
  bool alternating = false;    // between these and one
  std::function<void(std::uint32_t component, Partition&)> at_event = {};
};

using Seen = std::tuple<std::int64_t, std::uint64_t>;  // time, order

class ToyMachine;

class ToyLane final : public Lane {
 public:
  ToyLane(const Toy& toy, ToyMachine& machine, std::uint32_t number)
      : toy_(toy),
        machine_(machine),
        number_(number),
        kind_(partition_.add_handler<&ToyLane::handle>(this)) {
    for (auto& set : boxes_) set.resize(toy.lanes);
    if (toy.places) partition_.set_window(toy.lookahead, toy.components);
    if (toy.ring) number_the_boundary_first();
  }

  Partition& partition() override { return partition_; }
  void begin_window(std::uint64_t number) override;
  Report end_window() override {
    // Lanes differ in how far they would let others go: the least counts.
    const auto random =
        static_cast<std::int64_t>(random_at(toy_.seed, number_, 7, windows)[0] % 1000);
    const std::int64_t share = toy_.short_windows ? random : 999;
    ++windows;
    told_ = true;
    cells.clear();
    return {.sent = earliest_,
            .lookahead = toy_.lanes == 1 ? kNever : Time{1 + (toy_.lookahead.ps - 1) * share / 999},
            .stop = partition_.limit()};
  }
  void post(Time t, std::uint32_t component, std::uint64_t order);
  void number_the_boundary_first();

  std::uint64_t windows = 0;
  std::uint64_t late = 0;     // came for a time that was over
  std::uint64_t crossed = 0;  // events of one window on both sides of a multiple of the stop grid
  std::vector<std::int64_t> cells;  // of the stop grid, of the events of this window

 private:
  bool handle(const Event& e);

  const Toy& toy_;
  ToyMachine& machine_;
  std::uint32_t number_;
  Partition partition_;
  EventKind kind_;
  std::array<std::vector<std::vector<Event>>, 2> boxes_;  // by window, by lane
  std::size_t filling_ = 0;
  Time earliest_ = kNever;
  bool told_ = false;  // what this lane sends in this window
  std::vector<std::uint32_t> places_;
};

class ToyMachine {
 public:
  explicit ToyMachine(Toy t) : toy(std::move(t)), seen(toy.components), counters(toy.components) {
    for (std::uint32_t i = 0; i < toy.lanes; ++i) {
      lanes.push_back(std::make_unique<ToyLane>(toy, *this, i));
      pointers_.push_back(lanes.back().get());
    }
    const std::uint32_t threads = toy.threads ? toy.threads : toy.lanes;
    team_ = std::make_unique<ThreadTeam>(threads);
    windows = std::make_unique<Windows>(*team_, pointers_, threads <= available_cores());
    if (toy.alternating) windows->set_trial(ThreadTrial::Params::alternating());
    for (std::uint32_t c = 0; c < toy.components; ++c) {
      lane_of(c).post(Time{c % 3}, c, order_key(Phase::node, {c}, counters[c]++));
    }
  }

  std::uint32_t lane_number(std::uint32_t component) const {
    return component * toy.lanes / toy.components;
  }
  ToyLane& lane_of(std::uint32_t component) { return *lanes[lane_number(component)]; }
  Pause run(Time end = kNever) { return windows->run_until(end, {}); }
  std::uint64_t handled() const {
    std::uint64_t sum = 0;
    for (const auto& l : lanes) sum += l->partition().handled();
    return sum;
  }

  Toy toy;
  std::vector<std::vector<Seen>> seen;  // by component
  std::vector<std::uint32_t> counters;
  std::vector<std::unique_ptr<ToyLane>> lanes;
  std::unique_ptr<Windows> windows;

 private:
  std::vector<Lane*> pointers_;
  std::unique_ptr<ThreadTeam> team_;
};

void ToyLane::begin_window(std::uint64_t number) {
  told_ = false;
  filling_ = number % 2;
  for (auto& box : boxes_[filling_]) box.clear();
  earliest_ = kNever;
  for (const auto& other : machine_.lanes) {
    if (other.get() == this) continue;
    for (const Event& e : other->boxes_[(number - 1) % 2][number_]) {
      late += e.time < partition_.now();
      partition_.post(e);
    }
  }
}

void ToyLane::post(Time t, std::uint32_t component, std::uint64_t order) {
  ToyLane& to = machine_.lane_of(component);
  const Event e{t, order, component, 0, 0, to.kind_};
  if (&to == this) return partition_.post(e);
  EXPECT_FALSE(told_);
  boxes_[filling_][to.number_].push_back(e);
  earliest_ = std::min(earliest_, t);
}

void ToyLane::number_the_boundary_first() {
  const std::uint32_t n = toy_.components;
  const auto crosses = [&](std::uint32_t c) {
    return machine_.lane_number(c) != machine_.lane_number((c + 1) % n);
  };
  std::uint32_t next = 0;
  places_.resize(n);
  for (const bool boundary : {true, false}) {
    for (std::uint32_t c = 0; c < n; ++c) {
      if ((crosses(c) || crosses((c + n - 1) % n)) == boundary) places_[c] = next++;
    }
    if (boundary) partition_.set_boundary(next);
  }
  partition_.set_places(kind_, places_.data());
}

bool ToyLane::handle(const Event& e) {
  const std::uint32_t c = e.target;
  const Time now = partition_.now();
  machine_.seen[c].emplace_back(now.ps, e.order);
  cells.push_back(now.ps / kStopGrid.ps);
  crossed += cells.front() != cells.back();
  if (toy_.at_event) toy_.at_event(c, partition_);
  std::uint32_t& n = machine_.counters[c];
  const auto bits = random_at(toy_.seed, c, 0, n), more = random_at(toy_.seed, c, 1, n);
  const auto within = [&](std::uint64_t random) {
    return Time{static_cast<std::int64_t>(random % static_cast<std::uint64_t>(toy_.lookahead.ps))};
  };
  if (bits[0] % 4 == 0) {
    const Time t = now + within(bits[1]) + Time{1};
    if (t < toy_.end) post(t, c, order_key(Phase::node, {c}, n));
  } else {
    const Time t = now + toy_.lookahead + (more[0] % 4 ? within(bits[1]) : Time{0});
    const std::uint32_t all = toy_.components;
    const std::uint32_t to = toy_.ring ? (c + all - 1 + more[1] % 3) % all : more[1] % all;
    if (t < toy_.end) post(t, to, order_key(Phase::arrival, {c}, n));
  }
  ++n;
  return true;
}

// ---- The order of events ----

TEST(Windows, EveryComponentSeesTheSameOnAnyNumberOfLanes) {
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    ToyMachine alone(Toy{.seed = seed});
    ASSERT_EQ(alone.run(), Pause::idle);
    ASSERT_GT(alone.handled(), 300u);
    for (const std::uint32_t lanes : {1u, 2u, 3u, 5u}) {
      for (const auto& [shorter, places] : {std::pair(false, false), {true, false}, {true, true}}) {
        ToyMachine m(Toy{.seed = seed, .lanes = lanes, .short_windows = shorter, .places = places});
        EXPECT_EQ(m.run(), Pause::idle);
        EXPECT_EQ(m.seen, alone.seen) << "seed " << seed << ", lanes " << lanes;
        for (const auto& l : m.lanes) EXPECT_EQ(l->late, 0u);
      }
    }
  }
}

// Lanes tell of a window when their boundaries are done, and some windows follow that would not have.
TEST(Windows, EveryComponentSeesTheSameWhereBoundariesComeFirst) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Toy toy{.seed = seed, .components = 400, .places = true, .ring = true};
    for (const auto& [lanes, threads] : {std::pair(2u, 2u), {3u, 3u}, {3u, 2u}, {4u, 1u}}) {
      for (const bool shorter : {false, true}) {
        Toy cut = toy;
        cut.lanes = lanes;
        cut.threads = threads;
        cut.short_windows = shorter;
        ToyMachine alone(toy), m(cut);
        for (Time end{700}; end < Time{30'000}; end += Time{3300}) {
          ASSERT_EQ(alone.run(end), Pause::end);
          ASSERT_EQ(m.run(end), Pause::end);
          EXPECT_EQ(m.windows->next_time(), alone.windows->next_time());
        }
        EXPECT_EQ(alone.run(), Pause::idle);
        EXPECT_EQ(m.run(), Pause::idle);
        EXPECT_EQ(m.windows->next_time(), kNever);
        EXPECT_EQ(m.seen, alone.seen) << "seed " << seed << ", lanes " << lanes;
        for (const auto& l : m.lanes) EXPECT_EQ(l->late, 0u);
      }
    }
  }
}

TEST(Windows, RunMoreLanesThanCores) {
  const std::uint32_t lanes = 4 * available_cores() + 1;
  ToyMachine alone(Toy{.components = 3 * lanes}), m(Toy{.components = 3 * lanes, .lanes = lanes});
  EXPECT_EQ(alone.run(), Pause::idle);
  EXPECT_EQ(m.run(), Pause::idle);
  EXPECT_EQ(m.seen, alone.seen);
}

TEST(Windows, LanesShareThreads) {
  ToyMachine alone(Toy{});
  alone.run();
  for (const std::uint32_t threads : {1u, 2u, 5u}) {
    ToyMachine m(Toy{.lanes = 5, .threads = threads});
    EXPECT_EQ(m.run(), Pause::idle);
    EXPECT_EQ(m.seen, alone.seen) << threads << " threads";
    const WindowProfile p = m.windows->profile();
    EXPECT_EQ(p.busy_s.size(), threads);
    EXPECT_EQ(p.wait_s.size(), threads);
    EXPECT_EQ(p.events.size(), 5u);
  }
}

TEST(Windows, EveryComponentSeesTheSameWhereOneThreadTakesOver) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Toy toy{.seed = seed, .components = 400, .places = true, .ring = true};
    for (const auto& [lanes, threads] : {std::pair(2u, 2u), {3u, 3u}, {5u, 2u}}) {
      Toy cut = toy;
      cut.lanes = lanes;
      cut.threads = threads;
      cut.alternating = true;
      ToyMachine alone(toy), m(cut);
      for (const Time end : {Time{700}, Time{20'000}, kNever}) EXPECT_EQ(m.run(end), alone.run(end));
      EXPECT_EQ(m.seen, alone.seen) << "seed " << seed << ", lanes " << lanes;
      for (const auto& l : m.lanes) EXPECT_EQ(l->late, 0u);
      const WindowProfile p = m.windows->profile();
      EXPECT_GT(p.on_one_thread, p.windows / 4);
      EXPECT_LT(p.on_one_thread, p.windows);
    }
  }
}

TEST(Windows, GoOnWhereTheyPaused) {
  ToyMachine alone(Toy{});
  alone.run();
  for (const std::uint32_t lanes : {1u, 4u}) {
    ToyMachine m(Toy{.lanes = lanes, .places = lanes > 1});
    for (Time end{700}; end < Time{59'000}; end += Time{3300}) {
      ASSERT_EQ(m.run(end), Pause::end);
      EXPECT_GE(m.windows->next_time(), end);
      for (const auto& events : m.seen) {
        ASSERT_TRUE(events.empty() || std::get<0>(events.back()) < end.ps);
      }
    }
    EXPECT_EQ(m.run(), Pause::idle);
    EXPECT_EQ(m.windows->next_time(), kNever);
    EXPECT_EQ(m.seen, alone.seen);
    EXPECT_EQ(m.run(), Pause::idle);
  }
}

// ---- Ends ----

// One component stops the run, at the next multiple of the stop grid: all see the events before it
// and no others. Of all events that could stop it those come first here that have just one bucket
// of places left until then, in which other places come earlier.
TEST(Windows, StopAllLanesAtTheSameTime) {
  const Toy toy{.components = 150, .lookahead = Time{2'000'000}, .end = Time{90'000'000}};
  const std::int64_t bucket = 1 << 20;
  ToyMachine unstopped(toy);
  unstopped.run();
  int tried = 0;
  for (std::uint32_t c = toy.components - 1; c > toy.components / 2 && tried < 6; --c) {
    const auto close = std::ranges::find_if(unstopped.seen[c], [&](const Seen& s) {
      const std::int64_t stop = next_stop(Time{std::get<0>(s)}).ps;
      return stop < toy.end.ps && std::get<0>(s) / bucket == stop / bucket;
    });
    if (close == unstopped.seen[c].end()) continue;
    ++tried;
    const Time when{std::get<0>(*close)}, stop = next_stop(when);
    auto expected = unstopped.seen;
    for (auto& events : expected) {
      std::erase_if(events, [&](const Seen& s) { return std::get<0>(s) >= stop.ps; });
    }
    for (const std::uint32_t lanes : {1u, 2u, 5u}) {
      for (const bool places : {false, true}) {
        Toy stopped = toy;
        stopped.lanes = lanes;
        stopped.places = places;
        stopped.at_event = [=](std::uint32_t which, Partition& p) {
          if (which == c && p.now() == when) p.stop_before(next_stop(when));
        };
        ToyMachine m(stopped);
        EXPECT_EQ(m.run(), Pause::stop);
        EXPECT_EQ(m.windows->stopped_at(), stop);
        EXPECT_TRUE(m.seen == expected) << lanes << " lanes" << (places ? ", by places" : "");
        EXPECT_EQ(m.run(), Pause::stop);  // and it stays so
        EXPECT_TRUE(m.seen == expected);
      }
    }
  }
  EXPECT_EQ(tried, 6);
}

// The same in the last window before the stop, by components whose lanes have told of it already.
TEST(Windows, StopWhereBoundariesComeFirst) {
  const Toy toy{.components = 600,
                .lookahead = Time{2'000'000},
                .end = Time{50'000'000},
                .places = true,
                .ring = true};
  const Time stop = next_stop(kStopGrid);
  const std::int64_t last_bucket = (stop.ps >> 20) << 20;
  ToyMachine unstopped(toy);
  unstopped.run();
  auto expected = unstopped.seen;
  for (auto& events : expected) {
    std::erase_if(events, [&](const Seen& s) { return std::get<0>(s) >= stop.ps; });
  }
  int tried = 0;
  for (std::uint32_t c = 20; c < 180; ++c) {
    if (expected[c].empty() || std::get<0>(expected[c].back()) < last_bucket) continue;
    const Time when{std::get<0>(expected[c].back())};
    ++tried;
    for (const std::uint32_t lanes : {2u, 3u}) {
      Toy stopped = toy;
      stopped.lanes = lanes;
      stopped.at_event = [=](std::uint32_t which, Partition& p) {
        if (which == c && p.now() == when) p.stop_before(next_stop(when));
      };
      ToyMachine m(stopped);
      EXPECT_EQ(m.run(), Pause::stop);
      EXPECT_EQ(m.windows->stopped_at(), stop);
      EXPECT_TRUE(m.seen == expected) << lanes << " lanes";
    }
  }
  EXPECT_GE(tried, 3);
}

TEST(Windows, NeverCrossAMultipleOfTheStopGrid) {
  EXPECT_EQ(next_stop(Time{0}), kStopGrid);
  EXPECT_EQ(next_stop(kStopGrid - Time{1}), kStopGrid);
  EXPECT_EQ(next_stop(kStopGrid), kStopGrid + kStopGrid);
  // Windows of several cells, if nothing held them back.
  ToyMachine m(Toy{.lanes = 3, .lookahead = Time{35'000'000}, .end = Time{2'000'000'000}});
  EXPECT_EQ(m.run(), Pause::idle);
  ASSERT_GT(m.handled(), 200u);
  for (const auto& l : m.lanes) EXPECT_EQ(l->crossed, 0u);
}

TEST(Windows, EndWhenAsked) {
  for (const std::uint32_t lanes : {1u, 3u}) {
    ToyMachine m(Toy{.lanes = lanes, .end = kNever});
    std::thread asking([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      m.windows->request_stop();
    });
    EXPECT_EQ(m.run(), Pause::stop);
    asking.join();
    EXPECT_GT(m.handled(), 0u);
  }
}

TEST(Windows, PollOnTheCallersThreadAndMayBeEndedThere) {
  for (const std::uint32_t lanes : {1u, 2u}) {
    ToyMachine m(Toy{.components = 4000, .lanes = lanes, .end = kNever});
    int polls = 0;
    const Pause pause = m.windows->run_until(kNever, [&, caller = std::this_thread::get_id()] {
      EXPECT_EQ(std::this_thread::get_id(), caller);
      if (++polls == 2) m.windows->request_stop();
    });
    EXPECT_EQ(pause, Pause::stop);
    EXPECT_EQ(polls, 2);
  }
}

TEST(Windows, PassOnWhatALaneThrows) {
  for (const std::uint32_t thrower : {0u, 4u, 11u}) {
    ToyMachine m(Toy{.lanes = 3, .at_event = [thrower](std::uint32_t c, Partition& p) {
                       if (c == thrower && p.now() > Time{5000}) throw std::runtime_error("toy");
                     }});
    EXPECT_THROW(m.run(), std::runtime_error) << "component " << thrower;
  }
  // One within a lane, whose boundary has been told of, and none is asked again.
  int throws = 0;
  ToyMachine m(Toy{.components = 400, .lanes = 2, .places = true, .ring = true,
                   .at_event = [&throws](std::uint32_t c, Partition& p) {
                     if (c != 100 || p.now() < Time{5000}) return;
                     ++throws;
                     throw std::runtime_error("toy");
                   }});
  EXPECT_THROW(m.run(), std::runtime_error);
  EXPECT_EQ(throws, 1);
}

// What is under way when a run ends is neither lost nor doubled.
TEST(Windows, SettleWhatIsUnderWay) {
  ToyMachine alone(Toy{});
  alone.run();
  for (const std::uint32_t lanes : {1u, 2u, 5u}) {
    ToyMachine m(Toy{.lanes = lanes});
    ASSERT_EQ(m.run(Time{40'321}), Pause::end);
    m.windows->settle();
    for (const auto& l : m.lanes) {
      while (!l->partition().idle()) {
        // Alone, lane by lane: only what had been posted before the end is complete.
        const Time t = l->partition().next_time();
        if (t >= Time{40'321} + m.toy.lookahead) break;
        l->partition().run_until(t + Time{1});
      }
    }
    for (std::uint32_t c = 0; c < m.toy.components; ++c) {
      auto expected = alone.seen[c], got = m.seen[c];
      const auto later = [&](const Seen& s) {
        return std::get<0>(s) >= 40'321 + m.toy.lookahead.ps;
      };
      std::erase_if(expected, later);
      std::erase_if(got, later);
      EXPECT_EQ(got, expected) << lanes << " lanes, component " << c;
    }
  }
}

// ---- Figures ----

TEST(Windows, ProfileCountsWindowsAndEvents) {
  ToyMachine alone(Toy{});
  alone.run();
  EXPECT_EQ(alone.windows->profile().windows, 1u);  // up to the stop grid at once
  EXPECT_EQ(alone.windows->profile().events, (std::vector<std::uint64_t>{alone.handled()}));
  ToyMachine m(Toy{.lanes = 3});
  m.run();
  const WindowProfile p = m.windows->profile();
  // As long as there are events everywhere, one follows the other after a lookahead.
  EXPECT_GE(p.windows, 60u);
  EXPECT_LE(p.windows, 125u);
  ASSERT_EQ(p.events.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(m.lanes[i]->windows, p.windows + 1);  // and once before the first
    EXPECT_EQ(p.events[i], m.lanes[i]->partition().handled());
    EXPECT_GT(p.busy_s[i], 0);
    EXPECT_GT(p.wait_s[i], 0);
  }
  EXPECT_EQ(m.handled(), alone.handled());
}

TEST(WindowProfile, TellsWaitingAndImbalance) {
  const WindowProfile p{.windows = 7, .busy_s = {3, 1}, .wait_s = {0, 2}, .events = {30, 10}};
  EXPECT_DOUBLE_EQ(p.barrier_share(), 2.0 / 6);
  EXPECT_DOUBLE_EQ(p.imbalance(), 1.5);
  const WindowProfile nothing{.windows = 0, .busy_s = {0}, .wait_s = {0}, .events = {0}};
  EXPECT_EQ(nothing.barrier_share(), 0);
  EXPECT_EQ(nothing.imbalance(), 1);
}

}  // namespace windows_test
}  // namespace kasuri
