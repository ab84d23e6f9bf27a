// SPDX-License-Identifier: MIT
#include "base/config/top_settings.h"

namespace kasuri::config {
namespace {

using WholeShape = const Shape& (*)();
WholeShape& whole_configuration() {
  static WholeShape shape = nullptr;
  return shape;
}

}  // namespace

WholeConfiguration::WholeConfiguration(const Shape& (*shape)()) { whole_configuration() = shape; }

std::vector<Field> top_settings() {
  std::vector<Field> all;
  if (!whole_configuration()) return all;
  for (const Field& f : whole_configuration()().fields()) {
    if (f.type != Type::section && f.type != Type::choice) all.push_back(f);
  }
  return all;
}

}  // namespace kasuri::config
