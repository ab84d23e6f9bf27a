// SPDX-License-Identifier: MIT
// Reduction to all of short vectors between the GPUs of one server, each of which reads and writes the
// others' memory (symmetric memory), as engines of inference do it. S bytes, g GPUs; a GPU's links carry,
// in each direction,
//
//   one-shot   S (g − 1)        each GPU stores its vector at all others, and adds up what has come
//   two-shot   2 S (g − 1) / g  each adds up its part of all vectors, then stores the sum at all others
//   multimem   S (1 + 1 / g)    the same, by switches that combine and copy (as nccl_nvls.h)
//
// One-shot has one step: either the data themselves say that they have come (TensorRT-LLM's allreduce with
// Lamport buffers), or flags between them do, twice the bytes (NCCL's AllReduce_AGxLL_R). The others begin
// and end with a barrier of flags, which leave with the data (vLLM's custom_all_reduce.cuh; NCCL's
// AllReduce_RSxLD_AGxST and RSxLDMC_AGxSTMC). What the launch, the flags and a short vector take together
// is NCCL's figure (NVIDIA/nccl 2.27, src/symmetric.cc, queryModel); as elsewhere, the time of a short
// message on the simulated links is part of it. There are enough thread blocks for links to be the limit.
//
// Not modelled: reading and adding by the GPU, which takes less than its links; staggered steps of long
// vectors, for which NCCL has NVLS.
#include <fmt/format.h>

#include "base/core/errors.h"
#include "mpi/collectives/nccl_channels.h"

namespace kasuri::mpi {
namespace {

using namespace nccl;

template <class P>
auto latency_field() {
  using namespace literals;
  return config::field("latency", &P::latency,
                       "of the shortest vector: launch, flags and links; default: NCCL's figure, one-shot "
                       "4.5 us (B200: 11 us), else 7.8 us (19.5 us)")
      .range(0_ps, 1000_ms);
}

struct SymmetricParams {
  std::optional<Time> latency;
  static config::Fields<SymmetricParams> fields() { return {latency_field<SymmetricParams>()}; }
};

struct OneShotParams {
  std::optional<Time> latency;
  bool flags = false;

  static config::Fields<OneShotParams> fields() {
    return {latency_field<OneShotParams>(),
            config::field("flags", &OneShotParams::flags,
                          "a flag with each 4 bytes, as in NCCL; else data say themselves that they came")};
  }
};

template <class P>
struct SymmetricAllreduce : OnGpus<Allreduce> {
  SymmetricAllreduce(const P& p, AlgorithmContext& context) : OnGpus({}, context), p_(p) {}
  virtual void exchange(Team&, const CollectiveCall&) const = 0;

  void run(Team& team, const CollectiveCall& call) const final {
    team.copy(call.send, call.receive, call.bytes());
    if (team.size() == 1 || call.bytes().n == 0) return;
    const int g = team.server_order()->per_server;
    if (g < team.size()) {
      throw Error(Exit::usage,
                  fmt::format("allreduce of GPUs that read each other's memory (one-shot, two-shot, "
                              "multimem): all must be in one server, but the communicator has {} ranks, {} "
                              "in each: use nccl, or communicators within servers",
                              team.size(), g));
    }
    exchange(team, call);
  }

