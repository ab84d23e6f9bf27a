// SPDX-License-Identifier: MIT
// Members of structs without the type of the struct, so that code for a member is compiled once per type of
// member (base/config/fields.h, base/stats/columns.h).
#pragma once

#include <bit>
#include <cstddef>

namespace kasuri {

// Where a member lies in its struct: in the ABI of our platforms, a pointer to a data member holds that.
template <class Struct, class M>
std::ptrdiff_t offset_of(M Struct::*member) {
  static_assert(sizeof member == sizeof(std::ptrdiff_t));
  return std::bit_cast<std::ptrdiff_t>(member);
}

inline const void* member_at(const void* from, std::ptrdiff_t offset) {
  return static_cast<const std::byte*>(from) + offset;
}
inline void* member_at(void* from, std::ptrdiff_t offset) {
  return static_cast<std::byte*>(from) + offset;
}

}  // namespace kasuri
