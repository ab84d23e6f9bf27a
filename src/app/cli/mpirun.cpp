// SPDX-License-Identifier: MIT
// kasuri mpirun -n N [OPTIONS] PROGRAM ARGS…: runs an MPI program on a simulated machine, as the mpirun of
// an MPI library does on a real one. Its standard output is the program's; its exit code, too.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdio>
#include <optional>

#include "shell/verbs/command.h"
#include "app/cli/run.h"

namespace kasuri::cli {
namespace {

constexpr std::string_view kUsage =
    R"(usage: kasuri mpirun -n N [OPTIONS] PROGRAM [ARGUMENTS]

  -n, -np N               ranks
  --machine NAME|FILE     a name from `kasuri list machines`, or a file; default: a fat tree that fits
  --ranks-per-node R      default: 1
  --threads-per-rank T    cores of each rank, for the threads of OpenMP; default: 1
  --threads T             threads of the simulator; results do not depend on it
  --set KEY=VALUE         override a setting, as in --set mpi.eager_limit="16 KiB"; repeatable
  --compute MODE          the program's own code takes what it declares (declared, the default), what its
                          counted instructions take on a core (counted), or what it takes here (measured)
  --core NAME             of counted: a name from `kasuri list core`; default: x86-64
  --compute-factor F      counted or measured times are multiplied by this
  --out DIR               run directory; default: runs/PROGRAM-NNN
  --json                  print summary.json on stdout; the program's output goes to stderr
  --quiet                 only the program's output

PROGRAM is made by `kasuri mpicc`, `kasuri mpicxx` or `kasuri mpif90`. Exit codes: the program's own,
or that of MPI_Abort; 2 usage, 3 deadlock, 4 a limit, 5 internal error.
)";

struct MpiRun {
  RunArguments run;
  int ranks = 0;
  int ranks_per_node = 1, threads_per_rank = 1;
  std::string compute, core, compute_factor;
  std::string program;
  std::vector<std::string> arguments;
  bool helps = false;
};

[[noreturn]] void refuse_usage(const std::string& what) {
  throw Error(Exit::usage, ErrorPlace("kasuri mpirun"),
              what + "; `kasuri mpirun --help` lists the options");
}

int positive(const std::string& option, const std::string& text, int most) {
  int n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc{} || end != text.data() + text.size() || n < 1 || n > most) {
    refuse_usage(fmt::format("{} {}: a number from 1 to {} is expected", option, text, most));
  }
  return n;
}

MpiRun read_arguments(std::span<const std::string> given) {
  constexpr int kMostRanks = 1 << 24, kMostPerNode = 1 << 16, kMostThreads = 4096, kMostCores = 1024;
  MpiRun m;
  m.run.format = "line";
  std::size_t i = 0;
  for (; i < given.size() && given[i].starts_with('-'); ++i) {
    std::string option = given[i], value;
    const std::size_t equals = option.starts_with("--") ? option.find('=') : option.npos;
    const bool is_joined = equals != option.npos;
    if (is_joined) {
      value = option.substr(equals + 1);
      option.resize(equals);
    }
    if (option == "--help" || option == "-h") {
      m.helps = true;
      return m;
    }
    if (option == "--json") {
      m.run.json = true;
      continue;
    }
    if (option == "--quiet") {
      m.run.format = "none";
      continue;
    }
    if (option == "--") {
      ++i;
      break;
    }
    constexpr std::array<std::string_view, 11> kWithValue{
        "-n", "-np", "--machine", "--threads", "--ranks-per-node", "--set", "--out", "--compute", "--core",
        "--compute-factor", "--threads-per-rank"};
    if (std::ranges::find(kWithValue, option) == kWithValue.end()) {
      refuse_usage(fmt::format("unknown option {}", option));
    }
    if (!is_joined) {
      if (++i == given.size()) refuse_usage(fmt::format("{} needs a value", option));
      value = given[i];
    }
    if (value.empty()) refuse_usage(fmt::format("the value of {} is empty", option));
    if (option == "-n" || option == "-np") m.ranks = positive(option, value, kMostRanks);
    if (option == "--ranks-per-node") m.ranks_per_node = positive(option, value, kMostPerNode);
    if (option == "--threads-per-rank") m.threads_per_rank = positive(option, value, kMostCores);
    if (option == "--threads") m.run.threads = static_cast<unsigned>(positive(option, value, kMostThreads));
    if (option == "--machine") m.run.config.machine = value;
    if (option == "--set") m.run.config.overrides.push_back(value);
    if (option == "--out") m.run.out = value;
    if (option == "--compute") m.compute = value;
    if (option == "--core") m.core = value;
    if (option == "--compute-factor") m.compute_factor = value;
  }
  if (i == given.size() || given[i].empty()) refuse_usage("no program is given");
  if (m.ranks == 0) refuse_usage("-n is missing: the number of ranks");
  if (!m.compute_factor.empty()) {
    double factor = 0;
    const char* const end = m.compute_factor.data() + m.compute_factor.size();
    const auto [read, error] = std::from_chars(m.compute_factor.data(), end, factor);
    if (error != std::errc{} || read != end || !(factor > 0)) {
      refuse_usage(fmt::format("--compute-factor {}: a number above 0 is expected", m.compute_factor));
    }
    m.compute_factor = fmt::format("{:#}", factor);
  }
  m.program = given[i];
  m.arguments.assign(given.begin() + static_cast<std::ptrdiff_t>(i) + 1, given.end());
  return m;
}

