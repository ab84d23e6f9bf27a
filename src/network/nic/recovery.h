// SPDX-License-Identifier: MIT
// What NICs do where links and routers fail during the run (network/net/failures.h).
//
// A packet that is on a link when that fails, or is sent over it afterwards, is damaged: it goes on
// to its receiver (as cut-through switches pass on packets that they mark as bad), which does not
// take it. When the last packet of its message has come, the receiver's NIC waits for `retry_time`,
// and at least until the failures of that time are known, then asks the sender's by a control
// packet for what was damaged, which comes as a message of its own. So every message arrives, late,
// if there is a way for it. If there is none, it waits for one that a repair will make. If none
// will be, it is dropped and counted: by the sender before its first packet leaves, by the receiver
// if the way was lost later. Messages of users are counted, and control messages apart from them:
// the acknowledgements of windows and of RDMA, the requests and clearances of the rendezvous, what
// NICs ask again for.
//
// A message leaves by another NIC of its node, to that of the same number, if that whose turn it is
// cannot reach its counterpart.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "network/net/fabric.h"
#include "network/nic/deliveries.h"
#include "network/nic/message_records.h"
#include "network/nic/nic_operations.h"
#include "network/nic/nic_table.h"
#include "network/nic/reach.h"

namespace kasuri {

class Recovery final : public TransportClient {
 public:
  Recovery(NicOperations&, Fabric&, NicTable&, const MessageRecords&, const Reach&, Deliveries&);

  // A packet with `payload` bytes of the message in this record came damaged.
  void lost(std::uint32_t record, Bytes payload);
  // The last packet of it has come; whether something is missing.
  bool asks_again(std::uint32_t record);

  // Has a message that has no way now looked at again when this epoch is known.
  void wait(std::uint32_t record, std::uint32_t epoch);

  void on_sent(const Message&) override {}
  void on_arrived(const Message&) override;

 private:
  enum class Kind : std::uint64_t { request, repeat };
  static constexpr Bytes kRequest{64};

  struct Loss {
    std::uint32_t record;
    Bytes bytes;
    Time since{0};  // when the last packet had come
    bool open = true, asked = false;
  };

  bool ask(const Event&);
  bool resume(const Event&);

  NicOperations& nics_;
  Fabric& f_;
  NicTable& table_;
  const MessageRecords& records_;
  const Reach& reach_;
  Deliveries& deliveries_;
  std::uint8_t client_;
  EventKind ask_, resume_;
  std::unordered_map<std::uint32_t, std::uint32_t> loss_of_;  // of records that are not complete
  std::vector<Loss> losses_;
};

}  // namespace kasuri
