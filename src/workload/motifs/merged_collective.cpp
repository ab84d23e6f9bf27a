// SPDX-License-Identifier: MIT
// The messages of a long collective operation, several steps in one: for machines on which one by one they
// would be too many. A ring allreduce of P ranks has 2 (P − 1) steps and a ring all-to-all P − 1, in each
// of which each rank sends one block. Here a step stands for `merge` of them, with their bytes. All
// bytes are sent.
//
// What is lost: in an all-to-all, one of the merged steps' partners gets all their blocks, another one each
// time, drawn by the step. The latency of a ring's steps, each of which waits for the one before: ranks
// wait `step_latency` for each step left out instead.
#include <fmt/format.h>

#include <algorithm>

#include "base/core/errors.h"
#include "workload/motifs/motif.h"

namespace kasuri {
namespace {

using namespace literals;

struct MergedParams : MotifSteps {
  enum class Operation { alltoall, allreduce };
  friend constexpr auto names_of(Operation) { return name_table("alltoall", "allreduce"); }

  Operation operation = Operation::alltoall;
  Bytes size{65536};
  std::uint32_t merge = 16;
  Time step_latency{0};

  static config::Fields<MergedParams> fields() {
    using P = MergedParams;
    return motif_fields<P>(
        {config::field("operation", &P::operation, "an all-to-all or an allreduce, by a ring"),
         config::field("size", &P::size, "of an all-to-all's block, or of the allreduce's vector")
             .range(0_B, Bytes{std::int64_t{1} << 40}),
         config::field("merge", &P::merge, "steps of the algorithm that are simulated as one")
             .range(1, 1u << 24),
         config::field("step_latency", &P::step_latency,
                       "what ranks wait for each step that is left out; the latency of a short message")
             .range(0_ps, 1_ms)});
  }
};

class MergedCollective final : public StepMotif<MergedParams> {
 public:
  MergedCollective(const MergedParams& p, MotifContext& c) : StepMotif(p), ranks_(c.ranks.value_or(0)) {
    if (ranks_ < 2) {
      throw Error(Exit::usage, "motif 'merged-collective' needs 'ranks' of its job, at least 2");
    }
    is_ring_ = p.operation == MergedParams::Operation::allreduce;
    all_ = std::uint64_t{ranks_ - 1} * (is_ring_ ? 2 : 1);
    __extension__ using Wide = __int128;
    const Wide most = static_cast<Wide>(p.merge) * (is_ring_ ? p.size.n / ranks_ + 1 : p.size.n);
    if (most > INT64_MAX / 2 / 1'000'000) {
      throw Error(Exit::usage,
                  fmt::format("motif 'merged-collective': {} steps of {} are too many bytes for one "
                              "message; lower merge", p.merge, to_string(p.size)));
    }
  }
  std::uint32_t ranks() const override { return ranks_; }

 private:
  // Four a stage: receive, send, wait for both, wait for the latency of what is left out.
  bool operation(std::uint32_t rank, std::uint32_t, std::uint32_t k, mpi::Operation& out) const override {
    const std::uint64_t stage = k / 4;
    if (stage * p_.merge >= all_) return false;
    if (k % 4 == 2) return wait_all(out);
    if (k % 4 == 3) {
      out.time = Time{p_.step_latency.ps * static_cast<std::int64_t>(merged(stage) - 1)};
      return true;
    }
    const bool sends = k % 4 == 1;
    const std::uint32_t by = distance(stage);
    const std::uint32_t peer = (rank + (sends ? by : ranks_ - by)) % ranks_;
    return message(out, sends, static_cast<std::int32_t>(peer), static_cast<std::int32_t>(stage & 0x7fff),
                   bytes(stage), k % 4);
  }

  // Steps in a stage.
  std::uint64_t merged(std::uint64_t stage) const {
    return std::min<std::uint64_t>(p_.merge, all_ - stage * p_.merge);
  }
  std::uint32_t distance(std::uint64_t stage) const {
    if (is_ring_) return 1;
    const std::uint64_t first = stage * p_.merge + 1;
    return static_cast<std::uint32_t>(first + motif_hash(stage + 1) % merged(stage));
  }
  Bytes bytes(std::uint64_t stage) const {
    __extension__ using Wide = __int128;
    const std::uint64_t from = stage * p_.merge, to = from + merged(stage);
    const auto until = [&](std::uint64_t n) {
      return static_cast<std::int64_t>(static_cast<Wide>(p_.size.n) * static_cast<Wide>(n) /
                                       (is_ring_ ? ranks_ : 1));
    };
    return Bytes{until(to) - until(from)};
  }

  std::uint32_t ranks_;
  bool is_ring_ = false;
  std::uint64_t all_ = 0;
};

const config::Register<MergedCollective, MergedParams> merged_collective{
    "merged-collective", "the messages of a ring allreduce or all-to-all, several steps in one"};

}  // namespace
}  // namespace kasuri
