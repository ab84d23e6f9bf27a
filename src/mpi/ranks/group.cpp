// SPDX-License-Identifier: MIT
#include "mpi/ranks/group.h"

#include <algorithm>

#include "base/core/hash.h"

namespace kasuri::mpi {
namespace {

constexpr std::int32_t kLeastRun = 4;    // members of a run on average, else they are listed
constexpr std::uint32_t kMostSpans = 8;  // that a rank may be within

std::uint32_t last_of(const Run& r, std::int64_t length) {
  return static_cast<std::uint32_t>(r.first + (length - 1) * r.stride);
}

// Of ranks in equal steps, how many stay before `end` (exclusive, in the direction of the step).
std::int64_t steps_until(std::int64_t from, std::int64_t end, std::int64_t step) {
  return step > 0 ? (end - from + step - 1) / step : (from - end - step - 1) / -step;
}

Stretch stretch_in(const Run& r, std::int64_t length, std::uint32_t rank, std::int64_t step,
                   std::int64_t most) {
  const std::int64_t a = r.first, b = last_of(r, length);
  const std::int64_t low = std::min(a, b), high = std::max(a, b), x = rank;
  if (x < low || x > high) {
    const bool approaches = step > 0 ? x < low : x > high;
    return {-1, approaches ? std::min(most, steps_until(x, step > 0 ? low : high, step)) : most, 0};
  }
  const std::int64_t stride = length > 1 ? r.stride : 1;
  if ((x - a) % stride != 0) return {-1, step % stride == 0 ? most : 1, 0};
  const std::int64_t i = (x - a) / stride;
  const auto index = static_cast<std::int32_t>(r.index + i);
  if (most == 1 || step % stride != 0) return {index, 1, 0};
  const std::int64_t by = step / stride;
  const std::int64_t left = by > 0 ? (length - 1 - i) / by : i / -by;
  return {index, std::min(most, left + 1), by};
}

}  // namespace

std::uint64_t MemberList::hash_of(std::span<const Run> runs, std::int32_t size) {
  auto hash = static_cast<std::uint64_t>(size);
  for (const Run& r : runs) hash = mix(mix(hash, r.first), static_cast<std::uint64_t>(r.stride));
  return hash;
}

MemberList::MemberList(std::span<const Run> runs, std::int32_t size)
    : size_(size), hash_(hash_of(runs, size)), runs_(runs.begin(), runs.end()) {
  bool serves = static_cast<std::int64_t>(runs_.size()) * kLeastRun <= size_ + 2 * kLeastRun;
  for (std::size_t i = 0; serves && i < runs_.size(); ++i) {
    const std::uint32_t last = last_of(runs_[i], length_of(i));
    spans_.push_back({std::min(runs_[i].first, last), std::max(runs_[i].first, last),
                      static_cast<std::int32_t>(i), 0});
  }
  std::ranges::sort(spans_, {}, [](const Span& s) { return std::pair(s.low, s.run); });
  std::uint32_t highest = 0;
  for (std::size_t i = 0; serves && i < spans_.size(); ++i) {
    spans_[i].highest = highest = std::max(highest, spans_[i].high);
    serves = i < kMostSpans || spans_[i - kMostSpans].highest < spans_[i].low;
  }
  if (!serves) to_list();
}

void MemberList::to_list() {
  spans_ = {};
  members_.reserve(static_cast<std::size_t>(size_));
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    for (std::int64_t k = 0; k < length_of(i); ++k) members_.push_back(last_of(runs_[i], k + 1));
  }
  runs_ = {};
  by_rank_.reserve(members_.size());
  for (std::int32_t i = 0; i < size_; ++i) by_rank_.emplace_back(member(i), i);
  std::ranges::sort(by_rank_);
}

std::int32_t MemberList::length_of(std::size_t run) const {
  return (run + 1 < runs_.size() ? runs_[run + 1].index : size_) - runs_[run].index;
}

const Run& MemberList::run_at(std::int32_t i) const {
  return *(std::ranges::upper_bound(runs_, i, {}, &Run::index) - 1);
}

std::pair<Run, std::int32_t> MemberList::run_from(std::int32_t i) const {
  if (!members_.empty()) return {{i, member(i), 1}, 1};
  const Run& r = run_at(i);
  const std::int32_t skipped = i - r.index;
  return {{i, member(i), r.stride}, length_of(static_cast<std::size_t>(&r - runs_.data())) - skipped};
}

