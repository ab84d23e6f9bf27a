// SPDX-License-Identifier: MIT
// Ethernets, against single flows of the public UEC simulator (htsim, state of August 2025: NSCC, whose
// window stays at its start where there is no congestion) and against formulas.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <array>

#include "experiment/run/test_ethernet.h"
#include "experiment/run/test_random.h"
#include "experiment/run/test_run.h"
#include "network/control/receive_control.h"
#include "network/control/send_control.h"
#include "network/topology/test_instances.h"

namespace kasuri {
namespace ethernet_test {

using testing::HasSubstr;

constexpr std::string_view kThreeTiers = "type = 'fat-tree'\nradix = 8\nlevels = 3";

struct Flow {
  std::string_view topology;
  int gbps;
  std::int64_t bytes;
  double completed_us;  // the sender knows that all has come
  std::uint64_t packets, acknowledgements, switch_hops;
};

constexpr Flow kFlows[] = {
    {kTwoTiers, 100, 100'000, 17.1445, 25, 8, 99},
    {kTwoTiers, 100, 1'000'000, 90.2709, 245, 62, 921},
    {kTwoTiers, 100, 8'000'000, 659.041, 1958, 491, 7347},
    {kTwoTiers, 100, 64'000'000, 5209.22, 15664, 3918, 58746},
    {kThreeTiers, 100, 1'000'000, 94.9451, 245, 62, 1535},
    {kTwoTiers, 400, 100'000, 10.2861, 25, 8, 99},
    {kTwoTiers, 400, 1'000'000, 28.5677, 245, 62, 921},
    {kTwoTiers, 400, 8'000'000, 170.76, 1958, 491, 7347},
    {kTwoTiers, 400, 64'000'000, 1308.3, 15664, 3918, 58746},
    {kThreeTiers, 400, 1'000'000, 32.7363, 245, 63, 1540},
    {kTwoTiers, 800, 100'000, 9.14306, 25, 8, 99},
    {kTwoTiers, 800, 1'000'000, 18.2839, 245, 62, 921},
    {kTwoTiers, 800, 8'000'000, 89.3802, 1958, 491, 7347},
    {kTwoTiers, 800, 64'000'000, 658.152, 15664, 3918, 58746},
    {kThreeTiers, 800, 1'000'000, 22.3681, 245, 63, 1540},
};

// Packets of theirs are spread over all paths, so that a short last one may overtake the one before it,
// which costs one acknowledgement more.
TEST(Ethernet, AgreesWithSingleFlowsOfHtsim) {
  for (const Flow& f : kFlows) {
    for (const char* routing : {"ecmp", "packet-spraying"}) {
      SCOPED_TRACE(fmt::format("{} at {} Gb/s, {} B, {}", f.topology, f.gbps, f.bytes, routing));
      Script::script = {{Time{0}, 0, 127, {f.bytes}}};
      const Results r = simulate_toml(
          ethernet(f.topology, f.gbps, fmt::format("[routing]\ntype = '{}'", routing)));
      const auto n = counts(r);
      EXPECT_NEAR(static_cast<double>(n.at("completion_max_ps")) * 1e-6, f.completed_us,
                  1e-4 * f.completed_us);
      EXPECT_EQ(n.at("data_packets"), f.packets);
      EXPECT_LE(n.at("acknowledgements"), f.acknowledgements + 1);
      EXPECT_GE(n.at("acknowledgements") + 1, f.acknowledgements);
      std::uint64_t hops = 0;
      for (const LinkRow l : r.links) hops += l.packets;
      const std::uint64_t each = f.topology == kTwoTiers ? 3 : 5;
      EXPECT_EQ(hops, each * (n.at("data_packets") + n.at("acknowledgements")));
      EXPECT_EQ(f.switch_hops, each * (f.packets + f.acknowledgements));
    }
  }
}

// The same number by hand: all packets leave the host at line rate, the last one is stored at three
// switches behind a full one, and its acknowledgement comes back.
TEST(Ethernet, AFlowAloneTakesItsBytesAndItsWay) {
  const std::int64_t bytes = 8'000'000, packets = (bytes + 4085) / 4086;
  const auto time = [](std::int64_t n) { return n * 20; };  // ps at 400 Gb/s
  const std::int64_t last = bytes - (packets - 1) * 4086 + 64;
  Script::script = {{Time{0}, 0, 127, {bytes}}};
  const Results r = simulate_toml(ethernet(kTwoTiers, 400));
  // It leaves the last switch behind the last full one.
  EXPECT_EQ(Script::script[0].arrived.ps, time((packets - 1 + 3) * 4150 + last) + 4'000'000);
  EXPECT_EQ(counts(r).at("completion_max_ps"),
            static_cast<std::uint64_t>(Script::script[0].arrived.ps + time(4 * 64) + 4'000'000));
}

// A window that the way is longer than: one window a round trip.
TEST(Ethernet, AWindowThatIsTooSmallLimitsTheRate) {
  Script::script = {{Time{0}, 0, 127, {40'860'000}}};
  const Results r = simulate_toml(
      ethernet(kTwoTiers, 400, "[nic.send_control]\ntype = 'window'\nbytes = '41500 B'"));
  // The tenth packet asks; its answer, and with it the next ten, come a round trip after the first one left
  // and nine packets more.
  const double round_trip = 8.0 + 4 * 83e-3 + 4 * 1.28e-3;
  EXPECT_NEAR(static_cast<double>(r.time.ps) * 1e-6, 1000 * round_trip, 0.12 * 1000 * round_trip);
}

// Eight hosts send to one: its link is never idle, nothing is lost twice, all comes once.
TEST(Ethernet, WhatIsDroppedIsSentAgain) {
  Script::script.clear();
  for (std::uint32_t i = 1; i <= 8; ++i) {
    Script::script.push_back({Time{0}, 16 * i % 128 + 1, 0, {2'000'000}});
  }
  const Results r = simulate_toml(ethernet(kTwoTiers, 400, "queue = '41500 B'"));
  ASSERT_EQ(r.end, End::completed);
  const auto n = counts(r);
  EXPECT_GT(n.at("dropped_packets"), 100u);
  EXPECT_GE(n.at("repeated_packets"), n.at("dropped_packets") / 2);
  EXPECT_EQ(n.at("data_packets"), r.delivered.packets + n.at("repeated_packets"));
  EXPECT_EQ(r.delivered.packets, 8u * 490);
  for (const Script::Message& m : Script::script) EXPECT_EQ(m.arrivals, 1);
  EXPECT_EQ(n.at("completed_messages"), 8u);
}

// With space for all windows nothing is lost, and the last flow is through when all bytes are.
TEST(Ethernet, AnIncastKeepsItsLinkBusy) {
  Script::script.clear();
  for (std::uint32_t i = 1; i <= 4; ++i) Script::script.push_back({Time{0}, 16 * i + 1, 0, {4'086'000}});
  const Results r = simulate_toml(ethernet(kTwoTiers, 400, "queue = '100 MB'"));
  const auto n = counts(r);
  EXPECT_EQ(n.at("dropped_packets"), 0u);
  EXPECT_GT(n.at("marked_packets"), 2000u);
  const double least = 4000 * 83e-3 + 8;
  EXPECT_GE(static_cast<double>(r.time.ps) * 1e-6, least);
  EXPECT_LE(static_cast<double>(r.time.ps) * 1e-6, least + 1);
}

constexpr std::string_view kNscc = "trimming = true\n[routing]\ntype = 'packet-spraying'\n"
                                   "[nic]\nsend_control = { type = 'nscc' }";
constexpr std::string_view kMixedDropping =
    "balancer = { type = 'mixed' }\n[routing]\ntype = 'packet-spraying'\n"
    "[nic]\nsend_control = { type = 'nscc' }";

// Every header that comes has its packet sent again, and nothing else is, though the order changes.
TEST(Ethernet, WhatIsTrimmedIsSentAgainOnce) {
  Script::script.clear();
  for (std::uint32_t i = 0; i < 8; ++i) Script::script.push_back({Time{0}, 127 - i, 0, {1'000'000}});
  const Results r = simulate_toml(ethernet(kTwoTiers, 400, kNscc));
  ASSERT_EQ(r.end, End::completed);
  const auto n = counts(r);
  EXPECT_GT(n.at("trimmed_packets"), 500u);
  EXPECT_EQ(n.at("repeated_packets"), n.at("trimmed_packets"));
  EXPECT_EQ(n.at("dropped_packets") + n.at("timeouts"), 0u);
  EXPECT_EQ(n.at("data_packets"), 8u * 245 + n.at("repeated_packets"));
  EXPECT_EQ(r.delivered.packets, 8u * 245);
  for (const Script::Message& m : Script::script) EXPECT_EQ(m.arrivals, 1);
}

// Averages of htsim's runs with several seeds: mean and last completion, packets sent again. Those that are
// dropped come again after a timeout, when a sender whose window is full asks what has come.
TEST(Ethernet, NsccAgreesWithHtsimOnIncasts) {
  struct Incast {
    std::uint32_t senders;
    bool trims;
    double mean_us, last_us, again, requests;
  };
  for (const Incast& i : {Incast{8, true, 161.917, 180.876, 1011.1, 0},
                          Incast{32, true, 584.432, 676.566, 4876.5, 0},
                          Incast{8, false, 353.625, 373.482, 596.3, 8.18}}) {
    SCOPED_TRACE(fmt::format("{} {}", i.senders, i.trims));
    double mean = 0, last = 0, again = 0, requests = 0;
    constexpr int kSeeds = 4;
    for (int seed = 1; seed <= kSeeds; ++seed) {
      Script::script.clear();
      for (std::uint32_t k = 0; k < i.senders; ++k) {
        Script::script.push_back({Time{0}, 127 - k, 0, {1'000'000}});
      }
      const auto n = counts(simulate_toml(ethernet(kTwoTiers, 400, i.trims ? kNscc : kMixedDropping) +
                                          fmt::format("[run]\nseed = {}\n", seed)));
      mean += static_cast<double>(n.at("completion_ps")) * 1e-6 / i.senders / kSeeds;
      last += static_cast<double>(n.at("completion_max_ps")) * 1e-6 / kSeeds;
      again += static_cast<double>(n.at("repeated_packets")) / kSeeds;
      requests += static_cast<double>(n.at("requests")) / kSeeds;
    }
    EXPECT_NEAR(mean, i.mean_us, 0.02 * i.mean_us);
    EXPECT_NEAR(last, i.last_us, 0.05 * i.last_us);
    EXPECT_NEAR(again, i.again, 0.02 * i.again);
    EXPECT_NEAR(requests, i.requests, 0.5);
  }
}

// The same with credits of receivers: what they grant depends on little else than their links. Both
// together do the same in an incast, where the network is not in the way.
TEST(Ethernet, RcccAgreesWithHtsimOnIncasts) {
  struct Incast {
    std::uint32_t senders;
    double mean_us, last_us, trimmed;
  };
  for (const char* control : {"type = 'rccc'", "type = 'rccc', with = { type = 'nscc' }"}) {
    for (const Incast& i : {Incast{4, 89.108, 89.789, 218.8}, Incast{8, 170.11, 171.608, 660.5}}) {
      SCOPED_TRACE(fmt::format("{}, {} senders", control, i.senders));
      Script::script.clear();
      for (std::uint32_t k = 0; k < i.senders; ++k) {
        Script::script.push_back({Time{0}, 127 - k, 0, {1'000'000}});
      }
      const Results r = simulate_toml(
          ethernet(kTwoTiers, 400, fmt::format("trimming = true\n[routing]\ntype = 'packet-spraying'\n"
                                               "[nic]\nsend_control = {{ {} }}", control)));
      ASSERT_EQ(r.end, End::completed);
      const auto n = counts(r);
      EXPECT_NEAR(static_cast<double>(n.at("completion_ps")) * 1e-6 / i.senders, i.mean_us,
                  0.01 * i.mean_us);
      EXPECT_NEAR(static_cast<double>(n.at("completion_max_ps")) * 1e-6, i.last_us, 0.001 * i.last_us);
      EXPECT_NEAR(static_cast<double>(n.at("trimmed_packets")), i.trimmed, 0.03 * i.trimmed);
      EXPECT_EQ(n.at("repeated_packets"), n.at("trimmed_packets"));
      EXPECT_EQ(n.at("marked_packets"), 0u);
      // The last grant is of the last packet's time, not of what is granted unasked afterwards.
      EXPECT_LE(static_cast<double>(r.time.ps) * 1e-6, i.last_us);
    }
  }
}

// Results that the Ultra Ethernet Consortium published in 2024, made on 8,192 hosts, 64 to a leaf. Which
// leaves they are on and what else there is decides nothing.
TEST(Ethernet, ThePresetOf2024AgreesWithPublishedIncasts) {
  struct Published {
    const char* control;
    std::uint32_t senders;
    std::int64_t bytes;
    double last_us, within;
  };
  for (const Published& p : {Published{"nscc-2024", 2, 1'048'576, 50.9908, 0.005},
                             Published{"nscc-2024", 2, 2'097'152, 97.1136, 0.04},
                             Published{"nscc-2024", 8, 16'777'216, 2743.38, 0.005},
                             Published{"rccc", 2, 2'097'152, 93.4624, 0.001},
                             Published{"rccc", 8, 1'048'576, 179.489, 0.001},
                             Published{"rccc", 8, 2'097'152, 349.893, 0.001}}) {
    SCOPED_TRACE(fmt::format("{} {} {}", p.control, p.senders, p.bytes));
    Script::script.clear();
    for (std::uint32_t k = 0; k < p.senders; ++k) {
      Script::script.push_back({Time{0}, 127 - 8 * k, 0, {p.bytes}});
    }
    const auto n = counts(simulate_toml(ethernet(
        kTwoTiers, 400,
        fmt::format("preset = 'uec-2024'\nqueue = '415000 B'\nmark_low = '25938 B'\n"
                    "mark_high = '77812 B'\n[nic]\n"
                    "send_control = {{ type = '{}', window = '622500 B' }}", p.control))));
    EXPECT_NEAR(static_cast<double>(n.at("completion_max_ps")) * 1e-6, p.last_us, p.within * p.last_us);
  }
}

// One line is the same as what it stands for.
TEST(Ethernet, APresetIsTrimmingNsccAndSpraying) {
  const std::string more = "balancer = { type = 'mixed' }\n" + std::string(kNscc);
  std::array<std::uint64_t, 2> hashes{};
  for (const bool preset : {false, true}) {
    Script::script.clear();
    for (std::uint32_t i = 0; i < 8; ++i) {
      Script::script.push_back({Time{0}, 127 - i, i / 4, {1'000'000}});
    }
    const std::string toml = ethernet(kTwoTiers, 400, preset ? "preset = 'uec-1.0'" : more);
    hashes[preset] = simulate_toml(toml).delivered.hash;
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

// One entropy: one way up and one down. 64 over 16 spines: all of them, or nearly.
TEST(Ethernet, EntropiesDecideWhichPathsAFlowHas) {
  for (const auto& [entropies, least, most] : {std::array{1u, 1u, 1u}, std::array{64u, 13u, 16u}}) {
    Script::script = {{Time{0}, 0, 127, {4'000'000}}};
    const Results r = simulate_toml(ethernet(
        kTwoTiers, 400, fmt::format("balancer = {{ type = 'oblivious', entropies = {} }}\n[routing]\n"
                                    "type = 'packet-spraying'\n", entropies)));
    std::uint32_t busy = 0;  // that carry data: more than any acknowledgements are
    for (const LinkRow l : r.links) busy += l.bytes.n > 30'000;
    EXPECT_GE(busy, 2 * least + 1);
    EXPECT_LE(busy, 2 * most + 1);
  }
}

// Two flows of one host take turns by packet, and one of two has half of the receiver's link.
TEST(Ethernet, FlowsShareAHostByTurns) {
  Script::script = {{Time{0}, 0, 100, {4'086'000}}, {Time{0}, 0, 101, {2'043'000}}};
  simulate_toml(ethernet(kTwoTiers, 400));
  const auto us = [](Time t) { return static_cast<double>(t.ps) * 1e-6; };
  EXPECT_NEAR(us(Script::script[1].arrived), 1000 * 83e-3 + 4, 0.5);
  EXPECT_NEAR(us(Script::script[0].arrived), 1500 * 83e-3 + 4, 0.5);
}

// A spine loses its links while packets are on them. Before NICs know of it, balancers that hear of losses
// keep to the other spines; afterwards nothing is sent there at all.
TEST(Ethernet, GoesOnWhenLinksFail) {
  const auto run = [](std::string_view balancer, std::string_view known) {
    Script::script.clear();
    for (std::uint32_t i = 0; i < 16; ++i) Script::script.push_back({Time{0}, i, 127 - i, {4'086'000}});
    Results r = simulate_toml(
        ethernet(kTwoTiers, 400, fmt::format("trimming = true\nbalancer = {{ type = '{}' }}", balancer)) +
        fmt::format("[routing]\ntype = 'packet-spraying'\ninner = {{ type = 'detour' }}\n"
                    "[nic]\nsend_control = {{ type = 'nscc' }}\n[faults]\nreroute_time = '{}'\n"
                    "[[faults.failures]]\nat = '10 us'\n"
                    "links = ['(1,0) (2,0)', '(1,7) (2,0)']\n", known));
    EXPECT_EQ(r.end, End::completed);
    for (const Script::Message& m : Script::script) EXPECT_EQ(m.arrivals, 1);
    EXPECT_EQ(r.delivered.packets, 16u * 1000);
    return r;
  };
  const auto dropped = [](const Results& r) { return counts(r).at("dropped_packets"); };
  const Results oblivious = run("oblivious", "1 s"), reps = run("reps", "1 s");
  const Results known = run("oblivious", "5 us");
  EXPECT_GT(dropped(known), 10u);
  // No connection is left with a window of a packet: 1,000 packets would take 8 ms.
  for (const Results* r : {&oblivious, &reps}) EXPECT_LT(r->time, Time{600'000'000});
  EXPECT_GT(dropped(oblivious), 5 * dropped(known));
}

// Each switch sends packets up over its shortest queue: a permutation goes as if there were one switch.
TEST(Ethernet, SwitchesChooseShortQueues) {
  Script::script.clear();
  for (std::uint32_t i = 0; i < 128; ++i) {
    Script::script.push_back({Time{0}, i, (i + 16) % 128, {1'000'000}});
  }
  const Results r = simulate_toml(ethernet(
      kTwoTiers, 400, "[routing]\ntype = 'adaptive-up-down'\ncandidates = 16\nfirst = 'packet'"));
  EXPECT_EQ(counts(r).at("dropped_packets"), 0u);
  const double alone = 28.57;
  EXPECT_LT(static_cast<double>(r.time.ps) * 1e-6, 1.01 * alone);
}

// All topologies, with losses: everything comes once.
TEST(Ethernet, DeliversAllOnEveryTopology) {
  std::size_t lossy = 0;
  for (const auto& [name, instances] : small_instances()) {
    for (const std::string& instance : instances) {
      const std::string toml = fmt::format(
          "[topology]\ntype = '{}'\n{}\n[router]\nvcs = 8\n[link]\nrate = '100 Gb/s'\n"
          "cable_latency = '300 ns'\n[nic]\nper_node = {}\n[ethernet]\npacket = '1000 B'\n"
          "queue = '4 kB'\n[nic.reliability]\ntype = 'selective'\ntimeout = '20 us'\n"
          "[[jobs]]\npattern = 'script'\n",
          name, instance, name == "rails" ? 2 : 1);
      SCOPED_TRACE(toml);
      const TestConfig planned(toml);
      const std::uint32_t nodes = planned.plan.nodes;
      Script::script.clear();
      for (std::uint32_t i = 0; i < 60; ++i) {
        Script::script.push_back({Time{i * 100'000}, (7 * i + 3) % nodes, i % 5 % nodes,
                                  {std::int64_t{i} * i * 9}});
      }
      const Results r = simulate_toml(toml);
      ASSERT_EQ(r.end, End::completed);
      for (const Script::Message& m : Script::script) ASSERT_EQ(m.arrivals, 1);
      lossy += counts(r).at("dropped_packets") > 0;
    }
  }
  EXPECT_GT(lossy, 5u);
}

// Sends what the receiver has granted, and asks for all that it has: one packet more each microsecond.
struct OnGrants final : SendControl {
  OnGrants(const config::NoParams&, SendControlContext& c) : granted_bytes(c.packet) {}
  Time may_send(const SendState&, Bytes next, Time now) override {
    return sent_bytes + next <= granted_bytes ? now : kNever;
  }
  void sent(const SendState&, Bytes n, Time) override { sent_bytes += n; }
  void granted(Bytes total, Time) override { granted_bytes = std::max(granted_bytes, total); }
  Bytes demand(const SendState& s) const override { return sent_bytes + s.backlog; }

  Bytes sent_bytes{0}, granted_bytes;
};
struct Granting final : ReceiveControl {
  Granting(const config::NoParams&, ReceiveControlContext& c) : packet(c.packet), granted(c.packet) {}
  void arrived(const Arrival& a, Answers& answers, Time now) override {
    connection = a.connection;
    demand = std::max(demand, a.demand);
    if (a.asks) answers.acknowledge(a);
    if (granted < demand && !ticking) answers.wake(now + Time{1'000'000});
    ticking |= granted < demand;
  }
  void tick(Answers& answers, Time now) override {
    granted += packet;
    answers.grant(connection, granted);
    ticking = granted < demand;
    if (ticking) answers.wake(now + Time{1'000'000});
  }

  Bytes packet, granted, demand{0};
  std::uint32_t connection = 0;
  bool ticking = false;
};
const config::Register<OnGrants> on_grants{"on-grants", "for tests"};
const config::Register<Granting> granting{"granting", "for tests"};

// The first packet takes four links; a grant, which comes a microsecond later and then once in each, takes
// them back, and the last of 49 more packets follows it.
TEST(Ethernet, GrantsPaceASender) {
  Script::script = {{Time{0}, 0, 127, {50 * 4086}}};
  const Results r = simulate_toml(ethernet(kTwoTiers, 400,
                                           "[nic]\nsend_control = { type = 'on-grants' }\n"
                                           "receive_control = { type = 'granting' }"));
  ASSERT_EQ(r.end, End::completed);
  const std::int64_t there = 4 * (1'000'000 + 4150 * 20), back = 4 * (1'000'000 + 64 * 20);
  EXPECT_EQ(Script::script[0].arrived.ps, there + 49 * 1'000'000 + back + there);
}

std::string refusal(std::string_view toml) {
  try {
    TestConfig c(toml);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(Ethernet, RefusesWhatItCannotDo) {
  EXPECT_THAT(refusal(ethernet(kTwoTiers, 400, "queue = '100 B'")),
              HasSubstr("must hold a whole packet, at least 4.15 kB"));
  EXPECT_THAT(refusal(ethernet(kTwoTiers, 400,
                               "queue = '5 kB'\ndiscipline = { type = 'drop', control_queue = 0.01 }")),
              HasSubstr("part for control packets must hold one, and a header, 64 B"));
  EXPECT_THAT(refusal(ethernet(kTwoTiers, 400, "mark_low = '10 kB'")), HasSubstr("set both"));
  EXPECT_THAT(refusal(ethernet(kTwoTiers, 400, "mark_low = '10 kB'\nmark_high = '5 kB'")),
              HasSubstr("must not be above mark_high"));
  EXPECT_THAT(refusal("[topology]\ntype = 'dragonfly'\nrouters_per_group = 4\nendpoints_per_router = 2\n"
                      "global_links = 2\n[router]\nvcs = 4\n[routing]\ntype = 'ugal-g'\n[ethernet]\n"
                      "[[jobs]]\npattern = 'script'\n"),
              HasSubstr("set 'ecmp' or 'packet-spraying'"));
  EXPECT_THAT(refusal(ethernet(kTwoTiers, 400,
                               "[faults]\ndegraded = [{ classes = ['level1'], bit_error_rate = 1e-9 }]")),
              HasSubstr("in an Ethernet"));
  const std::string grants = refusal(ethernet(
      kTwoTiers, 400, "[nic]\nsend_control = 'rccc'\nreceive_control = 'coalesced'\n"));
  EXPECT_THAT(grants, HasSubstr("test.toml:10:16: error: 'rccc' needs receive_control 'receiver-credits'"));
  EXPECT_THAT(grants, HasSubstr("test.toml:11:19: error: 'coalesced' gives 'rccc' nothing to send by"));
  const std::string trims = refusal(ethernet(kTwoTiers, 400, "trimming = true\ndiscipline = 'drop'"));
  EXPECT_THAT(trims, HasSubstr("test.toml:9:12: error: does not fit discipline 'drop'"));
  EXPECT_THAT(trims, HasSubstr("test.toml:10:14: error: 'drop' does not fit trimming = true"));
  EXPECT_THAT(refusal(ethernet(kTwoTiers, 400, "[nic.send_control]\ntype = 'window'\nbytes = '3 kB'")),
              HasSubstr("test.toml:9:6: error: 'bytes' must hold a whole packet, at least 4.15 kB"));
  EXPECT_THAT(refusal(ethernet(kTwoTiers, 400, "[nic]\nsend_control = { type = 'nscc', window = '3 kB' }")),
              HasSubstr("'window' must hold a whole packet, at least 4.15 kB"));
  EXPECT_THAT(refusal("[topology]\ntype = 'torus'\nextents = [4]\n[nic]\nsend_control = { type = 'nscc' }\n"
                      "[[jobs]]\npattern = 'script'\n"),
              HasSubstr("add [ethernet]"));
  EXPECT_THAT(refusal(ethernet(kTwoTiers, 400, "[nic]\nsend_control = { type = 'rccc', window = '3 kB' }")),
              HasSubstr("'window' must hold a whole packet, at least 4.15 kB"));
  EXPECT_THAT(refusal(ethernet(kTwoTiers, 400, "balancer = { type = 'oblivious' }")),
              HasSubstr("set routing.type = 'packet-spraying'"));
  EXPECT_THAT(refusal(ethernet(kTwoTiers, 400, "balancer = { type = 'oblivious', entropies = 48 }\n"
                                               "[routing]\ntype = 'packet-spraying'\n")),
              HasSubstr("must be a power of two"));
  EXPECT_THAT(refusal("fidelity = 'flow'\n" + ethernet(kTwoTiers, 400)),
              HasSubstr("this section is for fidelity = \"packet\""));
  EXPECT_THAT(refusal(ethernet(kTwoTiers, 400, "[nic]\nwindow = '3 kB'")), HasSubstr("ethernet.packet"));
}

}  // namespace ethernet_test
}  // namespace kasuri
