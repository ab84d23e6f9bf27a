// SPDX-License-Identifier: MIT
#include "mpi/ranks/ordered_reduction.h"

namespace kasuri::mpi {
namespace {

void reduce_in_order(Team& team, const CollectiveCall& call, int root, void* result) {
  if (team.rank() != root) return team.send(root, call.send, call.bytes());
  const int p = team.size();
  const Team::Scratch operands(team, call.bytes() * p);
  const auto operand = [&](int r) { return offset(operands.data(), call.bytes() * r); };
  Team::Requests requests(team, p - 1);
  team.copy(call.send, operand(root), call.bytes());
  for (int r = 0; r < p; ++r) {
    if (r != root) requests.add(team.ireceive(r, operand(r), call.bytes()));
  }
  team.wait_all(requests.all());
  for (int r = p - 2; r >= 0; --r) team.combine(call, operand(r), operand(p - 1));
  team.copy(operand(p - 1), result, call.bytes());
}

// From rank to rank; each puts what comes before its own.
void scan_in_order(Team& team, const CollectiveCall& call, bool inclusive) {
  const Bytes size = call.bytes();
  const Team::Scratch before(team, size);
  const Team::Scratch all(team, size);
  team.copy(call.send, all.data(), size);
  if (team.rank() > 0) {
    team.receive(team.rank() - 1, before.data(), size);
    team.combine(call, before.data(), all.data());
  }
  if (inclusive) team.copy(all.data(), call.receive, size);
  else if (team.rank() > 0) team.copy(before.data(), call.receive, size);
  if (team.rank() < team.size() - 1) team.send(team.rank() + 1, all.data(), size);
}

}  // namespace

void run_in_order(Team& team, Collective which, const CollectiveCall& call,
                  const AlgorithmTable& table) {
  const int p = team.size();
  if (which == Collective::scan || which == Collective::exscan) {
    return scan_in_order(team, call, which == Collective::scan);
  }
  if (which == Collective::reduce) return reduce_in_order(team, call, call.root, call.receive);
  CollectiveCall share = call;
  share.root = 0;
  if (which == Collective::allreduce) {
    reduce_in_order(team, call, 0, call.receive);
    team.run(*table.select(Collective::bcast, {.ranks = p, .bytes = call.bytes()}).algorithm, share);
    return;
  }
  const Team::Scratch result(team, team.rank() == 0 ? call.bytes() : Bytes{0});
  reduce_in_order(team, call, 0, result.data());
  const std::int64_t here = team.rank() == 0 && call.in.counts ? p : 0;  // only the root needs the places
  const Team::Scratch places(team, {here * std::int64_t{sizeof(std::int64_t)}}, true);
  share.out = call.in;
  if (here > 0) {
    std::int64_t place = 0;
    for (int r = 0; r < p; place += call.in.counts[r], ++r) places.as<std::int64_t>()[r] = place;
    share.out.places = places.as<std::int64_t>();
  }
  share.send = result.data();
  share.count = call.in.bytes(team.rank()).n / call.element();
  team.run(*table.select(Collective::scatterv, {.ranks = p, .bytes = {0}}).algorithm, share);
}

}  // namespace kasuri::mpi
