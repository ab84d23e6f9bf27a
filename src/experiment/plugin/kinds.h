// SPDX-License-Identifier: MIT
// How declared components become components of each kind: one file each, and the registry that plug-ins
// and programs see.
#pragma once

#include "experiment/plugin/declared.h"

namespace kasuri {
class Topology;
}

namespace kasuri::plugin {

void declare_topology(Declared);
void declare_routing(Declared);
void declare_pattern(Declared);
void declare_placement(Declared);
void declare_mapping(Declared);
void declare_link_policy(Declared);

// The one of this process.
v1::Registry& registry();

}  // namespace kasuri::plugin
