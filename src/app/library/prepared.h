// SPDX-License-Identifier: MIT
// What the doors of the library share.
#pragma once

#include <kasuri/kasuri.h>

#include "base/config/document.h"
#include "base/core/errors.h"

namespace kasuri {
struct Config;
struct Plan;
struct Results;
class Topology;
}  // namespace kasuri

namespace kasuri::v1 {

// Writes down the configuration with what the plan has chosen.
Plan prepare(config::Document, Config&);
config::Document load(const Configured&, const std::vector<std::string>& more = {});
Outcome outcome_of(const Results&, const kasuri::Topology&);

// Mistakes as those who use the library know them.
template <class F>
auto or_failure(F f) {
  try {
    return f();
  } catch (const Error& e) {
    throw Failure(static_cast<int>(e.code()), e.what());
  }
}

}  // namespace kasuri::v1
