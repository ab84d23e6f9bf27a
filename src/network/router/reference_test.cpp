// SPDX-License-Identifier: MIT
// The router against a reference that knows no events: it goes through every picosecond and applies the
// rule as input_queued.h or output_queued.h states it. Random traffic, sizes, credits and slow sources;
// all arbiters whose choices have a simple rule; with and without a speed-up.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <deque>
#include <map>
#include <tuple>

#include "base/core/rng.h"
#include "network/router/test_rig.h"

namespace kasuri {
namespace reference_test {

using Shape = RouterRig::Shape;
using Sent = RouterRig::Sent;
using Credited = RouterRig::Credited;

struct Traffic {
  std::uint32_t packet, input, vc, output, bytes;
  Time head, tail;
};

// One tick is one picosecond.
class Reference {
 public:
  Reference(const Shape& s, std::uint32_t vc_mask, Time credit_delay)
      : s_(s), mask_(vc_mask), credit_delay_(credit_delay), queue_(s.inputs * s.vcs),
        ready_(s.inputs * s.vcs), input_free_(s.inputs), output_free_(s.outputs),
        switch_free_(s.outputs), turn_(s.outputs), taken_(s.outputs + s.inputs),
        last_port_(s.outputs, s.outputs + s.inputs - 1),
        room_(s.outputs, std::vector<std::int64_t>(s.vcs, s.buffer)),
        at_outputs_(s.architecture != "input-queued"), open_(s.architecture == "output-queued"),
        outputs_(s.outputs) {
    for (Output& o : outputs_) o.queue.resize(s.vcs), o.used.resize(s.vcs);
  }

  std::vector<Sent> run(std::vector<Traffic> traffic, Time end) {
    std::ranges::stable_sort(traffic, {}, &Traffic::input);  // who comes at one instant comes in this order
    for (Time t{0}; t < end; t += Time{1}) {
      for (const Credit& c : credits_) {
        if (c.at == t) room_[c.output][c.vc] += c.bytes;
      }
      for (std::uint32_t out = 0; at_outputs_ && out < s_.outputs; ++out) release(out, t);
      for (const Traffic& p : traffic) {
        if (p.head + s_.request == t) enter(p, t);
      }
      if (s_.arbiter.name() == "islip") {
        match(t);
      } else {
        for (std::uint32_t out = 0; out < s_.outputs; ++out) arbitrate(out, t);
      }
      for (std::uint32_t out = 0; at_outputs_ && out < s_.outputs; ++out) depart(out, t);
    }
    return sent_;
  }
  const std::vector<Credited>& credited() const { return credited_; }

 private:
  struct Credit {
    Time at;
    std::uint32_t output, vc, bytes;
  };

  // A packet in an output's queue.
  struct Queued {
    Traffic packet;
    Time since, switched;
  };
  struct Output {
    std::vector<std::deque<Queued>> queue;  // by VC
    std::vector<std::int64_t> used;
    std::vector<std::pair<Traffic, Time>> waiting;  // with their requests
    Time released{0};
    std::uint32_t released_vc = 0, released_bytes = 0, turn = 0;
  };

  // ---- Queues at the outputs ----

  void release(std::uint32_t out, Time t) {
    Output& o = outputs_[out];
    if (o.released_bytes == 0 || o.released != t) return;
    o.used[o.released_vc] -= o.released_bytes;
    o.released_bytes = 0;
  }

  // The VC in whose queue the packet has space, and of these the one with fewest bytes in it and behind
  // the link.
  std::uint32_t vc_with_space(std::uint32_t out, std::uint32_t bytes) const {
    const Output& o = outputs_[out];
    std::int64_t pool = s_.output_pool;
    for (const std::int64_t used : o.used) pool -= std::max<std::int64_t>(used - s_.output_buffer, 0);
    std::uint32_t best = s_.vcs;
    std::int64_t fewest = 0;
    for (std::uint32_t v = 0; v < s_.vcs; ++v) {
      const std::int64_t own = std::max<std::int64_t>(s_.output_buffer - o.used[v], 0);
      if (!(mask_ >> v & 1) || own + pool < bytes) continue;
      std::int64_t held = s_.buffer - room_[out][v];
      for (const Queued& q : o.queue[v]) held += q.packet.bytes;
      if (best == s_.vcs || held < fewest) best = v, fewest = held;
    }
    return best;
  }

  void admit(std::uint32_t out, Time t) {
    Output& o = outputs_[out];
    std::erase_if(o.waiting, [&](const std::pair<Traffic, Time>& w) {
      const std::uint32_t vc = vc_with_space(out, w.first.bytes);
      if (vc < s_.vcs) move(w.first, w.second, out, vc, t);
      return vc < s_.vcs;
    });
  }

