// SPDX-License-Identifier: MIT
// kasuri mpirun -n N [OPTIONS] PROGRAM ARGS…: runs an MPI program on a simulated machine, as the mpirun of
// an MPI library does on a real one. Its standard output is the program's; its exit code, too.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <sstream>

#include "shell/verbs/command.h"
#include "shell/verbs/say.h"
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

Options of other launchers: -np, -ppn, -N, --map-by ppr:R:node:PE=T, -x NAME=VALUE, -genv NAME VALUE hold;
--oversubscribe, --bind-to, --host, --hostfile, --mca and the like are ignored, with one line that says so.

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
  std::vector<std::string> ignored;  // options of other launchers
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

// ---- As other launchers have them ----

// "-map-by" as "--map-by": Open MPI and MPICH take one dash or two for words.
std::string spelled(const std::string& option) {
  const bool is_word = option.size() > 3 && option[1] != '-' && option.find('=') == option.npos;
  static const std::map<std::string, std::string, std::less<>> kSame{
      {"--np", "-n"}, {"-np", "-n"}, {"--n", "-n"}, {"-c", "-n"}, {"-N", "--ranks-per-node"},
      {"--ppn", "--ranks-per-node"}, {"--npernode", "--ranks-per-node"}, {"--perhost", "--ranks-per-node"},
      {"--ntasks-per-node", "--ranks-per-node"}, {"--cpus-per-proc", "--threads-per-rank"},
      {"--cpus-per-rank", "--threads-per-rank"}, {"--cpus-per-task", "--threads-per-rank"},
      {"-H", "--host"}, {"-f", "--hostfile"}, {"-q", "--quiet"}};
  const auto same = kSame.find(is_word ? "-" + option : option);
  return same == kSame.end() ? is_word ? "-" + option : option : same->second;
}

// What they say of machines and processes of the host, with the number of their values.
constexpr std::array<std::pair<std::string_view, int>, 29> kOfLaunchers{
    {{"--oversubscribe", 0}, {"--use-hwthread-cpus", 0}, {"--allow-run-as-root", 0},
     {"--report-bindings", 0}, {"--tag-output", 0}, {"--genvall", 0}, {"--envall", 0}, {"-l", 0},
     {"-v", 0}, {"--verbose", 0}, {"--nooversubscribe", 0}, {"--display-map", 0}, {"--bind-to", 1},
     {"--map-by", 1}, {"--rank-by", 1}, {"--host", 1}, {"--hosts", 1}, {"--hostfile", 1},
     {"--machinefile", 1}, {"--launcher", 1}, {"--iface", 1}, {"--rankfile", 1}, {"--cpu-set", 1},
     {"--output", 1}, {"--genvlist", 1}, {"--distribution", 1}, {"--mca", 2}, {"--prtemca", 2},
     {"--pmixmca", 2}}};

// Of --map-by, what says how many: ppr:R:node, PE=T.
void read_mapping(MpiRun& m, const std::string& text) {
  const auto number = [&](std::string_view key) {
    const std::size_t at = text.find(key);
    if (at == text.npos) return std::string();
    const std::size_t begin = at + key.size();
    return text.substr(begin, text.find(':', begin) - begin);
  };
  if (const std::string n = number("ppr:"); !n.empty() && text.find(":node") != text.npos) {
    m.ranks_per_node = positive("--map-by ppr", n, 1 << 16);
  }
  if (const std::string n = number("PE="); !n.empty()) {
    m.threads_per_rank = positive("--map-by PE", n, 1024);
  }
}

// -x NAME, -x NAME=VALUE of Open MPI; a variable that is only named is there already.
void set_variable(std::string_view name, const std::optional<std::string>& value) {
  const std::size_t equals = name.find('=');
  const std::string own(name.substr(0, equals));
  if (own.empty()) refuse_usage("a variable of the environment has no name");
  if (value) setenv(own.c_str(), value->c_str(), 1);
  else if (equals != name.npos) setenv(own.c_str(), std::string(name.substr(equals + 1)).c_str(), 1);
}

