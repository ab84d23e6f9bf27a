// SPDX-License-Identifier: MIT
// Names of things that also have numbers: a field of strings that takes integers too, as the digits.
#pragma once

#include <string_view>

#include "base/config/fields.h"

namespace kasuri::config {

// In place of a unit.
inline constexpr std::string_view kOrNumber = "or number";

template <class Builder>
Builder or_number(Builder field) {
  field.unit_name = kOrNumber;
  return field;
}

}  // namespace kasuri::config
