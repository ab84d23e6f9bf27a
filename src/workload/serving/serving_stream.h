// SPDX-License-Identifier: MIT
// What a rank does in serving. The first rank of an instance leads it: it alone decides (serving_leader.h).
// All others learn by notes what to do: short messages, each of which takes its time on the network. So
// results depend on what arrives when, and on nothing else.
//
// A device computes one batch after the other. Beside it, keys and values leave and arrive.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "mpi/ranks/serving_account.h"
#include "mpi/ranks/task_stream.h"
#include "workload/serving/serving_leader.h"
#include "workload/serving/serving_plan.h"

namespace kasuri {

class ServingStream final : public mpi::TaskStream, public ServingRank {
 public:
  using Numbers = std::vector<std::uint64_t>;

  ServingStream(const ServingPlan&, std::uint32_t rank);
  ~ServingStream() override;
  double share_done() const override;

  void tell(std::uint32_t rank, const Note&) override;
  void tell_instance(const Note&) override;
  void after(Time, Mark) override;
  void report(const mpi::ServingReport&) override;

 private:
  struct Event {
    Mark mark;
    std::uint32_t number;
    Time when;
  };
  struct Arriving {
    std::uint32_t messages = 0;
    bool last = false;
  };

  bool read() override;
  bool must_read() const override { return !started_ || !events_.empty(); }
  void ends(const Live&, Time) override;
  void complete(mpi::Operation&, Time) override;

  void listen();
  void run(const Note& batch);
  void hear(const Note&);
  void warm_up();
  Numbers exchange(Bytes, const Numbers& after);
  void send(const Note&, std::uint32_t group, const Numbers& after);
  void expect(const Note&);
  void arrived(std::uint32_t request);
  std::uint64_t message(bool sends, std::uint32_t peer, std::int32_t tag, Bytes, const Numbers& after,
                        Mark = kNothing, std::uint32_t number = 0);
  std::uint64_t compute(Time, const Numbers& after, Mark = kNothing, std::uint32_t number = 0);

  const ServingPlan& plan_;
  std::uint32_t rank_;
  ServingPlan::Place at_;
  const ServingModel& model_;
  std::unique_ptr<ServingLeader> leader_;
  bool started_ = false, quits_ = false;
  Time now_{0};
  Note heard_;
  std::deque<Note> told_;  // under way
  std::vector<Event> events_;
  std::vector<Note> to_send_;  // with the next batch, layer by layer
  Numbers chain_;              // the end of the last batch
  std::map<std::uint32_t, Arriving> arriving_;
  std::deque<mpi::ServingReport> reports_;
  mpi::ServingReport reported_;
};

}  // namespace kasuri
