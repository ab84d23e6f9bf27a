// SPDX-License-Identifier: MIT
// A counter for each pair of ranks that has exchanged messages in a context: what numbers the
// messages of a pair. Counters of sixteen neighbouring peers share a cache line, so that both a rank
// that sends to all and one that hears from all stay in cache.
#pragma once

#include <array>
#include <cstdint>

#include "base/core/hash.h"
#include "base/core/pool.h"

namespace kasuri {

class PairCounters {
 public:
  using Count = std::uint16_t;  // wraps around
  static constexpr std::uint32_t kNone = UINT32_MAX;

  // The counter of rank `owner` for `peer`; valid until the next call. `recent` is the owner's, kNone
  // at first: most calls are for a neighbour of the peer before.
  Count& at(std::uint32_t owner, std::uint32_t context, std::uint32_t peer, std::uint32_t& recent) {
    const Key key{owner, context, peer / kPeers};
    if (recent == kNone || !(blocks_[recent].key == key)) recent = find(key);
    return blocks_[recent].counts[peer % kPeers];
  }

 private:
  static constexpr std::uint32_t kPeers = 16;
  struct Key {
    std::uint32_t owner;
    std::uint32_t context;
    std::uint32_t block;  // of peers
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct alignas(64) Block {
    Key key;
    std::uint32_t next;  // of the bucket, counted from one
    std::array<Count, kPeers> counts;
  };

  std::uint32_t& bucket(const Key& k) {
    return buckets_[mix(std::uint64_t{k.owner} << 32 | k.context, k.block) & (buckets_.size() - 1)];
  }

  std::uint32_t find(const Key& key) {
    for (std::uint32_t i = bucket(key); i; i = blocks_[i - 1].next) {
      if (blocks_[i - 1].key == key) return i - 1;
    }
    if (blocks_.in_use() == buckets_.size()) enlarge();
    const std::uint32_t fresh = blocks_.allocate();
    std::uint32_t& head = bucket(key);
    blocks_[fresh] = {key, head, {}};
    head = fresh + 1;
    return fresh;
  }

  void enlarge() {
    buckets_ = LazyArray<std::uint32_t>(buckets_.size() * 2);
    for (std::uint32_t i = 0; i < blocks_.in_use(); ++i) {
      std::uint32_t& head = bucket(blocks_[i].key);
      blocks_[i].next = head;
      head = i + 1;
    }
  }

  Pool<Block> blocks_;
  LazyArray<std::uint32_t> buckets_{1024};  // the first block, counted from one
};

}  // namespace kasuri
