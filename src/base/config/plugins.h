// SPDX-License-Identifier: MIT
// Plug-ins: shared objects named by `plugins = [...]` at the top of a configuration, which bring components
// of their own. They are loaded before anything else of the configuration is read, so that every reader
// knows their components. How is the business of a higher floor (plugin/), which registers itself here.
#pragma once

#include <filesystem>
#include <string_view>

namespace kasuri::config {

struct DocumentState;

// Loads a plug-in, once in a process. Throws Error, without a place.
using LoadPlugin = void (*)(const std::filesystem::path&);

struct PluginLoader {
  explicit PluginLoader(LoadPlugin);
};

// One by itself, as for `kasuri list --plugin`. Throws Error.
void load_plugin(const std::filesystem::path&);

// Those that a document names, if their code may run (file_limits.h). What is wrong with them is reported
// there.
void load_plugins(DocumentState&);

// From now on, documents are read without their plug-ins.
void leave_out_plugins();
bool plugins_are_left_out();
// Called once for each plug-in of a document, before its code runs, or when it is left out.
using TellOfPlugin = void (*)(const std::filesystem::path&, std::string_view document, bool is_loaded);
void tell_of_plugins(TellOfPlugin);

}  // namespace kasuri::config
