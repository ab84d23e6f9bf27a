// SPDX-License-Identifier: MIT
// Small chips for tests: a configuration as text, the PDE on one, a program's source on one.
#pragma once

#include <fmt/format.h>

#include <fstream>
#include <string>
#include <string_view>

#include "base/config/document.h"
#include "base/core/test_path.h"
#include "studies/manycore/manycore.h"

namespace kasuri::emu {

inline ManycoreReport run(const std::string& text) {
  config::Document document = config::Document::parse(text, "test.toml");
  const auto params = config::read<ManycoreParams>(document.root());
  document.finish();
  return run_manycore(params);
}

inline std::string pde(std::string_view processor, std::string_view engine,
                       std::string_view more = "", std::string_view program = "") {
  return fmt::format(
      "processor = '{}'\nengine = '{}'\npipes = 16\nranks = 9\n{}\n[program]\n"
      "type = 'pde'\nwaves = 5\n{}\n",
      processor, engine, more, program);
}

inline std::string rom(std::string_view processor, std::string_view engine,
                       std::string_view source) {
  const std::string path = test_path("rom.asm").string();
  std::ofstream(path) << source;
  return fmt::format("processor = '{}'\nengine = '{}'\npipes = 4\nranks = 3\nrom = '{}'\n",
                     processor, engine, path);
}

}  // namespace kasuri::emu
