// SPDX-License-Identifier: MIT
// What one rank does in training: a chain of computations on its device, and beside it the communication
// that they wait for or that waits for them.
//
// A step is a row of units: its beginning, the slots of the pipeline's schedule, its end. The receive of
// a slot is posted when the slot before begins, so that one message is on its way while the device
// computes.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "mpi/ranks/task_stream.h"
#include "workload/training/training_model.h"

namespace kasuri {

// Numbers of communicators, as operations have them. Ranks: tensor parallelism innermost, then data, then
// the pipeline; expert parallelism has consecutive ones of data parallelism.
struct TrainingGroups {
  // The first of each kind; 0: there is none.
  std::uint32_t tensor = 0, data = 0, expert = 0, expert_data = 0;
};

struct TrainingPlan {
  explicit TrainingPlan(const TrainingParams&);
  TrainingPlan(const TrainingPlan&) = delete;  // the model refers to the parameters
  TrainingPlan& operator=(const TrainingPlan&) = delete;

  TrainingParams p;
  TrainingModel model;
  std::vector<std::vector<Bucket>> buckets;  // by part of the model
  TrainingGroups groups;
  std::vector<std::vector<std::uint32_t>> communicators;
};

class TrainingStream final : public mpi::TaskStream {
 public:
  TrainingStream(const TrainingPlan&, std::uint32_t rank);
  double share_done() const override;

 private:
  using Numbers = std::vector<std::uint64_t>;
  using Slot = TrainingSchedule::Slot;
  using Part = mpi::StepPart;
  enum Queue : std::uint8_t { kCompute, kTensor, kExpert, kQueues };
  enum Mark : std::uint8_t { kChained = 1, kEndsUnit = 2 };
  // A collective of data parallelism.
  struct Exchange {
    mpi::Collective which;
    bool expert;   // of the parameters of experts
    double bytes;  // of the whole vector
  };

  bool read() override;
  bool must_read() const override { return at_.units_read < at_.units_done + 3; }
  void begins(const Live&, Time) override;
  void ends(const Live&, Time) override;
  void complete(mpi::Operation&, Time) override;

  // training_stream.cpp: units
  void begin_step();
  void do_slot(const Slot&);
  void end_step();
  void pass(const Slot&, std::uint32_t part);
  void do_bucket(const Slot&, std::uint32_t part, std::uint32_t bucket);
  void do_layer(bool forward);
  void half_layer(Time, bool forward, bool experts);
  void receive_from(const Slot&, std::uint32_t part);
  void send_to(const Slot&, std::uint32_t part);
  std::int32_t tag_of(const Slot&, std::uint32_t receiving_part) const;
  bool by_layers() const { return tensor_ || groups().expert > 0; }

  // training_exchange.cpp: data parallelism
  void gather(std::uint32_t part, std::uint32_t bucket, const Numbers& after, Numbers& made);
  void reduce(std::uint32_t part, std::uint32_t bucket, const Numbers& after);
  void exchange(const Exchange&, const Numbers& after, Numbers& made);
  void ring_steps(const Exchange&, std::uint32_t comm, std::uint32_t n, std::uint32_t me, Numbers& made);
  std::uint32_t members(bool expert) const { return expert ? plan_.p.dp / plan_.p.ep : plan_.p.dp; }

  const TrainingGroups& groups() const { return plan_.groups; }
  void chain(mpi::Task, const Numbers& after = {});
  void compute(Time, Part = Part::computing, std::uint32_t calls = 1, Bytes given = Bytes{0});
  void collective(Part, std::uint8_t queue, mpi::Collective, std::uint32_t comm, Bytes block,
                  Bytes given);
  void tensor_collective(bool before);
  std::uint32_t rank_at(std::uint32_t stage) const {
    return tp_ + plan_.p.tp * (dp_ + plan_.p.dp * stage);
  }

  const TrainingPlan& plan_;
  std::uint32_t tp_, dp_, stage_;
  TrainingSchedule schedule_;
  bool tensor_;  // collectives of tensor parallelism are simulated

  struct Position {
    std::uint32_t step = 0, unit = 0;
    std::uint64_t units_read = 0, units_done = 0;
  } at_;
  Numbers chain_, waited_;                     // the last of the chain; what the next must wait for, too
  std::array<Numbers, 2> unit_ends_;           // the last of the chain in the two units before
  std::array<Numbers, 2> bucket_ends_;         // the same for buckets
  Numbers exchanges_;                          // the last of data parallelism
  std::vector<std::vector<Numbers>> gathers_;  // by part on this stage and bucket
  std::vector<std::pair<std::uint32_t, std::uint32_t>> late_;  // reductions at the end: part, bucket
  std::uint32_t ring_calls_ = 0;

  Time idle_since_{0};
  bool started_ = false;
  mpi::StepAccount account_, reported_;
};

}  // namespace kasuri
