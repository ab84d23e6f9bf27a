// SPDX-License-Identifier: MIT
#include "network/model/network_model.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/config/notes.h"
#include "base/core/check.h"
#include "network/model/link_classes.h"

namespace kasuri {
namespace {

std::vector<const NetworkModel*>& model_registry() {
  static std::vector<const NetworkModel*> all;
  return all;
}

// Null if nothing fails.
const Failures* failures_of(const FaultPlan& faults) {
  const Failures* const f = faults.failures.get();
  if (!f) return nullptr;
  bool any = f->any();
  for (std::uint32_t e = 0; e < f->epochs(); ++e) any |= f->epoch(e).nics > 0;
  return any ? f : nullptr;
}

void note_unread(const NetworkModel& model, const NetworkSettings& s, std::string_view section,
                 const config::Shape& shape, config::Section at) {
  for (const config::Field& f : shape.fields()) {
    if (f.keyed || !at.has(f.name) || model.reads(section, f.name)) continue;
    config::note(at, f.name, fmt::format("'{}' has no effect {}", f.name, model.where(s)));
  }
}

}  // namespace

NetworkModel::NetworkModel(Fidelity l, std::string_view name, bool level_chooses, bool section_chooses)
    : level(l), section(name), by_level(level_chooses), by_section(section_chooses) {
  auto& all = model_registry();
  all.insert(std::ranges::upper_bound(all, section, {}, &NetworkModel::section), this);
}

std::span<const NetworkModel* const> network_models() { return model_registry(); }

std::vector<config::Field> model_sections() {
  std::vector<config::Field> all;
  for (const NetworkModel* const m : network_models()) {
    if (auto field = m->field()) all.push_back(std::move(*field));
  }
  return all;
}

const NetworkModel& NetworkSettings::model() const {
  const auto all = network_models();
  const auto by_section = std::ranges::find_if(all, [&](const NetworkModel* m) {
    return m->by_section && models.has(m->section) && fidelity.value_or(m->level) == m->level;
  });
  if (by_section != all.end()) return **by_section;
  const auto by_level = std::ranges::find_if(all, [&](const NetworkModel* m) {
    return m->by_level && m->level == fidelity.value_or(Fidelity::packet);
  });
  check(by_level != all.end(), "every level of fidelity has a network model");
  return **by_level;
}

Fidelity NetworkSettings::level() const { return model().level; }

MachinePart PartContext::machine() const {
  return {.partition = partition,
          .topology = *plan.topology,
          .routing = *plan.routing,
          .decomposition = decomposition,
          .part = part,
          .request = settings.router.request_time(),
          .traversal = settings.router.switch_traversal_time,
          .link_classes = link_classes(settings, *plan.topology),
          .seed = seed,
          .failures = failures_of(plan.faults)};
}

std::string routing_name(const NetworkSettings& s, const Topology& t) {
  return std::string(s.routing ? s.routing->name() : s.model().usual_routing(s, t));
}

std::string routing_of_paths(const NetworkSettings& s, const NetworkPlan& plan) {
  const std::string_view inner = plan.routing ? plan.routing->inner_name() : std::string_view();
  return inner.empty() ? routing_name(s, *plan.topology) : std::string(inner);
}

void check_model(const NetworkSettings& s, config::Section root) {
  const NetworkModel& model = s.model();
  for (const NetworkModel* const other : network_models()) {
    if (other == &model || other->section.empty() || !s.models.has(other->section)) continue;
    root.section(other->section)
        .error("", fmt::format("this section is for fidelity = \"{}\": set it, or leave out this section",
                               name_of(other->level)));
  }
  note_unread(model, s, "router", config::shape_of<RouterParams>(), root.section("router"));
  note_unread(model, s, "nic", config::shape_of<NicParams>(), root.section("nic"));
  config::Section link = root.section("link");
  note_unread(model, s, "link", config::shape_of<LinkParams>(), link);
  for (const auto& [name, params] : s.link.classes) {
    note_unread(model, s, "link.CLASS", config::shape_of<LinkClassParams>(), link.section(name));
  }
  config::Section run = root.section("run");
  if (run.has("deadlock_check") && !model.reads("run", "deadlock_check")) {
    config::note(run, "deadlock_check", fmt::format("'deadlock_check' has no effect {}", model.where(s)));
  }
  if (s.faults && !model.reads("faults", "")) {
    config::note(root, "faults", fmt::format("'faults' has no effect {}", model.where(s)));
  }
  model.check_settings(s, root);
}

void check_needs(const NetworkSettings& s, const std::vector<Need>& needs, config::Section root) {
  const NetworkModel& model = s.model();
  const Capabilities can = model.can(s);
  for (const Need& need : needs) {
    if (can.*need.what) continue;
    root.section(need.section)
        .error(need.key, fmt::format("{} {}: {}, or {}", need.problem, model.where(s), need.cure,
                                     model.instead(s)));
  }
}

}  // namespace kasuri
