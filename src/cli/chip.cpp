// SPDX-License-Identifier: MIT
// `kasuri chip`: packet and circuit switches on a 3-D chip (src/chip).
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "chip/chip.h"
#include "cli/command.h"

namespace kasuri::cli {
namespace {

struct Arguments {
  std::string config;
  std::vector<std::string> set;
  bool json = false;
};

Exit run(const Arguments& a) {
  config::Document document = config::Document::load(a.config, a.set);
  const chip::Config config = chip::read_config(document);
  document.finish();
  const chip::Result result = chip::run(config);
  fmt::print("{}\n", a.json ? chip::to_json(result, config).dump(2) : chip::to_text(result, config));
  return Exit::done;
}

const Verb chip{"chip", "plans packet and circuit switches on a 3-D chip",
                [](CLI::App& app) -> Action {
  auto a = std::make_shared<Arguments>();
  app.add_option("config", a->config, "configuration file")->required();
  app.add_option("--set", a->set, "overrides a value: key=value")->allow_extra_args(false);
  app.add_flag("--json", a->json, "prints JSON instead of words");
  return [a] { return run(*a); };
}};

}  // namespace
}  // namespace kasuri::cli
