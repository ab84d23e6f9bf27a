// SPDX-License-Identifier: MIT
#include "chip/delay.h"

#include <fmt/format.h>

#include <algorithm>
#include <queue>

#include "core/errors.h"

namespace kasuri::chip {
namespace {

constexpr std::uint32_t kNone = UINT32_MAX;
constexpr std::size_t kMostPackets = 100'000'000;

class Clockwork {
 public:
  Clockwork(const std::vector<Flow>& flows, std::uint32_t resources, const DelayParams& params)
      : flows_(flows), params_(params), steps_(resources) {
    for (std::uint32_t f = 0; f < flows.size(); ++f) add_packets(f);
    std::ranges::sort(packets_, {}, [&](const Packet& p) {
      return std::pair(flows_[p.flow].rank, p.number);
    });
    delays_.arrival.assign(flows.size(), 0);
  }

  Delays run() {
    for (std::uint32_t p = 0; p < packets_.size(); ++p) {
      schedule(flows_[packets_[p].flow].start, Phase::arrival, p);
    }
    while (!events_.empty()) {
      const Event e = events_.top();
      events_.pop();
      now_ = e.time;
      switch (e.phase) {
        case Phase::room: --steps_[e.what].held; wake(e.what); break;
        case Phase::arrival: arrive(e.what); break;
        case Phase::grant: steps_[e.what].woken = false; grant(e.what); break;
      }
    }
    if (arrived_ != packets_.size()) report_deadlock();
    for (const std::int64_t a : delays_.arrival) delays_.makespan = std::max(delays_.makespan, a);
    return std::move(delays_);
  }

 private:
  struct Packet {
    std::uint32_t flow = 0;
    std::uint32_t number = 0;       // within its flow
    std::uint32_t step = 0;         // of its flow, that it waits for
    std::int64_t flits = 0;
    std::uint32_t next = kNone;     // in the same queue
  };
  struct Step {
    std::int64_t free_at = 0;
    std::uint32_t first = kNone, last = kNone;  // waiting packets, first come first
    std::uint32_t held = 0;                     // packets in the buffer at its end
    bool woken = false;                         // a grant is scheduled
  };
  // Of one clock: buffers are freed, heads arrive in the order of planning, then steps are granted.
  enum class Phase : std::uint32_t { room, arrival, grant };
  struct Event {
    std::int64_t time;
    Phase phase;
    std::uint32_t what;  // a packet or a step
    friend auto operator<=>(const Event&, const Event&) = default;
  };

  void add_packets(std::uint32_t flow) {
    std::int64_t left = flows_[flow].bits;
    const std::int64_t most = params_.packet_bits.value_or(std::max<std::int64_t>(left, 1));
    for (std::uint32_t n = 0; left > 0; ++n) {
      if (packets_.size() == kMostPackets) {
        throw Error(Exit::limit, "error: the demands make more than 100000000 packets; set "
                                 "delay.packet_bits higher");
      }
      const std::int64_t bits = std::min(left, most);
      const std::int64_t flits = (bits + params_.flit_bits - 1) / params_.flit_bits;
      packets_.push_back({flow, n, 0, flits, kNone});
      left -= bits;
    }
  }

  void schedule(std::int64_t time, Phase phase, std::uint32_t what) {
    events_.push({time, phase, what});
  }

  void arrive(std::uint32_t p) {
    Packet& packet = packets_[p];
    const Flow& flow = flows_[packet.flow];
    if (packet.step == flow.steps.size()) {
      ++arrived_;
      // The head is here; a packet that never moved had no way to go.
      const std::int64_t tail = flow.steps.empty() ? now_ : now_ + packet.flits - 1;
      std::int64_t& last = delays_.arrival[packet.flow];
      last = std::max(last, tail);
      return;
    }
    const std::uint32_t s = flow.steps[packet.step];
    Step& step = steps_[s];
    (step.first == kNone ? step.first : packets_[step.last].next) = p;
    step.last = p;
    wake(s);
  }

