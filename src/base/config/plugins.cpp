// SPDX-License-Identifier: MIT
#include "base/config/plugins.h"

#include <set>

#include "base/config/file_limits.h"
#include "base/config/state.h"
#include "base/core/errors.h"

namespace kasuri::config {
namespace {

LoadPlugin& plugin_loader() {
  static LoadPlugin load = nullptr;
  return load;
}

struct PluginRules {
  bool left_out = false;
  TellOfPlugin tell = nullptr;
  std::set<std::filesystem::path> told;
};

PluginRules& plugin_rules() {
  static PluginRules rules;
  return rules;
}

std::filesystem::path place_of(const DocumentState& state, const Node& node) {
  const std::filesystem::path from = node.value.source == 0 ? state.directory
                                     : node.value.source == Position::kBase
                                         ? state.base_directory
                                         : std::filesystem::current_path();
  return (from / node.text).lexically_normal();
}

void load_named(DocumentState& state, const Node& node) {
  const std::filesystem::path file = place_of(state, node);
  if (!is_within_limits(file)) return;  // the reader of the key says so
  if (const std::string why = refusal_of_code(file, "plug-ins"); !why.empty()) {
    state.diagnostics.error(node.value, why);
    return;
  }
  PluginRules& rules = plugin_rules();
  if (rules.tell && rules.told.insert(file).second) rules.tell(file, state.name, !rules.left_out);
  if (rules.left_out) {
    state.plugins_are_left_out = true;
    return;
  }
  try {
    plugin_loader()(file);
  } catch (const Error& e) {
    state.diagnostics.error(node.value, e.what());
  }
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
    const bool is_name = plugin.kind == Node::Kind::text && !plugin.text.empty() &&
                         plugin.text.find('\0') == std::string::npos;
    if (is_name) load_named(state, plugin);
  }
}

void leave_out_plugins() { plugin_rules().left_out = true; }
bool plugins_are_left_out() { return plugin_rules().left_out; }

void tell_of_plugins(TellOfPlugin tell) { plugin_rules().tell = tell; }

}  // namespace kasuri::config
