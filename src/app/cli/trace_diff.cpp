// SPDX-License-Identifier: MIT
#include "app/cli/trace_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "base/core/words.h"
#include "workload/traces/trace.h"

namespace kasuri::cli {
namespace {

using Kind = mpi::Operation::Kind;
using Ranks = std::vector<std::uint32_t>;

// What a rank does that another trace can do, too: how it waits is a matter of the format.
struct Step {
  std::string_view call;
  std::int32_t peer = 0, tag = 0;  // or the root
  Bytes bytes{0};                  // receives have none: formats give them rooms of their own
  Time time{0};
  const Ranks* members = nullptr;  // of a communicator; null: all ranks

  bool is_message() const { return call == "send" || call == "receive"; }
  bool operator==(const Step& o) const {
    const bool alike = members && o.members ? *members == *o.members : members == o.members;
    return call == o.call && peer == o.peer && tag == o.tag && bytes == o.bytes && time == o.time && alike;
  }
};

std::string words_of(const Step& s) {
  std::string text(s.call);
  if (s.call == "compute") return text + " for " + to_string(s.time);
  if (s.bytes.n > 0 || s.call == "send") {
    text += " of " + counted(static_cast<std::uint64_t>(s.bytes.n), "byte");
  }
  if (s.is_message()) {
    const std::string peer = s.peer == mpi::kAnySource ? "any rank" : fmt::format("rank {}", s.peer);
    text += fmt::format(" {} {}, {}", s.call == "send" ? "to" : "from", peer,
                        s.tag == mpi::kAnyTag ? "any tag" : fmt::format("tag {}", s.tag));
  } else if (s.peer > 0) {
    text += fmt::format(", root {}", s.peer);
  }
  if (s.members) text += fmt::format(", among {}", counted(s.members->size(), "rank"));
  return text;
}

// The steps of a rank, each wait over at once.
class Steps {
 public:
  Steps(const trace::Trace& t, int rank, bool times) : trace_(t), stream_(t.stream(rank)), times_(times) {}

  std::optional<Step> next() {
    for (;;) {
      op_ = {};
      if (!stream_->next(Time{0}, op_)) return std::nullopt;
      if (op_.kind == Kind::wait_any) stream_->ended(op_.requests[0]);
      if (op_.kind == Kind::reap) {
        for (const std::uint32_t r : Ranks(op_.requests.begin(), op_.requests.end())) stream_->ended(r);
      }
      if (const auto step = step_of()) return step;
    }
  }

 private:
  std::optional<Step> step_of() const {
    Step s{.call = "", .peer = op_.peer, .tag = op_.tag};
    const auto& all = *trace_.communicators();
    if (op_.comm > 0 && op_.comm <= all.size()) s.members = &all[op_.comm - 1];
    switch (op_.kind) {
      case Kind::send: case Kind::isend: s.call = "send", s.bytes = op_.bytes; return s;
      case Kind::receive: case Kind::ireceive: s.call = "receive"; return s;
      case Kind::compute: case Kind::icompute:
        if (!times_ || op_.time == Time{0}) return std::nullopt;
        return Step{.call = "compute", .time = op_.time};
      case Kind::collective: case Kind::icollective:
        s.call = name_of(op_.collective), s.bytes = op_.bytes, s.peer = op_.root, s.tag = 0;
        for (const int n : op_.out) s.bytes += Bytes{n};
        return s;
      case Kind::duplicate: s.call = "comm_dup"; break;
      case Kind::split: s.call = "comm_split"; break;
      case Kind::create: s.call = "comm_create"; break;
      case Kind::remote: s.call = "one-sided"; s.bytes = op_.bytes; return s;
      default: return std::nullopt;
    }
    s.peer = s.tag = 0;
    return s;
  }

