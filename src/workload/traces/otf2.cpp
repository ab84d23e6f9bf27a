// SPDX-License-Identifier: MIT
// OTF2 archives as traces: what the library calls for each kind of event, the pass over all ranks, and a
// stream for each rank.
#include <fmt/format.h>

#include <stdexcept>

#include "base/core/archive.h"
#include "base/core/guarded_process.h"
#include "base/core/words.h"
#include "workload/traces/otf2_anchor.h"
#include "workload/traces/otf2_callbacks.h"

namespace kasuri::trace {

struct Otf2Events : Otf2Callbacks {
  static OTF2_CallbackCode enter(Loc, Stamp t, std::uint64_t e, void* u, List*, OTF2_RegionRef region) {
    return take(u, t, e, [&](Otf2Rank& r, Time now) { return r.enter(now, region), kOk; });
  }
  static OTF2_CallbackCode leave(Loc, Stamp t, std::uint64_t e, void* u, List*, OTF2_RegionRef region) {
    return take(u, t, e, [&](Otf2Rank& r, Time now) { return r.leave(now, region), kOk; });
  }
  static OTF2_CallbackCode send(Loc, Stamp t, std::uint64_t e, void* u, List*, std::uint32_t peer,
                                OTF2_CommRef comm, std::uint32_t tag, std::uint64_t bytes) {
    return message(u, t, e, [&](Otf2Rank& r) {
      r.count({peer, comm, tag, bytes}, true);
      r.call_.sends.push_back({peer, comm, tag, bytes});
    });
  }
  static OTF2_CallbackCode receive(Loc, Stamp t, std::uint64_t e, void* u, List*, std::uint32_t peer,
                                   OTF2_CommRef comm, std::uint32_t tag, std::uint64_t bytes) {
    return message(u, t, e, [&](Otf2Rank& r) {
      r.count({peer, comm, tag, bytes}, false);
      r.call_.receives.push_back({peer, comm, tag, bytes});
    });
  }
  static OTF2_CallbackCode isend(Loc, Stamp t, std::uint64_t e, void* u, List*, std::uint32_t peer,
                                 OTF2_CommRef comm, std::uint32_t tag, std::uint64_t bytes,
                                 std::uint64_t request) {
    return message(u, t, e, [&](Otf2Rank& r) {
      r.count({peer, comm, tag, bytes}, true);
      r.add_message({peer, comm, tag, bytes}, mpi::Operation::Kind::isend,
                    r.begin_request(request, nullptr));
    });
  }
  static OTF2_CallbackCode isend_complete(Loc, Stamp t, std::uint64_t e, void* u, List*,
                                          std::uint64_t request) {
    return message(u, t, e, [&](Otf2Rank& r) { r.complete(request); });
  }
  static OTF2_CallbackCode irecv_request(Loc, Stamp t, std::uint64_t e, void* u, List*,
                                         std::uint64_t request) {
    return message(u, t, e, [&](Otf2Rank& r) {
      Otf2Rank::Item& item = r.add(mpi::Operation::Kind::ireceive);
      item.known = false;
      item.op.request = r.begin_request(request, &item);
    });
  }
  static OTF2_CallbackCode irecv(Loc, Stamp t, std::uint64_t e, void* u, List*, std::uint32_t peer,
                                 OTF2_CommRef comm, std::uint32_t tag, std::uint64_t bytes,
                                 std::uint64_t request) {
    return message(u, t, e, [&](Otf2Rank& r) { r.complete({peer, comm, tag, bytes, request}); });
  }
  static OTF2_CallbackCode test(Loc, Stamp t, std::uint64_t e, void* u, List*, std::uint64_t) {
    return message(u, t, e, [&](Otf2Rank& r) { r.call_.tested = true; });
  }
  static OTF2_CallbackCode cancelled(Loc, Stamp t, std::uint64_t e, void* u, List*,
                                     std::uint64_t request) {
    return message(u, t, e, [&](Otf2Rank& r) { r.call_.cancelled.push_back(request); });
  }
  static OTF2_CallbackCode collective_begin(Loc, Stamp t, std::uint64_t e, void* u, List*) {
    return take(u, t, e, [&](Otf2Rank& r, Time now) {
      if (r.in_mpi_ == 0) r.compute_until(now);
      return kOk;
    });
  }
  static OTF2_CallbackCode collective_end(Loc, Stamp t, std::uint64_t e, void* u, List*,
                                          OTF2_CollectiveOp op, OTF2_CommRef comm, std::uint32_t root,
                                          std::uint64_t sent, std::uint64_t received) {
    return take(u, t, e, [&](Otf2Rank& r, Time now) {
      if (r.in_mpi_ == 0) r.since_ = now;  // what was between begin and end was no computation
      r.mpi_event(now);
      r.call_.told = true;
      r.call_.collectives.push_back(
          {{op, comm, root, sent, received}, std::exchange(r.details_, {})});
      r.end_event(now);
      return kOk;
    });
  }
  static OTF2_CallbackCode nonblocking_request(Loc, Stamp t, std::uint64_t e, void* u, List*,
                                               std::uint64_t request) {
    return message(u, t, e, [&](Otf2Rank& r) {
      r.add_barriers(r.barriers_.open);
      Otf2Rank::Item& item = r.add(mpi::Operation::Kind::icollective);
      item.known = false;
      item.op.request = r.begin_request(request, &item);
    });
  }
  static OTF2_CallbackCode nonblocking_complete(Loc, Stamp t, std::uint64_t e, void* u, List*,
                                                OTF2_CollectiveOp op, OTF2_CommRef comm,
                                                std::uint32_t root, std::uint64_t sent,
                                                std::uint64_t received, std::uint64_t request) {
    return message(u, t, e, [&](Otf2Rank& r) {
      r.complete_collective({op, comm, root, sent, received}, request);
    });
  }
  // While the tracer wrote to disk, or was off, the program did not compute.
  static OTF2_CallbackCode flush(Loc, Stamp t, std::uint64_t e, void* u, List*, Stamp stop) {
    return take(u, t, e, [&](Otf2Rank& r, Time now) {
      if (r.in_mpi_ > 0) return kOk;
      if (!std::exchange(r.began_, true)) r.since_ = now;
      r.compute_until(now);
      r.since_ = r.time(stop);
      return kOk;
    });
  }
  static OTF2_CallbackCode on_off(Loc, Stamp t, std::uint64_t e, void* u, List*,
                                  OTF2_MeasurementMode mode) {
    return take(u, t, e, [&](Otf2Rank& r, Time now) {
      if (r.in_mpi_ > 0) return kOk;
      if (!std::exchange(r.began_, true)) r.since_ = now;
      if (mode == OTF2_MEASUREMENT_OFF) r.compute_until(now);
      else r.since_ = now;
      return kOk;
    });
  }