  void move(const Traffic& p, Time since, std::uint32_t out, std::uint32_t vc, Time t) {
    const auto factor = static_cast<std::uint32_t>(s_.speedup);
    const Time pipeline = s_.request + s_.traversal;
    const Time switched =
        std::max(t + s_.traversal + Time{(p.bytes + factor - 1) / factor}, p.tail + pipeline);
    Output& o = outputs_[out];
    o.queue[vc].push_back({p, since, switched});
    o.used[vc] += p.bytes;
    switch_free_[out] = switched;
    Time& input = input_free_[p.input];
    input = std::max(switched - s_.traversal, open_ ? input : Time{0});
    credited_.push_back(
        {p.input, p.vc, static_cast<std::int32_t>(p.bytes), input + s_.cable + s_.credit});
  }

  // The link takes the first packet of one VC.
  void depart(std::uint32_t out, Time t) {
    Output& o = outputs_[out];
    if (t + s_.traversal < output_free_[out]) return;
    std::vector<std::uint32_t> order;
    for (std::uint32_t k = 0; k < 32; ++k) {
      const std::uint32_t v = (o.turn + k) % 32;
      if (v < s_.vcs && !o.queue[v].empty()) order.push_back(v);
    }
    if (s_.arbiter.name() == "age") {
      std::ranges::sort(order, {}, [&](std::uint32_t v) {
        const Traffic& p = o.queue[v].front().packet;
        return std::tuple(p.head, p.input, p.packet);
      });
    }
    if (s_.arbiter.name() == "through-first") {
      std::ranges::sort(order, {}, [&](std::uint32_t v) {
        return std::tuple(o.queue[v].front().since, v);
      });
    }
    for (const std::uint32_t v : order) {
      const Queued q = o.queue[v].front();
      if (room_[out][v] < q.packet.bytes) continue;
      o.queue[v].pop_front();
      o.turn = v + 1;
      const Time head_out = t + s_.traversal;
      const Time tail_out = std::max(head_out + Time{q.packet.bytes}, q.switched);
      output_free_[out] = tail_out;
      o.released = tail_out - s_.traversal;
      o.released_vc = v;
      o.released_bytes = q.packet.bytes;
      leave(q.packet, out, v, head_out, tail_out);
      return;
    }
  }

  // ---- Inputs ----

  void enter(const Traffic& p, Time t) {
    if (open_) {
      outputs_[p.output].waiting.emplace_back(p, t);
      return admit(p.output, t);
    }
    const std::size_t i = p.input * s_.vcs + p.vc;
    if (queue_[i].empty()) ready_[i] = std::max(ready_[i], t);
    queue_[i].push_back(p);
  }

  bool output_is_free(std::uint32_t out, Time t) const {
    if (at_outputs_) return t + s_.traversal >= switch_free_[out];
    const Time lead{s_.speedup > 1 ? s_.output_buffer - s_.largest_packet : 0};
    return t + s_.traversal >= std::max(output_free_[out] - lead, switch_free_[out]);
  }

  // The input VCs with a packet for an output, in the order in which the arbiter looks at them. The
  // router numbers its input ports links first, then NICs; the links' are idle here.
  std::vector<std::uint32_t> in_order(std::uint32_t out) const {
    std::vector<std::uint32_t> order;
    const std::uint32_t links = s_.outputs * s_.vcs;
    const auto n = static_cast<std::uint32_t>(queue_.size()) + links;
    const std::uint32_t cycle = (n + 63) / 64 * 64;
    for (std::uint32_t k = 0; k < cycle; ++k) {
      const std::uint32_t index = (turn_[out] + k) % cycle;
      if (index < links || index >= n) continue;
      const std::uint32_t i = index - links;
      if (!queue_[i].empty() && queue_[i].front().output == out) order.push_back(i);
    }
    if (s_.arbiter.name() == "age") {
      std::ranges::sort(order, {}, [this](std::uint32_t i) {
        const Traffic& p = queue_[i].front();
        return std::tuple(p.head, p.input, p.packet);
      });
    }
    if (s_.arbiter.name() == "by-port" || s_.arbiter.name() == "through-first") {
      const std::uint32_t ports = s_.outputs + s_.inputs;
      // All inputs are NICs', so through-first is left with who has been ready for longest.
      const bool turns = s_.arbiter.name() == "by-port";
      std::ranges::sort(order, {}, [&](std::uint32_t i) {
        const std::uint32_t port = s_.outputs + i / s_.vcs;
        return std::tuple(turns ? (port + ports - last_port_[out] - 1) % ports : 0, ready_[i], i);
      });
    }
    return order;
  }

