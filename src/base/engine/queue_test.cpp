// SPDX-License-Identifier: MIT
// The bucket queue and the 4-ary heap against a std::multiset in the total order of event.h, for
// random traffic and for what is hardest on a calendar: bursts, holes, the open bucket, new widths.
#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <set>
#include <vector>

#include "base/core/rng.h"
#include "base/engine/bucket_queue.h"
#include "base/engine/heap_queue.h"

namespace kasuri {
namespace queue_test {

// Pushes and pops both queues and the reference alike, and compares what comes out.
class Queues {
 public:
  void push(Time t, std::uint64_t order) {
    const Event e{t, order, number_++, 0, 0, EventKind{}};
    buckets_.push(e);
    eager_.push(e);
    heap_.push(e);
    all_.insert(e);
  }

  // With a key that no other event has: the phase, a sender drawn by `bits`, a counter.
  void push(Time t, Phase phase, std::uint64_t bits) {
    push(t, order_key(phase, {static_cast<std::uint32_t>(bits % 1000)}, number_));
  }

  Event pop() {
    const Event expected = *all_.begin();
    expect_same(buckets_.top(), expected);
    expect_same(heap_.top(), expected);
    buckets_.pop();
    heap_.pop();
    EXPECT_FALSE(eager_.pop_before(expected.time));
    const Event* const eager = eager_.pop_before(expected.time + Time{1});
    if (eager) expect_same(*eager, expected);
    EXPECT_TRUE(eager);
    all_.erase(all_.begin());
    now_ = expected.time;
    EXPECT_EQ(buckets_.size(), all_.size());
    EXPECT_EQ(buckets_.empty(), all_.empty());
    EXPECT_EQ(heap_.size(), all_.size());
    const bool nothing_more = all_.empty() || all_.begin()->time > now_;
    EXPECT_EQ(buckets_.nothing_more_at(now_), nothing_more);
    EXPECT_EQ(eager_.nothing_more_at(now_), nothing_more);
    return expected;
  }

  void pop_all() {
    while (!all_.empty() && !testing::Test::HasFailure()) pop();
  }

  BucketQueue& buckets() { return buckets_; }
  std::size_t size() const { return all_.size(); }
  Time now() const { return now_; }

 private:
  static void expect_same(const Event& got, const Event& expected) {
    ASSERT_EQ(got.time, expected.time);
    ASSERT_EQ(got.order, expected.order);
    ASSERT_EQ(got.target, expected.target);
  }

  BucketQueue buckets_;
  BucketQueue eager_;  // the same, read by pop_before
  HeapQueue heap_;
  std::multiset<Event, Before> all_;
  std::uint32_t number_ = 0;
  Time now_{0};
};

// A stream of random 64-bit values.
class Random {
 public:
  explicit Random(std::uint64_t seed) : seed_(seed) {}
  std::uint64_t operator()() { return random_at(seed_, 0, 0, counter_++)[0]; }
  std::uint64_t operator()(std::uint64_t n) { return below((*this)(), n); }

