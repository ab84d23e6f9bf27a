// SPDX-License-Identifier: MIT
// What NICs do with messages whose destination cannot be reached: another NIC of the node, a wait for a
// repair, or the end of the message. See recovery.h.
#include "network/net/payload.h"
#include "network/nic/connections.h"
#include "network/nic/nic.h"
#include "network/nic/recovery.h"

namespace kasuri {

void Nics::give_up(std::uint32_t i) {
  free_payload(records_.payload(i));
  records_.set_payload(i, nullptr);
  deliveries_.count_dropped(records_[i]);
  records_.forget(i);
}

void Nics::drop(std::uint32_t i) {
  const Record& r = records_[i];
  if (r.sending) table_.post(table_.local(r.source), f_.partition.now(), i, sent_);
  give_up(i);
}

// Until a repair of which NICs do not know yet, or for good.
void Nics::wait_or_drop(std::uint32_t i) {
  const Message m = records_.message(i);
  const std::uint32_t e = reach_.first_connected(reach_.known() + 1, m);
  if (e >= reach_.epochs()) return drop(i);
  deliveries_.of(m.job).without_way += reach_.known_from(e) - f_.partition.now();
  recovery_->wait(i, e);
}

void Nics::resume(std::uint32_t i) {
  Record& r = records_[i];
  std::uint32_t k = r.rail;
  const Message m = records_.message(i);
  if (!reach_.choose(m, k)) return wait_or_drop(i);
  r.rail = static_cast<std::uint8_t>(k);
  enqueue(table_.local(m.source) * table_.per_node() + k, i);
}

// Before the first packet of a message: if its destination has become unreachable from here, it leaves
// the queue, for that of another NIC if that can reach it.
bool Nics::gives_way(std::uint32_t index, Nic& n, std::uint32_t i) {
  Record& r = records_[i];
  if (r.unsent != r.size.n) return false;
  if (reach_.connected(reach_.known(), records_.message(i), table_.rail_of(index))) return false;
  if (connections_ && i == n.first_message) connections_->withdraw(i);
  queues_.remove(index, n, i);
  r.next = kNone;
  resume(i);
  return true;
}

}  // namespace kasuri
