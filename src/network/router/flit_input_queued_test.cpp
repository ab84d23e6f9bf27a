// SPDX-License-Identifier: MIT
// The rule of flit_input_queued.h: closed forms, and a reference that goes through every step with
// dense tables of requests. S bytes take S ps on links here; the rig writes down when heads leave,
// and when the credit of each flit returns.
#include "network/router/flit_input_queued.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <deque>
#include <map>

#include "base/core/rng.h"
#include "network/router/test_rig.h"

namespace kasuri {
namespace flit_input_queued_test {

using FlitShape = RouterRig::Shape;

// Flits of 10 bytes: steps of 10 ps. A cycle each for VC allocation, switch allocation and
// traversal.
FlitShape ten_byte_flits() {
  return {.inputs = 4,
          .outputs = 3,
          .vcs = 2,
          .buffer = 10'000,
          .request = Time{0},
          .traversal = Time{10},
          .cable = Time{10},
          .credit = Time{10},
          .arbiter = config::Choice<Arbiter>("islip"),
          .output_buffer = 10'000,
          .architecture = "flit-input-queued",
          .flit = 10,
          .vc_time = Time{10},
          .switch_time = Time{10}};
}

TEST(FlitInputQueued, TakesAStepForEachStage) {
  RouterRig rig(ten_byte_flits());
  const auto p = rig.inject(2, 1, 1, 10, Time{1000});
  rig.run();
  // VC allocation at 1000, switch allocation at 1010, traversal from 1020 to 1030.
  EXPECT_EQ(rig.of(p).head_out, Time{1030});
  // Space is free at the end of switch allocation.
  EXPECT_THAT(rig.credited,
              testing::ElementsAre(RouterRig::Credited{2, 1, 10, Time{1020 + 10 + 10}}));
}

TEST(FlitInputQueued, BeginsAtTheNextStep) {
  RouterRig rig(ten_byte_flits());
  const auto p = rig.inject(0, 0, 1, 10, Time{1001});
  rig.run();
  EXPECT_EQ(rig.of(p).head_out, Time{1040});
}

// A VC is held from its allocation to the tail: packets of one flit take two steps of one VC each,
// and two VCs fill the link.
TEST(FlitInputQueued, AVcPassesAFlitEveryOtherStep) {
  for (const std::uint32_t mask : {0b01u, 0b11u}) {
    RouterRig rig(ten_byte_flits());
    rig.routing.vc_mask = mask;
    for (std::uint32_t i = 0; i < 20; ++i) rig.inject(i % 4, i / 4 % 2, 0, 10, Time{i / 4 * 10});
    const auto& sent = rig.run();
    ASSERT_EQ(sent.size(), 20u);
    const Time between = (sent.back().head_out - sent.front().head_out);
    EXPECT_EQ(between, Time{19 * (mask == 0b11 ? 10 : 20)});
  }
}

// A head begins when the router routes nothing else, and behind a tail only then.
TEST(FlitInputQueued, RoutesAllThatWaitAtOnce) {
  FlitShape s = ten_byte_flits();
  s.request = Time{20};
  RouterRig rig(s);
  const auto first = rig.inject(0, 0, 0, 10, Time{0});    // routed at 20, from 0
  const auto other = rig.inject(1, 0, 1, 10, Time{10});   // at 40, from 20
  const auto behind = rig.inject(0, 0, 2, 10, Time{10});  // first at 40: at 60
  rig.run();
  EXPECT_EQ(rig.of(first).head_out, Time{50});
  EXPECT_EQ(rig.of(other).head_out, Time{70});
  EXPECT_EQ(rig.of(behind).head_out, Time{90});
}

// Half the time of the steps, the same link.
TEST(FlitInputQueued, WithASpeedUpOneVcFillsTheLink) {
  FlitShape s = ten_byte_flits();
  s.speedup = 2;
  s.vc_time = s.switch_time = s.traversal = Time{5};
  RouterRig rig(s);
  rig.routing.vc_mask = 0b01;
  for (std::uint32_t i = 0; i < 20; ++i) rig.inject(i % 4, i / 4 % 2, 0, 10, Time{i / 4 * 10});
  const auto& sent = rig.run();
  EXPECT_EQ(sent.front().head_out, Time{20});  // 15, at the next slot
  EXPECT_EQ(sent.back().head_out - sent.front().head_out, Time{190});
}

// Flits of two packets take turns on the link, unless the first one holds the switch.
TEST(FlitInputQueued, InterleavesPacketsOrHoldsTheSwitch) {
  for (const bool hold : {false, true}) {
    FlitShape s = ten_byte_flits();
    s.hold_switch = hold;
    RouterRig rig(s);
    rig.inject(0, 0, 0, 50, Time{0});
    rig.inject(1, 0, 0, 50, Time{0});
    rig.run();
    std::map<Time, std::uint32_t> sender;
    for (const auto& c : rig.credited) sender[c.at] = c.input;
    ASSERT_EQ(sender.size(), 10u);
    std::vector<std::uint32_t> order;
    for (const auto& [at, input] : sender) order.push_back(input);
    if (hold) {
      EXPECT_THAT(order, testing::ElementsAre(0, 0, 0, 0, 0, 1, 1, 1, 1, 1));
    } else {
      EXPECT_THAT(order, testing::ElementsAre(0, 1, 0, 1, 0, 1, 0, 1, 0, 1));
    }
  }
}

// ---- The reference ----

struct FlitTraffic {
  std::uint32_t packet, input, vc, output;
  std::int32_t bytes;
  Time head, tail;
};

class FlitReference {
 public:
  FlitReference(const FlitShape& s, std::uint32_t mask, Time credit_delay)
      : s_(s),
        mask_(mask),
        delay_(credit_delay),
        ports_(s.outputs + s.inputs),
        stride_(1u << std::bit_width(s.vcs - 1)),
        n_(ports_ * stride_),
        inputs_(n_),
        held_(n_),
        offer_(n_, n_ - 1),
        accept_(n_, n_ - 1),
        port_offer_(ports_, ports_ - 1),
        port_accept_(ports_, ports_ - 1),
        vc_turn_(ports_, s.vcs - 1),
        holder_(ports_, kNobody),
        free_(ports_),
        room_(n_, s.buffer) {}

