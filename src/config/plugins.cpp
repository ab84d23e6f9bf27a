// SPDX-License-Identifier: MIT
#include "config/plugins.h"

#include "config/state.h"
#include "core/errors.h"

namespace kasuri::config {
namespace {

LoadPlugin& plugin_loader() {
  static LoadPlugin load = nullptr;
  return load;
}

std::filesystem::path place_of(const DocumentState& state, const Node& node) {
  const std::filesystem::path from = node.value.source == 0 ? state.directory
                                     : node.value.source == Position::kBase
                                         ? state.base_directory
                                         : std::filesystem::current_path();
  return (from / node.text).lexically_normal();
}

}  // namespace

PluginLoader::PluginLoader(LoadPlugin load) { plugin_loader() = load; }

void load_plugin(const std::filesystem::path& file) {
  if (plugin_loader()) plugin_loader()(file);
}

void load_plugins(DocumentState& state) {
  const Node* const list = state.root.find("plugins");
  // What is no list of names, the reader of the section refuses.
  if (!plugin_loader() || !list || list->kind != Node::Kind::array) return;
  for (const Node& plugin : list->items) {
    if (plugin.kind != Node::Kind::text || plugin.text.empty()) continue;
    try {
      plugin_loader()(place_of(state, plugin));
    } catch (const Error& e) {
      state.diagnostics.error(plugin.value, e.what());
    }
  }
}

}  // namespace kasuri::config