  static OTF2_CallbackCode parameter(Loc, Stamp t, std::uint64_t e, void* u, List*,
                                     OTF2_ParameterRef ref, std::int64_t value) {
    return take(u, t, e, [&](Otf2Rank& r, Time) {
      return r.take_detail(r.archive_.parameter(ref), value), kOk;
    });
  }
  static OTF2_CallbackCode end(Loc, Stamp t, std::uint64_t e, void* u, List*, std::int64_t) {
    return take(u, t, e, [&](Otf2Rank& r, Time now) {
      if (r.began_ && r.in_mpi_ == 0) r.compute_until(now);
      return kOk;
    });
  }

  // Kinds that tell nothing of messages or time between them.
  struct Name {
    char text[48];
    constexpr Name(const char* t) : text{} {
      for (std::size_t i = 0; t[i] && i + 1 < sizeof text; ++i) text[i] = t[i];
    }
  };
  template <Name name, bool matters, class... Rest>
  static OTF2_CallbackCode other(Loc, Stamp t, std::uint64_t e, void* u, List*, Rest...) {
    return take(u, t, e, [](Otf2Rank& r, Time now) {
      if (!std::exchange(r.began_, true)) r.since_ = now;
      if (!matters) return kOk;
      r.ignore(name.text);
      r.call_.told = true;
      return kOk;
    });
  }
  template <Name name, bool matters, class... Rest>
  static auto ignored(OTF2_CallbackCode (*)(Loc, Stamp, std::uint64_t, void*, List*, Rest...)) {
    return &other<name, matters, Rest...>;
  }
};

OTF2_EvtReaderCallbacks* Otf2Rank::new_callbacks() {
  using E = Otf2Events;
  OTF2_EvtReaderCallbacks* const c = OTF2_EvtReaderCallbacks_New();
  OTF2_EvtReaderCallbacks_SetEnterCallback(c, &E::enter);
  OTF2_EvtReaderCallbacks_SetLeaveCallback(c, &E::leave);
  OTF2_EvtReaderCallbacks_SetMpiSendCallback(c, &E::send);
  OTF2_EvtReaderCallbacks_SetMpiRecvCallback(c, &E::receive);
  OTF2_EvtReaderCallbacks_SetMpiIsendCallback(c, &E::isend);
  OTF2_EvtReaderCallbacks_SetMpiIsendCompleteCallback(c, &E::isend_complete);
  OTF2_EvtReaderCallbacks_SetMpiIrecvRequestCallback(c, &E::irecv_request);
  OTF2_EvtReaderCallbacks_SetMpiIrecvCallback(c, &E::irecv);
  OTF2_EvtReaderCallbacks_SetMpiRequestTestCallback(c, &E::test);
  OTF2_EvtReaderCallbacks_SetMpiRequestCancelledCallback(c, &E::cancelled);
  OTF2_EvtReaderCallbacks_SetMpiCollectiveBeginCallback(c, &E::collective_begin);
  OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback(c, &E::collective_end);
  OTF2_EvtReaderCallbacks_SetNonBlockingCollectiveRequestCallback(c, &E::nonblocking_request);
  OTF2_EvtReaderCallbacks_SetNonBlockingCollectiveCompleteCallback(c, &E::nonblocking_complete);
  OTF2_EvtReaderCallbacks_SetBufferFlushCallback(c, &E::flush);
  OTF2_EvtReaderCallbacks_SetMeasurementOnOffCallback(c, &E::on_off);
  OTF2_EvtReaderCallbacks_SetParameterIntCallback(c, &E::parameter);
  OTF2_EvtReaderCallbacks_SetProgramEndCallback(c, &E::end);
  set_remote_callbacks(c);
#define KASURI_OTF2_OTHER(kind, matters)                                                       \
  OTF2_EvtReaderCallbacks_Set##kind##Callback(                                                 \
      c, E::ignored<#kind, matters>(static_cast<OTF2_EvtReaderCallback_##kind>(nullptr)))
  KASURI_OTF2_OTHER(RmaTryLock, true);
  KASURI_OTF2_OTHER(RmaOpTest, true);
  KASURI_OTF2_OTHER(IoOperationBegin, true);
  KASURI_OTF2_OTHER(IoOperationComplete, true);
  KASURI_OTF2_OTHER(IoOperationIssued, true);
  KASURI_OTF2_OTHER(IoOperationTest, true);
  KASURI_OTF2_OTHER(IoOperationCancelled, true);
  KASURI_OTF2_OTHER(IoSeek, true);
  KASURI_OTF2_OTHER(IoCreateHandle, true);
  KASURI_OTF2_OTHER(IoDestroyHandle, true);
  KASURI_OTF2_OTHER(IoDuplicateHandle, true);
  KASURI_OTF2_OTHER(IoDeleteFile, true);
  KASURI_OTF2_OTHER(IoChangeStatusFlags, true);
  KASURI_OTF2_OTHER(IoAcquireLock, true);
  KASURI_OTF2_OTHER(IoReleaseLock, true);
  KASURI_OTF2_OTHER(IoTryLock, true);
  KASURI_OTF2_OTHER(OmpFork, true);
  KASURI_OTF2_OTHER(OmpJoin, true);
  KASURI_OTF2_OTHER(OmpAcquireLock, true);
  KASURI_OTF2_OTHER(OmpReleaseLock, true);
  KASURI_OTF2_OTHER(OmpTaskCreate, true);
  KASURI_OTF2_OTHER(OmpTaskSwitch, true);
  KASURI_OTF2_OTHER(OmpTaskComplete, true);
  KASURI_OTF2_OTHER(ThreadFork, true);
  KASURI_OTF2_OTHER(ThreadJoin, true);
  KASURI_OTF2_OTHER(ThreadTeamBegin, true);
  KASURI_OTF2_OTHER(ThreadTeamEnd, true);
  KASURI_OTF2_OTHER(ThreadAcquireLock, true);
  KASURI_OTF2_OTHER(ThreadReleaseLock, true);
  KASURI_OTF2_OTHER(ThreadTaskCreate, true);
  KASURI_OTF2_OTHER(ThreadTaskSwitch, true);
  KASURI_OTF2_OTHER(ThreadTaskComplete, true);
  KASURI_OTF2_OTHER(ThreadCreate, true);
  KASURI_OTF2_OTHER(ThreadBegin, true);
  KASURI_OTF2_OTHER(ThreadWait, true);
  KASURI_OTF2_OTHER(ThreadEnd, true);
  KASURI_OTF2_OTHER(CallingContextEnter, true);
  KASURI_OTF2_OTHER(CallingContextLeave, true);
  KASURI_OTF2_OTHER(CallingContextSample, true);
  KASURI_OTF2_OTHER(Metric, true);
  KASURI_OTF2_OTHER(ParameterString, false);
  KASURI_OTF2_OTHER(ParameterUnsignedInt, false);
  KASURI_OTF2_OTHER(CommCreate, false);
  KASURI_OTF2_OTHER(CommDestroy, false);
  KASURI_OTF2_OTHER(ProgramBegin, false);
  KASURI_OTF2_OTHER(Unknown, true);
#undef KASURI_OTF2_OTHER
  return c;
}

namespace {

// Of maps by name.
template <class Archive, class Value, class Transfer>
void transfer(Archive& a, std::map<std::string, Value>& map, Transfer&& value) {
  std::size_t n = map.size();
  a(n);
  if constexpr (Archive::kReads) {
    for (; n > 0; --n) {
      std::string name;
      a(name);
      value(map[name]);
    }
  } else {
    for (auto& [name, v] : map) a(name), value(v);
  }
}

template <class Archive>
void transfer(Archive& a, Summary& s) {
  const auto plain = [&](auto& value) { a(value); };
  a(s.format), a(s.ranks), a(s.events), a(s.sends), a(s.receives), a(s.collectives), a(s.bytes);
  a(s.collective_bytes), a(s.communicators), a(s.computing);
  transfer(a, s.calls, plain);
  transfer(a, s.regions, plain);
  transfer(a, s.ignored, plain);
  std::size_t n = s.notes.size();
  a(n);
  s.notes.resize(n);
  for (std::string& note : s.notes) a(note);
}

// What the archive says of it is known when it has been gone through; then it is closed.
class Otf2Trace final : public Trace {
 public:
  Otf2Trace(const std::filesystem::path& path, const ReplayParams& params)
      : path_(path), sums_(path.string()), params_(params) {
    const Otf2Files files = check_otf2_files(path);
    StoredFile stored(path);
    sums_.make_file();
    const ByteBuffer found = read_guarded({path, "OTF2's library", files.bytes}, [&](ByteBuffer& out) {
      read(stored);
      ArchiveWriter a(out);
      transfer(a);
    });
    if (!found.empty()) {  // it was read in another process, into our files
      ArchiveReader a(found);
      transfer(a);
    }
    file_ = stored.file();
  }

