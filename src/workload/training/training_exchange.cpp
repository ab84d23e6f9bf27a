// SPDX-License-Identifier: MIT
// Data parallelism: gradients are reduced, and divided parameters gathered, bucket by bucket and one
// after the other, beside the computation. ZeRO (Rajbhandari et al., SC20, arXiv:1910.02054): without it,
// an allreduce; with stages 1 and 2, a reduce-scatter and, at the beginning of the next step, an
// all-gather of the parameters, which are the same messages for both; with stage 3, for each microbatch
// an all-gather before each pass, and a reduce-scatter after the backward pass.
#include <algorithm>

#include "workload/training/training_stream.h"

namespace kasuri {

using mpi::Collective;
using mpi::Operation;
using Kind = Operation::Kind;

void TrainingStream::gather(std::uint32_t part, std::uint32_t bucket, const Numbers& after,
                            Numbers& made) {
  const Bucket& b = plan_.buckets[part][bucket];
  exchange({Collective::allgather, false, b.dense * plan_.p.element}, after, made);
  exchange({Collective::allgather, true, b.expert * plan_.p.element}, after, made);
}

void TrainingStream::reduce(std::uint32_t part, std::uint32_t bucket, const Numbers& after) {
  const Bucket& b = plan_.buckets[part][bucket];
  const Collective which = plan_.p.zero == 0 ? Collective::allreduce : Collective::reduce_scatter_block;
  Numbers made;
  exchange({which, false, b.dense * plan_.p.gradient_element}, after, made);
  exchange({which, true, b.expert * plan_.p.gradient_element}, after, made);
  if (!plan_.p.overlap) waited_.insert(waited_.end(), made.begin(), made.end());
}

// In the order of calls, which is the same on all members: each begins when the one before has ended.
void TrainingStream::exchange(const Exchange& x, const Numbers& after, Numbers& made) {
  const TrainingParams& p = plan_.p;
  const std::uint32_t n = members(x.expert);
  if (n < 2 || x.bytes <= 0) return;
  const bool divided = x.expert && p.ep > 1;
  const std::uint32_t comm = divided ? groups().expert_data + (stage_ * p.ep + dp_ % p.ep) * p.tp + tp_
                                     : groups().data + stage_ * p.tp + tp_;
  const std::uint32_t me = divided ? dp_ / p.ep : dp_;
  exchanges_.insert(exchanges_.end(), after.begin(), after.end());
  if (p.dp_merge > 1) {
    ring_steps(x, comm, n, me, made);
    return;
  }
  const Bytes all{TrainingModel::whole(x.bytes)}, share{(all.n + n - 1) / n};
  mpi::TaskOperation op{.kind = Kind::icollective, .collective = x.which, .comm = comm};
  op.bytes = x.which == Collective::allreduce ? all : share;
  const std::uint64_t number = add({.op = op,
                                    .part = static_cast<std::uint8_t>(Part::data),
                                    .calls = 1,
                                    .given = x.which == Collective::allgather ? share : all},
                                   exchanges_);
  exchanges_ = {number};
  made.push_back(number);
}

// A ring has n − 1 steps of 1/n of the vector, twice for an allreduce; so many of them are one here.
// Ranks wait for the latency of those that are left out.
void TrainingStream::ring_steps(const Exchange& x, std::uint32_t comm, std::uint32_t n, std::uint32_t me,
                                Numbers& made) {
  const std::uint32_t all = (n - 1) * (x.which == Collective::allreduce ? 2 : 1);
  const std::int32_t tag = static_cast<std::int32_t>(ring_calls_++ & 0x3fffffff);
  const double share = x.bytes / n;
  for (std::uint32_t at = 0; at < all; at += plan_.p.dp_merge) {
    const std::uint32_t merged = std::min(plan_.p.dp_merge, all - at);
    const Bytes size{TrainingModel::whole(share * (at + merged)) - TrainingModel::whole(share * at)};
    mpi::Task task{.op = {.kind = Kind::ireceive, .bytes = size, .comm = comm},
                   .part = static_cast<std::uint8_t>(Part::data)};
    task.op.tag = tag;
    task.op.peer = static_cast<std::int32_t>((me + n - 1) % n);
    const std::uint64_t receive = add(task, exchanges_);
    task.op.kind = Kind::isend;
    task.op.peer = static_cast<std::int32_t>((me + 1) % n);
    task.calls = at == 0 ? 1 : 0;
    task.given = size;
    const std::uint64_t send = add(task, exchanges_);
    exchanges_ = {receive, send};
    if (merged > 1 && plan_.p.dp_step_latency > Time{0}) {
      const Time left_out = plan_.p.dp_step_latency * (merged - 1);
      exchanges_ = {add(
          {.op = {.kind = Kind::idelay, .time = left_out}, .part = static_cast<std::uint8_t>(Part::data)},
          exchanges_)};
    }
  }
  made.insert(made.end(), exchanges_.begin(), exchanges_.end());
}

}  // namespace kasuri
