// SPDX-License-Identifier: MIT
#include "base/config/named_files.h"

#include <fmt/format.h>

#include "base/config/registry.h"

namespace kasuri::config {
namespace {

void collect(const std::string& key, const Scalar& s, std::vector<NamedFile>& all);

void collect(const std::string& key, const Shape& shape, std::any params,
             std::vector<NamedFile>& all) {
  const void* at = shape.address(params);
  const std::string prefix = key.empty() ? "" : key + '.';
  for (const Field& f : shape.fields()) {
    const Value value = f.get(at);
    if (!value) continue;
    for (std::size_t i = 0; i < value->size(); ++i) {
      const Scalar& one = (*value)[i];
      if (f.keyed)
        collect(prefix + key_of(one), one, all);
      else if (f.list)
        collect(fmt::format("{}{}.{}", prefix, f.name, i), one, all);
      else
        collect(prefix + f.name, one, all);
    }
  }
}

void collect(const std::string& key, const Scalar& s, std::vector<NamedFile>& all) {
  if (const auto* path = std::get_if<std::filesystem::path>(&s)) {
    if (!path->empty()) all.push_back({key, *path});
  } else if (const auto* section = std::get_if<AnyParams>(&s)) {
    collect(key, *section->shape, section->value, all);
  } else if (const auto* choice = std::get_if<AnyChoice>(&s)) {
    if (choice->component) collect(key, choice->component->shape(), choice->params, all);
  }
}

}  // namespace

std::vector<NamedFile> named_files(const Scalar& s) {
  std::vector<NamedFile> all;
  collect("", s, all);
  return all;
}

}  // namespace kasuri::config
