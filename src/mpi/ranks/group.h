// SPDX-License-Identifier: MIT
// Groups of ranks (MPI 4.1, section 7.3): formulas where they can be, else runs of ranks in equal steps,
// else lists. All ranks of a world share a group that is no formula, so no rank holds a list of others.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

namespace kasuri::mpi {

// Member index + k is rank first + k × stride, up to the next run's index.
struct Run {
  std::int32_t index;
  std::uint32_t first;
  std::int64_t stride;
  friend bool operator==(const Run&, const Run&) = default;
};

// The place of a rank in a group, and how far that goes on: of `length` ranks in equal steps, either
// none is a member (index -1), or they are members index, index + step, …
struct Stretch {
  std::int32_t index;
  std::int64_t length;
  std::int64_t step;
};

// Members in any order. Few runs are kept as they are; many become a list and an index of it.
class MemberList {
 public:
  MemberList(std::span<const Run> runs, std::int32_t size);
  static std::uint64_t hash_of(std::span<const Run>, std::int32_t size);

  std::uint32_t member(std::int32_t i) const {
    if (!members_.empty()) return members_[static_cast<std::size_t>(i)];
    const Run& r = run_at(i);
    return static_cast<std::uint32_t>(r.first + (i - r.index) * r.stride);
  }
  std::int32_t index_of(std::uint32_t rank) const {  // -1: no member
    return stretch(rank, 1, 1).index;
  }
  // The members from one on that are in equal steps: the first of them is member i.
  std::pair<Run, std::int32_t> run_from(std::int32_t i) const;
  Stretch stretch(std::uint32_t rank, std::int64_t step, std::int64_t most) const;
  bool is(std::span<const Run>) const;
  bool is_in_runs() const { return members_.empty(); }
  std::uint64_t hash() const { return hash_; }

 private:
  struct Span {  // of ranks: what a run reaches
    std::uint32_t low, high;
    std::int32_t run;
    std::uint32_t highest;  // of all spans so far
  };

  const Run& run_at(std::int32_t i) const;
  std::int32_t length_of(std::size_t run) const;
  void to_list();

  std::int32_t size_;
  std::uint64_t hash_;
  std::vector<Run> runs_;
  std::vector<Span> spans_;  // by their lowest rank
  std::vector<std::uint32_t> members_;
  std::vector<std::pair<std::uint32_t, std::int32_t>> by_rank_;
};

// Member i is rank first + i × stride of the machine, or stands in a list.
struct Group {
  std::int32_t size = 0;
  std::uint32_t first = 0;
  std::uint32_t stride = 1;
  const MemberList* list = nullptr;  // instead of the formula

  std::uint32_t member(std::int32_t i) const {
    if (list) [[unlikely]] return list->member(i);
    return first + static_cast<std::uint32_t>(i) * stride;
  }
  // Of a member.
  std::int32_t index_of(std::uint32_t rank) const {
    if (list) [[unlikely]] return list->index_of(rank);
    return static_cast<std::int32_t>((rank - first) / stride);
  }
  // Of any rank; -1: no member.
  std::int32_t find(std::uint32_t rank) const {
    if (list) return list->index_of(rank);
    if (rank < first || (rank - first) % stride != 0) return -1;
    const std::uint32_t i = (rank - first) / stride;
    return i < static_cast<std::uint32_t>(size) ? static_cast<std::int32_t>(i) : -1;
  }

  // As of MemberList.
  std::pair<Run, std::int32_t> run_from(std::int32_t i) const;
  Stretch stretch(std::uint32_t rank, std::int64_t step, std::int64_t most) const;
  // The same for the same members in the same order, on every rank.
  std::uint64_t hash() const;
  bool contains(const Group&) const;
  bool is_same_as(const Group&) const;  // members and their order

  friend bool operator==(const Group&, const Group&) = default;
};

// A group in the making: members one after the other, joined to runs. The same members in the same order
// give the same runs, however they are added.
class GroupBuilder {
 public:
  void add(std::uint32_t rank) { add(rank, 1, 1); }
  void add(std::uint32_t first, std::int64_t stride, std::int64_t count);
  // Members of a group, from one on in steps.
  void add(const Group&, std::int64_t from, std::int64_t step, std::int64_t count);

  std::int32_t size() const { return size_; }
  std::span<const Run> runs() const { return runs_; }

 private:
  std::vector<Run> runs_;
  std::int32_t size_ = 0;
};

// Makes groups, and holds the lists of those that are no formula. Ranks that make the same group of the
// same ones, as they do at the same place of a program, make it once.
class Groups {
 public:
  // What a group is made of: how, then numbers.
  enum How : std::int64_t { slice_of, union_of, intersection_of, difference_of, subgrid_of };
  using Key = std::vector<std::int64_t>;

  Group make(std::span<const std::uint32_t> members);
  Group make(const GroupBuilder&);
  // The members from one on in steps.
  Group slice(const Group&, std::int32_t from, std::int32_t step, std::int32_t size);
  Group unite(const Group&, const Group&);
  Group intersect(const Group&, const Group&);
  Group subtract(const Group&, const Group&);
  // Without the members at these places, which are sorted.
  Group exclude(const Group&, std::span<const std::int32_t> places);

  static void add_to(Key&, const Group&);
  // What `build` puts together; a key says of what.
  template <class Build>
  Group once(Key key, Build build) {
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    GroupBuilder builder;
    build(builder);
    const Group made = make(builder);
    remember(std::move(key), made);
    return made;
  }

 private:
  void remember(Key, const Group&);
  Group filter(How, const Group& from, const Group& by, bool inside);

  std::multimap<std::uint64_t, std::unique_ptr<MemberList>> lists_;  // by their hashes
  std::map<Key, Group> known_;
};

// Groups on their way between ranks whose memory is the same process's: what a message would carry.
class HandedGroups {
 public:
  struct To {
    std::uint32_t context;
    std::int32_t tag;
    std::uint32_t rank;
    friend auto operator<=>(const To&, const To&) = default;
  };
  void give(const To& to, const Group& group) {
    const std::lock_guard lock(mutex_);
    groups_[to] = group;
  }
  Group take(const To& to) {
    const std::lock_guard lock(mutex_);
    return groups_.extract(to).mapped();
  }

 private:
  std::mutex mutex_;
  std::map<To, Group> groups_;
};

}  // namespace kasuri::mpi
