// SPDX-License-Identifier: MIT
#include "network/nic/window.h"

namespace kasuri {

NicWindows::NicWindows(NicOperations& nics, Fabric& f, std::uint32_t per_node, Bytes window,
                       const std::uint32_t* places)
    : turns(f.endpoint_count()),
      nics_(nics),
      client_(nics.add_client(*this)),
      acknowledge_(f.partition.add_handler<&NicWindows::acknowledge>(this)),
      look_(f.partition.add_handler<&NicWindows::look>(this)),
      f_(f),
      per_node_(per_node),
      window_(window.n),
      since_(f.endpoint_count()),
      shut_(f.endpoint_count()) {
  f.partition.set_places(acknowledge_, places);
  f.partition.set_places(look_, places);
  if (f.failures) {
    looks_at_.resize(f.endpoint_count());
    known_.resize(f.endpoint_count());
  }
}

bool NicWindows::is_full(std::uint64_t message, std::uint32_t bytes) const {
  const auto found = under_way_.find(message);
  return found != under_way_.end() && found->second.bytes + bytes > window_;
}

void NicWindows::sent(std::uint64_t message, std::uint32_t record, std::uint32_t bytes, bool last) {
  if (last) {
    under_way_.erase(message);
    return;
  }
  UnderWay& u = under_way_[message];
  u.bytes += bytes;
  u.record = record;
}

void NicWindows::received(std::uint64_t message, EndpointId at, std::uint32_t bytes, bool last,
                          const Message& m, Time in_memory) {
  if (last) {
    unacknowledged_.erase(message);
    return;
  }
  std::int64_t& open = unacknowledged_[message];
  open += bytes;
  if (open * 2 < window_) return;
  const std::uint32_t i = acknowledgements_.allocate();
  acknowledgements_[i] = {
      .source = m.destination,
      .destination = m.source,
      .size = Bytes{0},
      .client = client_,
      .nic = static_cast<std::uint8_t>(at.v % per_node_),
      .ways = Message::kFromNic | Message::kForNic | Message::kFirst,
      .traffic = Traffic::control,
      .job = m.job,
      .user = {message, static_cast<std::uint64_t>(open)}};
  open = 0;
  nics_.post_to_node(m.destination, in_memory, i, acknowledge_);
}

bool NicWindows::acknowledge(const Event& e) {
  const Message m = acknowledgements_[e.a];
  acknowledgements_.free(e.a);
  nics_.send(m);
  return true;
}

void NicWindows::on_arrived(const Message& m) {
  const auto found = under_way_.find(m.user[0]);
  if (found == under_way_.end()) return;  // all of it has left
  found->second.bytes -= static_cast<std::int64_t>(m.user[1]);
  const EndpointId nic{static_cast<std::uint32_t>(m.user[0] >> 32)};
  turns.reopen(f_.decomposition.local(nic), found->second.record);
  nics_.go_on(nic);
}

void NicWindows::look_again(std::uint32_t nic, std::uint32_t epoch) {
  if (looks_at_[nic] >= epoch) return;
  looks_at_[nic] = epoch;
  nics_.post_to_local_node(nic / per_node_, f_.failures->epoch(epoch).known, nic, look_);
}

bool NicWindows::look(const Event& e) { return nics_.go_on_at(e.a); }

}  // namespace kasuri