  void run(const std::vector<FlitTraffic>& traffic, Time end) {
    for (const FlitTraffic& p : traffic) {
      const std::int32_t flits = (p.bytes + s_.flit - 1) / s_.flit;
      for (std::int32_t k = 0; k < flits; ++k) {
        const std::int64_t between = (p.tail - p.head).ps / flits;
        inputs_[in(p)].coming.push_back(
            {p, k == 0, k + 1 == flits, std::min(s_.flit, p.bytes - k * s_.flit),
             p.head + Time{between * k}});
      }
    }
    const Time unit{static_cast<std::int64_t>(s_.flit / s_.speedup)};
    for (Time t{0}; t < end; t += unit) step(t, unit);
  }

  std::map<std::uint32_t, std::string> heads;  // by packet
  std::vector<RouterRig::Credited> credited;

 private:
  static constexpr std::uint32_t kNobody = UINT32_MAX;
  enum Hold { free_vc, by_packet, by_credits };
  struct Flit {
    FlitTraffic packet;
    bool head, tail;
    std::int32_t bytes;
    Time came;
  };
  struct Input {
    std::deque<Flit> coming, here;
    bool has_vc = false, routed = false;
    std::uint32_t output_vc = 0;
    Time from{0};  // its state lets it request
  };
  struct Credit {
    Time at;
    std::uint32_t output_vc;
    std::int32_t bytes;
  };

  std::uint32_t in(const FlitTraffic& p) const { return (s_.outputs + p.input) * stride_ + p.vc; }
  static Time round_up(Time t, std::int64_t unit) { return Time{(t.ps + unit - 1) / unit * unit}; }

  void step(Time t, Time unit) {
    std::erase_if(credits_, [&](const Credit& c) {
      if (c.at <= t) room_[c.output_vc] += c.bytes;
      return c.at <= t;
    });
    for (std::uint32_t i = 0; i < n_; ++i) {
      if (held_[i] == by_credits && room_[i] == s_.buffer) held_[i] = free_vc;
      auto& input = inputs_[i];
      while (!input.coming.empty() && input.coming.front().came <= t) {
        input.here.push_back(input.coming.front());
        input.coming.pop_front();
      }
    }
    allocate_vcs(t);
    std::vector<bool> in_busy(ports_), out_busy(ports_);
    std::vector<std::uint32_t> sends;
    for (std::uint32_t p = 0; p < ports_; ++p) {
      if (holder_[p] == kNobody) continue;
      in_busy[p] = out_busy[inputs_[holder_[p]].output_vc / stride_] = true;
      if (ready(holder_[p], t))
        sends.push_back(holder_[p]);
      else
        holder_[p] = kNobody;
    }
    match_switch(t, in_busy, out_busy, sends);
    for (const std::uint32_t i : sends) send(i, t, unit);
  }

