// SPDX-License-Identifier: MIT
// The communicators of a DUMPI trace. Each rank numbers its handles for itself, and says only what it
// has called: so what all ranks say of the communicators that they make is collected first, and then
// gone through like the program did it: a call that makes one is over when all members of the old one
// are in it (MPI 4.1, section 7.4). Groups are formulas of the communicators that they come from.
//
// What DUMPI does not record (MPI_Comm_split_type, MPI_Comm_spawn, …) leaves communicators of which
// nobody knows the members: calls on them are left out.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "workload/traces/trace.h"

namespace kasuri::trace {

// A call of one rank that makes a communicator. Communicators are numbered by rank, in the order of
// making: first all ranks, then the rank itself, then these.
struct DumpiMaking {
  enum class Kind : std::uint8_t { dup, create, split, cart, graph, cart_sub, inter, merge };
  Kind kind = Kind::dup;
  bool member = true;  // false: it got MPI_COMM_NULL
  std::uint32_t parent = 0;
  std::uint32_t made = 0;     // if it is a member
  std::uint32_t other = 0;    // create: the group; inter: the communicator of the leaders
  std::int32_t a = 0, b = 0;  // split: colour, key; inter: local, remote leader; merge: high
  std::int32_t tag = 0;       // inter
  std::uint32_t list = 0;     // cart: dimensions; cart_sub: which stay
  std::int64_t at = 0;        // in the file, for messages
};

struct DumpiGroup {
  enum class Kind : std::uint8_t {
    unknown,
    empty,
    of,
    of_remote,
    united,
    intersection,
    difference,
    incl,
    excl,
    range_incl,
    range_excl
  };
  Kind kind = Kind::unknown;
  std::uint32_t a = 0, b = 0;  // groups; of a communicator: its number
  std::uint32_t list = 0;
};

// What one rank says.
struct DumpiObjects {
  std::vector<DumpiMaking> makings;
  std::vector<DumpiGroup> groups;
  std::vector<std::int32_t> told = {-1,
                                    -1};  // its rank by MPI_Comm_rank, by communicator; −1: not asked
  std::vector<std::uint64_t> cancelled;   // its requests that were cancelled, by the order of starting
};

class DumpiCommunicators {
 public:
  static constexpr std::uint32_t kUnknown = UINT32_MAX, kSelf = UINT32_MAX - 1;
  // Where a rank stands in a communicator of the whole trace: 0, or one of all() from 1.
  struct Place {
    std::uint32_t comm = kUnknown, index = 0;
  };
  using Fail = std::function<void(std::uint32_t rank, std::int64_t at, std::string_view what)>;

  explicit DumpiCommunicators(std::uint32_t ranks);

  DumpiObjects& of_rank(std::uint32_t rank) { return objects_[rank]; }
  // The number of a list that makings and groups name. Ranks often give the same.
  std::uint32_t list(const std::vector<std::int32_t>&);
  // When all ranks have said what they make. Throws what `fail` throws, if they do not fit together.
  void resolve(const Fail& fail);

  Place place(std::uint32_t rank, std::uint32_t number) const { return places_[rank][number]; }
  std::uint32_t size(std::uint32_t comm) const {
    return static_cast<std::uint32_t>(comms_[comm].members.size());
  }
  std::uint32_t member(std::uint32_t comm, std::uint32_t index) const {
    return comms_[comm].members[index];
  }
  // Of a communicator between two groups, whose members stand behind one another: the size of the
  // first.
  std::uint32_t first_group(std::uint32_t comm) const { return comms_[comm].first_group; }
  // Of the communicators that keep only some dimensions of a Cartesian one, the one of member `index`,
  // and its place there. None: it is not Cartesian.
  struct Part {
    std::int32_t colour = 0, key = 0;
  };
  std::optional<Part> part(std::uint32_t comm, std::uint32_t index,
                           const std::vector<std::int32_t>& stay) const;
  Trace::Communicators all() const;
  // Communicators in which MPI_Comm_rank told other ranks than their making does.
  std::uint64_t contradictions() const { return contradictions_; }

 private:
  using Members = std::vector<std::uint32_t>;
  struct Comm {
    Members members;
    std::uint32_t first_group = 0;
    std::uint32_t arrived = 0;  // members that are in a call on it
    std::vector<std::int32_t> dims{};
  };
  const DumpiMaking& now(std::uint32_t rank) const { return objects_[rank].makings[next_[rank]]; }
  bool at_end(std::uint32_t rank) const { return next_[rank] == objects_[rank].makings.size(); }
  void advance(std::uint32_t rank);
  void perform(std::uint32_t comm);
  void make(Members, std::vector<std::int32_t> dims = {}, std::uint32_t first_group = 0);
  void make_split(const Comm&);
  void make_created(const Comm&);
  void make_part(std::uint32_t comm);
  void make_merged(const Comm&);
  void meet(Members side);
  void pass(const Members&);
  void reorder(Members&);
  std::optional<Members> evaluate(std::uint32_t rank, std::uint32_t group);
  std::optional<Members> evaluate(std::uint32_t rank, const DumpiGroup&,
                                  const std::vector<std::optional<Members>>& others);
  Members chosen(const Members& from, const DumpiGroup&, std::uint32_t rank);
  [[noreturn]] void fail(std::uint32_t rank, std::string_view what);

  std::uint32_t ranks_;
  std::vector<DumpiObjects> objects_;
  std::vector<std::vector<std::int32_t>> lists_;
  std::map<std::vector<std::int32_t>, std::uint32_t> list_numbers_;
  std::vector<Comm> comms_;
  std::vector<std::vector<Place>> places_;
  std::vector<std::size_t> next_;
  std::vector<std::uint32_t> ready_;
  // Halves of communicators between groups that wait for the other half, by their leaders and the tag.
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::int32_t>, Members> halves_;
  const Fail* fail_ = nullptr;
  std::uint64_t contradictions_ = 0;
};

}  // namespace kasuri::trace
