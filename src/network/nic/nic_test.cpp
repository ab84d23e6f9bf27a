// SPDX-License-Identifier: MIT
// NICs between stubs keep the timing of nic.h and NSIM-ACE 3.3 and 3.4: what they inject, when a
// message is in memory, when credits return. S bytes take S ps on the links here.
#include "network/nic/nic.h"

#include <gmock/gmock.h>

#include "base/core/rng.h"
#include "network/nic/test_rig.h"

namespace kasuri {
namespace nic_test {

using testing::ElementsAre;
using testing::Pair;
using Shape = NicRig::Shape;
using Injected = NicRig::Injected;

NicParams params(std::int64_t packet, std::int64_t header = 0, std::int64_t smallest = 1) {
  NicParams p;
  p.packet = {packet};
  p.header = {header};
  p.smallest_packet = {smallest};
  return p;
}

// Half, a quarter … of the link's rate.
BytesPerSecond slower(int by) { return {NicRig::kBytePerPs.n / by}; }

std::vector<std::uint32_t> sizes(const NicRig& rig) {
  std::vector<std::uint32_t> all;
  for (const Injected& i : rig.injected) all.push_back(i.bytes);
  return all;
}

// ---- Sending ----

TEST(Nic, CutsAMessageIntoPacketsBackToBack) {
  NicRig rig(Shape{.params = params(100)});
  rig.send(Time{1000}, 2, 1, 250);
  rig.run();
  EXPECT_THAT(rig.injected, ElementsAre(Injected{2, 1, 100, 0, 0, Time{1000}, Time{1100}},
                                        Injected{2, 1, 100, 1, 1, Time{1100}, Time{1200}},
                                        Injected{2, 1, 50, 0, 2, Time{1200}, Time{1250}}));
}

TEST(Nic, AddsHeadersAndKeepsToTheSmallestPacket) {
  const auto packets = [](NicParams p, std::int64_t payload) {
    NicRig rig(Shape{.params = std::move(p)});
    rig.send(Time{0}, 0, 1, payload);
    rig.run();
    return sizes(rig);
  };
  EXPECT_THAT(packets(params(100, 20), 160), ElementsAre(100, 100));
  EXPECT_THAT(packets(params(100, 20), 161), ElementsAre(100, 100, 21));
  EXPECT_THAT(packets(params(100, 20, 32), 161), ElementsAre(100, 100, 32));
  EXPECT_THAT(packets(params(100, 20), 0), ElementsAre(20));  // a header alone
  EXPECT_THAT(packets(params(100, 20, 32), 0), ElementsAre(32));
  EXPECT_THAT(packets(params(100, 0, 1), 0), ElementsAre(1));
}

TEST(Nic, PutsOnTheWireWhatItSaysItWill) {
  for (const NicParams& p :
       {params(100), params(100, 20, 32), params(64, 63, 64), params(7, 3, 5)}) {
    for (std::int64_t payload = 0; payload < 350; payload += 1 + payload / 20) {
      NicRig rig(Shape{.params = p});
      rig.send(Time{0}, 0, 1, payload);
      rig.run();
      Bytes total{0};
      for (const std::uint32_t s : sizes(rig)) total += Bytes{s};
      ASSERT_EQ(rig.nics.on_wire({payload}), total)
          << payload << " bytes, packets of " << p.packet.n << " with " << p.header.n;
    }
  }
}

// Memory is read while the packet leaves: S / min(link, DMA).
TEST(Nic, SendsAtTheRateOfItsDmaIfThatIsLower) {
  NicParams p = params(100);
  p.dma_read_rate = slower(4);
  NicRig rig(Shape{.params = p});
  rig.send(Time{0}, 0, 1, 150);
  rig.run();
  EXPECT_THAT(rig.injected, ElementsAre(Injected{0, 1, 100, 0, 0, Time{0}, Time{400}},
                                        Injected{0, 1, 50, 1, 1, Time{400}, Time{600}}));
  EXPECT_EQ(rig.nics.use({0}).send_busy, Time{600});
  EXPECT_EQ(rig.nics.use({0}).sent, Bytes{150});
}

// While the NIC waits for the data of one message, it works on the next ones; they stay in order.
TEST(Nic, FetchesWhatIsNotInline) {
  NicParams p = params(100);
  p.send_overhead = Time{60};
  p.fetch_time = Time{500};
  p.inline_limit = Bytes{10};
  NicRig rig(Shape{.params = p});
  rig.send(Time{1000}, 0, 1, 10);
  rig.send(Time{1000}, 0, 2, 11);
  rig.send(Time{1000}, 0, 3, 11);
  rig.send(Time{1000}, 0, 1, 10);
  rig.run();
  std::vector<Time> heads;
  for (const Injected& i : rig.injected) heads.push_back(i.head);
  // Overheads until 1060, 1120, 1180, 1240; the fetches end at 1620 and 1680.
  EXPECT_THAT(heads, ElementsAre(Time{1060}, Time{1620}, Time{1680}, Time{1691}));
}

// The overheads of queued messages follow one another, and pass while earlier ones are sent.
TEST(Nic, SpendsItsOverheadOnEachMessage) {
  NicParams p = params(100);
  p.send_overhead = Time{60};
  NicRig rig(Shape{.params = p});
  rig.send(Time{1000}, 0, 1, 10);
  rig.send(Time{1000}, 0, 2, 100);
  rig.send(Time{1050}, 0, 3, 10);
  rig.send(Time{2000}, 0, 1, 10);
  rig.run();
  std::vector<Time> heads;
  for (const Injected& i : rig.injected) heads.push_back(i.head);
  // Ready at 1060, 1120, 1180; the third waits for the second's tail at 1220.
  EXPECT_THAT(heads, ElementsAre(Time{1060}, Time{1120}, Time{1220}, Time{2060}));
}

TEST(Nic, SendsMessagesInTheOrderOfTheirHandOver) {
  NicRig rig(Shape{.params = params(100)});
  for (int i = 0; i < 20; ++i) rig.send(Time{i % 3}, 0, 1, 30 + i);
  rig.run();
  std::vector<std::uint32_t> expected;
  for (const int t : {0, 1, 2}) {
    for (int i = t; i < 20; i += 3) expected.push_back(static_cast<std::uint32_t>(30 + i));
  }
  EXPECT_EQ(sizes(rig), expected);
  for (std::uint32_t i = 0; i < rig.injected.size(); ++i) EXPECT_EQ(rig.injected[i].sequence, i);
}

TEST(Nic, WaitsForRoomForTheWholePacketInOneVc) {
  for (const std::int64_t told : {0, 500, 4999, 5000}) {
    NicRig rig(Shape{.vcs = 2, .buffer = 120, .params = params(100)});
    rig.send(Time{0}, 0, 1, 300);
    rig.credit(0, 1, 79, Time{std::min<std::int64_t>(told, 3000)}, Time{3000});  // one too few
    rig.credit(0, 1, 1, Time{told}, Time{5000});
    rig.run();
    ASSERT_EQ(rig.injected.size(), 3u);
    EXPECT_EQ(rig.injected[0].vc, 0u);
    EXPECT_EQ(rig.injected[1].vc, 1u);
    EXPECT_EQ(rig.injected[2], (Injected{0, 1, 100, 1, 2, Time{5000}, Time{5100}}))
        << "told at " << told;
  }
}

TEST(Nic, TellsWhenAMessageHasLeftTheMemory) {
  NicParams p = params(100);
  p.dma_read_rate = slower(2);
  NicRig rig(Shape{.params = p});
  rig.send(Time{0}, 0, 1, 150, true);
  rig.send(Time{0}, 0, 1, 10, false);
  rig.send(Time{0}, 0, 1, 10, true);
  rig.run();
  EXPECT_THAT(rig.sent, ElementsAre(Pair(0, Time{300}), Pair(2, Time{340})));
}

// ---- Several NICs a node ----

TEST(Nic, SpreadsMessagesOverTheNicsOfANodeAndKeepsThemOnTheirRail) {
  NicParams p = params(100);
  p.per_node = 2;
  NicRig rig(Shape{.nics = 6, .params = p});
  for (int i = 0; i < 4; ++i) rig.send(Time{0}, 0, 2, 50);
  rig.send(Time{0}, 0, 1, 50, false, 1);
  rig.send(Time{0}, 0, 1, 50, false, 1);
  rig.run();
  EXPECT_EQ(rig.nics.nodes(), 3u);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ways;
  for (const Injected& i : rig.injected) ways.emplace_back(i.nic, i.to);
  EXPECT_THAT(ways, testing::UnorderedElementsAre(Pair(0, 4), Pair(0, 4), Pair(1, 5), Pair(1, 5),
                                                  Pair(1, 3), Pair(1, 3)));
  // Both send at the same time.
  EXPECT_EQ(rig.injected[0].head, Time{0});
  EXPECT_EQ(rig.injected[1].head, Time{0});
}

// ---- Receiving ----

// in memory = max(tail, max(head, the one before it is in memory) + S/W); the credit follows.
TEST(Nic, WritesPacketsToMemoryInTheOrderOfArrival) {
  for (const int by : {1, 4}) {
    NicParams p = params(100);
    p.dma_write_rate = slower(by);
    NicRig rig(Shape{.params = p, .fabric = Time{1000}});
    rig.send(Time{0}, 0, 2, 250);
    rig.send(Time{20}, 1, 2, 100);
    rig.run();
    // Heads reach NIC 2 at their injection + 7 + 1000.
    struct {
      int head, bytes;
    } constexpr kPackets[] = {{0, 100}, {20, 100}, {100, 100}, {200, 50}};
    std::vector<NicRig::Credited> credits;
    Time in_memory{0};
    for (const auto& k : kPackets) {
      const Time head = Time{k.head + 1007}, tail = head + Time{k.bytes};
      in_memory = std::max(tail, std::max(head, in_memory) + Time{k.bytes * by});
      credits.push_back({2, k.bytes, in_memory + Time{7 + 3}});
    }
    EXPECT_EQ(rig.credited, credits) << "DMA slower by " << by;
    EXPECT_EQ(rig.nics.deliveries().sum().last, in_memory);
    EXPECT_EQ(rig.nics.use({2}).receive_busy, Time{350 * by});
    EXPECT_THAT(rig.arrived, testing::Contains(Pair(0, in_memory)));
  }
}

TEST(Nic, SpendsItsOverheadOnEachMessageReceived) {
  NicParams p = params(100);
  p.receive_overhead = Time{500};
  NicRig rig(Shape{.params = p, .fabric = Time{0}});
  rig.send(Time{0}, 0, 2, 100);
  rig.send(Time{10}, 1, 2, 100);
  rig.send(Time{5000}, 1, 2, 100);
  rig.run();
  EXPECT_THAT(rig.arrived, ElementsAre(Pair(0, Time{107 + 500}), Pair(1, Time{107 + 1000}),
                                       Pair(2, Time{5107 + 500})));
}

TEST(Nic, CountsPacketsLatencyAndQueueing) {
  NicRig rig(Shape{.params = params(100), .fabric = Time{1000}});
  rig.send(Time{0}, 0, 1, 250);
  rig.run();
  const DeliveryStatistics& d = rig.nics.deliveries().sum();
  EXPECT_EQ(d.packets, 3u);
  EXPECT_EQ(d.messages, 1u);
  EXPECT_EQ(d.bytes, Bytes{250});
  EXPECT_EQ(d.latency, Time{1107 + 1107 + 1057});  // head injected to all in memory
  EXPECT_EQ(d.latency_max, Time{1107});
  EXPECT_EQ(d.queueing, Time{0 + 100 + 200});
  EXPECT_EQ(d.last, Time{1257});
}

TEST(Nic, HashDependsOnWhatIsDeliveredWhenButNotOnTheOrderOfCounting) {
  const auto hash = [](Time second, std::int64_t bytes) {
    NicRig rig(Shape{.params = params(100), .fabric = Time{1000}});
    rig.send(Time{0}, 0, 1, 100);
    rig.send(second, 2, 3, bytes);
    rig.run();
    return rig.nics.deliveries().sum().hash;
  };
  EXPECT_EQ(hash(Time{50}, 80), hash(Time{50}, 80));
  EXPECT_NE(hash(Time{50}, 80), hash(Time{51}, 80));
  EXPECT_NE(hash(Time{50}, 80), hash(Time{50}, 81));
}

// ---- Within a node ----

TEST(Nic, CopiesWithinANodeOneMessageAfterTheOther) {
  NicParams p = params(100);
  p.intra_node_rate = slower(2);
  p.intra_node_latency = Time{40};
  NicRig rig(Shape{.params = p});
  rig.send(Time{0}, 1, 1, 100, true);
  rig.send(Time{50}, 1, 1, 100, true);
  rig.send(Time{1000}, 1, 1, 100, true);
  rig.run();
  EXPECT_THAT(rig.sent, ElementsAre(Pair(0, Time{200}), Pair(1, Time{400}), Pair(2, Time{1200})));
  EXPECT_THAT(rig.arrived,
              ElementsAre(Pair(0, Time{240}), Pair(1, Time{440}), Pair(2, Time{1240})));
  EXPECT_TRUE(rig.injected.empty());
  EXPECT_EQ(rig.nics.deliveries().sum().packets, 0u);
  EXPECT_EQ(rig.nics.deliveries().sum().intra_node_messages, 3u);
  EXPECT_EQ(rig.nics.deliveries().sum().intra_node_bytes, Bytes{300});
  EXPECT_EQ(rig.nics.in_flight(), 0u);
}

// ---- At rest ----

TEST(Nic, IsAtRestWhenEverythingIsSentAndEveryCreditHome) {
  NicRig rig(Shape{.vcs = 1, .buffer = 100, .params = params(100), .fabric = Time{0}});
  std::string why;
  EXPECT_TRUE(rig.nics.at_rest(why));
  rig.send(Time{0}, 3, 1, 200);
  rig.run();
  EXPECT_FALSE(rig.nics.at_rest(why));
  EXPECT_EQ(why, "NIC 3 has messages to send");
  rig.credit(3, 0, 100, Time{1000}, Time{1000});
  rig.run();
  EXPECT_FALSE(rig.nics.at_rest(why));
  EXPECT_EQ(why, "missing credits at NIC 3");
  rig.credit(3, 0, 100, Time{2000}, Time{3000});
  rig.run();
  EXPECT_TRUE(rig.nics.at_rest(why)) << why;
  EXPECT_EQ(rig.fabric.packets.in_use(), 0u);
  EXPECT_EQ(rig.nics.in_flight(), 0u);
}

}  // namespace nic_test
}  // namespace kasuri
