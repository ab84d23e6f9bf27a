// SPDX-License-Identifier: MIT
// All-to-all of tokens for experts between GPUs, as DeepEP's kernels dispatch and combine them in normal
// mode (deepseek-ai/DeepEP, csrc/kernels/internode.cu): what a GPU has for all GPUs of another server goes
// once over the NICs, to the GPU of the same number there (its rail), which passes it on over NVLink.
//
// A token goes to k of E experts, so several of the blocks for a server hold it: the NICs carry it once,
// and so do NVLinks for each GPU. Experts are drawn at random and lie evenly on n places (servers, GPUs):
// it goes to one of them with a chance of c(n) = 1 − Π (1 − E/n / (E − i)), i = 0 … k − 1, and so do k / n
// copies. With blocks of B bytes, messages for each block carry B c(n) n / k bytes. Combining takes the way
// back, with as many bytes.
//
// GPUs write to NICs by themselves: there is no proxy. `latency` is assumed to be that of NCCL's kernels
// with flags (allreduce_symmetric.cpp). Not modelled: the exchange of how many tokens come, unequal experts
// within a block.
#include <fmt/format.h>

#include <cmath>

#include "base/config/document.h"
#include "mpi/collectives/nccl_channels.h"

namespace kasuri::mpi {
namespace {

using namespace nccl;

struct PerServerParams {
  std::uint32_t experts_per_token = 0, experts = 0;
  Time latency{4'500'000};

  static config::Fields<PerServerParams> fields() {
    using P = PerServerParams;
    using namespace literals;
    return {config::field("experts_per_token", &P::experts_per_token,
                          "experts to which each token of the blocks goes; 0: blocks share none")
                .range(0, 1024),
            config::field("experts", &P::experts, "of a layer; 0: many").range(0, 1u << 20),
            config::field("latency", &P::latency, "of the launch of a kernel (assumed)")
                .range(0_ps, 1000_ms)};
  }
  static void validate(const PerServerParams& p, config::Section& section) {
    if (p.experts == 0 || p.experts_per_token <= p.experts) return;
    section.error("experts_per_token", fmt::format("a layer has {} experts only (experts)", p.experts));
  }
};

class PerServer final : public OnGpus<Alltoall> {
 public:
  PerServer(const PerServerParams& p, AlgorithmContext& context) : OnGpus({}, context), p_(p) {}

  void run(Team& team, const CollectiveCall& call) const override {
    const int me = team.rank(), n = team.size();
    const Bytes block = call.in.bytes(0), all = block * n;
    const bool in_place = team.moves() && call.send == call.receive;
    const Team::Scratch sent(team, in_place ? all : Bytes{0});
    if (in_place) team.copy(call.send, sent.data(), all);
    const void* const data = in_place ? sent.data() : call.send;
    const auto mine = [&](int r) { return offset(data, call.out.at(r)); };
    team.copy(mine(me), offset(call.receive, call.in.at(me)), block);
    if (n == 1 || block.n == 0) return;

    const auto order = team.server_order();
    const int g = order->per_server, servers = n / g;
    const int server = order->place(me) / g, gpu = order->place(me) % g;
    const auto rank = [&](int s, int i) { return order->rank((s + servers) % servers * g + i); };
    const Bytes by_nic = on_wire(block, servers), by_nvlink = on_wire(block, n);
    const auto receive = [&](Team::Requests& to, int lane, int from, int source) {
      to.add(team.ireceive_on(lane, from, offset(call.receive, call.in.at(source)), block));
    };
    // Of each server d before this one, blocks come in the order of the GPUs that they are for.
    const Team::Scratch passing(team, block * (n - g));
    const auto place = [&](int d, int i) { return offset(passing.data(), block * ((d - 1) * g + i)); };
    Team::Requests last(team, n), by_rail(team, n - g);
    for (int i = 0; i < g; ++i) {
      if (i != gpu) receive(last, kOwn, rank(server, i), rank(server, i));
    }
    for (int d = 1; d < servers; ++d) {
      for (int i = 0; i < g; ++i) {
        if (i == gpu) receive(last, kRail, rank(server - d, gpu), rank(server - d, gpu));
        else by_rail.add(team.ireceive_on(kRail, rank(server - d, gpu), place(d, i), block));
        if (i != gpu) receive(last, kPassed, rank(server, i), rank(server - d, i));
      }
    }
    team.pause(p_.latency);
    for (int d = 1; d < servers; ++d) {
      for (int i = 0; i < g; ++i) {
        team.post(rank(server + d, gpu), mine(rank(server + d, i)), block, {.lane = kRail, .wire = by_nic});
      }
    }
    for (int i = 1; i < g; ++i) {
      const int to = rank(server, (gpu + i) % g);
      team.post(to, mine(to), block, {.lane = kOwn, .wire = by_nvlink});
    }
    auto next = by_rail.all().begin();
    for (int d = 1; d < servers; ++d) {
      for (int i = 0; i < g; ++i) {
        if (i == gpu) continue;
        team.wait_all({&*next++, 1});
        team.post(rank(server, i), place(d, i), block, {.lane = kPassed, .wire = by_nvlink});
      }
    }
    team.wait_all(last.all());
  }

 private:
  static constexpr int kOwn = 0, kRail = 1, kPassed = 2;  // lanes, each with its messages in one order

  // Of the messages for a block, where tokens go once to each of n places.
  Bytes on_wire(Bytes block, int n) const {
    if (p_.experts_per_token == 0) return block;
    double none = 1;
    for (std::uint32_t i = 0; i < p_.experts_per_token; ++i) {
      const double left = p_.experts > 0 ? static_cast<double>(p_.experts - i) / p_.experts : 1;
      none *= std::max(0.0, 1 - 1 / (n * left));
    }
    const double share = (1 - none) * n / p_.experts_per_token;
    return {std::max<std::int64_t>(1, std::llround(static_cast<double>(block.n) * std::min(1.0, share)))};
  }

  PerServerParams p_;
};

const config::Register<PerServer, PerServerParams> alltoall_per_server{
    "per-server", "between GPUs: once over the NICs to each server, then over its own links"};

}  // namespace
}  // namespace kasuri::mpi
