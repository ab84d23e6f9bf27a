// SPDX-License-Identifier: MIT
// kasuri completion SHELL: what a shell needs to complete verbs, options and their values, made of the
// command line's own tables.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "app/cli/machines.h"
#include "app/cli/presets.h"
#include "app/cli/study_programs.h"
#include "shell/verbs/say.h"
#include "base/config/catalogue.h"
#include "base/config/file_kind.h"
#include "base/config/settings.h"

namespace kasuri::cli {
namespace {

using Words = std::vector<std::string>;

// A variable, or function, of the script with all settings: "router.vcs=", "jobs.0.ranks=".
constexpr const char* kKeys = "$_kasuri_keys";

std::string keys_of_settings() {
  std::set<std::string> keys;
  for (const config::Setting& s : config::all_settings()) {
    const bool named = std::ranges::any_of(s.path, [](char c) { return c >= 'A' && c <= 'Z'; });
    if (!s.owner || named || config::find_file_kind(s.path.substr(0, s.path.find('.')))) continue;
    keys.insert((s.path.starts_with("jobs.") ? "jobs.0." + s.path.substr(5) : s.path) + '=');
  }
  return fmt::format("{}", fmt::join(keys, " "));
}

// The values of an option, or of a verb's first argument, where they are known; else files.
Words values_of(const VerbFacts& v, const OptionFacts& o) {
  if (!o.choices.empty()) return o.choices;
  Words words;
  if (o.names == Words{"--set"} || o.names == Words{"--vary"}) return {kKeys};
  if (o.names == Words{"--machine"} || o.argument == "machine") {
    for (const MachineInfo& m : machines()) words.push_back(m.name);
  } else if (v.name == "new" && o.argument == "preset") {
    for (const Preset& p : presets()) words.push_back(p.name);
  } else if ((v.name == "list" || v.name == "help") && !o.argument.empty()) {
    for (const config::KindInfo& k : config::all_kinds()) words.push_back(k.name);
    if (v.name == "list") words.emplace_back("machines");
  } else if (v.name == "man" && o.argument == "verb") {
    for (const Verb* other : verbs()) words.push_back(other->name);
  }
  return words;
}

Words option_names(const VerbFacts& v) {
  Words names{"--help"};
  for (const OptionFacts& o : v.options) names.insert(names.end(), o.names.begin(), o.names.end());
  return names;
}

std::string joined(const Words& words) { return fmt::format("{}", fmt::join(words, " ")); }

Words names_of_verbs() {
  Words names;
  for (const Verb* v : verbs()) names.push_back(v->name);
  return names;
}

// --- bash ---

std::string bash(const std::vector<VerbFacts>& all) {
  std::string text =
      "# bash completion of kasuri; written by `kasuri completion bash`\n_kasuri_keys='" +
      keys_of_settings() +
      "'\n"
      "_kasuri() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]} "
      "words=''\n"
      "  COMPREPLY=()\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    COMPREPLY=($(compgen -W '" +
      joined(names_of_verbs()) +
      " --help --version' -- \"$word\"))\n"
      "    return\n"
      "  fi\n"
      "  case $verb:$before in\n";
  for (const VerbFacts& v : all) {
    for (const OptionFacts& o : v.options) {
      if (o.names.empty() || o.value.empty()) continue;
      const Words values = values_of(v, o);
      if (values.empty()) continue;
      text += fmt::format("    {}:{}) words='{}' ;;\n", v.name, o.names[0], joined(values));
    }
  }
  text += "  esac\n"
          "  [[ $words == *_keys ]] && compopt -o nospace 2>/dev/null\n"
          "  if [ -n \"$words\" ]; then COMPREPLY=($(compgen -W \"$words\" -- \"$word\")); return; fi\n"
          "  local options='' values=''\n"
          "  case $verb in\n";
  for (const VerbFacts& v : all) {
    Words values;
    for (const OptionFacts& o : v.options) {
      if (o.names.empty() && values.empty()) values = values_of(v, o);
    }
    text += fmt::format("    {}) options='{}' values='{}' ;;\n", v.name, joined(option_names(v)),
                        joined(values));
  }
  return text +
         "  esac\n"
         "  if [[ $word == -* ]]; then COMPREPLY=($(compgen -W \"$options\" -- \"$word\")); return; fi\n"
         "  if [ -n \"$values\" ] && [ \"$COMP_CWORD\" -eq 2 ]; then\n"
         "    COMPREPLY=($(compgen -W \"$values\" -- \"$word\"))\n"
         "    return\n"
         "  fi\n"
         "  compopt -o filenames 2>/dev/null\n"
         "  COMPREPLY=($(compgen -f -- \"$word\"))\n"
         "}\n"
         "complete -F _kasuri kasuri\n";
}

// --- zsh ---

// In single quotes, with what _arguments takes for its own escaped.
std::string for_zsh(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') out += "'\\''";
    else if (c == ':' || c == '[' || c == ']') out += std::string("\\") + c;
    else out += c;
  }
  return out;
}

std::string zsh_values(const VerbFacts& v, const OptionFacts& o) {
  const Words values = values_of(v, o);
  if (values == Words{kKeys}) return "_kasuri_keys";
  return values.empty() ? "_files" : "(" + joined(values) + ")";
}

std::string zsh(const std::vector<VerbFacts>& all) {
  std::string text =
      "#compdef kasuri\n# zsh completion of kasuri; written by `kasuri completion zsh`\n"
      "_kasuri_keys() { compadd -S '' \"$@\" -- " +
      keys_of_settings() +
      "; }\n_kasuri() {\n  local -a verbs\n  verbs=(\n";
  for (const VerbFacts& v : all) {
    std::string name = for_zsh(v.name);
    text += fmt::format("    '{}:{}'\n", name, for_zsh(v.summary));
  }
  text += "  )\n  if (( CURRENT == 2 )); then _describe verb verbs; return; fi\n"
          "  local verb=${words[2]}\n  shift words\n  (( CURRENT-- ))\n  case $verb in\n";
  for (const VerbFacts& v : all) {
    text += fmt::format("    {})\n      _arguments '--help[print a help message]'", v.name);
    for (const OptionFacts& o : v.options) {
      const std::string meaning = for_zsh(o.meaning);
      if (o.names.empty()) {
        text += fmt::format(" \\\n        '*:{}:{}'", for_zsh(o.argument), zsh_values(v, o));
        continue;
      }
      text += fmt::format(" \\\n        '*{}[{}]", o.names[0], meaning);
      text += o.value.empty() ? "'" : fmt::format(":{}:{}'", for_zsh(o.value), zsh_values(v, o));
    }
    text += v.passes_on ? " \\\n        '*::arguments:_files' ;;\n" : " ;;\n";
  }
  return text +
         "  esac\n}\nif [ \"$funcstack[1]\" = _kasuri ]; then _kasuri \"$@\"; else compdef _kasuri "
         "kasuri; fi\n";
}

// --- fish ---

std::string for_fish(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string fish(const std::vector<VerbFacts>& all) {
  std::string text = "# fish completion of kasuri; written by `kasuri completion fish`\n"
                     "set -g _kasuri_keys " +
                     keys_of_settings() + '\n';
  for (const VerbFacts& v : all) {
    text += fmt::format("complete -c kasuri -n __fish_use_subcommand -f -a {} -d '{}'\n", v.name,
                        for_fish(v.summary));
    for (const OptionFacts& o : v.options) {
      const Words values = values_of(v, o);
      const std::string when =
          fmt::format("complete -c kasuri -n '__fish_seen_subcommand_from {}'", v.name);
      if (o.names.empty()) {
        if (!values.empty()) text += fmt::format("{} -f -a '{}'\n", when, joined(values));
        continue;
      }
      text += when;
      for (const std::string& n : o.names) {
        text += n.starts_with("--") ? " -l " + n.substr(2) : " -s " + n.substr(1);
      }
      if (!o.value.empty()) text += values.empty() ? " -r" : fmt::format(" -x -a '{}'", joined(values));
      text += fmt::format(" -d '{}'\n", for_fish(o.meaning));
    }
  }
  return text;
}

const Verb completion{"completion", "print the completions of a shell",
                      [](CLI::App& app) -> Action {
                        auto shell = std::make_shared<std::string>();
                        app.add_option("shell", *shell, "the shell: bash, zsh or fish")
                            ->required()
                            ->check(CLI::IsMember({"bash", "zsh", "fish"}));
                        return [shell] {
                          learn_of_studies();
                          const std::vector<VerbFacts> all = all_verb_facts();
                          say(stdout, *shell == "bash"  ? bash(all)
                                      : *shell == "zsh" ? zsh(all)
                                                        : fish(all));
                          return Exit::done;
                        };
                      }};

}  // namespace
}  // namespace kasuri::cli
