// SPDX-License-Identifier: MIT
#include "app/cli/study_programs.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/config/catalogue.h"
#include "base/config/json_text.h"
#include "base/core/compiler.h"
#include "shell/verbs/colour.h"
#include "shell/verbs/say.h"
#include "shell/verbs/study_verbs.h"

namespace kasuri::cli {
namespace {

namespace fs = std::filesystem;

const StudyVerb* study_of(std::string_view verb) {
  for (const StudyVerb& v : kStudyVerbs) {
    if (v.name == verb) return &v;
  }
  return nullptr;
}

fs::path file_of(std::string_view program) {
  return fs::canonical("/proc/self/exe").parent_path() / program;
}

std::string is_missing(const fs::path& file) {
  return fmt::format("{} is missing: `make build` builds it", file.string());
}

// What a program says of itself.
nlohmann::ordered_json description_of(const fs::path& file) {
  const CompilerOutcome answer = run_to_end({file.string(), "describe"});
  auto all = config::json_from(answer.output);
  if (!answer.ok || !all.is_object() || !all.contains("catalogue")) {
    throw Error(Exit::usage, ErrorPlace(file.string()),
                "no answer to `describe`; `make build` builds it again");
  }
  return all;
}

// Of all programs that have been built, asked once.
const std::map<std::string_view, nlohmann::ordered_json>& descriptions() {
  static const auto all = [] {
    std::map<std::string_view, nlohmann::ordered_json> of;
    for (const StudyVerb& v : kStudyVerbs) {
      const fs::path file = file_of(v.program);
      if (!of.contains(v.program) && fs::exists(file)) of[v.program] = description_of(file);
    }
    return of;
  }();
  return all;
}

void say_what_is_missing() {
  std::set<std::string_view> programs;
  for (const StudyVerb& v : kStudyVerbs) {
    if (descriptions().contains(v.program) || !programs.insert(v.program).second) continue;
    const std::string note = fmt::format("kasuri: note: {}\n", is_missing(file_of(v.program)));
    say(stderr, coloured_message(note, stderr));
  }
}

template <int N>
Exit start_verb(std::span<const std::string> arguments) {
  std::vector<std::string> all{kStudyVerbs[N].name};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return start_study(kStudyVerbs[N].name, std::move(all));
}

const Verb first_study{kStudyVerbs[0].name, kStudyVerbs[0].summary, &start_verb<0>};
const Verb second_study{kStudyVerbs[1].name, kStudyVerbs[1].summary, &start_verb<1>};
const Verb third_study{kStudyVerbs[2].name, kStudyVerbs[2].summary, &start_verb<2>};
static_assert(kStudyVerbs.size() == 3);

}  // namespace

Exit start_study(std::string_view verb, std::vector<std::string> arguments) {
  const fs::path file = file_of(study_of(verb)->program);
  if (!fs::exists(file)) throw Error(Exit::usage, ErrorPlace("kasuri"), is_missing(file));
  arguments.insert(arguments.begin(), "kasuri");
  execv(file.c_str(), pointers(arguments).data());
  throw Error(Exit::limit, ErrorPlace(file.string()),
              fmt::format("cannot be run: {}", std::strerror(errno)));
}

void learn_of_studies(MissingStudies missing) {
  if (missing == MissingStudies::said) say_what_is_missing();
  for (const auto& [program, description] : descriptions()) {
    try {
      config::add_catalogue(description.at("catalogue"));
    } catch (const Error& e) {
      throw Error(e.code(), ErrorPlace(file_of(program).string()),
                  fmt::format("{}; `make build` builds it again", e.what()));
    }
  }
}

std::vector<VerbFacts> all_verb_facts() {
  std::vector<VerbFacts> all = verb_facts();
  for (VerbFacts& verb : all) {
    const StudyVerb* study = study_of(verb.name);
    const auto found = study ? descriptions().find(study->program) : descriptions().end();
    if (found == descriptions().end()) continue;
    const nlohmann::json known = found->second.at("verbs");
    for (auto& facts : known.get<std::vector<VerbFacts>>()) {
      if (facts.name == verb.name) verb = std::move(facts);
    }
  }
  return all;
}

}  // namespace kasuri::cli
