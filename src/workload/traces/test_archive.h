// SPDX-License-Identifier: MIT
// For tests: OTF2 archives as Score-P writes them, through the library. Times are in nanoseconds, a
// microsecond apart if nothing else is said.
#pragma once

#include <gtest/gtest.h>
#include <otf2/otf2.h>

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/core/test_path.h"

namespace kasuri::trace {

inline void written(OTF2_ErrorCode code) {
  ASSERT_EQ(code, OTF2_SUCCESS) << OTF2_Error_GetDescription(code);
}

class TestArchive {
 public:
  // Location r is rank r's first thread; `more` locations follow, of rank 0.
  explicit TestArchive(const std::string& name, std::uint32_t ranks,
                       std::vector<OTF2_LocationType> more = {}, bool mpi = true)
      : folder_(test_path(name)), ranks_(ranks), more_(std::move(more)), mpi_(mpi) {
    std::filesystem::remove_all(folder_);
    archive_ = OTF2_Archive_Open(folder_.c_str(), "traces", OTF2_FILEMODE_WRITE, 1 << 18, 4 << 20,
                                 OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    static const OTF2_FlushCallbacks flush{
        .otf2_pre_flush = [](void*, OTF2_FileType, OTF2_LocationRef, void*, bool) -> OTF2_FlushType {
          return OTF2_FLUSH;
        },
        .otf2_post_flush = nullptr};
    written(OTF2_Archive_SetFlushCallbacks(archive_, &flush, nullptr));
    written(OTF2_Archive_SetSerialCollectiveCallbacks(archive_));
    written(OTF2_Archive_OpenEvtFiles(archive_));
    comms_.push_back({});
    for (std::uint64_t r = 0; r < ranks; ++r) comms_[0].a.push_back(r);
    for (std::uint32_t l = 0; l < ranks + more_.size(); ++l) {
      locations_.push_back({*this, OTF2_Archive_GetEvtWriter(archive_, l)});
    }
  }
  TestArchive(const TestArchive&) = delete;
  TestArchive& operator=(const TestArchive&) = delete;
  ~TestArchive() {
    if (!kept_) std::filesystem::remove_all(folder_);
  }

  static constexpr OTF2_CommRef kWorld = 0;

  // One location's events.
  class Location {
   public:
    Location(TestArchive& a, OTF2_EvtWriter* w) : archive_(&a), w_(w) {}

    Location& at(std::uint64_t ns) { return now_ = ns, *this; }
    Location& wait(std::uint64_t ns) { return now_ += ns, *this; }
    Location& enter(const std::string& region, OTF2_Paradigm p = OTF2_PARADIGM_MPI) {
      open_.push_back(archive_->region(region, p));
      return say(OTF2_EvtWriter_Enter, open_.back());
    }
    Location& leave() {
      const OTF2_RegionRef r = open_.back();
      open_.pop_back();
      return say(OTF2_EvtWriter_Leave, r);
    }
    // Any event of the library, after its time.
    template <class Write, class... Arguments>
    Location& say(Write write, Arguments... arguments) {
      written(write(w_, nullptr, now_ += 1000, arguments...));
      return *this;
    }
    Location& collective(const std::string& call, OTF2_CollectiveOp op, std::uint64_t sent,
                         std::uint64_t received, std::uint32_t root = OTF2_COLLECTIVE_ROOT_NONE,
                         OTF2_CommRef comm = kWorld) {
      enter(call).say(OTF2_EvtWriter_MpiCollectiveBegin);
      return say(OTF2_EvtWriter_MpiCollectiveEnd, op, comm, root, sent, received).leave();
    }
    Location& send(std::uint32_t to, std::uint64_t bytes, OTF2_CommRef comm = kWorld) {
      return enter("MPI_Send").say(OTF2_EvtWriter_MpiSend, to, comm, 0u, bytes).leave();
    }
    Location& receive(std::uint32_t from, std::uint64_t bytes, OTF2_CommRef comm = kWorld) {
      return enter("MPI_Recv").say(OTF2_EvtWriter_MpiRecv, from, comm, 0u, bytes).leave();
    }
    OTF2_EvtWriter* writer() { return w_; }

   private:
    TestArchive* archive_;
    OTF2_EvtWriter* w_;
    std::uint64_t now_ = 0;
    std::vector<OTF2_RegionRef> open_;
  };
  Location& location(std::size_t l) { return locations_.at(l); }

  // A communicator of these ranks; with `b`, one between two groups.
  OTF2_CommRef comm(std::vector<std::uint64_t> a, std::vector<std::uint64_t> b = {},
                    OTF2_GroupFlag flags = OTF2_GROUP_FLAG_NONE) {
    comms_.push_back({std::move(a), std::move(b), flags});
    return static_cast<OTF2_CommRef>(comms_.size() - 1);
  }
  OTF2_RmaWinRef window(const std::string& name, OTF2_CommRef comm) {
    windows_.emplace_back(name, comm);
    return static_cast<OTF2_RmaWinRef>(windows_.size() - 1);
  }
  OTF2_RegionRef region(const std::string& name, OTF2_Paradigm paradigm) {
    const auto next = static_cast<OTF2_RegionRef>(regions_.size());
    return regions_.try_emplace(name, next, paradigm).first->second.first;
  }

  // Writes what is left; the anchor file.
  std::filesystem::path close() {
    std::vector<std::uint64_t> counts;
    for (Location& l : locations_) {
      std::uint64_t n = 0;
      written(OTF2_EvtWriter_GetNumberOfEvents(l.writer(), &n));
      counts.push_back(n);
      written(OTF2_Archive_CloseEvtWriter(archive_, l.writer()));
    }
    written(OTF2_Archive_CloseEvtFiles(archive_));
    written(OTF2_Archive_OpenDefFiles(archive_));
    for (std::uint32_t l = 0; l < counts.size(); ++l) {
      OTF2_DefWriter* const w = OTF2_Archive_GetDefWriter(archive_, l);
      for (const std::uint64_t t : {0, 1 << 30}) written(OTF2_DefWriter_WriteClockOffset(w, t, 0, 0.0));
      written(OTF2_Archive_CloseDefWriter(archive_, w));
    }
    written(OTF2_Archive_CloseDefFiles(archive_));
    define(counts);
    written(OTF2_Archive_Close(archive_));
    return folder_ / "traces.otf2";
  }

  // The same, and the files stay.
  std::filesystem::path keep() {
    kept_ = true;
    return close();
  }

 private:
  struct Comm {
    std::vector<std::uint64_t> a, b;
    OTF2_GroupFlag flags = OTF2_GROUP_FLAG_NONE;
  };

  void define(const std::vector<std::uint64_t>& counts) {
    OTF2_GlobalDefWriter* const w = OTF2_Archive_GetGlobalDefWriter(archive_);
    OTF2_StringRef strings = 0;
    const auto string = [&](const std::string& text) {
      written(OTF2_GlobalDefWriter_WriteString(w, strings, text.c_str()));
      return strings++;
    };
    const OTF2_StringRef none = string("");
    written(OTF2_GlobalDefWriter_WriteClockProperties(w, 1'000'000'000, 0, 1 << 30,
                                                      OTF2_UNDEFINED_TIMESTAMP));
    written(OTF2_GlobalDefWriter_WriteSystemTreeNode(w, 0, none, none, OTF2_UNDEFINED_SYSTEM_TREE_NODE));
    for (std::uint32_t r = 0; r < ranks_; ++r) {
      written(OTF2_GlobalDefWriter_WriteLocationGroup(w, r, none, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                                      OTF2_UNDEFINED_LOCATION_GROUP));
    }
    for (std::uint32_t l = 0; l < counts.size(); ++l) {
      const bool first = l < ranks_;
      written(OTF2_GlobalDefWriter_WriteLocation(
          w, l, none, first ? OTF2_LocationType{OTF2_LOCATION_TYPE_CPU_THREAD} : more_[l - ranks_],
          counts[l], first ? l : 0));
    }
    for (const auto& [name, region] : regions_) {
      const OTF2_StringRef s = string(name);
      written(OTF2_GlobalDefWriter_WriteRegion(w, region.first, s, s, none, OTF2_REGION_ROLE_FUNCTION,
                                               region.second, OTF2_REGION_FLAG_NONE, none, 0, 0));
    }
    if (mpi_) define_communicators(w, none);
    for (OTF2_RmaWinRef i = 0; i < windows_.size(); ++i) {
      const OTF2_StringRef name = string(windows_[i].first);
      written(OTF2_GlobalDefWriter_WriteRmaWin(w, i, name, windows_[i].second,
                                               OTF2_RMA_WIN_FLAG_CREATE_DESTROY_EVENTS));
    }
  }
  void define_communicators(OTF2_GlobalDefWriter* w, OTF2_StringRef none) {
    OTF2_GroupRef groups = 0;
    const auto group = [&](OTF2_GroupType type, const std::vector<std::uint64_t>& members,
                           OTF2_GroupFlag flags) {
      written(OTF2_GlobalDefWriter_WriteGroup(w, groups, none, type, OTF2_PARADIGM_MPI, flags,
                                              static_cast<std::uint32_t>(members.size()), members.data()));
      return groups++;
    };
    group(OTF2_GROUP_TYPE_COMM_LOCATIONS, comms_[0].a, OTF2_GROUP_FLAG_NONE);
    for (OTF2_CommRef c = 0; c < comms_.size(); ++c) {
      const Comm& comm = comms_[c];
      const bool self = comm.a.empty();
      const OTF2_GroupRef a = group(self ? OTF2_GROUP_TYPE_COMM_SELF : OTF2_GROUP_TYPE_COMM_GROUP, comm.a,
                                    comm.flags);
      if (comm.b.empty()) {
        written(OTF2_GlobalDefWriter_WriteComm(w, c, none, a, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE));
        continue;
      }
      const OTF2_GroupRef b = group(OTF2_GROUP_TYPE_COMM_GROUP, comm.b, comm.flags);
      written(OTF2_GlobalDefWriter_WriteInterComm(w, c, none, a, b, OTF2_UNDEFINED_COMM,
                                                  OTF2_COMM_FLAG_NONE));
    }
  }

  std::filesystem::path folder_;
  std::uint32_t ranks_;
  std::vector<OTF2_LocationType> more_;
  bool mpi_, kept_ = false;
  OTF2_Archive* archive_ = nullptr;
  std::vector<Location> locations_;
  std::vector<Comm> comms_;
  std::vector<std::pair<std::string, OTF2_CommRef>> windows_;
  std::map<std::string, std::pair<OTF2_RegionRef, OTF2_Paradigm>> regions_;
};

}  // namespace kasuri::trace
