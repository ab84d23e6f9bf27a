// SPDX-License-Identifier: MIT
// What the catalogue knows of a component.
#pragma once

#include <any>
#include <string>

namespace kasuri::config {

struct Shape;  // fields.h

// A registered component, freed of its types.
struct Component {
  std::string kind;
  std::string name;
  std::string summary;
  const Shape& (*shape)();
  std::any make;  // std::unique_ptr<Base> (*)(const std::any& params, Context&)
  std::string (*notes)() = nullptr;  // what else help and the reference page say: lines of Markdown
};

}  // namespace kasuri::config
