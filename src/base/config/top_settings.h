// SPDX-License-Identifier: MIT
// Settings at the top of a configuration that are no sections: `fidelity = "flow"`. The schema, the
// reference page and `kasuri help` find them in the fields of the whole configuration.
#pragma once

#include <vector>

#include "base/config/fields.h"

namespace kasuri::config {

// Says what a whole configuration is; one object in the program.
struct WholeConfiguration {
  explicit WholeConfiguration(const Shape& (*)());
};

// Its fields that are no sections and no choices.
std::vector<Field> top_settings();

}  // namespace kasuri::config
