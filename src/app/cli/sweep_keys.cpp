// SPDX-License-Identifier: MIT
#include "app/cli/sweep_keys.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <sstream>

#include "app/cli/include_directory.h"
#include "app/cli/machines.h"
#include "base/config/json_text.h"
#include "base/config/writer.h"
#include "base/core/compiler.h"
#include "base/core/errors.h"
#include "base/core/variables.h"
#include "experiment/plan/config.h"
#include "shell/verbs/command.h"

namespace kasuri::cli {
namespace {

// Without a plan, which may take long: that is for the runs.
Config read_settings(ConfigArguments arguments, const std::vector<std::string>& more) {
  arguments.overrides.insert(arguments.overrides.end(), more.begin(), more.end());
  config::Document document = arguments.load();
  Config c = config::read<Config>(document.root());
  document.finish();
  return c;
}

std::string text_of(const Config& c) { return config::Writer().top(c).text(); }

// "jobs.0.program" -> "\"ring.c\"" of the writer's lines.
std::map<std::string, std::string> settings_of(const std::string& text) {
  std::map<std::string, std::string> all;
  std::map<std::string, int> entries;
  std::istringstream lines(text);
  std::string section;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("[[")) {
      const std::string name = line.substr(2, line.size() - 4);
      section = fmt::format("{}.{}.", name, entries[name]++);
    } else if (line.starts_with('[')) {
      section = line.substr(1, line.size() - 2) + '.';
      // A section of the last entry of a list.
      for (const auto& [name, n] : entries) {
        if (section.starts_with(name + '.')) section.insert(name.size(), fmt::format(".{}", n - 1));
      }
    } else if (const std::size_t equals = line.find(" = "); equals != line.npos) {
      all[section + line.substr(0, equals)] = line.substr(equals + 3);
    }
  }
  return all;
}

}  // namespace

SweepKeys::SweepKeys(ConfigArguments arguments, AlsoRead also)
    : arguments_(std::move(arguments)), also_(std::move(also)), inputs_(include_directory()) {}

void AlsoRead::add_to(CLI::App& app) {
  const auto list = [&](const char* name, std::vector<std::string>& to, const char* what,
                        const char* type) {
    app.add_option(name, to, what)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->type_name(type);
  };
  list("--reads", files,
       "file that programs open themselves: if it changes, all points are stale; repeatable", "FILE");
  list("--reads-variable", variables,
       "variable of the environment that programs read in a way that Kasuri does not see: if it changes, "
       "all points are stale; repeatable", "NAME");
}

PointKey SweepKeys::of(const SweepPoint& point) {
  PointKey k;
  k.record.name = point.name();
  try {
    ConfigArguments arguments = arguments_;
    if (!point.file.empty()) arguments.file = point.file;
    digest_of_files(arguments);  // before they are read: what comes later is noticed
    const Config c = read_settings(arguments, point.overrides);
    Inputs inputs = inputs_.read(c);
    for (const std::string& name : also_.variables) {
      inputs.variables[name] = digest_of_variable(name);
    }
    for (const auto& file : also_.files) {
      inputs.files[std::filesystem::absolute(file).lexically_normal().string()] =
          inputs_.digest(file);
    }
    k.record.settings = point.file.empty() ? settings() : text_of(c);
    // Names of files may be no UTF-8.
    k.record.inputs = inputs.json().dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    k.record.key = fingerprint(text_of(c) + k.record.inputs + (point.interference ? "interference" : ""));
  } catch (const Error& e) {
    if (e.code() != Exit::usage) throw;
    k.error = e.what();
  }
  return k;
}

// Of the configuration and the machine that it runs on.
std::string SweepKeys::digest_of_files(const ConfigArguments& arguments) {
  std::string digest = inputs_.digest(arguments.file);
  if (!arguments.machine.empty()) digest += inputs_.digest(machine_file(arguments.machine));
  return digest;
}

const std::string& SweepKeys::settings() {
  const std::string digest = digest_of_files(arguments_);
  if (digest != settings_digest_) {
    settings_digest_ = digest;
    try {
      settings_ = text_of(read_settings(arguments_, {}));
    } catch (const Error&) {
      settings_.clear();  // only with what varies is it whole
    }
  }
  return settings_;
}

std::map<std::string, std::string> written_settings(const ConfigArguments& arguments) {
  return settings_of(text_of(read_settings(arguments, {})));
}

std::vector<std::string> changed_settings(const std::string& then, const std::string& now) {
  const auto before = settings_of(then), after = settings_of(now);
  std::vector<std::string> keys;
  for (const auto& [key, value] : after) {
    const auto at = before.find(key);
    if (at == before.end() || at->second != value) keys.push_back(key);
  }
  for (const auto& [key, value] : before) {
    if (!after.contains(key)) keys.push_back(key);
  }
  return keys;
}

std::string why_stale(const PointRecord& then, const PointRecord& now) {
  if (then.inputs.empty()) return "an older version of Kasuri did not store their inputs";
  const auto inputs = [](const PointRecord& r) {
    return Inputs::from(config::json_from(r.inputs));
  };
  std::string why = difference(inputs(then), inputs(now));
  constexpr std::size_t kNamed = 3;
  std::vector<std::string> keys = changed_settings(then.settings, now.settings);
  const std::size_t more = keys.size() > kNamed ? keys.size() - kNamed : 0;
  if (more) keys.resize(kNamed);
  if (!keys.empty()) {
    why += fmt::format("{}the configuration has another {}{}", why.empty() ? "" : "; ",
                       fmt::join(keys, ", "), more ? fmt::format(" and {} more", more) : "");
  }
  if (const std::string variables = changed_variables(then.environment); !variables.empty()) {
    why += (why.empty() ? "" : "; ") + variables;
  }
  return why.empty() ? "the configuration has changed" : why;
}

}  // namespace kasuri::cli
