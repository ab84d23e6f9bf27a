// SPDX-License-Identifier: MIT
// For tests: NICs alone, all at one router. The router is a stub that writes down what is injected
// and which credits return, and hands packets to NICs when it is told to. One byte takes one
// picosecond on the links to the NICs.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "network/net/test_print.h"
#include "network/net/test_star.h"
#include "network/nic/nic.h"

namespace kasuri {

class NicRig final : public CreditTaker, public TransportClient {
 public:
  struct Shape {
    std::uint32_t nics = 4;
    std::uint32_t vcs = 2;
    std::int32_t buffer = 100'000;
    NicParams params{};
    Time request{12};
    Time cable{7};
    Time credit{3};
    Time fabric = kNever;  // packets come out so much after they went in; kNever: not at all
  };
  struct Injected {
    std::uint32_t nic, to, bytes, vc, sequence;
    Time head, tail;

    friend bool operator==(const Injected&, const Injected&) = default;
  };
  struct Credited {
    std::uint32_t port;
    std::int32_t bytes;
    Time at;

    friend bool operator==(const Credited&, const Credited&) = default;
  };

  explicit NicRig(Shape s)
      : shape(std::move(s)),
        topology(0, shape.nics),
        routing(shape.vcs),
        fabric({.partition = partition,
                .topology = topology,
                .routing = routing,
                .decomposition = whole,
                .request = shape.request,
                .traversal = Time{128},
                .link_classes = {1, LinkClass{kBytePerPs, Serialisation(kBytePerPs), shape.cable,
                                              shape.credit, shape.buffer}}},
               {.vcs = shape.vcs, .receive_buffer = 1 << 20}),
        nics(shape.params, fabric),
        client_(nics.add_client(*this)) {
    fabric.at_router = partition.add_handler<&NicRig::injected_packet>(this);
    fabric.routers = this;
    act_ = partition.add_handler<&NicRig::act>(this);
  }

  // At time `t` node `from` is handed a message.
  void send(Time t, std::uint32_t from, std::uint32_t to, std::int64_t bytes,
            bool wants_sent = false, std::uint8_t nic = Message::kAnyNic, std::uint8_t ways = 0) {
    Message m{.source = {from}, .destination = {to}, .size = {bytes}, .client = client_,
              .wants_sent = wants_sent, .nic = nic, .ways = ways};
    m.user[0] = actions_.size();
    at(t, [this, m] { nics.send(m); });
  }
  // At `now` a NIC learns that from `when` on there is more room in a VC of the router.
  void credit(std::uint32_t nic, std::uint16_t vc, std::int32_t bytes, Time now, Time when) {
    at(now, [=, this] { nics.take_credit(nic, 0, vc, bytes, when); });
  }
  void run() { partition.run_until(kNever); }

  void take_credit(std::uint32_t, std::uint32_t port, std::uint16_t, std::int32_t bytes,
                   Time at) override {
    credited.push_back({port, bytes, at});
  }
  void on_sent(const Message& m) override { sent.emplace_back(m.user[0], partition.now()); }
  void on_arrived(const Message& m) override { arrived.emplace_back(m.user[0], partition.now()); }

  static constexpr BytesPerSecond kBytePerPs{1'000'000'000'000};

  Shape shape;
  Partition partition;
  TestStar topology;
  TestStarRouting routing;
  Decomposition whole{topology};
  Fabric fabric;
  Nics nics;
  std::vector<Injected> injected;
  std::vector<Credited> credited;                          // to the router
  std::vector<std::pair<std::uint64_t, Time>> sent;        // number of the action, time
  std::vector<std::pair<std::uint64_t, Time>> arrived;

 private:
  void at(Time t, std::function<void()> action) {
    const auto i = static_cast<std::uint32_t>(actions_.size());
    actions_.push_back(std::move(action));
    partition.post({t, order_key(Phase::node, {0}, kRankSequence + i), i, 0, 0, act_});
  }
  bool act(const Event& e) {
    actions_[e.target]();
    return true;
  }
  bool injected_packet(const Event& e) {
    Packet& p = fabric.packets[e.a];
    const Time head_in = e.time - shape.request;
    const std::uint32_t port = p.source.v;  // of a router without links
    injected.push_back({p.source.v, p.destination.v, p.bytes, e.b - fabric.input_vc(port, 0),
                        p.sequence, head_in - shape.cable, p.tail - shape.cable});
    if (shape.fabric == kNever) return true;
    const Time tail = p.tail + shape.fabric;
    p.tail = head_in + shape.fabric;
    partition.post({tail, order_key(Phase::node, {0}, port), p.destination.v, e.a, 0,
                    fabric.at_nic});
    return true;
  }

  std::uint8_t client_;
  EventKind act_{};
  std::vector<std::function<void()>> actions_;
};

}  // namespace kasuri
