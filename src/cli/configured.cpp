// SPDX-License-Identifier: MIT
#include "cli/configured.h"

#include "cli/machines.h"
#include "config/plugins.h"
#include "config/writer.h"
#include "plan/planning.h"

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
  if (!text.empty() && machine.empty()) return config::Document::parse(text, file, ".", overrides);
  if (!text.empty()) return config::Document::parse_over(machine_file(machine), text, file, ".", overrides);
  if (machine.empty()) return config::Document::load(file, overrides);
  return config::Document::load_over(machine_file(machine), file, overrides);
}

Configured read_configuration(const ConfigArguments& arguments) {
  config::Document document = arguments.load();
  const auto written = config::read<Config>(document.root());
  document.finish();
  Plan plan = make_plan(written, document);
  Config config = resolved(written, plan);
  std::string text = config::Writer().top(config).text();
  return {std::move(document), std::move(config), std::move(plan), std::move(text)};
}

}  // namespace kasuri::cli
