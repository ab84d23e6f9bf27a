// SPDX-License-Identifier: MIT
// kasuri view: a run, two runs, a configuration, a chip plan or a many-core chip as one page for a
// browser, which holds all its data and opens from the disk.
#include "app/cli/view.h"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "app/cli/configured.h"
#include "app/cli/run_files.h"
#include "app/cli/study_programs.h"
#include "base/config/catalogue.h"
#include "base/core/compiler.h"
#include "base/core/text_file.h"
#include "shell/page/page.h"

namespace kasuri::cli {
namespace {

namespace fs = std::filesystem;

struct ViewArguments {
  std::vector<std::string> of;
  std::string out;
  std::vector<std::string> set;
  view::ViewOptions options;
  bool as_kept = false;
};

// A run that took no longer (seconds of CPU) is repeated for what it did not keep over time, with calls and
// messages if there are no more of these.
constexpr double kQuick = 10, kFewMessages = 50'000;

// Removed at the end; tables are read from it until then. Empty if it cannot be made.
struct Scratch {
  std::string path = (fs::temp_directory_path() / "kasuri-view-XXXXXX").string();
  Scratch() {
    if (!mkdtemp(path.data())) path.clear();
  }
  ~Scratch() {
    std::error_code ignored;
    if (!path.empty()) fs::remove_all(path, ignored);
  }
  Scratch(const Scratch&) = delete;
};

// A run, with what its configuration comes to if that can still be read: traces and programs may be gone.
struct ViewedRun {
  explicit ViewedRun(const fs::path& path) : files(path) {
    try {
      ConfigArguments arguments{.file = (path / "config.toml").string(),
                                .text = {},
                                .machine = {},
                                .overrides = {"run.deadlock_check=false"},
                                .within = {},
                                .programs = {}};
      plan = read_configuration(arguments).plan;
    } catch (const std::exception&) {  // the page has no paths then
    }
    if (fs::exists(path / "timeline.json")) timeline = files.text("timeline.json");
    if (fs::exists(path / "summary.txt")) text = files.text("summary.txt");
  }
  view::RunSource source() const {
    const ViewedRun& told = again ? *again : *this;
    return {files.name(), told.files.summary, told.files.tables, told.timeline, plan ? &*plan : nullptr,
            text, files.path.string(), again != nullptr};
  }
  void repeat();

