// SPDX-License-Identifier: MIT
// Configurations: of runs with everything that a plan finds out, of studies, chips, many cores; settings
// and variations of the command line; quantities with units.
#include <algorithm>
#include <cstdlib>

#include "studies/chip/chip.h"
#include "app/cli/study.h"
#include "app/cli/sweep_points.h"
#include "base/config/catalogue.h"
#include "base/config/writer.h"
#include "base/core/parse_units.h"
#include "base/core/text_file.h"
#include "studies/manycore/manycore.h"
#include "experiment/plan/config.h"
#include "experiment/plan/planning.h"
#include "reader.h"

namespace kasuri::fuzz {
namespace {

using config::Document;

// Lines "#set key=value" of a configuration are given as `--set` too.
std::vector<std::string> overrides(std::string_view text) {
  constexpr std::string_view kMark = "#set ";
  std::vector<std::string> all;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    const std::string_view line = text.substr(from, end - from);
    if (line.starts_with(kMark)) all.emplace_back(line.substr(kMark.size()));
    from = end + 1;
  }
  return all;
}

// The words of the reference page: keys, types, units, defaults.
std::vector<std::string> words_of_reference() {
  std::vector<std::string> all;
  const std::string page = config::reference_page();
  std::string word;
  for (const char c : page) {
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '.')
      word += c;
    else if (!word.empty())
      all.push_back(std::exchange(word, ""));
  }
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

// Written and read again it must be the same.
template <class T>
void require_round_trip(const T& value, const std::filesystem::path& directory) {
  const std::string once = config::Writer().top(value).text();
  Document document = Document::parse(once, "resolved.toml", directory);
  const T again = config::read<T>(document.root());
  require(!document.has_errors(), "a resolved configuration must be legal", once);
  require(config::Writer().top(again).text() == once, "a resolved configuration must read back",
          once);
}

// --- Runs ---

constexpr std::uint32_t kSmall = 256;  // endpoints of a machine that is planned too

void read_run(const Input& input) {
  const std::string& text = input.front().bytes;
  Document document = Document::parse(text, "config.toml", scratch(), overrides(text));
  Config c = config::read<Config>(document.root());
  document.finish();
  require_round_trip(c, scratch());
  const auto topology = make_topology(c, document);
  document.finish();
  if (topology->endpoints() <= kSmall && topology->routers() <= kSmall) make_plan(c, document);
}

std::vector<Input> run_configurations() {
  for (const char* file : {"examples/topologies/machine.net", "examples/topologies/tables.txt",
                           "examples/mapping/scattered.txt", "examples/traces/pipeline.goal"}) {
    stored(source_file(file));
  }
  std::vector<Input> all = source_files("tests/fuzz/corpus/config", {".toml"});
  for (Input& i : source_files("examples", {".toml"})) {
    const std::string& text = i.front().bytes;
    if (text.find("[[jobs]]") != text.npos) all.push_back(std::move(i));
  }
  return all;
}

const Reader run{"config",           "configurations of runs, with their plans",
                 run_configurations, words_of_reference(),
                 Place::file,        read_run};

// --- Machines, under a job ---

void read_machine(const Input& input) {
  const std::filesystem::path machine = stored(input);
  Document document = Document::parse_over(
      machine, "[[jobs]]\nranks = 2\nmotif = { type = 'pairs', steps = 1 }\n", "job.toml", scratch());
  const Config c = config::read<Config>(document.root());
  document.finish();
  require_round_trip(c, scratch());
}

const Reader machine{"machine",
                     "machines that jobs run on",
                     [] {
                       std::vector<Input> all = source_files("machines", {".toml"});
                       for (Input& i : all) i.front().name = "machine.toml";
                       return all;
                     },
                     words_of_reference(),
                     Place::file,
                     read_machine};

// --- Studies of `kasuri compare` ---

void read_study(const Input& input) {
  Document document = Document::parse(input.front().bytes, "study.toml", scratch());
  const cli::StudyParams study = cli::StudyParams::read(document);
  document.finish();
  constexpr std::uint64_t kMostSized = 2000;
  if (study.ports || study.endpoints.value_or(kMostSized) > kMostSized) return;
  for (const cli::CandidateParams& c : study.candidates) {
    if (c.topology || c.endpoints.value_or(0) > kMostSized) return;
  }
  const auto candidates = cli::size_candidates(study, document);
  document.finish();
  for (const cli::Candidate& c : candidates) {
    for (const cli::WorkloadParams& w : study.workloads) {
      require_round_trip(cli::configuration(study, c, w), scratch());
    }
  }
}

const Reader study{"study",
                   "studies of networks, with their candidates",
                   [] { return source_files("examples/compare-4096", {".toml"}); },
                   words_of_reference(),
                   Place::file,
                   read_study};

// --- Overrides, on a configuration that is good ---

void read_set(const Input& input) {
  std::vector<std::string> all;
  std::string_view text = input.front().bytes;
  while (!text.empty() && all.size() < 8) {
    const std::string_view line = text.substr(0, text.find('\n'));
    all.emplace_back(line);
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  Document document = Document::parse(
      "[topology]\ntype = 'torus'\nextents = [2, 2]\n[[jobs]]\npattern = { type = 'uniform', load "
      "= 0.1, "
      "message = '1 KiB', duration = '1 us' }\n",
      "config.toml", scratch(), all);
  const Config c = config::read<Config>(document.root());
  document.finish();
  require_round_trip(c, scratch());
}

const Reader set{
    "set",
    "settings of the command line, key=value",
    [] {
      std::vector<Input> all;
      for (const char* s :
           {"router.vcs=4", "topology.type=mesh\ntopology.extents=[2, 3]", "jobs.0.ranks=8",
            "jobs.0.pattern.load=50 %", "link.rate=\"10 GB/s\"", "mpi.algorithms.bcast=binomial",
            "power.preset=nsimpower-table1", "run.seed=7\nrun.time_limit=1 ms",
            "topology={type='torus', extents=[3]}"}) {
        all.push_back(text_input("set", s));
      }
      return all;
    },
    words_of_reference(),
    Place::file,
    read_set};

// --- Variations of a sweep ---

void read_vary(const Input& input) {
  const cli::Variation v = cli::parse_variation(input.front().bytes);
  require(!v.key.empty() && !v.values.empty(), "a variation has a key and values",
          input.front().bytes);
}

const Reader vary{
    "vary",
    "variations of a sweep, key=values",
    [] {
      std::vector<Input> all;
      for (const char* s : {"router.vcs=2,4,8", "power.t_lt=0us:20us:1us", "a=1:2:0.25",
                            "jobs.0.args=[\"ring\", \"2KiB\"],[\"pairwise\", \"2KiB\"]",
                            "topology={type='torus', extents=[2,2]},{type='mesh', extents=[4]}"}) {
        all.push_back(text_input("vary", s));
      }
      return all;
    },
    {"0:10:1", "us", "ns", "GB/s", "1e-9"},
    Place::file,
    read_vary};

// --- Quantities ---

void read_quantity(const Input& input) {
  const std::string& text = input.front().bytes;
  if (const auto t = parse_time(text)) {
    const auto again = parse_time(exact(t.value));
    require(again && again.value == t.value, "a time must read back", text);
  }
  if (const auto b = parse_bytes(text)) {
    const auto again = parse_bytes(exact(b.value));
    require(again && again.value == b.value, "a size must read back", text);
  }
  if (const auto r = parse_rate(text)) {
    const auto again = parse_rate(exact(r.value));
    require(again && again.value == r.value, "a rate must read back", text);
  }
  for (const char* unit : {"W", "J", "Hz", "J/b", ""}) parse_quantity(text, unit);
}

const Reader quantity{
    "quantity",
    "times, sizes, rates, watts",
    [] {
      std::vector<Input> all;
      for (const char* s : {"5 ns", "1.5 us", "2 KiB", "200 Gb/s", "1e3 ms", "unlimited", "10 GB/s",
                            "3.2 pJ/b", "12.5 %", "2 min", "0 B", "9223372036854775807 ps"}) {
        all.push_back(text_input("quantity", s));
      }
      return all;
    },
    {"ps", "ns", "us",  "ms", "s", "min", "B", "kB", "KiB", "MiB", "GiB", "TB", "b/s", "Tib/s", "W",
     "J",  "Hz", "J/b", "%",  "f", "p",   "n", "u",  "m",   "k",   "M",   "G",  "T",   "P"},
    Place::file,
    read_quantity};

// --- Chips ---

// Millions are legal, and take their time.
bool has_many_demands(const chip::Config& c) {
  constexpr std::string_view kKey = "pairs = ";
  constexpr unsigned long kMany = 100'000;
  const std::string text = config::Writer().section("demands", c.chip.demands).text();
  const std::size_t at = text.find(kKey);
  return at != text.npos && std::strtoul(text.c_str() + at + kKey.size(), nullptr, 10) > kMany;
}

void read_chip(const Input& input) {
  const std::string& text = input.front().bytes;
  Document document = Document::parse(text, "chip.toml", scratch(), overrides(text));
  const chip::Config c = chip::read_config(document);
  document.finish();
  const auto grid = chip::parse_grid(c.layout.servers);
  require(grid.has_value(), "servers that were read are a grid", c.layout.servers);
  if (grid->columns * grid->rows <= 64 && c.layout.layers <= 8 && !has_many_demands(c)) chip::Experiment{c};
}

const Reader on_chip{"chip",
                     "configurations of chips",
                     [] {
                       for (const char* file : {"own.csv", "own.txt"}) {
                         stored(source_file(std::string("examples/on-chip/") + file));
                       }
                       return source_files("examples/on-chip", {".toml"});
                     },
                     words_of_reference(),
                     Place::file,
                     read_chip};

// --- Many cores ---

void read_manycore(const Input& input) {
  const std::string& text = input.front().bytes;
  Document document = Document::parse(text, "manycore.toml", scratch(), overrides(text));
  const auto p = config::read<emu::ManycoreParams>(document.root());
  document.finish();
  require(p.rank_count() >= 1, "there is a rank");
}

const Reader manycore{"manycore",
                      "configurations of many cores",
                      [] { return source_files("examples/manycore", {".toml"}); },
                      words_of_reference(),
                      Place::file,
                      read_manycore};

}  // namespace
}  // namespace kasuri::fuzz
