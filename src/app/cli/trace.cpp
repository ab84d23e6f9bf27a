// SPDX-License-Identifier: MIT
// kasuri trace info|check|convert|cut|diff FILE: what a trace holds, whether it can be replayed, the same
// in another format, a part of it, and what another one has differently.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "shell/verbs/command.h"
#include "app/cli/trace_diff.h"
#include "app/cli/trace_replay.h"
#include "base/core/parse_units.h"
#include "base/core/words.h"
#include "workload/traces/lines.h"
#include "workload/traces/matching.h"
#include "workload/traces/trace.h"

namespace kasuri::cli {
namespace {

struct TraceArguments {
  std::string file, eager_limit = "16 KiB", to, out = ".", ranks, begin = "0 s", end;
  bool json = false;
};

// How the operations of all ranks end.
struct Ending {
  Bytes eager_limit;
  std::vector<std::string> deadlock;  // who waits for whom; empty: all ranks end
  bool ends_if_buffered = true;       // whether they would if no send waited for its receive
  bool by_chance = false;             // messages from any rank may come in another order
  std::string truncated{};            // a message larger than its receive; empty: none, or by chance

  Exit code() const {
    if (!deadlock.empty()) return Exit::deadlock;
    return truncated.empty() ? Exit::done : Exit::program_failed;
  }
};

Bytes eager_limit_of(const TraceArguments& a) {
  constexpr Bytes kMost{std::int64_t{1} << 30};  // as mpi.eager_limit
  const Parsed<Bytes> limit = parse_bytes(a.eager_limit);
  if (!limit.error.empty()) {
    throw Error(Exit::usage, ErrorPlace(), fmt::format("--eager-limit: {}", limit.error));
  }
  if (limit.value > kMost) {
    throw Error(Exit::usage, ErrorPlace(),
                fmt::format("--eager-limit: '{}' is larger than 1 GiB", a.eager_limit));
  }
  return limit.value;
}

// What matches and ends without a network needs no replay; what does not may still end in one, whose
// collectives wait for fewer ranks.
Ending ending_of(const trace::Trace& trace, const TraceArguments& a) {
  Ending e{.eager_limit = eager_limit_of(a), .deadlock = {}};
  trace::Matching matching(trace, e.eager_limit);
  const bool ends = matching.run();
  e.by_chance = matching.has_wildcards();
  if (const auto& t = matching.truncated(); t && !e.by_chance) {
    e.truncated = fmt::format("rank {} receives a message of {} from rank {} with tag {} into a buffer of "
                              "{}", t->to, counted(t->message.n, "byte"), t->from, t->tag,
                              counted(t->room.n, "byte"));
  }
  if (ends) return e;
  e.deadlock = deadlock_in_replay(a.file, trace.ranks(), e.eager_limit);
  if (!e.deadlock.empty()) {
    e.ends_if_buffered = trace::Matching(trace, Bytes{std::int64_t{1} << 40}).run();
  }
  return e;
}

void print_ending(const Ending& e, const std::string& eager_limit) {
  const std::string sends = fmt::format("messages up to {} are buffered, larger ones wait for their "
                                        "receive (mpi.eager_limit, --eager-limit)", eager_limit);
  if (!e.truncated.empty()) fmt::print("a replay fails: {}\n", e.truncated);
  if (e.deadlock.empty()) {
    if (e.truncated.empty()) fmt::print("all ranks end in replay: {}\n", sends);
  } else {
    fmt::print("deadlock in replay: {}\n", sends);
    for (const std::string& line : e.deadlock) fmt::print("  {}\n", line);
    fmt::print("with messages of any size buffered, {}\n",
               e.ends_if_buffered
                   ? "all ranks end: raise mpi.eager_limit if the traced machine's was larger"
                   : "they would wait for each other, too");
  }
  if (e.by_chance) {
    fmt::print("note: some receives accept any rank or any tag; with other times they may match other "
               "messages and end differently\n");
  }
}

nlohmann::ordered_json summary_json(const trace::Summary& s) {
  nlohmann::ordered_json regions = nlohmann::ordered_json::object();
  for (const auto& [name, use] : s.regions) {
    regions[name] = {{"times", use.times}, {"computing_ps", use.computing.ps}};
  }
  return {{"format", s.format},
          {"ranks", s.ranks},
          {"events", s.events},
          {"sends", s.sends},
          {"receives", s.receives},
          {"collectives", s.collectives},
          {"bytes", s.bytes.n},
          {"collective_bytes", s.collective_bytes.n},
          {"communicators", s.communicators},
          {"computing_ps", s.computing.ps},
          {"calls", s.calls},
          {"regions", regions},
          {"ignored", s.ignored},
          {"notes", s.notes}};
}

Exit info(const TraceArguments& a) {
  const auto trace = trace::open(a.file);
  if (a.json) fmt::print("{}\n", summary_json(trace->summary()).dump(2));
  else fmt::print("{}", trace::describe(trace->summary()));
  return Exit::done;
}

// What will be simulated, what not, and that the trace is whole and comes to its end: opening it is the
// proof of the first.
Exit check_trace(const TraceArguments& a) {
  eager_limit_of(a);
  const auto trace = trace::open(a.file);
  const Ending ending = ending_of(*trace, a);
  const Exit code = ending.code();
  const trace::Summary& s = trace->summary();
  std::uint64_t ignored = 0;
  for (const auto& [name, n] : s.ignored) ignored += n;
  if (a.json) {
    nlohmann::ordered_json json = summary_json(s);
    json["ok"] = code == Exit::done;
    json["eager_limit"] = ending.eager_limit.n;
    json["deadlock"] = ending.deadlock;
    json["truncated"] = ending.truncated;
    if (!ending.deadlock.empty()) json["ends_if_buffered"] = ending.ends_if_buffered;
    json["simulated_events"] = s.events - std::min(ignored, s.events);
    json["ignored_events"] = ignored;
    fmt::print("{}\n", json.dump(2));
    return code;
  }
  fmt::print("{}: complete; every message has a send and a receive\n", a.file);
  fmt::print("simulated: {} messages, {} calls of collectives, {} of computation on {} ranks\n", s.sends,
             s.collectives, to_string(s.computing), s.ranks);
  if (ignored == 0) fmt::print("nothing is left out\n");
  for (const auto& [name, n] : s.ignored) fmt::print("left out: {} × {}\n", n, name);
  for (const std::string& note : s.notes) fmt::print("note: {}\n", note);
  print_ending(ending, a.eager_limit);
  return code;
}

// By a replay, which says how the ranks' operations depend on each other; collectives have the default
// algorithms.
Exit convert_to(const TraceArguments& a) {
  const auto trace = trace::open(a.file);
  for (const std::string& line : trace::departures(trace->summary())) {
    fmt::print(stderr, "kasuri: note: {}\n", line);
  }
  for (const std::string& name : convert_trace(a.file, trace->ranks(), eager_limit_of(a), a.to, a.out)) {
    fmt::print("{}\n", (std::filesystem::path(a.out) / name).string());
  }
  return Exit::done;
}

// "0-3,8"
std::vector<std::uint32_t> ranks_in(const std::string& list, std::uint32_t all) {
  std::vector<std::uint32_t> ranks;
  std::istringstream words(list);
  for (std::string word; std::getline(words, word, ',');) {
    const std::size_t dash = word.find('-');
    const auto first = trace::number_in<std::uint32_t>(word.substr(0, dash));
    const auto last = dash == word.npos ? first : trace::number_in<std::uint32_t>(word.substr(dash + 1));
    if (!first || !last || *first > *last || *last >= all) {
      throw Error(Exit::usage, ErrorPlace(),
                  fmt::format("--ranks: '{}' names no ranks; the trace has the ranks 0 to {}, to be given "
                              "as in 0-3,8", word, all - 1));
    }
    for (std::uint32_t r = *first; r <= *last; ++r) ranks.push_back(r);
  }
  std::ranges::sort(ranks);
  ranks.erase(std::ranges::unique(ranks).begin(), ranks.end());
  return ranks;
}

Time time_in(const char* option, const std::string& text) {
  const Parsed<Time> time = parse_time(text);
  if (time.error.empty()) return time.value;
  throw Error(Exit::usage, ErrorPlace(), fmt::format("{}: {}", option, time.error));
}

// Of the ranks' own messages and computation, as GOAL; collectives are messages.
Exit cut(const TraceArguments& a) {
  const auto trace = trace::open(a.file);
  trace::GoalCut part{.from = time_in("--from", a.begin), .ranks = {}};
  if (!a.end.empty()) part.to = time_in("--to", a.end);
  if (part.from >= part.to) throw Error(Exit::usage, ErrorPlace(), "--to must be after --from");
  if (!a.ranks.empty()) part.ranks = ranks_in(a.ranks, static_cast<std::uint32_t>(trace->ranks()));
  trace::GoalCut::Report r;
  const std::string name = cut_trace(a.file, trace->ranks(), eager_limit_of(a), part, a.out, r);
  fmt::print("{}\n", (std::filesystem::path(a.out) / name).string());
  fmt::print(stderr, "kasuri: note: {} within; {} that cross the cut are left out, and what ranks waited "
                     "for them is computation\n",
             counted(r.messages, "message"), counted(r.crossing, "message"));
  return Exit::done;
}

const Verb trace_verb{"trace", "inspect, compare, convert or cut traces",
                [](CLI::App& app) -> Action {
                  auto a = std::make_shared<TraceArguments>();
                  app.require_subcommand(1);
                  const auto add = [&](const char* name, const char* meaning) {
                    CLI::App* sub = app.add_subcommand(name, meaning);
                    sub->add_option("file", a->file, "trace: an OTF2 anchor file, a .meta file of DUMPI, a "
                                                     "GOAL file, NAME.RANK.et of Chakra, a list or "
                                                     "file of time-independent actions")
                        ->required()
                        ->type_name("FILE");
                    sub->add_flag("--json", a->json, "as JSON");
                    return sub;
                  };
                  CLI::App* const i = add("info", "contents by kind and name of call");
                  CLI::App* const check = add("check", "whether the trace is complete and its replay "
                                                       "ends, and what replay leaves out");
                  CLI::App* const c = add("convert", "write the trace in another format");
                  CLI::App* const part = add("cut", "write a part of the trace as GOAL");
                  part->add_option("--ranks", a->ranks, "ranks that stay, such as 0-3,8; default: all")
                      ->type_name("LIST");
                  part->add_option("--from", a->begin, "time at which the part begins, in a replay without "
                                                       "contention; default: 0 s")
                      ->type_name("TIME");
                  part->add_option("--to", a->end, "time at which it ends; default: the end")
                      ->type_name("TIME");
                  auto d = std::make_shared<TraceDiffArguments>();
                  CLI::App* const diff = app.add_subcommand("diff", "what ranks do in one trace and not in "
                                                                    "another, of any formats");
                  diff->add_option("a", d->a, "trace")->required()->type_name("A");
                  diff->add_option("b", d->b, "trace that is compared with it")->required()->type_name("B");
                  diff->add_flag("--times", d->times, "compare computation, too");
                  diff->add_option("--top", d->most, "number of ranks to show; default: 8")
                      ->check(CLI::Range(0, 1000000));
                  diff->add_flag("--json", d->json, "as JSON");
                  diff->add_flag("--exit-code", d->exit_code, "exit with 1 if the traces differ");
                  for (CLI::App* sub : {check, c, part}) {
                    sub->add_option("--eager-limit", a->eager_limit,
                                    "largest buffered message, as mpi.eager_limit; default: 16 KiB")
                        ->type_name("SIZE");
                  }
                  c->add_option("--to", a->to, "format: goal or chakra")
                      ->required()
                      ->check(CLI::IsMember({"goal", "chakra"}));
                  for (CLI::App* sub : {c, part}) {
                    sub->add_option("--out", a->out,
                                    "folder to write into; default: the working directory");
                  }
                  return [=] {
                    if (diff->parsed()) return diff_traces(*d);
                    if (part->parsed()) return cut(*a);
                    return i->parsed() ? info(*a) : c->parsed() ? convert_to(*a) : check_trace(*a);
                  };
                }};

}  // namespace
}  // namespace kasuri::cli
