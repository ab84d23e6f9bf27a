// SPDX-License-Identifier: MIT
#include "workload/traces/otf2_sums.h"

#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "base/core/check.h"
#include "base/core/errors.h"
#include "workload/traces/packed.h"

namespace kasuri::trace {
namespace {

using Sum = Otf2Sums::Sum;
__extension__ using Wide = unsigned __int128;

int size_of(std::uint64_t bytes) {
  if (bytes > INT_MAX) throw std::out_of_range("a block of a collective has 2 GiB or more");
  return static_cast<int>(bytes);
}

std::uint64_t total(const std::vector<Sum>& all, std::uint64_t Sum::* of) {
  std::uint64_t sum = 0;
  for (const Sum& s : all) sum += s.*of;
  return sum;
}

// How often a member counted its own block, if all together counted `counted` and the blocks have `bytes`:
// for each of n (Score-P), for each other one (in place), or once (other tracers).
std::uint64_t times(std::uint64_t counted, std::uint64_t bytes, std::uint64_t n) {
  return counted == bytes ? 1 : counted == n * bytes ? n : n - 1;
}

}  // namespace

Otf2Sums::~Otf2Sums() {
  if (file_ >= 0) close(file_);
}

void Otf2Sums::fail(const char* what) const {
  throw Error(Exit::limit, ErrorPlace(archive_),
              fmt::format("a temporary file of its collectives cannot be {}; TMPDIR sets its directory",
                          what));
}

std::int64_t Otf2Sums::place(std::uint32_t comm, std::uint64_t k, std::uint32_t members) const {
  const std::uint64_t calls = std::max<std::uint64_t>(1, kPart / members);
  const std::int64_t part = parts_.at(comm).at(k / calls);
  return part + static_cast<std::int64_t>(k % calls * members * sizeof(Sum));
}

void Otf2Sums::make_file() {
  if (file_ >= 0) return;
  file_ = open_unnamed();
}

void Otf2Sums::put(std::uint32_t comm, std::uint64_t k, std::uint32_t members, std::uint32_t member,
                   Sum sum) {
  make_file();
  const std::uint64_t calls = std::max<std::uint64_t>(1, kPart / members);
  std::vector<std::int64_t>& parts = parts_[comm];
  while (parts.size() <= k / calls) {
    parts.push_back(end_);
    end_ += static_cast<std::int64_t>(calls * members * sizeof(Sum));
  }
  const std::int64_t at = place(comm, k, members) + static_cast<std::int64_t>(member * sizeof(Sum));
  if (pwrite(file_, &sum, sizeof sum, at) != sizeof sum) fail("written");
}

Otf2Sums::Sums Otf2Sums::of(std::uint32_t comm, std::uint64_t k, std::uint32_t members) const {
  const std::scoped_lock hold(lock_);
  for (const Read& r : recent_) {
    if (r.sums && r.comm == comm && r.k == k) return r.sums;
  }
  auto sums = std::make_shared<std::vector<Sum>>(members);
  auto* to = reinterpret_cast<char*>(sums->data());
  std::int64_t at = place(comm, k, members);
  for (std::size_t left = members * sizeof(Sum); left > 0;) {
    const ssize_t n = pread(file_, to, left, at);
    if (n < 0) fail("read");
    if (n == 0) break;  // behind the last that was written are zeros
    to += n, at += n, left -= static_cast<std::size_t>(n);
  }
  recent_[next_++ % recent_.size()] = {comm, k, sums};
  return sums;
}

bool needs_sums(mpi::Collective which) {
  using enum mpi::Collective;
  return which == scatterv || which == allgatherv || which == alltoallv || which == reduce_scatter;
}

Otf2Blocks blocks_of(mpi::Collective which, const std::vector<Sum>& all, std::size_t root, std::size_t me) {
  using enum mpi::Collective;
  Otf2Blocks b;
  const std::uint64_t n = all.size();
  if (which == scatterv) {
    b.own = size_of(all[me].received);
    if (me == root) {
      for (const Sum& s : all) b.out.push_back(size_of(s.received));
    }
    return b;
  }
  if (which == alltoallv) {
    // Cumulative rounding: the shares of 0 … j together are floor(sent · C_j / C).
    const std::uint64_t received = total(all, &Sum::received);
    Wide before = 0, weight = 0;
    const Wide weights = received > 0 ? received : n;
    for (const Sum& s : all) {
      weight += received > 0 ? s.received : 1;
      const Wide until = Wide{all[me].sent} * weight / weights;
      b.out.push_back(size_of(static_cast<std::uint64_t>(until - before)));
      before = until;
    }
    return b;
  }
  check(which == allgatherv || which == reduce_scatter, "these are all whose blocks differ");
  const auto own = which == allgatherv ? &Sum::sent : &Sum::received;
  const auto whole = which == allgatherv ? &Sum::received : &Sum::sent;
  const std::uint64_t counted = times(total(all, own), all[0].*whole, n);
  for (const Sum& s : all) b.in.push_back(size_of(s.*own / std::max<std::uint64_t>(1, counted)));
  b.own = b.in[me];
  return b;
}

}  // namespace kasuri::trace
