// SPDX-License-Identifier: MIT
// The first rank of an instance: which requests it computes next, and what it tells others.
//
// Where prefill and decode are apart, the instance that decodes has a request first. When it has memory for
// it, it asks the other one to prefill. That tells it of the first token, and its devices send keys and
// values to those that need them; when all have them, the request is decoded.
#pragma once

#include <map>
#include <vector>

#include "mpi/ranks/serving_account.h"
#include "workload/serving/serving_batches.h"


namespace kasuri {

struct ServingNote {
  enum class Kind : std::uint8_t {
    // From a leader to the ranks of its instance; `expect` to those that will decode.
    warm_up, batch, send, expect, quit,
    // To a leader.
    ready, begin, done, prefill, first, arrived, release
  };
  Kind kind{};
  bool last = false;           // expect: the prompt ends with these
  std::uint32_t number = 0;    // of a request, or a batch
  std::uint32_t tokens = 0;
  std::uint32_t replica = 0;   // of the other instance
  Time time{0}, waits{0};      // batch: of the device; of exchanges that are merged. begin, first: when
  Bytes bytes{0};              // batch: to each other replica, of all layers
  Bytes activation{0};         // batch: to the next stage
};

// What a leader may do with its rank.
class ServingRank {
 public:
  using Note = ServingNote;
  // What a task is there for, and what its end means.
  enum Mark : std::uint8_t {
    kNothing, kNote, kTold, kKeysAndValues, kStart, kArrival, kReduced, kWarm, kComputed, kBatch
  };

  virtual ~ServingRank() = default;
  virtual void tell(std::uint32_t rank, const Note&) = 0;
  virtual void tell_instance(const Note&) = 0;
  virtual void after(Time, Mark) = 0;  // ends the wait with this mark
  virtual void report(const mpi::ServingReport&) = 0;
};

class ServingLeader {
 public:
  using Note = ServingNote;

  ServingLeader(const ServingPlan&, std::uint32_t instance, ServingRank&);
  void start();  // before anything else
  void hear(const Note&, Time now);
  void ended(ServingRank::Mark, std::uint32_t number, Time when);
  // After what has happened at this time.
  void work();
  double share_done() const {
    return mine_ ? static_cast<double>(over_) / static_cast<double>(mine_) : -1;
  }

 private:
  using Batch = ServingBatches::Batch;

  void arrive(Time now);
  void launch(Batch);
  Time reduction(std::uint32_t tokens) const;
  void give(std::uint32_t request, std::uint32_t tokens, bool last);
  void finish(std::uint32_t batch, Time now);
  void has_part(std::uint32_t request, Time now);
  void end_request(std::uint32_t request, Time now);
  void over(Time now);

  const ServingPlan& plan_;
  ServingPlan::Role role_;
  std::uint32_t instance_;
  ServingRank& stream_;
  const ServingModel& model_;
  ServingBatches batches_;
  std::vector<std::uint32_t> own_;  // requests that arrive here
  std::size_t arrived_ = 0;
  std::uint64_t mine_ = 0, over_ = 0;
  std::uint32_t unready_ = 0;  // instances
  bool begun_ = false;
  bool busy_ = false;  // the first stage
  std::vector<Batch> under_way_;
  // Of a collective within a server, by tokens; of an exchange of one token, at 0.
  std::map<std::uint32_t, Time> measured_;
  Time last_end_{0}, computed_{0};
  std::map<std::uint32_t, mpi::ServedRequest> served_;
  std::map<std::uint32_t, std::uint32_t> targets_;  // the replica that decodes, of what is prefilled here
  // Of what is decoded here: ranks without its keys and values, and the note of its first token.
  std::map<std::uint32_t, std::uint32_t> missing_;
  mpi::ServingAccount account_;
};

}  // namespace kasuri