// TOML's string for any text.
std::string toml_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out += c;
    }
  }
  return out + '"';
}

// The least machine of the NDR fat tree's kind (machines/ndr-fat-tree.toml) with so many nodes: two levels
// of switches of even radix r have r^2 / 2 nodes, three have r^3 / 4.
std::string fat_tree(std::int64_t nodes) {
  constexpr std::int64_t kLargestRadix = 64;
  std::int64_t radix = 4, levels = 2;
  while (radix < kLargestRadix && radix * radix / 2 < nodes) radix += 2;
  if (radix * radix / 2 < nodes) {
    levels = 3;
    for (radix = 4; radix * radix * radix / 4 < nodes;) radix += 2;
  }
  return fmt::format(R"([topology]
type = "fat-tree"
radix = {}
levels = {}
[routing]
type = "d-mod-k"
[link]
rate = "50 GB/s"
cable_latency = "25 ns"
[router]
routing_time = "40 ns"
vc_allocation_time = "30 ns"
switch_allocation_time = "30 ns"
switch_traversal_time = "100 ns"
vcs = 2
buffer = "64 KiB"
[nic]
packet = "4 KiB"
header = "30 B"
send_overhead = "50 ns"
receive_overhead = "50 ns"
[mpi]
library = "open-mpi-4.1"
send_overhead = "250 ns"
receive_overhead = "250 ns"
eager_limit = "8 KiB"
)", radix, levels);
}

std::string configuration(const MpiRun& m) {
  const std::int64_t nodes = (std::int64_t{m.ranks} + m.ranks_per_node - 1) / m.ranks_per_node;
  std::string text = m.run.config.machine.empty() ? fat_tree(nodes) : "";
  text += fmt::format("[[jobs]]\nprogram = {}\nranks = {}\nranks_per_node = {}\nargs = [",
                      toml_string(m.program), m.ranks, m.ranks_per_node);
  for (const std::string& a : m.arguments) text += toml_string(a) + ", ";
  text += "]\n";
  // A core is only counted for.
  const std::string mode = m.compute.empty() && !m.core.empty() ? "counted" : m.compute;
  if (!mode.empty()) text += fmt::format("compute = {}\n", toml_string(mode));
  if (!m.core.empty()) text += fmt::format("core = {}\n", toml_string(m.core));
  if (m.threads_per_rank > 1) text += fmt::format("threads_per_rank = {}\n", m.threads_per_rank);
  if (!m.compute_factor.empty()) text += fmt::format("compute_factor = {}\n", m.compute_factor);
  return text;
}

// As large as a process has it, as long as those of all threads take no more than 4 GiB of addresses.
std::string stack_setting(std::int64_t threads) {
  constexpr std::uint64_t kAll = std::uint64_t{4} << 20, kLeast = 256, kMost = 8192;  // KiB
  return fmt::format("mpi.stack=\"{} KiB\"",
                     std::clamp(std::bit_floor(kAll / static_cast<std::uint64_t>(threads)), kLeast, kMost));
}

Exit mpirun(std::span<const std::string> given) {
  MpiRun m = read_arguments(given);
  if (m.helps) {
    fmt::print("{}", kUsage);
    return Exit::done;
  }
  m.run.config.file = std::filesystem::path(m.program).filename().string();
  m.run.config.text = configuration(m);
  if (!m.run.config.machine.ends_with(".toml")) {
    auto& overrides = m.run.config.overrides;
    overrides.insert(overrides.begin(), stack_setting(std::int64_t{m.ranks} * m.threads_per_rank));
  }
  int program_code = 0;
  m.run.program_code = &program_code;
  const Exit exit = run(m.run);
  if (exit != Exit::program_failed || program_code == 0) return exit;
  return static_cast<Exit>(program_code & 0xff);
}

const Verb mpirun_verb{"mpirun", "run an MPI program on a simulated machine: kasuri mpirun -n 64 ./hello",
                       &mpirun};

}  // namespace
}  // namespace kasuri::cli