  // The VC of the link that the first packet of an input VC may have now; vcs if none.
  std::uint32_t possible_vc(std::uint32_t i, std::uint32_t out, Time t) const {
    std::uint32_t best = s_.vcs;
    if (ready_[i] > t || input_free_[i / s_.vcs] > t) return best;
    if (at_outputs_) return vc_with_space(out, queue_[i].front().bytes);
    for (std::uint32_t v = 0; v < s_.vcs; ++v) {
      if (!(mask_ >> v & 1) || room_[out][v] < queue_[i].front().bytes) continue;
      if (best == s_.vcs || room_[out][v] > room_[out][best]) best = v;
    }
    return best;
  }

  std::uint32_t after(std::uint32_t i) const {
    const auto n = static_cast<std::uint32_t>(queue_.size()) + s_.outputs * s_.vcs;
    return (i + s_.outputs * s_.vcs + 1) % ((n + 63) / 64 * 64);
  }

  void arbitrate(std::uint32_t out, Time t) {
    if (open_) return admit(out, t);
    if (!output_is_free(out, t)) return;
    for (const std::uint32_t i : in_order(out)) {
      const std::uint32_t vc = possible_vc(i, out, t);
      if (vc == s_.vcs) continue;
      grant(i, queue_[i].front(), out, vc, t);
      turn_[out] = after(i);
      last_port_[out] = s_.outputs + i / s_.vcs;
      return;
    }
  }

  // iSLIP with one iteration, every picosecond.
  void match(Time t) {
    const std::uint32_t ports = s_.outputs + s_.inputs;
    std::map<std::uint32_t, std::map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>>> candidates;
    for (std::uint32_t out = 0; out < s_.outputs; ++out) {
      if (!output_is_free(out, t)) continue;
      for (const std::uint32_t i : in_order(out)) {
        const std::uint32_t vc = possible_vc(i, out, t);
        if (vc == s_.vcs) continue;
        const std::uint32_t input = i / s_.vcs;
        candidates[input][(out + 2 * ports - taken_[input] - 1) % ports] = {out, i};
        break;
      }
    }
    for (const auto& [input, of_input] : candidates) {
      const auto [out, i] = of_input.begin()->second;
      const std::uint32_t vc = possible_vc(i, out, t);
      taken_[input] = out;
      turn_[out] = after(i);
      grant(i, queue_[i].front(), out, vc, t);
    }
  }

  void grant(std::uint32_t i, Traffic p, std::uint32_t out, std::uint32_t vc, Time t) {
    if (at_outputs_) {
      move(p, ready_[i], out, vc, t);
      queue_[i].pop_front();
      ready_[i] = t + s_.request;
      return;
    }
    const Time pipeline = s_.request + s_.traversal;
    const auto factor = static_cast<std::uint32_t>(s_.speedup);
    Time head_out = t + s_.traversal;
    const Time switched = std::max(head_out + Time{(p.bytes + factor - 1) / factor}, p.tail + pipeline);
    if (factor > 1) head_out = std::max(head_out, output_free_[out]);
    const Time tail_out = std::max(head_out + Time{p.bytes}, switched);
    queue_[i].pop_front();
    ready_[i] = t + s_.request;
    input_free_[i / s_.vcs] = switched - s_.traversal;
    output_free_[out] = tail_out;
    if (factor > 1) switch_free_[out] = switched;
    credited_.push_back({p.input, p.vc, static_cast<std::int32_t>(p.bytes),
                         input_free_[i / s_.vcs] + s_.cable + s_.credit});
    leave(p, out, vc, head_out, tail_out);
  }

  void leave(const Traffic& p, std::uint32_t out, std::uint32_t vc, Time head_out, Time tail_out) {
    room_[out][vc] -= p.bytes;
    const Time told = std::max(head_out + s_.cable + s_.request, tail_out + s_.cable);
    credits_.push_back({told + credit_delay_, out, vc, p.bytes});
    // The grant as far as one can see: with a speed-up the head may wait at the output.
    sent_.push_back({p.packet, out, vc, head_out - s_.traversal, head_out, tail_out});
  }

  Shape s_;
  std::uint32_t mask_;
  Time credit_delay_;
  std::vector<std::deque<Traffic>> queue_;
  std::vector<Time> ready_, input_free_, output_free_, switch_free_;
  std::vector<std::uint32_t> turn_, taken_, last_port_;
  std::vector<std::vector<std::int64_t>> room_;
  bool at_outputs_, open_;
  std::vector<Output> outputs_;
  std::vector<Credit> credits_;
  std::vector<Sent> sent_;
  std::vector<Credited> credited_;
};

class Random {
 public:
  explicit Random(std::uint64_t seed) : seed_(seed) {}
  std::uint32_t operator()(std::uint32_t n) {
    return static_cast<std::uint32_t>(below(random_at(seed_, 0, 0, counter_++)[0], n));
  }
  std::uint32_t between(std::uint32_t least, std::uint32_t most) {
    return least + (*this)(most - least + 1);
  }

