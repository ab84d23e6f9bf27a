// SPDX-License-Identifier: MIT
// The registry that plug-ins and programs see, and loading of plug-ins: shared objects with the two symbols
// of KASURI_PLUGIN (kasuri/kasuri.h). A plug-in is loaded once and stays; its code runs in this process.
#include <dlfcn.h>
#include <fmt/format.h>

#include <set>

#include "base/config/plugins.h"
#include "base/core/errors.h"
#include "experiment/plugin/kinds.h"

namespace kasuri::plugin {
namespace {

class OwnRegistry final : public v1::Registry {
 public:
  void topology(std::string name, std::string summary, std::vector<v1::Setting> settings,
               Make<v1::Topology> make) override {
    declare_topology(
        {"topology", std::move(name), std::move(summary), std::move(settings), false, std::move(make)});
  }
  void routing(std::string name, std::string summary, std::vector<v1::Setting> settings,
              Make<v1::Routing, const v1::Machine&> make) override {
    declare_routing(
        {"routing", std::move(name), std::move(summary), std::move(settings), false, std::move(make)});
  }
  void pattern(std::string name, std::string summary, std::vector<v1::Setting> settings,
              Make<v1::Pattern, const v1::Machine&, const v1::Job&> make) override {
    declare_pattern(
        {"pattern", std::move(name), std::move(summary), std::move(settings), false, std::move(make)});
  }
  void placement(std::string name, std::string summary, std::vector<v1::Setting> settings,
                 std::function<Numbers(const v1::Settings&, const v1::Machine&, const v1::NodesWanted&)>
                     make) override {
    declare_placement(
        {"placement", std::move(name), std::move(summary), std::move(settings), false, std::move(make)});
  }
  void mapping(
      std::string name, std::string summary, std::vector<v1::Setting> settings,
      std::function<Numbers(const v1::Settings&, const v1::Machine&, const v1::Job&)> make) override {
    declare_mapping(
        {"mapping", std::move(name), std::move(summary), std::move(settings), false, std::move(make)});
  }
  void link_policy(std::string name, std::string summary, std::vector<v1::Setting> settings,
                  Make<v1::LinkPolicy, const v1::Links&> make) override {
    declare_link_policy({"link_policy", std::move(name), std::move(summary), std::move(settings), false,
                         std::move(make)});
  }
};

[[noreturn]] void refuse_plugin(const std::string& why) { throw Error(Exit::usage, why); }

void load(const std::filesystem::path& named) {
  static std::set<std::filesystem::path> loaded;
  std::error_code error;
  const std::filesystem::path file = std::filesystem::canonical(named, error);
  if (error) refuse_plugin(fmt::format("plug-in {}: {}", named.string(), error.message()));
  if (loaded.contains(file)) return;
  void* const object = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!object) refuse_plugin(fmt::format("plug-in cannot be loaded: {}", dlerror()));
  const auto* version = static_cast<const unsigned*>(dlsym(object, "kasuri_plugin_version"));
  const auto enter = reinterpret_cast<void (*)(v1::Registry&)>(dlsym(object, "kasuri_plugin"));
  if (!version || !enter) {
    refuse_plugin(
        fmt::format("{} is no plug-in: it has no KASURI_PLUGIN, see docs/library.md", file.string()));
  }
  if (*version != v1::kVersion) {
    refuse_plugin(fmt::format("plug-in {} is made for version {} of kasuri/kasuri.h, this is version {}; "
                              "compile it again",
                              file.string(), *version, v1::kVersion));
  }
  loaded.insert(file);
  try {
    enter(registry());
  } catch (const std::exception& e) {
    refuse_plugin(fmt::format("plug-in {}: {}", file.string(), e.what()));
  }
}

const config::PluginLoader loader{&load};

}  // namespace

v1::Registry& registry() {
  static OwnRegistry one;
  return one;
}

}  // namespace kasuri::plugin
