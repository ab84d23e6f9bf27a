// SPDX-License-Identifier: MIT
// The data of a message under way: its bytes, and which of them are missing because their sender had none
// (it gave NULL). A message without any data has no payload at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <span>

#include "base/core/units.h"

namespace kasuri {

// Stands before the bytes; the gaps, in ascending order, behind them.
struct alignas(16) PayloadHeader {
  std::int64_t bytes;
  std::uint64_t gaps;
  void* to;  // for its receiver, until the data are in place
};
struct PayloadGap {
  std::int64_t begin, end;
};

inline PayloadHeader& header_of(std::byte* payload) {
  return reinterpret_cast<PayloadHeader*>(payload)[-1];
}
inline std::span<PayloadGap> gaps_of(std::byte* payload) {
  const PayloadHeader& h = header_of(payload);
  const auto bytes = static_cast<std::size_t>(h.bytes + 7) & ~std::size_t{7};
  return {reinterpret_cast<PayloadGap*>(payload + bytes), static_cast<std::size_t>(h.gaps)};
}

inline std::byte* new_payload(Bytes size, std::size_t gaps = 0) {
  const auto bytes = static_cast<std::size_t>(size.n + 7) & ~std::size_t{7};
  void* const memory = std::malloc(sizeof(PayloadHeader) + bytes + gaps * sizeof(PayloadGap));
  if (!memory) throw std::bad_alloc();
  auto* const header = new (memory) PayloadHeader{size.n, gaps, nullptr};
  return reinterpret_cast<std::byte*>(header + 1);
}
inline void free_payload(std::byte* payload) {
  if (payload) std::free(&header_of(payload));
}

// To and from another process.
template <class Archive>
void write_payload(Archive& archive, std::byte* payload) {
  archive(header_of(payload));
  archive.raw(payload, static_cast<std::size_t>(header_of(payload).bytes));
  archive.raw(gaps_of(payload).data(), gaps_of(payload).size_bytes());
}
template <class Archive>
std::byte* read_payload(Archive& archive) {
  PayloadHeader header{};
  archive(header);
  std::byte* const payload = new_payload({header.bytes}, header.gaps);
  archive.raw(payload, static_cast<std::size_t>(header.bytes));
  archive.raw(gaps_of(payload).data(), gaps_of(payload).size_bytes());
  return payload;
}
// A message goes to another process for good: its pointer means nothing there but that there are data.
template <class Archive>
void transfer_payload(Archive& archive, std::byte*& payload) {
  if (!payload) return;
  if constexpr (Archive::kReads) {
    payload = read_payload(archive);
  } else {
    write_payload(archive, payload);
    free_payload(payload);
  }
}

}  // namespace kasuri
