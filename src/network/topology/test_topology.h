// SPDX-License-Identifier: MIT
// For tests: a topology from its section as TOML, `type = "torus"\nextents = [4, 4]`.
#pragma once

#include <memory>
#include <string>

#include "base/config/document.h"
#include "base/config/registry.h"
#include "base/core/errors.h"
#include "network/net/topology.h"

namespace kasuri {

inline std::unique_ptr<Topology> topology_from(const std::string& toml) {
  auto document = config::Document::parse("[topology]\n" + toml, "config.toml");
  const auto choice = config::read<config::Choice<Topology>>(document.root().section("topology"));
  document.finish();
  TopologyContext context;
  return choice.make(context);
}

// What is wrong with it, or "".
inline std::string refusal_of(const std::string& toml) {
  try {
    topology_from(toml);
    return "";
  } catch (const Error& e) {
    return e.what();
  }
}

}  // namespace kasuri
