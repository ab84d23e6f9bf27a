// SPDX-License-Identifier: MIT
// NICs between stubs: packets that NICs make for NICs, messages that leave first, messages that are stored
// and forwarded, turns at a shared engine and at a node's memory. S bytes take S ps on the links here.
#include <gmock/gmock.h>

#include "network/nic/nic.h"
#include "network/nic/test_rig.h"

namespace kasuri {
namespace memory_test {

using testing::ElementsAre;
using testing::Pair;
using Shape = NicRig::Shape;
using Injected = NicRig::Injected;

NicParams params(std::int64_t packet) {
  NicParams p;
  p.packet = {packet};
  p.smallest_packet = {1};
  return p;
}

// Half, a quarter … of the link's rate.
BytesPerSecond slower(int by) { return {NicRig::kBytePerPs.n / by}; }

constexpr std::uint8_t kControl = Message::kFromNic | Message::kForNic;

std::vector<std::uint32_t> order(const NicRig& rig) {
  std::vector<std::uint32_t> sizes;
  for (const Injected& i : rig.injected) sizes.push_back(i.bytes);
  return sizes;
}

TEST(NicMemory, ControlPacketsAreNeitherReadNorWritten) {
  NicParams p = params(1000);
  p.dma_read_rate = slower(4);
  p.dma_write_rate = slower(10);
  NicRig rig(Shape{.params = p, .fabric = Time{50}});
  rig.send(Time{0}, 0, 1, 100, false, Message::kAnyNic, kControl);
  rig.send(Time{5000}, 0, 1, 100);
  rig.run();
  // Head in the NIC after the cable, 7 ps, and the stub's 50.
  EXPECT_THAT(rig.injected, ElementsAre(Injected{0, 1, 100, 0, 0, Time{0}, Time{100}},
                                        Injected{0, 1, 100, 1, 1, Time{5000}, Time{5400}}));
  EXPECT_THAT(rig.arrived, ElementsAre(Pair(0, Time{157}), Pair(1, Time{5000 + 57 + 1000})));
}

TEST(NicMemory, MessagesMayLeaveFirstBetweenThePacketsOfOthers) {
  NicRig rig(Shape{.params = params(100)});
  rig.send(Time{0}, 0, 1, 300);
  rig.send(Time{0}, 0, 1, 250);
  rig.send(Time{150}, 0, 2, 10, false, Message::kAnyNic, Message::kFirst);
  rig.send(Time{155}, 0, 2, 20, false, Message::kAnyNic, Message::kFirst);
  rig.send(Time{520}, 0, 2, 30, false, Message::kAnyNic, Message::kFirst);
  rig.run();
  EXPECT_THAT(order(rig), ElementsAre(100, 100, 10, 20, 100, 100, 100, 30, 50));
  EXPECT_EQ(rig.injected.back().tail, Time{610});  // without a gap
}

TEST(NicMemory, TheRoundRobinSchedulerTakesAPacketOfEachMessageInTurn) {
  NicParams p = params(100);
  p.scheduler = SendOrder::round_robin;
  p.send_overhead = Time{150};
  NicRig rig(Shape{.params = p});
  rig.send(Time{0}, 0, 1, 450);  // ready at 150, 300 and 450
  rig.send(Time{0}, 0, 2, 230);
  rig.send(Time{0}, 0, 3, 20);
  rig.run();
  EXPECT_THAT(order(rig), ElementsAre(100, 100, 100, 20, 100, 100, 100, 30, 50));
  EXPECT_EQ(rig.injected.back().tail, Time{150 + 700});
}

// What is first but not ready lets others pass.
TEST(NicMemory, AnEngineThatIsBusyHoldsUpOnlyWhatItWorksOn) {
  NicRig rig(Shape{.params = params(100)});
  rig.nics.set_engine_time(Time{140});
  rig.send(Time{0}, 0, 1, 300);
  rig.send(Time{10}, 0, 2, 8, false, Message::kAnyNic,
           Message::kFirst | Message::kFromNic | Message::kEngine);
  rig.run();
  EXPECT_THAT(order(rig), ElementsAre(100, 100, 8, 100));
}

TEST(NicMemory, StoreAndForwardReadsAllBeforeAndWritesAllAfter) {
  NicParams p = params(100);
  p.forwarding = Forwarding::store_and_forward;
  p.dma_read_rate = slower(2);
  p.dma_write_rate = slower(4);
  NicRig rig(Shape{.params = p, .fabric = Time{50}});
  rig.send(Time{0}, 0, 1, 250);
  rig.send(Time{0}, 0, 2, 100);
  rig.send(Time{0}, 0, 2, 10, false, Message::kAnyNic, kControl | Message::kFirst);
  rig.run();
  EXPECT_THAT(rig.injected, ElementsAre(Injected{0, 2, 10, 0, 0, Time{0}, Time{10}},
                                        Injected{0, 1, 100, 1, 1, Time{500}, Time{600}},
                                        Injected{0, 1, 100, 0, 2, Time{600}, Time{700}},
                                        Injected{0, 1, 50, 1, 3, Time{700}, Time{750}},
                                        Injected{0, 2, 100, 0, 4, Time{750}, Time{850}}));
  EXPECT_THAT(rig.arrived, ElementsAre(Pair(2, Time{67}), Pair(1, Time{850 + 57 + 400}),
                                       Pair(0, Time{750 + 57 + 1000})));
}

// Two senders to one NIC whose engine reads for itself as well: 200 bytes written and 200 read at half
// of the link's rate take 800 ps.
TEST(NicMemory, ASharedEnginePassesOneTransferAtATime) {
  const auto last = [](DmaEngines engines) {
    NicParams p = params(50);
    p.dma_engines = engines;
    p.dma_read_rate = p.dma_write_rate = slower(2);
    NicRig rig(Shape{.params = p, .cable = Time{0}, .fabric = Time{0}});
    rig.send(Time{0}, 0, 1, 200);
    rig.send(Time{0}, 1, 0, 200);
    rig.run();
    return later(rig.arrived[0].second, rig.arrived[1].second);
  };
  EXPECT_EQ(last(DmaEngines::separate), Time{400});
  EXPECT_GE(last(DmaEngines::shared), Time{800});
  EXPECT_LE(last(DmaEngines::shared), Time{900});
}

TEST(NicMemory, CopiesWithinANodePassTheMemoryTwice) {
  NicParams p = params(100);
  p.intra_node_rate = NicRig::kBytePerPs;
  p.intra_node_latency = Time{0};
  p.memory_rate = NicRig::kBytePerPs;
  NicRig rig(Shape{.params = p});
  rig.send(Time{0}, 0, 0, 100);
  rig.send(Time{0}, 0, 1, 100);
  rig.send(Time{0}, 0, 0, 7, false, Message::kAnyNic, kControl);
  rig.run();
  EXPECT_THAT(rig.arrived, ElementsAre(Pair(2, Time{0}), Pair(0, Time{200})));
  EXPECT_EQ(rig.injected[0].tail, Time{300});
}

// Two copies, one after the other, at a quarter of the link's rate pass memory at half of it. A packet
// beside them has the rest, whatever copies are still to come.
TEST(NicMemory, CopiesLeaveTheRestOfTheMemory) {
  const auto tail = [](BytesPerSecond memory) {
    NicParams p = params(100);
    p.intra_node_rate = slower(4);
    p.intra_node_latency = Time{0};
    p.memory_rate = memory;
    NicRig rig(Shape{.params = p});
    rig.send(Time{0}, 0, 0, 100);
    rig.send(Time{0}, 0, 0, 100);
    rig.send(Time{0}, 0, 1, 100);
    rig.run();
    EXPECT_THAT(rig.arrived, ElementsAre(Pair(0, Time{400}), Pair(1, Time{800})));
    return rig.injected[0].tail;
  };
  EXPECT_EQ(tail(BytesPerSecond{NicRig::kBytePerPs.n * 2}), Time{100});
  EXPECT_EQ(tail(NicRig::kBytePerPs), Time{200});
}

// What copies leave may be very little: a packet has all of the memory once they have ended.
TEST(NicMemory, AFasterMemoryIsNeverSlower) {
  std::int64_t before = INT64_MAX;
  for (const std::int64_t permille : {501, 510, 600, 800, 1000, 2000}) {
    NicParams p = params(100);
    p.intra_node_rate = slower(4);
    p.intra_node_latency = Time{0};
    p.memory_rate = {NicRig::kBytePerPs.n / 1000 * permille};
    NicRig rig(Shape{.params = p});
    rig.send(Time{0}, 0, 0, 100);  // a copy of 400 ps
    rig.send(Time{0}, 0, 1, 100);
    rig.run();
    const std::int64_t tail = rig.injected[0].tail.ps;
    EXPECT_LE(tail, before) << permille;
    EXPECT_LE(tail, 400 + 2 * 100) << permille;
    before = tail;
  }
}

// Packets that wait for a slow DMA to write them do not keep the memory from what is read meanwhile.
TEST(NicMemory, WritesThatWaitHoldNothingBack) {
  const auto ends = [](BytesPerSecond memory) {
    NicParams p = params(100);
    p.dma_write_rate = slower(4);
    p.memory_rate = memory;
    NicRig rig(Shape{.params = p, .cable = Time{0}, .fabric = Time{0}});
    rig.send(Time{0}, 0, 1, 600);
    rig.send(Time{500}, 1, 0, 300);
    rig.run();
    std::vector<std::int64_t> all;
    for (const auto& [message, at] : rig.arrived) all.push_back(at.ps);
    return all;
  };
  const auto fast = ends(BytesPerSecond{NicRig::kBytePerPs.n * 50}), unlimited = ends(kUnlimited);
  ASSERT_EQ(fast.size(), 2u);
  for (const std::size_t i : {0, 1}) EXPECT_NEAR(fast[i], unlimited[i], 30) << i;
}

}  // namespace memory_test
}  // namespace kasuri
