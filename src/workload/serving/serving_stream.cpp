// SPDX-License-Identifier: MIT
#include "workload/serving/serving_stream.h"

#include <algorithm>
#include <bit>

namespace kasuri {
namespace {

using Kind = mpi::Operation::Kind;
constexpr std::int32_t kNotes = 0, kActivations = 1, kExchanges = 2, kFirstRequest = 16;
constexpr Bytes kNoteSize{sizeof(ServingNote)};

}  // namespace

ServingStream::ServingStream(const ServingPlan& plan, std::uint32_t rank)
    : TaskStream(0), plan_(plan), rank_(rank), at_(plan.place_of(rank)),
      model_(plan.model_of(at_.instance)) {
  if (rank == plan.leader_of(at_.instance)) {
    leader_ = std::make_unique<ServingLeader>(plan, at_.instance, *this);
  }
}

ServingStream::~ServingStream() = default;

double ServingStream::share_done() const { return leader_ ? leader_->share_done() : -1; }

// --- Tasks ---

std::uint64_t ServingStream::compute(Time time, const Numbers& after, Mark mark, std::uint32_t number) {
  return add({.op = {.kind = Kind::icompute, .time = time}, .mark = mark, .calls = number}, after);
}

std::uint64_t ServingStream::message(bool sends, std::uint32_t peer, std::int32_t tag, Bytes bytes,
                                     const Numbers& after, Mark mark, std::uint32_t number) {
  return add({.op = {.kind = sends ? Kind::isend : Kind::ireceive,
                     .peer = static_cast<std::int32_t>(peer),
                     .tag = tag,
                     .bytes = bytes},
              .mark = mark,
              .calls = number},
             after);
}

void ServingStream::after(Time time, Mark mark) {
  add({.op = {.kind = Kind::idelay, .time = time}, .mark = mark}, {});
}

void ServingStream::report(const mpi::ServingReport& r) {
  reports_.push_back(r);
  add({.op = {.kind = Kind::end_step}}, {});
}

void ServingStream::complete(mpi::Operation& op, Time) {
  reported_ = reports_.front();
  reports_.pop_front();
  op.served = &reported_;
}

bool ServingStream::read() {
  if (!started_) {
    started_ = true;
    listen();
    if (leader_) leader_->start();
    return true;
  }
  const std::vector<Event> events = std::exchange(events_, {});
  for (const Event& e : events) {
    now_ = e.when;
    if (e.mark == kNote) {
      const Note note = heard_;
      if (note.kind != Note::Kind::quit) listen();
      else quits_ = true;
      hear(note);
    } else if (e.mark == kKeysAndValues) {
      --arriving_[e.number].messages;
      arrived(e.number);
    } else if (leader_) {
      leader_->ended(e.mark, e.number, e.when);
    } else {
      tell(plan_.leader_of(at_.instance), {.kind = Note::Kind::done, .number = e.number});
    }
  }
  if (leader_ && !events.empty()) leader_->work();
  return !quits_;
}

void ServingStream::ends(const Live& live, Time now) {
  const auto mark = static_cast<Mark>(live.task.mark);
  if (mark == kTold) told_.pop_front();
  // One rank of the last stage tells the leader of the end of a batch.
  const bool tells = mark == kBatch && at_.stage > 0 && at_.stage + 1 == model_.degrees().pp &&
                     at_.replica == 0 && at_.slice == 0;
  if (mark == kNote || mark == kKeysAndValues || tells || (leader_ && mark > kKeysAndValues)) {
    events_.push_back({mark, live.task.calls, now});
  }
}

// --- Notes ---

void ServingStream::listen() {
  add({.op = {.kind = Kind::ireceive, .peer = mpi::kAnySource, .tag = kNotes, .bytes = kNoteSize,
              .data = &heard_},
       .mark = kNote},
      {});
}

void ServingStream::tell(std::uint32_t rank, const Note& note) {
  // What ends a rank must meet the receive that it has posted.
  if (rank == rank_ && note.kind != Note::Kind::quit) return hear(note);
  told_.push_back(note);
  add({.op = {.kind = Kind::isend,
              .peer = static_cast<std::int32_t>(rank),
              .tag = kNotes,
              .bytes = kNoteSize,
              .data = &told_.back()},
       .mark = kTold},
      {});
}

void ServingStream::tell_instance(const Note& note) {
  const std::uint32_t first = plan_.leader_of(at_.instance), n = model_.degrees().ranks();
  for (std::uint32_t i = 0; i < n; ++i) tell(first + i, note);
}

void ServingStream::hear(const Note& note) {
  switch (note.kind) {
    case Note::Kind::warm_up: return warm_up();
    case Note::Kind::batch: return run(note);
    case Note::Kind::expect: return expect(note);
    case Note::Kind::send:
      if (plan_.p.kv_transfer == KvTransfer::by_layer) return to_send_.push_back(note);
      return send(note, 0, {});
    case Note::Kind::quit: return;
    default: return leader_->hear(note, now_);
  }
}

// Each collective within the server twice: the second is measured. Sizes are powers of two tokens.
void ServingStream::warm_up() {
  Numbers last;
  const bool decodes = plan_.role_of(at_.instance) == ServingPlan::Role::decode;
  const std::uint32_t most = std::bit_ceil(decodes ? plan_.p.sequences : plan_.p.chunk);
  const bool reduces = model_.degrees().tp > 1 && at_.stage == 0 && at_.replica == 0;
  for (std::uint32_t n = 1; reduces && n <= most; n *= 2) {
    for (int i = 0; i < 2; ++i) {
      last = {add({.op = {.kind = Kind::icollective,
                          .bytes = model_.activation(n),
                          .collective = mpi::Collective::allreduce,
                          .comm = at_.instance + 1,
                          .element = plan_.p.element % 2 == 0 ? 2 : 1},
                   .mark = kReduced,
                   .calls = n},
                  last)};
    }
  }
  if (model_.degrees().ep > 1 && at_.stage == 0) {
    for (int i = 0; i < 2; ++i) {
      last = {compute({}, exchange(model_.exchange(1), last), kReduced, 0)};
    }
  }
  compute({}, last, kWarm);
}

// --- Batches ---

void ServingStream::run(const Note& b) {
  const ServingParams::Degrees& d = model_.degrees();
  Numbers last = chain_;
  if (at_.stage > 0) {
    const std::uint32_t before = plan_.rank_of({at_.instance, at_.stage - 1, at_.replica, at_.slice});
    last.push_back(message(false, before, kActivations, b.activation, chain_));
  }
  const std::vector<Note> leaving = std::exchange(to_send_, {});
  const std::uint32_t groups = leaving.empty() ? 1 : plan_.groups(at_.stage);
  for (std::uint32_t g = 0; g < groups; ++g) {
    const Time part{b.time.ps * (g + 1) / groups - b.time.ps * g / groups};
    last = {compute(part, last, g + 1 < groups ? kNothing : kComputed, b.number)};
    for (const Note& note : leaving) send(note, g, last);
  }
  if (d.ep > 1) {
    last = exchange(b.bytes, exchange(b.bytes, last));
    last = {add({.op = {.kind = Kind::idelay, .time = b.waits}}, last)};
  }
  last = chain_ = {compute({}, last, kBatch, b.number)};
  if (at_.stage + 1 < d.pp) {
    const std::uint32_t next = plan_.rank_of({at_.instance, at_.stage + 1, at_.replica, at_.slice});
    message(true, next, kActivations, b.activation, last);
  }
}

// With each other replica, directly.
ServingStream::Numbers ServingStream::exchange(Bytes block, const Numbers& after) {
  Numbers all;
  const std::uint32_t n = model_.degrees().ep;
  const auto peer = [&](std::uint32_t by) {
    return plan_.rank_of({at_.instance, at_.stage, (at_.replica + by) % n, at_.slice});
  };
  for (std::uint32_t i = 1; i < n; ++i) {
    all.push_back(message(false, peer(n - i), kExchanges, block, after));
    all.push_back(message(true, peer(i), kExchanges, block, after));
  }
  return {compute({}, all)};
}

// --- Keys and values ---

void ServingStream::send(const Note& note, std::uint32_t group, const Numbers& after) {
  const std::uint32_t to = plan_.decodes(note.number);
  for (const ServingPlan::Shard& s : plan_.shards) {
    if (s.stage != at_.stage || s.slice != at_.slice) continue;
    const Bytes bytes = plan_.bytes_of(s, group, note.tokens);
    if (bytes.n == 0) continue;
    message(true, plan_.rank_of({to, s.to_stage, note.replica, s.to_slice}),
            kFirstRequest + static_cast<std::int32_t>(note.number), bytes, after);
  }
}

void ServingStream::expect(const Note& note) {
  const std::uint32_t from = plan_.prefills(note.number);
  Arriving& mine = arriving_[note.number];
  mine.last = note.last;
  for (const ServingPlan::Shard& s : plan_.shards) {
    if (s.to_stage != at_.stage || s.to_slice != at_.slice) continue;
    for (std::uint32_t group = 0; group < plan_.groups(s.stage); ++group) {
      const Bytes bytes = plan_.bytes_of(s, group, note.tokens);
      if (bytes.n == 0) continue;
      ++mine.messages;
      message(false, plan_.rank_of({from, s.stage, note.replica, s.slice}),
              kFirstRequest + static_cast<std::int32_t>(note.number), bytes, {}, kKeysAndValues,
                  note.number);
    }
  }
}

void ServingStream::arrived(std::uint32_t request) {
  const Arriving& mine = arriving_[request];
  if (mine.messages > 0 || !mine.last) return;
  arriving_.erase(request);
  tell(plan_.leader_of(at_.instance), {.kind = Note::Kind::arrived, .number = request});
}

}  // namespace kasuri
