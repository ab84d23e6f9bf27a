// SPDX-License-Identifier: MIT
#include "workload/training/training_stream.h"

#include <utility>

namespace kasuri {

using mpi::Collective;
using mpi::Operation;
using mpi::Task;
using Kind = Operation::Kind;

TrainingStream::TrainingStream(const TrainingPlan& plan, std::uint32_t rank)
    : TaskStream(kQueues, Graph::ordered),
      plan_(plan),
      tp_(rank % plan.p.tp),
      dp_(rank / plan.p.tp % plan.p.dp),
      stage_(rank / plan.p.tp / plan.p.dp),
      schedule_(plan.p, stage_),
      tensor_(plan.p.tp > 1 && !plan.p.merge_inside),
      gathers_(plan.p.interleave) {}

double TrainingStream::share_done() const {
  const double units = 1.0 * (schedule_.slots() + 2) * plan_.p.steps;
  return static_cast<double>(at_.units_done) / units;
}

// --- The chain ---

void TrainingStream::chain(Task task, const Numbers& after) {
  task.mark = kChained;
  Numbers all = chain_;
  all.insert(all.end(), after.begin(), after.end());
  all.insert(all.end(), waited_.begin(), waited_.end());
  waited_.clear();
  chain_ = {add(task, all)};
}

void TrainingStream::compute(Time time, Part part, std::uint32_t calls, Bytes given) {
  const bool computes = part == Part::computing;
  chain({.op = {.kind = computes ? Kind::icompute : Kind::idelay, .time = time},
         .queue = kCompute,
         .part = static_cast<std::uint8_t>(part),
         .calls = calls,
         .given = given});
}

void TrainingStream::collective(Part part, std::uint8_t queue, Collective which, std::uint32_t comm,
                                Bytes block, Bytes given) {
  chain({.op = {.kind = Kind::icollective, .bytes = block, .collective = which, .comm = comm},
         .queue = queue,
         .part = static_cast<std::uint8_t>(part),
         .calls = 1,
         .given = given});
}

// --- A slot of the schedule ---

// The messages of each direction have tags of their own, by the part that receives.
std::int32_t TrainingStream::tag_of(const Slot& slot, std::uint32_t receiving_part) const {
  const std::uint32_t part = receiving_part / plan_.p.pp;
  const std::uint64_t number =
      (std::uint64_t{slot.microbatch} * plan_.p.interleave + part) * 2 + slot.forward;
  return static_cast<std::int32_t>(number & 0x3fffffff);
}

void TrainingStream::receive_from(const Slot& slot, std::uint32_t part) {
  const bool first = slot.forward ? part == 0 : part + 1 == plan_.p.chunks();
  if (first) return;
  const std::uint32_t from = slot.forward ? part - 1 : part + 1;
  mpi::TaskOperation op{.kind = Kind::ireceive};
  op.peer = static_cast<std::int32_t>(rank_at(from % plan_.p.pp));
  op.tag = tag_of(slot, part);
  op.bytes = plan_.model.between_stages();
  waited_.push_back(add({.op = op, .part = static_cast<std::uint8_t>(Part::pipeline)}, unit_ends_[0]));
}

void TrainingStream::send_to(const Slot& slot, std::uint32_t part) {
  const bool last = slot.forward ? part + 1 == plan_.p.chunks() : part == 0;
  if (last) return;
  const std::uint32_t to = slot.forward ? part + 1 : part - 1;
  mpi::TaskOperation op{.kind = Kind::isend};
  op.peer = static_cast<std::int32_t>(rank_at(to % plan_.p.pp));
  op.tag = tag_of(slot, to);
  op.bytes = plan_.model.between_stages();
  add({.op = op, .part = static_cast<std::uint8_t>(Part::pipeline), .calls = 1, .given = op.bytes},
      chain_);
}

void TrainingStream::do_slot(const Slot& slot) {
  const std::uint32_t part = slot.part * plan_.p.pp + stage_;
  receive_from(slot, part);
  pass(slot, part);
  send_to(slot, part);
}

void TrainingStream::pass(const Slot& slot, std::uint32_t part) {
  const auto n = static_cast<std::uint32_t>(plan_.buckets[part].size());
  for (std::uint32_t i = 0; i < n; ++i) do_bucket(slot, part, slot.forward ? i : n - 1 - i);
}

void TrainingStream::do_bucket(const Slot& slot, std::uint32_t part, std::uint32_t bucket) {
  const TrainingParams& p = plan_.p;
  const TrainingModel& m = plan_.model;
  const bool whole =
      part + 1 == p.chunks() && bucket + 1 == plan_.buckets[part].size() && p.vocabulary > 0;
  if (p.zero == 3) {
    gather(part, bucket, p.overlap ? bucket_ends_[0] : chain_, waited_);
  } else if (slot.forward && slot.microbatch == 0 && !gathers_[slot.part].empty()) {
    const Numbers& gathered = gathers_[slot.part][bucket];
    waited_.insert(waited_.end(), gathered.begin(), gathered.end());
  }
  if (whole && !slot.forward) compute(m.output(false));
  const std::uint32_t layers = plan_.buckets[part][bucket].layers;
  if (by_layers()) {
    for (std::uint32_t i = 0; i < layers; ++i) do_layer(slot.forward);
  } else {
    compute((m.attention(slot.forward) + m.feed_forward(slot.forward, dp_ % p.ep)) * layers);
    if (p.tp > 1) {
      const std::uint32_t passes = slot.forward || !p.recompute ? 1 : 2;
      const std::uint32_t calls = layers * 2 * passes * (p.sequence_parallel ? 2 : 1);
      const std::int64_t given = m.activation().n + (p.sequence_parallel ? m.activation().n / p.tp : 0);
      compute(m.inside(!p.sequence_parallel) * calls, Part::tensor, calls,
              Bytes{given} * (layers * 2 * passes));
    }
  }
  if (whole && slot.forward) compute(m.output(true));
  bucket_ends_[0] = std::exchange(bucket_ends_[1], chain_);
  if (slot.forward) return;
  if (p.zero == 3 || (slot.microbatch + 1 == p.microbatches && p.overlap)) {
    reduce(part, bucket, chain_);
  } else if (slot.microbatch + 1 == p.microbatches) {
    late_.emplace_back(part, bucket);
  }
}

void TrainingStream::do_layer(bool forward) {
  const TrainingModel& m = plan_.model;
  if (forward) {
    half_layer(m.attention(true), true, false);
    half_layer(m.feed_forward(true, dp_ % plan_.p.ep), true, plan_.p.ep > 1);
  } else {
    half_layer(m.feed_forward(false, dp_ % plan_.p.ep), false, plan_.p.ep > 1);
    half_layer(m.attention(false), false, false);
  }
}

void TrainingStream::half_layer(Time time, bool forward, bool experts) {
  const int passes = forward || !plan_.p.recompute ? 1 : 2;
  const Bytes block = plan_.model.expert_block();
  const auto between = [&](bool before) {
    for (int i = 0; i < passes; ++i) {
      if (before && plan_.p.tp > 1) tensor_collective(true);
      if (experts) {
        collective(
            Part::expert, kExpert, Collective::alltoall,
            groups().expert + (stage_ * (plan_.p.dp / plan_.p.ep) + dp_ / plan_.p.ep) * plan_.p.tp + tp_,
            block, block * plan_.p.ep);
      }
      if (!before && plan_.p.tp > 1) tensor_collective(false);
    }
  };
  between(true);
  compute(time);
  between(false);
}

void TrainingStream::tensor_collective(bool before) {
  const TrainingParams& p = plan_.p;
  if (before && !p.sequence_parallel) return;
  const Bytes all = plan_.model.activation(), share{(all.n + p.tp - 1) / p.tp};
  if (!tensor_) {
    return compute(plan_.model.inside(!p.sequence_parallel), Part::tensor, 1, before ? share : all);
  }
  const std::uint32_t comm = groups().tensor + stage_ * p.dp + dp_;
  if (!p.sequence_parallel) {
    return collective(Part::tensor, kTensor, Collective::allreduce, comm, all, all);
  }
  const Collective which = before ? Collective::allgather : Collective::reduce_scatter_block;
  collective(Part::tensor, kTensor, which, comm, share, before ? share : all);
}

// --- Steps ---

void TrainingStream::begin_step() {
  const TrainingParams& p = plan_.p;
  if (p.zero != 1 && p.zero != 2) return;
  for (std::uint32_t i = 0; i < p.interleave; ++i) {
    const std::uint32_t part = i * p.pp + stage_;
    const auto n = static_cast<std::uint32_t>(plan_.buckets[part].size());
    gathers_[i].assign(n, {});
    for (std::uint32_t b = 0; b < n; ++b) gather(part, b, chain_, gathers_[i][b]);
  }
  if (!p.overlap) waited_ = exchanges_;
}

void TrainingStream::end_step() {
  const TrainingParams& p = plan_.p;
  for (const auto& [part, bucket] : late_) reduce(part, bucket, chain_);
  late_.clear();
  // The norm of the gradients: all ranks know it before any changes its parameters.
  if (p.ranks() > 1) {
    chain({.op = {.kind = Kind::icollective,
                  .bytes = {4},
                  .collective = Collective::allreduce,
                  .element = 4},
           .part = static_cast<std::uint8_t>(p.pp > 1 ? Part::bubble : Part::sync),
           .calls = 1,
           .given = {4}},
          exchanges_);
  }
  compute(plan_.model.optimizer(stage_));
  chain({.op = {.kind = Kind::end_step},
         .part = static_cast<std::uint8_t>(Part::other)});
}

bool TrainingStream::read() {
  if (at_.step == plan_.p.steps) return false;
  if (at_.unit == 0) {
    begin_step();
  } else if (at_.unit <= schedule_.slots()) {
    do_slot(schedule_.slot(at_.unit - 1));
  } else {
    end_step();
  }
  add({.op = {.kind = Kind::icompute}, .mark = kEndsUnit}, chain_);
  unit_ends_[0] = std::exchange(unit_ends_[1], chain_);
  ++at_.units_read;
  if (at_.unit++ > schedule_.slots()) {
    at_.unit = 0;
    ++at_.step;
  }
  return true;
}

// --- Accounts ---

// The device was idle until now, waiting for what ended last of the things that the task depends on.
void TrainingStream::begins(const Live& live, Time now) {
  if (!started_) account_.begin = idle_since_ = now;
  started_ = true;
  mpi::StepAccount::Part& part = account_.parts[live.task.part];
  part.calls += live.task.calls;
  part.bytes += live.task.given;
  if (live.task.mark != kChained) return;
  const Time gap = now - idle_since_;
  const auto why = static_cast<Part>(live.last_part);
  if (why == Part::pipeline) {
    const Time offered = live.last_met < Time{0} ? now : live.last_met;
    const Time bubble = later(Time{0}, earlier(offered - idle_since_, gap));
    account_.of(Part::bubble).time += bubble;
    account_.of(Part::pipeline).time += gap - bubble;
  } else {
    account_.of(why == Part::computing ? Part::other : why).time += gap;
  }
  idle_since_ = now;
}

void TrainingStream::ends(const Live& live, Time now) {
  if (live.task.mark == kEndsUnit) ++at_.units_done;
  if (live.task.mark != kChained || live.task.queue != kCompute) return;
  account_.parts[live.task.part].time += now - idle_since_;
  idle_since_ = now;
}

void TrainingStream::complete(Operation& op, Time now) {
  const TrainingParams& p = plan_.p;
  account_.end = now;
  account_.flop = TrainingModel::whole(plan_.model.flops_per_step() / static_cast<double>(p.ranks()));
  account_.merges_inside = p.merge_inside && p.tp > 1;
  account_.ring_merge = p.dp_merge;
  if (tp_ == 0 && stage_ == 0) {
    account_.tokens = std::int64_t{p.microbatch} * p.sequence * p.microbatches;
  }
  reported_ = account_;
  account_ = {.step = reported_.step + 1, .begin = now};
  op.step = &reported_;
}

}  // namespace kasuri