  std::unique_ptr<mpi::OpStream> stream(int rank) const override {
    return std::make_unique<Stream>(*this, rank);
  }

 private:
  class Stream final : public mpi::OpStream {
   public:
    Stream(const Otf2Trace& trace, int rank)
        : trace_(trace),
          rank_(rank),
          operations_(trace.file_, trace.ranks_[static_cast<std::size_t>(rank)],
                      trace.params_.iterations, stored_buffer_size(trace.ranks_.size())) {}

    bool next(Time, mpi::Operation& op) override {
      if (!operations_.next(op)) return false;
      if (op.kind == Kind::collective || op.kind == Kind::icollective) {
        if (operations_.sums()) trace_.find_blocks(rank_, *operations_.sums(), op, blocks_);
      }
      return true;
    }
    double share_done() const override { return operations_.share_done(); }

   private:
    using Kind = mpi::Operation::Kind;
    const Otf2Trace& trace_;
    int rank_;
    StoredOperations operations_;
    Otf2Blocks blocks_;
  };

  void read(StoredFile& stored) {
    Otf2Archive archive(path_);
    summary_.format = "otf2";
    summary_.ranks = archive.ranks();
    communicators_ = archive.communicators();
    summary_.communicators = 1 + communicators_->size();
    Tally tally(summary_);
    scan(archive, stored, tally, false);
    stored.file();
    tally.begin_rank(-1);
    const std::string disagreement = tally.collectives_disagree(*communicators_);
    if (!disagreement.empty()) archive.fail(disagreement);
    if (!tally.messages_match()) refuse_mismatch(archive, stored, tally);
    loops_ = params_.iterations > 1 && summary_.regions.contains(params_.loop_region);
    if (!loops_) params_.iterations = 1;
    if (!archive.has_mpi()) {
      summary_.notes.push_back("the trace has no MPI: its processes only compute");
    }
    add_notes();
    for (const auto& [whose, n] : archive.other_events()) {
      summary_.events += n;
      summary_.ignored["events of " + whose] = n;
    }
  }

