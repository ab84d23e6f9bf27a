// SPDX-License-Identifier: MIT
#include "studies/manycore/waits.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/core/check.h"

namespace kasuri::emu {
namespace {

constexpr std::size_t kMostLinks = 6;

std::string place(std::uint64_t pe, Shape shape) {
  return fmt::format("element {} (rank {}, pipe {})", pe, pe >> shape.log_pipes,
                     pe & (shape.pipes() - 1));
}

std::string words(const Waits::Link& l, Shape shape) {
  std::string out = fmt::format("{} {}", place(l.pe, shape), to_string(l.standing.doing));
  if (l.standing.doing != Doing::stopped) out += fmt::format(" at 0x{:X}", l.standing.pc);
  return out;
}

}  // namespace

std::string_view to_string(Doing d) {
  switch (d) {
    case Doing::running: return "runs";
    case Doing::looping: return "loops without end";
    case Doing::stopped: return "has stopped";
    case Doing::input0: return "waits for input 0";
    case Doing::input1: return "waits for input 1";
    case Doing::output0: return "waits for output 0";
    case Doing::output1: return "waits for output 1";
  }
  fail("what an element does has a name");
}

nlohmann::ordered_json Waits::json(Shape shape) const {
  nlohmann::ordered_json j;
  j["stopped"] = stopped;
  j["running"] = running;
  j["looping"] = looping;
  j["waiting"] = waiting;
  j["for_source"] = for_source;
  j["held_up"] = nlohmann::ordered_json::array();
  for (const Held& h : held) {
    nlohmann::ordered_json one;
    one["elements"] = h.elements;
    one["circle"] = h.circle;
    one["chain"] = nlohmann::ordered_json::array();
    for (const Link& l : h.chain) {
      one["chain"].push_back({{"pe", l.pe},
                              {"rank", l.pe >> shape.log_pipes},
                              {"pipe", l.pe & (shape.pipes() - 1)},
                              {"does", to_string(l.standing.doing)},
                              {"pc", l.standing.pc},
                              {"clock", l.standing.clock}});
    }
    j["held_up"].push_back(std::move(one));
  }
  j["held_up_not_shown"] = not_shown;
  return j;
}

std::string Waits::text(Shape shape) const {
  std::string out =
      fmt::format("at the end: {} elements run, {} loop without end, {} have stopped, {} wait",
                  running, looping, stopped, waiting);
  if (for_source) out += fmt::format(", {} of them for the source, which has no more", for_source);
  out += '\n';
  for (const Held& h : held) {
    out += h.circle ? fmt::format("  {} wait in a cycle:\n", h.elements)
                    : fmt::format("  {} wait, directly or through others, for {}:\n", h.elements,
                                  place(h.chain.back().pe, shape));
    for (const Link& l : h.chain) {
      if (h.cut && &l == &h.chain.back()) out += h.circle ? "" : "    ...\n";
      out += fmt::format("    {}\n", words(l, shape));
    }
    if (h.circle && h.cut)
      out += "    ...\n";
    else if (h.circle)
      out += fmt::format("    which waits for {}\n", place(h.chain.front().pe, shape));
  }
  if (not_shown) out += fmt::format("  {} wait for others\n", not_shown);
  return out;
}

template <class Core>
void WaitTracer<Core>::count(Doing d) {
  totals_.running += d == Doing::running;
  totals_.looping += d == Doing::looping;
  totals_.stopped += d == Doing::stopped;
  totals_.waiting += waits(d);
}

template <class Core>
auto WaitTracer<Core>::root(std::uint64_t id) -> Root* {
  const auto found = roots_.find(id);
  if (found != roots_.end()) return &found->second;
  return roots_.size() < kMostRoots ? &roots_[id] : nullptr;
}

// For whom an element waits; the source if nobody.
template <class Core>
std::uint64_t WaitTracer<Core>::next(std::uint64_t pe, Doing d) const {
  if (d == Doing::input0 || d == Doing::input1) {
    const std::uint64_t buffer = chip_->input(pe, d == Doing::input1);
    return chip_->is_source(buffer) ? kSource : chip_->sender(buffer);
  }
  const std::uint64_t buffer = chip_->output(pe, d == Doing::output1);
  return chip_->is_sink(buffer) ? kSource : buffer / 2;
}

// Of an element of the last rank that was closed: itself, unless it waits.
template <class Core>
std::uint64_t WaitTracer<Core>::closed_root(std::uint64_t pe) const {
  if (last_ == Last::mixed) return last_root_[chip_->pipe_of(pe)];
  return last_ == Last::stopped ? pe : kSource;
}

template <class Core>
bool WaitTracer<Core>::close_alike(std::uint32_t rank, bool all_wait, bool all_stopped) {
  const std::int64_t n = chip_->shape().pipes();
  if (all_stopped) {
    totals_.stopped += n;
    last_ = Last::stopped;
  } else if (all_wait && (rank == 0 || last_ == Last::source)) {
    totals_.waiting += n;
    totals_.for_source += n;
    last_ = Last::source;
  } else {
    return false;
  }
  closed_ = rank + 1;
  return true;
}

template <class Core>
void WaitTracer<Core>::close(std::uint32_t rank, const StandingOf& standing_of) {
  const std::uint32_t n = chip_->shape().pipes();
  std::vector<std::uint64_t> roots(n);
  std::vector<Standing> standings(n);
  for (std::uint32_t pipe = 0; pipe < n; ++pipe) {
    const std::uint64_t pe = chip_->index(rank, pipe);
    const Standing s = standings[pipe] = standing_of(pe);
    count(s.doing);
    if (!waits(s.doing)) {
      roots[pipe] = pe;
      continue;
    }
    const std::uint64_t before = next(pe, s.doing);
    const std::uint64_t id = before == kSource ? kSource : closed_root(before);
    roots[pipe] = id;
    if (id == kSource) {
      ++totals_.for_source;
    } else if (Root* r = root(id); r) {
      if (r->elements++ == 0) {
        Standing end{Doing::stopped, 0, 0};
        if (last_ == Last::mixed && before == id) end = last_standing_[chip_->pipe_of(before)];
        r->chain = {{pe, s}, {id, end}};
      }
    } else {
      ++beyond_;
    }
  }
  last_ = Last::mixed;
  last_root_ = std::move(roots);
  last_standing_ = std::move(standings);
  closed_ = rank + 1;
}

template <class Core>
void WaitTracer<Core>::finish(std::uint32_t rank, const StandingOf& standing_of) {
  finished_ = true;
  const std::uint64_t first = chip_->index(rank, 0), end = chip_->shape().pes();
  if (first >= end) return;
  std::vector<Standing> standing(end - first);
  for (std::uint64_t pe = first; pe < end; ++pe) {
    standing[pe - first] = standing_of(pe);
    count(standing[pe - first].doing);
  }
  // The end of each way, found once for all elements on it. A way that meets itself is a circle,
  // which has the number of its lowest element.
  constexpr std::uint64_t kUnknown = kSource - 1, kOnTheWay = kSource - 2;
  std::vector<std::uint64_t> ends(end - first, kUnknown);
  std::vector<std::uint64_t> way;
  std::map<std::uint64_t, bool> circles;
  for (std::uint64_t from = first; from < end; ++from) {
    way.clear();
    std::uint64_t at = from, found = kUnknown;
    while (found == kUnknown) {
      if (at == kSource) {
        found = kSource;
      } else if (at < first) {
        found = closed_root(at);
      } else if (ends[at - first] == kOnTheWay) {
        const auto circle = std::ranges::find(way, at);
        found = *std::min_element(circle, way.end());
        circles[found] = true;
      } else if (ends[at - first] != kUnknown) {
        found = ends[at - first];
      } else if (!waits(standing[at - first].doing)) {
        found = ends[at - first] = at;
      } else {
        ends[at - first] = kOnTheWay;
        way.push_back(at);
        at = next(at, standing[at - first].doing);
      }
    }
    for (const std::uint64_t pe : way) ends[pe - first] = found;
    if (!waits(standing[from - first].doing)) continue;
    if (found == kSource) {
      ++totals_.for_source;
      continue;
    }
    Root* r = root(found);
    if (!r) {
      ++beyond_;
      continue;
    }
    if (r->elements++ > 0) continue;
    r->circle = circles.contains(found);
    // The circle alone, or the way from here to the end.
    std::uint64_t pe = r->circle ? found : from;
    const std::uint64_t begin = pe;
    for (std::size_t k = 0;; ++k) {
      const bool open = pe >= first;
      if (!open) pe = closed_root(pe);  // of ranks before, only the end is known
      const Standing s = open ? standing[pe - first] : Standing{Doing::stopped, 0, 0};
      const bool is_end = !open || !waits(s.doing);
      if (k < kMostLinks || is_end)
        r->chain.push_back({pe, s});
      else
        r->cut = true;
      if (is_end || (r->circle && r->cut)) break;
      pe = next(pe, s.doing);
      if (pe == kSource || (r->circle && pe == begin)) break;
    }
  }
}

template <class Core>
Waits WaitTracer<Core>::result() const {
  Waits result = totals_;
  for (const auto& [id, r] : roots_) result.held.push_back({r.elements, r.circle, r.chain, r.cut});
  std::ranges::stable_sort(result.held, std::greater(), &Waits::Held::elements);
  result.not_shown = beyond_;
  while (result.held.size() > Waits::kShown) {
    result.not_shown += result.held.back().elements;
    result.held.pop_back();
  }
  return result;
}

template class WaitTracer<Core8080>;
template class WaitTracer<CoreSh2>;

}  // namespace kasuri::emu
