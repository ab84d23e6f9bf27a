// SPDX-License-Identifier: MIT
// Records of communication under way: requests (MPI 4.1, section 3.7), messages that came before
// their receive, and what travels with a message.
#pragma once

#include <array>
#include <cstdint>

#include "base/core/ids.h"
#include "base/core/units.h"
#include "mpi/ranks/match.h"
#include "network/net/transport.h"

struct KasuriRequest;  // only ever a handle

namespace kasuri::mpi {

inline constexpr std::int32_t kAnySource = -1;
inline constexpr std::int32_t kAnyTag = -1;
inline constexpr std::int32_t kProcNull = -3;
inline constexpr std::int32_t kRoot = -4;  // MPI_ROOT, of collectives between two groups

// Messages of this context tell a rank of puts; the tag is ACP_PUT_TAG.
inline constexpr std::uint32_t kPutContext = UINT32_MAX - 1;
inline constexpr std::int32_t kPutTag = -100;

// What a program holds: null, an operation that was complete at once, or a request of the pool. The MPI ABI
// reserves values below 4096 for predefined handles; its null request is 0x180. The library's own lists
// use a null pointer, too.
using Handle = ::KasuriRequest*;
inline constexpr std::uintptr_t kFirstRequest = 4096;

inline Handle handle_of(std::uint32_t request) {
  return reinterpret_cast<Handle>(std::uintptr_t{request} + kFirstRequest);
}
inline Handle complete_handle() { return reinterpret_cast<Handle>(std::uintptr_t{1}); }
inline Handle null_handle() { return reinterpret_cast<Handle>(std::uintptr_t{0x180}); }
inline bool is_null(Handle h) { return !h || h == null_handle(); }
inline bool is_request(Handle h) { return reinterpret_cast<std::uintptr_t>(h) >= kFirstRequest; }
inline std::uint32_t index_of(Handle h) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(h) - kFirstRequest);
}

inline bool accepts(const MatchKey& wanted, const MatchKey& key) {
  return wanted.context == key.context &&
         (wanted.source == kAnySource || wanted.source == key.source) &&
         (wanted.tag == kAnyTag || wanted.tag == key.tag);
}

// What is known of a message received.
struct Status {
  std::int32_t source = kProcNull;
  std::int32_t tag = kAnyTag;
  Bytes bytes{0};
  bool cancelled = false;
  std::uint8_t error = 0;  // a class
};

enum class SendMode : std::uint8_t {
  standard,
  synchronous,  // complete when its receive has begun: always a rendezvous
  ready,        // its receive must be there already
  zero_copy,    // at once, straight from memory to memory
  buffered      // waits for no receive: eager up to the limit, above it like zero_copy
};

// Which NICs carry a message's data: the library's choice, NIC k of the node (k + 1), or all of them,
// each an equal part (NSIM's extension: several NICs at once).
using Route = std::uint8_t;
inline constexpr Route kAnyRoute = 0;
inline constexpr Route kStriped = UINT8_MAX;
inline constexpr Route kByNic = UINT8_MAX - 1;  // of a receive: without the CPU

// A receive, or what is not complete when its call returns. One cache line.
struct Request {
  enum class State : std::uint8_t { free, active, done };
  enum class Purpose : std::uint8_t { message, probe, collective, one_sided, general, file };
  static constexpr std::uint32_t kNone = UINT32_MAX;

  MatchKey key;            // of a receive: what it wants, then what it got
  MatchLinks links{};
  std::uint32_t order = 0;           // when its rank posted it, for choosing between receives
  void* buffer = nullptr;
  Bytes bytes{0};                    // room for a receive, then its size; size of a send
  std::uint32_t coroutine = kNone;   // who waits for it
  State state = State::active;
  bool is_send = true;
  bool eager : 1 = false;            // received through a buffer of the library
  bool within : 1 = false;           // from a rank of the same node, see SharedMemoryParams
  Route route = kAnyRoute;           // of a send; of a receive kAnyRoute or kByNic
  std::uint8_t parts = 0;            // of a striped message, those that have left or arrived
  Purpose purpose = Purpose::message;
  bool packed = false;               // its buffer is a stand-in for data that is not contiguous
  bool cancelled = false;
  bool unowned = false;   // the program has let go of it: it ends when it is done
  bool keeps = false;     // a receive: takes over the payload; a send: its buffer is one already
  bool has_data = false;  // with `keeps`: `buffer` is the payload now, whose header knows where to
  std::uint8_t error = 0;  // class of the error that its completion returns
};
static_assert(sizeof(Request) == 64);

