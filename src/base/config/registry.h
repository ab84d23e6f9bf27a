// SPDX-License-Identifier: MIT
// Components that a configuration picks by name. A component is one .cpp file that registers
// itself; nothing lists the components of a kind.
//
//   struct Topology {                                    // the kind, in a header
//     static constexpr std::string_view kKind = "topology";
//     static constexpr std::string_view kKindMeaning = "how routers are connected";
//     using Base = Topology;
//     using Context = TopologyContext;
//     virtual ~Topology() = default;
//   };
//
//   struct Torus : Topology {                            // a component, in torus.cpp
//     Torus(const TorusParams&, TopologyContext&);
//   };
//   const config::Register<Torus, TorusParams> torus{"torus", "k-ary n-cube with wrap-around"};
//
//   config::Choice<Topology> choice = config::read<config::Choice<Topology>>(section);
//   std::unique_ptr<Topology> topology = choice.make(context);
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/config/component.h"
#include "base/config/fields.h"
#include "base/core/check.h"

namespace kasuri::config {

struct KindInfo {
  std::string name;
  std::string meaning;
};

// A top-level section of the configuration file: its field has no get or set.
using TopLevel = Field;

// The catalogue; all lists are sorted by name.
std::vector<KindInfo> kinds();
std::vector<const Component*> components(std::string_view kind);
const Component* find_component(std::string_view kind, std::string_view name);
std::vector<const TopLevel*> top_level();
// "[nic]", "[[jobs]]".
std::string header(const TopLevel&);

// A component's entry in the catalogue. Its texts are copied.
struct Registration {
  std::string_view kind;
  std::string_view kind_meaning;
  std::string_view name;
  std::string_view summary;
  const Shape& (*shape)();
  std::string (*notes)() = nullptr;
};
void register_component(const Registration&, std::any make);
void register_top_level(TopLevel);

template <class T, class P = NoParams>
struct Register {
  using Base = typename T::Base;
  using Context = typename T::Context;

  Register(std::string_view name, std::string_view summary) {
    register_component({.kind = T::kKind,
                        .kind_meaning = T::kKindMeaning,
                        .name = name,
                        .summary = summary,
                        .shape = &shape_of<P>,
                        .notes = notes()},
                       &make);
  }

  static constexpr auto notes() -> std::string (*)() {
    if constexpr (requires { T::notes(); }) return &T::notes;
    else return nullptr;
  }

  static std::unique_ptr<Base> make(const std::any& params, Context& context) {
    const P& p = *std::any_cast<P>(&params);
    if constexpr (requires { T::make(p, context); }) {
      return T::make(p, context);
    } else {
      return std::make_unique<T>(p, context);
    }
  }
};

// A component of the kind of Base that was picked, with its parameters: plain data, to be copied
// and printed, from which the component is made as often as needed. Who neither reads nor makes it
// need not know more of B than its name.
template <class B>
struct Choice : AnyChoice {
  static constexpr std::string_view kKind = B::kKind;

  Choice() = default;
  explicit Choice(AnyChoice any) : AnyChoice(std::move(any)) {}
  // A component with its default parameters; it must be registered.
  explicit Choice(std::string_view type) {
    component = find_component(kKind, type);
    check(component, "a default component is registered");
    params = component->shape().defaults();
  }

  explicit operator bool() const { return component; }
  std::string_view name() const { return component ? std::string_view(component->name) : ""; }

  template <class Context>
  std::unique_ptr<B> make(Context& context) const {
    check(component, "a choice is made before its component");
    using Make = std::unique_ptr<B> (*)(const std::any&, typename B::Context&);
    return std::any_cast<Make>(component->make)(params, context);
  }
};

// A top-level section for the catalogue, the schema and the reference page. T is a Params struct or
// a Choice, or std::vector of those for an array of tables:
//   const config::Describe<NicParams> nic{"nic", "network interface of each node"};
//   const config::Describe<config::Choice<Topology>> topology{"topology", "..."};
//   const config::Describe<std::vector<JobParams>> jobs{"jobs", "..."};
template <class T>
struct Describe {
  Describe(std::string_view name, std::string_view meaning, bool required = false) {
    struct Holder {
      T value;
    };
    TopLevel section = field(name, &Holder::value, meaning);
    section.is_required = required;
    section.get = nullptr;
    section.set = nullptr;
    register_top_level(std::move(section));
  }
};

}  // namespace kasuri::config
