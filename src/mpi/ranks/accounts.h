// SPDX-License-Identifier: MIT
// Who is told what the ranks of one part of the machine do with their time: a recorder of traces, an
// observer, a split in time, a table of who waited for whom. Totals are in RankStatistics.
#pragma once

#include <cstdint>
#include <vector>

#include "base/core/units.h"
#include "mpi/ranks/job.h"
#include "mpi/ranks/rank_split.h"
#include "mpi/ranks/recorder.h"
#include "mpi/ranks/wait_table.h"

namespace kasuri::mpi {

class Accounts {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  void record_to(Recorder* r) { recorder_ = r; }
  Recorder* recorder() const { return recorder_; }
  void observe(RankObserver& o) { observer_ = &o; }
  RankObserver* observer() const { return observer_; }
  void split_time(RankSplit& s) { split_ = &s; }
  void count_waits() { counts_waits_ = true; }  // by the peer that was waited for
  bool counts_waits() const { return counts_waits_; }
  std::vector<Wait> waits() { return waits_.sorted(); }

  // A rank did this.
  void spent(std::uint32_t rank, Activity what, Time from, Time to, const char* call) {
    if (split_) split_->add(rank, static_cast<std::size_t>(what), from, to);
    if (observer_) observer_->spent(rank, what, from, to, call);
  }
  // It does this from now on.
  void begins(std::uint32_t rank, Activity what, Time now, Time length, const char* call) {
    if (recorder_) [[unlikely]] {
      if (what == Activity::computing) recorder_->computes(rank, length);
      if (what == Activity::polling) recorder_->polls(rank, length);
    }
    spent(rank, what, now, now + length, call);
  }
  // It was in a collective of this code.
  void was_in_collective(std::uint32_t rank, std::size_t code, Time from, Time to) {
    if (split_) split_->add(rank, kActivities, from, to);
    if (observer_) observer_->in_collective(rank, code, from, to);
  }
  // It waited for this rank; less than 0: for a non-blocking collective, or it is not known.
  void waited(std::uint32_t rank, std::int64_t peer, Time length) { waits_.add(rank, peer, length); }

  // The rank at the other side of a request, kNone: any. Noted while its communicator is at hand: to find
  // it again at the end of each wait would cost more than the counting.
  void note_peer(std::uint32_t request, std::uint32_t peer) {
    if (request >= peers_.size()) peers_.resize(2 * std::size_t{request} + 1024, kNone);
    peers_[request] = peer;
  }
  std::uint32_t noted_peer(std::uint32_t request) const { return counts_waits_ ? peers_[request] : kNone; }

 private:
  Recorder* recorder_ = nullptr;
  RankObserver* observer_ = nullptr;
  RankSplit* split_ = nullptr;
  bool counts_waits_ = false;
  WaitTable waits_;
  std::vector<std::uint32_t> peers_;  // with counts_waits_: of each request
};

}  // namespace kasuri::mpi
