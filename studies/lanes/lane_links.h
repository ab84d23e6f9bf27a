// SPDX-License-Identifier: MIT
// Where processing elements stand when 64 of them run as one group in the lanes of vectors, and
// what the network between two ranks is for groups.
//
// Lanes are bits 1 to 6 of the pipe: after a few ranks of the shuffle, a packet's input port is
// bit 0 of the pipe and its output port the highest bit, so that lanes take the same way. A group
// then reaches two others through each output, 32 lanes each, every second lane of the receiver.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "studies/manycore/chip.h"

namespace kasuri::emu {

inline constexpr std::uint32_t kLanes = 64;

class LaneMap {
 public:
  explicit LaneMap(std::uint32_t log_pipes) : log_pipes_(log_pipes) {}
  std::uint32_t lanes() const { return log_pipes_ < 6 ? 1u << log_pipes_ : kLanes; }
  std::uint64_t all() const { return ~std::uint64_t{0} >> (64 - lanes()); }
  std::uint32_t groups() const { return log_pipes_ <= 6 ? 1 : 1u << (log_pipes_ - 6); }
  std::uint32_t group(std::uint32_t pipe) const {
    return log_pipes_ <= 6 ? 0 : pipe >> 7 << 1 | (pipe & 1);
  }
  std::uint32_t lane(std::uint32_t pipe) const { return log_pipes_ <= 6 ? pipe : pipe >> 1 & 63; }
  std::uint32_t pipe(std::uint32_t group, std::uint32_t lane) const {
    return log_pipes_ <= 6 ? lane : group >> 1 << 7 | lane << 1 | (group & 1);
  }

 private:
  std::uint32_t log_pipes_;
};

// Bit i to bit 2i, and back.
constexpr std::uint64_t spread_bits(std::uint64_t v) {
  v &= 0xffffffff;
  v = (v | v << 16) & 0x0000ffff0000ffff;
  v = (v | v << 8) & 0x00ff00ff00ff00ff;
  v = (v | v << 4) & 0x0f0f0f0f0f0f0f0f;
  v = (v | v << 2) & 0x3333333333333333;
  return (v | v << 1) & 0x5555555555555555;
}
constexpr std::uint64_t gather_bits(std::uint64_t v) {
  v &= 0x5555555555555555;
  v = (v | v >> 1) & 0x3333333333333333;
  v = (v | v >> 2) & 0x0f0f0f0f0f0f0f0f;
  v = (v | v >> 4) & 0x00ff00ff00ff00ff;
  v = (v | v >> 8) & 0x0000ffff0000ffff;
  return (v | v >> 16) & 0xffffffff;
}

// The part of a group's output that leads to one input port of one group.
struct Piece {
  enum Kind : std::uint8_t {
    same,       // to lanes of the same number
    spread,     // lane first + i to lane 2i + offset
    scattered,  // as `lane` says
  };
  std::uint32_t group = 0;  // of the receivers, in the next rank
  std::uint8_t port = 0;
  Kind kind = scattered;
  std::uint8_t first = 0;
  std::uint8_t offset = 0;
  std::uint64_t from = 0;  // lanes of the senders
  std::array<std::uint8_t, kLanes> lane{};  // the receiver's of each sender's

  std::uint64_t to_receivers(std::uint64_t lanes) const {
    lanes &= from;
    if (kind == same) return lanes;
    if (kind == spread) return spread_bits(lanes >> first) << offset;
    std::uint64_t out = 0;
    for (; lanes; lanes &= lanes - 1) out |= std::uint64_t{1} << lane[std::countr_zero(lanes)];
    return out;
  }
  std::uint64_t to_senders(std::uint64_t lanes) const {
    if (kind == same) return lanes & from;
    if (kind == spread) return gather_bits(lanes >> offset) << first & from;
    std::uint64_t out = 0;
    for (std::uint64_t l = from; l; l &= l - 1) {
      const int s = std::countr_zero(l);
      out |= (lanes >> lane[static_cast<std::size_t>(s)] & 1) << s;
    }
    return out;
  }
};

// Senders into one input port of a group.
struct Feeder {
  std::uint32_t group;    // in the rank before
  std::uint32_t output;
  std::uint64_t senders;  // lanes
};

class LaneLinks {
 public:
  template <class Core>
  explicit LaneLinks(const Chip<Core>&);

  std::span<const Piece> pieces(std::uint32_t rank, std::uint32_t group,
                                std::uint32_t output) const {
    return part(pieces_, piece_at_, rank, group, output);
  }
  std::span<const Feeder> feeders(std::uint32_t rank, std::uint32_t group,
                                  std::uint32_t port) const {
    return part(feeders_, feeder_at_, rank + stages_ - 1, group, port);
  }
  // Whether the groups 2k and 2k + 1 alone lead to what they lead to. If so, threads that share a
  // rank by such pairs never write to the same input.
  bool pairs_are_alone() const { return pairs_are_alone_; }

 private:
  template <class T>
  std::span<const T> part(const std::vector<T>& all, const std::vector<std::uint32_t>& at,
                          std::uint32_t rank, std::uint32_t group, std::uint32_t port) const {
    const std::size_t i = (std::size_t{rank % stages_} * groups_ + group) * 2 + port;
    return {all.data() + at[i], all.data() + at[i + 1]};
  }

  std::uint32_t stages_;
  std::uint32_t groups_;
  std::vector<Piece> pieces_;
  std::vector<Feeder> feeders_;
  std::vector<std::uint32_t> piece_at_, feeder_at_;
  bool pairs_are_alone_ = true;
};

}  // namespace kasuri::emu
