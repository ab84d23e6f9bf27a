// SPDX-License-Identifier: MIT
// Remote direct memory access by the NICs of one part of the machine: put, get, copies between two
// other nodes, atomics (NSIM-ACE, sections 3.1 and 3.3; ACP's global memory access).
//
// An operation has an initiator, the node whose memory is read (S) and the one whose memory is
// written (D). It takes at most three messages, all made and answered by NICs, without any CPU:
//
//   command, if S is not the initiator's node: a control packet to S's NIC
//   data:      S's NIC reads memory and sends, D's NIC writes memory
//   acknowledgement, if D is not the initiator's node: a control packet from D's NIC
//
// So a put is data and acknowledgement, a get is command and data. What an owner's NIC sends it sends
// in the order in which commands have arrived. Data from one rank to another are written in the order in
// which they were sent, as on a reliable connection: data that have overtaken wait.
//
// Control packets are neither read from memory nor written to it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>

#include "base/config/document.h"
#include "base/core/pair_counters.h"
#include "network/nic/global_address.h"
#include "network/net/transport.h"

namespace kasuri {

enum class PutAck { nic, program };
constexpr auto names_of(PutAck) { return name_table("nic", "program"); }

// [rdma]
struct RdmaParams {
  Bytes control_size{64};
  bool control_first = true;
  NicChoice nics = NicChoice::by_destination;
  PutAck put_ack = PutAck::nic;
  bool strict_order = false;
  Time overhead{0};
  Time atomic_time{0};
  Time registration_time{0};
  BytesPerSecond registration_rate = kUnlimited;
  Bytes starter_memory{4096};

  static config::Fields<RdmaParams> fields();
};

// What travels in Message::user.
struct RdmaOp {
  enum class Kind : std::uint8_t { copy, cas, swap, add, bit_xor, bit_or, bit_and };

  std::uint32_t initiator = 0;  // a rank, numbered over all jobs
  std::uint32_t handle = 0;     // the initiator's name for it
  Kind kind = Kind::copy;
  bool counted = false;         // only its size counts: addresses name ranks, no memory
  bool acknowledged_by_program = false;
  Bytes size{0};                // below 2^40; of an atomic, 4 or 8
  std::uint64_t source = 0;       // addresses, whose form is the user's
  std::uint64_t destination = 0;
};

enum class RdmaFault : std::uint8_t { none, unregistered, out_of_range, misaligned };
enum class RdmaEnd : std::uint8_t { source, destination };

// Who issues operations and owns the memory: a library of ranks. All calls come in the partition's event
// loop, in the phase of nodes.
class RdmaUser {
 public:
  virtual ~RdmaUser() = default;
  // The rank, numbered over all jobs, whose memory an end is.
  virtual std::uint32_t rank_of(const RdmaOp&, RdmaEnd) const = 0;
  virtual NodeId node_of(std::uint32_t rank) const = 0;
  // The job that what a rank begins is counted for.
  virtual std::uint16_t job_of(std::uint32_t rank) const = 0;
  // Of an end in this part: whether it is legal, and where it is; null if bytes are only counted.
  virtual RdmaFault check(const RdmaOp&, RdmaEnd) const = 0;
  virtual std::byte* locate(const RdmaOp&, RdmaEnd) = 0;
  // Its data are in the memory of D; an atomic has changed that of S.
  virtual void on_written(const RdmaOp&) = 0;
  virtual void on_changed(const RdmaOp&) = 0;
  // At the initiator: it is complete, or refused by the end's NIC.
  virtual void on_complete(const RdmaOp&, RdmaFault, RdmaEnd) = 0;
  // Control packets of programs: one of `from` has come to `to`; one has left its NIC.
  virtual void on_control(std::uint32_t from, std::uint32_t to) = 0;
  virtual void on_control_sent(std::uint32_t handle) = 0;
};

class Rdma final : public TransportClient {
 public:
  using Operands = std::array<std::uint64_t, 2>;  // of an atomic: value; or old and new value

  Rdma(Transport&, RdmaUser&, const RdmaParams&, std::uint32_t nics_per_node);

  // Begins an operation at its initiator's node.
  void start(const RdmaOp&, const Operands& = {});
  // Sends the control packet of a program from rank to rank; `handle` comes back when it has left.
  void send_control(std::uint32_t from, std::uint32_t to, std::uint32_t handle);

  void on_sent(const Message&) override;
  void on_arrived(const Message&) override;

 private:
  enum class Stage : std::uint8_t { command, data, done, refused, control, part };
  using Words = decltype(Message::user);
  struct Pair {
    std::uint32_t from, to;
    std::uint16_t number;
    auto operator<=>(const Pair&) const = default;
  };

  static Words pack(const RdmaOp&, Stage, std::uint16_t number);
  static RdmaOp unpack(const Words&);

  Message control(NodeId from, NodeId to, const Words&) const;
  std::uint8_t nic_for(NodeId to) const;
  void read(const RdmaOp&, const Operands&);
  bool take(const RdmaOp&, const Operands&, std::byte*& payload);
  PairCounters::Count& received(std::uint32_t from, std::uint32_t to);
  std::uint16_t expected(std::uint32_t from, std::uint32_t to);
  void write(const Message&, const RdmaOp&);
  void answer(NodeId from, const RdmaOp&, Stage, RdmaFault, RdmaEnd);

  Transport& transport_;
  RdmaUser& user_;
  RdmaParams p_;
  std::uint32_t nics_;
  std::uint8_t client_;
  PairCounters sent_, received_;       // of data, by the ranks at the two ends
  std::map<Pair, Message> overtaken_;  // data whose predecessors have not come yet
};

}  // namespace kasuri
