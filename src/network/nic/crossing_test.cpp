// SPDX-License-Identifier: MIT
// Messages whose packets cross cuts: in disorder, several times, and back to where they came from.
// NICs at two routers, as one part and as two; the routers are stubs that pass each packet to and
// fro, as often and as slowly as a test says, before they hand it to its NIC.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <memory>
#include <set>
#include <vector>

#include "base/core/rng.h"
#include "network/net/test_print.h"
#include "network/net/test_star.h"
#include "network/nic/nic.h"

namespace kasuri {
namespace crossing_test {

using testing::ElementsAre;

class TwoRouters final : public Topology {
 public:
  explicit TwoRouters(std::uint32_t endpoints) : endpoints_(endpoints) {}
  std::uint32_t routers() const override { return 2; }
  std::uint32_t degree(RouterId) const override { return 1; }
  PortRef neighbour(RouterId r, std::uint32_t) const override { return {{1 - r.v}, 0}; }
  std::uint32_t endpoints() const override { return 2 * endpoints_; }
  std::uint32_t endpoints_at(RouterId) const override { return endpoints_; }
  EndpointId first_endpoint(RouterId r) const override { return {r.v * endpoints_}; }
  RouterId router_of(EndpointId e) const override { return {e.v / endpoints_}; }
  std::vector<std::uint32_t> coordinates(RouterId r) const override { return {r.v}; }
  std::string describe() const override { return "two routers"; }

 private:
  std::uint32_t endpoints_;
};

// One byte takes one picosecond on the links to the NICs. Links between the routers take a window
// or more.
constexpr BytesPerSecond kBytePerPs{1'000'000'000'000};
constexpr Time kWindow{500}, kCable{7}, kRequest{12};

NicParams params(std::int64_t packet, std::int64_t per_node = 1) {
  NicParams p;
  p.per_node = per_node;
  p.packet = {packet};
  p.smallest_packet = {1};
  return p;
}

struct Shape {
  std::uint16_t parts = 2;
  std::uint32_t nics_per_router = 4;
  NicParams params = crossing_test::params(100);
  // Of a packet: how often it goes to the other router and back before it may get off, and how long
  // each way takes beyond a window.
  std::function<std::uint32_t(const Packet&)> turns = [](const Packet&) { return 0; };
  std::function<Time(const Packet&)> delay = [](const Packet&) { return Time{0}; };
};

// A message by its number, and when it left or arrived.
struct Happened {
  std::uint64_t message;
  Time at;
  friend auto operator<=>(const Happened&, const Happened&) = default;
};
void PrintTo(const Happened& h, std::ostream* out) {
  *out << h.message << " at " << h.at.ps << " ps";
}

class Part final : public CreditTaker, public TransportClient {
 public:
  Part(const Shape&, const Topology&, const Routing&, const Decomposition&, std::uint16_t number,
       const std::vector<Message>& script);

  void hand_over(Time t, std::uint32_t message) {
    partition.post(
        {t, order_key(Phase::node, {2}, kRankSequence + message), message, 0, 0, hand_over_});
  }
  void take_credit(std::uint32_t, std::uint32_t, std::uint16_t, std::int32_t, Time) override {}
  void on_sent(const Message& m) override { sent.push_back({m.user[0], partition.now()}); }
  void on_arrived(const Message&) override;

  // No packet that the router has, or has passed on in this window, is smaller.
  std::uint32_t smallest() const { return here.empty() ? UINT32_MAX : *here.begin(); }

  Partition partition;
  Fabric fabric;
  Nics nics;
  std::vector<Happened> sent, arrived;
  std::multiset<std::uint32_t> here;  // sizes of the packets at the router
  std::uint32_t smallest_left = UINT32_MAX;

 private:
  bool at_router(const Event&);
  bool start(const Event& e);
  void pass_on(Event, RouterId at);

  const Shape& shape_;
  const std::vector<Message>& script_;
  EventKind hand_over_{};
};

struct Rig {
  explicit Rig(Shape s)
      : shape(std::move(s)),
        topology(shape.nics_per_router),
        decomposition(shape.parts == 1 ? Decomposition(topology)
                                       : Decomposition(topology, {0, 1}, 2)) {
    for (std::uint16_t i = 0; i < shape.parts; ++i) {
      parts.push_back(std::make_unique<Part>(shape, topology, routing, decomposition, i, script));
    }
  }