 private:
  std::uint64_t seed_;
  std::uint64_t counter_ = 0;
};

std::vector<Sent> by_packet(std::vector<Sent> sent) {
  std::ranges::sort(sent, {}, &Sent::packet);
  return sent;
}

std::vector<Credited> by_input(std::vector<Credited> all) {
  std::ranges::stable_sort(all, {}, &Credited::input);
  return all;
}

void compare(std::uint64_t seed, const std::string& architecture, const std::string& arbiter,
             double speedup) {
  Random random(seed);
  Shape s{.inputs = random.between(1, 5), .outputs = random.between(1, 4),
          .vcs = random.between(1, 4), .request = Time{random.between(1, 15)},
          .traversal = Time{random.between(1, 40)}, .cable = Time{random(10)}, .credit = Time{1}};
  if (random(20) == 0) s.inputs = 70;  // more than one word of requests
  const std::uint32_t most = random.between(1, 40);
  s.buffer = static_cast<std::int32_t>(most * random.between(1, 3) + random(10));
  s.arbiter = config::Choice<Arbiter>(arbiter);
  s.architecture = architecture;
  s.speedup = speedup;
  s.largest_packet = static_cast<std::int32_t>(most);
  s.output_buffer = static_cast<std::int32_t>(most + random(2 * most));
  if (random(2)) s.output_pool = static_cast<std::int32_t>(random(3 * most));
  const Time credit_delay{random(3) == 0 ? 0 : random(100)};
  RouterRig rig(s);
  std::uint32_t mask = random.between(1, (1u << s.vcs) - 1);
  rig.routing.vc_mask = mask;
  rig.return_credits(credit_delay);

  std::vector<Traffic> traffic;
  std::vector<Time> arrived(s.inputs);
  const std::uint32_t hot = random(2) ? random(s.outputs) : UINT32_MAX;
  const std::uint32_t gap = random(4) ? 0 : random(200);
  for (std::uint32_t i = 0; i < 80; ++i) {
    Traffic p{.packet = 0, .input = random(s.inputs), .vc = random(s.vcs),
              .output = hot < s.outputs && random(3) ? hot : random(s.outputs),
              .bytes = random.between(1, most), .head = {}, .tail = {}};
    p.head = arrived[p.input] + Time{random(gap + 1)};
    p.tail = p.head + Time{p.bytes} + Time{random(4) ? 0 : random(60)};
    arrived[p.input] = p.tail;
    p.packet = rig.inject(p.input, p.vc, p.output, p.bytes, p.head, p.tail);
    traffic.push_back(p);
  }
  Reference reference(s, mask, credit_delay);
  rig.run();
  Time end{1};
  for (const Sent& x : rig.sent) end = std::max(end, x.tail_out + Time{1000});
  const auto expected = by_packet(reference.run(traffic, end));
  const auto got = by_packet(rig.sent);
  ASSERT_EQ(got.size(), traffic.size()) << "seed " << seed << ": packets are stuck";
  ASSERT_EQ(expected.size(), traffic.size()) << "seed " << seed;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const auto text = [](const Sent& x) {
      return fmt::format("output {} vc {} granted {} head {} tail {}", x.output, x.vc, x.grant.ps,
                         x.head_out.ps, x.tail_out.ps);
    };
    ASSERT_EQ(text(got[i]), text(expected[i])) << "seed " << seed << ", packet " << i;
  }
  EXPECT_EQ(by_input(rig.credited), by_input(reference.credited())) << "seed " << seed;
  std::string why;
  EXPECT_TRUE(rig.routers->at_rest(why)) << why << ", seed " << seed;
}

class Rule : public testing::TestWithParam<std::tuple<std::string, std::string, double>> {};

TEST_P(Rule, HoldsPicosecondByPicosecond) {
  const auto [architecture, arbiter, speedup] = GetParam();
  for (std::uint64_t seed = 1; seed <= 300 && !HasFailure(); ++seed) {
    compare(seed, architecture, arbiter, speedup);
  }
}

INSTANTIATE_TEST_SUITE_P(InputQueued, Rule,
                         testing::Combine(testing::Values("input-queued", "cioq"),
                                          testing::Values("round-robin", "age", "islip", "by-port",
                                                          "through-first"),
                                          testing::Values(1.0, 2.0, 3.0)));
INSTANTIATE_TEST_SUITE_P(OutputQueued, Rule,
                         testing::Combine(testing::Values("output-queued"),
                                          testing::Values("round-robin", "age", "through-first"),
                                          testing::Values(1.0)));

}  // namespace reference_test
}  // namespace kasuri