 private:
  std::uint64_t seed_;
  std::uint64_t counter_ = 0;
};

// Keeps about `population` events in flight; each one popped schedules another `delay()` later.
void churn(Queues& q, Random& random, std::size_t population, std::size_t pops,
           const std::function<std::int64_t()>& delay) {
  while (q.size() < population) {
    q.push(q.now() + Time{delay()}, static_cast<Phase>(random(4)), random());
  }
  for (std::size_t i = 0; i < pops && !testing::Test::HasFailure(); ++i) {
    q.pop();
    q.push(q.now() + Time{delay()}, static_cast<Phase>(random(4)), random());
  }
}

TEST(Queue, KeepsTheTotalOrderForDelaysOfEveryScale) {
  for (int scale = 1; scale <= 40; scale += 3) {
    Queues q;
    Random random(static_cast<std::uint64_t>(scale));
    churn(q, random, 300, 3000,
          [&] { return static_cast<std::int64_t>(random(std::uint64_t{1} << scale)); });
    q.pop_all();
    ASSERT_FALSE(HasFailure()) << "delays up to 2^" << scale << " ps";
  }
}

// Delays spread over 40 octaves: some events of each population lie in the open bucket, some in the
// ring of buckets and some beyond it.
TEST(Queue, KeepsTheTotalOrderForDelaysOfAllScalesAtOnce) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Queues q;
    Random random(seed);
    churn(q, random, 1 + random(2000), 5000, [&] {
      return static_cast<std::int64_t>(random() >> (24 + random(40)));
    });
    q.pop_all();
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

TEST(Queue, OrdersABurstAtOneInstantByPhaseSenderAndSequence) {
  Queues q;
  Random random(7);
  for (int i = 0; i < 10'000; ++i) {
    q.push(Time{123'456'789}, static_cast<Phase>(random(4)), random());
  }
  for (int i = 0; i < 5'000; ++i) q.pop();
  // More for the same instant, before and after what is still to come.
  for (int i = 0; i < 1'000; ++i) q.push(Time{123'456'789}, Phase::arrival, random());
  for (int i = 0; i < 1'000; ++i) q.push(Time{123'456'789}, Phase::node, random());
  q.pop_all();
}

TEST(Queue, KeepsEventsOfEqualKeys) {
  Queues q;
  for (std::int64_t t : {5, 5, 5, 9'000'000, 9'000'000}) {
    for (int i = 0; i < 50; ++i) q.push(Time{t}, 42);
  }
  std::size_t popped = 0;
  while (!q.buckets().empty()) {
    EXPECT_EQ(q.buckets().top().order, 42u);
    q.buckets().pop();
    ++popped;
  }
  EXPECT_EQ(popped, 250u);
}

TEST(Queue, TakesEventsForTheOpenBucket) {
  Queues q;
  Random random(3);
  const std::int64_t width = q.buckets().bucket_width().ps;
  std::uint64_t order = 0;
  for (int i = 0; i < 200; ++i) {
    q.push(Time{static_cast<std::int64_t>(random(static_cast<std::uint64_t>(width)))}, order++);
  }
  for (int i = 0; i < 5'000; ++i) {
    q.pop();
    // At the same instant, a picosecond later, and at the bucket's end.
    q.push(q.now(), order++);
    if (i % 3 == 0) q.push(std::min(q.now() + Time{1}, Time{width - 1}), order++);
    if (i % 7 == 0) q.push(Time{width - 1}, order++);
    if (i % 2 == 0) q.pop();
  }
  q.pop_all();
}

// Looking at a far event opens its bucket; then come events that are earlier, as after a pause of
// the partition.
TEST(Queue, TakesEventsBeforeTheBucketThatWasLookedAt) {
  Queues q;
  Random random(5);
  Time base{0};
  for (int round = 0; round < 200; ++round) {
    const Time far = base + Time{1'000'000 + static_cast<std::int64_t>(random(1'000'000'000))};
    q.push(far, Phase::arrival, random());
    EXPECT_EQ(q.buckets().top().time, far);
    for (int i = 0; i < 20; ++i) {
      const auto gap = static_cast<std::uint64_t>((far - base).ps);
      q.push(base + Time{static_cast<std::int64_t>(random(gap))}, Phase::node, random());
    }
    q.pop_all();
    base = q.now();
  }
}

TEST(Queue, ReachesAcrossHolesAndIntoTheFarFuture) {
  Queues q;
  Random random(11);
  for (int octave = 0; octave < 61; ++octave) {
    for (int i = 0; i < 10; ++i) {
      const auto t = static_cast<std::int64_t>(random(std::uint64_t{1} << octave));
      q.push(Time{t + (std::int64_t{1} << octave)}, static_cast<Phase>(random(4)), random());
    }
  }
  q.pop_all();
  EXPECT_GE(q.now(), Time{std::int64_t{1} << 60});
}

// Dense traffic narrows the buckets, sparse traffic widens them, with the order kept across every
// change and with events far ahead that have to move to other buckets.
TEST(Queue, FollowsTheDensityOfEventsWithoutDisturbingTheirOrder) {
  Queues q;
  Random random(13);
  std::set<std::int64_t> widths{q.buckets().bucket_width().ps};
  for (const std::int64_t span : {100l, 100'000'000l, 1000l, 10'000'000'000l, 10l}) {
    for (int i = 0; i < 100; ++i) {  // a far background
      q.push(q.now() + Time{static_cast<std::int64_t>(random(1'000'000'000'000))}, Phase::credit,
             random());
    }
    for (int part = 0; part < 10; ++part) {
      churn(q, random, 3000, 6000,
            [&] { return static_cast<std::int64_t>(random(static_cast<std::uint64_t>(span))); });
      widths.insert(q.buckets().bucket_width().ps);
    }
    for (std::size_t left = 50; q.size() > left;) q.pop();
    churn(q, random, 50, 6000, [&] {
      return static_cast<std::int64_t>(random(static_cast<std::uint64_t>(span))) * 1000;
    });
    widths.insert(q.buckets().bucket_width().ps);
  }
  q.pop_all();
  EXPECT_GE(widths.size(), 3u) << "the buckets' width never followed";
}

TEST(Queue, WorksAgainAfterItRanEmpty) {
  Queues q;
  Random random(17);
  for (int round = 0; round < 500; ++round) {
    const std::uint64_t count = 1 + random(30);
    for (std::uint64_t i = 0; i < count; ++i) {
      q.push(q.now() + Time{static_cast<std::int64_t>(random() >> (20 + random(44)))},
             Phase::arrival, random());
      if (q.now().ps > std::int64_t{1} << 60) return;
    }
    q.pop_all();
  }
}

// Events are moved to buckets of another width block by block, not by way of a second copy of them all.
TEST(Queue, NeedsNoMoreMemoryForAnotherWidth) {
  constexpr std::uint32_t kEvents = 200'000, kPlaces = 1000;
  BucketQueue q;
  Random random(19);
  for (std::uint32_t i = 0; i < kEvents; ++i) {
    q.push({Time{static_cast<std::int64_t>(random(1'000'000'000))}, i, i % kPlaces, 0, 0, EventKind{}});
  }
  const std::uint64_t before = q.memory_bytes();
  EXPECT_GE(before, kEvents * sizeof(Event));
  q.set_window(Time{100'000}, kPlaces);
  ASSERT_TRUE(q.pop_before(Time{1'000'000}));
  EXPECT_EQ(q.bucket_width(), Time{65'536});
  EXPECT_LE(q.memory_bytes(), before * 8 / 5);  // more blocks are filled in part
}

TEST(Queue, LetsGoOfItsMemory) {
  BucketQueue q;
  for (int round = 0; round < 2; ++round) {
    for (std::uint32_t i = 0; i < 100'000; ++i) q.push({Time{i}, i, i, 0, 0, EventKind{}});
    for (std::uint32_t i = 0; i < 100'000; ++i, q.pop()) ASSERT_EQ(q.top().target, i);
    EXPECT_GE(q.memory_bytes(), 100'000 * sizeof(Event));
    q.release_memory();
    EXPECT_LE(q.memory_bytes(), 200'000u);
  }
}

TEST(Queue, PeeksOnlyAtEventsThatAreToCome) {
  BucketQueue q;
  for (std::uint32_t i = 0; i < 100; ++i) q.push({Time{i / 4}, i, i, 0, 0, EventKind{}});
  for (std::uint32_t i = 0; i < 100; ++i) {
    EXPECT_EQ(q.top().target, i);
    for (std::size_t ahead : {1, 3, 8}) {
      const Event* e = q.peek(ahead);
      EXPECT_TRUE(!e || e->target >= i);
    }
    q.pop();
  }
}

TEST(Event, OrdersByTimeThenPhaseThenSenderThenSequence) {
  const std::uint32_t last_sender = (1u << 30) - 1;
  EXPECT_LT(order_key(Phase::credit, {last_sender}, UINT32_MAX), order_key(Phase::arrival, {0}, 0));
  EXPECT_LT(order_key(Phase::arrival, {last_sender}, 9), order_key(Phase::arbitration, {0}, 0));
  EXPECT_LT(order_key(Phase::arbitration, {last_sender}, 9), order_key(Phase::node, {0}, 0));
  EXPECT_LT(order_key(Phase::node, {4}, UINT32_MAX), order_key(Phase::node, {5}, 0));
  EXPECT_LT(order_key(Phase::node, {4}, 8), order_key(Phase::node, {4}, 9));
  const Event early{Time{1}, order_key(Phase::node, {9}, 9), 0, 0, 0, EventKind{}};
  const Event late{Time{2}, order_key(Phase::credit, {0}, 0), 0, 0, 0, EventKind{}};
  EXPECT_TRUE(before(early, late));
  EXPECT_FALSE(before(late, early));
  EXPECT_EQ(early.phase(), Phase::node);
}

}  // namespace queue_test
}  // namespace kasuri