 protected:
  // Without what messages of so many bytes take on the links in each step, and NICs for more than one.
  void begin(Team& team, double hopper, double blackwell, int steps, double wire) const {
    const double us = team.nccl().gpu == Gpu::b200 ? blackwell : hopper;
    const Time all = p_.latency.value_or(Time{static_cast<std::int64_t>(us * 1e6)});
    const GpuServers servers = team.servers();
    const Time busy = Bytes{static_cast<std::int64_t>(wire)} / team.nccl().scale_up_rate();
    const Time idle = std::max(Time{0}, servers.next - busy) * (team.size() - 2);
    team.pause(std::max(Time{0}, all - (servers.nearest + idle) * steps));
  }
  // A message to each other GPU, and one from it. `out` and `in`: place and bytes, by rank.
  template <class Out, class In>
  static void step(Team& team, int lane, double wire_factor, const Out& out, const In& in) {
    const int me = team.rank(), g = team.size();
    Team::Requests requests(team, g);
    for (int i = 1; i < g; ++i) {
      const int from = (me + g - i) % g;
      const auto [to, bytes] = in(from);
      if (bytes.n > 0) requests.add(team.ireceive_on(lane, from, to, bytes));
    }
    for (int i = 1; i < g; ++i) {
      const auto [data, bytes] = out((me + i) % g);
      if (bytes.n == 0) continue;
      const auto wire = static_cast<std::int64_t>(static_cast<double>(bytes.n) * wire_factor);
      team.post((me + i) % g, data, bytes, {.lane = lane, .wire = {wire}});
    }
    team.wait_all(requests.all());
  }

  P p_;
};

struct OneShot final : SymmetricAllreduce<OneShotParams> {
  using SymmetricAllreduce::SymmetricAllreduce;

  void exchange(Team& team, const CollectiveCall& call) const override {
    const int me = team.rank(), g = team.size();
    const Bytes size = call.bytes();
    const Team::Scratch incoming(team, size * (g - 1));
    const auto place = [&](int r) { return offset(incoming.data(), size * (r - (r > me))); };
    const double wire = store_factor(team.nccl(), {.of = team.servers()}) * (p_.flags ? 2 : 1);
    begin(team, 4.5, 11, 1, static_cast<double>(size.n) * wire);
    step(team, 0, wire, [&](int) { return std::pair(call.receive, size); },
         [&](int from) { return std::pair(place(from), size); });
    for (int r = 0; r < g; ++r) {
      if (r != me) team.combine(call, place(r), call.receive);
    }
  }
};

template <bool by_switches>
struct TwoShot final : SymmetricAllreduce<SymmetricParams> {
  using SymmetricAllreduce::SymmetricAllreduce;

  void exchange(Team& team, const CollectiveCall& call) const override {
    const int me = team.rank(), g = team.size();
    const std::int64_t element = call.element(), grain = std::max<std::int64_t>(1, 16 / element);
    const auto bytes_of = [&](int r) { return Bytes{share_of(call.count, r, g, grain).count * element}; };
    const auto part = [&](int r) {
      return std::pair(offset(call.receive, {share_of(call.count, r, g, grain).at * element}), bytes_of(r));
    };
    const auto [mine, size] = part(me);
    const Team::Scratch incoming(team, size * (g - 1));
    const auto place = [&](int r) { return offset(incoming.data(), size * (r - (r > me))); };
    double wire = store_factor(team.nccl(), {.of = team.servers()});
    if (by_switches) wire = (g + 1) / (2.0 * (g - 1)) / nvls_efficiency(team.nccl().gpu);
    begin(team, 7.8, 19.5, 2, static_cast<double>(size.n) * wire);
    step(team, 0, wire, part, [&, n = size](int from) { return std::pair(place(from), n); });
    for (int r = 0; r < g && size.n > 0; ++r) {
      if (r != me) team.combine(call, place(r), mine, size.n / element);
    }
    step(team, 1, wire, [&, m = mine, n = size](int) { return std::pair(m, n); }, part);
  }
};

const config::Register<OneShot, OneShotParams> allreduce_one_shot{
    "one-shot", "between GPUs of a server, each of which sends its vector to all others"};
const config::Register<TwoShot<false>, SymmetricParams> allreduce_two_shot{
    "two-shot", "between GPUs of a server: each adds up a part, and sends the sum to all others"};
const config::Register<TwoShot<true>, SymmetricParams> allreduce_multimem{
    "multimem", "the same by switches that combine and copy (multimem loads and stores)"};

}  // namespace
}  // namespace kasuri::mpi
