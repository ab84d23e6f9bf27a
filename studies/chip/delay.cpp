// SPDX-License-Identifier: MIT
// The flit clock: an event queue over (clock, phase, packet or step), the same order everywhere.
#include "studies/chip/delay.h"

#include <fmt/format.h>

#include <algorithm>
#include <queue>

#include "base/config/document.h"
#include "base/core/errors.h"

namespace kasuri::chip {
namespace {

constexpr std::uint32_t kNoPacket = UINT32_MAX;
constexpr std::size_t kMostPackets = 100'000'000;

class Clockwork {
 public:
  Clockwork(std::vector<Flow> flows, std::uint32_t resources, const DelayParams& params,
            Controller* controller)
      : flows_(std::move(flows)), params_(params), controller_(controller), steps_(resources) {
    for (std::uint32_t f = 0; f < flows_.size(); ++f) add_packets(f);
    std::ranges::sort(packets_, {}, [&](const Packet& p) {
      return std::pair(flows_[p.flow].rank, p.number);
    });
    delays_.arrival.assign(flows_.size(), Delays::kNever);
    left_.assign(flows_.size(), 0);
  }

  Delays run() {
    for (std::uint32_t p = 0; p < packets_.size(); ++p) {
      if (packets_[p].number == 0) schedule(flows_[packets_[p].flow].start, Phase::start, p);
    }
    while (!events_.empty()) {
      const Event e = events_.top();
      events_.pop();
      now_ = e.time;
      switch (e.phase) {
        case Phase::room: --steps_[e.what].held; wake(e.what); break;
        case Phase::left: leave(e.what); break;
        case Phase::idle: controller_->wake(e.what, now_); break;
        case Phase::start: start(e.what); break;
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
    std::uint32_t next = kNoPacket;     // in the same queue
  };
  struct Step {
    std::int64_t free_at = 0;
    std::uint32_t first = kNoPacket, last = kNoPacket;  // waiting packets, first come first
    std::uint32_t held = 0;                     // packets in the buffer at its end
    bool woken = false;                         // a grant is scheduled
  };
  // Of one clock: buffers and steps are left, flows start and heads arrive in the order of
  // planning, then steps are granted.
  enum class Phase : std::uint32_t { room, left, idle, start, arrival, grant };
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
        throw Error(Exit::limit, ErrorPlace(),
                    "the demands make more than 100000000 packets; set delay.packet_bits higher");
      }
      const std::int64_t bits = std::min(left, most);
      const std::int64_t flits = (bits + params_.flit_bits - 1) / params_.flit_bits;
      packets_.push_back({flow, n, 0, flits, kNoPacket});
      left -= bits;
    }
  }

  void schedule(std::int64_t time, Phase phase, std::uint32_t what) {
    events_.push({time, phase, what});
  }

  void start(std::uint32_t first) {
    const std::uint32_t f = packets_[first].flow;
    const std::int64_t ready = now_ + (controller_ ? controller_->route(f, flows_[f]) : 0);
    for (std::uint32_t p = first; p < packets_.size() && packets_[p].flow == f; ++p) {
      schedule(ready, Phase::arrival, p);
    }
  }

  // The last packet of its flow has left the step before the one it is in or waits for.
  void leave(std::uint32_t p) {
    const std::uint32_t f = packets_[p].flow;
    const std::uint32_t step = flows_[f].steps[left_[f]++];
    if (const auto later = controller_->left(f, step, now_)) schedule(*later, Phase::idle, step);
  }

  void arrive(std::uint32_t p) {
    Packet& packet = packets_[p];
    const Flow& flow = flows_[packet.flow];
    if (packet.step == flow.steps.size()) {
      ++arrived_;
      if (flow.steps.empty()) return;  // there was no way to go
      std::int64_t& last = delays_.arrival[packet.flow];
      std::int64_t tail = now_ + packet.flits - 1;
      if (params_.ejection == Ejection::held) {  // heads come in the order of time
        if (flow.target >= ejected_.size()) ejected_.resize(flow.target + 1);
        tail = ejected_[flow.target] = std::max(ejected_[flow.target], tail);
      }
      last = std::max(last, tail);
      return;
    }
    const std::uint32_t s = flow.steps[packet.step];
    Step& step = steps_[s];
    (step.first == kNoPacket ? step.first : packets_[step.last].next) = p;
    step.last = p;
    wake(s);
  }

