// SPDX-License-Identifier: MIT
#include "network/nic/recovery.h"

#include <algorithm>

namespace kasuri {

Recovery::Recovery(NicOperations& nics, Fabric& f, NicTable& table, const MessageRecords& records,
                   const Reach& reach, Deliveries& deliveries)
    : nics_(nics),
      f_(f),
      table_(table),
      records_(records),
      reach_(reach),
      deliveries_(deliveries),
      client_(nics.add_client(*this)),
      ask_(f.partition.add_handler<&Recovery::ask>(this)),
      resume_(f.partition.add_handler<&Recovery::resume>(this)) {
  table.place_nodes(ask_);
  table.place_nodes(resume_);
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
  const Message m = records_.message(record);
  losses_[serial].bytes = std::min(losses_[serial].bytes, m.size);
  const Time now = losses_[serial].since = f_.partition.now();
  Time when = now + f_.retry_time;
  for (std::uint32_t e = 0; e < f_.failures->epochs(); ++e) {
    if (f_.failures->epoch(e).since <= now) when = later(when, f_.failures->epoch(e).known);
  }
  table_.post(table_.local(m.destination), when, serial, ask_);
  return true;
}

void Recovery::wait(std::uint32_t record, std::uint32_t epoch) {
  table_.post(table_.local(records_[record].source), reach_.known_from(epoch), record, resume_);
}

bool Recovery::resume(const Event& e) {
  nics_.resume(e.a);
  return true;
}

// At first, and whenever more changes become known: is there a way still?
bool Recovery::ask(const Event& e) {
  Loss& loss = losses_[e.a];
  if (!loss.open) return false;
  const Message m = records_.message(loss.record);
  const std::uint32_t known = reach_.known();
  const std::uint32_t connected = reach_.first_connected(known, m);
  if (connected == reach_.epochs()) {
    loss.open = false;
    nics_.give_up(loss.record);
    return true;
  }
  if (known + 1 < reach_.epochs()) {
    table_.post(table_.local(m.destination), reach_.known_from(known + 1), e.a, ask_);
  }
  if (loss.asked || connected != known) return false;
  loss.asked = true;
  deliveries_.of(m.job).repeated_messages += 1;
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
  deliveries_.of(records_[loss.record].job()).recovering += f_.partition.now() - loss.since;
  nics_.recovered(loss.record);
}

}  // namespace kasuri
