// SPDX-License-Identifier: MIT
#include "app/cli/configured.h"

#include <fmt/format.h>

#include "app/cli/machines.h"
#include "app/cli/processes.h"
#include "base/config/file_limits.h"
#include "base/config/plugins.h"
#include "base/config/writer.h"
#include "base/core/text_file.h"
#include "experiment/plan/planning.h"
#include "shell/verbs/command.h"

namespace kasuri::cli {

void ConfigArguments::add_to(CLI::App& app) {
  app.add_option("config", file, "configuration file (TOML)")->required()->type_name("CONFIG.toml");
  app.add_option("--machine", machine,
                 "machine for the jobs of the file: a name from `kasuri list machines`, or a file; keys of "
                 "the configuration override the machine's keys")
      ->type_name("NAME|FILE.toml");
  app.add_option("--set", overrides, "override a setting, as in --set router.vcs=4; repeatable")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("--within", within,
                 "refuse configurations that name files outside of this folder, as `kasuri serve` does")
      ->type_name("DIR");
  app.add_option("--programs", programs,
                 "with --within: run programs of this folder; default: no programs")
      ->type_name("DIR")
      ->needs("--within");
  add_no_plugins_option(app);
}

void add_plugin_option(CLI::App& app) {
  app.add_option_function<std::vector<std::string>>(
         "--plugin",
         [](const std::vector<std::string>& files) {
           try {
             for (const std::string& file : files) config::load_plugin(file);
           } catch (const Error& e) {
             throw Error(e.code(), ErrorPlace("kasuri"), e.what());
           }
         },
         "plug-in whose components are known too; repeatable")
      ->type_name("FILE")
      ->allow_extra_args(false);
}

config::Document ConfigArguments::load() const {
  if (!within.empty()) {
    // Files are named from this folder, wherever the service keeps the configuration.
    const std::string written = read_text(file);
    return machine.empty()
               ? config::Document::parse(written, file, within, overrides)
               : config::Document::parse_over(machine_file(machine), written, file, within, overrides);
  }
  if (!text.empty() && machine.empty()) return config::Document::parse(text, file, ".", overrides);
  if (!text.empty()) return config::Document::parse_over(machine_file(machine), text, file, ".", overrides);
  if (machine.empty()) return config::Document::load(file, overrides);
  return config::Document::load_over(machine_file(machine), file, overrides);
}

namespace {

// Programs are code of whoever wrote the configuration.
void refuse_programs(const Config& c, config::Document& document) {
  auto sections = document.root().sections("jobs");
  for (std::size_t i = 0; i < c.jobs.size(); ++i) {
    if (!c.jobs[i].program) continue;
    const std::string why = config::refusal_of_code(*c.jobs[i].program, "programs");
    if (!why.empty()) sections[i].error("program", why);
  }
}

}  // namespace

Configured read_configuration(const ConfigArguments& arguments,
                              const std::function<void(Config&)>& change) {
  if (!arguments.within.empty()) config::limit_files(arguments.within, arguments.programs);
  config::Document document = arguments.load();
  if (document.root().has("candidates")) {
    throw Error(Exit::usage, ErrorPlace(arguments.file),
                fmt::format("this is a study: kasuri compare {} --out DIR runs its workloads on each of "
                            "its candidates", arguments.file));
  }
  auto written = config::read<Config>(document.root());
  if (!arguments.within.empty()) refuse_programs(written, document);
  document.finish();
  if (change) change(written);
  const StepLine line(launched().rank == 0 ? arguments.progress : StepLine::kSilent);
  Plan plan = make_plan(written, document);
  Config config = resolved(written, plan);
  std::string text = config::Writer().top(config).text();
  return {std::move(document), std::move(config), std::move(plan), std::move(text)};
}

}  // namespace kasuri::cli
