// SPDX-License-Identifier: MIT
// Inference requests of a transformer, one by one, and the instances that answer them
// (mpi/ranks/serving_account.h); part of every run with the motif "serving".
#include "base/config/registry.h"
#include "experiment/probe/serving_views.h"
#include "mpi/ranks/serving_account.h"
#include "mpi/ranks/world.h"

namespace kasuri {
namespace {

class ServingRecorder final : public Recorder {
 public:
  explicit ServingRecorder(const RecorderContext& c) : world_(c.world), jobs_(c.jobs) {}

  void served(std::uint32_t rank, const mpi::ServingReport& report) override {
    const std::uint32_t job = RecorderContext::index_of(jobs_, world_.ranks().job_of(rank).number);
    if (report.request) {
      const mpi::ServedRequest& r = *report.request;
      requests_.push_back({job, r.number, r.prefill, r.decode, r.prompt, r.cached, r.output, r.arrival,
                           r.first, r.ready, r.end, r.moved});
    }
    if (report.instance) {
      const mpi::ServingAccount& a = *report.instance;
      instances_.push_back({job, a.instance, a.role, a.ranks, a.begin, a.end, a.computing, a.tensor,
                            a.expert, a.batches, a.measured, a.reused, a.merged, a.slo_ttft, a.slo_tpot});
    }
  }
  std::vector<Table> take() override {
    return {ServedRow::columns().table("requests", requests_),
            ServingInstanceRow::columns().table("instances", instances_)};
  }

 private:
  mpi::World& world_;
  std::vector<RecorderContext::Job> jobs_;
  std::vector<ServedRow> requests_;
  std::vector<ServingInstanceRow> instances_;
};

class ServingProbe final : public ProbeBy<ServingRecorder> {
 public:
  static std::string notes() {
    return describe_columns(ServedRow::columns().table("serving_requests")) +
           describe_columns(ServingInstanceRow::columns().table("serving_instances"));
  }

  ServingProbe(const config::NoParams&, ProbeContext&) {}

  Hooks hooks() const override { return {.steps = true}; }
  Outcome conclude(std::vector<Table> merged, const RunFacts& run) const override {
    const std::vector<ServedRow> requests = ServedRow::columns().rows(merged[0]);
    const std::vector<ServingInstanceRow> instances = ServingInstanceRow::columns().rows(merged[1]);
    return {.tables = {ServedRow::columns().table("serving_requests", requests),
                       ServingInstanceRow::columns().table("serving_instances", instances)},
            .of_jobs = serving_views(requests, instances, run.jobs)};
  }
};

const config::Register<ServingProbe> serving_probe{
    "serving", "inference requests: when each came, began and ended; in every run"};

}  // namespace
}  // namespace kasuri
