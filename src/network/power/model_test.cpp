// SPDX-License-Identifier: MIT
// Links that fall asleep and wake up, as the model counts them: NsimPower's rules for beginning and
// end of a run, sums over chunks, and what travels between routers.
#include "network/power/model.h"

#include <gmock/gmock.h>

#include "base/core/rng.h"
#include "network/power/test_links.h"

namespace kasuri {
namespace model_test {

using testing::ElementsAre;

std::vector<std::int64_t> asleep_in_chunks(const PowerResults& r, std::uint32_t cell) {
  std::vector<std::int64_t> all;
  for (const ChunkRow& c : r.chunks) all.push_back(c.asleep[0][cell]);
  return all;
}

TEST(PowerModel, CountsFromTheBeginningToTheEndOfTheRun) {
  TestLinks t({});
  // Active at first, with an idle timer from 0: asleep from 150 to 1000, up at 1020, used until
  // 1120, asleep from 1270 to the end.
  EXPECT_EQ(t.send(Time{1000}, Time{100}), Time{20});
  const PowerResults& r = t.finish(Time{3000});
  EXPECT_EQ(r.outputs[0].asleep[0], Time{1000 - 150 + 3000 - 1270});
  EXPECT_EQ(r.outputs[0].transitions, 2u);
  EXPECT_EQ(r.outputs[0].stall, Time{20});
  EXPECT_EQ(r.outputs[1].asleep[0], Time{3000 - 150});  // never used
  EXPECT_THAT(asleep_in_chunks(r, 0),
              ElementsAre(850 + 850, 730 + 1000, 1000 + 1000));  // both links of router 0
}

// The gap after the last packet counts in the run's saving alone: link 0 as above, link 1 until it is used.
TEST(PowerModel, WhatIsSavedUntilTheLastPacket) {
  TestLinks t({});
  t.send(Time{1000}, Time{100});     // up at 1020, until 1120
  t.send(Time{1500}, Time{30}, 1);   // asleep from 150 to 1500, up at 1520, until 1550
  const PowerResults& r = t.finish(Time{3000});
  EXPECT_EQ(r.outputs[0].tail, Time{1120});
  EXPECT_EQ(r.outputs[1].tail, Time{1550});
  EXPECT_EQ(r.outputs[0].asleep_until(0, Time{1550}), Time{850 + 1550 - 1270});
  EXPECT_EQ(r.outputs[1].asleep_until(0, Time{1550}), Time{1350});
  const EnergyReport e = t.energy();
  EXPECT_DOUBLE_EQ(e.traffic_s, 1550e-12);
  // Two routers have one link each besides these two of router 0; those are never used.
  const double asleep = 850 + 280 + 1350 + 2 * (1550 - 150);
  const double watts = t.settings.classes[0].port_active - t.settings.classes[0].port_mode[0];
  EXPECT_NEAR(e.traffic_saved_j, asleep * 1e-12 * watts, 1e-22);
  EXPECT_NEAR(e.traffic_saving(), e.traffic_saved_j / (e.always_on_mean_w * e.traffic_s), 1e-12);
  EXPECT_LT(e.traffic_saving(), e.saving());
}

TEST(PowerModel, TerminalLinksSleepOnlyIfTheyCount) {
  TestLinks without({});
  EXPECT_EQ(without.wanted(EndpointId{0}, Time{5000}), Time{5000});
  EXPECT_EQ(without.send(Time{6000}, Time{1}, 2), Time{0});
  EXPECT_EQ(without.finish(Time{9000}).injections[0].asleep[0], Time{0});
  TestLinks::Shape s;
  s.params.terminal_ports = true;
  TestLinks with(s);
  EXPECT_EQ(with.wanted(EndpointId{0}, Time{5000}), Time{5020});
  EXPECT_EQ(with.send(Time{6000}, Time{1}, 2), Time{20});
  EXPECT_EQ(with.finish(Time{9000}).injections[0].asleep[0], Time{4850});
}

TEST(PowerModel, WaitingForRoomHoldsALinkAwake) {
  TestLinks t({});
  EXPECT_EQ(t.wanted(RouterId{0}, 0, Time{400}), Time{420});
  EXPECT_EQ(t.wanted(RouterId{0}, 0, Time{2000}), Time{2000});  // still without credit
  t.used(RouterId{0}, 0, Time{2000}, Time{2010}, Bytes{10});
  EXPECT_EQ(t.finish(Time{2010}).outputs[0].asleep[0], Time{250});
  // Also where the link was in use when the packet came.
  TestLinks u({});
  u.send(Time{10}, Time{100});
  EXPECT_EQ(u.wanted(RouterId{0}, 0, Time{50}), Time{50});
  EXPECT_EQ(u.wanted(RouterId{0}, 0, Time{900}), Time{900});
  u.used(RouterId{0}, 0, Time{900}, Time{910}, Bytes{10});
  EXPECT_EQ(u.finish(Time{910}).outputs[0].asleep[0], Time{0});
}

// The energy of a run is the sum over its chunks, the last one shorter; the account of the gap table
// that is kept by hand agrees with the model's, whatever the chunks.
TEST(PowerModel, EnergyIsTheSumOverChunks) {
  for (const std::int64_t chunk : {1, 37, 1000, 1'000'000}) {
    TestLinks::Shape s;
    s.chunk = chunk;
    s.params.router_per_bit = 1e-12;
    TestLinks t(s);
    Time now{0}, idle{0}, asleep{0};
    for (std::uint64_t i = 0; i < 200; ++i) {
      const auto gap = static_cast<std::int64_t>(random_at(1, 0, 0, i)[0] % 500);
      const Time want = idle + Time{gap};
      const Time delay = t.send(want, Time{30});
      const std::int64_t expected = gap <= 100 ? 0 : gap < 150 ? 150 - gap + 20 : 20;
      ASSERT_EQ(delay.ps, expected) << gap;
      asleep += Time{std::max<std::int64_t>(0, gap - 150)};
      now = idle = want + delay + Time{30};
    }
    t.finish(now);
    EXPECT_EQ(t.results->outputs[0].asleep[0], asleep);
    for (std::uint32_t i = 0; i < t.results->outputs.size(); ++i) {
      t.results->outputs[i].bytes = Bytes{i == 0 ? 200 * 30 : 0};
    }
    const EnergyReport e = t.energy();
    double sum = 0, most = 0;
    for (std::size_t c = 0; c < t.results->chunks.size(); ++c) {
      const ChunkPower p = assess_chunk(t.settings, *t.results, t.topology, c);
      sum += p.total_w * t.results->span_of(c).length().seconds();
      most = std::max(most, p.total_w);
    }
    EXPECT_NEAR(sum / e.energy_j, 1, 1e-9) << chunk;
    EXPECT_EQ(e.peak_w, most);
    EXPECT_GE(e.peak_w, e.mean_w * (1 - 1e-12));
  }
}

// Two directions that sleep only together: the other one learns of a use with the channel's delay.
TEST(PowerModel, JointDirectionsWakeAndSleepTogether) {
  TestLinks::Shape s;
  s.params.directions = Directions::joint;
  s.params.transient = Transient::links;
  TestLinks t(s);
  EXPECT_EQ(t.send(Time{1000}, Time{100}), Time{20});
  const PowerResults& r = t.finish(Time{3000});
  const std::uint32_t back = r.first[1];  // from the leaf
  EXPECT_EQ(r.outputs[0].asleep[0], Time{850 + 3000 - 1270});
  // Woken at 1000 + 10, held until 1120 + 3, asleep 150 later.
  EXPECT_EQ(r.outputs[back].asleep[0], Time{1010 - 150 + 3000 - 1273});
  EXPECT_EQ(r.outputs[back].transitions, 2u);
  EXPECT_EQ(r.outputs[back].stall, Time{0});
  EXPECT_EQ(r.outputs[1].asleep[0], Time{2850});  // another link sleeps on
}

TEST(PowerModel, AHeldDirectionIsUpForItsOwnPackets) {
  TestLinks::Shape s;
  s.params.directions = Directions::joint;
  TestLinks t(s);
  t.send(Time{1000}, Time{500});
  t.partition.run_until(Time{1100});
  EXPECT_EQ(t.wanted(RouterId{1}, 0, Time{1100}), Time{1100});
  t.used(RouterId{1}, 0, Time{1100}, Time{1110}, Bytes{10});
  // Held until 1520 + 3 although its own packet was short; 1600 lies within T_lt of that.
  EXPECT_EQ(t.wanted(RouterId{1}, 0, Time{1600}), Time{1600});
}

// A packet from leaf 1 to leaf 2: the signal of its injection wakes all three links of its way, each
// so much later as a head takes, and none of them twice.
TEST(PowerModel, EarlyWakeRunsAheadOfThePacket) {
  TestLinks::Shape s;
  s.policy = "early-wake";
  s.params.terminal_ports = true;
  TestLinks t(s);
  const Time injected{2000};
  Packet p{};
  p.source = {1};
  p.destination = {2};
  p.origin = {1};
  p.target = {2};
  p.bytes = 10;
  t.used(EndpointId{1}, injected, injected + Time{10}, p);
  t.partition.run_until(kNever);
  const Time first = injected + TestLinks::kCable;
  const Time hop = TestLinks::kTraversal + TestLinks::kCable;
  EXPECT_EQ(t.wanted(RouterId{1}, 0, first), first + Time{20});
  EXPECT_EQ(t.wanted(RouterId{0}, 1, first + hop + Time{15}), first + hop + Time{20});
  EXPECT_EQ(t.wanted(RouterId{2}, 1, first + hop * 2 + Time{900}),
            first + hop * 2 + Time{900});  // and stays up for it
  EXPECT_EQ(t.finish(Time{5000}).outputs[0].transitions, 1u);  // the other leaf's link sleeps on
}

// A hint of the program wakes the injection link at once and the others as a head would come by; packets
// themselves wake nothing ahead.
TEST(PowerModel, HintedWakeHeedsThePrograms) {
  TestLinks::Shape s;
  s.policy = "hinted-wake";
  s.params.terminal_ports = true;
  TestLinks t(s);
  EXPECT_TRUE(t.model->heeds_hints());
  const Time told{2000}, sent{2500};
  t.partition.run_until(told);
  t.model->expected(EndpointId{1}, EndpointId{1}, EndpointId{2}, told);
  t.partition.run_until(sent);
  EXPECT_EQ(t.wanted(EndpointId{1}, sent), sent);
  EXPECT_EQ(t.wanted(RouterId{1}, 0, sent), sent);
  EXPECT_EQ(t.wanted(RouterId{0}, 1, sent), sent);
  EXPECT_EQ(t.wanted(RouterId{2}, 1, sent), sent);
  EXPECT_EQ(t.wanted(RouterId{0}, 0, sent), sent + Time{20});  // not on the way
  t.used(EndpointId{1}, sent, sent + Time{10}, {});
  const PowerResults& r = t.finish(Time{5000});
  EXPECT_EQ(r.injections[1].stall, Time{0});
  EXPECT_EQ(r.injections[1].asleep[0], told - Time{150} + Time{5000} - (sent + Time{10}) - Time{150});
}

// As the account of another process comes: by way of bytes.
PowerShare sent(PowerShare&& share) {
  ByteBuffer bytes;
  ArchiveWriter writer(bytes);
  transfer(writer, share);
  PowerShare copy;
  ArchiveReader reader(bytes);
  transfer(reader, copy);
  EXPECT_TRUE(reader.at_end());
  return copy;
}

TEST(PowerModel, IsPutTogetherFromParts) {
  const auto use = [](TestLinks& m, std::uint32_t local) {
    const Time up = m.wanted(RouterId{local}, 0, Time{1234});
    m.used(RouterId{local}, 0, up, up + Time{10}, Bytes{10});
    m.used(EndpointId{local}, Time{1300}, Time{1300}, {});
  };
  for (const Transient transient : {Transient::none, Transient::routers, Transient::links}) {
    TestLinks::Shape shape;
    shape.params.transient = transient;
    shape.params.link_per_bit = 1e-12;
    TestLinks whole(shape);
    use(whole, 0);
    use(whole, 2);
    const PowerResults& expected = whole.finish(Time{4000});

    TestLinks a(shape, {0, 1, 0}, 0), b(shape, {0, 1, 0}, 1);
    use(a, 0);
    use(a, 1);  // router 2
    PowerShare share = b.collect(Time{4000});
    share.merge(sent(a.collect(Time{4000})));
    const PowerResults actual(a.topology, PowerModel::by_link(a.settings),
                              a.settings.params.chunk, std::move(share));
    EXPECT_EQ(actual.outputs, expected.outputs) << static_cast<int>(transient);
    EXPECT_EQ(actual.injections, expected.injections) << static_cast<int>(transient);
    EXPECT_EQ(actual.chunks, expected.chunks) << static_cast<int>(transient);
    EXPECT_EQ(actual.end, expected.end);
  }
}

TEST(PowerModel, TellsWhichSettingsNeedSignals) {
  TestLinks::Shape shape;
  EXPECT_FALSE(PowerModel::needs_signals(TestLinks(shape).settings));
  shape.params.directions = Directions::joint;
  EXPECT_TRUE(PowerModel::needs_signals(TestLinks(shape).settings));
  shape = {.policy = "early-wake"};
  EXPECT_TRUE(PowerModel::needs_signals(TestLinks(shape).settings));
}

}  // namespace model_test
}  // namespace kasuri
