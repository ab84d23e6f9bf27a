// SPDX-License-Identifier: MIT
// kasuri predict MACHINE --nodes N --collective C --bytes B,…: how long a collective operation takes on a
// machine, size by size.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/configured.h"
#include "app/cli/machines.h"
#include "shell/verbs/say.h"
#include "base/core/parse_units.h"
#include "base/stats/range.h"
#include "experiment/measured/question.h"
#include "shell/verbs/command.h"

namespace kasuri::cli {
namespace {

struct PredictArguments {
  std::string machine, nodes, collective, algorithm, placement, mode = "last-rank";
  std::vector<std::string> bytes, overrides;
  std::optional<std::uint32_t> ranks_per_node;
  std::optional<std::uint32_t> draws;
  unsigned threads = 1;
  double packets = 4e6;
  bool json = false, p2p = false;
};

// "256" as in measurements, or "64 KiB".
std::int64_t bytes_of(const std::string& text) {
  const bool plain = !text.empty() && text.find_first_not_of("0123456789") == text.npos;
  const auto parsed = parse_bytes(plain ? text + " B" : text);
  if (!parsed) throw Error(Exit::usage, fmt::format("kasuri: error: --bytes: {}", parsed.error));
  return parsed.value.n;
}

// "scheduled", or { type = "scheduled", occupied = 0.8 } as in [[jobs]].
std::string placement_of(const std::string& text) {
  const bool is_name =
      std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c) || c == '-'; });
  return is_name && !text.empty() ? "'" + text + "'" : text;
}

measured::Answer drawn(measured::Question q, const PredictArguments& a) {
  const std::uint32_t draws = a.draws.value_or(a.placement.empty() ? 1 : 3);
  std::vector<measured::Answer> all;
  for (q.draw = 0; q.draw < draws; ++q.draw) all.push_back(measured::ask(q, a.threads));
  return measured::middle_of(std::move(all));
}
// OSU's sizes: of buffers with a block for each rank, of the block.
std::vector<std::int64_t> sizes_of(const PredictArguments& a, const measured::Question& q) {
  std::vector<std::int64_t> all;
  for (const std::string& b : a.bytes) all.push_back(bytes_of(b));
  if (!all.empty()) return all;
  if (q.collective == "barrier") return {0};
  const bool pair = measured::is_point_to_point(q.collective);
  const bool reduces = q.collective.find("reduce") != q.collective.npos;
  const std::int64_t most = pair ? 4 << 20 : 1 << 20, least = reduces ? 4 : 1;
  const std::int64_t times = measured::is_divided(q.collective) ? q.ranks() : 1;
  for (std::int64_t size = least; size <= most; size *= 2) all.push_back(size * times);
  return all;
}


// "ring (open-mpi-4.1's choice)", "nccl (ring, ll)".
std::string name_of(const measured::Chosen& c, std::string_view form) {
  if (!form.empty()) return fmt::format("{} ({})", c.algorithm, form);
  if (c.library.empty() || c.library == c.algorithm) return c.algorithm;
  if (!c.is_assumed) return fmt::format("{} ({}'s choice)", c.algorithm, c.library);
  return fmt::format("{} (assumed: the decision of {} is not known)", c.algorithm, c.library);
}

nlohmann::ordered_json answer_json(nlohmann::ordered_json points, const std::vector<std::string>& caveats) {
  nlohmann::ordered_json all{{"points", std::move(points)}};
  if (!caveats.empty()) all["caveats"] = caveats;
  return all;
}

void say_caveats(const std::vector<std::string>& all) {
  for (const std::string& c : all) say(stderr, fmt::format("kasuri: caveat: {}\n", c));
}

