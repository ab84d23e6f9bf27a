// SPDX-License-Identifier: MIT
// Packets on Ethernet links: data, acknowledgements, grants, refusals, requests. A packet is one cache line
// of plain data, so that it can move between partitions. Also what partitions send each other.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/core/ids.h"
#include "base/core/units.h"
#include "base/engine/event.h"
#include "network/control/send_control.h"
#include "network/net/boxes.h"
#include "network/net/message.h"
#include "network/net/payload.h"

namespace kasuri {

struct EthernetPacket {
  // A pause frame also resumes; `number` is the priority, `entropy` whether it pauses.
  enum class Kind : std::uint8_t { data, acknowledgement, grant, refusal, request, pause };
  enum Flag : std::uint8_t {
    marked = 1, asks = 2, again = 4, urgent = 8,
    cut = 16,      // trimmed to its header
    cut_last = 32,  // so at the output to its host
    request_bit = 64,
    held = 128  // it waited while its output paused
  };
  std::uint32_t next = 0;        // behind it in a queue
  std::uint32_t connection = 0;  // of the data's sender, a number in its partition
  std::uint32_t peer = 0;        // of the data's receiver, a number in its partition + 1; 0: unknown
  std::uint32_t number = 0;      // of the data packet, or of that which is answered
  EndpointId source{};           // of this packet
  EndpointId destination{};
  std::uint32_t bytes = 0;     // on the wire
  std::uint32_t path = 0;      // which of Routing::paths()
  std::uint32_t expected = 0;  // of an answer: all data packets below have come
  std::uint16_t job = 0;
  std::uint8_t vc = 0;  // the stage of its path, for routing algorithms
  std::uint8_t hops = 0;
  Kind kind = Kind::data;
  std::uint8_t flags = 0;
  std::uint16_t entropy = 0;  // of data and requests, and of their answers
  std::uint32_t queued = 0;   // when it came to its queue, in ns modulo 2^32; only if somebody watches
  // Data: the total grant requested; acknowledgement: total bytes received; grant: total granted.
  Bytes total{0};
  // Data, requests and their answers: time of sending, in ps; other acknowledgements: bitmap of arrived
  // packets from first_present() on.
  std::uint64_t word = 0;

  bool is(Flag f) const { return flags & f; }
  bool is_whole_data() const { return kind == Kind::data && !is(cut); }
  bool is_answer() const { return kind != Kind::data && kind != Kind::pause; }
  // First packet of the bitmap: the answered packet if it was marked or asked, else the latest 64.
  std::uint32_t first_present() const {
    if (is(marked) || is(asks)) return number;
    return static_cast<std::int32_t>(number - expected) < 64 ? expected + 1 : number - 63;
  }
};
static_assert(sizeof(EthernetPacket) == 64);

// Describes a message to its receiver, ahead of its first packet.
struct MessageNotice {
  Message message;
  Time posted;
  EndpointId source, destination;
  std::uint32_t connection;      // a number of the sender's part
  std::uint32_t first, packets;  // of the connection
};

struct CrossingNotice {
  Time at;
  std::uint64_t order;
  MessageNotice notice;
};
// What switches on the way of a packet added to it (HPCC).
struct Telemetry {
  static constexpr std::size_t kMost = 8;
  std::uint32_t count = 0;
  std::array<HopTelemetry, kMost> hops;

  // Only what is there: records are long.
  void take(const Telemetry& o) {
    count = o.count;
    std::copy_n(o.hops.begin(), count, hops.begin());
  }
};
// A packet for a switch of another partition, and its arrival there.
struct CrossingEthernetPacket {
  Event event;
  EthernetPacket packet;
};

struct EthernetBox {
  std::vector<CrossingEthernetPacket> packets;
  std::vector<CrossingNotice> notices;
  std::vector<Telemetry> telemetry;  // of each packet, if switches add any

  bool empty() const { return packets.empty() && notices.empty(); }
  template <bool kToWrite>
  void fetch() const {
    fetch_lines<kToWrite>(packets);
    fetch_lines<kToWrite>(notices);
  }
  void clear() {
    packets.clear();
    notices.clear();
    telemetry.clear();
  }
  template <class Archive>
  friend void transfer(Archive& archive, EthernetBox& box) {
    archive(box.packets), archive(box.notices), archive(box.telemetry);
    for (CrossingNotice& c : box.notices) transfer_payload(archive, c.notice.message.payload);
  }
};

}  // namespace kasuri
