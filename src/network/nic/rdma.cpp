// SPDX-License-Identifier: MIT
#include "network/nic/rdma.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "base/config/registry.h"
#include "base/core/check.h"
#include "base/core/guarded.h"
#include "network/net/payload.h"
#include "network/nic/global_address.h"

namespace kasuri {
namespace {

const config::Describe<RdmaParams> section{"rdma", "one-sided communication by the NICs"};

constexpr std::uint64_t kNumbers = 1u << 14;

constexpr std::uint64_t pair(std::uint32_t low, std::uint32_t high) {
  return low | std::uint64_t{high} << 32;
}
constexpr std::uint32_t low(std::uint64_t w) { return static_cast<std::uint32_t>(w); }
constexpr std::uint32_t high(std::uint64_t w) { return static_cast<std::uint32_t>(w >> 32); }

// With nics = "by-colour" the NIC that the destination's address names, or the source's if the destination
// is the initiator's own memory.
std::optional<std::uint8_t> colour_of(const RdmaOp& op, const RdmaUser& user, NicChoice rule,
                                      std::uint32_t nics) {
  if (nics == 1 || op.counted || rule != NicChoice::by_colour) return std::nullopt;
  const bool to_itself = user.rank_of(op, RdmaEnd::destination) == op.initiator;
  const AddressFormat format = AddressFormat::of(rule, nics);
  return static_cast<std::uint8_t>(format.parts(to_itself ? op.source : op.destination).colour);
}

// What an atomic leaves in memory.
template <class T>
T result_of(RdmaOp::Kind kind, T old, const Rdma::Operands& o) {
  using enum RdmaOp::Kind;
  const auto value = static_cast<T>(o[0]);
  switch (kind) {
    case cas: return old == value ? static_cast<T>(o[1]) : old;
    case swap: return value;
    case add: return old + value;
    case bit_xor: return old ^ value;
    case bit_or: return old | value;
    case bit_and: return old & value;
    case copy: break;
  }
  return old;
}

template <class T>
void apply(RdmaOp::Kind kind, std::byte* memory, const Rdma::Operands& o, std::byte* old_value) {
  T old;
  std::memcpy(&old, memory, sizeof old);
  std::memcpy(old_value, &old, sizeof old);
  const T result = result_of(kind, old, o);
  std::memcpy(memory, &result, sizeof result);
}

}  // namespace

config::Fields<RdmaParams> RdmaParams::fields() {
  using P = RdmaParams;
  using namespace literals;
  return {
      config::field("control_size", &P::control_size,
                    "payload of control packets: requests of a get, acknowledgements of a put")
          .range(0_B, 65'536_B),
      config::field("control_first", &P::control_first,
                    "send control packets before the packets of messages"),
      config::field("nics", &P::nics,
                    "choice among several NICs: by the destination node's number, by the colour of the ACP "
                    "address (without colour: by the number), in turn, or an equal part of the data for "
                    "each"),
      config::field("put_ack", &P::put_ack,
                    "who acknowledges a put of MGEN_acp_copy: the NIC of the target, or its program with "
                    "LMGEN_Isend_acp_put_ctrl"),
      config::field("strict_order", &P::strict_order,
                    "whether MGEN_acp_complete also waits for all earlier operations, as ACP does"),
      config::field("overhead", &P::overhead,
                    "CPU time to begin an operation, before the NIC gets it")
          .range(0_ps, 1000_ms),
      config::field("atomic_time", &P::atomic_time,
                    "NIC time for an atomic operation, at the owner of the memory")
          .range(0_ps, 1_ms),
      config::field("registration_time", &P::registration_time,
                    "CPU time to register memory, for any size")
          .range(0_ps, 1000_ms),
      config::field("registration_rate", &P::registration_rate,
                    "rate at which the CPU registers memory, in addition to registration_time")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
      config::field("starter_memory", &P::starter_memory,
                    "starter memory of each rank (ACP): other ranks can address it from the start")
          .range(8_B, Bytes{1 << 30}),
  };
}

// The second word: 4 bits of stage, 4 of kind, the 2 flags, 14 of the number, 40 of the size.
Rdma::Words Rdma::pack(const RdmaOp& op, Stage stage, std::uint16_t number) {
  const std::uint64_t second =
      std::uint64_t{static_cast<std::uint8_t>(stage)} << 60 |
      std::uint64_t{static_cast<std::uint8_t>(op.kind)} << 56 | std::uint64_t{op.counted} << 55 |
      std::uint64_t{op.acknowledged_by_program} << 54 | std::uint64_t{number % kNumbers} << 40 |
      static_cast<std::uint64_t>(op.size.n);
  return {pair(op.initiator, op.handle), second, op.source, op.destination};
}

RdmaOp Rdma::unpack(const Words& w) {
  RdmaOp op;
  op.initiator = low(w[0]);
  op.handle = high(w[0]);
  op.kind = static_cast<RdmaOp::Kind>(w[1] >> 56 & 15);
  op.counted = w[1] >> 55 & 1;
  op.acknowledged_by_program = w[1] >> 54 & 1;
  op.size = Bytes{static_cast<std::int64_t>(w[1] & (~std::uint64_t{0} >> 24))};
  op.source = w[2];
  op.destination = w[3];
  return op;
}

Rdma::Rdma(Transport& transport, RdmaUser& user, const RdmaParams& params,
           std::uint32_t nics_per_node)
    : transport_(transport),
      user_(user),
      p_(params),
      nics_(nics_per_node),
      client_(transport.add_client(*this)) {
  transport.set_engine_time(p_.atomic_time);
}

std::uint8_t Rdma::nic_for(NodeId to) const {
  if (nics_ == 1) return 0;
  return p_.nics == NicChoice::in_turn ? Message::kAnyNic : static_cast<std::uint8_t>(to.v % nics_);
}

Message Rdma::control(NodeId from, NodeId to, const Words& words) const {
  const std::uint8_t first = p_.control_first ? Message::kFirst : 0;
  const RdmaOp op = unpack(words);
  return {.source = from,
          .destination = to,
          .size = p_.control_size,
          .client = client_,
          .nic = colour_of(op, user_, p_.nics, nics_).value_or(nic_for(to)),
          .ways = static_cast<std::uint8_t>(Message::kFromNic | Message::kForNic | first),
          .traffic = Traffic::control,
          .job = user_.job_of(op.initiator),
          .user = words};
}

void Rdma::start(const RdmaOp& op, const Operands& operands) {
  const NodeId here = user_.node_of(op.initiator);
  const NodeId source = user_.node_of(user_.rank_of(op, RdmaEnd::source));
  if (source == here) return read(op, operands);
  Message m = control(here, source, pack(op, Stage::command, 0));
  if (op.kind != RdmaOp::Kind::copy) {
    m.size = std::max(m.size, Bytes{sizeof operands});
    m.payload = new_payload(m.size);
    std::memcpy(m.payload, operands.data(), sizeof operands);
  }
  transport_.send(m);
}

// S's part of an operation: its memory is read, and the data leave.
void Rdma::read(const RdmaOp& op, const Operands& operands) {
  const std::uint32_t rank = user_.rank_of(op, RdmaEnd::source);
  const NodeId here = user_.node_of(rank);
  if (const RdmaFault f = user_.check(op, RdmaEnd::source); f != RdmaFault::none) {
    return answer(here, op, Stage::refused, f, RdmaEnd::source);
  }
  std::byte* payload = nullptr;
  if (!take(op, operands, payload)) {
    return answer(here, op, Stage::refused, RdmaFault::unregistered, RdmaEnd::source);
  }
  if (op.kind != RdmaOp::Kind::copy) user_.on_changed(op);
  const std::uint32_t target = user_.rank_of(op, RdmaEnd::destination);
  std::uint32_t recent = PairCounters::kNone;
  PairCounters::Count& number = sent_.at(rank, 0, target, recent);
  const NodeId to = user_.node_of(target);
  // Parts have numbers of their own, and the last one has come in order when all have.
  const bool striped = p_.nics == NicChoice::striped && op.kind == RdmaOp::Kind::copy && to != here &&
                       op.size.n >= static_cast<std::int64_t>(nics_);
  const Bytes part = striped ? Bytes{op.size.n / static_cast<std::int64_t>(nics_)} : Bytes{0};
  for (std::uint32_t k = 0; striped && k + 1 < nics_; ++k) {
    transport_.send({.source = here,
                     .destination = to,
                     .size = part,
                     .client = client_,
                     .nic = static_cast<std::uint8_t>(k),
                     .traffic = Traffic::point_to_point,
                     .job = user_.job_of(op.initiator),
                     .user = pack(op, Stage::part, static_cast<std::uint16_t>(number++))});
  }
  Message m{.source = here,
            .destination = to,
            .size = striped ? op.size - part * (std::int64_t{nics_} - 1) : op.size,
            .client = client_,
            .nic = striped ? static_cast<std::uint8_t>(nics_ - 1)
                           : colour_of(op, user_, p_.nics, nics_).value_or(nic_for(to)),
            .traffic = Traffic::point_to_point,
            .job = user_.job_of(op.initiator),
            .payload = payload,
            .user = pack(op, Stage::data, static_cast<std::uint16_t>(number++))};
  if (op.kind != RdmaOp::Kind::copy) {
    m.ways = Message::kFromNic | Message::kEngine;
    if (p_.control_first) m.ways |= Message::kFirst;
  }
  transport_.send(m);
}

// What S's memory gives; false if the program has unmapped what it registered.
bool Rdma::take(const RdmaOp& op, const Operands& operands, std::byte*& payload) {
  std::byte* const memory = user_.locate(op, RdmaEnd::source);
  if (!memory || op.size.n == 0) return true;
  std::byte* const data = new_payload(op.size);
  const bool good = without_fault([&] {
    if (op.kind == RdmaOp::Kind::copy) {
      std::memcpy(data, memory, static_cast<std::size_t>(op.size.n));
    } else if (op.size.n == 4) {
      apply<std::uint32_t>(op.kind, memory, operands, data);
    } else {
      apply<std::uint64_t>(op.kind, memory, operands, data);
    }
  });
  if (good) payload = data;
  else free_payload(data);
  return good;
}

void Rdma::on_arrived(const Message& m) {
  const RdmaOp op = unpack(m.user);
  switch (static_cast<Stage>(m.user[1] >> 60)) {
    case Stage::command: {
      Operands operands{};
      if (m.payload) std::memcpy(operands.data(), m.payload, sizeof operands);
      free_payload(m.payload);
      return read(op, operands);
    }
    case Stage::control: return user_.on_control(op.initiator, low(m.user[2]));
    case Stage::done: return user_.on_complete(op, RdmaFault::none, RdmaEnd::source);
    case Stage::refused: {
      const std::uint64_t why = m.user[1] >> 40 & (kNumbers - 1);
      return user_.on_complete(op, static_cast<RdmaFault>(why & 7),
                               static_cast<RdmaEnd>(why >> 3));
    }
    case Stage::data:
    case Stage::part: break;
  }

  const std::uint32_t from = user_.rank_of(op, RdmaEnd::source);
  const std::uint32_t to = user_.rank_of(op, RdmaEnd::destination);
  const auto number = static_cast<std::uint16_t>(m.user[1] >> 40 & (kNumbers - 1));
  if (number != expected(from, to)) {
    overtaken_.emplace(Pair{from, to, number}, m);
    return;
  }
  write(m, op);
  while (!overtaken_.empty()) {
    const auto next = overtaken_.find({from, to, expected(from, to)});
    if (next == overtaken_.end()) break;
    const Message held = next->second;
    overtaken_.erase(next);
    write(held, unpack(held.user));
  }
}

PairCounters::Count& Rdma::received(std::uint32_t from, std::uint32_t to) {
  std::uint32_t recent = PairCounters::kNone;
  return received_.at(to, 0, from, recent);
}

// The number of the next data from rank to rank.
std::uint16_t Rdma::expected(std::uint32_t from, std::uint32_t to) {
  return static_cast<std::uint16_t>(received(from, to) % kNumbers);
}

// D's part: the data are there.
void Rdma::write(const Message& m, const RdmaOp& op) {
  ++received(user_.rank_of(op, RdmaEnd::source), user_.rank_of(op, RdmaEnd::destination));
  if (static_cast<Stage>(m.user[1] >> 60) == Stage::part) return;
  RdmaFault f = user_.check(op, RdmaEnd::destination);
  if (f == RdmaFault::none && m.payload) {
    std::byte* const to = user_.locate(op, RdmaEnd::destination);
    const bool good = !to || guarded_copy(to, m.payload, static_cast<std::size_t>(op.size.n));
    if (!good) f = RdmaFault::unregistered;
  }
  free_payload(m.payload);
  if (f != RdmaFault::none) {
    return answer(m.destination, op, Stage::refused, f, RdmaEnd::destination);
  }
  user_.on_written(op);
  if (op.acknowledged_by_program) return;
  if (user_.node_of(op.initiator) == m.destination) {
    user_.on_complete(op, RdmaFault::none, RdmaEnd::destination);
  } else {
    answer(m.destination, op, Stage::done, f, RdmaEnd::destination);
  }
}

void Rdma::answer(NodeId from, const RdmaOp& op, Stage stage, RdmaFault f, RdmaEnd end) {
  const auto why =
      static_cast<std::uint16_t>(static_cast<unsigned>(f) | static_cast<unsigned>(end) << 3);
  transport_.send(control(from, user_.node_of(op.initiator), pack(op, stage, why)));
}

void Rdma::send_control(std::uint32_t from, std::uint32_t to, std::uint32_t handle) {
  RdmaOp op;
  op.initiator = from;
  op.handle = handle;
  op.counted = true;
  op.source = to;
  Message m = control(user_.node_of(from), user_.node_of(to), pack(op, Stage::control, 0));
  m.wants_sent = true;
  transport_.send(m);
}

void Rdma::on_sent(const Message& m) { user_.on_control_sent(unpack(m.user).handle); }

}  // namespace kasuri
