// SPDX-License-Identifier: MIT
#include "workload/serving/serving_leader.h"

#include <algorithm>
#include <bit>

namespace kasuri {

using Role = ServingPlan::Role;
using Mark = ServingRank::Mark;
using NoteKind = ServingNote::Kind;

ServingLeader::ServingLeader(const ServingPlan& plan, std::uint32_t instance, ServingRank& stream)
    : plan_(plan),
      role_(plan.role_of(instance)),
      instance_(instance),
      stream_(stream),
      model_(plan.model_of(instance)),
      batches_(plan, instance) {
  for (std::uint32_t k = 0; k < plan.requests.size(); ++k) {
    if (role_ == Role::prefill ? plan.prefills(k) != instance : plan.decodes(k) != instance) continue;
    ++mine_;
    if (role_ != Role::prefill) own_.push_back(k);
  }
  account_.instance = instance, account_.ranks = model_.degrees().ranks();
  account_.role = static_cast<std::uint32_t>(role_);
  account_.slo_ttft = plan.p.slo_ttft, account_.slo_tpot = plan.p.slo_tpot;
}

void ServingLeader::start() {
  unready_ = plan_.instances();
  stream_.tell_instance({.kind = NoteKind::warm_up});
}

// All begin at one time, when the first leader knows that all are ready and some time for its notes has
// passed.
void ServingLeader::hear(const Note& note, Time now) {
  constexpr Time kNotice{1'000'000'000};
  switch (note.kind) {
    case NoteKind::ready:
      if (--unready_ > 0) return;
      for (std::uint32_t i = 0; i < plan_.instances(); ++i) {
        stream_.tell(plan_.leader_of(i), {.kind = NoteKind::begin, .time = now + kNotice});
      }
      return;
    case NoteKind::begin:
      account_.begin = note.time;
      return stream_.after(note.time - now, Mark::kStart);
    case NoteKind::done: return finish(note.number, now);
    case NoteKind::prefill:
      targets_[note.number] = note.replica;
      return batches_.enqueue(note.number);
    case NoteKind::first: {
      mpi::ServedRequest& r = served_.at(note.number);
      r.first = note.time;
      if (r.output > 1) return has_part(note.number, now);
      r.ready = r.first;
      batches_.release(note.number);
      stream_.tell(plan_.leader_of(r.prefill), {.kind = NoteKind::release, .number = note.number});
      return end_request(note.number, now);
    }
    case NoteKind::arrived: return has_part(note.number, now);
    case NoteKind::release:
      batches_.release(note.number);
      targets_.erase(note.number);
      if (++over_ == mine_) over(now);
      return;
    default: return;
  }
}

void ServingLeader::ended(Mark mark, std::uint32_t number, Time when) {
  switch (mark) {
    case Mark::kReduced:  // of two, the second counts
      measured_[number] = when - last_end_;
      last_end_ = when;
      return;
    case Mark::kWarm:
      account_.measured = measured_.size();
      return stream_.tell(plan_.leader_of(0), {.kind = NoteKind::ready});
    case Mark::kStart:
      begun_ = true;
      if (mine_ == 0) return over(when);
      [[fallthrough]];
    case Mark::kArrival: return arrive(when);
    case Mark::kComputed: computed_ = when; return;
    case Mark::kBatch:
      account_.expert += when - computed_;
      busy_ = false;
      if (model_.degrees().pp == 1) finish(number, when);
      return;
    default: return;
  }
}

void ServingLeader::arrive(Time now) {
  for (; arrived_ < own_.size(); ++arrived_) {
    const std::uint32_t k = own_[arrived_];
    const ServingRequest& r = plan_.requests[k];
    const Time when = account_.begin + r.arrival;
    if (when > now) return stream_.after(when - now, Mark::kArrival);
    const bool moves = role_ == Role::decode && r.output > 1;
    served_[k] = {.number = k,
                  .prefill = plan_.prefills(k),
                  .decode = plan_.decodes(k),
                  .prompt = r.prompt,
                  .cached = r.cached,
                  .output = r.output,
                  .arrival = when,
                  .moved = moves ? plan_.moved(r.prompt) : Bytes{0}};
    batches_.enqueue(k);
  }
}

void ServingLeader::work() {
  if (!begun_) return;
  while (const auto k = batches_.admit()) {
    if (role_ != Role::decode) continue;
    const ServingParams::Degrees& d = model_.degrees();
    missing_[*k] = d.tp * d.pp + 1;
    stream_.tell(plan_.leader_of(plan_.prefills(*k)),
                 {.kind = NoteKind::prefill, .number = *k, .replica = batches_.replica_of(*k)});
  }
  if (busy_ || under_way_.size() == model_.degrees().pp) return;
  if (auto batch = batches_.next()) launch(std::move(*batch));
}

void ServingLeader::launch(Batch b) {
  const ServingParams::Degrees& d = model_.degrees();
  const bool by_layer = role_ == Role::prefill && plan_.p.kv_transfer == KvTransfer::by_layer;
  bool moves = false;
  for (const ServingBatches::Piece& piece : b.pieces) {
    const ServingRequest& r = plan_.requests[piece.request];
    if (!by_layer || r.output == 1) continue;
    moves = true;
    give(piece.request, piece.tokens + (piece.first ? r.cached : 0), piece.last);
  }
  const Time once = reduction(b.most);
  const bool others = d.pp > 1 || d.ep > 1 || moves;
  for (std::uint32_t stage = 0; stage < d.pp; ++stage) {
    const std::int64_t layers = model_.layers_of(stage);
    const Time computing = model_.time(stage, b.work, b.tokens), tensor = once * (2 * layers);
    Note note{.kind = NoteKind::batch, .number = b.number, .time = computing + tensor};
    if (d.ep > 1) {
      note.bytes = model_.exchange(b.most) * layers;
      note.waits = measured_.at(0) * (2 * layers - 2);
      account_.merged += 2 * static_cast<std::uint64_t>(layers) - 2;
    }
    note.activation = model_.activation(b.most);
    if (stage == 0) account_.computing += computing, account_.tensor += tensor;
    if (d.tp > 1) account_.reused += 2 * static_cast<std::uint64_t>(layers) * d.ep;
    for (std::uint32_t replica = 0; replica < d.ep; ++replica) {
      for (std::uint32_t slice = 0; slice < d.tp; ++slice) {
        const std::uint32_t rank = plan_.rank_of({instance_, stage, replica, slice});
        if (others || rank == plan_.leader_of(instance_)) stream_.tell(rank, note);
      }
    }
  }
  ++account_.batches;
  busy_ = true;
  under_way_.push_back(std::move(b));
}

// Of an allreduce: between two sizes that were simulated, linearly.
Time ServingLeader::reduction(std::uint32_t tokens) const {
  if (model_.degrees().tp == 1) return Time{0};
  const std::uint32_t above = std::bit_ceil(tokens), below = std::max(1u, above / 2);
  const Time most = measured_.at(above), least = measured_.at(below);
  return above == tokens ? most : least + Time{(most - least).ps * (tokens - below) / (above - below)};
}

// The devices that hold keys and values of these tokens send them to those that will need them.
void ServingLeader::give(std::uint32_t request, std::uint32_t tokens, bool last) {
  const std::uint32_t here = batches_.replica_of(request), there = targets_.at(request);
  const auto tell = [&](std::uint32_t instance, std::uint32_t replica, const Note& note) {
    const ServingParams::Degrees& d = plan_.model_of(instance).degrees();
    for (std::uint32_t stage = 0; stage < d.pp; ++stage) {
      for (std::uint32_t slice = 0; slice < d.tp; ++slice) {
        stream_.tell(plan_.rank_of({instance, stage, replica, slice}), note);
      }
    }
  };
  tell(plan_.decodes(request), there,
       {.kind = NoteKind::expect, .last = last, .number = request, .tokens = tokens, .replica = here});
  tell(instance_, here, {.kind = NoteKind::send, .number = request, .tokens = tokens, .replica = there});
}

void ServingLeader::finish(std::uint32_t number, Time now) {
  const auto found = std::ranges::find(under_way_, number, &Batch::number);
  const Batch b = std::move(*found);
  under_way_.erase(found);
  const auto has_first = [&](std::uint32_t request) {
    if (role_ == Role::both) {
      mpi::ServedRequest& r = served_.at(request);
      r.first = r.ready = now;
      return;
    }
    stream_.tell(plan_.leader_of(plan_.decodes(request)),
                 {.kind = NoteKind::first, .number = request, .time = now});
    const ServingRequest& r = plan_.requests[request];
    if (r.output > 1 && plan_.p.kv_transfer == KvTransfer::whole) give(request, r.prompt, true);
  };
  batches_.finish(b, has_first, [&](std::uint32_t request) { end_request(request, now); });
}

// The first token of a request, or keys and values on one of the devices.
void ServingLeader::has_part(std::uint32_t request, Time now) {
  if (--missing_.at(request) > 0) return;
  missing_.erase(request);
  mpi::ServedRequest& r = served_.at(request);
  r.ready = now;
  batches_.ready(request);
  stream_.tell(plan_.leader_of(r.prefill), {.kind = NoteKind::release, .number = request});
}

void ServingLeader::end_request(std::uint32_t request, Time now) {
  mpi::ServedRequest& r = served_.at(request);
  r.end = r.output == 1 ? r.first : now;
  stream_.report({r, std::nullopt});
  served_.erase(request);
  if (++over_ == mine_) over(now);
}

void ServingLeader::over(Time now) {
  account_.end = now;
  stream_.report({std::nullopt, account_});
  stream_.tell_instance({.kind = NoteKind::quit});
}

}  // namespace kasuri
