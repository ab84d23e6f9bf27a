// SPDX-License-Identifier: MIT
// A component that is not of this program: what it has declared of itself, and the Params of any such
// component, whose fields are known at run time only. The catalogue wants plain functions; so there are
// kMost pairs of them, and a component that is declared takes the next.
#pragma once

#include <any>
#include <string>
#include <vector>

#include "base/config/registry.h"
#include "base/core/errors.h"
#include <kasuri/kasuri.h>
#include "workload/patterns/open_loop.h"

namespace kasuri::plugin {

struct Declared {
  std::string kind, name, summary;
  std::vector<v1::Setting> settings;
  bool open_loop = false;  // has the settings of open-loop patterns too
  std::any make;           // v1::Registry::Make<T, …>, or a function of that kind
};

// Params of any such component.
struct Loose : OpenLoopParams {
  const Declared* declared = nullptr;
  std::vector<config::Value> values;  // of `settings`
};

class LooseSettings final : public v1::Settings {
 public:
  explicit LooseSettings(const Loose& p) : p_(p) {}
  std::int64_t integer(std::string_view name) const override;
  double number(std::string_view name) const override;
  bool boolean(std::string_view name) const override;
  std::string text(std::string_view name) const override;

 private:
  const config::Scalar& value(std::string_view name) const;

  const Loose& p_;
};

// Adds it to the catalogue; `make` is the function of config::Register. Throws Error if it cannot be.
void declare(Declared, std::string_view kind_meaning, std::any make);

// What a component's own code throws becomes an Error that names the component.
[[noreturn]] void rethrow(const Declared&);

// What a component says during a run; no setting is its place.
Error error_in_run(const Declared&, const std::string& why);

// Runs the code of a component during a run.
template <class F>
auto in_run(const Declared& d, F f) {
  try {
    return f();
  } catch (const Error&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& e) {
    throw error_in_run(d, e.what());
  }
}

// The function that a component has declared, with its settings.
template <class Function, class... More>
auto call(const Loose& p, More&&... more) {
  const LooseSettings settings(p);
  try {
    auto made = std::any_cast<const Function&>(p.declared->make)(settings, more...);
    if constexpr (requires { made.get(); }) {
      if (!made) throw std::runtime_error("it was not made");
    }
    return made;
  } catch (const std::exception&) {
    rethrow(*p.declared);
  }
}

}  // namespace kasuri::plugin
