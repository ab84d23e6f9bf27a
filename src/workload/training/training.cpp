// SPDX-License-Identifier: MIT
// Training of a transformer, dense or with experts: steps of computation and communication as the
// parallelism of its ranks makes them. See training_model.h for sizes and training_stream.h for the
// order.
#include <fmt/format.h>

#include "workload/motifs/motif.h"
#include "workload/motifs/motif_ranks.h"
#include "workload/training/training_stream.h"

namespace kasuri {

TrainingPlan::TrainingPlan(const TrainingParams& params) : p(params), model(p) {
  for (std::uint32_t part = 0; part < p.chunks(); ++part) buckets.push_back(model.buckets_of(part));
  const auto ranks = static_cast<std::uint32_t>(p.ranks());
  // Groups of `size` ranks in steps of `stride`, in the order of their first ranks.
  const auto add = [&](std::uint32_t& first, std::uint32_t size, std::uint32_t stride) {
    if (size < 2) return;
    first = static_cast<std::uint32_t>(communicators.size()) + 1;
    for (std::uint32_t r = 0; r < ranks; ++r) {
      if (r / stride % size != 0) continue;
      std::vector<std::uint32_t>& members = communicators.emplace_back();
      for (std::uint32_t i = 0; i < size; ++i) members.push_back(r + i * stride);
    }
  };
  if (!p.merge_inside) add(groups.tensor, p.tp, 1);
  add(groups.data, p.dp, p.tp);
  if (p.ep > 1) {
    add(groups.expert, p.ep, p.tp);
    add(groups.expert_data, p.dp / p.ep, p.tp * p.ep);
  }
}

namespace {

class Training final : public Motif {
 public:
  Training(const TrainingParams& p, MotifContext& c) : plan_(checked(p, c)) {
    communicators_ = std::make_shared<Communicators>(std::move(plan_.communicators));
  }
  std::uint32_t ranks() const override { return static_cast<std::uint32_t>(plan_.p.ranks()); }
  std::unique_ptr<mpi::OpStream> stream(std::uint32_t rank) const override {
    return std::make_unique<TrainingStream>(plan_, rank);
  }
  bool has_steps() const override { return true; }
  std::uint32_t in_server_from(std::uint32_t rank) const override {
    return plan_.p.merge_inside ? rank - rank % plan_.p.tp : rank;
  }

 private:
  static const TrainingParams& checked(const TrainingParams& p, const MotifContext& c) {
    check_motif_ranks(fmt::format("motif 'training': tp {} × pp {} × dp {} are", p.tp, p.pp, p.dp),
                      p.ranks(), c.ranks);
    return p;
  }

  TrainingPlan plan_;
};

const config::Register<Training, TrainingParams> training{
    "training", "steps of training a transformer: tensor, pipeline, data and expert parallelism"};

}  // namespace
}  // namespace kasuri