  const trace::Trace& trace_;
  std::unique_ptr<mpi::OpStream> stream_;
  bool times_;
  mpi::Operation op_;
};

struct Sum {
  std::array<std::uint64_t, 2> calls{};
  std::array<std::int64_t, 2> bytes{};
};

struct First {
  int rank = 0;
  std::uint64_t step = 0;  // from 1
  std::array<std::string, 2> words;
};

struct TraceComparison {
  std::map<std::string_view, Sum> calls;
  std::vector<First> ranks;  // those that differ, with their first difference
};

TraceComparison compared(const trace::Trace& a, const trace::Trace& b, bool times) {
  TraceComparison c;
  for (int rank = 0; rank < std::max(a.ranks(), b.ranks()); ++rank) {
    std::array<std::optional<Steps>, 2> streams;
    if (rank < a.ranks()) streams[0].emplace(a, rank, times);
    if (rank < b.ranks()) streams[1].emplace(b, rank, times);
    bool differs = false;
    for (std::uint64_t n = 1;; ++n) {
      std::array<std::optional<Step>, 2> now;
      for (std::size_t i = 0; i < 2; ++i) {
        now[i] = streams[i] ? streams[i]->next() : std::nullopt;
        if (!now[i]) continue;
        Sum& sum = c.calls[now[i]->call];
        ++sum.calls[i];
        sum.bytes[i] += now[i]->bytes.n;
      }
      if (!now[0] && !now[1]) break;
      if (differs || now[0] == now[1]) continue;
      differs = true;
      const auto said = [&](std::size_t i) {
        if (now[i]) return words_of(*now[i]);
        return std::string(streams[i] ? "its end" : "no such rank");
      };
      c.ranks.push_back({rank, n, {said(0), said(1)}});
    }
  }
  return c;
}

std::string ranks_of(const std::vector<First>& all) {
  std::string text;
  for (std::size_t i = 0; i < all.size();) {
    std::size_t end = i + 1;
    while (end < all.size() && all[end].rank == all[end - 1].rank + 1) ++end;
    text += fmt::format("{}{}", i > 0 ? "," : "", all[i].rank);
    if (end > i + 1) text += fmt::format("-{}", all[end - 1].rank);
    i = end;
  }
  return text;
}

void print_comparison(const TraceComparison& c, const std::array<std::string, 2>& names, std::size_t most) {
  fmt::print("{:<16} {:>24} {:>24}\n", "calls", "A", "B");
  for (const auto& [call, sum] : c.calls) {
    const auto cell = [&](std::size_t i) {
      const std::string size = sum.bytes[i] ? ", " + to_string(Bytes{sum.bytes[i]}) : "";
      return grouped(sum.calls[i]) + size;
    };
    fmt::print("  {:<14} {:>24} {:>24}{}\n", call, cell(0), cell(1), cell(0) == cell(1) ? "" : "  *");
  }
  fmt::print("A {}\nB {}\n", names[0], names[1]);
  if (c.ranks.empty()) {
    fmt::print("all ranks do the same\n");
    return;
  }
  fmt::print("{}: {}\n", counted(c.ranks.size(), "rank") + (c.ranks.size() == 1 ? " differs" : " differ"),
             ranks_of(c.ranks));
  for (std::size_t i = 0; i < std::min(most, c.ranks.size()); ++i) {
    const First& f = c.ranks[i];
    fmt::print("  rank {}, step {}: A {}\n    B {}\n", f.rank, f.step, f.words[0], f.words[1]);
  }
  if (c.ranks.size() > most) fmt::print("  and {} more ranks (--top)\n", c.ranks.size() - most);
}

void print_json(const TraceComparison& c) {
  using Json = nlohmann::ordered_json;
  Json calls = Json::object(), ranks = Json::array();
  for (const auto& [call, sum] : c.calls) {
    calls[std::string(call)] = {{"calls", sum.calls}, {"bytes", sum.bytes}};
  }
  for (const First& f : c.ranks) {
    ranks.push_back({{"rank", f.rank}, {"step", f.step}, {"a", f.words[0]}, {"b", f.words[1]}});
  }
  fmt::print("{}\n", Json{{"same", c.ranks.empty()}, {"calls", calls}, {"ranks", ranks}}.dump(2));
}

}  // namespace

Exit diff_traces(const TraceDiffArguments& a) {
  const auto first = trace::open(a.a), second = trace::open(a.b);
  const TraceComparison c = compared(*first, *second, a.times);
  const auto name = [](const std::string& file, const trace::Trace& t) {
    return fmt::format("{}: {}, {}", file, t.summary().format,
                       counted(static_cast<std::uint64_t>(t.ranks()), "rank"));
  };
  if (a.json) print_json(c);
  else print_comparison(c, {name(a.a, *first), name(a.b, *second)}, a.most);
  return a.exit_code && !c.ranks.empty() ? Exit::program_failed : Exit::done;
}

}  // namespace kasuri::cli