  // At `t` node `from` is handed a message.
  void send(Time t, std::uint32_t from, std::uint32_t to, std::int64_t bytes,
            bool wants_sent = false) {
    Message m{.source = {from}, .destination = {to}, .size = {bytes}, .wants_sent = wants_sent};
    m.user[0] = script.size();
    const EndpointId nic{from * static_cast<std::uint32_t>(shape.params.per_node)};
    parts[decomposition.owner(topology.router_of(nic))]->hand_over(
        t, static_cast<std::uint32_t>(script.size()));
    script.push_back(m);
  }

  void run_window() {
    ++window;
    for (const auto& p : parts) {
      p->fabric.channels.begin_window(window);
      p->nics.packet_sizes().begin_window();
      p->smallest_left = UINT32_MAX;
      for (const auto& other : parts) {
        if (other != p) p->fabric.take_in(other->fabric.channels.sent(window - 1, p->fabric.part));
      }
    }
    for (const auto& p : parts) {
      p->partition.run_until(kWindow * static_cast<std::int64_t>(window));
      // The lookahead for credits relies on this.
      EXPECT_LE(p->nics.packet_sizes().smallest(), std::min(p->smallest(), p->smallest_left));
    }
  }
  bool idle() {
    return std::ranges::all_of(parts, [&](const auto& p) {
      return p->partition.idle() && p->fabric.channels.earliest() == kNever;
    });
  }
  void run() {
    do run_window();
    while (!idle());
    for (const auto& p : parts) {
      EXPECT_EQ(p->nics.in_flight(), 0u);
      EXPECT_EQ(p->fabric.packets.in_use(), 0u);
    }
  }

  std::vector<Happened> all(std::vector<Happened> Part::*what) const {
    std::vector<Happened> sum;
    for (const auto& p : parts) sum.insert(sum.end(), ((*p).*what).begin(), ((*p).*what).end());
    std::ranges::sort(sum);
    return sum;
  }
  DeliveryStatistics delivered() const {
    DeliveryStatistics sum;
    for (const auto& p : parts) sum += p->nics.deliveries().sum();
    return sum;
  }