  void wake(std::uint32_t s) {
    Step& step = steps_[s];
    if (step.woken || step.first == kNone) return;
    step.woken = true;
    schedule(std::max(now_, step.free_at), Phase::grant, s);
  }

  void grant(std::uint32_t s) {
    Step& step = steps_[s];
    const std::uint32_t p = step.first;
    Packet& packet = packets_[p];
    const Flow& flow = flows_[packet.flow];
    if (params_.buffer_packets && packet.step + 1 < flow.steps.size()) {
      if (step.held == *params_.buffer_packets) return;  // woken again when there is room
      ++step.held;
    }
    step.first = packet.next;
    packet.next = kNone;
    step.free_at = now_ + packet.flits;
    if (params_.buffer_packets && packet.step > 0) {
      schedule(step.free_at, Phase::room, flow.steps[packet.step - 1]);
    }
    ++packet.step;
    schedule(now_ + params_.hop_clocks, Phase::arrival, p);
    wake(s);
  }

  [[noreturn]] void report_deadlock() const {
    constexpr int kShown = 8;
    std::string text = fmt::format("deadlock at clock {}: {} of {} packets wait for buffers of {} "
                                   "packets that other waiting packets hold:", now_,
                                   packets_.size() - arrived_, packets_.size(),
                                   *params_.buffer_packets);
    int shown = 0;
    for (const Step& step : steps_) {
      if (step.first == kNone) continue;
      if (++shown > kShown) break;
      const Packet& p = packets_[step.first];
      text += fmt::format("\n  packet {} of demand {} waits before step {} of {}", p.number, p.flow,
                          p.step + 1, flows_[p.flow].steps.size());
    }
    throw Error(Exit::deadlock, text + "\nset delay.buffer_packets higher, or leave it out");
  }

  const std::vector<Flow>& flows_;
  const DelayParams& params_;
  std::vector<Packet> packets_;  // in the order of planning
  std::vector<Step> steps_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  Delays delays_;
  std::int64_t now_ = 0;
  std::size_t arrived_ = 0;
};

}  // namespace

Delays simulate(const std::vector<Flow>& flows, std::uint32_t resources, const DelayParams& params) {
  return Clockwork(flows, resources, params).run();
}

Delays simulate_rounds(const std::vector<Flow>& flows, const std::vector<std::uint32_t>& round,
                       std::uint32_t rounds, std::uint32_t resources, const DelayParams& params) {
  if (round.empty()) return simulate(flows, resources, params);
  std::vector<std::vector<std::uint32_t>> members(rounds);
  for (std::uint32_t f = 0; f < flows.size(); ++f) members[round[f]].push_back(f);
  Delays all;
  all.arrival.assign(flows.size(), 0);
  for (const std::vector<std::uint32_t>& now : members) {
    std::vector<Flow> together;
    for (const std::uint32_t f : now) together.push_back(flows[f]);
    const Delays delays = simulate(together, resources, params);
    for (std::size_t i = 0; i < now.size(); ++i) {
      all.arrival[now[i]] = flows[now[i]].bits ? all.makespan + delays.arrival[i] : 0;
    }
    all.makespan += delays.makespan;
  }
  return all;
}

config::Fields<DelayParams> DelayParams::fields() {
  using P = DelayParams;
  return {config::field("flit_bits", &P::flit_bits, "width of a link").range(1, 1 << 20),
          config::field("packet_bits", &P::packet_bits, "largest packet; not set: a whole demand")
              .range(1, std::int64_t{1} << 40),
          config::field("buffer_packets", &P::buffer_packets,
                        "packets that each input of a packet switch holds; not set: no limit")
              .at_least(1),
          config::field("hop_clocks", &P::hop_clocks, "clocks of a flit for one step").range(1, 1000),
          config::field("server_links", &P::server_links,
                        "whether the wires between server and switch also carry a flit per clock"),
          config::field("mesh_path", &P::mesh_path, "paths of the 2-D mesh that is compared with")
              .one_of({"xy", "balanced"})};
}

}  // namespace kasuri::chip