  void wake(std::uint32_t s) {
    Step& step = steps_[s];
    if (step.woken || step.first == kNoPacket) return;
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
    packet.next = kNoPacket;
    step.free_at = now_ + packet.flits;
    if (params_.buffer_packets && packet.step > 0) {
      schedule(step.free_at, Phase::room, flow.steps[packet.step - 1]);
    }
    const bool last = p + 1 == packets_.size() || packets_[p + 1].flow != packet.flow;
    if (controller_ && last) schedule(step.free_at, Phase::left, p);
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
      if (step.first == kNoPacket) continue;
      if (++shown > kShown) break;
      const Packet& p = packets_[step.first];
      text += fmt::format("\n  packet {} of demand {} waits before step {} of {}", p.number, p.flow,
                          p.step + 1, flows_[p.flow].steps.size());
    }
    throw Error(Exit::deadlock, text + "\nset delay.buffer_packets higher, or remove it");
  }

  std::vector<Flow> flows_;
  const DelayParams& params_;
  Controller* controller_;
  std::vector<Packet> packets_;  // in the order of planning
  std::vector<Step> steps_;
  std::vector<std::int64_t> ejected_;  // by server: when the last tail has passed its port
  std::vector<std::uint32_t> left_;  // by flow: the steps that its last packet has left
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  Delays delays_;
  std::int64_t now_ = 0;
  std::size_t arrived_ = 0;
};

}  // namespace

Delays simulate(std::vector<Flow> flows, std::uint32_t resources, const DelayParams& params,
                Controller* controller) {
  return Clockwork(std::move(flows), resources, params, controller).run();
}

Delays simulate_rounds(std::vector<Flow> flows, const std::vector<std::uint32_t>& round,
                       std::uint32_t rounds, std::uint32_t resources, const DelayParams& params) {
  if (round.empty()) return simulate(std::move(flows), resources, params);
  std::vector<std::vector<std::uint32_t>> members(rounds);
  for (std::uint32_t f = 0; f < flows.size(); ++f) members[round[f]].push_back(f);
  Delays all;
  all.arrival.assign(flows.size(), Delays::kNever);
  for (const std::vector<std::uint32_t>& now : members) {
    std::vector<Flow> together;
    for (const std::uint32_t f : now) {
      together.push_back(std::move(flows[f]));
      Flow& flow = together.back();
      flow.start = std::max<std::int64_t>(0, flow.start - all.makespan);
    }
    const Delays delays = simulate(std::move(together), resources, params);
    for (std::size_t i = 0; i < now.size(); ++i) {
      if (delays.arrival[i] == Delays::kNever) continue;
      all.arrival[now[i]] = all.makespan + delays.arrival[i];
    }
    all.makespan += delays.makespan;
  }
  return all;
}

config::Fields<DelayParams> DelayParams::fields() {
  using P = DelayParams;
  return {config::field("run", &P::run, "whether to compute delays; false: only energy"),
          config::field("flit_bits", &P::flit_bits, "width of a link").range(1, 1 << 20),
          config::field("packet_bits", &P::packet_bits, "largest packet; default: a whole demand")
              .range(1, std::int64_t{1} << 40),
          config::field("buffer_packets", &P::buffer_packets,
                        "packets in each input buffer of a packet switch; default: no limit")
              .at_least(1),
          config::field("hop_clocks", &P::hop_clocks, "clocks of a flit for one hop")
              .range(1, 1000),
          config::field("server_links", &P::server_links,
                        "whether the wires between server and switch also carry one flit per clock"),
          config::field("mesh_path", &P::mesh_path, "paths of the 2-D mesh of the comparison"),
          config::field("mean_gap_clocks", &P::mean_gap_clocks,
                        "mean time between starts of demands, at random; 0: all at once")
              .range(0, 1e6),
          config::field("clock", &P::clock, "clock period in exported networks")
              .range(Time{100}, Time{1'000'000'000}),
          config::field("joins", &P::joins,
                        "circuits that share an output: wait for each other there (contend), or each carry "
                        "one flit per clock (free)"),
          config::field("ejection", &P::ejection,
                        "packets that arrive at one server together: each as if alone (free), or one after "
                        "the other, as exported networks deliver them (held)")};
}

void DelayParams::validate(const DelayParams& p, config::Section& section) {
  if (p.server_links && p.ejection == Ejection::held) {
    section.error("ejection", "the wires of server_links carry one packet after the other; remove it");
  }
}

}  // namespace kasuri::chip