// Takes an option of another launcher, with its values; false: it is none.
bool take_foreign(MpiRun& m, const std::string& option, const std::function<std::string()>& value) {
  if (option == "-x") {
    set_variable(value(), {});
    return true;
  }
  if (option == "--genv" || option == "--env") {
    const std::string name = value();
    set_variable(name, name.find('=') == name.npos ? std::optional(value()) : std::nullopt);
    return true;
  }
  const auto known = std::ranges::find(kOfLaunchers, option, [](const auto& o) { return o.first; });
  if (known == kOfLaunchers.end()) return false;
  std::string words = option;
  for (int i = 0; i < known->second; ++i) {
    const std::string word = value();
    if (option == "--map-by") read_mapping(m, word);
    words += ' ' + word;
  }
  if (option != "--map-by" || (words.find("ppr:") == words.npos && words.find("PE=") == words.npos)) {
    m.ignored.push_back(words);
  }
  return true;
}

// A name without a directory is looked up as shells do, if there is no such file here.
std::string on_path(const std::string& program) {
  const char* const path = std::getenv("PATH");
  if (!path || program.find('/') != program.npos || std::filesystem::exists(program)) return program;
  std::istringstream directories(path);
  for (std::string directory; std::getline(directories, directory, ':');) {
    const std::filesystem::path file = std::filesystem::path(directory) / program;
    if (access(file.c_str(), X_OK) == 0 && std::filesystem::is_regular_file(file)) return file.string();
  }
  return program;
}

void set_option(MpiRun& m, const std::string& option, const std::string& value) {
  constexpr int kMostRanks = 1 << 24, kMostPerNode = 1 << 16, kMostThreads = 4096, kMostCores = 1024;
  if (value.empty()) refuse_usage(fmt::format("the value of {} is empty", option));
  if (option == "-n") m.ranks = positive(option, value, kMostRanks);
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

// The options before the program; the number of words that they take.
std::size_t read_options(MpiRun& m, std::span<const std::string> given) {
  constexpr std::array<std::string_view, 10> kWithValue{
      "-n", "--machine", "--threads", "--ranks-per-node", "--set", "--out", "--compute", "--core",
      "--compute-factor", "--threads-per-rank"};
  std::size_t i = 0;
  for (; i < given.size() && given[i].starts_with('-'); ++i) {
    std::string option = given[i];
    if (option == "--") return i + 1;
    std::optional<std::string> joined;
    if (const std::size_t equals = option.find('='); option.starts_with("--") && equals != option.npos) {
      joined = option.substr(equals + 1);
      option.resize(equals);
    }
    option = spelled(option);
    const auto value = [&] {
      if (joined) return *std::exchange(joined, std::nullopt);
      if (++i == given.size()) refuse_usage(fmt::format("{} needs a value", option));
      return given[i];
    };
    if (option == "--help" || option == "-h") m.helps = true;
    else if (option == "--json") m.run.json = true;
    else if (option == "--quiet") m.run.format = "none";
    else if (std::ranges::find(kWithValue, option) != kWithValue.end()) set_option(m, option, value());
    else if (!take_foreign(m, option, value)) refuse_usage(fmt::format("unknown option {}", given[i]));
    if (m.helps) return i;
  }
  return i;
}

MpiRun read_arguments(std::span<const std::string> given) {
  MpiRun m;
  m.run.format = "line";
  const std::size_t i = read_options(m, given);
  if (m.helps) return m;
  if (i >= given.size() || given[i].empty()) refuse_usage("no program is given");
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
  m.program = on_path(given[i]);
  m.arguments.assign(given.begin() + static_cast<std::ptrdiff_t>(i) + 1, given.end());
  const auto more = std::ranges::find(m.arguments, ":");
  if (more != m.arguments.end() && more + 1 != m.arguments.end() && more[1].starts_with("-n")) {
    refuse_usage("several programs (:) are jobs of a configuration here, [[jobs]], each with its own ranks "
                 "and its own MPI_COMM_WORLD");
  }
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
  if (!m.ignored.empty()) {
    say(stderr, fmt::format("kasuri: ignored, for the machine is simulated: {}\n",
                            fmt::join(m.ignored, ", ")));
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