  Shape shape;
  TwoRouters topology;
  TestStarRouting routing{1};
  Decomposition decomposition;
  std::vector<Message> script;
  std::vector<std::unique_ptr<Part>> parts;
  std::uint64_t window = 0;
};

Part::Part(const Shape& shape, const Topology& topology, const Routing& routing,
           const Decomposition& decomposition, std::uint16_t number, const std::vector<Message>& script)
    : fabric({.partition = partition,
              .topology = topology,
              .routing = routing,
              .decomposition = decomposition,
              .part = number,
              .request = kRequest,
              .traversal = Time{128},
              .link_classes = {2, LinkClass{kBytePerPs, Serialisation(kBytePerPs), kCable, Time{3},
                                            1 << 30}}},
             {.vcs = 1, .receive_buffer = 1 << 20}),
      nics(shape.params, fabric),
      shape_(shape),
      script_(script) {
  nics.add_client(*this);
  fabric.at_router = partition.add_handler<&Part::at_router>(this);
  fabric.routers = this;
  hand_over_ = partition.add_handler<&Part::start>(this);
}

std::byte content(std::uint64_t message, std::int64_t i) {
  return static_cast<std::byte>(message * 31 + static_cast<std::uint64_t>(i));
}

bool Part::start(const Event& e) {
  Message m = script_[e.target];
  if (m.size.n > 0) {
    m.payload = static_cast<std::byte*>(std::malloc(static_cast<std::size_t>(m.size.n)));
    for (std::int64_t i = 0; i < m.size.n; ++i) m.payload[i] = content(e.target, i);
  }
  nics.send(m);
  return true;
}

void Part::on_arrived(const Message& m) {
  arrived.push_back({m.user[0], partition.now()});
  const Message& handed = script_[m.user[0]];
  EXPECT_EQ(m.source, handed.source);
  EXPECT_EQ(m.destination, handed.destination);
  ASSERT_EQ(m.size, handed.size);
  ASSERT_EQ(m.payload != nullptr, m.size.n > 0);
  for (std::int64_t i = 0; i < m.size.n; ++i) ASSERT_EQ(m.payload[i], content(m.user[0], i));
  std::free(m.payload);
}

bool Part::at_router(const Event& e) {
  Packet& p = fabric.packets[e.a];
  const RouterId at = fabric.router(e.target);
  here.insert(p.bytes);
  if (p.hops < (p.origin != p.target) + 2 * shape_.turns(p)) {
    pass_on(e, at);
    return true;
  }
  EXPECT_EQ(at, p.target);
  here.erase(here.find(p.bytes));
  p.tail = e.time;  // its head is at the NIC at once
  partition.post({e.time + Time{p.bytes},
                  order_key(Phase::node, {at.v}, p.source.v << 20 | p.sequence),
                  fabric.decomposition.local(p.destination), e.a, 0, fabric.at_nic});
  return true;
}

void Part::pass_on(Event e, RouterId at) {
  Packet& p = fabric.packets[e.a];
  const RouterId next{1 - at.v};
  ++p.hops;
  here.erase(here.find(p.bytes));
  e.time += kWindow + shape_.delay(p);
  e.order = order_key(Phase::arrival, {at.v}, p.source.v << 20 | p.sequence << 8 | p.hops);
  e.target = fabric.decomposition.local(next);
  const std::uint16_t to = fabric.decomposition.owner(next);
  if (to == fabric.part) return partition.post(e);
  smallest_left = std::min(smallest_left, p.bytes);
  fabric.send_across(to, e, e.a);
}

// ---- One message ----

TEST(Crossing, AMessageIsPutTogetherWhereItGoes) {
  Rig rig(Shape{});
  rig.send(Time{0}, 1, 6, 250);
  rig.run_window();
  // It is the destination's concern now.
  EXPECT_EQ(rig.parts[0]->nics.in_flight(), 0u);
  EXPECT_EQ(rig.parts[0]->fabric.packets.in_use(), 0u);
  rig.run();
  EXPECT_TRUE(rig.parts[0]->arrived.empty());
  // The third packet's head: injection, cable and pipeline, the way across; then its 50 bytes.
  EXPECT_THAT(rig.parts[1]->arrived, ElementsAre(Happened{0, Time{200 + 19 + 500 + 50}}));
  EXPECT_EQ(rig.delivered().packets, 3u);
  EXPECT_EQ(rig.delivered().messages, 1u);
}

// The payload travels with the first packet, wherever that comes in.
TEST(Crossing, PacketsMayOvertakeEachOther) {
  for (const std::uint32_t late : {0u, 1u, 2u}) {
    Rig rig(
        Shape{.delay = [late](const Packet& p) { return Time{p.sequence == late ? 3000 : 0}; }});
    rig.send(Time{0}, 0, 4, 300);
    rig.run();
    EXPECT_THAT(rig.parts[1]->arrived,
                ElementsAre(Happened{0, Time{late * 100 + 19 + 3500 + 100}}));
  }
}

// From node 0 to node 1 of one router, by way of the other for some of the packets.
TEST(Crossing, PacketsMayLeaveAndComeBack) {
  for (const std::uint32_t away : {0u, 1u, 2u}) {
    Rig rig(Shape{.turns = [away](const Packet& p) { return p.sequence == away ? 2 : 0; }});
    rig.send(Time{0}, 0, 1, 300);
    rig.run_window();
    rig.run_window();
    EXPECT_EQ(rig.parts[0]->nics.in_flight(), 1u);  // the packet is away, the message is not
    EXPECT_EQ(rig.parts[0]->fabric.packets.in_use(), 0u);
    EXPECT_TRUE(rig.parts[0]->arrived.empty());
    rig.run();
    EXPECT_THAT(rig.parts[0]->arrived,
                ElementsAre(Happened{0, Time{away * 100 + 19 + 4 * 500 + 100}}));
    EXPECT_TRUE(rig.parts[1]->arrived.empty());
  }
}

// The memory is read more slowly than packets get away: all are gone when the message has been
// sent.
TEST(Crossing, TellsThatAMessageWasSentAfterItHasGone) {
  for (const std::int64_t bytes : {0, 100, 250}) {
    NicParams slow = params(100);
    slow.dma_read_rate = {kBytePerPs.n / 50};
    Rig rig(Shape{.params = slow});
    rig.send(Time{0}, 2, 5, bytes, true);
    rig.send(Time{0}, 2, 5, 10, false);
    rig.run();
    const std::int64_t on_wire = std::max<std::int64_t>(bytes, 1);
    EXPECT_THAT(rig.parts[0]->sent, ElementsAre(Happened{0, Time{50 * on_wire}}));
    EXPECT_TRUE(rig.parts[1]->sent.empty());
    EXPECT_EQ(rig.parts[1]->arrived.size(), 2u);
  }
}

TEST(Crossing, KeepsTheRecordOfAMessageThatIsStillToBeSent) {
  NicParams slow = params(100);
  slow.dma_read_rate = {kBytePerPs.n / 50};
  Rig rig(Shape{.params = slow});
  rig.send(Time{0}, 2, 5, 100, true);
  for (int i = 0; i < 9; ++i) rig.run_window();
  EXPECT_EQ(rig.parts[0]->fabric.packets.in_use(), 0u);
  EXPECT_EQ(rig.parts[0]->nics.in_flight(), 1u);  // until 5,000 ps
  rig.run_window();
  EXPECT_EQ(rig.parts[0]->nics.in_flight(), 1u);
  rig.run_window();
  EXPECT_EQ(rig.parts[0]->nics.in_flight(), 0u);
}

// ---- The smallest packet alive ----

TEST(Crossing, SmallestPacketIsKnownWhereItIsAndWhereItWas) {
  Rig rig(Shape{.delay = [](const Packet&) { return Time{450}; }});
  const auto smallest = [&] {
    const auto of = [&](int part) { return rig.parts[part]->nics.packet_sizes().smallest(); };
    return std::pair(of(0), of(1));
  };
  EXPECT_EQ(smallest(), std::pair(UINT32_MAX, UINT32_MAX));
  rig.send(Time{10}, 0, 4, 100);
  rig.send(Time{600}, 0, 4, 40);
  rig.run_window();
  EXPECT_EQ(smallest(), std::pair(100u, UINT32_MAX));  // has left
  rig.run_window();
  EXPECT_EQ(smallest(), std::pair(40u, 100u));  // on the link to NIC 4 until 1,079 ps
  rig.run_window();
  EXPECT_EQ(smallest(), std::pair(UINT32_MAX, 40u));
  rig.run_window();
  EXPECT_EQ(smallest(), std::pair(UINT32_MAX, UINT32_MAX));
}

// ---- Many messages ----

// Any traffic gives the same in two parts as in one, tick by tick.
TEST(Crossing, ChangesNothing) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const auto draw = [seed](std::uint64_t what, std::uint64_t which, std::uint64_t below_this) {
      return below(random_at(seed, which, static_cast<std::uint32_t>(what), 0)[0], below_this);
    };
    Shape shape;
    shape.params = params(100, seed % 3 == 0 ? 2 : 1);
    shape.params.header = {seed % 2 ? 0 : 9};
    if (seed % 5 == 0) shape.params.dma_read_rate = {kBytePerPs.n / 30};
    if (seed % 7 == 0) shape.params.receive_overhead = Time{333};
    const auto id = [](const Packet& p) { return std::uint64_t{p.source.v} << 16 | p.sequence; };
    shape.turns = [&](const Packet& p) { return static_cast<std::uint32_t>(draw(1, id(p), 3)); };
    shape.delay = [&](const Packet& p) {
      return Time{static_cast<std::int64_t>(draw(2 + p.hops, id(p), 2500))};
    };
    const auto run = [&](std::uint16_t parts) {
      shape.parts = parts;
      auto rig = std::make_unique<Rig>(shape);
      const auto nodes = 8 / static_cast<std::uint64_t>(shape.params.per_node);
      for (std::uint64_t i = 0; i < 60; ++i) {
        const auto bytes = static_cast<std::int64_t>(draw(20, i, draw(21, i, 4) ? 100 : 1500));
        rig->send(Time{static_cast<std::int64_t>(draw(22, i, 4000))},
                  static_cast<std::uint32_t>(draw(23, i, nodes)),
                  static_cast<std::uint32_t>(draw(24, i, nodes)), bytes, draw(25, i, 2) == 0);
      }
      rig->run();
      return rig;
    };
    const auto whole = run(1), halves = run(2);
    EXPECT_EQ(halves->all(&Part::arrived), whole->all(&Part::arrived)) << "seed " << seed;
    EXPECT_EQ(halves->all(&Part::sent), whole->all(&Part::sent)) << "seed " << seed;
    EXPECT_EQ(whole->all(&Part::arrived).size(), 60u);
    const DeliveryStatistics a = whole->delivered(), b = halves->delivered();
    EXPECT_EQ(a.hash, b.hash);
    EXPECT_EQ(a.packets, b.packets);
    EXPECT_EQ(a.messages, b.messages);
    EXPECT_EQ(a.bytes, b.bytes);
    EXPECT_EQ(a.hops, b.hops);
    EXPECT_EQ(a.latency, b.latency);
    EXPECT_EQ(a.queueing, b.queueing);
    EXPECT_EQ(a.last, b.last);
    EXPECT_EQ(a.intra_node_messages, b.intra_node_messages);
  }
}

}  // namespace crossing_test
}  // namespace kasuri