Stretch MemberList::stretch(std::uint32_t rank, std::int64_t step, std::int64_t most) const {
  if (!members_.empty()) {
    const auto at = std::ranges::lower_bound(by_rank_, std::pair{rank, std::int32_t{0}});
    return {at != by_rank_.end() && at->first == rank ? at->second : -1, 1, 0};
  }
  const auto next = std::ranges::upper_bound(spans_, rank, {}, &Span::low);
  bool within = false;
  for (auto s = next; s != spans_.begin() && (--s)->highest >= rank;) {
    if (s->high < rank) continue;
    const auto run = static_cast<std::size_t>(s->run);
    const Stretch found = stretch_in(runs_[run], length_of(run), rank, step, most);
    if (found.index >= 0) return found;
    within = true;
  }
  if (within) return {-1, 1, 0};
  if (step > 0) {
    return {-1, next == spans_.end() ? most : std::min(most, steps_until(rank, next->low, step)), 0};
  }
  if (next == spans_.begin()) return {-1, most, 0};
  return {-1, std::min(most, steps_until(rank, (next - 1)->highest, step)), 0};
}

bool MemberList::is(std::span<const Run> runs) const {
  if (runs.empty() || runs.back().index >= size_) return false;
  if (members_.empty()) return std::ranges::equal(runs_, runs);
  std::int32_t i = 0;
  for (std::size_t k = 0; k < runs.size(); ++k) {
    const std::int32_t end = k + 1 < runs.size() ? runs[k + 1].index : size_;
    for (; i < end; ++i) {
      if (members_[static_cast<std::size_t>(i)] != last_of(runs[k], i - runs[k].index + 1)) return false;
    }
  }
  return true;
}

// ---- Groups ----

std::pair<Run, std::int32_t> Group::run_from(std::int32_t i) const {
  if (list) return list->run_from(i);
  return {{i, member(i), stride}, size - i};
}

Stretch Group::stretch(std::uint32_t rank, std::int64_t step, std::int64_t most) const {
  if (list) return list->stretch(rank, step, most);
  if (size == 0) return {-1, most, 0};
  return stretch_in({0, first, stride}, size, rank, step, most);
}

std::uint64_t Group::hash() const {
  if (list) return list->hash();
  return mix(mix(static_cast<std::uint64_t>(size), first), stride);
}

bool Group::contains(const Group& other) const {
  for (std::int32_t i = 0; i < other.size;) {
    const auto [run, length] = other.run_from(i);
    const Stretch s = stretch(run.first, run.stride, length);
    if (s.index < 0) return false;
    i += static_cast<std::int32_t>(s.length);
  }
  return true;
}

bool Group::is_same_as(const Group& other) const {
  if (size != other.size) return false;
  for (std::int32_t i = 0; i < size;) {
    const auto [run, length] = other.run_from(i);
    const Stretch s = stretch(run.first, run.stride, length);
    if (s.index != i) return false;
    i += s.step == 1 ? static_cast<std::int32_t>(s.length) : 1;
  }
  return true;
}

void GroupBuilder::add(std::uint32_t first, std::int64_t stride, std::int64_t count) {
  std::int64_t next = first;
  while (count > 0) {
    Run* const last = runs_.empty() ? nullptr : &runs_.back();
    const std::int32_t length = last ? size_ - last->index : 0;
    std::int64_t taken = 1;
    if (length == 1 && next != last->first) {
      last->stride = next - last->first;
      if (last->stride == stride) taken = count;
    } else if (length > 1 && next == last->first + length * last->stride) {
      if (last->stride == stride) taken = count;
    } else {
      if (count > 1) taken = count;
      runs_.push_back({size_, static_cast<std::uint32_t>(next), count > 1 ? stride : 1});
    }
    next += taken * stride;
    count -= taken;
    size_ += static_cast<std::int32_t>(taken);
  }
}

void GroupBuilder::add(const Group& g, std::int64_t from, std::int64_t step, std::int64_t count) {
  while (count > 0) {
    auto [run, length] = g.run_from(static_cast<std::int32_t>(from));
    std::int64_t n = step > 0 ? (length + step - 1) / step : 1;
    if (step < 0 && !g.list) n = from / -step + 1;
    n = std::min(n, count);
    add(run.first, run.stride * step, n);
    from += n * step;
    count -= n;
  }
}

