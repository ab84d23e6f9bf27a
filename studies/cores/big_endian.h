// SPDX-License-Identifier: MIT
// Numbers of one, two or four bytes as the SH-2 has them in memory; the 8080 takes one byte at a
// time.
#pragma once

#include <cstdint>

namespace kasuri::emu {

template <unsigned size>
std::uint32_t load_big_endian(const std::uint8_t* p) {
  std::uint32_t v = 0;
  for (unsigned k = 0; k < size; ++k) v = v << 8 | p[k];
  return v;
}
template <unsigned size>
void store_big_endian(std::uint8_t* p, std::uint32_t v) {
  for (unsigned k = 0; k < size; ++k) p[k] = static_cast<std::uint8_t>(v >> (8 * (size - 1 - k)));
}

}  // namespace kasuri::emu
