// SPDX-License-Identifier: MIT
// [mpi]: what the message-passing library costs. The overheads are the o of LogGP (Alexandrov et
// al. 1995); gap, latency and bandwidth come from NIC and fabric. All overheads are zero unless
// set: NSIM's published experiments leave them out.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/config/fields.h"
#include "base/core/units.h"
#include "mpi/ranks/algorithms.h"
#include "mpi/ranks/library.h"
#include "mpi/ranks/nccl.h"
#include "mpi/storage/params.h"

namespace kasuri::mpi {

// [mpi.operations.NAME]: a predefined operation that takes another time than reduce_rate says.
struct OperationParams {
  std::optional<BytesPerSecond> reduce_rate;
  std::optional<BytesPerSecond> reduce_rate_in_memory;

  static config::Fields<OperationParams> fields();
};

// Which NIC of its node a message leaves by: the one that the destination's number says, or always that of
// its rank, as libraries divide interfaces among processes: of its number in the job, or on the node.
enum class MessageNic { by_destination, by_rank, by_local_rank };
constexpr auto names_of(MessageNic) { return name_table("by-destination", "by-rank", "by-local-rank"); }

// When the CPU takes in a message that has come, at receive_overhead and eager_copy_rate. Open MPI and
// MPICH look for messages in calls that wait, test or probe: a send that can leave at once and the posting
// of a receive do not (ompi/mca/pml/ob1/pml_ob1_isend.c; MPICH's issue 1102).
enum class Progress {
  in_waits,   // in the call that waits for it or finds it
  in_calls,   // in the next call that sends, receives, waits or tests, whatever it is for
  on_arrival  // at once: what the rank does takes so much longer, as with interrupts
};
constexpr auto names_of(Progress) { return name_table("in-waits", "in-calls", "on-arrival"); }

// [mpi.shared_memory]: messages between ranks of one node, which their CPUs copy: short ones into a buffer
// of the library and out of it (Buntinas, Mercier & Gropp, Implementation and Evaluation of Shared-Memory
// Communication and Synchronization Operations in MPICH2 using the Nemesis Communication Subsystem, Par.
// Comp. 33, 2007), longer ones once, by the receiver (KNEM, CMA, XPMEM).
struct SharedMemoryParams {
  std::optional<BytesPerSecond> copy_rate;  // none: a message costs what it does between nodes
  std::optional<Time> send_overhead, receive_overhead, rendezvous_overhead;
  std::optional<Bytes> eager_limit;

  static config::Fields<SharedMemoryParams> fields();
  static void validate(const SharedMemoryParams&, config::Section&);
};

struct OperationsParams {
  std::map<std::string, OperationParams> by_name;

  static config::Fields<OperationsParams> fields();
  static void validate(const OperationsParams&, config::Section&);
};

struct MpiParams {
  Bytes eager_limit{16384};
  std::uint32_t eager_peers = 0;
  std::optional<Bytes> eager_limit_beyond;
  Bytes control_size{64};
  Time send_overhead{0};
  Time receive_overhead{0};
  BytesPerSecond eager_copy_rate = kUnlimited;
  Time rendezvous_overhead{0};
  BytesPerSecond registration_rate = kUnlimited;
  Progress progress = Progress::in_waits;
  MessageNic nic_choice = MessageNic::by_destination;
  BytesPerSecond copy_rate = kUnlimited;
  std::optional<BytesPerSecond> copy_rate_in_memory;
  BytesPerSecond temporary_rate = kUnlimited;
  Bytes temporaries_kept{32 << 20};
  BytesPerSecond reduce_rate = kUnlimited;
  std::optional<BytesPerSecond> reduce_rate_in_memory;
  Bytes cache{1 << 20};
  Time step_overhead{0};
  Time call_overhead{0};
  Time poll_time{100'000};
  Time thread_call_time{50'000};
  Bytes stack{256 << 10};
  bool stack_guards = true;
  std::uint32_t nonblocking_collectives = 8;
  config::Choice<Library> library;  // empty: `plain`; runs have another (experiment/plan/collectives.h)
  AlgorithmParams algorithms;
  RuleParams rules;
  OperationsParams operations;
  SharedMemoryParams shared_memory;
  NcclParams nccl;
  storage::IoParams io;

  // What a CPU takes to combine `size` bytes of an operand into those of another one, as a part of vectors
  // of `vector` bytes. `operation`: its name, or empty for one of the program's own, whose time is the
  // program's to declare (MGEN_Comp): the rates of [mpi] itself hold.
  Time reduce_time(std::string_view operation, Bytes size, Bytes vector) const;
  // What it takes to copy so many bytes within a collective operation.
  Time copy_time(Bytes size) const;
  // What it takes to use memory for the first time.
  Time fresh_time(Bytes size) const { return size / temporary_rate; }
  // Largest message that is sent at once. `beyond`: to a peer beyond eager_peers.
  Bytes eager_limit_for(bool beyond, bool within = false) const {
    if (within) return shared_memory.eager_limit.value_or(eager_limit);
    return beyond && eager_limit_beyond ? *eager_limit_beyond : eager_limit;
  }
  // Of the CPU, at each side of a message that asks first.
  Time rendezvous_time(Bytes size) const { return rendezvous_overhead + size / registration_rate; }
  // Of the CPU, for messages within a node, where [mpi.shared_memory] says what they cost.
  Time shared_send_time(Bytes copied, bool asks) const;
  Time shared_receive_time(Bytes copied, bool asks) const;
  // Whether any of these is more than nothing.
  bool has_cpu_costs() const;

  static config::Fields<MpiParams> fields();
  static void validate(const MpiParams&, config::Section&);
};

}  // namespace kasuri::mpi
