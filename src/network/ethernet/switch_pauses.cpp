// SPDX-License-Identifier: MIT
// Pauses of Switches: frames, whom a full input has pause and why, and what waits in pauses.
#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

#include "network/ethernet/switches.h"

namespace kasuri {

// Into the buffer of the switch.
bool Switches::take_in(const Event& e, std::uint32_t output) {
  const std::uint32_t input = first_output_[e.target] + e.b;
  EthernetPacket& p = f_.packets[e.a];
  if (p.is(EthernetPacket::held)) pauses_->count_held(input, p, output);
  if (!pauses_->admit(e.target, input, e.a)) {
    count_congested(output, p);
    drop(e.a);
    return false;
  }
  const std::uint32_t priority = f_.priority(p);
  if (!pauses_->begins(e.target, input, priority)) return true;
  // The longest queue is to blame, whatever this packet is for.
  const std::uint32_t most = longest_queue(e.target, priority);
  pauses_->blame(input, priority, most);
  f_.counts.pauses += 1;
  f_.counts.pauses_at_hosts += outputs_[most].to_host;
  f_.counts.pauses_spread += outputs_[most].paused != 0;
  pause(input, priority, true);
  return true;
}

std::uint32_t Switches::longest_queue(std::uint32_t router, std::uint32_t priority) const {
  const std::uint32_t end = router + 1 < first_output_.size() ? first_output_[router + 1]
                                                              : static_cast<std::uint32_t>(outputs_.size());
  std::uint32_t most = first_output_[router];
  for (std::uint32_t o = most + 1; o < end; ++o) {
    if (queue(o, priority).bytes > queue(most, priority).bytes) most = o;
  }
  return most;
}

// Tells the sender at the other end of a link, ahead of all that waits.
void Switches::pause(std::uint32_t output, std::uint32_t priority, bool pauses) {
  Output& o = outputs_[output];
  const std::uint32_t i = f_.allocate_packet();
  f_.packets[i] = {.next = kNone,
                   .number = priority,
                   .bytes = static_cast<std::uint32_t>(pauses_->frame().n),
                   .kind = EthernetPacket::Kind::pause,
                   .entropy = pauses};
  if (pauses_->frame() == Bytes{0}) {
    const std::uint32_t sequence = o.port | (1 + 2 * priority + pauses) << 16;
    return pass_on(o, f_.router(router_of_[output]), i, f_.partition.now(), sequence);
  }
  Queue& q = o.control;
  q.bytes += pauses_->frame();
  std::uint32_t before = kNone, behind = q.first;
  while (behind != kNone && f_.packets[behind].kind == EthernetPacket::Kind::pause) {
    before = std::exchange(behind, f_.packets[behind].next);
  }
  f_.packets[i].next = behind;
  (before == kNone ? q.first : f_.packets[before].next) = i;
  if (behind == kNone) q.last = i;
  if (o.leaving == kNone) start(output);
}

// A neighbour has this output pause or resume.
bool Switches::hear(const Event& e) {
  const EthernetPacket p = f_.packets[e.a];
  f_.packets.free(e.a);
  const std::uint32_t output = first_output_[e.target] + e.b;
  Output& o = outputs_[output];
  Pauses::Stop& stop = pauses_->stop(output, p.number);
  if (!f_.hear_pause(o.paused, p)) return true;
  if (p.entropy) {
    stop.since = e.time;
    return true;
  }
  if (p.number < classes_) {
    stop.held = queue(output, p.number).bytes;
    if (o.leaving != kNone && o.from == p.number) stop.held -= Bytes{o.leaving_bytes};
  }
  if (o.leaving == kNone) start(output);
  return true;
}

void Switches::release(std::uint32_t router, std::uint32_t packet) {
  const Pauses::Resumed resumed = pauses_->release(router, packet);
  if (resumed.input != UINT32_MAX) pause(resumed.input, resumed.priority, false);
}

std::uint64_t Switches::stalled(Time since) const {
  std::uint64_t n = 0;
  for (std::uint32_t i = 0; pauses_->on() && i < outputs_.size(); ++i) {
    for (std::uint32_t paused = outputs_[i].paused; paused; paused &= paused - 1) {
      const auto priority = static_cast<std::uint32_t>(std::countr_zero(paused));
      n += queue(i, priority).first != kNone && pauses_->stop(i, priority).since <= since;
    }
  }
  return n;
}

// What a priority of an output that pauses holds, by input.
void Switches::add_blocked(std::uint32_t output, std::uint32_t priority,
                           std::vector<BlockedPacket>& all) const {
  const auto begin = static_cast<std::ptrdiff_t>(all.size());
  for (std::uint32_t p = queue(output, priority).first; p != kNone; p = f_.packets[p].next) {
    const std::uint32_t input = pauses_->input_of(p);
    if (input == kNone) continue;
    const std::uint16_t port = outputs_[input].port;
    const auto same = std::find_if(all.begin() + begin, all.end(),
                                   [&](const BlockedPacket& b) { return b.port == port; });
    if (same != all.end()) {
      same->queued += 1;
    } else {
      all.push_back({f_.router(router_of_[output]), port, static_cast<std::uint16_t>(priority),
                     outputs_[output].port, 1u << priority, p, 1, pauses_->stop(output, priority).since});
    }
  }
}

std::vector<BlockedPacket> Switches::blocked() const {
  std::vector<BlockedPacket> all;
  for (std::uint32_t i = 0; pauses_->on() && i < outputs_.size(); ++i) {
    if (outputs_[i].to_host) continue;
    for (std::uint32_t paused = outputs_[i].paused; paused; paused &= paused - 1) {
      add_blocked(i, static_cast<std::uint32_t>(std::countr_zero(paused)), all);
    }
  }
  // An input that waits for two outputs is one place.
  const auto place = [](const BlockedPacket& b) { return std::tuple(b.at.v, b.port, b.vc); };
  std::ranges::stable_sort(all, {}, place);
  std::vector<BlockedPacket> merged;
  for (const BlockedPacket& b : all) {
    if (merged.empty() || place(merged.back()) != place(b)) {
      merged.push_back(b);
    } else {
      merged.back().other_port = b.wanted_port;
      merged.back().other_vcs = b.wanted_vcs;
    }
  }
  return merged;
}

}  // namespace kasuri