  // All heads that are first of their VC, unless the router routes others.
  void route(Time t) {
    if (t < routing_until_) return;
    for (Input& input : inputs_) {
      if (input.has_vc || input.routed || input.here.empty() || input.from > t) continue;
      input.routed = true;
      input.from = routing_until_ = t + s_.request;
    }
  }

  void allocate_vcs(Time t) {
    route(t);
    std::vector<std::vector<bool>> wants(n_, std::vector<bool>(n_));
    for (std::uint32_t i = 0; i < n_; ++i) {
      const Input& input = inputs_[i];
      if (input.has_vc || !input.routed || input.from > t) continue;
      for (std::uint32_t v = 0; v < s_.vcs; ++v) {
        const std::uint32_t o = input.here.front().packet.output * stride_ + v;
        wants[i][o] = mask_ >> v & 1 && held_[o] == free_vc;
      }
    }
    for (const auto& [i, o] : islip(wants, offer_, accept_)) {
      inputs_[i].has_vc = true;
      inputs_[i].output_vc = o;
      inputs_[i].from = t + s_.vc_time;
      held_[o] = by_packet;
    }
  }

  bool ready(std::uint32_t i, Time t) const {
    const Input& input = inputs_[i];
    if (!input.has_vc || input.here.empty() || input.from > t) return false;
    const Flit& f = input.here.front();
    const std::uint32_t out = input.output_vc / stride_;
    const Time wait = free_[out] - round_up(t + s_.switch_time + s_.traversal, s_.flit);
    return room_[input.output_vc] >= f.bytes &&
           (wait <= Time{0} || (wait.ps / s_.flit + 1) * s_.flit <= s_.output_buffer);
  }

  void match_switch(Time t, const std::vector<bool>& in_busy, const std::vector<bool>& out_busy,
                    std::vector<std::uint32_t>& sends) {
    std::vector<std::vector<bool>> wants(ports_, std::vector<bool>(ports_));
    std::vector<std::vector<std::uint32_t>> vc(ports_, std::vector<std::uint32_t>(ports_));
    for (std::uint32_t p = 0; p < ports_; ++p) {
      for (std::uint32_t k = s_.vcs; k >= 1 && !in_busy[p]; --k) {  // the next in turn overwrites
        const std::uint32_t i = p * stride_ + (vc_turn_[p] + k) % s_.vcs;
        const std::uint32_t o = inputs_[i].output_vc / stride_;
        if (!ready(i, t) || out_busy[o]) continue;
        wants[p][o] = true;
        vc[p][o] = i;
      }
    }
    for (const auto& [p, o] : islip(wants, port_offer_, port_accept_)) {
      vc_turn_[p] = vc[p][o] % stride_;
      if (s_.hold_switch) holder_[p] = vc[p][o];
      sends.push_back(vc[p][o]);
    }
  }

  static std::vector<std::pair<std::uint32_t, std::uint32_t>> islip(
      const std::vector<std::vector<bool>>& wants, std::vector<std::uint32_t>& offer,
      std::vector<std::uint32_t>& accept) {
    const auto n = static_cast<std::uint32_t>(wants.size());
    std::vector<std::uint32_t> offered(n, kNobody);
    for (std::uint32_t o = 0; o < n; ++o) {
      for (std::uint32_t k = n; k >= 1; --k) {
        if (wants[(offer[o] + k) % n][o]) offered[o] = (offer[o] + k) % n;
      }
    }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> matches;
    for (std::uint32_t i = 0; i < n; ++i) {
      std::uint32_t mine = kNobody;
      for (std::uint32_t k = n; k >= 1; --k) {
        if (offered[(accept[i] + k) % n] == i) mine = (accept[i] + k) % n;
      }
      if (mine == kNobody) continue;
      matches.emplace_back(i, mine);
      accept[i] = mine;
      offer[mine] = i;
    }
    return matches;
  }

  void send(std::uint32_t i, Time t, Time unit) {
    Input& input = inputs_[i];
    const Flit f = input.here.front();
    input.here.pop_front();
    const std::uint32_t out = input.output_vc / stride_;
    const Time at = std::max(round_up(t + s_.switch_time + s_.traversal, s_.flit), free_[out]);
    free_[out] = at + Time{s_.flit};
    room_[input.output_vc] -= f.bytes;
    credited.push_back({f.packet.input, f.packet.vc, f.bytes,
                        round_up(t + s_.switch_time, s_.flit) + s_.cable + s_.credit});
    if (f.head) {
      heads[f.packet.packet] =
          fmt::format("output {} vc {} at {}", out, input.output_vc % stride_, at.ps);
      credits_.push_back({at + s_.cable + delay_, input.output_vc, f.packet.bytes});
    }
    if (f.tail || input.here.empty()) holder_[i / stride_] = kNobody;
    if (!f.tail) return;
    held_[input.output_vc] =
        s_.wait_for_tail_credit && room_[input.output_vc] != s_.buffer ? by_credits : free_vc;
    input.has_vc = input.routed = false;
    // A head that comes later requests when it comes.
    input.from = input.here.empty() && !next_has_come(input, t) ? Time{0} : t + unit;
  }
  static bool next_has_come(const Input& input, Time t) {
    return !input.coming.empty() && input.coming.front().came <= t;
  }

