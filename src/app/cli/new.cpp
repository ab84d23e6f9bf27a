// SPDX-License-Identifier: MIT
// kasuri new PRESET: a configuration to begin with, each key with its meaning above it, in the words of
// `kasuri help`. Its first line names the JSON schema, by which editors complete and check.
#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "shell/verbs/command.h"
#include "app/cli/include_directory.h"
#include "app/cli/machines.h"
#include "app/cli/presets.h"
#include "app/cli/study_programs.h"
#include "shell/verbs/say.h"
#include "base/config/catalogue.h"
#include "base/config/diagnostics.h"
#include "base/config/settings.h"
#include "base/config/tables.h"
#include "base/core/compiler.h"
#include "base/core/text_file.h"
#include "experiment/measured/constants.h"

namespace kasuri::cli {
namespace {

namespace fs = std::filesystem;

// The installed file, or one in the user's cache that is as this program prints it.
fs::path schema_file() {
  const fs::path include = include_directory();
  const fs::path installed =
      include.parent_path().parent_path() / "share" / "kasuri" / "config.schema.json";
  if (fs::exists(installed)) return installed;
  const fs::path own = cache_directory() / "config.schema.json";
  learn_of_studies(MissingStudies::unsaid);
  const std::string text = config::json_schema().dump(2) + '\n';
  std::error_code none;
  if (!fs::exists(own, none) || read_text(own) != text) write_text(own, text);
  return own;
}

std::string comment(const std::string& text) {
  constexpr std::size_t kWidth = 100;
  std::istringstream words(text);
  std::string out, line = "#";
  for (std::string word; words >> word;) {
    if (line.size() + 1 + word.size() > kWidth) {
      out += line + '\n';
      line = "#";
    }
    line += ' ' + word;
  }
  return out + line + '\n';
}

// Writes the lines of a preset with what is known of each.
class Commented {
 public:
  std::string text(const std::string& preset) {
    std::istringstream lines(preset);
    for (std::string line; std::getline(lines, line);) add(line);
    return std::move(out_);
  }

 private:
  void add(const std::string& line) {
    if (line.empty()) {
      out_ += '\n';
    } else if (line[0] == '[') {
      const std::size_t from = line.find_first_not_of('['), to = line.find(']');
      section_ = line.substr(from, to - from);
      const auto found = config::find_settings(section_);
      place_ = found.empty() ? std::nullopt : std::optional(found.front().field);
      component_ = nullptr;
      if (place_) out_ += comment(place_->meaning);
      out_ += line + '\n';
    } else {
      add_key(line);
    }
  }

  void add_key(const std::string& line) {
    const bool is_unset = line[0] == '#';
    const std::string key = is_unset ? line.substr(1) : line.substr(0, line.find(' '));
    if (key == "type" && place_) {
      const std::string name = line.substr(line.find('"') + 1, line.rfind('"') - line.find('"') - 1);
      component_ = config::find_component(place_->kind, name);
      out_ += comment(fmt::format("{}; `kasuri list {}` shows the others",
                                  component_ ? component_->summary : name, place_->kind));
      out_ += line + '\n';
      return;
    }
    const config::Shape* shape = component_                                         ? &component_->shape()
                                 : place_ && place_->type == config::Type::section ? &place_->shape()
                                                                                    : nullptr;
    for (const config::Field& f : shape ? shape->fields() : std::vector<config::Field>{}) {
      if (f.name != key) continue;
      const std::string range = config::short_range(f);
      out_ += comment(
          fmt::format("{} ({}{})", f.meaning, config::short_type(f), range.empty() ? "" : ", " + range));
      if (is_unset) {
        const std::string standard = config::describe_default(f, *shape);
        out_ += standard == "not set" ? "# " + key + " =\n" : "# " + key + " = " + standard + '\n';
      }
    }
    if (!is_unset) out_ += line + '\n';
  }

  std::string section_, out_;
  std::optional<config::Field> place_;
  const config::Component* component_ = nullptr;
};

std::string list_of_presets() {
  std::vector<std::vector<std::string>> rows;
  for (const Preset& p : presets()) rows.push_back({p.name, p.summary});
  for (const MachineInfo& m : machines()) rows.push_back({m.name, m.summary});
  return config::aligned_prose(rows);
}

// Throws Error for a name that there is not.
Preset find_preset(const std::string& name) {
  std::vector<std::string> names;
  for (const Preset& p : presets()) {
    if (p.name == name) return p;
    names.push_back(p.name);
  }
  for (const MachineInfo& m : machines()) {
    if (m.name == name) return {m.name, m.summary, ""};
    names.push_back(m.name);
  }
  throw Error(Exit::usage, ErrorPlace("kasuri new"),
              fmt::format("unknown preset '{}'{}; known: {}", name, config::did_you_mean(name, names),
                          config::join(names)));
}

std::string body_of(const Preset& p) {
  if (!p.text.empty()) return Commented().text(p.text);
  const Preset* torus = nullptr;
  for (const Preset& other : presets()) {
    if (other.name == "torus") torus = &other;
  }
  const std::string jobs = torus->text.substr(torus->text.find("\n[[jobs]]"));
  // What the machine was off by says nothing about one that was changed.
  return measured::without_errors(read_text(machine_file(p.name))) + Commented().text(jobs);
}

void write_new(const fs::path& file, const std::string& text) {
  if (fs::exists(file)) {
    throw Error(Exit::usage, ErrorPlace(file.string()),
                "is there already; remove it, or choose another --out");
  }
  write_text(file, text);
}

Exit make_new(const std::string& name, const std::string& out) {
  if (name.empty()) {
    say(stdout, list_of_presets());
    return Exit::done;
  }
  const Preset preset = find_preset(name);
  const std::string text =
      fmt::format(
          "#:schema {}\n{}# kasuri check FILE explains this machine, kasuri run FILE simulates it.\n\n",
          schema_file().string(), comment(preset.summary + ".")) +
      body_of(preset);
  if (out.empty()) {
    say(stdout, text);
    return Exit::done;
  }
  write_new(out, text);
  say(stdout, fmt::format("{} written\n", out));
  const fs::path beside = fs::path(out).parent_path() / preset.file;
  if (!preset.file.empty() && !fs::exists(beside)) {
    write_text(beside, preset.content);
    say(stdout, fmt::format("{} written\n", beside.string()));
  }
  return Exit::done;
}

const Verb new_verb{"new", "write a commented configuration to begin with",
                    [](CLI::App& app) -> Action {
                      auto preset = std::make_shared<std::string>();
                      auto out = std::make_shared<std::string>();
                      app.add_option("preset", *preset, "what to begin from, or a machine of `kasuri list "
                                                        "machines`; default: list the presets");
                      app.add_option("-o,--out,--output", *out, "file to write; default: standard output")
                          ->type_name("FILE");
                      return [preset, out] { return make_new(*preset, *out); };
                    }};

}  // namespace
}  // namespace kasuri::cli
