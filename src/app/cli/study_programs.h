// SPDX-License-Identifier: MIT
// The programs of the studies (studies/, shell/verbs/study_verbs.h), which are beside this one: `kasuri
// chip` starts kasuri-chip, and what a study alone knows, its program says.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shell/verbs/command_line.h"

namespace kasuri::cli {

// Becomes that program, with these arguments. Throws Error(Exit::usage) if it has not been built.
Exit start_study(std::string_view verb, std::vector<std::string> arguments);

enum class MissingStudies { said, unsaid };
// Adds the components and files of all studies to the catalogue (base/config/catalogue.h). Programs that
// have not been built may be said on stderr.
void learn_of_studies(MissingStudies = MissingStudies::said);

// verb_facts() of this program and of its studies.
std::vector<VerbFacts> all_verb_facts();

}  // namespace kasuri::cli
