// SPDX-License-Identifier: MIT
#include "experiment/measured/algorithm_names.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/config/diagnostics.h"
#include "base/core/check.h"
#include "base/core/errors.h"

namespace kasuri::measured {

mpi::Collective collective_of(const std::string& operation) {
  for (std::size_t i = 0; i < mpi::kCollectives; ++i) {
    const auto which = static_cast<mpi::Collective>(i);
    if (mpi::name_of(which) == operation) return which;
  }
  fail("a collective operation has a name");
}

namespace {

// Of what an algorithm is a part that Kasuri does not have; else empty.
std::string_view missing(const std::string& plain) {
  if (plain.find("utofu") != plain.npos) {
    return "an algorithm that uses the interfaces of Tofu by itself, which this does not have";
  }
  return {};
}

}  // namespace

bool is_of_nccl(const std::string& name) {
  const std::string plain = plain_name(name);
  return plain.find("nccl") != plain.npos || plain.ends_with("-shot") || plain == "multimem";
}

std::string plain_name(std::string name) {
  std::ranges::transform(name, name.begin(), [](unsigned char c) {
    return c == '_' ? '-' : static_cast<char>(std::tolower(c));
  });
  for (const std::string_view suffix : {"-over", "-ompi", "-mpich"}) {
    if (name.ends_with(suffix)) name.resize(name.size() - suffix.size());
  }
  if (name.starts_with("default-")) name.erase(0, 8);
  return name == "default" ? std::string() : name;
}

std::string algorithm_text(const Config& c, const std::string& operation, const std::string& name,
                           mpi::NamedCall call) {
  std::string plain = plain_name(name);
  const std::size_t at = plain.find("nccl");  // "reduce-scatter-nccl-ring"
  if (at != plain.npos && at > 0) {
    const std::string of = plain.substr(0, at - 1), own = plain_name(operation);
    if (own == of || own == of + "-block") plain.erase(0, at);
  }
  call.above_library = name.ends_with("_over") || name.ends_with("-over");
  if (c.mpi.library) {
    mpi::LibraryContext context;
    std::string text = c.mpi.library.make(context)->named(collective_of(operation), plain, call);
    if (!text.empty()) return text;
  }
  if (const std::string_view what = missing(plain); !what.empty()) {
    throw Error(Exit::usage, fmt::format("kasuri: error: algorithm '{}' of {}: {}", name, operation, what));
  }
  std::vector<std::string> known;
  bool ring = false;
  for (const config::Component* component : config::components(operation)) {
    if (component->name == plain) return fmt::format("'{}'", plain);
    // Of these NCCL has rings alone.
    if (plain == "nccl" && component->name == "nccl-ring") ring = true;
    known.push_back(component->name);
  }
  if (ring) return "'nccl-ring'";
  throw Error(Exit::usage,
              fmt::format("kasuri: error: algorithm '{}' of {}: unknown{}; known: {}", name, operation,
                          config::did_you_mean(plain, known), config::join(known)));
}

}  // namespace kasuri::measured
