// SPDX-License-Identifier: MIT
#include "workload/traces/otf2_archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <numeric>
#include <utility>

#include "base/core/errors.h"
#include "base/core/guarded_process.h"

namespace kasuri::trace {
namespace {

// What the library said last; it prints else.
std::string& last_words() {
  static std::string text;
  return text;
}

OTF2_ErrorCode keep_words(void*, const char*, std::uint64_t, const char*, OTF2_ErrorCode code,
                          const char* format, va_list arguments) {
  char text[512] = "";
  if (format) std::vsnprintf(text, sizeof text, format, arguments);
  last_words() = fmt::format("{}{}{}", OTF2_Error_GetDescription(code), *text ? ": " : "", text);
  return code;
}

}  // namespace

// What the library tells of the definitions.
struct Otf2Definitions {
  // The archive that a definition belongs to.
  static Otf2Archive& of(void* user) {
    reading_gets_on();
    return *static_cast<Otf2Archive*>(user);
  }

  static OTF2_CallbackCode clock(void* user, std::uint64_t resolution, std::uint64_t offset,
                                 std::uint64_t, std::uint64_t) {
    constexpr std::uint64_t kSecond = 1'000'000'000'000;  // ps
    Otf2Archive& a = of(user);
    a.resolution_ = std::max<std::uint64_t>(resolution, 1);
    a.ps_per_tick_ = kSecond % a.resolution_ == 0 ? kSecond / a.resolution_ : 0;
    a.offset_ = offset;
    return OTF2_CALLBACK_SUCCESS;
  }
  static OTF2_CallbackCode string(void* user, OTF2_StringRef self, const char* text) {
    of(user).strings_[self] = text ? text : "";
    return OTF2_CALLBACK_SUCCESS;
  }
  static OTF2_CallbackCode region(void* user, OTF2_RegionRef self, OTF2_StringRef name,
                                  OTF2_StringRef, OTF2_StringRef, OTF2_RegionRole,
                                  OTF2_Paradigm paradigm, OTF2_RegionFlag, OTF2_StringRef,
                                  std::uint32_t, std::uint32_t) {
    Otf2Archive& a = of(user);
    Otf2Region& r = a.regions_[self];
    r.name = a.strings_[name];
    r.is_mpi = paradigm == OTF2_PARADIGM_MPI || r.name.starts_with("MPI_") ||
               r.name.starts_with("MGEN_");
    if (r.is_mpi) r.call = kind_of_call(r.name);
    return OTF2_CALLBACK_SUCCESS;
  }
  static OTF2_CallbackCode parameter(void* user, OTF2_ParameterRef self, OTF2_StringRef name,
                                     OTF2_ParameterType) {
    Otf2Archive& a = of(user);
    a.parameters_[self] = a.strings_[name];
    return OTF2_CALLBACK_SUCCESS;
  }
  static OTF2_CallbackCode location(void* user, OTF2_LocationRef self, OTF2_StringRef,
                                    OTF2_LocationType type, std::uint64_t events,
                                    OTF2_LocationGroupRef group) {
    Otf2Archive& a = of(user);
    a.events_[self] = events;
    a.types_[self] = type;
    if (type == OTF2_LOCATION_TYPE_CPU_THREAD) a.threads_.emplace_back(self, group);
    return OTF2_CALLBACK_SUCCESS;
  }
  static OTF2_CallbackCode group(void* user, OTF2_GroupRef self, OTF2_StringRef, OTF2_GroupType type,
                                 OTF2_Paradigm paradigm, OTF2_GroupFlag flags, std::uint32_t n,
                                 const std::uint64_t* members) {
    of(user).groups_[self] = {type, paradigm == OTF2_PARADIGM_MPI,
                              (flags & OTF2_GROUP_FLAG_GLOBAL_MEMBERS) != 0, {members, members + n}};
    return OTF2_CALLBACK_SUCCESS;
  }
  static OTF2_CallbackCode comm(void* user, OTF2_CommRef self, OTF2_StringRef name,
                                OTF2_GroupRef group, OTF2_CommRef, OTF2_CommFlag) {
    of(user).comms_.push_back({self, {name, group}});
    return OTF2_CALLBACK_SUCCESS;
  }
  static OTF2_CallbackCode window(void* user, OTF2_RmaWinRef self, OTF2_StringRef name, OTF2_CommRef comm,
                                  OTF2_RmaWinFlag) {
    Otf2Archive& a = of(user);
    a.windows_[self] = {comm, a.strings_[name]};
    return OTF2_CALLBACK_SUCCESS;
  }
  static OTF2_CallbackCode intercomm(void* user, OTF2_CommRef self, OTF2_StringRef name, OTF2_GroupRef a,
                                     OTF2_GroupRef b, OTF2_CommRef, OTF2_CommFlag) {
    of(user).comms_.push_back({self, {name, a, b}});
    return OTF2_CALLBACK_SUCCESS;
  }
};

Otf2Archive::Otf2Archive(std::filesystem::path anchor) : path_(std::move(anchor)) {
  OTF2_Error_RegisterCallback(keep_words, nullptr);
  last_words().clear();
  reader_ = OTF2_Reader_Open(path_.c_str());
  if (!reader_) fail("the archive cannot be opened");
  OTF2_Reader_SetSerialCollectiveCallbacks(reader_);
  try {
    read_definitions();
    find_ranks();
    find_communicators();
  } catch (...) {
    OTF2_Reader_Close(reader_);
    throw;
  }
}

Otf2Archive::~Otf2Archive() {
  OTF2_Reader_CloseEvtFiles(reader_);
  OTF2_Reader_Close(reader_);
}

void Otf2Archive::fail(std::string_view what) const {
  throw Error(Exit::usage, ErrorPlace(path_.string()),
              fmt::format("{}{}", what, last_words().empty() ? "" : fmt::format(" ({})", last_words())));
}

void Otf2Archive::fail(int rank, std::uint64_t event, std::string_view what) const {
  throw Error(Exit::usage, ErrorPlace(path_.string()),
              fmt::format("rank {} (location {}), event {}: {}{}",
                          rank, location(rank), event, what,
                          last_words().empty() ? "" : fmt::format(" ({})", last_words())));
}

void Otf2Archive::read_definitions() {
  using D = Otf2Definitions;
  OTF2_GlobalDefReader* const definitions = OTF2_Reader_GetGlobalDefReader(reader_);
  if (!definitions) fail("the global definitions cannot be read");
  OTF2_GlobalDefReaderCallbacks* const c = OTF2_GlobalDefReaderCallbacks_New();
  OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(c, &D::clock);
  OTF2_GlobalDefReaderCallbacks_SetStringCallback(c, &D::string);
  OTF2_GlobalDefReaderCallbacks_SetRegionCallback(c, &D::region);
  OTF2_GlobalDefReaderCallbacks_SetParameterCallback(c, &D::parameter);
  OTF2_GlobalDefReaderCallbacks_SetLocationCallback(c, &D::location);
  OTF2_GlobalDefReaderCallbacks_SetGroupCallback(c, &D::group);
  OTF2_GlobalDefReaderCallbacks_SetCommCallback(c, &D::comm);
  OTF2_GlobalDefReaderCallbacks_SetInterCommCallback(c, &D::intercomm);
  OTF2_GlobalDefReaderCallbacks_SetRmaWinCallback(c, &D::window);
  OTF2_Reader_RegisterGlobalDefCallbacks(reader_, definitions, c, this);
  OTF2_GlobalDefReaderCallbacks_Delete(c);
  std::uint64_t n = 0, expected = 0;
  OTF2_Reader_GetNumberOfGlobalDefinitions(reader_, &expected);
  const bool whole = OTF2_Reader_ReadAllGlobalDefinitions(reader_, definitions, &n) == OTF2_SUCCESS;
  OTF2_Reader_CloseGlobalDefReader(reader_, definitions);
  if (!whole || n < expected) {
    fail(fmt::format("the trace is truncated or damaged: {} of {} definitions can be read", n, expected));
  }
}

const Otf2Archive::Window* Otf2Archive::window(OTF2_RmaWinRef ref) const {
  const auto found = windows_.find(ref);
  return found == windows_.end() ? nullptr : &found->second;
}

std::string Otf2Archive::windows_named() const {
  if (windows_.empty()) return "; the archive defines none";
  constexpr std::size_t kMost = 8;
  const std::map<OTF2_RmaWinRef, Window> ordered(windows_.begin(), windows_.end());
  std::string all = "; there are";
  std::size_t n = 0;
  for (const auto& [ref, window] : ordered) {
    if (n++ == kMost) return fmt::format("{} and {} more", all, ordered.size() - kMost);
    all += fmt::format("{} {} ('{}')", n > 1 ? "," : "", ref, window.name);
  }
  return all;
}

std::span<const std::uint64_t> Otf2Archive::members_of(OTF2_GroupRef ref) const {
  const auto found = groups_.find(ref);
  if (found == groups_.end()) return {};
  return found->second.members;
}

// Ranks are what MPI numbers; in a trace without MPI, the first threads of the processes.
void Otf2Archive::find_ranks() {
  for (const auto& [ref, group] : groups_) {
    if (group.type != OTF2_GROUP_TYPE_COMM_LOCATIONS || !group.is_mpi) continue;
    locations_.assign(group.members.begin(), group.members.end());
    has_mpi_ = true;
  }
  if (!has_mpi_) {
    std::map<OTF2_LocationGroupRef, OTF2_LocationRef> first;
    for (const auto& [location, group] : threads_) first.try_emplace(group, location);
    for (const auto& [group, location] : first) locations_.push_back(location);
  }
  if (locations_.empty()) fail("the trace has no locations with events");
  for (int r = 0; r < ranks(); ++r) {
    if (!events_.contains(location(r))) {
      fail(fmt::format("rank {} is location {}, which is not defined", r, location(r)));
    }
  }
  for (const OTF2_LocationRef l : locations_) OTF2_Reader_SelectLocation(reader_, l);
  read_local_definitions();
  if (OTF2_Reader_OpenEvtFiles(reader_) != OTF2_SUCCESS) fail("the events cannot be opened");
}

// What a rank's events call by numbers of its own, and how its clock went. An archive may have none.
void Otf2Archive::read_local_definitions() {
  if (OTF2_Reader_OpenDefFiles(reader_) != OTF2_SUCCESS) return;
  int first_without = -1, with = 0;
  for (int r = 0; r < ranks(); ++r) {
    reading_gets_on();
    OTF2_DefReader* const definitions = OTF2_Reader_GetDefReader(reader_, location(r));
    if (!definitions) {
      if (first_without < 0) first_without = r;
      continue;
    }
    ++with;
    std::uint64_t n = 0;
    const OTF2_ErrorCode code = OTF2_Reader_ReadAllLocalDefinitions(reader_, definitions, &n);
    OTF2_Reader_CloseDefReader(reader_, definitions);
    if (code != OTF2_SUCCESS) fail(r, 0, "the rank's definitions are truncated or damaged");
  }
  if (with > 0 && first_without >= 0) {
    fail(first_without, 0, "the rank's definitions are missing, but other ranks have theirs");
  }
  OTF2_Reader_CloseDefFiles(reader_);
}

void Otf2Archive::find_communicators() {
  auto all = std::make_shared<std::vector<std::vector<std::uint32_t>>>();
  for (const auto& [ref, comm] : comms_) {
    reading_gets_on();
    Otf2Communicator& c = communicators_[ref];
    c = {};
    c.name = strings_[comm.name];
    find_members(c, comm, *all);
  }
  groups_of_communicators_ = std::move(all);
}

void Otf2Archive::find_members(Otf2Communicator& c, const Comm& comm,
                               std::vector<std::vector<std::uint32_t>>& all) {
  const bool between = comm.other != OTF2_UNDEFINED_GROUP;
  std::vector<std::uint32_t> members;
  for (const OTF2_GroupRef ref : {comm.group, comm.other}) {
    if (ref == comm.other && !between) continue;
    const auto found = groups_.find(ref);
    if (found == groups_.end() || !found->second.is_mpi) return;
    const Group& group = found->second;
    const bool self = group.type == OTF2_GROUP_TYPE_COMM_SELF || group.members.size() == 1;
    if (self && !between) {
      c.number = Otf2Communicator::kSelf;
      c.size = 1;
      return;
    }
    if (group.type != OTF2_GROUP_TYPE_COMM_GROUP || group.members.empty()) return;
    c.global = group.global;
    for (const std::uint64_t m : group.members) {
      if (m >= locations_.size()) {
        fail(fmt::format("communicator '{}' has a rank {}, but ranks are 0 to {}", c.name, m,
                         ranks() - 1));
      }
      members.push_back(static_cast<std::uint32_t>(m));
    }
    if (between && c.first_group == 0) c.first_group = static_cast<std::uint32_t>(members.size());
  }
  std::vector<std::uint32_t> sorted = members;
  std::ranges::sort(sorted);
  if (const auto twice = std::ranges::adjacent_find(sorted); twice != sorted.end()) {
    fail(fmt::format("communicator '{}' has rank {} twice", c.name, *twice));
  }
  c.size = static_cast<std::uint32_t>(members.size());
  bool is_world = !between && c.size == locations_.size();
  for (std::uint32_t i = 0; is_world && i < c.size; ++i) is_world = members[i] == i;
  if (is_world && !std::exchange(world_found_, true)) {
    c.number = 0;
    return;
  }
  all.push_back(std::move(members));
  c.number = static_cast<std::uint32_t>(all.size());
}

std::map<std::string, std::uint64_t> Otf2Archive::other_events() const {
  std::map<std::string, std::uint64_t> sums;
  std::unordered_map<OTF2_LocationRef, std::uint64_t> others = events_;
  for (const OTF2_LocationRef l : locations_) others.erase(l);
  for (const auto& [location, n] : others) {
    if (n == 0) continue;
    const OTF2_LocationType type = types_.at(location);
    sums[type == OTF2_LOCATION_TYPE_CPU_THREAD           ? "other threads"
         : type == OTF2_LOCATION_TYPE_ACCELERATOR_STREAM ? "accelerators"
         : type == OTF2_LOCATION_TYPE_METRIC             ? "locations of metrics"
                                                         : "locations of other kinds"] += n;
  }
  return sums;
}

const Otf2Region* Otf2Archive::region(OTF2_RegionRef ref) const {
  const auto found = regions_.find(ref);
  return found == regions_.end() ? nullptr : &found->second;
}

const std::string& Otf2Archive::parameter(OTF2_ParameterRef ref) const {
  static const std::string none;
  const auto found = parameters_.find(ref);
  return found == parameters_.end() ? none : found->second;
}

const Otf2Communicator& Otf2Archive::communicator(OTF2_CommRef ref) const {
  static const Otf2Communicator none;
  const auto found = communicators_.find(ref);
  return found == communicators_.end() ? none : found->second;
}

std::uint32_t Otf2Archive::world_rank(const Otf2Communicator& c, std::uint32_t member, int rank) const {
  if (c.number == Otf2Communicator::kSelf) return static_cast<std::uint32_t>(rank);
  return c.number == 0 ? member : (*groups_of_communicators_)[c.number - 1][member];
}

std::uint32_t Otf2Archive::member(const Otf2Communicator& c, std::uint32_t peer, int rank) const {
  if (c.number == Otf2Communicator::kUnknown) return peer;
  if (c.global) return c.number == Otf2Communicator::kSelf ? 0 : place(c, peer);
  if (c.first_group == 0) return peer;
  const bool from_first = place(c, static_cast<std::uint32_t>(rank)) < c.first_group;
  if (from_first) return peer < c.size - c.first_group ? c.first_group + peer : c.size;
  return peer < c.first_group ? peer : c.size;
}

std::uint32_t Otf2Archive::place(const Otf2Communicator& c, std::uint32_t world_rank) const {
  if (c.number == Otf2Communicator::kSelf) return 0;
  if (c.number == 0) return world_rank;
  if (c.number == Otf2Communicator::kUnknown) return c.size;
  const auto& members = (*groups_of_communicators_)[c.number - 1];
  const auto [places, fresh] = places_.try_emplace(c.number);
  if (fresh) {
    for (std::uint32_t i = 0; i < members.size(); ++i) places->second.emplace(members[i], i);
  }
  const auto found = places->second.find(world_rank);
  return found == places->second.end() ? c.size : found->second;
}

std::optional<Time> Otf2Archive::any_time(OTF2_TimeStamp stamp) const {
  __extension__ using Wide = __int128;
  const Wide ticks = static_cast<Wide>(stamp) - static_cast<Wide>(offset_);
  const Wide ps = ticks * 1'000'000'000'000 / static_cast<Wide>(resolution_);
  constexpr Wide kMost = INT64_MAX / 4;
  if (ps > kMost || ps < -kMost) return std::nullopt;
  return Time{static_cast<std::int64_t>(ps)};
}

Otf2Archive::Events::Events(Otf2Archive& archive, int rank, OTF2_EvtReaderCallbacks* callbacks,
                            void* user)
    : archive_(archive), rank_(rank) {
  reader_ = OTF2_Reader_GetEvtReader(archive_.reader_, archive_.location(rank));
  if (!reader_) {
    if (archive_.events_of(rank) > 0) archive_.fail(rank, 0, "the rank's events cannot be read");
    return;
  }
  OTF2_Reader_RegisterEvtCallbacks(archive_.reader_, reader_, callbacks, user);
}

Otf2Archive::Events::~Events() {
  if (reader_) OTF2_Reader_CloseEvtReader(archive_.reader_, reader_);
}

std::uint64_t Otf2Archive::Events::read(std::uint64_t n) {
  const std::uint64_t all = archive_.events_of(rank_);
  n = std::min(n, all - std::min(all, position_));
  if (n == 0 || !reader_) return 0;
  std::uint64_t got = 0;
  last_words().clear();
  const OTF2_ErrorCode code = OTF2_Reader_ReadLocalEvents(archive_.reader_, reader_, n, &got);
  position_ += got;
  const bool interrupted = code == OTF2_ERROR_INTERRUPTED_BY_CALLBACK;
  if (!interrupted && (code != OTF2_SUCCESS || got < n)) {
    archive_.fail(rank_, position_,
                  fmt::format("the trace is truncated or damaged: {} events were written", all));
  }
  return got;
}

}  // namespace kasuri::trace