  RunFiles files;
  std::optional<Plan> plan;
  std::string timeline, text;
  std::unique_ptr<Scratch> scratch;
  std::unique_ptr<ViewedRun> again;  // the same run with tables over time, which change no result
};

// Programs run in the folder, so that what they write goes with it.
std::unique_ptr<ViewedRun> repetition(const ViewedRun& run, const fs::path& folder, bool all) {
  const std::string config = fs::absolute(run.files.path / "config.toml").string();
  std::vector<std::string> command{"env", "-C", folder.string(), fs::canonical("/proc/self/exe").string(),
                                   "run", config, "--statistics", "--quiet", "--out", "again"};
  if (all) {
    command.insert(command.end(), {"--set", "statistics.link-waits=true"});
    const auto& s = run.files.summary;
    if (run.files.tables.has("ranks", "job") && s.at("messages").get<double>() <= kFewMessages) {
      const std::int64_t end = s.at("time_ps").get<std::int64_t>() + 1;
      command.insert(command.end(), {fmt::format("--timeline=0 ps:{} ps", end), "--set",
                                     "statistics.timeline.links=false"});
    }
  }
  if (!run_to_end(std::move(command)).ok) return nullptr;
  auto again = std::make_unique<ViewedRun>(folder / "again");
  const bool same = again->files.summary.at("result_hash") == run.files.summary.at("result_hash");
  return same ? std::move(again) : nullptr;
}

void ViewedRun::repeat() {
  if (files.tables.has("chunks", "begin") || !is_whole(files.summary) ||
      files.manifest.at("host").value("cpu_s", kQuick + 1) > kQuick) {
    return;
  }
  scratch = std::make_unique<Scratch>();
  for (const bool all : {true, false}) {
    if (again || scratch->path.empty()) return;
    try {
      again = repetition(*this, scratch->path, all);
    } catch (const std::exception&) {  // the page then names the command
    }
  }
}

// The verb whose settings a configuration has: studies have files of their own.
std::string verb_of(const fs::path& file) {
  std::vector<std::string> keys;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    const std::size_t begin = line.starts_with('[') ? 1 : 0;
    keys.push_back(line.substr(begin, line.find_first_of(" \t=]", begin) - begin));
    if (line.starts_with("[[jobs]]") || keys.back() == "topology" || keys.back().starts_with("topology.")) {
      return "run";
    }
  }
  learn_of_studies();
  const std::string verb = config::verb_with_keys(keys);
  return verb.empty() ? "run" : verb;
}

// The page of a study's file, by the study's program.
void start_view(const std::string& verb, const ViewArguments& a, const fs::path& out) {
  std::vector<std::string> arguments{"view", "--output=" + out.string()};
  for (const std::string& setting : a.set) arguments.push_back("--set=" + setting);
  arguments.insert(arguments.end(), {"--", a.of[0]});
  start_study(verb, std::move(arguments));
}

view::Pack view_of_file(const ViewArguments& a, const fs::path& out) {
  const fs::path file = a.of[0];
  const std::string name = file.filename().string();
  if (const std::string verb = verb_of(file); verb != "run") start_view(verb, a, out);
  ConfigArguments arguments{
      .file = a.of[0], .text = {}, .machine = {}, .overrides = a.set,
      .within = {}, .programs = {}};
  arguments.overrides.emplace_back("run.deadlock_check=false");
  return view::machine_view(name, read_configuration(arguments).plan);
}

Exit write_view(const ViewArguments& a) {
  view::bundle();  // before anything that takes time
  const bool is_run = fs::is_directory(a.of[0]);
  if (a.of.size() == 2 && (!is_run || !fs::is_directory(a.of[1]))) {
    throw Error(Exit::usage, ErrorPlace("kasuri view"), "the difference is of two run directories");
  }
  if (is_run && !a.set.empty()) {
    throw Error(Exit::usage, ErrorPlace("kasuri view"),
                "--set changes a configuration, not a run that has ended");
  }
  fs::path out = a.out;
  if (out.empty())
    out = is_run && a.of.size() == 1 ? fs::path(a.of[0]) / "view.html" : fs::path("view.html");
  std::string page;
  if (a.of.size() == 2) {
    ViewedRun before(a.of[0]), after(a.of[1]);
    if (!a.as_kept) before.repeat(), after.repeat();
    page = view::page(view::difference_view(before.source(), after.source(), a.options));
  } else {
    page = is_run ? run_page(a.of[0], a.options, !a.as_kept) : view::page(view_of_file(a, out));
  }
  write_text(out, page);
  fmt::print("{}\n", out.string());
  return Exit::done;
}

const Verb view_verb{
    "view", "write a page for the browser: a run, two runs, a machine, a chip plan",
    [](CLI::App& app) -> Action {
      auto a = std::make_shared<ViewArguments>();
      app.add_option("of", a->of,
                     "run directory, two of them for their difference, or a configuration of "
                     "`kasuri run`, `kasuri chip` or `kasuri manycore`")
          ->required()
          ->expected(1, 2)
          ->type_name("DIR|CONFIG.toml");
      app.add_option("-o,--out,--output", a->out,
                     "file to write; default: view.html in the run directory, or here")
          ->type_name("FILE.html");
      app.add_option("--set", a->set, "override a setting of the configuration, key=value; repeatable")
          ->type_name("KEY=VALUE")
          ->allow_extra_args(false)
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
      add_no_plugins_option(app);
      app.add_flag("--as-kept", a->as_kept,
                   "show only what the run kept; else a run of at most 10 s of CPU without --statistics is "
                   "repeated with it for curves over time, if its result is the same");
      app.add_option(
             "--links", a->options.most_links,
             "links with curves of their own, the busiest first; others share the mean of their class and "
             "region; default: 50,000")
          ->check(CLI::Range(1000, 100'000'000));
      return [a] { return reading_runs([&] { return write_view(*a); }); };
    }};

}  // namespace

std::string run_page(const fs::path& run, const view::ViewOptions& options, bool repeated) {
  ViewedRun viewed(run);
  if (repeated) viewed.repeat();
  return view::page(view::run_view(viewed.source(), options));
}

}  // namespace kasuri::cli