// Latency and bandwidth between two nodes, as OSU prints them.
Exit predict_pairs(const PredictArguments& a) {
  nlohmann::ordered_json points = nlohmann::ordered_json::array();
  std::vector<std::string> caveats;
  for (const char* operation : {"latency", "bandwidth", "exchange"}) {
    measured::Question q{.machine = machine_file(a.machine),
                         .overrides = a.overrides,
                         .nodes = measured::Nodes::parse(a.nodes.empty() ? "2" : a.nodes),
                         .ranks_per_node = 1,
                         .collective = operation,
                         .algorithm = "",
                         .packets = static_cast<std::uint64_t>(a.packets)};
    const bool latency = q.collective == "latency";
    if (latency) caveats = measured::caveats(q);
    if (!a.json) {
      say(stdout, fmt::format("{}# {} on {}\n# Size        {}\n", latency ? "" : "\n",
                              latency                       ? "Latency"
                              : q.collective == "exchange" ? "Bandwidth in both directions at once, added,"
                                                            : "Bandwidth",
                              a.machine, latency ? "    Latency (us)" : "Bandwidth (MB/s)"));
    }
    for (const std::int64_t size : sizes_of(a, q)) {
      q.bytes = size;
      const measured::Answer answer = measured::ask(q, a.threads);
      const double us = static_cast<double>(answer.time.ps) * 1e-6;
      const double ways = q.collective == "exchange" ? 2 : 1;
      const double value = latency ? us : us > 0 ? ways * static_cast<double>(size) / us : 0;
      if (a.json) {
        points.push_back(
            {{"operation", operation}, {"bytes", size}, {latency ? "time_us" : "mb_s", value}});
      } else {
        say(stdout, fmt::format("{:<12}  {:>16.2f}\n", size, value));
      }
      std::fflush(stdout);
    }
  }
  if (a.json) say(stdout, answer_json(points, caveats).dump(2) + "\n");
  else say_caveats(caveats);
  return Exit::done;
}

Exit predict(const PredictArguments& a) {
  if (a.p2p) return predict_pairs(a);
  if (a.nodes.empty() || a.collective.empty()) {
    throw Error(Exit::usage, ErrorPlace("kasuri predict"),
                "--nodes and --collective are missing, or --p2p for latency and bandwidth of two nodes");
  }
  measured::Question q{.machine = machine_file(a.machine),
                       .overrides = a.overrides,
                       .nodes = measured::Nodes::parse(a.nodes),
                       .ranks_per_node = a.ranks_per_node,
                       .collective = a.collective,
                       .algorithm = a.algorithm,
                       .packets = static_cast<std::uint64_t>(a.packets),
                       .mode = measured::mode_of(a.mode),
                       .placement = placement_of(a.placement)};
  q = measured::about_gpus(q);
  nlohmann::ordered_json points = nlohmann::ordered_json::array();
  const bool gpus = q.endpoints_are_gpus;  // then also what nccl-tests call algbw
  bool headed = a.json;
  const auto head = [&] {
    if (std::exchange(headed, true)) return;
    say(stdout, fmt::format("{}{}{} over {} ranks on {} nodes of {}\n{:>12}  {:>12}  {}{:>12}  algorithm\n",
                            a.collective, a.algorithm.empty() ? "" : ", ", a.algorithm, q.ranks(), a.nodes,
                            a.machine, "bytes", "time_us", gpus ? "  algbw_gb_s  " : "", "busbw_gb_s"));
  };
  for (const std::int64_t size : sizes_of(a, q)) {
    q.bytes = size;
    const measured::Answer answer = drawn(q, a);
    const measured::Chosen ran = measured::algorithm_of(q);
    const double us = static_cast<double>(answer.time.ps) * 1e-6, busbw = answer.bus_bandwidth * 1e-9;
    const bool is_measured = answer.machine[1] > 0;
    const bool is_of_level = !is_measured && answer.packet_level[1] > 0;
    const auto& [low, high] = is_measured   ? answer.machine
                              : is_of_level ? answer.packet_level
                                            : answer.draws;
    const RangeFrom from = is_measured   ? RangeFrom::machine
                           : is_of_level ? RangeFrom::level
                                         : RangeFrom::seeds;
    const Range range{low * 1e-6, high * 1e-6, from};
    const bool moves = a.collective != "barrier";  // else nothing has a bandwidth
    const double algbw = us > 0 && moves ? static_cast<double>(q.bytes) * 1e-3 / us : 0;
    head();
    if (a.json) {
      points.push_back({{"bytes", q.bytes}, {"time_us", us}, {"busbw_gb_s", busbw}});
      if (gpus) points.back()["algbw_gb_s"] = algbw;
      points.back()["algorithm"] = ran.algorithm;
      if (answer.form.front()) points.back()["form"] = answer.form.data();
      if (!ran.library.empty()) points.back()["library"] = ran.library;
      if (ran.is_assumed) points.back()["algorithm_assumed"] = true;
      if (range.high > 0) points.back()["range"] = to_json(range);
    } else {
      const std::string within =
          range.high > 0 ? fmt::format("; {}: {:.3f} to {:.3f} us in {:.0f} % of cases",
                                       is_measured ? "measured" : is_of_level ? "packets" : "drawn",
                                       range.low, range.high, 100 * Range::kShare)
                         : "";
      const auto rate = [&](double r) {
        return moves ? fmt::format("{:>12.3f}  ", r) : fmt::format("{:>12}  ", '-');
      };
      say(stdout, fmt::format("{:>12}  {:>12.3f}  {}{}{}{}\n", q.bytes, us, gpus ? rate(algbw) : "",
                              rate(busbw), name_of(ran, answer.form.data()), within));
    }
    std::fflush(stdout);
  }
  const std::vector<std::string> caveats = measured::caveats(q);
  if (a.json) say(stdout, answer_json(points, caveats).dump(2) + "\n");
  else say_caveats(caveats);
  return Exit::done;
}

