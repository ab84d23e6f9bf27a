// SPDX-License-Identifier: MIT
// Small experiments for the tests of chip/.
#pragma once

#include <string>
#include <vector>

#include "studies/chip/chip.h"
#include "base/core/errors.h"

namespace kasuri::chip::test {

// A configuration from text and overrides; throws Error(Exit::usage) as the command line would.
inline Config config(const std::vector<std::string>& overrides, std::string_view text = "") {
  config::Document document = config::Document::parse(text, "chip.toml", ".", overrides);
  Config c = read_config(document);
  document.finish();
  return c;
}

// What the refusal says, or "" if there is none.
template <class F>
std::string refusal(F f) {
  try {
    f();
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

}  // namespace kasuri::chip::test
