// SPDX-License-Identifier: MIT
#include "network/power/results.h"

#include "base/core/check.h"

namespace kasuri {
namespace {

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

// The columns of two rows, each with the other's.
template <class F>
void for_each_column(ChunkRow& a, ChunkRow& b, F f) {
  for (std::size_t m = 0; m < kSleepModes; ++m) f(a.asleep[m], b.asleep[m]);
  f(a.busy, b.busy);
  f(a.bytes, b.bytes);
}

void add(std::vector<std::int64_t>& to, const std::vector<std::int64_t>& from) {
  check(to.size() == from.size(), "parts of a machine count the same");
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += from[i];
}

}  // namespace

void JobShare::merge(const JobShare& o) {
  check(kinds == o.kinds && chunks == o.chunks, "parts of a machine count the same jobs");
  add(held, o.held);
  for (std::size_t m = 0; m < kSleepModes; ++m) add(asleep[m], o.asleep[m]);
  add(bytes, o.bytes);
  add(transitions, o.transitions);
  add(stalls, o.stalls);
}

void PowerShare::merge(PowerShare&& o) {
  check(o.end == end && o.chunks.size() == chunks.size(), "parts of a machine end together");
  append(links, o.links);
  append(rows, o.rows);
  append(cells, o.cells);
  jobs.merge(o.jobs);
  for (std::size_t c = 0; c < chunks.size(); ++c) {
    for_each_column(chunks[c], o.chunks[c], [](auto& mine, auto& theirs) { append(mine, theirs); });
  }
}

std::vector<std::uint32_t> first_outputs(const Topology& t) {
  std::vector<std::uint32_t> first;
  std::uint32_t n = 0;
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    first.push_back(n);
    n += t.degree({r}) + t.endpoints_at({r});
  }
  first.push_back(n);
  return first;
}

PowerResults::PowerResults(const Topology& t, bool links, Time chunk_length)
    : first(first_outputs(t)),
      outputs(first.back()),
      injections(t.endpoints()),
      by_link(links),
      chunk(chunk_length) {}

PowerResults::PowerResults(const Topology& t, bool links, Time chunk_length, PowerShare&& share)
    : PowerResults(t, links, chunk_length) {
  check(share.links.size() == outputs.size() + injections.size(), "each link has one owner");
  end = share.end;
  jobs = std::move(share.jobs);
  for (std::size_t i = 0; i < share.links.size(); ++i) {
    const std::size_t id = share.links[i];
    (id < outputs.size() ? outputs[id] : injections[id - outputs.size()]) = share.rows[i];
  }
  chunks.resize(share.chunks.size());
  for (std::size_t c = 0; c < chunks.size(); ++c) {
    for_each_column(chunks[c], share.chunks[c], [&](auto& all, auto& theirs) {
      if (theirs.empty()) return;
      all.resize(cells());
      for (std::size_t i = 0; i < theirs.size(); ++i) all[share.cells[i]] = theirs[i];
    });
    share.chunks[c] = {};
  }
}

}  // namespace kasuri