const Verb predict_verb{
    "predict", "how long a collective operation takes on a machine, by message size",
    [](CLI::App& app) -> Action {
      auto a = std::make_shared<PredictArguments>();
      app.add_option("machine", a->machine, "a name of `kasuri list machines`, or a file")
          ->required()
          ->type_name("NAME|FILE.toml");
      app.add_flag("--p2p", a->p2p,
                   "latency and bandwidth between two nodes, as the OSU micro-benchmarks print them");
      app.add_option("--nodes", a->nodes, "number of nodes, or a box of them as 4x4x4")
          ->type_name("N|AxBxC");
      app.add_option("--ranks-per-node", a->ranks_per_node,
                     "ranks on each node; default: 1; in servers of GPUs how many of them take part, "
                     "default: all")
          ->check(CLI::Range(1, 4096));
      app.add_option("--collective", a->collective,
                     "the operation: " + CLI::detail::join(measured::operations(), ", "))
          ->type_name("OPERATION");
      app.add_option(
          "--algorithm", a->algorithm,
          "its algorithm, as recursive-doubling; default: what the machine's MPI library chooses");
      app.add_option(
             "--bytes", a->bytes,
             "sizes, as 256,64KiB,1MiB: the whole vector (allreduce, bcast, reduce), what each rank "
             "sends to the next (sendrecv), a message (latency, bandwidth, exchange), else the whole send "
             "or receive buffer of a rank; default: OSU's, from 1 B to 1 MiB, between two ranks 4 MiB")
          ->delimiter(',')
          ->type_name("B,…");
      app.add_option("--mode", a->mode,
                     "its time: until the last rank is through, the mean of all ranks (the average of "
                     "OSU's benchmarks), or of calls that follow each other without a barrier")
          ->capture_default_str()
          ->check(CLI::IsMember({"last-rank", "mean-rank", "pipelined"}));
      app.add_option("--placement", a->placement,
                     "how the job gets its nodes, as `scheduled`: the free ones of a busy machine (`kasuri "
                     "list placement`); default: nodes by their numbers")
          ->type_name("PLACEMENT");
      app.add_option("--draws", a->draws,
                     "simulations with other random numbers, from which the middle time and a wider range "
                     "come; default: 3 with --placement, else 1")
          ->check(CLI::Range(1, 1000));
      app.add_option("--packets", a->packets,
                     "number of packets above which the simulation uses larger ones, at least 64 per "
                     "message; 0: never")
          ->capture_default_str()
          ->check(CLI::Range(0.0, 1e15));
      app.add_option("--threads", a->threads,
                     "parts of the machine that advance in parallel; changes no result")
          ->check(CLI::Range(1, 4096));
      app.add_option("--set", a->overrides,
                     "override a setting of the machine, as in --set mpi.eager_limit=8KiB")
          ->type_name("KEY=VALUE")
          ->allow_extra_args(false)
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
      add_no_plugins_option(app);
      app.add_flag("--json", a->json,
                   "print {\"points\": [{\"bytes\", \"time_us\", \"busbw_gb_s\", \"algorithm\", "
                   "\"range\"}], \"caveats\"}");
      return [a] { return predict(*a); };
    }};

}  // namespace
}  // namespace kasuri::cli