Group Groups::make(std::span<const std::uint32_t> members) {
  GroupBuilder builder;
  for (const std::uint32_t m : members) builder.add(m);
  return make(builder);
}

Group Groups::make(const GroupBuilder& builder) {
  Group group{.size = builder.size()};
  const std::span<const Run> runs = builder.runs();
  if (runs.empty()) return group;
  group.first = runs[0].first;
  if (runs.size() == 1 && (group.size == 1 || runs[0].stride > 0)) {
    if (group.size > 1) group.stride = static_cast<std::uint32_t>(runs[0].stride);
    return group;
  }
  const std::uint64_t hash = MemberList::hash_of(runs, group.size);
  auto [at, end] = lists_.equal_range(hash);
  while (at != end && !at->second->is(runs)) ++at;
  if (at == end) at = lists_.emplace(hash, std::make_unique<MemberList>(runs, group.size));
  group.list = at->second.get();
  return group;
}

// What is known makes calls quick and is no more than that.
void Groups::remember(Key key, const Group& group) {
  constexpr std::size_t kMost = 1024;
  if (known_.size() == kMost) known_.clear();
  known_.emplace(std::move(key), group);
}

void Groups::add_to(Key& key, const Group& g) {
  key.insert(key.end(), {g.size, g.first, g.stride,
                         static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(g.list))});
}

namespace {

Groups::Key key_of(Groups::How how, const Group& a, const Group& b) {
  Groups::Key key{how};
  Groups::add_to(key, a);
  Groups::add_to(key, b);
  return key;
}

// Members that are (not) in `by`, where that is not much less.
void add_filtered(GroupBuilder& to, const Group& from, const Group& by, bool inside) {
  for (std::int32_t i = 0; i < from.size;) {
    const auto [run, length] = from.run_from(i);
    const Stretch s = by.stretch(run.first, run.stride, length);
    if ((s.index >= 0) == inside) to.add(run.first, run.stride, s.length);
    i += static_cast<std::int32_t>(s.length);
  }
}

void add_others(GroupBuilder& to, const Group& from, std::span<const std::int32_t> places) {
  std::int64_t next = 0;
  for (const std::int32_t p : places) {
    to.add(from, next, 1, p - next);
    next = std::max<std::int64_t>(next, p + 1);
  }
  to.add(from, next, 1, from.size - next);
}

}  // namespace

Group Groups::slice(const Group& g, std::int32_t from, std::int32_t step, std::int32_t size) {
  if (size == g.size && from == 0 && step == 1) return g;
  if (size == 0) return {};
  if (!g.list && (step > 0 || size == 1)) {
    return {.size = size, .first = g.member(from),
            .stride = size > 1 ? g.stride * static_cast<std::uint32_t>(step) : 1};
  }
  Key key{slice_of, from, step, size};
  add_to(key, g);
  return once(std::move(key), [&](GroupBuilder& to) { to.add(g, from, step, size); });
}

Group Groups::unite(const Group& a, const Group& b) {
  const Group more = subtract(b, a);
  if (more.size == 0) return a;
  if (a.size == 0) return more;
  return once(key_of(union_of, a, more), [&](GroupBuilder& to) {
    to.add(a, 0, 1, a.size);
    to.add(more, 0, 1, more.size);
  });
}

Group Groups::intersect(const Group& a, const Group& b) { return filter(intersection_of, a, b, true); }
Group Groups::subtract(const Group& a, const Group& b) { return filter(difference_of, a, b, false); }

// A few are looked up one by one.
Group Groups::filter(How how, const Group& from, const Group& by, bool inside) {
  constexpr std::int32_t kMuchLess = 16;
  return once(key_of(how, from, by), [&](GroupBuilder& to) {
    if (by.size >= from.size / kMuchLess) return add_filtered(to, from, by, inside);
    std::vector<std::int32_t> places;
    for (std::int32_t i = 0; i < by.size; ++i) {
      if (const std::int32_t at = from.find(by.member(i)); at >= 0) places.push_back(at);
    }
    std::ranges::sort(places);
    if (!inside) return add_others(to, from, places);
    for (const std::int32_t p : places) to.add(from.member(p));
  });
}

Group Groups::exclude(const Group& g, std::span<const std::int32_t> places) {
  GroupBuilder builder;
  add_others(builder, g, places);
  return make(builder);
}

}  // namespace kasuri::mpi
