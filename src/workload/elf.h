// SPDX-License-Identifier: MIT
// What a shared object keeps in writable memory (ELF-64, System V ABI, chapter 4).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace kasuri {

// Names of the writable objects of a shared object, demangled and sorted; empty for a program that
// ranks can share. What the compiler's start-up files, exceptions and <iostream> add does not
// count.
std::vector<std::string> writable_globals(const std::filesystem::path& object);

bool is_elf(const std::filesystem::path&);

// The file and the shared objects that the loader would load with it, without running anything of them;
// the file alone, if the loader does not say.
std::vector<std::filesystem::path> loaded_objects(const std::filesystem::path&);

}  // namespace kasuri
