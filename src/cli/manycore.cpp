// SPDX-License-Identifier: MIT
// `kasuri manycore`: a chip of small processors on a shuffle-exchange network (docs/manycore.md).
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "config/document.h"
#include "emu/manycore.h"

namespace kasuri::cli {
namespace {

struct Options {
  std::string config;
  std::vector<std::string> overrides;
  std::string rom;
  bool json = false;
};

Exit run(const Options& o) {
  std::vector<std::string> overrides = o.overrides;
  if (!o.rom.empty()) overrides.push_back("rom=" + o.rom);
  config::Document document = config::Document::load(o.config, overrides);
  const auto params = config::read<emu::ManycoreParams>(document.root());
  document.finish();
  fmt::print(stderr, "{} pipes x {} ranks take {:.1f} MB\n", params.pipes, params.rank_count(),
             static_cast<double>(emu::memory_of(params)) * 1e-6);
  const emu::ManycoreReport report = emu::run_manycore(params);
  if (o.json) fmt::print("{}\n", report.json().dump(2));
  else fmt::print("{}", report.text());
  return report.verdict.wrong ? Exit::program_failed : Exit::done;
}

const Verb manycore{"manycore", "runs a chip of small processors", [](CLI::App& app) -> Action {
  auto o = std::make_shared<Options>();
  app.add_option("config", o->config, "configuration file")->required();
  app.add_option("--set", o->overrides, "key=value, instead of what the file says")->take_all();
  app.add_option("--rom", o->rom, "run this program: raw bytes, or .asm");
  app.add_flag("--json", o->json, "print the results as JSON");
  return [o] { return run(*o); };
}};

}  // namespace
}  // namespace kasuri::cli
