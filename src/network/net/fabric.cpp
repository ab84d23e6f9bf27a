// SPDX-License-Identifier: MIT
#include "network/net/fabric.h"

namespace kasuri {

// A packet that has just come in cannot pass a second router in this window, so that its first credit
// to another router falls into a later one.
void Fabric::shorten_window(std::uint32_t bytes) {
  smallest_packet = bytes;
  if (partition.windowed()) partition.set_window(lookahead.window(bytes), router_count());
}

void Fabric::send_across(std::uint16_t to, const Event& arrival, std::uint32_t packet) {
  Crossing& c = channels.to(to, arrival.time).packets.emplace_back();
  c.event = arrival;
  c.packet = packets[packet];
  messages->leave(c, packet);
  packets.free(packet);
}

void Fabric::take_in(const PacketBox& box) {
  for (const Crossing& c : box.packets) {
    const std::uint32_t packet = packets.allocate();
    packets[packet] = c.packet;
    packets[packet].message = messages->enter(c, packet);
    if (jobs) jobs->enters(packet, c.message.job);
    Event arrival = c.event;
    arrival.a = packet;
    partition.post(arrival);
  }
  for (const CrossingCredit& c : box.credits) {
    routers->take_credit(c.router, c.port, c.vc, c.bytes, c.at);
  }
  for (const CrossingNotification& n : box.notifications) routers->take_notification(n);
  for (const Event& e : box.signals) partition.post(e);
}

}  // namespace kasuri
