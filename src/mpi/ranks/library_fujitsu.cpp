// SPDX-License-Identifier: MIT
// Fujitsu MPI, which is based on Open MPI 4.0: the fixed decisions of that one's component `tuned`, and
// for long vectors trees of the torus. Which of its own algorithms for Tofu it prefers, and when, is not
// public: its all-to-alls in three and six dimensions are not modelled, its allreduce (Trinaryx) in
// Kasuri's form. So all choices are assumed.
#include <algorithm>

#include "mpi/ranks/library.h"

namespace kasuri::mpi {
namespace {

constexpr const char* kDoublingOfFour = "'recursive-doubling'";
constexpr const char* kTreeOfFour = "{ type = 'binomial', nearest_first = true, at_once = true }";
constexpr const char* kSegmentedRingOfFour = "{ type = 'segmented-ring', segment = '1 MiB' }";
constexpr const char* kInTurnOfFour = "{ type = 'linear', one_by_one = true }";
constexpr const char* kParts = "'scatter-allgather-doubling'";  // for the split binary tree

std::string chain_of(const char* segment) {
  return std::string("{ type = 'chain', segment = '") + segment + "' }";
}

Fit slope(Fit::When when, double per_byte, double at_zero) {
  return {.when = when, .per_byte = per_byte, .at_zero = at_zero};
}

// From where on Fujitsu's algorithms for Tofu are assumed: a torus of 3x3x3 nodes has all their trees.
// Known of 8x8x8 nodes are broadcasts of 1 MiB by trees, allreduces of 16 KiB by recursive doubling and
// reduce-scatters of 16 KiB by recursive halving.
constexpr int kManyRanks = 27;
constexpr std::int64_t kShort = 32 << 10;

LibraryLines fujitsu_bcast() {
  using enum Fit::When;
  return {{kTreeOfFour, {.bytes_up_to = 2'047}},
          {kParts, {.bytes_up_to = kShort}},
          {"'torus-trees'", slope(ranks_above, 0, kManyRanks)},
          {kParts, {.bytes_up_to = 370'727}},
          {chain_of("128 KiB"), slope(ranks_below, 1.6134e-6, 2.1102)},
          {kParts, {.ranks_up_to = 12}},
          {chain_of("64 KiB"), slope(ranks_below, 2.3679e-6, 1.1787)},
          {chain_of("16 KiB"), slope(ranks_below, 3.2118e-6, 8.7936)},
          {chain_of("8 KiB")}};
}

LibraryLines fujitsu_reduce() {
  using enum Fit::When;
  return {{"'linear'", {.ranks_up_to = 7, .bytes_up_to = 511}},
          {"'binomial'", {.ranks_up_to = 7, .bytes_up_to = 20'479}},
          {"'binomial'", {.bytes_up_to = 2'047}},
          {"'binomial'", slope(ranks_above, 0.6016 / 1024, 1.3496)},
          {chain_of("1 KiB"), slope(ranks_above, 0.0410 / 1024, 9.7128)},
          {"'binomial'", slope(ranks_above, 0.0422 / 1024, 1.1614)},
          {chain_of("32 KiB"), slope(ranks_above, 0.0033 / 1024, 1.6761)},
          {chain_of("64 KiB")}};
}

LibraryLines fujitsu_allreduce() {
  using enum Fit::When;
  return {{kDoublingOfFour, {.bytes_up_to = 9'999}},
          {kDoublingOfFour, {.bytes_up_to = kShort, .when = ranks_above, .at_zero = kManyRanks}},
          {"'torus-trees'", slope(ranks_above, 0, kManyRanks)},
          {"'reduce-bcast'", {.when = no_more_elements_than_ranks}},
          {"'ring'", slope(ranks_above, 1.0 / (1 << 20), 0)},
          {kSegmentedRingOfFour}};
}

LibraryLines fujitsu_gather() {
  return {{kInTurnOfFour, {.ranks_up_to = 10, .bytes_up_to = 6'000}},
          {"'binomial'", {.bytes_up_to = 1'023}},
          {kInTurnOfFour, {.ranks_up_to = 60, .bytes_up_to = 6'000}},
          {"'binomial'", {.bytes_up_to = 6'000}},
          {"{ type = 'linear-sync', first = '1 KiB' }", {.bytes_up_to = 92'160}},
          {"{ type = 'linear-sync', first = '32 KiB' }"}};
}

LibraryLines fujitsu_alltoall() {
  return {{"'ring'", {.ranks_up_to = 2}},
          {"'simple-spread'", {.ranks_up_to = 12, .bytes_up_to = 2'999}},
          {"'bruck'", {.bytes_up_to = 199}},
          {"'simple-spread'", {.bytes_up_to = 2'999}},
          {"'ring'"}};
}

LibraryLines fujitsu_allgather() {
  using enum Fit::When;
  constexpr auto kAll = Fit::Measure::all_ranks;
  return {{kDoublingOfFour, {.ranks_up_to = 2}},
          {kDoublingOfFour, {.bytes_up_to = 49'999, .measure = kAll, .when = power_of_two}},
          {"'bruck'", {.bytes_up_to = 49'999, .measure = kAll}},
          {"'ring'", {.when = odd}},
          {"'neighbor-exchange'"}};
}

LibraryLines fujitsu_allgatherv() {
  using enum Fit::When;
  return {{"'ring'", {.ranks_up_to = 2}},
          {"'bruck'", {.bytes_up_to = 49'999}},
          {"'ring'", {.when = odd}},
          {"'neighbor-exchange'"}};
}

LibraryLines fujitsu_reduce_scatter() {
  using enum Fit::When;
  constexpr const char* kHalving = "'recursive-halving'";
  return {{kHalving, {.bytes_up_to = 12'288}},
          {kHalving, {.bytes_up_to = 262'144, .when = power_of_two}},
          {kHalving, slope(ranks_above, 0.0012, 8)},
          {"'ring'"}};
}

// What runs under the names of linear algorithms, by measurements on 2x2x2 and 8x8x8 nodes of Fugaku:
// only a few bytes, or to a few ranks, are sent by the root one after the other. Longer messages go in
// segments, by all interfaces at once if the box of nodes is a torus. Where exactly is assumed.
std::string tofu_bcast(const NamedCall& call) {
  constexpr std::int64_t kFewBytes = 32;
  constexpr int kFewRanks = 12;
  const std::int64_t bytes = call.size.bytes.n;
  if (bytes < kFewBytes || (call.size.ranks <= kFewRanks && bytes <= kShort)) return "'linear'";
  const bool torus = std::ranges::all_of(call.box, [](std::uint32_t n) { return n > 2; });
  if (!torus || call.size.ranks <= kFewRanks) {
    return "{ type = 'chain', segment = '32 KiB', puts = true }";
  }
  std::string extents;
  for (const std::uint32_t n : call.box) extents += (extents.empty() ? "" : ", ") + std::to_string(n);
  return "{ type = 'torus-trees', extents = [" + extents + "] }";
}

// A broadcast whose algorithm is set to linear. On 4x4x4 nodes what is longer than 4 MiB takes what the
// root needs for one message after the other, on 8x8x8 it does not: from which side on is assumed.
std::string linear_bcast(const NamedCall& call) {
  constexpr std::int64_t kLong = 4 << 20;
  constexpr std::uint32_t kSmall = 3, kLarge = 8;
  const auto side = std::ranges::min_element(call.box);
  const bool falls_back = side != call.box.end() && *side >= kSmall && *side < kLarge;
  return falls_back && call.size.bytes.n > kLong ? "'linear'" : tofu_bcast(call);
}

// Open MPI's linear allgather is a gather and a broadcast by the choices of the library.
std::string linear_allgather(const NamedCall& call) {
  constexpr std::int64_t kShortGather = 1 << 10;
  NamedCall whole = call;
  whole.size.bytes = {call.size.bytes.n * call.size.ranks};
  const char* gather = call.size.bytes.n < kShortGather ? "'binomial'" : "'puts'";
  const std::string bcast = whole.size.bytes.n < kShortGather ? kTreeOfFour : tofu_bcast(whole);
  return std::string("{ type = 'gather-bcast', gather = ") + gather + ", bcast = " + bcast + " }";
}

class Fujitsu final : public Library {
 public:
  using Library::Library;

  bool is_assumed() const override { return true; }
  LibraryLines lines(Collective which) const override {
    switch (which) {
      case Collective::barrier:
        return {{kDoublingOfFour, {.when = Fit::When::power_of_two}}, {"'dissemination'"}};
      case Collective::bcast: return fujitsu_bcast();
      case Collective::reduce: return fujitsu_reduce();
      case Collective::allreduce: return fujitsu_allreduce();
      case Collective::gather: return fujitsu_gather();
      case Collective::gatherv: return always(kInTurnOfFour);
      case Collective::scatter:
        return {{"'in-turn'", {.ranks_up_to = 10}}, {"'binomial'", {.bytes_up_to = 299}}, {"'in-turn'"}};
      case Collective::scatterv: return always("'in-turn'");
      case Collective::allgather: return fujitsu_allgather();
      case Collective::allgatherv: return fujitsu_allgatherv();
      case Collective::alltoall: return fujitsu_alltoall();
      case Collective::alltoallv: return always("'ring'");
      case Collective::reduce_scatter: return fujitsu_reduce_scatter();
      case Collective::reduce_scatter_block:
        return always("{ type = 'reduce-scatterv', reduce = 'binomial', scatterv = 'in-turn' }");
      case Collective::scan:
      case Collective::exscan: return always("'chain'");
      default: return always("'spread'");
    }
  }

 private:
  std::string own_name(Collective which, std::string_view name, const NamedCall& call) const override {
    const bool linear = name == "linear" || name == "basic-linear";
    if (which == Collective::bcast && linear) return linear_bcast(call);
    if (which == Collective::gather && name == "simple") return "'puts'";
    if (which == Collective::allgather && linear) return linear_allgather(call);
    std::string other = open_mpi_name(which, name, call.size);
    if (!other.empty()) return other;
    const bool segmented = which == Collective::allreduce && name == "segmented-ring";
    return segmented ? kSegmentedRingOfFour : "";
  }
};

const config::Register<Fujitsu> library_fujitsu{
    "fujitsu", "Fujitsu MPI: as Open MPI 4.0, on which it is based; assumed"};

}  // namespace
}  // namespace kasuri::mpi
