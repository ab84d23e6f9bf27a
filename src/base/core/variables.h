// SPDX-License-Identifier: MIT
// The variables of the environment that programs and plug-ins have asked for: what a run depends on,
// besides its files.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace kasuri {

// Variables by name, each with a digest of its value, for values may be secret.
using Variables = std::map<std::string, std::string>;

// Keeps them as they are now, before any code of others can change them.
void remember_environment();

// Of a variable as it was kept; of all of them for kAllVariables.
inline constexpr std::string_view kAllVariables = "*";
std::string digest_of_variable(std::string_view name);

// Somebody has asked for it. Any thread may call this.
void note_variable(std::string_view name);
Variables noted_variables();

// "the environment variable N has changed", of those that are not as they were; "" if all are.
std::string changed_variables(const Variables& then);

}  // namespace kasuri
