// SPDX-License-Identifier: MIT
// kasuri trace info|check FILE: what a trace holds, and whether it can be replayed.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "trace/trace.h"

namespace kasuri::cli {
namespace {

struct Arguments {
  std::string file;
  bool json = false;
};

nlohmann::ordered_json to_json(const trace::Summary& s) {
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

Exit info(const Arguments& a) {
  const auto trace = trace::open(a.file);
  if (a.json) fmt::print("{}\n", to_json(trace->summary()).dump(2));
  else fmt::print("{}", trace::describe(trace->summary()));
  return Exit::done;
}

// What will be simulated, what not, and that the trace is whole: opening it is the proof.
Exit check(const Arguments& a) {
  const auto trace = trace::open(a.file);
  const trace::Summary& s = trace->summary();
  std::uint64_t ignored = 0;
  for (const auto& [name, n] : s.ignored) ignored += n;
  if (a.json) {
    nlohmann::ordered_json json = to_json(s);
    json["ok"] = true;
    json["simulated_events"] = s.events - std::min(ignored, s.events);
    json["ignored_events"] = ignored;
    fmt::print("{}\n", json.dump(2));
    return Exit::done;
  }
  fmt::print("{}: whole; every message has both its sides\n", a.file);
  fmt::print("simulated: {} messages, {} calls of collectives, {} of computation on {} ranks\n", s.sends,
             s.collectives, to_string(s.computing), s.ranks);
  if (ignored == 0) fmt::print("nothing is left out\n");
  for (const auto& [name, n] : s.ignored) fmt::print("left out: {} × {}\n", n, name);
  for (const std::string& note : s.notes) fmt::print("note: {}\n", note);
  return Exit::done;
}

const Verb verb{"trace", "look into a trace: what it holds, whether it can be replayed",
                [](CLI::App& app) -> Action {
                  auto a = std::make_shared<Arguments>();
                  app.require_subcommand(1);
                  const auto add = [&](const char* name, const char* meaning) {
                    CLI::App* sub = app.add_subcommand(name, meaning);
                    sub->add_option("file", a->file, "the trace: an OTF2 anchor file, a .goal file, "
                                                     "a list or file of time-independent actions")
                        ->required()
                        ->type_name("FILE");
                    sub->add_flag("--json", a->json, "as JSON");
                    return sub;
                  };
                  CLI::App* const i = add("info", "what it holds, by kind and by name of call");
                  add("check", "whether it is whole, and what replay leaves out");
                  return [a, i] { return i->parsed() ? info(*a) : check(*a); };
                }};

}  // namespace
}  // namespace kasuri::cli
