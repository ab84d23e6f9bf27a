// SPDX-License-Identifier: MIT
#include "mpi/ranks/params.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/config/diagnostics.h"
#include "base/config/document.h"
#include "base/config/registry.h"
#include "mpi/ranks/datatype.h"

namespace kasuri::mpi {

namespace {

// What a message costs the CPU.
config::Fields<MpiParams> message_costs() {
  using P = MpiParams;
  using namespace literals;
  return {
      config::field("send_overhead", &P::send_overhead,
                    "o: CPU time for each message sent, before the NIC gets it")
          .range(0_ps, 1000_ms),
      config::field("receive_overhead", &P::receive_overhead,
                    "o: CPU time for each message received, after its arrival")
          .range(0_ps, 1000_ms),
      config::field("eager_copy_rate", &P::eager_copy_rate,
                    "rate at which the CPU copies eager messages into and out of the library's buffers")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
      config::field("rendezvous_overhead", &P::rendezvous_overhead,
                    "CPU time of a message larger than the eager limit, at each side, in addition to "
                    "send_overhead and receive_overhead")
          .range(0_ps, 1000_ms),
      config::field("registration_rate", &P::registration_rate,
                    "rate at which the buffer of such a message is made known to the NIC, at each side")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
      config::field("progress", &P::progress,
                    "when the CPU takes in a message that has come: in the call that waits for it, in the "
                    "next call that sends, receives, waits or tests, or at once"),
  };
}

// What calls cost that look for something, and those of threads to each other.
config::Fields<MpiParams> call_costs() {
  using P = MpiParams;
  using namespace literals;
  return {
      config::field("poll_time", &P::poll_time,
                    "simulated time of a test or probe that finds nothing, and of each further query of "
                    "the clock after two in a row")
          .range(1_ps, 1000_ms),
      config::field("thread_call_time", &P::thread_call_time,
                    "simulated time of a call by which one of a rank's threads meets others: a piece of a "
                    "loop, a lock, a task; for each of log2(threads) steps, a barrier and each end of a "
                    "region")
          .range(1_ps, 1000_ms),
  };
}

}  // namespace

config::Fields<MpiParams> MpiParams::fields() {
  using P = MpiParams;
  using namespace literals;
  config::Fields<MpiParams> all{
      config::field("eager_limit", &P::eager_limit,
                    "largest message sent with the eager protocol; larger ones use rendezvous")
          .range(0_B, Bytes{1 << 30}),
      config::field("eager_peers", &P::eager_peers,
                    "the number of peers of a collective that get messages up to eager_limit at once; "
                    "those after them up to eager_limit_beyond; 0: all")
          .range(0, 1 << 24),
      config::field("eager_limit_beyond", &P::eager_limit_beyond,
                    "eager limit beyond eager_peers; default: eager_limit")
          .range(0_B, Bytes{1 << 30}),
      config::field("control_size", &P::control_size,
                    "payload of the request and of the clearance in the rendezvous protocol")
          .range(0_B, 65'536_B),
      config::field("nic_choice", &P::nic_choice,
                    "the NIC of its node by which a message leaves: destination node, rank or the rank's "
                    "number on its node, modulo nic.per_node"),
      config::field("copy_rate", &P::copy_rate,
                    "rate at which the CPU copies data in collective operations")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
      config::field("copy_rate_in_memory", &P::copy_rate_in_memory,
                    "copy rate for data larger than `cache`; default: copy_rate")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
      config::field("temporary_rate", &P::temporary_rate,
                    "first use of memory for the temporaries of collective operations that do not keep "
                    "it between calls: at least as large as `temporaries_kept`, or together at least 512 "
                    "KiB and twice the largest, as glibc trims its heap; a quarter of the rate below 4 MiB")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
      config::field("temporaries_kept", &P::temporaries_kept,
                    "temporaries that are smaller keep their memory between calls; default: as glibc does")
          .range(0_B, Bytes{1LL << 40}),
      config::field("reduce_rate", &P::reduce_rate,
                    "rate at which the CPU reduces data: bytes of one operand per second")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
      config::field("reduce_rate_in_memory", &P::reduce_rate_in_memory,
                    "reduction rate for vectors larger than `cache`; default: reduce_rate")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
      config::field("cache", &P::cache,
                    "largest vector that the CPU reduces or copies in its cache")
          .range(0_B, Bytes{1LL << 40}),
      config::field("step_overhead", &P::step_overhead,
                    "CPU time of a collective operation for each message that it sends, in addition to "
                    "send_overhead")
          .range(0_ps, 1000_ms),
      config::field("call_overhead", &P::call_overhead,
                    "CPU time of each rank at the beginning of a collective operation of several ranks")
          .range(0_ps, 1000_ms),
      config::field("stack", &P::stack, "virtual memory for the stack of each rank, a multiple of 4 KiB")
          .range(Bytes{16 << 10}, Bytes{1 << 30}),
      config::field("stack_guards", &P::stack_guards,
                    "guard page below each stack, so that an overflow cannot damage another rank's stack"),
      config::field("nonblocking_collectives", &P::nonblocking_collectives,
                    "largest number of active non-blocking collectives, mean over the ranks")
          .range(1, 4096),
      config::field("library", &P::library,
                    "MPI library that chooses the algorithms that neither [mpi.algorithms] nor [mpi.rules] "
                    "name; default: nccl on machines of GPUs, else open-mpi-4.1"),
      config::field("algorithms", &P::algorithms, "algorithms of the collective operations"),
      config::field("rules", &P::rules, "tables that select algorithms by size instead"),
      config::field("operations", &P::operations, "reduce rates of single operations"),
      config::field("shared_memory", &P::shared_memory, "messages between ranks of one node"),
      config::field("nccl", &P::nccl, "collectives between GPUs as NCCL has them"),
      config::field("io", &P::io, "accesses to files"),
  };
  const config::Fields<MpiParams> costs = message_costs();
  all.insert(all.begin() + 4, costs.begin(), costs.end());  // before nic_choice
  const auto stack = std::ranges::find(all, "stack", [](const auto& f) { return f.name; });
  const config::Fields<MpiParams> calls = call_costs();
  all.insert(stack, calls.begin(), calls.end());
  return all;
}

config::Fields<SharedMemoryParams> SharedMemoryParams::fields() {
  using P = SharedMemoryParams;
  using namespace literals;
  return {
      config::field("copy_rate", &P::copy_rate,
                    "rate at which the CPU of a rank copies messages within its node: up to the eager "
                    "limit at both sides, longer ones at the receiver; default: messages within a node "
                    "cost the CPU what others do. All copies of a node together: nic.intra_node_rate")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
      config::field("send_overhead", &P::send_overhead,
                    "CPU time for each message sent within a node; default: mpi.send_overhead")
          .range(0_ps, 1000_ms),
      config::field("receive_overhead", &P::receive_overhead,
                    "CPU time for each message received within a node; default: mpi.receive_overhead")
          .range(0_ps, 1000_ms),
      config::field("rendezvous_overhead", &P::rendezvous_overhead,
                    "the same of a message larger than the eager limit, at each side, in addition; "
                    "default: mpi.rendezvous_overhead")
          .range(0_ps, 1000_ms),
      config::field("eager_limit", &P::eager_limit,
                    "eager limit within a node; default: mpi.eager_limit")
          .range(0_B, Bytes{1 << 30}),
  };
}

void SharedMemoryParams::validate(const SharedMemoryParams& p, config::Section& section) {
  if (p.copy_rate) return;
  const std::pair<const char*, bool> others[] = {{"send_overhead", p.send_overhead.has_value()},
                                                 {"receive_overhead", p.receive_overhead.has_value()},
                                                 {"rendezvous_overhead", p.rendezvous_overhead.has_value()},
                                                 {"eager_limit", p.eager_limit.has_value()}};
  for (const auto& [key, is_given] : others) {
    if (is_given) section.error(key, "has no effect without copy_rate: give both");
  }
}

config::Fields<OperationParams> OperationParams::fields() {
  using P = OperationParams;
  using namespace literals;
  return {
      config::field("reduce_rate", &P::reduce_rate,
                    "reduction rate of this operation; default: mpi.reduce_rate")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
      config::field("reduce_rate_in_memory", &P::reduce_rate_in_memory,
                    "its reduction rate for vectors larger than mpi.cache; default: its reduce_rate, else "
                    "mpi.reduce_rate_in_memory")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
  };
}

config::Fields<OperationsParams> OperationsParams::fields() {
  return {config::field("OPERATION", &OperationsParams::by_name,
                        "one operation, by its name: sum, prod, max, min, land, lor, lxor, band, bor, "
                        "bxor, maxloc, minloc")};
}

void OperationsParams::validate(const OperationsParams& p, config::Section& section) {
  const std::vector<std::string> known(std::begin(kOperationNames), std::end(kOperationNames));
  for (const auto& [name, rates] : p.by_name) {
    if (std::ranges::find(known, name) != known.end()) continue;
    section.error(name, fmt::format("unknown operation '{}'{}; known: {}", name,
                                    config::did_you_mean(name, known), config::join(known)));
  }
}

Time MpiParams::reduce_time(std::string_view operation, Bytes size, Bytes vector) const {
  const auto own = operations.by_name.find(std::string(operation));
  const OperationParams rates = own == operations.by_name.end() ? OperationParams{} : own->second;
  const BytesPerSecond cached = rates.reduce_rate.value_or(reduce_rate);
  if (vector <= cache) return size / cached;
  if (rates.reduce_rate_in_memory) return size / *rates.reduce_rate_in_memory;
  return size / (rates.reduce_rate ? cached : reduce_rate_in_memory.value_or(reduce_rate));
}

Time MpiParams::shared_send_time(Bytes copied, bool asks) const {
  return shared_memory.send_overhead.value_or(send_overhead) + copied / *shared_memory.copy_rate +
         (asks ? shared_memory.rendezvous_overhead.value_or(rendezvous_overhead) : Time{0});
}

Time MpiParams::shared_receive_time(Bytes copied, bool asks) const {
  return shared_send_time(copied, asks) + shared_memory.receive_overhead.value_or(receive_overhead) -
         shared_memory.send_overhead.value_or(send_overhead);
}

Time MpiParams::copy_time(Bytes size) const {
  return size / (size <= cache ? copy_rate : copy_rate_in_memory.value_or(copy_rate));
}

bool MpiParams::has_cpu_costs() const {
  return reduce_rate != kUnlimited || reduce_rate_in_memory || copy_rate != kUnlimited ||
         copy_rate_in_memory || temporary_rate != kUnlimited || !operations.by_name.empty();
}

void MpiParams::validate(const MpiParams& p, config::Section& section) {
  if (p.stack.n % 4096) section.error(&MpiParams::stack, "must be a multiple of 4 KiB");
}

namespace {
const config::Describe<MpiParams> section{"mpi",
                                          "cost and algorithms of the message-passing library"};
}

}  // namespace kasuri::mpi
