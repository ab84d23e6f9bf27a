// SPDX-License-Identifier: MIT
// Which receive takes which message: MPI 4.1, section 3.5 (order) and 3.2.4 (wildcards).
//
// One hash table per partition serves all its ranks, once for posted receives and once for messages
// that came early. A bucket chains keys; records of one key queue up behind its first, so finding
// and adding take constant time however many are outstanding. Neighbouring sources of one receiver
// have neighbouring buckets: posting to 1, 2, 3, … walks through memory.
#pragma once

#include <compare>
#include <cstdint>

#include "base/core/pool.h"

namespace kasuri::mpi {

struct MatchKey {
  std::uint32_t rank;     // the receiver, numbered over all jobs
  std::uint32_t context;  // of the communicator
  std::int32_t source;    // rank in the communicator
  std::int32_t tag;

  friend auto operator<=>(const MatchKey&, const MatchKey&) = default;
};

// Zero means none in `other`, which counts from one.
struct MatchLinks {
  std::uint32_t other;  // the next key of the bucket
  std::uint32_t next;   // the next record of this key
  std::uint32_t last;   // the last record of this key, known to the first
};

// Record must have members `key` and `links`; it stays in its pool.
template <class Record>
class MatchTable {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  using Place = std::uint32_t*;  // where the first record of a key is linked; null: no such key

  explicit MatchTable(Pool<Record>& records) : records_(records), buckets_(1024) {}

  std::uint32_t size() const { return size_; }

  Place find(const MatchKey& key) {
    if (size_ == 0) return nullptr;
    std::uint32_t* link = &buckets_[bucket(key)];
    while (*link && !(records_[*link - 1].key == key)) link = &records_[*link - 1].links.other;
    return *link ? link : nullptr;
  }
  std::uint32_t at(Place place) const { return *place - 1; }

  // Fetches the bucket of a key into the cache, or what it leads to.
  void prefetch(const MatchKey& key, bool later) const {
    const std::uint32_t& head = buckets_[bucket(key)];
    if (!later) __builtin_prefetch(&head);
    else if (head) __builtin_prefetch(&records_[head - 1]);
  }

  // Removes the first record of the key found at `place`.
  std::uint32_t take(Place place) {
    --size_;
    const std::uint32_t first = *place - 1;
    const MatchLinks& links = records_[first].links;
    if (links.next == kNone) {
      *place = links.other;
    } else {
      MatchLinks& second = records_[links.next].links;
      second.other = links.other;
      second.last = links.last;
      *place = links.next + 1;
    }
    return first;
  }

  // Removes record i wherever it stands among those of its key; false if it does not.
  bool remove(std::uint32_t i) {
    const Place place = find(records_[i].key);
    if (!place) return false;
    const std::uint32_t first = at(place);
    if (first == i) {
      take(place);
      return true;
    }
    std::uint32_t before = first;
    while (before != kNone && records_[before].links.next != i) before = records_[before].links.next;
    if (before == kNone) return false;
    records_[before].links.next = records_[i].links.next;
    if (records_[first].links.last == i) records_[first].links.last = before;
    --size_;
    return true;
  }

  // Adds a record behind all others of its key.
  void add(std::uint32_t i) {
    if (size_ == buckets_.size()) enlarge();
    ++size_;
    Record& r = records_[i];
    r.links.next = kNone;
    if (const Place place = find(r.key)) {
      MatchLinks& first = records_[at(place)].links;
      records_[first.last].links.next = i;
      first.last = i;
    } else {
      std::uint32_t& head = buckets_[bucket(r.key)];
      r.links.last = i;
      r.links.other = head;
      head = i + 1;
    }
  }

 private:
  std::size_t bucket(const MatchKey& k) const {
    std::uint64_t h = (std::uint64_t{k.rank} << 32 | k.context) * 0x9e3779b97f4a7c15u;
    h ^= static_cast<std::uint32_t>(k.tag) * 0xd6e8feb86659fd93u;
    return ((h >> 32) + static_cast<std::uint32_t>(k.source)) & (buckets_.size() - 1);
  }

  void enlarge() {
    LazyArray<std::uint32_t> old(buckets_.size() * 2);
    std::swap(old, buckets_);
    for (std::uint32_t first : old) {
      while (first) {
        MatchLinks& links = records_[first - 1].links;
        std::uint32_t& head = buckets_[bucket(records_[first - 1].key)];
        const std::uint32_t other = links.other;
        links.other = head;
        head = first;
        first = other;
      }
    }
  }

  Pool<Record>& records_;
  LazyArray<std::uint32_t> buckets_;  // 1 + index of the first record of the first key
  std::uint32_t size_ = 0;
};

}  // namespace kasuri::mpi
