// SPDX-License-Identifier: MIT
// Run directories, as the verbs read them that print, compare and draw runs.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <functional>

#include "shell/verbs/command.h"
#include "base/config/writer.h"
#include "base/core/text_file.h"
#include "experiment/plan/config.h"
#include "experiment/plan/planning.h"
#include "reader.h"
#include "experiment/report/run_directory.h"
#include "experiment/report/summary.h"
#include "experiment/run/simulation.h"

namespace kasuri::fuzz {
namespace {

namespace fs = std::filesystem;

void call(std::string_view name, std::vector<std::string> arguments) {
  const auto verb = std::ranges::find(cli::verbs(), name, &cli::Verb::name);
  CLI::App app;
  const cli::Action action = (*verb)->setup(app);
  std::ranges::reverse(arguments);
  app.parse(std::move(arguments));
  action();
}

constexpr std::string_view kTables = "run/results.h5", kManifest = "run/manifest.json";

const File* file_of(const Input& input, std::string_view name) {
  const auto at = std::ranges::find(input, name, &File::name);
  return at == input.end() ? nullptr : &*at;
}

// A run whose tables and their sums are whole. Tables are read by a library that damage can confuse,
// so damaged ones always meet their sums, which refuse them.
Input& whole() {
  static Input input;
  return input;
}

// Which verb reads an input follows from its bytes: all of them took tens of milliseconds. Those that read
// all tables, which are good, have one input in sixteen.
void read_run(const Input& input) {
  const fs::path run = stored(input).parent_path();
  const File* const tables = file_of(input, kTables);
  static bool tables_are_whole = false;
  if (tables || !tables_are_whole) stored({*file_of(whole(), tables ? kManifest : kTables)});
  tables_are_whole = !tables;
  const std::string damaged = run.string(), good = (scratch() / "good-run").string(),
                    out = (scratch() / "report").string(), page = (scratch() / "page.html").string();
  using Calls = std::vector<std::pair<std::string, std::vector<std::string>>>;
  const Calls slow{{"report", {damaged, "--output", out, "--csv"}},
                   {"export", {damaged, "--to", "json", "--out", out + ".json"}},
                   {"export", {damaged, "--to", "sqlite", "--out", out + ".sqlite"}},
                   {"view", {damaged, "--output", page}},
                   {"view", {damaged, good, "--output", page}}};
  const Calls quick{
      {"report", {damaged, "--format", "nsim"}},
      {"diff", {damaged, good}},
      {"diff", {good, damaged, "--all"}},
      {"picture", {damaged}},
      {"power", {damaged}},
      {"power", {damaged, "--format", "maps-svg"}}};
  std::size_t sum = 0;  // of the files in any order
  for (const File& f : input) sum += std::hash<std::string>{}(f.name + f.bytes);
  const Calls& calls = sum % 16 == 0 ? slow : quick;
  const auto& [verb, arguments] = calls[sum / 16 % calls.size()];
  for (const char* end : {".json", ".sqlite"}) fs::remove(out + end);
  try {
    call(verb, arguments);
  } catch (const Error& e) {
    if (e.code() != Exit::usage) throw;
    require(e.has_place(), "a refusal must say whose error it is", e.what());
    throw;
  }
}

Input run_of(const std::string& toml) {
  config::Document document = config::Document::parse(toml, "config.toml", scratch());
  Config c = config::read<Config>(document.root());
  document.finish();
  Plan plan = make_plan(c, document);
  const auto topology = plan.topology;
  if (!c.routing) c.routing.emplace(topology->usual_routing());
  fs::remove_all(scratch() / "run");
  RunDirectory directory(scratch() / "run");
  Results r = simulate(c, std::move(plan),
                             {.include_dir = KASURI_INCLUDE_DIR,
                              .progress = {},
                              .threads = 1,
                              .cores = 1,
                              .cluster = nullptr,
                              .tell = {},
                              .record = {}});
  r.host = {.wall_s = 1, .cpu_s = 1, .peak_rss_bytes = 1 << 20, .windows = {}, .memory = {}};
  directory.publish(r, *topology, config::Writer().top(c).text(), summary_text(r, *topology));
  Input input;
  for (const auto& f : fs::directory_iterator(scratch() / "run")) {
    input.push_back({"run/" + f.path().filename().string(), read_text(f.path())});
  }
  std::ranges::sort(input, {}, &File::name);
  return input;
}

// Without the sums of files, which would refuse all damage before it is read, and without the tables.
Input without_sums(Input input) {
  std::erase_if(input, [](const File& f) { return f.name == kTables; });
  for (File& f : input) {
    const std::size_t from = f.bytes.find("\"files\"");
    if (f.name == kManifest && from != f.bytes.npos)
      f.bytes.replace(from, 7, "\"older\"");
  }
  return input;
}

std::vector<Input> runs() {
  dup2(open("/dev/null", O_WRONLY | O_CLOEXEC), STDOUT_FILENO);
  const std::string machine =
      "[topology]\ntype = 'torus'\nextents = [3, 2]\n[router]\nvcs = 4\n[power]\npreset = "
      "'nsimpower-table1'\n"
      "chunk = '2 us'\n[statistics]\nsplit = 'auto'\nwaits = true\ntimeline = { from = '0 us', "
      "until = '2 us' }\n"
      "buffers = { routers = [0] }\n";
  const Input program =
      run_of(machine + "[[jobs]]\npayload = true\nranks = 4\nprogram = '" KASURI_SOURCE_DIR
                       "/tests/specimens/program/mixed.c'\n");
  const Input pattern = run_of(machine +
                               "[[faults.degraded]]\nlinks = ['(0,0):0']\nbit_error_rate = "
                               "1e-6\n[[jobs]]\npattern = { type = "
                               "'uniform', load = 0.2, message = '1 KiB', duration = '5 us' }\n");
  fs::rename(scratch() / "run", scratch() / "good-run");
  whole() = program;
  return {without_sums(program), without_sums(pattern), program};
}

const Reader directory{
    "run",       "run directories, read by report, diff, view, export, picture and power",
    runs,        {"null", "{}", "[]", "\"\"", "-1", "1e99", "\"jobs\"", "\"time_ps\"", "true"},
    Place::file, read_run};

}  // namespace
}  // namespace kasuri::fuzz
