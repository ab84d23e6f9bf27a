// SPDX-License-Identifier: MIT
// For tests: one router alone. It is the centre of a star; what it sends over its links, to its
// NICs and as credits goes to stubs that write it down; packets are put straight into its inputs.
// Its NICs are input ports only. One byte takes one picosecond on every link.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "base/config/registry.h"
#include "network/net/flit_input.h"
#include "network/net/test_print.h"
#include "network/net/test_star.h"
#include "network/router/router.h"

namespace kasuri {

class RouterRig final : public CreditTaker {
 public:
  struct Shape {
    std::uint32_t inputs = 4;
    std::uint32_t outputs = 3;
    std::uint32_t vcs = 2;
    std::uint32_t classes = 1;  // that share them
    std::int32_t buffer = 1000;  // of each VC behind an output
    Time request{12};            // R = T_RC + T_VA + T_SA
    Time traversal{128};         // T_ST
    Time cable{7};
    Time credit{3};
    config::Choice<Arbiter> arbiter{"round-robin"};
    double speedup = 1;
    std::int32_t output_buffer = 1000;
    std::int32_t output_pool = 0;
    std::int32_t largest_packet = 40;
    std::string architecture = "input-queued";
    // Of flit-input-queued routers, whose `request` is T_RC alone.
    std::int32_t flit = 4;
    Time vc_time{1}, switch_time{1};
    bool hold_switch = false, wait_for_tail_credit = false;
  };

  // A packet that has left by `output`, with its times as in input_queued.h.
  struct Sent {
    std::uint32_t packet;
    std::uint32_t output;
    std::uint32_t vc;
    Time grant, head_out, tail_out;

    friend bool operator==(const Sent&, const Sent&) = default;
  };
  struct Credited {
    std::uint32_t input;
    std::uint32_t vc;
    std::int32_t bytes;
    Time at;

    friend bool operator==(const Credited&, const Credited&) = default;
  };

  explicit RouterRig(const Shape& s, LinkPower* power = nullptr, std::uint64_t seed = 0)
      : shape(s),
        topology(s.outputs, s.inputs),
        routing(s.vcs),
        fabric({.partition = partition,
                .topology = topology,
                .routing = routing,
                .decomposition = whole,
                .request = s.request,
                .traversal = s.traversal,
                .link_classes = {2, LinkClass{kBytePerPs, Serialisation(kBytePerPs), s.cable, s.credit,
                                              s.buffer}},
                .seed = seed},
               {.vcs = s.vcs, .receive_buffer = s.buffer, .largest_packet = s.largest_packet}) {
    fabric.power = power;
    RouterParams params{.architecture = s.architecture,
                        .vc_allocation_time = s.vc_time,
                        .switch_allocation_time = s.switch_time,
                        .vcs = s.vcs / s.classes,
                        .classes = s.classes,
                        .arbiter = s.arbiter,
                        .speedup = s.speedup,
                        .output_buffer = Bytes{s.output_buffer},
                        .output_pool = Bytes{s.output_pool},
                        .flit = Bytes{s.flit},
                        .hold_switch = s.hold_switch,
                        .wait_for_tail_credit = s.wait_for_tail_credit};
    if (params.moves_flits()) {
      params.routing_time = s.request;
      fabric.request = Time{0};
    }
    RouterContext context{fabric, params};
    routers = config::Choice<Routers>(params.architecture).make(context);
    // Its own arrivals go on as before; those at its neighbours, and at NICs, come to the stubs.
    into_router_ = fabric.at_router;
    fabric.at_router = partition.add_handler<&RouterRig::left_by_link>(this);
    fabric.at_nic = partition.add_handler<&RouterRig::left_to_nic>(this);
    post_credit_ = partition.add_handler<&RouterRig::post_credit>(this);
    post_flits_ = partition.add_handler<&RouterRig::post_flits>(this);
    fabric.nics = this;
  }

