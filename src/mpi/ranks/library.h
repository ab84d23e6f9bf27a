// SPDX-License-Identifier: MIT
// [mpi] library: which algorithm an MPI library runs for a collective operation, by the size of the
// communicator and of the message. A library is a table of lines; the first line that fits a call counts.
// What an algorithm is named is as in [mpi.algorithms], as TOML text.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "mpi/ranks/call_size.h"
#include "mpi/ranks/collective.h"

namespace kasuri::mpi {

// Conditions for a line.
struct Fit {
  static constexpr std::int64_t kAny = std::numeric_limits<std::int64_t>::max();

  // What bytes_up_to limits: the common size; this from all ranks together; a rank's share of it, rounded
  // down.
  enum class Measure : std::uint8_t { common, all_ranks, share };
  enum class When : std::uint8_t {
    any_call,
    power_of_two,
    odd,
    fewer_elements_than_ranks,
    no_more_elements_than_ranks,
    fewer_elements_than_core,  // than the largest power of two of ranks
    own_operation,
    ranks_above,  // at least per_byte * bytes + at_zero ranks
    ranks_below,  // less
  };

  std::int64_t ranks_up_to = kAny;
  std::int64_t bytes_up_to = kAny;
  Measure measure = Measure::common;
  When when = When::any_call;
  double per_byte = 0;
  double at_zero = 0;

  bool operator()(const CallSize&) const;
};

struct LibraryLine {
  std::string algorithm;  // a value of [mpi.algorithms]
  Fit fit{};
};
using LibraryLines = std::vector<LibraryLine>;

struct LibraryContext {
  bool nodes_are_shared = false;  // several ranks on each
};

// A call whose algorithm is named.
struct NamedCall {
  CallSize size{.ranks = 2, .bytes = Bytes{1 << 20}};
  std::vector<std::uint32_t> box{};  // of nodes that its ranks fill; empty: not known
  bool above_library = false;        // code over point-to-point messages: the library decides nothing
};

class Library {
 public:
  static constexpr std::string_view kKind = "library";
  static constexpr std::string_view kKindMeaning =
      "MPI library whose choice of algorithms by communicator size and message size holds";
  using Base = Library;
  using Context = LibraryContext;

  Library(const config::NoParams&, LibraryContext& c) : nodes_are_shared_(c.nodes_are_shared) {}
  virtual ~Library() = default;

  // The last line fits every call.
  virtual LibraryLines lines(Collective) const = 0;
  // Whether its decisions are not public, and others stand for them.
  virtual bool is_assumed() const { return false; }

  // The algorithm of such a call.
  std::string choice(Collective, const CallSize&) const;
  // What the library runs for a call if it is told to use an algorithm, by its public name
  // ("recursive_doubling"): another one where that cannot handle the call. Else the algorithm of Kasuri's
  // of this name; empty if there is neither.
  std::string named(Collective, std::string_view name, const NamedCall& = {}) const;

 protected:
  bool nodes_are_shared() const { return nodes_are_shared_; }
  // Of this library alone, for a name in lower case with hyphens; empty: as all others have it.
  virtual std::string own_name(Collective, std::string_view, const NamedCall&) const { return {}; }

 private:
  bool nodes_are_shared_;
};

// A value of [mpi.algorithms] as results show it: "chain (segment = 64 KiB)".
std::string shown_algorithm(std::string_view value);

// What Open MPI and MPICH run for an algorithm that cannot handle a call, by its public name; else empty.
std::string open_mpi_fallback(Collective, std::string_view, const CallSize&);
std::string mpich_fallback(Collective, std::string_view, const CallSize&);

// Tables by ranges of communicator sizes, and of message sizes within them.
struct LibraryForm {  // the first whose condition holds
  struct Part {
    const char* algorithm;
    Fit::When when = Fit::When::any_call;
  };
  std::vector<Part> parts;
};
struct LibraryStep {
  std::int64_t below;  // bytes
  const LibraryForm* form;
};
struct LibraryBand {
  std::int64_t ranks_below;
  std::vector<LibraryStep> steps;
};
LibraryLines lines_of(const std::vector<LibraryBand>&, Fit::Measure = Fit::Measure::common);
LibraryLines always(std::string algorithm);

// The tables that libraries derived from MPICH share.
LibraryLines mpich_lines(Collective);
// Where ranks share nodes, the same operations in two levels, see collectives/node_aware.cpp. Long
// broadcasts stay as they are, and allreduces of more than so many bytes.
LibraryLines in_two_levels(Collective, const LibraryLines& flat, std::int64_t most = Fit::kAny);
std::string mpich_name(Collective, std::string_view, const CallSize&);
// The forms of names that all versions of Open MPI share.
std::string open_mpi_name(Collective, std::string_view, const CallSize&);

}  // namespace kasuri::mpi
