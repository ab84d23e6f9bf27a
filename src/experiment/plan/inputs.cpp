// SPDX-License-Identifier: MIT
#include "experiment/plan/inputs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "base/config/json_text.h"
#include "base/config/named_files.h"
#include "base/core/errors.h"
#include "workload/programs/elf.h"
#include "experiment/plan/config.h"

namespace kasuri {
namespace {

namespace fs = std::filesystem;
using Digests = std::map<std::string, std::string>;

constexpr std::size_t kNamed = 3;  // files in a message

// "a, b, c and 4 others".
std::string in_words(const std::vector<std::string>& names) {
  const std::size_t shown = std::min(kNamed, names.size());
  std::string text = fmt::format(
      "{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
  return names.size() > shown ? fmt::format("{} and {} more", text, names.size() - shown) : text;
}

std::string name_of(const std::string& path) { return fs::path(path).filename().string(); }

std::vector<std::string> changed(const Digests& then, const Digests& now) {
  std::vector<std::string> names;
  for (const auto& [path, digest] : now) {
    const auto before = then.find(path);
    if (before != then.end() && before->second != digest) names.push_back(name_of(path));
  }
  return names;
}

// Keys that `all` has more than `others`.
std::vector<std::string> missing(const Digests& all, const Digests& others) {
  std::vector<std::string> names;
  for (const auto& [path, digest] : all) {
    if (!others.contains(path)) names.push_back(name_of(path));
  }
  return names;
}

}  // namespace

nlohmann::ordered_json Inputs::json() const {
  return {{"version", version},
          {"build", build},
          {"compilers", compilers},
          {"texts", texts},
          {"files", files},
          {"variables", variables}};
}

Inputs Inputs::from(const nlohmann::ordered_json& json) {
  Inputs i;
  if (!json.is_object()) return i;
  try {
    i.version = json.value("version", "");
    i.build = json.value("build", "");
    i.compilers = json.value("compilers", Digests{});
    i.texts = json.value("texts", Digests{});
    i.files = json.value("files", Digests{});
    i.variables = json.value("variables", Digests{});
  } catch (const nlohmann::json::exception&) {  // damaged: nothing is known
    return {};
  }
  return i;
}

Variables variables_from(const std::string& json) {
  try {
    return json.empty() ? Variables{} : config::sorted_json_from(json).get<Variables>();
  } catch (const nlohmann::json::exception&) {
    return {{"?", "damaged"}};
  }
}

std::string difference(const Inputs& then, const Inputs& now) {
  if (then.version.empty()) return "their inputs are not known";
  std::vector<std::string> all;
  if (then.version != now.version) {
    all.push_back(fmt::format("Kasuri was {} then and is {} now", then.version, now.version));
  } else if (then.build != now.build) {
    all.emplace_back("Kasuri was built again");
  }
  std::vector<std::string> names = changed(then.files, now.files);
  if (!names.empty()) {
    all.push_back(fmt::format("{} {} changed", in_words(names), names.size() > 1 ? "have" : "has"));
  } else if (names = missing(now.files, then.files); !names.empty()) {
    all.push_back(fmt::format("{} {} read now", in_words(names), names.size() > 1 ? "are" : "is"));
  } else if (names = missing(then.files, now.files); !names.empty()) {
    all.push_back(
        fmt::format("{} {} no longer read", in_words(names), names.size() > 1 ? "are" : "is"));
  } else if (names = changed(then.texts, now.texts); !names.empty()) {
    all.push_back(fmt::format("{} has another text after the preprocessor", in_words(names)));
  }
  if (names = changed(then.variables, now.variables); !names.empty()) {
    all.push_back(fmt::format("the environment variable{} {} {} changed", names.size() > 1 ? "s" : "",
                              in_words(names), names.size() > 1 ? "have" : "has"));
  }
  if (!changed(then.compilers, now.compilers).empty()) {
    all.emplace_back("the compiler or its flags have changed");
  }
  return fmt::format("{}", fmt::join(all, "; "));
}

Inputs InputReader::read(const Config& c) {
  Inputs inputs;
  inputs.version = KASURI_VERSION;
  inputs.build = digest_of_this_program();
  for (const config::NamedFile& f : config::named_files_of(c)) add(f.path, inputs);
  for (const fs::path& plugin : c.plugins) add_libraries(plugin, inputs);
  for (const JobParams& job : c.jobs) {
    if (job.program) add_program(*job.program, inputs);
    if (!job.trace) continue;
    for (const fs::path& file : trace::files_of(*job.trace)) add(file, inputs);
  }
  return inputs;
}

void InputReader::add(const fs::path& file, Inputs& inputs) {
  const std::string path = fs::absolute(file).lexically_normal().string();
  inputs.files[path] = digests_.of(path);
}

// As the loader finds them now: they need not be named anywhere, and any may have been edited.
void InputReader::add_libraries(const fs::path& plugin, Inputs& inputs) {
  for (const fs::path& file : loaded_objects(plugin)) add(file, inputs);
}

// A program that does not compile is itself all that is known of it; a run of it will say why.
void InputReader::add_program(const fs::path& program, Inputs& inputs) {
  const auto known = programs_.find(program);
  if (known == programs_.end() || !is_current(known->second.sources, known->second.seen)) {
    Program fresh;
    try {
      fresh.sources = program_sources(program, include_dir_);
    } catch (const Error& e) {
      if (static_cast<int>(e.code()) > 128) throw;  // interrupted
      fresh.sources.files = {program};
    }
    for (const fs::path& f : fresh.sources.files) fresh.seen[f.string()] = digests_.of(f);
    programs_[program] = std::move(fresh);
  }
  const ProgramSources& sources = programs_[program].sources;
  for (const fs::path& f : sources.files) add(f, inputs);
  if (sources.text.empty()) return;
  inputs.texts[program.string()] = sources.text;
  inputs.compilers[program.string()] = sources.compiler;
}

bool InputReader::is_current(const ProgramSources& sources, const Digests& seen) {
  return std::ranges::all_of(
      sources.files, [&](const fs::path& f) { return digests_.of(f) == seen.at(f.string()); });
}

}  // namespace kasuri
