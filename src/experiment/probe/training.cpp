// SPDX-License-Identifier: MIT
// Steps of training: how long each took, and where the time of the ranks went (mpi/ranks/step_account.h);
// part of every run with the motif "training".
#include <array>
#include <map>

#include "base/config/registry.h"
#include "experiment/probe/training_views.h"
#include "mpi/ranks/world.h"

namespace kasuri {
namespace {

// Sums over ranks, by job and step; `parts` by mpi::StepPart.
struct StepPartRow {
  std::uint32_t job = 0, step = 0, part = 0;
  std::uint64_t ranks = 0;
  Time time{0}, longest{0};  // of the part; of the step, on one rank
  Bytes bytes{0};
  std::uint64_t calls = 0;
  std::int64_t flop = 0, tokens = 0;
  std::uint32_t inside = 0, merge = 1;

  static Columns<StepPartRow> columns() {
    using R = StepPartRow;
    return {key("job", &R::job, "", ""),
            key("step", &R::step, "", ""),
            key("part", &R::part, "", ""),
            column("ranks", &R::ranks, "", ""),
            column("time", &R::time, "ps", ""),
            column("longest", &R::longest, "ps", "").most(),
            column("bytes", &R::bytes, "B", ""),
            column("calls", &R::calls, "", ""),
            column("flop", &R::flop, "", "").most(),
            column("tokens", &R::tokens, "", ""),
            column("inside", &R::inside, "", "").most(),
            column("merge", &R::merge, "", "").most()};
  }
};

struct TrainingRow {
  std::uint32_t job, step;
  std::string part;
  std::uint64_t ranks;
  Time step_time, time;
  Bytes bytes;
  std::uint64_t calls;
  std::int64_t flop, tokens;
  std::uint32_t inside, merge;

  static Columns<TrainingRow> columns() {
    using R = TrainingRow;
    return {
        key("job", &R::job, "index into jobs", ""),
        key("step", &R::step, "", "from 0"),
        column("part", &R::part, "", "computing, tensor, pipeline, data, expert, bubble, sync or other"),
        column("ranks", &R::ranks, "", "ranks that ended the step"),
        column("step_time", &R::step_time, "ps", "the step, on the rank where it was longest"),
        column("time", &R::time, "ps",
               "mean over ranks: computation, exposed communication of a kind, or idle time"),
        column("bytes", &R::bytes, "B", "that ranks gave to collectives and sends of this kind, in all"),
        column("calls", &R::calls, "", "of these collectives and sends, or computations, in all"),
        column("flop", &R::flop, "operations",
               "that the model needs of each rank, in the row of computing"),
        column("tokens", &R::tokens, "", "of the step, in the row of computing"),
        column("merges_inside", &R::inside, "1 if they are",
               "collectives of tensor parallelism are one event each"),
        column("dp_merge", &R::merge, "", "ring steps of data parallelism that are simulated as one")};
  }
};

class TrainingRecorder final : public Recorder {
 public:
  explicit TrainingRecorder(const RecorderContext& c) : world_(c.world), jobs_(c.jobs) {}

  void ended_step(std::uint32_t rank, const mpi::StepAccount& account) override {
    const std::uint32_t job = RecorderContext::index_of(jobs_, world_.ranks().job_of(rank).number);
    for (std::uint32_t i = 0; i < mpi::kStepParts; ++i) {
      const mpi::StepAccount::Part& part = account.parts[i];
      StepPartRow& row = rows_[{job, account.step, i}];
      row.job = job, row.step = account.step, row.part = i;
      row.inside = account.merges_inside, row.merge = account.ring_merge;
      ++row.ranks;
      row.time += part.time;
      row.longest = later(row.longest, account.end - account.begin);
      row.bytes += part.bytes;
      row.calls += part.calls;
      if (i > 0) continue;
      row.flop = account.flop;
      row.tokens += account.tokens;
    }
  }
  std::vector<Table> take() override {
    std::vector<StepPartRow> rows;
    for (const auto& [where, row] : rows_) rows.push_back(row);
    return {StepPartRow::columns().table("steps", rows)};
  }

 private:
  mpi::World& world_;
  std::vector<RecorderContext::Job> jobs_;
  std::map<std::array<std::uint32_t, 3>, StepPartRow> rows_;
};

class TrainingSteps final : public ProbeBy<TrainingRecorder> {
 public:
  static std::string notes() { return describe_columns(TrainingRow::columns().table("training")); }

  TrainingSteps(const config::NoParams&, ProbeContext&) {}

  Hooks hooks() const override { return {.steps = true}; }
  Outcome conclude(std::vector<Table> merged, const RunFacts& run) const override {
    std::vector<TrainingRow> rows;
    std::vector<TrainingStep> steps;
    for (const StepPartRow& r : StepPartRow::columns().rows(merged.front())) {
      const auto part = static_cast<mpi::StepPart>(r.part);
      const Time mean{r.time.ps / static_cast<std::int64_t>(r.ranks)};
      rows.push_back({r.job, r.step, std::string(name_of(part)), r.ranks, r.longest, mean, r.bytes,
                      r.calls, r.flop, r.tokens, r.inside, r.merge});
      if (r.part == 0) {
        steps.push_back({.job = r.job,
                         .step = r.step,
                         .ranks = r.ranks,
                         .time = r.longest,
                         .flop = r.flop,
                         .tokens = r.tokens,
                         .inside = r.inside,
                         .merge = r.merge});
      }
      steps.back().parts[r.part] = {r.time, r.bytes, r.calls};
    }
    return {.tables = {TrainingRow::columns().table("training", rows)},
            .of_jobs = views_of(steps, run.jobs)};
  }
};

const config::Register<TrainingSteps> training_steps{
    "training", "steps of training: computation, exposed communication and bubbles; in every run"};

}  // namespace
}  // namespace kasuri
