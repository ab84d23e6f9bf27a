// SPDX-License-Identifier: MIT
// Serving of a transformer: inference requests arrive, are put into batches and answered, by instances that
// prefill and decode together or apart. serving_model.h has what a batch takes, serving_batches.h which
// requests are in it, serving_leader.h and serving_stream.h who does what.
//
// Simulated are keys and values that move, exchanges between experts and activations between stages.
// The allreduces of tensor parallelism stay within a server: each size is simulated once, before the
// first request, and its time used again.
#include <fmt/format.h>

#include "workload/motifs/motif.h"
#include "workload/motifs/motif_ranks.h"
#include "workload/serving/serving_stream.h"

namespace kasuri {
namespace {

class Serving final : public Motif {
 public:
  Serving(const ServingParams& p, MotifContext& c) : plan_(checked(p, c)) {
    auto groups = std::make_shared<Communicators>();
    for (std::uint32_t i = 0; i < plan_.instances(); ++i) {
      std::vector<std::uint32_t>& members = groups->emplace_back();
      for (std::uint32_t t = 0; t < plan_.model_of(i).degrees().tp; ++t) {
        members.push_back(plan_.leader_of(i) + t);
      }
    }
    communicators_ = std::move(groups);
  }
  std::uint32_t ranks() const override { return plan_.ranks(); }
  std::unique_ptr<mpi::OpStream> stream(std::uint32_t rank) const override {
    return std::make_unique<ServingStream>(plan_, rank);
  }
  bool has_steps() const override { return true; }
  std::uint32_t in_server_from(std::uint32_t rank) const override {
    return rank - plan_.place_of(rank).slice;
  }
  std::string_view server_key() const override { return "tp"; }

 private:
  static const ServingParams& checked(const ServingParams& p, const MotifContext& c) {
    const std::uint64_t first = p.degrees(false).ranks(), decoding = p.degrees(true).ranks();
    check_motif_ranks(
        p.apart() ? fmt::format("motif 'serving': {} + {} instances of {} and {} ranks (tp × ep × pp) are",
                                p.prefill, p.decode, first, decoding)
                  : fmt::format("motif 'serving': {} instances of {} ranks (tp × ep × pp) are",
                                p.instances, first),
        p.apart() ? p.prefill * first + p.decode * decoding : p.instances * first, c.ranks);
    return p;
  }

  ServingPlan plan_;
};

const config::Register<Serving, ServingParams> serving{
    "serving", "inference requests: prefill and decode, together or apart"};

}  // namespace
}  // namespace kasuri
