// SPDX-License-Identifier: MIT
// kasuri calibrate MACHINE MEASURED: constants of a machine from measured times,
// and how well it predicts those that were not used.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/cli/configured.h"
#include "app/cli/machines.h"
#include "shell/verbs/say.h"
#include "base/config/diagnostics.h"
#include "base/core/text_file.h"
#include "base/core/words.h"
#include "base/stats/range.h"
#include "experiment/measured/calibration.h"
#include "experiment/measured/question.h"
#include "experiment/plan/accuracy.h"
#include "shell/verbs/command.h"

namespace kasuri::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

const std::vector<std::string> kUsualConstants{
    "mpi.send_overhead",         "mpi.receive_overhead", "mpi.copy_rate",    "mpi.reduce_rate",
    "mpi.reduce_rate_in_memory", "nic.send_overhead",    "nic.dma_read_rate"};
// What times between two ranks say, before collectives are looked at.
const std::vector<std::string> kPairConstants{
    "mpi.send_overhead", "mpi.receive_overhead", "nic.link_rate", "mpi.eager_copy_rate",
    "mpi.rendezvous_overhead"};
constexpr std::int64_t kLarge = 65536;  // bytes from which messages count as large
constexpr double kMostErrorFactor = 1000;  // beyond it a constant has no value of its own

struct CalibrateArguments {
  std::string machine, system, out, mode = "last-rank";
  std::vector<std::string> measured;
  std::vector<std::string> keys, only, overrides;
  measured::MeasuredDefaults defaults;
  bool check = false, json = false, usual = true;  // usual: no --fit
  double packets = 1e6;
  unsigned processes = std::max(1u, std::thread::hardware_concurrency());
};

std::string column_of(const measured::Measurement& m, std::string_view column) {
  if (column == "nodes") return m.nodes_text;
  if (column == "collective") return m.collective;
  if (column == "algorithm") return m.algorithm;
  return column == "bytes" ? std::to_string(m.bytes) : m.library;
}

