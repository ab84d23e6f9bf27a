// SPDX-License-Identifier: MIT
// An OTF2 archive (Eschweiler et al., ParCo 2011; Score-P's traces) through its library: definitions,
// and a reader of each rank's events.
#pragma once

#include <otf2/otf2.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/core/units.h"
#include "workload/traces/mpi_calls.h"

namespace kasuri::trace {

struct Otf2Region {
  std::string name;
  bool is_mpi = false;
  MpiCall call = MpiCall::other;  // what there should be events of, but some tracers have none
};

// A communicator: all ranks in order (0), one rank, or a number of Trace::Communicators.
struct Otf2Communicator {
  static constexpr std::uint32_t kSelf = UINT32_MAX, kUnknown = UINT32_MAX - 1;
  std::uint32_t number = kUnknown;
  std::uint32_t size = 0;
  std::string name;
  // Of one between two groups, whose members stand behind one another here: how many the first group has.
  // Ranks in events are those of the other group.
  std::uint32_t first_group = 0;
  bool global = false;  // ranks in events are those of the world
};

class Otf2Archive {
 public:
  // Reads all definitions. Throws Error.
  explicit Otf2Archive(std::filesystem::path anchor);
  ~Otf2Archive();
  Otf2Archive(const Otf2Archive&) = delete;
  Otf2Archive& operator=(const Otf2Archive&) = delete;

  const std::filesystem::path& path() const { return path_; }
  int ranks() const { return static_cast<int>(locations_.size()); }
  OTF2_LocationRef location(int rank) const { return locations_[static_cast<std::size_t>(rank)]; }
  std::uint64_t events_of(int rank) const { return events_.at(location(rank)); }
  // Events of locations that are no rank's, by whose they are.
  std::map<std::string, std::uint64_t> other_events() const;
  bool has_mpi() const { return has_mpi_; }
  const Otf2Region* region(OTF2_RegionRef) const;
  const std::string& parameter(OTF2_ParameterRef) const;
  const Otf2Communicator& communicator(OTF2_CommRef) const;
  // Of one-sided communication: its communicator and name; null if it is not defined.
  struct Window {
    OTF2_CommRef comm;
    std::string name;
  };
  const Window* window(OTF2_RmaWinRef) const;
  std::string windows_named() const;  // "; there are 0 'a', 1 'b'", for errors
  // Ranks of the world; none if it is not defined.
  std::span<const std::uint64_t> members_of(OTF2_GroupRef) const;
  const std::shared_ptr<const std::vector<std::vector<std::uint32_t>>>& communicators() const {
    return groups_of_communicators_;
  }
  std::uint32_t world_rank(const Otf2Communicator&, std::uint32_t member, int rank) const;
  // Which member an event of `rank` means by `peer`; the communicator's size or more: there is none.
  std::uint32_t member(const Otf2Communicator&, std::uint32_t peer, int rank) const;
  // Which member that rank of the world is; the communicator's size: none.
  std::uint32_t place(const Otf2Communicator&, std::uint32_t world_rank) const;
  // Since the trace began; none: later than can be simulated.
  std::optional<Time> time(OTF2_TimeStamp stamp) const {
    const std::uint64_t since = stamp - offset_;
    if (stamp >= offset_ && since < 1ull << 40 && ps_per_tick_ > 0 && ps_per_tick_ < 1 << 20) [[likely]] {
      return Time{static_cast<std::int64_t>(since * ps_per_tick_)};
    }
    return any_time(stamp);
  }

  // A reader of a rank's events. `callbacks` get `user`.
  class Events {
   public:
    Events(Otf2Archive&, int rank, OTF2_EvtReaderCallbacks* callbacks, void* user);
    ~Events();
    // Reads up to n more; less at the end, or when a callback interrupts.
    std::uint64_t read(std::uint64_t n);

   private:
    Otf2Archive& archive_;
    int rank_;
    OTF2_EvtReader* reader_ = nullptr;
    std::uint64_t position_ = 0;
  };

  [[noreturn]] void fail(std::string_view what) const;
  [[noreturn]] void fail(int rank, std::uint64_t event, std::string_view what) const;

 private:
  friend struct Otf2Definitions;
  std::optional<Time> any_time(OTF2_TimeStamp) const;
  struct Group {
    OTF2_GroupType type = OTF2_GROUP_TYPE_UNKNOWN;
    bool is_mpi = false;
    bool global = false;
    std::vector<std::uint64_t> members;
  };
  struct Comm {
    OTF2_StringRef name;
    OTF2_GroupRef group;
    OTF2_GroupRef other = OTF2_UNDEFINED_GROUP;  // of one between two groups
  };
  void read_definitions();
  void find_ranks();
  void read_local_definitions();
  void find_communicators();
  void find_members(Otf2Communicator&, const Comm&, std::vector<std::vector<std::uint32_t>>& all);

  std::filesystem::path path_;
  OTF2_Reader* reader_ = nullptr;

  std::uint64_t resolution_ = 1'000'000'000, offset_ = 0;  // ticks a second, the first tick
  std::uint64_t ps_per_tick_ = 1000;                       // 0: not a whole number
  std::unordered_map<OTF2_StringRef, std::string> strings_;
  std::unordered_map<OTF2_RegionRef, Otf2Region> regions_;
  std::unordered_map<OTF2_ParameterRef, std::string> parameters_;
  std::unordered_map<OTF2_RmaWinRef, Window> windows_;
  std::unordered_map<OTF2_LocationRef, std::uint64_t> events_;
  std::unordered_map<OTF2_LocationRef, OTF2_LocationType> types_;
  std::vector<std::pair<OTF2_LocationRef, OTF2_LocationGroupRef>> threads_;
  std::unordered_map<OTF2_GroupRef, Group> groups_;
  std::vector<std::pair<OTF2_CommRef, Comm>> comms_;
  std::unordered_map<OTF2_CommRef, Otf2Communicator> communicators_;
  std::shared_ptr<const std::vector<std::vector<std::uint32_t>>> groups_of_communicators_;
  // Of communicators that were asked for, the place of each rank of the world.
  mutable std::unordered_map<std::uint32_t, std::unordered_map<std::uint32_t, std::uint32_t>> places_;
  std::vector<OTF2_LocationRef> locations_;
  bool has_mpi_ = false, world_found_ = false;
};

}  // namespace kasuri::trace
