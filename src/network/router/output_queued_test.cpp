// SPDX-License-Identifier: MIT
// Routers with queues at their outputs between stubs: what they do that input-queued ones do not, and
// closed forms of queueing theory for a single switch. reference_test.cpp has the whole rule. S bytes
// take S ps here, R = T_RC + T_VA + T_SA = 12 ps, T_ST = 128 ps, P = R + T_ST = 140 ps.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <map>

#include "base/config/document.h"
#include "base/core/errors.h"
#include "base/core/rng.h"
#include "network/router/test_rig.h"

namespace kasuri {
namespace output_queued_test {

using Shape = RouterRig::Shape;

constexpr Time kR{12}, kST{128}, kP{140};
const std::vector<std::string> kAll{"input-queued", "output-queued", "cioq"};
const std::vector<std::string> kAtOutputs{"output-queued", "cioq"};

// An idle router is as fast, whatever its architecture.
TEST(OutputQueued, PassesAPacketOnInItsOwnTime) {
  for (const std::string& architecture : kAll) {
    RouterRig rig(Shape{.architecture = architecture});
    const auto p = rig.inject(2, 1, 1, 300, Time{1000});
    rig.run();
    EXPECT_EQ(rig.of(p), (RouterRig::Sent{p, 1, 0, Time{1000} + kR, Time{1000} + kP,
                                          Time{1000} + kP + Time{300}}));
    EXPECT_THAT(rig.credited, testing::ElementsAre(RouterRig::Credited{
                                  2, 1, 300, Time{1000} + kR + Time{300 + 7 + 3}}));
    EXPECT_EQ(rig.partition.events(), 2u) << "an arrival here and one at the stub";
  }
}

// The first packet of an input VC waits for a busy link; the one behind it goes elsewhere.
TEST(OutputQueued, NobodyWaitsForThoseBefore) {
  std::map<std::string, Time> passed;
  for (const std::string& architecture : kAll) {
    RouterRig rig(Shape{.vcs = 1, .output_buffer = 1000, .architecture = architecture});
    rig.inject(1, 0, 0, 900, Time{0});
    rig.inject(0, 0, 0, 40, Time{10});
    const auto behind = rig.inject(0, 0, 1, 40, Time{50});
    rig.run();
    passed[architecture] = rig.of(behind).grant;
  }
  EXPECT_EQ(passed["output-queued"], Time{50} + kR);
  EXPECT_GE(passed["input-queued"], Time{900} + kR);
  EXPECT_GE(passed["cioq"], Time{900} + kR) << "with a speed-up of 1 the output takes one at a time";
}

// Nor does it where the output's queue is full, of output-queued routers.
TEST(OutputQueued, AFullQueueHoldsOnlyItsOwnPackets) {
  for (const std::string& architecture : kAtOutputs) {
    RouterRig rig(Shape{.vcs = 1, .buffer = 100, .speedup = architecture == "cioq" ? 2.0 : 1.0,
                        .output_buffer = 100, .architecture = architecture});
    // 100 bytes behind the link, 100 in the queue, and one packet at the input for which there is no
    // space.
    for (int i = 0; i < 3; ++i) rig.inject(0, 0, 0, 100, Time{100 * i});
    const auto behind = rig.inject(0, 0, 1, 50, Time{300});
    rig.credit(0, 0, 100, Time{5000}, Time{5000});
    rig.credit(0, 0, 100, Time{9000}, Time{9000});
    rig.run();
    ASSERT_EQ(rig.sent.size(), 4u) << architecture;
    if (architecture == "output-queued") {
      EXPECT_EQ(rig.of(behind).grant, Time{300} + kR);
    } else {
      EXPECT_GE(rig.of(behind).grant, Time{5000});
    }
  }
}

// Space is free when the tail has left, and is taken so that the head comes just then.
TEST(OutputQueued, TakesSpaceAsSoonAsItIsFree) {
  RouterRig rig(Shape{.vcs = 1, .output_buffer = 100, .architecture = "output-queued"});
  const auto first = rig.inject(0, 0, 0, 100, Time{0});
  const auto second = rig.inject(1, 0, 0, 60, Time{10});
  const auto third = rig.inject(2, 0, 0, 40, Time{20});
  rig.run();
  EXPECT_EQ(rig.of(second).head_out, rig.of(first).tail_out);
  EXPECT_EQ(rig.of(third).head_out, rig.of(second).tail_out) << "both had space at once";
  // Their inputs are free S later.
  const Time moved = rig.of(first).tail_out - kST;
  EXPECT_EQ(rig.credited[1], (RouterRig::Credited{1, 0, 60, moved + Time{60 + 7 + 3}}));
  EXPECT_EQ(rig.credited[2], (RouterRig::Credited{2, 0, 40, moved + Time{40 + 7 + 3}}));
}

// How many of these packets of 100 bytes, which may take these VCs, move to an output whose link is
// stuck.
std::size_t stored(std::int32_t pool, const std::vector<std::uint32_t>& masks) {
  RouterRig rig(Shape{.inputs = 1, .outputs = 2, .vcs = 3, .buffer = 100, .output_buffer = 200,
                      .output_pool = pool, .architecture = "output-queued"});
  for (std::size_t i = 0; i < masks.size(); ++i) {
    rig.routing.vc_mask = masks[i];
    rig.inject(0, 0, 0, 100, Time{200 * static_cast<int>(i)});
    rig.partition.run_until(Time{200 * (static_cast<int>(i) + 1)});
  }
  rig.run();
  return rig.credited.size();
}

// Each VC has 200 bytes of its own, all share 300: who comes takes its own first, and nobody gets at
// another's own space. 100 bytes of each VC fit behind the link.
TEST(OutputQueued, SharesAPoolAndKeepsWhatIsItsOwn) {
  std::vector<std::uint32_t> masks(9, 0b001);
  EXPECT_EQ(stored(300, masks), 1u + 2 + 3);
  for (const std::uint32_t m : {0b010u, 0b100u}) masks.insert(masks.end(), 5, m);
  EXPECT_EQ(stored(300, masks), (1u + 2 + 3) + (1 + 2) + (1 + 2));
  EXPECT_EQ(stored(0, masks), 3u + 3 + 3);
  EXPECT_EQ(stored(300, std::vector<std::uint32_t>(20, 0b111)), 3 * (1u + 2) + 3);
}

TEST(OutputQueued, NamesThePacketsThatAreStuck) {
  RouterRig rig(Shape{.vcs = 2, .buffer = 100, .output_buffer = 100, .architecture = "output-queued"});
  rig.routing.vc_mask = 0b10;
  for (int i = 0; i < 2; ++i) rig.inject(0, 0, 1, 100, Time{100 * i});
  const auto stuck = rig.inject(3, 1, 1, 100, Time{250});
  rig.inject(3, 1, 1, 100, Time{350});
  const auto other = rig.inject(3, 1, 2, 100, Time{450});
  rig.run();
  const std::vector<BlockedPacket> blocked = rig.routers->blocked();
  ASSERT_EQ(blocked.size(), 1u);
  EXPECT_EQ(blocked[0].port, rig.shape.outputs + 3);
  EXPECT_EQ(blocked[0].vc, 1);
  EXPECT_EQ(blocked[0].wanted_port, 1);
  EXPECT_EQ(blocked[0].wanted_vcs, 0b10u);
  EXPECT_EQ(blocked[0].packet, stuck);
  EXPECT_EQ(blocked[0].queued, 2u);
  EXPECT_EQ(blocked[0].since, Time{250} + kR);
  EXPECT_EQ(rig.of(other).grant, Time{450} + kR);
  std::string why;
  EXPECT_FALSE(rig.routers->at_rest(why));
  EXPECT_EQ(why, "a packet is left at the output router 0 port 1");
}

// ---- Closed forms ----

// All inputs always have packets of one size for outputs drawn at random: the share of the outputs'
// time that is used. The switch moves in step, slot by slot.
double saturated(const Shape& shape, std::uint32_t slots) {
  constexpr std::uint32_t kBytes = 1000;
  Shape s = shape;
  s.vcs = 1;
  s.buffer = 1 << 24;
  s.largest_packet = kBytes;
  RouterRig rig(s);
  rig.return_credits(Time{0});
  for (std::uint32_t i = 0; i < s.inputs; ++i) {
    for (std::uint32_t k = 0; k < slots; ++k) {
      const auto output = static_cast<std::uint32_t>(below(random_at(7, i, 0, k)[0], s.outputs));
      rig.inject(i, 0, output, kBytes, Time{std::int64_t{k} * kBytes});
    }
  }
  rig.run();
  // From when queues have settled until before the first input runs dry.
  const Time from{std::int64_t{slots} * kBytes / 10}, until{std::int64_t{slots} * kBytes};
  std::uint64_t passed = 0;
  for (const RouterRig::Sent& p : rig.sent) passed += p.tail_out > from && p.tail_out <= until;
  return static_cast<double>(passed) / (0.9 * slots * s.outputs);
}

// Karol, Hluchyj & Morgan 1987, table I: inputs with one queue each saturate at 0.75, 0.6553 and 0.6184
// for 2, 4 and 8 ports, and at 2 − √2 for many; queues at the outputs at 1. With a switch twice as fast
// as the links, queues at inputs and outputs get close to it (there, section IV, and Chuang et al.
// 1999).
TEST(OutputQueued, OneSwitchSaturatesAsTheorySays) {
  struct Published {
    std::uint32_t ports;
    double input_queued;
  };
  for (const Published p : {Published{2, 0.75}, {4, 0.6553}, {8, 0.6184}, {32, 2 - std::sqrt(2.0)}}) {
    const std::uint32_t slots = 40'000 / p.ports;
    Shape s{.inputs = p.ports, .outputs = p.ports, .arbiter = config::Choice<Arbiter>("random")};
    EXPECT_NEAR(saturated(s, slots), p.input_queued, 0.015) << p.ports << " ports";
    s.output_buffer = 1 << 28;
    s.architecture = "cioq";
    EXPECT_NEAR(saturated(s, slots), p.input_queued, 0.015) << p.ports << " ports, no speed-up";
    s.speedup = 2;
    EXPECT_GT(saturated(s, slots), 0.96) << p.ports << " ports";
    s.speedup = 1;
    s.architecture = "output-queued";
    EXPECT_GT(saturated(s, slots), 0.97) << p.ports << " ports";
  }
}

// Packets of S ps that come to an output at random times wait for ρ S / (2 (1 − ρ)) on average (M/D/1,
// Pollaczek and Khinchine), whatever else the inputs hold: each comes by its own input here.
TEST(OutputQueued, AnOutputsQueueIsAnMD1Queue) {
  constexpr std::uint32_t kBytes = 1000, kPackets = 40'000;
  for (const double load : {0.3, 0.6, 0.8}) {
    RouterRig rig(Shape{.inputs = 64, .outputs = 1, .vcs = 1, .buffer = 1 << 24,
                        .output_buffer = 1 << 28, .largest_packet = kBytes,
                        .architecture = "output-queued"});
    rig.return_credits(Time{0});
    std::vector<Time> came;
    double at = 0;
    for (std::uint32_t k = 0; k < kPackets; ++k) {
      at -= kBytes / load * std::log(1 - unit_interval(random_at(11, 0, 0, k)[0]));
      const Time head{static_cast<std::int64_t>(at)};
      const std::uint32_t packet = rig.inject(k % 64, 0, 0, kBytes, head);
      came.resize(packet + 1);
      came[packet] = head;
    }
    rig.run();
    double waited = 0;
    for (const RouterRig::Sent& p : rig.sent) {
      waited += static_cast<double>((p.head_out - came[p.packet] - kP).ps);
    }
    waited /= kPackets;
    const double expected = load * kBytes / (2 * (1 - load));
    EXPECT_NEAR(waited, expected, 0.05 * expected) << "load " << load;
  }
}

// ---- Settings ----

std::string refused(const std::string& lines) {
  auto document = config::Document::parse("[router]\n" + lines, "config.toml");
  try {
    config::read<RouterParams>(document.root().section("router"));
    document.finish();
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(OutputQueued, RefusesWhatDoesNotFit) {
  using testing::HasSubstr;
  EXPECT_THAT(refused("architecture = 'output-quued'\n"),
              HasSubstr("config.toml:2:16: error: unknown router architecture 'output-quued'; did you mean "
                        "'output-queued'?"));
  EXPECT_THAT(refused("architecture = 'output-queued'\nspeedup = 2\n"),
              HasSubstr("config.toml:3:11: error: "));
  EXPECT_THAT(refused("output_pool = '4 KiB'\n"), HasSubstr("config.toml:2:15: error: "));
  for (const char* arbiter : {"islip", "by-port"}) {
    const std::string line = fmt::format("arbiter = '{}'\n", arbiter);
    const std::string why = refused("architecture = 'output-queued'\n" + line);
    EXPECT_THAT(why, HasSubstr("config.toml:3:11: error: "));
    EXPECT_THAT(why, HasSubstr("one of age, random, round-robin, through-first, weighted"));
    EXPECT_EQ(refused("architecture = 'cioq'\n" + line), "");
  }
  EXPECT_EQ(refused("architecture = 'cioq'\nspeedup = 2\noutput_pool = '4 KiB'\n"), "");
}

}  // namespace output_queued_test
}  // namespace kasuri
