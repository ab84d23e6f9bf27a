// SPDX-License-Identifier: MIT
// A border keeps what left in a window until all have read it, and no longer; what crosses it
// arrives at the fabric of the other side as it left.
#include "network/net/boxes.h"

#include <gmock/gmock.h>

#include "network/net/fabric.h"
#include "network/net/test_print.h"
#include "network/net/test_star.h"

namespace kasuri {
namespace boxes_test {

TEST(Boxes, KeepsAWindowsBatchesThroughTheNextWindow) {
  Boxes<PacketBox> b(3);
  for (std::uint64_t window = 1; window <= 5; ++window) {
    b.begin_window(window);
    EXPECT_EQ(b.earliest(), kNever);
    EXPECT_TRUE(b.sent(window, 2).empty());  // of the window before the last
    b.to(2, Time{100})
        .credits.push_back({.router = 7,
                            .port = 1,
                            .vc = 0,
                            .bytes = static_cast<std::int32_t>(window),
                            .at = Time{100}});
    if (window == 1) continue;
    ASSERT_EQ(b.sent(window - 1, 2).credits.size(), 1u);
    EXPECT_EQ(b.sent(window - 1, 2).credits[0].bytes, static_cast<std::int32_t>(window - 1));
    EXPECT_TRUE(b.sent(window - 1, 1).empty());
  }
}

// What machines send before their first window is of window 0.
TEST(Boxes, KeepsWhatIsSentBeforeTheFirstWindow) {
  Boxes<PacketBox> b(2);
  b.to(1, Time{5}).packets.emplace_back();
  EXPECT_EQ(b.earliest(), Time{5});
  b.begin_window(1);
  EXPECT_EQ(b.sent(0, 1).packets.size(), 1u);
}

// Others may have read it by then.
TEST(Boxes, IsClosedBetweenTheBoundaryAndTheNextWindow) {
  Boxes<PacketBox> b(2);
  b.begin_window(1);
  b.to(1, Time{5});
  b.close();
  EXPECT_THROW(b.to(1, Time{6}), InternalError);
  b.begin_window(2);
  EXPECT_NO_THROW(b.to(1, Time{7}));
}

TEST(Boxes, TellsTheFirstArrivalOfAWindow) {
  Boxes<PacketBox> b(2);
  b.begin_window(1);
  EXPECT_EQ(b.earliest(), kNever);
  b.to(1, Time{70});
  b.to(0, Time{50});
  b.to(1, Time{60});
  EXPECT_EQ(b.earliest(), Time{50});
  b.begin_window(2);
  EXPECT_EQ(b.earliest(), kNever);
}

// One side of a cut: writes down what it is given.
struct Side : CreditTaker, MessageKeeper {
  Side(const Topology& t, const Routing& routing, const Decomposition& d, std::uint16_t part)
      : fabric({.partition = partition, .topology = t, .routing = routing, .decomposition = d, .part = part,
                .request = Time{12}, .traversal = Time{128}, .link_classes = {}},
               {.vcs = 1, .receive_buffer = 100}) {
    fabric.at_router = partition.add_handler<&Side::arrival>(this);
    fabric.routers = this;
    fabric.messages = this;
  }
  void take_credit(std::uint32_t component, std::uint32_t port, std::uint16_t vc,
                   std::int32_t bytes, Time at) override {
    credits.push_back({component, static_cast<std::uint16_t>(port), vc, bytes, at});
  }
  void leave(Crossing& c, std::uint32_t /*packet*/) override {
    c.message.size = {5000};
    c.home = c.packet.message.v;
    c.number = 3;
  }
  MessageId enter(const Crossing& c, std::uint32_t /*packet*/) override {
    EXPECT_EQ(c.message.size, Bytes{5000});
    EXPECT_EQ(c.home, 42u);
    EXPECT_EQ(c.number, 3u);
    return {77};
  }
  bool arrival(const Event& e) {
    arrivals.push_back(e);
    return true;
  }

  Partition partition;
  Fabric fabric;
  std::vector<CrossingCredit> credits;
  std::vector<Event> arrivals;
};

TEST(Fabric, HandsPacketsAndCreditsAcrossACut) {
  const TestStar star(3, 1);
  const TestStarRouting routing(1);
  const Decomposition d(star, {0, 0, 1, 1}, 2);
  Side a(star, routing, d, 0), b(star, routing, d, 1);
  a.fabric.channels.begin_window(1);

  // Packet 1 leaves; its sender's numbers are not the receiver's.
  const std::uint32_t kept = a.fabric.packets.allocate(), packet = a.fabric.packets.allocate();
  a.fabric.packets[kept].bytes = 1;
  a.fabric.packets[packet] = {.next = kept,
                              .message = {42},
                              .tail = Time{900},
                              .injected = Time{10},
                              .request = {},
                              .source = {1},
                              .destination = {3},
                              .origin = {1},
                              .target = {3},
                              .bytes = 64,
                              .sequence = 8,
                              .hops = 2,
                              .route = 1,
                              .vc_mask = 1};
  const Event arrival{Time{800},         order_key(Phase::arrival, {0}, 2), 1, packet, 5,
                      a.fabric.at_router};
  a.fabric.send_across(1, arrival, packet);
  a.fabric.channels.to(1, Time{850}).credits.push_back({1, 0, 0, 64, Time{850}});
  EXPECT_EQ(a.fabric.packets.in_use(), 1u);
  EXPECT_EQ(a.fabric.packets[kept].bytes, 1u);
  EXPECT_EQ(a.fabric.channels.earliest(), Time{800});

  for (int i = 0; i < 3; ++i) b.fabric.packets.allocate();
  b.fabric.take_in(a.fabric.channels.sent(1, 1));
  EXPECT_EQ(b.fabric.packets.in_use(), 4u);
  ASSERT_EQ(b.credits.size(), 1u);
  EXPECT_EQ(b.credits[0].at, Time{850});
  EXPECT_EQ(b.credits[0].bytes, 64);
  EXPECT_EQ(b.partition.next_time(), Time{800});
  b.partition.run_until(kNever);
  ASSERT_EQ(b.arrivals.size(), 1u);
  const Event& e = b.arrivals[0];
  EXPECT_EQ(e.order, arrival.order);
  EXPECT_EQ(e.target, 1u);
  EXPECT_EQ(e.b, 5u);
  const Packet& p = b.fabric.packets[e.a];
  EXPECT_EQ(p.message, MessageId{77});
  EXPECT_EQ(p.tail, Time{900});
  EXPECT_EQ(p.destination, EndpointId{3});
  EXPECT_EQ(p.bytes, 64u);
  EXPECT_EQ(p.sequence, 8u);
  EXPECT_EQ(p.hops, 2);
}

}  // namespace boxes_test
}  // namespace kasuri