  // All that read() finds, but for what is in the files.
  template <class Archive>
  void transfer(Archive& a) {
    trace::transfer(a, summary_);
    a(loops_), a(params_.iterations), a(ranks_);
    sums_.transfer(a);
    Communicators all = *communicators_;
    std::size_t n = all.size();
    a(n);
    all.resize(n);
    for (std::vector<std::uint32_t>& members : all) a(members);
    if constexpr (Archive::kReads) communicators_ = std::make_shared<const Communicators>(std::move(all));
  }

  void scan(Otf2Archive& archive, StoredFile& stored, Tally& tally, bool again) {
    const std::unique_ptr<OTF2_EvtReaderCallbacks, decltype(&OTF2_EvtReaderCallbacks_Delete)> callbacks(
        Otf2Rank::new_callbacks(), &OTF2_EvtReaderCallbacks_Delete);
    for (int r = 0; r < ranks(); ++r) {
      Otf2Rank rank(archive, sums_, params_, r, callbacks.get(), tally, summary_, again);
      if (!again) {
        tally.begin_rank(r);
        stored.begin_rank();
      }
      rank.read_all(stored);
      if (again) continue;
      ranks_.push_back(stored.end_rank());
      without_message_ += rank.calls_without_message();
      assumed_barriers_ += rank.assumed_barriers();
    }
  }

