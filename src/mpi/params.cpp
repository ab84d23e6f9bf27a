// SPDX-License-Identifier: MIT
#include "mpi/params.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "config/diagnostics.h"
#include "config/document.h"
#include "config/registry.h"
#include "mpi/datatype.h"

namespace kasuri::mpi {

config::Fields<MpiParams> MpiParams::fields() {
  using P = MpiParams;
  using namespace literals;
  return {
      config::field("eager_limit", &P::eager_limit,
                    "largest message sent at once; larger ones ask the receiver first (rendezvous)")
          .range(0_B, Bytes{1 << 30}),
      config::field("control_size", &P::control_size,
                    "payload of the rendezvous' request and clearance")
          .range(0_B, 65'536_B),
      config::field("send_overhead", &P::send_overhead,
                    "o: time of the CPU for each message sent, before the NIC gets it")
          .range(0_ps, 1000_ms),
      config::field("receive_overhead", &P::receive_overhead,
                    "o: time of the CPU for each message received, after it has arrived")
          .range(0_ps, 1000_ms),
      config::field("eager_copy_rate", &P::eager_copy_rate,
                    "copies of eager messages, by the CPU, into and out of the library's buffers")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
      config::field("copy_rate", &P::copy_rate,
                    "copies within collective operations, by the CPU: bytes copied in a second")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
      config::field("copy_rate_in_memory", &P::copy_rate_in_memory,
                    "the same for copies of more than `cache`; default: copy_rate")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
      config::field("reduce_rate", &P::reduce_rate,
                    "arithmetic of reductions, by the CPU: bytes of one operand combined in a second")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
      config::field("reduce_rate_in_memory", &P::reduce_rate_in_memory,
                    "the same for vectors of more than `cache`; default: reduce_rate")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
      config::field("cache", &P::cache,
                    "largest vector that is reduced or copied in the processor's cache")
          .range(0_B, Bytes{1LL << 40}),
      config::field("step_overhead", &P::step_overhead,
                    "software of a collective operation for each message that it sends, beside "
                    "send_overhead")
          .range(0_ps, 1000_ms),
      config::field("poll_time", &P::poll_time,
                    "time of a test or a probe that finds nothing, and of a query of the clock right after "
                    "two others")
          .range(1_ps, 1000_ms),
      config::field("stack", &P::stack, "virtual size of each rank's stack, a multiple of 4 KiB")
          .range(Bytes{16 << 10}, Bytes{1 << 30}),
      config::field("stack_guards", &P::stack_guards,
                    "a guard below each stack, so that an overflow changes no other rank's"),
      config::field("nonblocking_collectives", &P::nonblocking_collectives,
                    "non-blocking collectives under way at once, mean over the ranks")
          .range(1, 4096),
      config::field("algorithms", &P::algorithms, "algorithms of the collective operations"),
      config::field("rules", &P::rules, "tables that choose algorithms by size instead"),
      config::field("operations", &P::operations, "operations with reduce rates of their own"),
  };
}

config::Fields<OperationParams> OperationParams::fields() {
  using P = OperationParams;
  using namespace literals;
  return {
      config::field("reduce_rate", &P::reduce_rate, "of this operation; default: mpi.reduce_rate")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
      config::field("reduce_rate_in_memory", &P::reduce_rate_in_memory,
                    "of this operation, for vectors of more than mpi.cache; default: its reduce_rate, else "
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

Time MpiParams::copy_time(Bytes size) const {
  return size / (size <= cache ? copy_rate : copy_rate_in_memory.value_or(copy_rate));
}

bool MpiParams::has_cpu_costs() const {
  return reduce_rate != kUnlimited || reduce_rate_in_memory || copy_rate != kUnlimited ||
         copy_rate_in_memory || !operations.by_name.empty();
}

void MpiParams::validate(const MpiParams& p, config::Section& section) {
  if (p.stack.n % 4096) section.error("stack", "must be a multiple of 4 KiB");
}

namespace {
const config::Describe<MpiParams> section{"mpi",
                                          "cost and algorithms of the message-passing library"};
}

}  // namespace kasuri::mpi