// "nodes=2x2x2,4x4x4": any of these values, for each such condition.
std::function<bool(const measured::Measurement&)> condition(const std::vector<std::string>& only) {
  std::map<std::string, std::vector<std::string>> wanted;
  const std::vector<std::string> columns{"nodes", "collective", "algorithm", "bytes", "library"};
  for (const std::string& o : only) {
    const std::size_t equals = o.find('=');
    const std::string column = o.substr(0, equals);
    if (equals == o.npos || std::ranges::find(columns, column) == columns.end()) {
      throw Error(Exit::usage, fmt::format("kasuri: error: --only {}: COLUMN=VALUE,… with a column of {}",
                                           o, config::join(columns)));
    }
    for (std::size_t begin = equals + 1; begin <= o.size();) {
      const std::size_t end = std::min(o.find(',', begin), o.size());
      wanted[column].push_back(o.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  return [wanted](const measured::Measurement& m) {
    return std::ranges::all_of(wanted, [&](const auto& w) {
      return std::ranges::find(w.second, column_of(m, w.first)) != w.second.end();
    });
  };
}

std::vector<measured::Measurement> measured_points(const CalibrateArguments& a) {
  std::vector<measured::Measurement> all;
  std::vector<std::string> left_out;
  for (const std::string& file : a.measured) {
    const auto some = measured::read_measurements(file, a.defaults, &left_out);
    all.insert(all.end(), some.begin(), some.end());
  }
  constexpr std::size_t kNamed = 10;
  for (std::size_t i = 0; i < std::min(kNamed, left_out.size()); ++i) say(stderr, left_out[i] + "\n");
  if (left_out.size() > kNamed) {
    say(stderr, fmt::format("kasuri: and {} more\n", counted(left_out.size() - kNamed, "row")));
  }
  const std::string system =
      a.system.empty() ? fs::path(machine_file(a.machine)).stem().string() : a.system;
  std::vector<std::string> systems;
  for (const auto& m : all) {
    if (std::ranges::find(systems, m.system) == systems.end()) systems.push_back(m.system);
  }
  const measured::Measurement first = all.front();
  std::erase_if(all, [&](const auto& m) { return !m.system.empty() && m.system != system; });
  if (all.empty()) {
    throw Error(Exit::usage, ErrorPlace(first.file, first.line, 1),
                fmt::format("no times of system '{}'{}; the file has: {}; choose one by --system", system,
                            config::did_you_mean(system, systems), config::join(systems)));
  }
  return all;
}

struct Errors {
  std::vector<double> all;
  void add(double log_error) { all.push_back(std::abs(log_error)); }
  // In per cent of the time: exp |log error| - 1.
  double quantile(double q) {
    std::ranges::sort(all);
    return 100 * (std::exp(all[std::min(all.size() - 1,
                                        static_cast<std::size_t>(q * static_cast<double>(all.size())))]) -
                  1);
  }
};

std::map<std::string, Errors> errors_by_class(const measured::Calibration& c) {
  std::map<std::string, Errors> all;
  for (const measured::Compared& p : c.points) {
    if (!p.error.empty()) continue;
    const std::string kind = p.fitted ? "fitted" : "predicted";
    const std::string size = p.point.bytes >= kLarge ? "64 KiB and more" : "less than 64 KiB";
    for (const std::string& key : {kind + ", " + size, "all, " + size, p.point.collective + ", " + size}) {
      all[key].add(p.log_error());
    }
  }
  return all;
}

Json calibration_json(const CalibrateArguments& a, const measured::Calibration& c) {
  Json json{{"machine", a.machine},     {"constants", Json::array()}, {"inseparable", Json::array()},
            {"errors", Json::object()}, {"points", Json::array()},    {"skipped", Json::array()}};
  for (const auto& k : c.constants) {
    Json row{{"key", k.key}, {"before", k.before}, {"after", k.after}};
    row["error_factor"] = k.error_factor < kMostErrorFactor ? Json(k.error_factor) : Json(nullptr);
    json["constants"].push_back(row);
  }
  for (const auto& [x, y] : c.inseparable) json["inseparable"].push_back({x, y});
  for (auto& [name, e] : errors_by_class(c)) {
    json["errors"][name] = {
        {"points", e.all.size()}, {"median_percent", e.quantile(0.5)}, {"p90_percent", e.quantile(0.9)}};
  }
  for (const auto& p : c.points) {
    Json row{{"file", p.point.file},
             {"line", p.point.line},
             {"nodes", p.point.nodes_text},
             {"ranks_per_node", p.point.ranks_per_node.value_or(1)},
             {"collective", p.point.collective},
             {"algorithm", p.point.algorithm},
             {"bytes", p.point.bytes},
             {"measured_us", p.point.median_us}};
    if (!p.error.empty()) {
      row["why"] = p.error;
      json["skipped"].push_back(row);
      continue;
    }
    row["simulated_us"] = p.simulated_us;
    row["simulated_algorithm"] = p.ran.algorithm;
    if (!p.ran.library.empty()) row["library"] = p.ran.library;
    if (p.ran.is_assumed) row["algorithm_assumed"] = true;
    row["fitted"] = p.fitted;
    if (const auto [low, high] = p.range_us; a.check && high > 0) {
      row["range"] = to_json(Range{low, high, RangeFrom::machine});
    }
    json["points"].push_back(row);
  }
  return json;
}

std::string constants_text(const measured::Calibration& c) {
  std::string text;
  if (c.constants.empty()) return text;
  text += fmt::format("{:<28}{:>14}{:>14}   within a factor of\n", "constant", "before", "after");
  for (const auto& k : c.constants) {
    text += fmt::format("{:<28}{:>14}{:>14}   {}\n", k.key, k.before, k.after,
                        !k.determined                       ? "the data do not determine it"
                        : k.error_factor < kMostErrorFactor ? fmt::format("{:.2f}", k.error_factor)
                                                            : "only together with others");
  }
  for (const auto& [x, y] : c.inseparable) {
    text +=
        fmt::format("The data cannot separate {} and {}: only their sum, or ratio, is certain.\n", x, y);
  }
  return text;
}

// What ran, by operation; where the table or the caller names no algorithm, it is a guess which one was
// measured.
std::string algorithms_text(const measured::Calibration& c) {
  std::map<std::string, std::map<std::string, std::size_t>> ran;
  for (const auto& p : c.points) {
    if (!p.error.empty()) continue;
    std::string of = !p.ran.library.empty()        ? p.ran.library + "'s choice"
                     : measured::is_point_to_point(p.point.collective) ? "two ranks, or pairs of them"
                     : p.point.algorithm.empty() ? "the machine file's"
                                                 : "as measured";
    if (p.ran.is_assumed) of = fmt::format("assumed: the decision of {} is not known", p.ran.library);
    ++ran[p.point.collective][fmt::format("{} ({})", p.ran.algorithm, of)];
  }
  std::string text = ran.empty() ? "" : "\nsimulated algorithms\n";
  for (const auto& [collective, names] : ran) {
    for (const auto& [name, n] : names) {
      text += fmt::format("  {:<20} {:<60} {}\n", collective, name, counted(n, "point"));
    }
  }
  return text;
}

// Of points that fail for the same reason, the first is named.
std::string skipped_text(const measured::Calibration& c) {
  std::map<std::string, std::vector<std::string>> lines;
  for (const auto& p : c.points) {
    if (!p.error.empty()) lines[p.error].push_back(fmt::format("{}:{}", p.point.file, p.point.line));
  }
  std::string text;
  for (const auto& [why, all] : lines) {
    constexpr std::string_view kPrefix = "kasuri: error: ";
    const std::size_t others = all.size() - 1;
    const std::string more = others ? fmt::format(", and {} more", counted(others, "point")) : "";
    text += fmt::format("{}{}: not simulated: {}\n", all.front(), more,
                        why.starts_with(kPrefix) ? why.substr(kPrefix.size()) : why);
  }
  return text;
}

std::string words(const measured::Calibration& c) {
  std::string text = constants_text(c);
  text +=
      fmt::format("\n{:<36}{:>8}{:>10}{:>8}\n", "error of simulated times", "points", "median", "90 %");
  auto errors = errors_by_class(c);
  const auto none = [&](std::string_view kind) {
    return std::ranges::none_of(errors, [&](const auto& e) { return e.first.starts_with(kind); });
  };
  const bool alike = none("predicted,") || none("fitted,");  // then they are all
  for (auto& [name, e] : errors) {
    if (alike && (name.starts_with("fitted,") || name.starts_with("predicted,"))) continue;
    text += fmt::format("{:<36}{:>8}{:>8.1f} %{:>6.0f} %\n", name, e.all.size(), e.quantile(0.5),
                        e.quantile(0.9));
  }
  return text + algorithms_text(c) + skipped_text(c);
}

// Times that decided nothing.
std::vector<MeasuredPoint> unfitted(const measured::Calibration& c) {
  std::vector<MeasuredPoint> all;
  for (const auto& p : c.points) {
    if (p.fitted || !p.error.empty()) continue;
    all.push_back({.nodes = p.point.nodes.count,
                   .ranks_per_node = p.point.ranks_per_node.value_or(1),
                   .collective = p.point.collective,
                   .algorithm = p.algorithm,
                   .bytes = p.point.bytes,
                   .measured_us = p.point.median_us,
                   .simulated_us = p.simulated_us});
  }
  return all;
}

// The machine file, and beside it the errors of what was predicted.
void write_machine(const CalibrateArguments& a, const fs::path& original, const std::string& machine,
                   const measured::Calibration& c) {
  const fs::path out = a.out.empty() ? original.stem().string() + "-calibrated.toml" : a.out;
  std::vector<std::pair<std::string, std::string>> settings;
  for (const auto& k : c.constants) {
    if (k.determined) settings.emplace_back(k.key, k.after);
  }
  std::vector<std::string> names;
  for (const std::string& m : a.measured) names.push_back(fs::path(m).filename().string());
  const auto used = std::ranges::count_if(c.points, &measured::Compared::fitted);
  std::string text = measured::with_settings(
      measured::without_errors(machine), settings,
      fmt::format("fitted to {} points of {}", used, fmt::join(names, ", ")),
      original.string());
  const std::vector<MeasuredPoint> errors = unfitted(c);
  if (!errors.empty()) {
    const fs::path table = fs::path(out).replace_extension(".errors.csv");
    write_text(table, errors_text(errors));
    text = measured::with_settings(text, {{"accuracy.errors", table.filename().string()}},
                                   fmt::format("of {} that decided nothing",
                                               counted(errors.size(), "point")),
                                   original.string());
    say(stderr, fmt::format("kasuri: errors of predicted points, for ranges, in {}\n", table.string()));
  }
  write_text(out, text);
  say(stderr, fmt::format("kasuri: machine in {}\n", out.string()));
}

Exit run_calibration(const CalibrateArguments& a) {
  measured::CalibrationTask task{.machine = machine_file(a.machine),
                                 .overrides = a.overrides,
                                 .points = measured_points(a),
                                 .keys = a.check ? std::vector<std::string>{} : a.keys,
                                 .pair_keys = a.check || !a.usual ? std::vector<std::string>{}
                                                                  : kPairConstants,
                                 .fits = condition(a.only),
                                 .packets = static_cast<std::uint64_t>(a.packets),
                                 .mode = measured::mode_of(a.mode),
                                 .processes = a.processes,
                                 .tell = [](const std::string& s) { say(stderr, "kasuri: " + s + "\n"); }};
  const std::string machine = read_text(task.machine);
  if (!a.check) {  // that it can be written is known before anything that takes time
    std::vector<std::pair<std::string, std::string>> any;
    for (const std::string& key : a.keys)
      any.emplace_back(key, measured::constant(key).text(measured::constant(key).start));
    measured::with_settings(machine, any, "fitted", task.machine.string());
  }
  const measured::Calibration c = measured::calibrate(task);
  say(stdout, a.json ? calibration_json(a, c).dump(2) + "\n" : words(c));
  if (!a.check) write_machine(a, task.machine, machine, c);
  return Exit::done;
}

const Verb calibrate_verb{
    "calibrate", "fit constants of a machine to measured times, and compare it with others",
    [](CLI::App& app) -> Action {
      auto a = std::make_shared<CalibrateArguments>();
      a->keys = kUsualConstants;
      app.add_option("machine", a->machine, "a name of `kasuri list machines`, or a file")
          ->required()
          ->type_name("NAME|FILE.toml");
      app.add_option("measured", a->measured,
                     "measured times: tables (CSV), or what OSU, IMB, nccl-tests or mpiGraph have printed; "
                     "recognised by their content")
          ->required()
          ->type_name("FILE …");
      app.add_option("-o,--out,--output", a->out, "the new machine file; default: NAME-calibrated.toml")
          ->type_name("FILE");
      CLI::Option* fit = app.add_option(
          "--fit", a->keys,
          "constants to fit, at most eight, as mpi.send_overhead,mpi.reduce_rate; default: to times "
          "between two ranks, if there are any, " +
              CLI::detail::join(kPairConstants, ", ") + " and the eager limit, then to the others")
          ->delimiter(',')
          ->capture_default_str()
          ->type_name("KEY,…");
      app.add_option(
             "--only", a->only,
             "fit to points with these values alone, as nodes=2x2x2; the others are predicted; repeatable")
          ->type_name("COLUMN=VALUE,…")
          ->allow_extra_args(false)
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
      app.add_flag("--check", a->check, "fit nothing: compare the machine as it is with all points");
      app.add_option("--system", a->system, "rows of the table; default: the machine's name");
      app.add_option("--nodes", a->defaults.nodes, "nodes of printed results")->type_name("N|AxBxC");
      app.add_option("--ranks-per-node", a->defaults.ranks_per_node,
                     "ranks per node of printed results; default: 1; of servers of GPUs, their number")
          ->check(CLI::Range(1, 4096));
      app.add_option("--collective", a->defaults.collective,
                     "operation of printed results that do not name it, as with older nccl-tests")
          ->check(CLI::IsMember(measured::operations()));
      app.add_option("--algorithm", a->defaults.algorithm,
                     "algorithm of printed results; default: the library's");
      app.add_option("--mode", a->mode, "kind of the measured times, as of `kasuri predict`")
          ->capture_default_str()
          ->check(CLI::IsMember({"last-rank", "mean-rank", "pipelined"}));
      app.add_option("--packets", a->packets,
                     "number of packets of a simulation above which it uses larger packets")
          ->capture_default_str()
          ->check(CLI::Range(0.0, 1e15));
      app.add_option("--processes", a->processes, "simulations at a time")->check(CLI::Range(1, 1024));
      app.add_option("--set", a->overrides, "override a setting of the machine")
          ->type_name("KEY=VALUE")
          ->allow_extra_args(false)
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
      add_no_plugins_option(app);
      app.add_flag("--json", a->json, "print JSON: constants, errors by class, and each point");
      return [a, fit] {
        a->usual = fit->count() == 0;
        return run_calibration(*a);
      };
    }};

}  // namespace
}  // namespace kasuri::cli
