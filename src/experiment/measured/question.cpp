// SPDX-License-Identifier: MIT
#include "experiment/measured/question.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/config/diagnostics.h"
#include "base/core/errors.h"
#include "base/core/words.h"
#include "experiment/measured/algorithm_names.h"
#include "experiment/measured/packets.h"
#include "experiment/measured/skew.h"
#include "experiment/plan/accuracy.h"
#include "experiment/plan/collectives.h"
#include "experiment/plan/planning.h"
#include "experiment/run/simulation.h"
#include "network/model/network_model.h"

namespace kasuri::measured {

bool is_divided(const std::string& collective) {
  return collective == "allgather" || collective == "alltoall" || collective == "gather" ||
         collective == "scatter" || collective == "reduce_scatter";
}

bool is_point_to_point(std::string_view operation) {
  return operation == "latency" || operation == "bandwidth" || operation == "exchange";
}

namespace {

constexpr int kPipelinedCalls = 16;
constexpr std::string_view kJob = "(job of the prediction)";

// Mistakes in the job's text are those of the question: it is no file that anybody could look at.
template <class F>
auto without_places_in_job(F answer) {
  try {
    return answer();
  } catch (const Error& e) {
    std::string text = e.what();
    constexpr std::string_view kBefore = ": error: ";
    if (text.find(kJob) == text.npos) throw;
    for (std::size_t at = text.find(kJob); at != text.npos; at = text.find(kJob, at + 1)) {
      const std::size_t colon = text.find(kBefore, at);
      if (colon != text.npos) text.replace(at, colon - at, "kasuri");
    }
    constexpr std::string_view kOwn = "the prediction's own job";
    for (std::size_t at = text.find(kJob); at != text.npos; at = text.find(kJob)) {
      text.replace(at, text.find_first_not_of(":0123456789", at + kJob.size()) - at, kOwn);
    }
    throw Error::of_lines(e.code(), text);
  }
}

// The motif's, and the configuration's, name of the operation: measurements of MPI_Reduce_scatter are made
// with equal blocks, those of sends and receives in a cycle of all ranks.
std::string configured_name(const std::string& collective) {
  if (collective == "sendrecv") return "neighbor_alltoall";
  return collective == "reduce_scatter" ? "reduce_scatter_block" : collective;
}

// Bytes of an element.
std::int64_t element_of(std::int64_t block) { return block % 4 == 0 ? 4 : 1; }

std::string job_of(const Question& q) {
  const std::int64_t block = block_bytes(q.collective, q.bytes, q.ranks());
  std::string text =
      fmt::format("[[jobs]]\nranks = {}\nranks_per_node = {}\n", q.ranks(),
                  q.endpoints_are_gpus ? 1 : q.ranks_per_node.value_or(1));
  if (!q.nodes.box.empty()) {
    text +=
        fmt::format("placement = {{ type = 'blocked', extents = [{}] }}\n", fmt::join(q.nodes.box, ", "));
  }
  if (q.endpoints_are_gpus && q.ranks_per_node < q.gpus_per_server) {
    text += fmt::format("placement = {{ type = 'per-server', nodes = {}, server = {} }}\n",
                        *q.ranks_per_node, q.gpus_per_server);
  }
  if (!q.placement.empty()) text += fmt::format("placement = {}\n", q.placement);
  if (is_point_to_point(q.collective)) {
    const bool one = q.collective == "latency";
    return text + fmt::format("motif = {{ type = 'ping-pong', size = '{} B', window = {}, steps = {}{} }}"
                              "\n", q.bytes, one ? 1 : kWindow, one ? kRoundTrips : kWindows,
                              one                           ? ""
                              : q.collective == "exchange" ? ", both = true"
                                                           : ", answer = '4 B'");
  }
  return text + fmt::format(
                    "motif = {{ type = 'collective', operation = '{}', size = '{} B', element = {}, "
                    "steps = {} }}\n",
                    configured_name(q.collective), block, element_of(block),
                    q.mode == Mode::pipelined ? kPipelinedCalls : 1);
}

// Whether MPI chooses for a reduce_scatter: the motif has equal blocks, but measured calls do not say so.
bool is_mpi_scatter(const Question& q, const Config& c) {
  return q.collective == "reduce_scatter" && c.mpi.library.name() != "nccl";
}

// As the library sees the call.
mpi::NamedCall named_call(const Question& q) {
  const std::int64_t block = block_bytes(q.collective, q.bytes, q.ranks());
  const bool reduces = q.collective.find("reduce") != q.collective.npos;
  return {.size = {.ranks = static_cast<int>(q.ranks()),
                   .bytes = Bytes{block},
                   .elements = reduces ? q.bytes / element_of(block) : mpi::CallSize::kManyElements},
          .box = q.nodes.box};
}

}  // namespace

Mode mode_of(std::string_view name) {
  constexpr auto names = names_of(Mode{});
  return static_cast<Mode>(std::ranges::find(names, name) - names.begin());
}

const std::vector<std::string>& operations() {
  static const std::vector<std::string> all{
      "allgather", "allreduce", "alltoall", "bandwidth", "barrier",        "bcast",   "exchange",
      "gather",    "latency",   "reduce",   "reduce_scatter", "scatter", "sendrecv"};
  return all;
}

std::int64_t block_bytes(const std::string& collective, std::int64_t bytes, std::uint32_t ranks) {
  if (!is_divided(collective)) return bytes;
  if (bytes % ranks == 0) return bytes / ranks;
  throw Error(
      Exit::usage,
      fmt::format("kasuri: error: {} of {} bytes: the buffer has an equal block for each of {} ranks; the "
                  "nearest sizes are {} and {}",
                  collective, bytes, ranks, bytes / ranks * ranks, (bytes / ranks + 1) * ranks));
}

namespace {

// The machine alone.
Config machine_of(const Question& q) {
  std::vector<std::string> overrides = q.overrides;
  overrides.insert(overrides.begin(), "run.deadlock_check=false");
  Question one = q;
  one.collective = "barrier";
  one.bytes = 0;
  one.nodes = {.count = 1, .box = {}};
  one.placement.clear();
  config::Document document =
      config::Document::parse_over(q.machine, job_of(one), std::string(kJob), ".", overrides);
  Config config = config::read<Config>(document.root());
  document.finish();
  return config;
}

// With what Kasuri sets where the machine's file does not.
Config completed(Config c) {
  TopologyContext context;
  complete_collectives(c, *c.topology.make(context));
  return c;
}

std::uint32_t gpus_of(const Config& c) {
  TopologyContext context;
  return gpus_per_server(c, *c.topology.make(context));
}

std::string subject_of(const Question& q) {
  return q.algorithm.empty() ? "NCCL" : fmt::format("algorithm '{}'", q.algorithm);
}

Question about_gpus_of(Question q) {
  if (plain_name(q.algorithm).empty()) q.algorithm.clear();  // "default_ompi": the library's own choice
  if (q.endpoints_are_gpus) return q;
  Config c = machine_of(q);
  const bool is_of_gpus = c.mpi.library && c.mpi.library.name() == "nccl";
  std::uint32_t gpus = gpus_of(c);
  const bool asks_nccl = q.is_of_nccl || is_of_nccl(q.algorithm);
  if (!asks_nccl && !is_of_gpus && gpus == 1) return q;
  std::filesystem::path beside = q.machine;
  beside.replace_filename(q.machine.stem().string() + "-gpu.toml");
  if (gpus == 1 && std::filesystem::exists(beside)) {
    q.machine = beside;
    c = machine_of(q);
    gpus = gpus_of(c);
  } else if (gpus == 1 && !is_of_gpus) {
    throw Error(
        Exit::usage,
        fmt::format("kasuri: error: {} is between GPUs, and {} has none: choose a machine of servers "
                    "with GPUs, as dgx-h100, or set mpi.nccl.gpus_per_server",
                    subject_of(q), q.machine.string()));
  }
  if (gpus == 1) return q;
  if (q.ranks_per_node.value_or(gpus) > gpus) {
    throw Error(Exit::usage,
                fmt::format("kasuri: error: {} per node: the servers of {} have {} GPUs, each at most a "
                            "rank; give --ranks-per-node 1 to {}, or remove it for all",
                            counted(*q.ranks_per_node, "rank"), q.machine.string(), gpus, gpus));
  }
  if (!q.nodes.box.empty()) {
    throw Error(Exit::usage, "kasuri: error: --nodes: servers of GPUs are counted, as 16, and are no box");
  }
  q.ranks_per_node = q.ranks_per_node.value_or(gpus);
  q.endpoints_are_gpus = true;
  q.gpus_per_server = gpus;
  return q;
}

// What a machine was off by says nothing about one with other settings.
bool changes_machine(const std::vector<std::string>& overrides) {
  return std::ranges::any_of(overrides, [](const std::string& o) {
    return !o.starts_with("fidelity") && !o.starts_with("run.") && !o.starts_with("accuracy.errors");
  });
}

// Of the only operation of a run.
std::string form_of(const Results& r) {
  const Table* const ran = r.table("collective_algorithms");
  for (const TableColumn& c : ran->columns) {
    if (c.name == "form" && ran->rows() > 0) return std::get<std::vector<std::string>>(c.values).front();
  }
  return {};
}

// The mean time of a rank's call.
Time mean_call(const Results& r) {
  const Table& all = *r.table("collectives");
  std::int64_t calls = 0, time = 0;
  for (std::size_t row = 0; row < all.rows(); ++row) {
    calls += all.column("calls")[row];
    time += all.column("time")[row];
  }
  return calls > 0 ? Time{time / calls} : r.time;
}

// With the seed that a draw has.
std::string seed_of(const Config& c, std::uint64_t draw) {
  return fmt::format("run.seed={}", c.run.seed + draw);
}

Chosen library_choice(const Question& q, const Config& c) {
  mpi::LibraryContext context{q.ranks_per_node.value_or(1) > 1 && !q.endpoints_are_gpus};
  const auto library = c.mpi.library.make(context);
  mpi::CallSize size = named_call(q).size;
  mpi::Collective of = collective_of(configured_name(q.collective));
  if (is_mpi_scatter(q, c)) {
    of = mpi::Collective::reduce_scatter;
    size.bytes = Bytes{q.bytes};
  }
  return {.algorithm = library->choice(of, size),
          .library = std::string(c.mpi.library.name()),
          .is_assumed = library->is_assumed()};
}

// Where the motif's operation, or its ranks' box, would make the library choose another algorithm than for
// the measured call: what it chooses for that; else empty.
std::string own_choice(const Question& q, const Config& c) {
  if (is_point_to_point(q.collective)) return {};
  const bool scatters = is_mpi_scatter(q, c);
  const bool given = c.mpi.algorithms.reduce_scatter_block || !c.mpi.rules.reduce_scatter_block.empty();
  if ((!scatters || given) && q.nodes.box.empty()) return {};
  std::string text = library_choice(q, c).algorithm;
  if (scatters) return given ? "" : text;
  if (text != "'torus-trees'" || (q.collective == "bcast" && c.mpi.algorithms.bcast) ||
      (q.collective == "allreduce" && c.mpi.algorithms.allreduce)) {
    return {};
  }
  return fmt::format("{{ type = 'torus-trees', extents = [{}] }}", fmt::join(q.nodes.box, ", "));
}

void check_words(const Question& q) {
  if (std::ranges::find(operations(), q.collective) == operations().end()) {
    throw Error(Exit::usage,
                fmt::format("kasuri: error: collective '{}': unknown{}; known: {}", q.collective,
                            config::did_you_mean(q.collective, operations()), config::join(operations())));
  }
  if (q.placement.empty() || (q.nodes.box.empty() && !q.endpoints_are_gpus)) return;
  throw Error(Exit::usage, q.endpoints_are_gpus
                               ? "kasuri: error: --placement: servers of GPUs are taken in order"
                               : "kasuri: error: --placement: a box of nodes is placed as a box; give "
                                 "--nodes a number");
}

// Throws Error if it cannot be answered as it is.
void check_question(const Question& q, const Question& asked) {
  if (q.machine != asked.machine) {  // constants of one machine say nothing about the other
    throw Error(Exit::usage, fmt::format("kasuri: error: {} is between GPUs, which {} has", subject_of(q),
                                         q.machine.string()));
  }
  check_words(q);
  const std::uint32_t per_node = q.ranks_per_node.value_or(1);
  if (std::uint64_t{q.nodes.count} * per_node > kMostRanks) {
    throw Error(Exit::usage, fmt::format("kasuri: error: {} nodes with {} ranks each: at most {} ranks",
                                         q.nodes.count, per_node, kMostRanks));
  }
  if (q.collective == "sendrecv" && q.ranks() == 1) {
    throw Error(Exit::usage,
                "kasuri: error: sendrecv: a rank alone has no other to send to: give more --nodes, or more "
                "--ranks-per-node");
  }
  if (q.bytes < 0) throw Error(Exit::usage, "kasuri: error: --bytes: 0 or more");
  if (is_point_to_point(q.collective) && !q.algorithm.empty()) {
    throw Error(Exit::usage, fmt::format("kasuri: error: {} has no algorithms: leave out '{}'",
                                         q.collective, q.algorithm));
  }
}

// One rank has nobody to wait for, and of an algorithm that somebody names there may be no measured times.
bool has_range(const Question& q, const MachineErrors& errors) {
  if (q.ranks() < 2) return false;
  return q.algorithm.empty() ||
         std::ranges::count(errors.points(), algorithm_word(q), &MeasuredPoint::algorithm) > 0;
}

Answer answer(const Question& asked, unsigned threads) {
  const Question q = about_gpus_of(asked);
  check_question(q, asked);
  std::vector<std::string> overrides = q.overrides;
  // What is asked many times is checked once, by `kasuri check`.
  overrides.insert(overrides.begin(), "run.deadlock_check=false");
  config::Document document =
      config::Document::parse_over(q.machine, job_of(q), std::string(kJob), ".", overrides);
  Config config = config::read<Config>(document.root());
  document.finish();
  const std::string smaller = smaller_tofu(config, q.nodes);
  if (!smaller.empty()) overrides.push_back(smaller);
  const std::string chosen = q.algorithm.empty() ? own_choice(q, completed(config))
                                                 : algorithm_text(completed(config),
                                                                  configured_name(q.collective),
                                                                  q.algorithm, named_call(q));
  if (!chosen.empty()) {
    overrides.push_back(fmt::format("mpi.algorithms.{}={}", configured_name(q.collective), chosen));
    overrides.push_back(fmt::format("mpi.rules.{}=[]", configured_name(q.collective)));
  }
  if (q.draw > 0) overrides.push_back(seed_of(config, q.draw));
  if (!chosen.empty() || !smaller.empty() || q.draw > 0) {
    document =
        config::Document::parse_over(q.machine, job_of(q), std::string(kJob), ".", overrides);
    config = config::read<Config>(document.root());
    document.finish();
  }
  // Others take no time for their packets.
  const bool has_packets = config.model().can(config).routers;
  const std::uint32_t factor = has_packets ? coarser(q, config.nic.packet) : 1;
  if (factor > 1) enlarge(config, factor);
  Plan plan = make_plan(config, document);
  const std::shared_ptr<const MachineErrors> errors = plan.errors;
  config = resolved(config, plan);
  RunOptions options;
  options.threads = threads;
  const Results results = simulate(config, std::move(plan), options);
  if (!results.whole()) {
    throw Error(results.exit, fmt::format("kasuri: error: the prediction did not come to an end: {}",
                                          fmt::join(results.report, "\n")));
  }
  Answer a{.time = q.mode == Mode::last_rank ? results.time : mean_call(results),
           .packet_hops = results.packet_hops(), .coarser = factor};
  const std::string form = form_of(results);
  form.copy(a.form.data(), a.form.size() - 1);
  if (results.fidelity && results.fidelity->expected.nearest) {
    const Range packets = results.fidelity->packet_level();
    a.packet_level = {packets.low, packets.high};
  }
  if (config.accuracy && !is_point_to_point(q.collective)) {
    const Time skew = skew_of(config.accuracy->skew, q.ranks(), q.mode, {config.run.seed, q.draw});
    a.time += skew;
    if (a.packet_level[1] > 0) {
      for (double& ps : a.packet_level) ps += static_cast<double>(skew.ps);
    }
  }
  if (errors && !changes_machine(asked.overrides) && has_range(q, *errors)) {
    const auto ps = static_cast<double>(a.time.ps);
    const Range factors = errors->factors({.nodes = q.nodes.count,
                                           .ranks_per_node = q.ranks_per_node.value_or(1),
                                           .collective = q.collective,
                                           .algorithm = algorithm_word(q),
                                           .bytes = q.collective == "barrier" ? 0 : q.bytes});
    const bool estimated = a.packet_level[1] > 0;
    a.machine = {(estimated ? a.packet_level[0] : ps) * factors.low,
                 (estimated ? a.packet_level[1] : ps) * factors.high};
  }
  if (is_point_to_point(q.collective)) {
    const std::int64_t times = q.collective == "latency" ? 2 * kRoundTrips : kWindow * kWindows;
    a.time = {a.time.ps / times};
    for (double& ps : a.packet_level) ps /= static_cast<double>(times);
    for (double& ps : a.machine) ps /= static_cast<double>(times);
    a.bus_bandwidth = a.time.ps > 0 ? static_cast<double>(q.bytes) / a.time.seconds() : 0;
  } else if (a.time.ps > 0 && q.collective != "barrier") {
    const mpi::Collective which = collective_of(configured_name(q.collective));
    a.bus_bandwidth = static_cast<double>(q.bytes) * mpi::bus_factor(which, static_cast<int>(q.ranks())) /
                      (static_cast<double>(a.time.ps) * 1e-12);
  }
  return a;
}

}  // namespace

static Chosen chosen_for(const Question& asked) {
  if (is_point_to_point(asked.collective)) return {.algorithm = "point-to-point", .library = {}};
  const Question q = about_gpus_of(asked);
  const Config c = completed(machine_of(q));
  const std::string operation = configured_name(q.collective);
  if (!q.algorithm.empty()) {
    return {.algorithm = algorithm_text(c, operation, q.algorithm, named_call(q)), .library = {}};
  }
  const mpi::AlgorithmParams& all = c.mpi.algorithms;
  const auto text = [](const auto& choice) { return choice ? std::string(choice.name()) : std::string(); };
  const auto own = [&]() -> std::string {
    switch (collective_of(operation)) {
      case mpi::Collective::barrier: return text(all.barrier);
      case mpi::Collective::bcast: return text(all.bcast);
      case mpi::Collective::reduce: return text(all.reduce);
      case mpi::Collective::allreduce: return text(all.allreduce);
      case mpi::Collective::gather: return text(all.gather);
      case mpi::Collective::scatter: return text(all.scatter);
      case mpi::Collective::allgather: return text(all.allgather);
      case mpi::Collective::alltoall: return text(all.alltoall);
      case mpi::Collective::neighbor_alltoall: return text(all.neighbor_alltoall);
      default: return text(all.reduce_scatter_block);
    }
  }();
  if (!own.empty()) return {.algorithm = own, .library = {}};
  return library_choice(q, c);
}

Chosen algorithm_of(const Question& q) {
  Chosen c = without_places_in_job([&] { return chosen_for(q); });
  c.algorithm = mpi::shown_algorithm(c.algorithm);
  if (q.is_of_nccl && c.library != "nccl" && !is_of_nccl(c.algorithm)) {
    throw Error(
        Exit::usage,
        fmt::format("kasuri: error: this is NCCL's time, but {} runs algorithm '{}' of MPI: leave out "
                    "mpi.library and mpi.algorithms.{}, so that its GPUs run NCCL",
                    q.machine.string(), c.algorithm, configured_name(q.collective)));
  }
  return c;
}

std::string algorithm_word(const Question& q) {
  std::string name = plain_name(q.algorithm);
  if (name.empty()) name = algorithm_of(q).algorithm;
  return name.substr(0, name.find(' '));
}

Question about_gpus(Question q) {
  return without_places_in_job([&] { return about_gpus_of(std::move(q)); });
}

std::vector<std::string> caveats(const Question& asked) {
  return without_places_in_job([&] {
    const Question q = about_gpus_of(asked);
    const Config c = machine_of(q);
    if (!c.accuracy || c.accuracy->errors.empty()) return std::vector<std::string>{};
    return MachineErrors::read(c.accuracy->errors)
        .caveats({.nodes = q.nodes.count,
                  .ranks_per_node = q.ranks_per_node.value_or(1),
                  .collective = q.collective});
  });
}

Answer ask(const Question& q, unsigned threads) {
  if (q.is_of_nccl) algorithm_of(q);  // refuses others
  return without_places_in_job([&] { return answer(q, threads); });
}

}  // namespace kasuri::measured
