// SPDX-License-Identifier: MIT
#include "network/nic/recovery.h"

#include <algorithm>

namespace kasuri {

Recovery::Recovery(NicOperations& nics, Fabric& f, const std::uint32_t* places)
    : nics_(nics),
      f_(f),
      client_(nics.add_client(*this)),
      ask_(f.partition.add_handler<&Recovery::ask>(this)),
      resume_(f.partition.add_handler<&Recovery::resume>(this)) {
  f_.partition.set_places(ask_, places);
  f_.partition.set_places(resume_, places);
}

void Recovery::lost(std::uint32_t record, Bytes payload) {
  const auto next = static_cast<std::uint32_t>(losses_.size());
  const auto [at, is_new] = loss_of_.try_emplace(record, next);
  if (is_new) losses_.push_back({.record = record, .bytes = Bytes{0}});
  losses_[at->second].bytes += std::max(payload, Bytes{0});
}

bool Recovery::asks_again(std::uint32_t record) {
  const auto found = loss_of_.find(record);
  if (found == loss_of_.end()) return false;
  const std::uint32_t serial = found->second;
  loss_of_.erase(found);
  const Message m = nics_.message(record);
  losses_[serial].bytes = std::min(losses_[serial].bytes, m.size);
  const Time now = losses_[serial].since = f_.partition.now();
  Time when = now + f_.retry_time;
  for (std::uint32_t e = 0; e < f_.failures->epochs(); ++e) {
    if (f_.failures->epoch(e).since <= now) when = later(when, f_.failures->epoch(e).known);
  }
  nics_.post_to_node(m.destination, when, serial, ask_);
  return true;
}

bool Recovery::connected_later(std::uint32_t epoch, const Message& m) const {
  while (++epoch < f_.failures->epochs()) {
    if (nics_.connected(epoch, m)) return true;
  }
  return false;
}

void Recovery::wait(std::uint32_t record, std::uint32_t epoch) {
  nics_.post_to_node(nics_.message(record).source, f_.failures->epoch(epoch).known, record, resume_);
}

bool Recovery::resume(const Event& e) {
  nics_.resume(e.a);
  return true;
}

// At first, and whenever more changes become known: is there a way still?
bool Recovery::ask(const Event& e) {
  Loss& loss = losses_[e.a];
  if (!loss.open) return false;
  const Message m = nics_.message(loss.record);
  const Time now = f_.partition.now();
  const std::uint32_t known = f_.failures->known_at(now);
  const bool connected = nics_.connected(known, m);
  if (!connected && !connected_later(known, m)) {
    loss.open = false;
    nics_.give_up(loss.record);
    return true;
  }
  if (known + 1 < f_.failures->epochs()) {
    nics_.post_to_node(m.destination, f_.failures->epoch(known + 1).known, e.a, ask_);
  }
  if (loss.asked || !connected) return false;
  loss.asked = true;
  nics_.count_repeat(m);
  nics_.send({.source = m.destination,
              .destination = m.source,
              .size = kRequest,
              .client = client_,
              .ways = Message::kFromNic | Message::kForNic | Message::kFirst,
              .traffic = Traffic::control,
              .job = m.job,
              .user = {static_cast<std::uint64_t>(Kind::request), e.a,
                       static_cast<std::uint64_t>(loss.bytes.n)}});
  return true;
}

void Recovery::on_arrived(const Message& m) {
  if (static_cast<Kind>(m.user[0]) == Kind::request) {
    return nics_.send({.source = m.destination,
                       .destination = m.source,
                       .size = Bytes{static_cast<std::int64_t>(m.user[2])},
                       .client = client_,
                       .traffic = Traffic::control,
                       .job = m.job,
                       .user = {static_cast<std::uint64_t>(Kind::repeat), m.user[1]}});
  }
  Loss& loss = losses_[m.user[1]];
  if (!loss.open) return;
  loss.open = false;
  nics_.count_recovery(nics_.message(loss.record), f_.partition.now() - loss.since);
  nics_.recovered(loss.record);
}

}  // namespace kasuri