  // The first byte reaches VC `vc` of an input at `head`, the last one at `tail`.
  std::uint32_t inject(std::uint32_t input, std::uint32_t vc, std::uint32_t output,
                       std::uint32_t bytes, Time head, Time tail) {
    const std::uint32_t i = fabric.packets.allocate();
    fabric.packets[i] = {};
    Packet& p = fabric.packets[i];
    p.tail = tail;
    p.injected = head;
    p.sequence = i;
    p.bytes = bytes;
    p.source = {input};
    p.destination = {shape.inputs + output};
    p.target = {output + 1};
    partition.post({head + fabric.request,
                    order_key(Phase::arrival, {topology.routers() + input}, vc), 0, i,
                    fabric.input_vc(shape.outputs + input, vc), into_router_});
    if (shape.architecture == "flit-input-queued") {
      partition.post({head, order_key(Phase::credit, {topology.routers() + input}, vc), i, input, vc,
                      post_flits_});
    }
    return i;
  }
  // As from a source of the link's own rate.
  std::uint32_t inject(std::uint32_t input, std::uint32_t vc, std::uint32_t output,
                       std::uint32_t bytes, Time head) {
    return inject(input, vc, output, bytes, head, head + Time{bytes});
  }

  // At `now` the router learns that from `at` on there is more room in a VC behind an output.
  void credit(std::uint32_t output, std::uint32_t vc, std::int32_t bytes, Time now, Time at) {
    const auto i = static_cast<std::uint32_t>(credits_.size());
    credits_.push_back({output, vc, bytes, at});
    partition.post({now, order_key(Phase::credit, {output + 1}, i), i, 0, 0, post_credit_});
  }
  // Room that comes back as soon as the tail of each packet is at the neighbour, and `later`.
  void return_credits(Time later) { returns_after_ = later; }

  const std::vector<Sent>& run() {
    partition.run_until(kNever);
    return sent;
  }
  // The times at which packet `i` left.
  const Sent& of(std::uint32_t packet) const {
    for (const Sent& s : sent) {
      if (s.packet == packet) return s;
    }
    fail("the packet has left");
  }

  void take_credit(std::uint32_t nic, std::uint32_t, std::uint16_t vc, std::int32_t bytes,
                   Time at) override {
    credited.push_back({nic, vc, bytes, at});
  }

  static constexpr BytesPerSecond kBytePerPs{1'000'000'000'000};

  Shape shape;
  Partition partition;
  TestStar topology;
  TestStarRouting routing;
  Decomposition whole{topology};
  Fabric fabric;
  std::unique_ptr<Routers> routers;
  std::vector<Sent> sent;          // in the order of their grants at each output
  std::vector<Credited> credited;  // to the stubs before the inputs

 private:
  bool left_by_link(const Event& e) {
    const Packet& p = fabric.packets[e.a];
    const Time head_out = e.time - fabric.request - shape.cable;
    const std::uint32_t vc = e.b - fabric.input_vc(0, 0);  // a leaf has one port
    sent.push_back({e.a, e.target - 1, vc, head_out - shape.traversal, head_out,
                    p.tail - shape.cable});
    if (returns_after_ < kNever) {
      routers->take_credit(0, e.target - 1, static_cast<std::uint16_t>(vc),
                           static_cast<std::int32_t>(p.bytes),
                           std::max(e.time, p.tail) + returns_after_);
    }
    return true;
  }
  bool left_to_nic(const Event&) {
    ADD_FAILURE() << "no packet of these tests goes to a NIC";
    return true;
  }
  // Those behind the head, evenly up to the tail.
  bool post_flits(const Event& e) {
    const Packet& p = fabric.packets[e.target];
    const auto bytes = static_cast<std::int32_t>(p.bytes);
    const std::int32_t flits = (bytes + shape.flit - 1) / shape.flit;
    const Time between{(p.tail - e.time).ps / flits};
    for (std::int32_t k = 1; k < flits; ++k) {
      routers->take_credit(0, kFlitsOfInput + shape.outputs + e.a, static_cast<std::uint16_t>(e.b),
                           std::min(shape.flit, bytes - k * shape.flit), e.time + between * k);
    }
    return true;
  }
  bool post_credit(const Event& e) {
    const Credited& c = credits_[e.target];
    routers->take_credit(0, c.input, static_cast<std::uint16_t>(c.vc), c.bytes, c.at);
    return true;
  }

  EventKind into_router_{}, post_credit_{}, post_flits_{};
  std::vector<Credited> credits_;  // to the router; `input` is the output they belong to
  Time returns_after_ = kNever;
};

}  // namespace kasuri
