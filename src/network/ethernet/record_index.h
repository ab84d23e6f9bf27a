// SPDX-License-Identifier: MIT
// Finds records by their keys: a hash table of their numbers, 5 to 10 bytes for each. Records stay.
#pragma once

#include <cstdint>
#include <vector>

namespace kasuri {

class RecordIndex {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  // The first record with this hash that `fits`.
  template <class Fits>
  std::uint32_t find(std::uint64_t hash, Fits&& fits) const {
    if (slots_.empty()) return kNone;
    for (std::size_t i = hash & mask();; i = (i + 1) & mask()) {
      if (slots_[i] == kNone || fits(slots_[i])) return slots_[i];
    }
  }
  // `hash_of`: of a record.
  template <class Hash>
  void add(std::uint32_t record, Hash&& hash_of) {
    if ((used_ + 1) * 5 > slots_.size() * 4) {
      std::vector<std::uint32_t> old(slots_.empty() ? 16 : 2 * slots_.size(), kNone);
      old.swap(slots_);
      for (const std::uint32_t r : old) {
        if (r != kNone) put(r, hash_of(r));
      }
    }
    put(record, hash_of(record));
    ++used_;
  }
  std::uint64_t memory_bytes() const { return slots_.capacity() * sizeof(std::uint32_t); }

 private:
  std::size_t mask() const { return slots_.size() - 1; }
  void put(std::uint32_t record, std::uint64_t hash) {
    std::size_t i = hash & mask();
    while (slots_[i] != kNone) i = (i + 1) & mask();
    slots_[i] = record;
  }

  std::vector<std::uint32_t> slots_;  // a power of two of them
  std::size_t used_ = 0;
};

}  // namespace kasuri
