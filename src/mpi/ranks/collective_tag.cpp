// SPDX-License-Identifier: MIT
#include "mpi/ranks/collective_tag.h"

#include <fmt/format.h>

#include "base/core/hash.h"
#include "mpi/ranks/call_size.h"

namespace kasuri::mpi {

std::int32_t CollectiveTag::make(std::uint32_t number, std::uint32_t code, std::uint64_t arguments) {
  return static_cast<std::int32_t>((number & 0xffff) << 15 | code << 10 | (mix(arguments) & 0x3ff));
}

std::int32_t CollectiveTag::make_persistent(std::uint32_t number, std::uint32_t code,
                                            std::uint64_t arguments) {
  return static_cast<std::int32_t>(0x8000'0000 | (number & (kMostPersistent - 1)) << 11 | code << 6 |
                                   (mix(arguments) & 0x3f));
}

std::string CollectiveTag::describe(std::int32_t tag) {
  if (!has_number(tag)) return "the creation of a communicator (create_group)";
  const std::uint32_t c = code(tag);
  if (c < kCollectives) return std::string(name_of(static_cast<Collective>(c)));
  constexpr const char* kNames[] = {"dup", "split", "create", "cart_create", "cart_sub", "graph",
                                    "intercomm"};
  static_assert(std::size(kNames) == kMakings);
  return fmt::format("the creation of a communicator ({})", kNames[(c - kCollectives) % kMakings]);
}

std::string CollectiveTag::describe_clash(std::int32_t mine, std::int32_t theirs,
                                          std::int32_t source) {
  const char* const of = is_persistent(mine) ? "the persistent collectives of the communicator"
                                             : "the communicator";
  if (code(mine) == code(theirs)) {
    return fmt::format("mismatched collectives: as number {} of {}, rank {} calls {} with another root, "
                       "operation, datatype or size", number(mine) + 1, of, source, describe(theirs));
  }
  return fmt::format("mismatched collectives: number {} of {} is {} here, but {} on rank {}",
                     number(mine) + 1, of, describe(mine), describe(theirs), source);
}

std::uint64_t hash_of(Collective which, const CollectiveCall& call) {
  using enum Collective;
  std::uint64_t hash = 0;
  switch (which) {
    case bcast: case reduce: case gather: case gatherv: case scatter: case scatterv:
      hash = mix(hash, static_cast<std::uint64_t>(call.root));
      break;
    default: break;
  }
  switch (which) {
    case reduce: case allreduce: case reduce_scatter: case reduce_scatter_block: case scan:
    case exscan:
      hash = mix(hash, call.user ? 99 : static_cast<std::uint64_t>(call.op));
      hash = mix(hash, call.user ? 99 : static_cast<std::uint64_t>(call.type));
      break;
    default: break;
  }
  // Only neighbours must agree, and not all are joined through neighbours.
  if (which == neighbor_allgather || which == neighbor_alltoall) return hash;
  // Of vectors of sizes, the first stands for all: a hash of P numbers at each call would be slow.
  if (which == allgatherv || which == reduce_scatter) {
    return mix(hash, static_cast<std::uint64_t>(call.in.bytes(0).n));
  }
  return has_common_size(which)
             ? mix(hash, static_cast<std::uint64_t>(common_size(which, call, 1).n))
             : hash;
}

}  // namespace kasuri::mpi
