// SPDX-License-Identifier: MIT
// The tag of a collective's messages tells which one they belong to: its number on the communicator
// (mod 2^16), what operation it is, and ten bits of a hash of what its ranks must agree on. Ranks that
// call different things have tags of one number that differ otherwise: so a mismatch is noticed.
#pragma once

#include <cstdint>
#include <string>

#include "mpi/ranks/collective.h"

namespace kasuri::mpi {

// What a collective call is, beside the operations of mpi/ranks/collective.h; for Team::tag.
enum class Making : std::uint32_t {
  dup = kCollectives, split, create, cartesian, cartesian_sub, graph, between
};

//
// Persistent ones have a tag for all their starts, with a number of their own: how many were made on the
// communicator before (mod 2^19), and six bits of a hash. These tags are negative, as are those of
// create_group, which not all ranks of a communicator call: they have no number.
struct CollectiveTag {
  static constexpr std::uint32_t kMostPersistent = 1u << 19;

  static std::int32_t make(std::uint32_t number, std::uint32_t code, std::uint64_t arguments);
  static std::int32_t make_persistent(std::uint32_t number, std::uint32_t code, std::uint64_t arguments);
  static bool is_persistent(std::int32_t tag) { return static_cast<std::uint32_t>(tag) >> 30 == 2; }
  static bool has_number(std::int32_t tag) { return tag >= 0 || is_persistent(tag); }
  static std::int32_t number(std::int32_t tag) {
    return is_persistent(tag) ? tag >> 11 & (kMostPersistent - 1) : tag >> 15;
  }
  static bool clash(std::int32_t a, std::int32_t b) {
    return a != b && is_persistent(a) == is_persistent(b) && number(a) == number(b) && has_number(b);
  }
  static std::uint32_t code(std::int32_t tag) {
    return static_cast<std::uint32_t>(tag) >> (is_persistent(tag) ? 6 : 10) & 31;
  }
  // The collective's number less `other`, as far as 16 bits tell.
  static std::int32_t number_after(std::int32_t tag, std::uint32_t other) {
    return static_cast<std::int16_t>((static_cast<std::uint32_t>(tag) >> 15) - other);
  }
  // "bcast", "making a communicator (split)".
  static std::string describe(std::int32_t tag);
  // What to tell a rank in `mine` to which rank `source` has sent a message of `theirs`.
  static std::string describe_clash(std::int32_t mine, std::int32_t theirs, std::int32_t source);
};

// Of root, operation and sizes, as far as all ranks must give the same.
std::uint64_t hash_of(Collective, const CollectiveCall&);

}  // namespace kasuri::mpi
