// SPDX-License-Identifier: MIT
#include "workload/traces/stored.h"

#include <algorithm>
#include <utility>

#include "base/core/check.h"

namespace kasuri::trace {

using Kind = mpi::Operation::Kind;

namespace {

bool begins(Kind k) { return k == Kind::isend || k == Kind::ireceive || k == Kind::icollective; }

// Steps of one-sided communication that give a request, or wait for one.
bool begins(const mpi::Operation& op) {
  using Step = mpi::RemoteStep::Kind;
  if (op.kind != Kind::remote) return begins(op.kind);
  const Step k = op.remote.kind;
  return k == Step::copy || k == Step::atomic || k == Step::control ||
         op.remote.has(mpi::RemoteStep::kRequests);
}
bool waits(const mpi::Operation& op) {
  return op.kind == Kind::wait ||
         (op.kind == Kind::remote && op.remote.kind == mpi::RemoteStep::Kind::complete);
}

}  // namespace

std::uint32_t StoredFile::request(std::uint32_t number) {
  rank_.requests = std::max(rank_.requests, number + 1);
  return number;
}

void StoredFile::put(std::span<const int> sizes) {
  packed_.put(sizes.size());
  for (const int n : sizes) packed_.put(static_cast<std::uint64_t>(n));
}

void StoredFile::put(const mpi::Operation& op, const SumsOfMembers* sums) {
  const bool more = sums || op.mode != mpi::SendMode::standard;
  packed_.put(static_cast<std::uint64_t>(op.kind) | (op.comm ? kOnCommunicator : 0) | (more ? kMore : 0));
  if (op.comm) packed_.put(op.comm);
  switch (op.kind) {
    case Kind::compute:
      return packed_.put(static_cast<std::uint64_t>(op.time.ps));
    case Kind::send: case Kind::receive: case Kind::isend: case Kind::ireceive:
      packed_.put_signed(op.peer);
      packed_.put_signed(op.tag);
      packed_.put(static_cast<std::uint64_t>(op.bytes.n));
      if (begins(op.kind)) packed_.put(request(op.request));
      if (more) packed_.put(static_cast<std::uint64_t>(op.mode));
      return;
    case Kind::wait:
      return packed_.put(request(op.request));
    case Kind::wait_for:
      packed_.put(op.requests.size());
      for (const std::uint32_t number : op.requests) packed_.put(request(number));
      return;
    case Kind::wait_all: case Kind::poll:
      return;
    case Kind::collective: case Kind::icollective:
      packed_.put(static_cast<std::uint64_t>(op.collective));
      packed_.put_signed(op.root);
      packed_.put(static_cast<std::uint64_t>(op.bytes.n));
      packed_.put(static_cast<std::uint64_t>(op.element));
      if (begins(op.kind)) packed_.put(request(op.request));
      if (sums) {
        packed_.put(sums->call);
        packed_.put(sums->me);
      }
      put(op.out);
      return put(op.in);
    case Kind::duplicate: case Kind::split: case Kind::create:
      packed_.put_signed(op.colour);
      packed_.put_signed(op.key);
      return;
    case Kind::remote:
      return put_remote(op);
    case Kind::wait_any: case Kind::probe: case Kind::cancel: case Kind::reap:
    case Kind::icompute: case Kind::idelay: case Kind::end_step:
      check(false, "a trace has no operations that depend on results of the run");
  }
}

void StoredFile::put_remote(const mpi::Operation& op) {
  packed_.put(static_cast<std::uint64_t>(op.remote.kind));
  packed_.put(op.remote.flags);
  packed_.put(op.remote.window);
  packed_.put_signed(op.remote.order);
  packed_.put_signed(op.peer);
  packed_.put_signed(op.root);
  packed_.put(static_cast<std::uint64_t>(op.bytes.n));
  packed_.put(begins(op) || waits(op) ? request(op.request) : 0);
  packed_.put(op.requests.size());
  for (const std::uint32_t member : op.requests) packed_.put(member);
}

void StoredOperations::read_remote(mpi::Operation& op) {
  op.remote.kind = static_cast<mpi::RemoteStep::Kind>(numbers_.next());
  op.remote.flags = natural();
  op.remote.window = natural();
  op.remote.order = numbers_.next_signed();
  op.peer = integer();
  op.root = integer();
  op.bytes = {static_cast<std::int64_t>(numbers_.next())};
  op.request = natural();
  requests_.resize(natural());
  for (std::uint32_t& member : requests_) member = natural();
  op.requests = requests_;
}

StoredOperations::StoredOperations(std::shared_ptr<const TextFile> file, const StoredRank& rank,
                                   std::uint32_t iterations, std::size_t buffer)
    : numbers_(std::move(file), rank.extent, buffer),
      iterations_(std::max(iterations, 1u)),
      all_iterations_(iterations_) {
  if (iterations <= 1) return;
  now_.resize(rank.requests);
  for (Request& r : now_) r.number = unused_++;
}

bool StoredOperations::next(mpi::Operation& op) {
  while (!numbers_.at_end()) {
    const std::uint64_t head = numbers_.next();
    const std::uint64_t kind = head & StoredFile::kKind;
    if (kind == StoredFile::kLoopBegins) {
      loop_ = numbers_.position();
    } else if (kind == StoredFile::kLoopEnds) {
      if (iterations_ > 1) {
        --iterations_;
        numbers_.seek(loop_);
      }
    } else {
      read(head, op);
      if (now_.empty() || renumber(op)) return true;
      op = {};
    }
  }
  return false;
}

void StoredOperations::read(std::uint64_t head, mpi::Operation& op) {
  const bool more = head & StoredFile::kMore;
  op.kind = static_cast<Kind>(head & StoredFile::kKind);
  if (head & StoredFile::kOnCommunicator) op.comm = natural();
  switch (op.kind) {
    case Kind::compute:
      op.time = {static_cast<std::int64_t>(numbers_.next())};
      return;
    case Kind::send: case Kind::receive: case Kind::isend: case Kind::ireceive:
      op.peer = integer();
      op.tag = integer();
      op.bytes = {static_cast<std::int64_t>(numbers_.next())};
      if (begins(op.kind)) op.request = natural();
      if (more) op.mode = static_cast<mpi::SendMode>(numbers_.next());
      return;
    case Kind::wait:
      op.request = natural();
      return;
    case Kind::wait_for:
      requests_.resize(natural());
      for (std::uint32_t& number : requests_) number = natural();
      op.requests = requests_;
      return;
    case Kind::wait_all: case Kind::poll:
      return;
    case Kind::collective: case Kind::icollective:
      return read_collective(more, op);
    case Kind::duplicate: case Kind::split: case Kind::create:
      op.colour = integer();
      op.key = integer();
      return;
    case Kind::remote:
      return read_remote(op);
    case Kind::wait_any: case Kind::probe: case Kind::cancel: case Kind::reap:
    case Kind::icompute: case Kind::idelay: case Kind::end_step:
      check(false, "a trace has no operations that depend on results of the run");
  }
}

void StoredOperations::read_collective(bool by_sums, mpi::Operation& op) {
  op.collective = static_cast<mpi::Collective>(numbers_.next());
  op.root = integer();
  op.bytes = {static_cast<std::int64_t>(numbers_.next())};
  op.element = static_cast<std::int32_t>(numbers_.next());
  if (begins(op.kind)) op.request = natural();
  sums_.reset();
  if (by_sums) {
    sums_.emplace();
    sums_->call = numbers_.next();
    sums_->me = natural();
  }
  sizes(out_);
  sizes(in_);
  op.out = out_;
  op.in = in_;
}

void StoredOperations::sizes(std::vector<int>& all) {
  all.resize(natural());
  for (int& n : all) n = static_cast<int>(numbers_.next());
}

// In a loop. Returns whether there is something to do.
bool StoredOperations::renumber(mpi::Operation& op) {
  if (op.kind == Kind::remote && op.remote.order > 0) {
    op.remote.order = std::int64_t{now_[static_cast<std::size_t>(op.remote.order - 1)].number} + 1;
  }
  if (op.kind == Kind::wait_all) {
    for (Request& r : now_) r.open = false;
  } else if (begins(op)) {
    Request& r = now_[op.request];
    if (std::exchange(r.open, true)) r.number = unused_++;
    op.request = r.number;
  } else if (waits(op)) {
    Request& r = now_[op.request];
    op.request = r.number;
    return std::exchange(r.open, false);
  } else if (op.kind == Kind::wait_for) {
    std::erase_if(requests_, [&](std::uint32_t& number) {
      Request& r = now_[number];
      number = r.number;
      return !std::exchange(r.open, false);
    });
    op.requests = requests_;
    return !requests_.empty();
  }
  return true;
}

std::size_t stored_buffer_size(std::uint64_t ranks) {
  return std::clamp<std::size_t>(buffer_size(ranks) / 16, 128, 4096);
}

}  // namespace kasuri::trace
