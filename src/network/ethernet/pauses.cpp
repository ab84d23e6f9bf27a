// SPDX-License-Identifier: MIT
#include "network/ethernet/pauses.h"

#include <utility>

namespace kasuri {

Pauses::Pauses(EthernetFabric& f, const std::vector<std::uint32_t>& first, std::size_t inputs)
    : f_(f), first_(first), of_all_(f.settings.classes + 1) {
  if (!f.settings.lossless.pauses) return;
  FlowControlContext probe{f.link_classes.back().rate, 1, {}, f.settings.packet};
  const auto sample = f.settings.lossless.flow_control.make(probe);
  priorities_ = f.settings.classes + (sample->priorities() == Priorities::all);
  at_start_ = sample->leaves_at_start();
  frame_ = sample->frame();
  watchdog_ = sample->watchdog();
  for (std::uint32_t r = 0; r < f.router_count(); ++r) {
    FlowControlContext context = flow_control_context(f.settings, f.topology, f.link_classes, f.router(r));
    switches_.push_back(f.settings.lossless.flow_control.make(context));
  }
  lanes_.resize(inputs * priorities_);
  stops_.resize(inputs * of_all_);
}

bool Pauses::admit(std::uint32_t router, std::uint32_t input, std::uint32_t packet) {
  const EthernetPacket& p = f_.packets[packet];
  const std::uint32_t priority = f_.priority(p);
  if (priority >= priorities_) {
    lane(packet) = kNone;
    return true;
  }
  const std::uint32_t l = input * priorities_ + priority;
  const bool room = switches_[router]->admits(local(router, l), Bytes{p.bytes});
  lane(packet) = room ? l : kNone;
  return room;
}

bool Pauses::begins(std::uint32_t router, std::uint32_t input, std::uint32_t priority) {
  if (priority >= priorities_) return false;
  const std::uint32_t l = input * priorities_ + priority;
  if (lanes_[l].pauses || !switches_[router]->pause(local(router, l))) return false;
  return lanes_[l].pauses = true;
}

void Pauses::blame(std::uint32_t input, std::uint32_t priority, std::uint32_t output) {
  lanes_[input * priorities_ + priority].cause = output;
}

void Pauses::count_held(std::uint32_t input, EthernetPacket& p, std::uint32_t output) {
  p.flags &= static_cast<std::uint8_t>(~EthernetPacket::held);
  f_.counts.held += 1;
  f_.counts.victims += lanes_[input * priorities_ + f_.priority(p)].cause != output;
}

Pauses::Resumed Pauses::release(std::uint32_t router, std::uint32_t packet) {
  const std::uint32_t l = std::exchange(lane(packet), kNone);
  if (l == kNone) return {};
  switches_[router]->leaves(local(router, l), Bytes{f_.packets[packet].bytes});
  if (!lanes_[l].pauses || !switches_[router]->resume(local(router, l))) return {};
  lanes_[l].pauses = false;
  return {l / priorities_, l % priorities_};
}

std::uint64_t Pauses::memory_bytes() const {
  return lanes_.capacity() * sizeof(Lane) + stops_.capacity() * sizeof(Stop) +
         lanes_of_.capacity() * sizeof(std::uint32_t);
}

}  // namespace kasuri