struct MpiParams;
// CPU time of a receive that is done (requests.cpp).
Time receive_cost(const MpiParams&, const Request&);

// A message without a receive yet.
struct EarlyMessage {
  MatchKey key;
  MatchLinks links;
  std::uint32_t before, after;  // in the order of arrival at its rank
  NodeId from;
  std::uint32_t send_request;   // of a rendezvous; kNone: the message came whole
  std::byte* payload;
  Bytes bytes;
};

// A message that has overtaken another of its pair, by its number: the tag of the key.
struct HeldMessage {
  MatchKey key;
  MatchLinks links;
  Message message;
};

// A zero-copy send until its data has left; the key is its envelope's, with its number for a tag.
struct LeavingSend {
  MatchKey key;
  MatchLinks links;
  std::uint32_t request;
};

// What travels in Message::user. An eager message and the request of a rendezvous are matched at
// the receiver; clearance and data go between two requests that have found each other.
enum class MessageKind : std::uint8_t { eager, request, clearance, data };
// With the kind of an eager message or a request:
inline constexpr std::uint8_t kReady = 0x40;     // its receive must be there already
inline constexpr std::uint8_t kZeroCopy = 0x80;  // straight from memory to memory

using UserWords = std::array<std::uint64_t, 4>;

constexpr std::uint64_t pair(std::uint32_t low, std::uint32_t high) {
  return low | std::uint64_t{high} << 32;
}
constexpr std::uint32_t low(std::uint64_t w) { return static_cast<std::uint32_t>(w); }
constexpr std::uint32_t high(std::uint64_t w) { return static_cast<std::uint32_t>(w >> 32); }

// The last word of both forms: 8 bits of kind, 16 of the number in the pair, 40 of bytes.
constexpr std::uint64_t last_word(MessageKind kind, std::uint16_t number, Bytes bytes) {
  return std::uint64_t{static_cast<std::uint8_t>(kind)} << 56 | std::uint64_t{number} << 40 |
         static_cast<std::uint64_t>(bytes.n);
}
constexpr MessageKind kind_of(const UserWords& w) {
  return static_cast<MessageKind>(w[3] >> 56 & ~std::uint64_t{kReady | kZeroCopy});
}
constexpr bool has_flag(const UserWords& w, std::uint8_t flag) { return w[3] >> 56 & flag; }
constexpr UserWords with_flags(UserWords w, std::uint8_t flags) {
  w[3] |= std::uint64_t{flags} << 56;
  return w;
}
constexpr std::uint16_t number_of(const UserWords& w) {
  return static_cast<std::uint16_t>(w[3] >> 40);
}
constexpr Bytes bytes_of(const UserWords& w) {
  return {static_cast<std::int64_t>(w[3] & (~std::uint64_t{0} >> 24))};
}

// Of an eager message and of a request (`word`: the sender's request).
// `number` counts the messages of its pair and context.
struct Envelope {
  MatchKey key;
  std::uint64_t word;
  std::uint16_t number;

  constexpr UserWords pack(MessageKind kind, Bytes bytes) const {
    return {pair(key.rank, key.context),
            pair(static_cast<std::uint32_t>(key.source), static_cast<std::uint32_t>(key.tag)), word,
            last_word(kind, number, bytes)};
  }
  static constexpr Envelope unpack(const UserWords& w) {
    return {{low(w[0]), high(w[0]), static_cast<std::int32_t>(low(w[1])),
             static_cast<std::int32_t>(high(w[1]))}, w[2], number_of(w)};
  }
};

// Of a clearance and of the data that follow it, in one message or in several.
struct Clearance {
  std::uint32_t send_request;
  std::uint32_t receive_request;
  std::uint32_t parts = 1;  // of the data
  std::int64_t offset = 0;  // of a part

  constexpr UserWords pack(MessageKind kind, Bytes bytes) const {
    return {pair(send_request, receive_request), parts, static_cast<std::uint64_t>(offset),
            last_word(kind, 0, bytes)};
  }
  static constexpr Clearance unpack(const UserWords& w) {
    return {low(w[0]), high(w[0]), low(w[1]), static_cast<std::int64_t>(w[2])};
  }
};

}  // namespace kasuri::mpi
