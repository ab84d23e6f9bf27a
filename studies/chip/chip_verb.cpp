// SPDX-License-Identifier: MIT
// `kasuri chip`: packet and circuit switches on a 3-D chip (studies/chip).
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "studies/chip/chip_view.h"
#include "studies/chip/picture.h"
#include "studies/chip/plan_files.h"
#include "base/core/text_file.h"
#include "shell/verbs/page_of_file.h"
#include "shell/verbs/study_verbs.h"

namespace kasuri::cli {
namespace {

struct ChipArguments {
  std::string config;
  std::vector<std::string> set;
  bool json = false;
  std::filesystem::path svg, folder;
};

Exit plan_chip(const ChipArguments& a) {
  config::Document document = config::Document::load(a.config, a.set);
  const chip::Config config = chip::read_config(document);
  document.finish();
  const chip::Experiment experiment(config);
  const chip::Plan plan = experiment.plan(config.chip.planner);
  const chip::Result result = chip::measure(experiment, plan);
  if (!a.svg.empty()) {
    write_text(a.svg, chip::picture_of(experiment.structure, plan.circuits));
  }
  if (!a.folder.empty()) chip::export_plan(experiment, plan, result, a.folder);
  fmt::print("{}\n", a.json ? chip::to_json(result, config).dump(2)
                             : chip::to_text(result, config));
  return Exit::done;
}

const Verb chip{kChipVerb.name, kChipVerb.summary, [](CLI::App& app) -> Action {
  auto a = std::make_shared<ChipArguments>();
  app.add_option("config", a->config, "configuration file")->required();
  app.add_option("--set", a->set, "override a setting, key=value; repeatable")->allow_extra_args(false);
  add_no_plugins_option(app);
  app.add_flag("--json", a->json, "print JSON instead of text");
  app.add_option("--svg", a->svg, "draw the layers and the circuits of the plan into this file");
  app.add_option("--export", a->folder,
                 "write the plan to this directory: paths, circuits, loads and energy as CSV and JSON, "
                 "and its network as a configuration of `kasuri run`");
  app.add_option_function<std::string>("--paper", [](const std::string&) {
    throw Error(Exit::usage, "--paper is now `examples/on-chip/paper.py --out DIR`; its options stay");
  })->group("");
  return [a] { return plan_chip(*a); };
}};

view::Pack view_of_chip(const std::string& name, config::Document& document) {
  const chip::Config config = chip::read_config(document);
  document.finish();
  return view::chip_view(name, chip::Experiment(config));
}

const Verb view_verb{"view", kPageSummary, [](CLI::App& app) { return write_page_of(app, &view_of_chip); }};

}  // namespace
}  // namespace kasuri::cli
