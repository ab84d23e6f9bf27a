// SPDX-License-Identifier: MIT
// kasuri view: a run, two runs, a configuration, a chip plan or a many-core chip as one page for a
// browser, which holds all its data and opens from the disk.
#include "app/cli/view.h"

#include <fmt/format.h>

#include <fstream>

#include "app/cli/configured.h"
#include "app/cli/run_files.h"
#include "app/cli/study_programs.h"
#include "base/config/catalogue.h"
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
  }
  view::RunSource source() const {
    return {files.name(), files.summary, files.tables, timeline, plan ? &*plan : nullptr};
  }

  RunFiles files;
  std::optional<Plan> plan;
  std::string timeline;
};

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
    const ViewedRun before(a.of[0]), after(a.of[1]);
    page = view::page(view::difference_view(before.source(), after.source(), a.options));
  } else {
    page = is_run ? run_page(a.of[0], a.options) : view::page(view_of_file(a, out));
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
      app.add_option("-o,--output", a->out,
                     "file to write; default: view.html in the run directory, or here")
          ->type_name("FILE.html");
      app.add_option("--set", a->set, "override a setting of the configuration, key=value; repeatable")
          ->type_name("KEY=VALUE")
          ->allow_extra_args(false)
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
      add_no_plugins_option(app);
      app.add_option(
             "--links", a->options.most_links,
             "links with curves of their own, the busiest first; others share the mean of their class and "
             "region; default: 50,000")
          ->check(CLI::Range(1000, 100'000'000));
      return [a] { return reading_runs([&] { return write_view(*a); }); };
    }};

}  // namespace

std::string run_page(const fs::path& run, const view::ViewOptions& options) {
  const ViewedRun viewed(run);
  return view::page(view::run_view(viewed.source(), options));
}

}  // namespace kasuri::cli
