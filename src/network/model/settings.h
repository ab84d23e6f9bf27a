// SPDX-License-Identifier: MIT
// What a configuration says of the network. The sections of network models are theirs: [flow], [network], …
#pragma once

#include <any>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/config/registry.h"
#include "network/net/link.h"
#include "network/net/routing.h"
#include "network/net/topology.h"
#include "network/nic/params.h"
#include "network/power/params.h"
#include "network/router/params.h"
#include "network/topology/faults.h"
#include "network/topology/floor_plan.h"

namespace kasuri {

class NetworkModel;

// How much of the network is simulated.
enum class Fidelity : std::uint8_t {
  packet,   // packets in routers
  flow,     // messages share links
  message,  // whole messages without links
};
constexpr auto names_of(Fidelity) { return name_table("packet", "flow", "message"); }

// The sections of network models that are there, by name.
class ModelSections {
 public:
  bool has(std::string_view name) const { return all_.contains(name); }
  template <class T>
  const T* find(std::string_view name) const {
    const auto found = all_.find(name);
    return found == all_.end() ? nullptr : std::any_cast<T>(&found->second);
  }
  template <class T>
  T value_or_default(std::string_view name) const {
    const T* const found = find<T>(name);
    return found ? *found : T{};
  }
  template <class T>
  void set(std::string_view name, T value) {
    all_.insert_or_assign(std::string(name), std::any(std::move(value)));
  }
  void remove(std::string_view name) {
    if (const auto found = all_.find(name); found != all_.end()) all_.erase(found);
  }

 private:
  std::map<std::string, std::any, std::less<>> all_;
};

// A section of type T: a line of the table of ModelSections.
template <class T>
config::Field model_section(std::string_view name, std::string_view meaning) {
  struct Holder {
    std::optional<T> value;
  };
  config::Field f = config::field(name, &Holder::value, meaning);
  f.address = [](const void*) -> const void* { return nullptr; };
  f.get = [get = f.get, key = f.name](const void* sections) -> config::Value {
    Holder holder;
    const T* const found = static_cast<const ModelSections*>(sections)->find<T>(key);
    if (found) holder.value = *found;
    return get(&holder);
  };
  f.set = [set = f.set, key = f.name](void* sections, const config::Value& value) {
    Holder holder;
    set(&holder, value);
    auto& all = *static_cast<ModelSections*>(sections);
    if (holder.value) all.set(key, std::move(*holder.value));
    else all.remove(key);
  };
  return f;
}

struct NetworkSettings {
  std::optional<Fidelity> fidelity;  // else as the sections of models say
  config::Choice<Topology> topology;
  std::optional<config::Choice<Routing>> routing;  // else the topology's usual one
  ModelSections models;
  RouterParams router;
  LinkParams link;
  std::optional<LayoutParams> layout;
  NicParams nic;
  std::optional<PowerParams> power;
  std::optional<FaultParams> faults;

  const NetworkModel& model() const;
  Fidelity level() const;
};

}  // namespace kasuri
