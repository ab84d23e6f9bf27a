// SPDX-License-Identifier: MIT
// kasuri diff A B: what is different between two runs, in words: first what was set, then what came of
// it, then which links and ranks have changed most.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "shell/verbs/command.h"
#include "app/cli/run_files.h"
#include "base/config/node.h"
#include "base/core/units.h"

namespace kasuri::cli {
namespace {

struct DiffArguments {
  std::string a, b;
  std::size_t most = 5;
  bool all = false, exit_code = false;
};

// --- Configurations ---

void collect(const config::Node& n, const std::string& path, std::map<std::string, std::string>& all) {
  using Kind = config::Node::Kind;
  const auto value = [](const config::Node& v) {
    switch (v.kind) {
      case Kind::text: return config::toml_string(v.text);
      case Kind::integer: return std::to_string(v.integer);
      case Kind::number: return fmt::format("{}", v.number);
      case Kind::boolean: return std::string(v.boolean ? "true" : "false");
      default: return std::string("…");
    }
  };
  if (n.kind == Kind::table) {
    for (const config::Node& item : n.items) {
      collect(item, path.empty() ? item.name : path + "." + item.name, all);
    }
  } else if (n.kind == Kind::array && !n.items.empty() && n.items[0].kind == Kind::table) {
    for (std::size_t i = 0; i < n.items.size(); ++i) {
      collect(n.items[i], fmt::format("{}[{}]", path, i), all);
    }
  } else if (n.kind == Kind::array) {
    std::string list;
    for (const config::Node& item : n.items) list += (list.empty() ? "" : ", ") + value(item);
    all[path] = "[" + list + "]";
  } else {
    all[path] = value(n);
  }
}

std::map<std::string, std::string> settings(const RunFiles& run) {
  std::map<std::string, std::string> all;
  const std::string file = (run.path / "config.toml").string();
  collect(config::parse_toml(run.text("config.toml"), file), "", all);
  return all;
}

std::vector<std::string> changed_settings(const RunFiles& a, const RunFiles& b) {
  std::vector<std::string> lines;
  const auto before = settings(a), after = settings(b);
  for (const auto& [key, value] : before) {
    const auto now = after.find(key);
    if (now == after.end()) {
      lines.push_back(fmt::format("{} was {}, and is not set now", key, value));
    } else if (now->second != value) {
      lines.push_back(fmt::format("{} was {}, is {}", key, value, now->second));
    }
  }
  for (const auto& [key, value] : after) {
    if (!before.contains(key)) lines.push_back(fmt::format("{} is {}, and was not set", key, value));
  }
  return lines;
}

// --- Results ---

enum class Unit { time, bytes, rate, share, watts, joules, number };

std::string in_unit(double x, Unit unit) {
  const auto whole = static_cast<std::int64_t>(std::llround(x));
  switch (unit) {
    case Unit::time: return to_string(Time{whole});
    case Unit::bytes: return to_string(Bytes{whole});
    case Unit::rate: return to_string(BytesPerSecond{whole});
    case Unit::share: return fmt::format("{:.2f} %", 100 * x);
    case Unit::watts: return fmt::format("{:.5g} W", x);
    case Unit::joules: return fmt::format("{:.5g} J", x);
    case Unit::number: return fmt::format("{:.10g}", x);
  }
  return "";
}

// "650 us instead of 724 us (10.2 % less)".
std::string change(double before, double after, Unit unit) {
  std::string text = fmt::format("{} instead of {}", in_unit(after, unit), in_unit(before, unit));
  if (unit == Unit::share) {
    return text + fmt::format(" ({:+.2f} points)", 100 * (after - before));
  }
  if (before == 0) return text;
  const double ratio = after / before;
  if (ratio >= 2) return text + fmt::format(" ({:.3g} times)", ratio);
  return text + fmt::format(" ({:.2f} % {})", 100 * std::abs(ratio - 1), ratio < 1 ? "less" : "more");
}

struct Figure {
  const char* key;
  const char* words;  // followed by the change
  Unit unit;
};

constexpr Figure kFigures[] = {
    {"time_ps", "The run took", Unit::time},
    {"packets", "Packets delivered:", Unit::number},
    {"packet_bytes", "Bytes delivered, on the wire:", Unit::bytes},
    {"transfer_bytes", "Bytes × links crossed:", Unit::bytes},
    {"links", "Links:", Unit::number},
    {"link_busy_ratio", "Links were busy", Unit::share},
    {"link_stall_ratio", "Links were stalled", Unit::share},
    {"mean_link_bytes_per_s", "Mean bandwidth of a link:", Unit::rate},
    {"mean_packet_latency_ps", "Mean latency of packets:", Unit::time},
    {"latency.packet.p50_ps", "Half of the packets took at most", Unit::time},
    {"latency.packet.p99_ps", "99 % of the packets took at most", Unit::time},
    {"latency.packet.p999_ps", "99.9 % of the packets took at most", Unit::time},
    {"latency.message.p99_ps", "99 % of the messages took at most", Unit::time},
    {"max_packet_latency_ps", "The slowest packet took", Unit::time},
    {"mean_packet_queueing_ps", "Before it, packets waited in NICs", Unit::time},
    {"undelivered_packets", "Packets in transit at the end:", Unit::number},
    {"power.mean_w", "Mean power:", Unit::watts},
    {"power.peak_w", "Peak power:", Unit::watts},
    {"power.energy_j", "Energy:", Unit::joules},
    {"power.lpi_ratio", "Links were asleep", Unit::share},
    {"power.transitions", "Links went to sleep, times:", Unit::number},
};

constexpr Figure kJobFigures[] = {
    {"ranks", "ranks:", Unit::number},
    {"time_ps", "took", Unit::time},
    {"exit_code", "exit code:", Unit::number},
    {"messages", "messages:", Unit::number},
    {"message_bytes", "payload:", Unit::bytes},
    {"computing_ps", "its ranks computed, in all,", Unit::time},
    {"waiting_ps", "its ranks waited, in all,", Unit::time},
    {"collectives_ps", "its ranks were in collectives, in all,", Unit::time},
};

using Leaves = std::map<std::string, nlohmann::ordered_json>;

void compare(const Leaves& a, const Leaves& b, const std::string& prefix, const std::string& who,
             std::span<const Figure> figures, std::vector<std::string>& lines) {
  for (const Figure& f : figures) {
    const auto x = a.find(prefix + f.key), y = b.find(prefix + f.key);
    if (x == a.end() || y == b.end() || !x->second.is_number() || x->second == y->second) continue;
    lines.push_back(fmt::format("{}{} {}", who, f.words,
                                change(x->second.get<double>(), y->second.get<double>(), f.unit)));
  }
}

std::vector<std::string> changed_results(const RunFiles& a, const RunFiles& b) {
  const auto all_a = flatten(a.summary), all_b = flatten(b.summary);
  const Leaves before(all_a.begin(), all_a.end()), after(all_b.begin(), all_b.end());
  std::vector<std::string> lines;
  if (end_reason(a.summary) != end_reason(b.summary)) {
    lines.push_back(fmt::format("The run ended with '{}' instead of '{}'.", end_reason(b.summary),
                                end_reason(a.summary)));
  }
  compare(before, after, "", "", kFigures, lines);
  const std::size_t jobs = std::min(a.summary.at("jobs").size(), b.summary.at("jobs").size());
  for (std::size_t j = 0; j < jobs; ++j) {
    const std::string who =
        fmt::format("Job '{}': ", b.summary.at("jobs").at(j).value("name", std::to_string(j)));
    compare(before, after, fmt::format("jobs.{}.", j), who, kJobFigures, lines);
  }
  if (a.summary.at("jobs").size() != b.summary.at("jobs").size()) {
    lines.push_back(fmt::format("Jobs: {} instead of {}", b.summary.at("jobs").size(),
                                a.summary.at("jobs").size()));
  }
  return lines;
}

// Every leaf of the summaries that differs.
std::vector<std::string> all_differences(const RunFiles& a, const RunFiles& b) {
  std::vector<std::string> lines;
  const auto all_b = flatten(b.summary);
  const Leaves after(all_b.begin(), all_b.end());
  for (const auto& [key, value] : flatten(a.summary)) {
    const auto now = after.find(key);
    if (key.starts_with("host.") || now == after.end() || now->second == value) continue;
    lines.push_back(fmt::format("{}: {} → {}", key, value.dump(), now->second.dump()));
  }
  return lines;
}

// --- Links and ranks ---

// The rows whose share of the time has changed most.
template <class Name>
std::vector<std::string> most_changed(const std::vector<std::int64_t>& before, double time_before,
                                      const std::vector<std::int64_t>& after, double time_after,
                                      std::size_t most, Name name) {
  std::vector<std::pair<double, std::size_t>> by_change;
  const auto share = [](const std::vector<std::int64_t>& v, std::size_t i, double time) {
    return static_cast<double>(v[i]) / std::max(1.0, time);
  };
  for (std::size_t i = 0; i < before.size(); ++i) {
    const double d = share(after, i, time_after) - share(before, i, time_before);
    if (std::abs(d) >= 0.0005) by_change.emplace_back(-std::abs(d), i);
  }
  std::ranges::sort(by_change);
  std::vector<std::string> lines;
  for (std::size_t k = 0; k < std::min(most, by_change.size()); ++k) {
    const std::size_t i = by_change[k].second;
    lines.push_back(fmt::format("{} {}", name(i),
                                change(share(before, i, time_before), share(after, i, time_after),
                                       Unit::share)));
  }
  return lines;
}

std::vector<std::string> changed_links(const RunFiles& a, const RunFiles& b, std::size_t most) {
  const auto from = b.tables.column("links", "from"), to = b.tables.column("links", "to");
  const auto ejection = b.tables.column("links", "ejection");
  if (a.tables.column("links", "from") != from || a.tables.column("links", "to") != to) {
    return {"The machines have different links, which are not compared one by one."};
  }
  const RouterNames router(b.tables);
  return most_changed(
      a.tables.column("links", "busy"), a.summary.at("time_ps").get<double>(),
      b.tables.column("links", "busy"), b.summary.at("time_ps").get<double>(), most,
      [&](std::size_t i) {
        return ejection[i] ? fmt::format("The link to NIC {} was busy", to[i])
                           : fmt::format("The link {} to {} was busy", router(from[i]), router(to[i]));
      });
}

std::vector<std::string> changed_ranks(const RunFiles& a, const RunFiles& b, std::size_t most) {
  const auto job = b.tables.column("ranks", "job"), rank = b.tables.column("ranks", "rank");
  if (a.tables.column("ranks", "job") != job) {
    return {"The jobs have different ranks, which are not compared one by one."};
  }
  return most_changed(a.tables.column("ranks", "waiting"), a.summary.at("time_ps").get<double>(),
                      b.tables.column("ranks", "waiting"), b.summary.at("time_ps").get<double>(), most,
                      [&](std::size_t i) {
                        return fmt::format("Rank {} of job {} waited", rank[i], job[i]);
                      });
}

void print(const char* head, const std::vector<std::string>& lines) {
  if (lines.empty()) return;
  fmt::print("{}\n", head);
  for (const std::string& l : lines) fmt::print("  {}\n", l);
}

// Runs that did not go to their end say little of each other.
void print_partial(const RunFiles& run) {
  if (is_whole(run.summary)) return;
  fmt::print("{} ended early ({}): it has results of {}.\n", run.name(),
             end_reason(run.summary), to_string(Time{run.summary.at("time_ps").get<std::int64_t>()}));
}

constexpr const char* kNothing = "0000000000000000";  // the hash of no packets

// What the hashes say of the packets.
std::string verdict(const RunFiles& a, const RunFiles& b, bool same) {
  if (!is_whole(a.summary) || !is_whole(b.summary)) {
    return same ? "The same packets arrived at the same times until both runs ended."
                : "Different packets arrived until the runs ended; complete runs may still be equal.";
  }
  if (a.summary.at("result_hash") == kNothing && same) {
    return "Nothing crossed the fabric in either run, so the result hashes say nothing.";
  }
  return same ? "The same packets arrived at the same times: the result hashes are equal."
              : "Packets arrived at other times: the result hashes differ.";
}

Exit diff(const DiffArguments& arguments) {
  const RunFiles a(arguments.a), b(arguments.b);
  const std::vector<std::string> set = changed_settings(a, b);
  const bool same = a.summary.at("result_hash") == b.summary.at("result_hash");
  const std::vector<std::string> results =
      arguments.all ? all_differences(a, b) : changed_results(a, b);
  fmt::print("{} compared with {}\n", b.name(), a.name());
  print_partial(a);
  print_partial(b);
  if (set.empty()) {
    fmt::print("The configurations are the same.\n");
  } else {
    print("configuration", set);
  }
  if (a.manifest.value("version", "") != b.manifest.value("version", "")) {
    fmt::print("The versions are different: {} instead of {}.\n", b.manifest.value("version", "?"),
               a.manifest.value("version", "?"));
  }
  if (results.empty()) fmt::print("The results are the same.\n");
  print("results", results);
  print("links", changed_links(a, b, arguments.most));
  print("ranks", changed_ranks(a, b, arguments.most));
  fmt::print("{}\n", verdict(a, b, same));
  const bool equal = same && set.empty() && results.empty();
  return arguments.exit_code && !equal ? Exit::program_failed : Exit::done;
}

const Verb diff_verb{
    "diff", "describe the differences between two runs",
    [](CLI::App& app) -> Action {
      auto a = std::make_shared<DiffArguments>();
      app.add_option("a", a->a, "run directory")->required()->type_name("A");
      app.add_option("b", a->b, "run directory that is compared with it")->required()->type_name("B");
      app.add_option("--top", a->most, "number of links and ranks to list")
          ->check(CLI::Range(0, 1000000));
      app.add_flag("--all", a->all, "list all keys of the summaries that differ");
      app.add_flag("--exit-code", a->exit_code, "exit with 1 if anything is different");
      return [a] { return reading_runs([&] { return diff(*a); }); };
    }};

}  // namespace
}  // namespace kasuri::cli
