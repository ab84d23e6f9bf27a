// SPDX-License-Identifier: MIT
// The messages that something of is in one part of the machine, from hand-over to arrival. There may be
// one or more under way for each node, so what NICs need of them is one cache line, and what only clients
// do lies apart, for those messages that have it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/core/pool.h"
#include "network/net/message.h"
#include "network/net/latency.h"

namespace kasuri {

// In the part of its source and, if that is another one, in that of its destination. In between each
// packet brings the message along and has a record of its own.
struct MessageRecord {
  std::uint32_t next;    // behind it in the queue of its NIC, where its source is
  std::uint32_t number;  // of its first packet among those of its NIC
  Time posted;
  Time ready;             // send overhead over
  std::int64_t unsent;    // payload bytes
  std::int64_t missing;   // payload bytes not yet received; at the source, not yet gone
  Bytes size;             // payload
  NodeId source;
  NodeId destination;
  std::uint16_t flow;
  std::uint8_t client;
  std::uint8_t nic;    // that it was to leave by
  std::uint8_t ways;
  std::uint8_t rail;   // which NIC of its source it was handed to
  bool wants_sent : 1;
  bool foreign : 1;    // its source is in another part, in which its record is number `next`
  bool sending : 1;    // on_sent is still to come
  bool gone : 1;       // arrived, or left for another part
  bool burdened : 1;   // it has what lies apart

  std::uint16_t job() const { return flow / kTraffics; }
  Traffic traffic() const { return static_cast<Traffic>(flow % kTraffics); }
  bool for_nic() const { return ways & Message::kForNic; }
};
static_assert(sizeof(MessageRecord) == 64);

class MessageRecords {
 public:
  MessageRecord& operator[](std::uint32_t i) { return records_[i]; }
  const MessageRecord& operator[](std::uint32_t i) const { return records_[i]; }

  // A record of a message of which nothing has left or come yet.
  std::uint32_t take(const Message& m, Time posted, Time ready) {
    const std::uint32_t i = records_.allocate();
    const bool burdened = m.payload || m.user != decltype(m.user){};
    records_[i] = {.next = UINT32_MAX,
                   .number = 0,
                   .posted = posted,
                   .ready = ready,
                   .unsent = m.size.n,
                   .missing = m.size.n,
                   .size = m.size,
                   .source = m.source,
                   .destination = m.destination,
                   .flow = flow_of(m),
                   .client = m.client,
                   .nic = m.nic,
                   .ways = m.ways,
                   .rail = 0,
                   .wants_sent = m.wants_sent,
                   .foreign = false,
                   .sending = m.wants_sent,
                   .gone = false,
                   .burdened = burdened};
    if (burdened) burden(i) = {m.payload, m.user};
    return i;
  }
  void free(std::uint32_t i) { records_.free(i); }
  // The message is through; its record goes when nobody refers to it.
  void forget(std::uint32_t i) {
    records_[i].gone = true;
    if (!records_[i].sending) free(i);
  }
  // Its sender knows that it has left.
  void has_left(std::uint32_t i) {
    records_[i].sending = false;
    if (records_[i].gone) free(i);
  }

  // As it was handed over.
  Message message(std::uint32_t i) const {
    const MessageRecord& r = records_[i];
    Message m{.source = r.source,
              .destination = r.destination,
              .size = r.size,
              .client = r.client,
              .wants_sent = r.wants_sent,
              .nic = r.nic,
              .ways = r.ways,
              .traffic = static_cast<Traffic>(r.flow % kTraffics),
              .job = r.job()};
    if (r.burdened) {
      m.payload = burdens_[i].payload;
      m.user = burdens_[i].user;
    }
    return m;
  }
  std::byte* payload(std::uint32_t i) const {
    return records_[i].burdened ? burdens_[i].payload : nullptr;
  }
  void set_payload(std::uint32_t i, std::byte* payload) {
    if (records_[i].burdened) {
      burdens_[i].payload = payload;
    } else if (payload) {
      burden(i) = {payload, {}};
      records_[i].burdened = true;
    }
  }

  void prefetch(std::uint32_t i) const { __builtin_prefetch(&records_[i], 1); }
  // Gives memory back, if no message is under way.
  void release_memory() {
    records_.release_memory();
    if (records_.in_use() == 0) burdens_ = {};
  }
  std::uint32_t in_use() const { return records_.in_use(); }
  std::uint64_t memory_bytes() const { return records_.memory_bytes() + burdens_.memory_bytes(); }

 private:
  struct Burden {
    std::byte* payload;
    std::array<std::uint64_t, 4> user;
  };
  Burden& burden(std::uint32_t i) {
    if (i >= burdens_.size()) [[unlikely]] burdens_.grow(2 * std::size_t{i} + 1024);
    return burdens_[i];
  }

  Pool<MessageRecord> records_;
  LazyArray<Burden> burdens_;  // by the records' numbers
};

}  // namespace kasuri
