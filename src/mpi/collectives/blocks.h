// SPDX-License-Identifier: MIT
// What several algorithms of collectives share: vectors in parts, blocks of all ranks in one piece,
// and the power of two of ranks that recursive algorithms need.
#pragma once

#include <bit>
#include <cstdint>

#include "mpi/ranks/collective.h"

namespace kasuri::mpi {

// n elements in as many parts, as equal as can be.
struct Parts {
  std::int64_t n;
  int parts;
  std::int64_t at(int i) const { return n * i / parts; }
  std::int64_t count(int first, int end) const { return at(end) - at(first); }
};

// The blocks of all ranks behind one another in the order of ranks: the receive buffer itself if
// they lie like that, else space that finish() copies from.
class InRankOrder {
 public:
  InRankOrder(Team& team, const CollectiveCall& call)
      : team_(team),
        call_(call),
        starts_(team, {call.in.counts ? (team.size() + 1) * std::int64_t{8} : 0}, true),
        space_(team, size_of_space(team, call)) {
    if (call.in.counts) {
      auto* starts = starts_.as<std::int64_t>();
      starts[0] = 0;
      for (int i = 0; i < team.size(); ++i) starts[i + 1] = starts[i] + call.in.bytes(i).n;
    }
    team.copy(call.send, offset(data(), at(team.rank())), bytes(team.rank(), team.rank() + 1));
  }

  void* data() const { return in_place() ? call_.receive : space_.data(); }
  Bytes at(int i) const {
    return call_.in.counts ? Bytes{starts_.as<std::int64_t>()[i]} : call_.in.bytes(0) * i;
  }
  Bytes bytes(int first, int end) const { return at(end) - at(first); }
  void* block(int i) const { return offset(data(), at(i)); }

  void finish() {
    if (in_place()) return;
    for (int i = 0; i < team_.size(); ++i) {
      team_.copy(block(i), offset(call_.receive, call_.in.at(i)), call_.in.bytes(i));
    }
  }

 private:
  bool in_place() const { return !call_.in.counts; }
  static Bytes size_of_space(Team& team, const CollectiveCall& call) {
    Bytes sum{0};
    for (int i = 0; call.in.counts && i < team.size(); ++i) sum += call.in.bytes(i);
    return sum;
  }

  Team& team_;
  const CollectiveCall& call_;
  Team::Scratch starts_;
  Team::Scratch space_;
};

// The largest power of two of ranks. Of the first 2 × surplus ranks, counted from the root, the odd
// ones stand back: their even neighbours act for them (Thakur, Rabenseifner, Gropp 2005, 3.6).
// Member m acts for ranks first(m) … first(m + 1) − 1.
//
// `nearest_first` numbers members by their bits reversed: then those at distance size/2, size/4, … are the
// ranks at distance 1, 2, ….
class Core {
 public:
  explicit Core(const Team& team, int root = 0, bool nearest_first = false)
      : p_(team.size()), root_(root), nearest_first_(nearest_first) {
    size_ = static_cast<int>(std::bit_floor(static_cast<unsigned>(p_)));
    surplus_ = p_ - size_;
    position_ = (team.rank() - root + p_) % p_;
  }

  int size() const { return size_; }
  // Counted from the root.
  int first(int member) const { return member < surplus_ ? 2 * member : member + surplus_; }
  bool stands_back() const { return position_ < 2 * surplus_ && position_ % 2 == 1; }
  bool acts_for_two() const { return position_ < 2 * surplus_ && position_ % 2 == 0; }
  // Of a rank that does not stand back.
  int me() const { return numbered(position_ < 2 * surplus_ ? position_ / 2 : position_ - surplus_); }
  int rank_of(int member) const { return (first(numbered(member)) + root_) % p_; }
  // The other of a pair of which one stands back.
  int neighbour() const { return ((position_ ^ 1) + root_) % p_; }

 private:
  int numbered(int member) const {
    if (!nearest_first_) return member;
    int reversed = 0;
    for (int bit = 1; bit < size_; bit *= 2, member /= 2) reversed = 2 * reversed + member % 2;
    return reversed;
  }

  int p_, root_, size_, surplus_, position_;
  bool nearest_first_;
};

// Of the algorithms after Rabenseifner.
struct HalvingParams {
  bool nearest_first = false;

  static config::Fields<HalvingParams> fields() {
    return {config::field("nearest_first", &HalvingParams::nearest_first,
                          "whether the largest parts go to the nearest ranks, not to the farthest, as in "
                          "MPICH and Open MPI")};
  }
};

// Sums up pairs of ranks of which one stands back. Then only the core goes on.
inline void fold(Team& team, const CollectiveCall& call, const Core& core, void* partial,
                 void* incoming) {
  if (core.stands_back()) team.send(core.neighbour(), partial, call.bytes());
  if (core.acts_for_two()) {
    team.receive(core.neighbour(), incoming, call.bytes());
    team.combine(call, incoming, partial);
  }
}

// Recursive halving among the core: at distances size/2, …, 1 partners swap halves of what they
// still have, and add up. `at(m)` is where member m's part of the vector begins, in elements; in the
// end member m has the sum of its part.
template <class At>
void halve(Team& team, const CollectiveCall& call, const Core& core, void* partial, void* incoming,
           At at) {
  const std::int64_t element = call.element();
  int low = 0;
  int high = core.size();
  for (int distance = core.size() / 2; distance > 0; distance /= 2) {
    const int middle = low + distance;
    const bool keeps_low = !(core.me() & distance);
    const std::int64_t give = at(keeps_low ? middle : low), give_end = at(keeps_low ? high : middle);
    (keeps_low ? high : low) = middle;
    const std::int64_t keep = at(low), kept = at(high) - keep;
    const int partner = core.rank_of(core.me() ^ distance);
    team.exchange(partner, offset(partial, {give * element}), {(give_end - give) * element}, partner,
                  incoming, {kept * element});
    team.combine(call, incoming, offset(partial, {keep * element}), kept);
  }
}

}  // namespace kasuri::mpi