  FlitShape s_;
  std::uint32_t mask_;
  Time delay_;
  std::uint32_t ports_, stride_, n_;
  std::vector<Input> inputs_;
  std::vector<Hold> held_;
  std::vector<std::uint32_t> offer_, accept_, port_offer_, port_accept_, vc_turn_, holder_;
  std::vector<Time> free_;
  Time routing_until_{0};
  std::vector<std::int32_t> room_;
  std::vector<Credit> credits_;
};

void compare_flits(std::uint64_t seed) {
  std::uint64_t counter = 0;
  const auto random = [&](std::uint32_t n) {
    return static_cast<std::uint32_t>(below(random_at(seed, 1, 0, counter++)[0], n));
  };
  FlitShape s = ten_byte_flits();
  s.inputs = 1 + random(5), s.outputs = 1 + random(4), s.vcs = 1 + random(4);
  if (random(20) == 0) s.inputs = 70;
  s.speedup = 1 + random(2);
  s.vc_time = Time{random(25)}, s.switch_time = Time{random(25)},
  s.traversal = Time{1 + random(25)};
  s.request = Time{random(15)}, s.cable = Time{1 + random(30)}, s.credit = Time{random(30)};
  s.hold_switch = random(2), s.wait_for_tail_credit = random(2);
  const std::uint32_t most = random(3) ? 1 + random(60) : 10;
  s.buffer = static_cast<std::int32_t>(std::max(most, 10u) * (1 + random(3)) + random(10));
  s.output_buffer = static_cast<std::int32_t>(std::max(most, 10u) + random(60));
  const Time credit_delay{random(3) == 0 ? 0 : random(100)};
  const std::uint32_t mask = 1 + random((1u << s.vcs) - 1);
  RouterRig rig(s);
  rig.routing.vc_mask = mask;
  rig.return_credits(credit_delay);
  std::vector<FlitTraffic> traffic;
  std::vector<Time> arrived(s.inputs);
  const std::uint32_t hot = random(2) ? random(s.outputs) : UINT32_MAX;
  const std::uint32_t gap = random(4) ? 1 : 200;
  for (std::uint32_t i = 0; i < 80; ++i) {
    FlitTraffic p{0,
                  random(s.inputs),
                  random(s.vcs),
                  hot < s.outputs && random(3) ? hot : random(s.outputs),
                  static_cast<std::int32_t>(1 + random(most)),
                  {},
                  {}};
    p.head = arrived[p.input] + Time{random(gap)};
    p.tail = arrived[p.input] =
        p.head + Time{(p.bytes + 9) / 10 * 10} + Time{random(4) ? 0 : random(60)};
    p.packet =
        rig.inject(p.input, p.vc, p.output, static_cast<std::uint32_t>(p.bytes), p.head, p.tail);
    traffic.push_back(p);
  }
  rig.run();
  Time end{1};
  for (const auto& c : rig.credited) end = std::max(end, c.at + Time{1000});
  FlitReference reference(s, mask, credit_delay);
  reference.run(traffic, end);
  std::map<std::uint32_t, std::string> heads;
  for (const auto& x : rig.sent) {
    heads[x.packet] = fmt::format("output {} vc {} at {}", x.output, x.vc, x.head_out.ps);
  }
  ASSERT_EQ(heads.size(), traffic.size()) << "seed " << seed << ": packets are stuck";
  ASSERT_EQ(heads, reference.heads) << "seed " << seed;
  const auto by_input = [](std::vector<RouterRig::Credited> all) {
    std::ranges::stable_sort(all, {}, &RouterRig::Credited::input);
    return all;
  };
  ASSERT_EQ(by_input(rig.credited), by_input(reference.credited)) << "seed " << seed;
  std::string why;
  EXPECT_TRUE(rig.routers->at_rest(why)) << why << ", seed " << seed;
}

TEST(FlitInputQueued, KeepsItsRuleStepByStep) {
  for (std::uint64_t seed = 1; seed <= 600 && !testing::Test::HasFailure(); ++seed)
    compare_flits(seed);
}

}  // namespace flit_input_queued_test
}  // namespace kasuri