  void add_notes() {
    if (without_message_ > 0) {
      summary_.notes.push_back(fmt::format("{} that send or receive have no message in the trace: they "
                                           "were to or from MPI_PROC_NULL, or not recorded",
                                           counted(without_message_, "call")));
    }
    if (assumed_barriers_ > 0) {
      summary_.notes.push_back(fmt::format("{} of MPI_Ibarrier without an event: replayed as barriers of "
                                           "all ranks where they are waited for",
                                           counted(assumed_barriers_, "call")));
    }
  }

  [[noreturn]] void refuse_mismatch(Otf2Archive& archive, StoredFile& stored, Tally& tally) {
    scan(archive, stored, tally, true);
    try {
      tally.refuse_mismatch();
    } catch (const Error& e) {
      const auto others = archive.other_events();
      if (!others.contains("other threads")) throw;
      throw Error::of_lines(e.code(), fmt::format("{}; {} events are of threads other than the first of "
                                                  "their rank, whose messages are not read",
                                                  e.what(), others.at("other threads")));
    }
  }

  void find_blocks(int rank, const SumsOfMembers& sums, mpi::Operation& op, Otf2Blocks& blocks) const {
    const auto members =
        static_cast<std::uint32_t>(op.comm == 0 ? ranks_.size() : (*communicators_)[op.comm - 1].size());
    try {
      blocks = blocks_of(op.collective, *sums_.of(op.comm, sums.call, members),
                         static_cast<std::size_t>(op.root), sums.me);
    } catch (const std::out_of_range& e) {
      throw Error(Exit::usage, ErrorPlace(path_.string()), fmt::format("rank {}: {}", rank, e.what()));
    }
    op.out = blocks.out;
    op.in = blocks.in;
    if (op.collective != mpi::Collective::alltoallv) op.bytes = {blocks.own};
  }

  std::filesystem::path path_;
  Otf2Sums sums_;
  ReplayParams params_;
  std::uint64_t without_message_ = 0, assumed_barriers_ = 0;
  std::shared_ptr<const TextFile> file_;
  std::vector<StoredRank> ranks_;
};

bool is_otf2(const std::filesystem::path& path, std::string_view) { return path.extension() == ".otf2"; }

// NAME.def and what else is named so, and all of the folder NAME.
std::vector<std::filesystem::path> rest_of_archive(const std::filesystem::path& anchor) {
  namespace fs = std::filesystem;
  std::vector<fs::path> all;
  const fs::path folder = anchor.has_parent_path() ? anchor.parent_path() : ".";
  std::error_code failure;
  for (fs::directory_iterator at(folder, failure), end; !failure && at != end; at.increment(failure)) {
    if (at->path().stem() == anchor.stem() && at->path() != anchor) all.push_back(at->path());
  }
  return all;
}

const Format otf2_format{"otf2", "OTF2 archives (Score-P), by their anchor file NAME.otf2", is_otf2,
                    [](const std::filesystem::path& path, const ReplayParams& params)
                        -> std::unique_ptr<Trace> { return std::make_unique<Otf2Trace>(path, params); },
                    rest_of_archive};

}  // namespace
}  // namespace kasuri::trace
