// SPDX-License-Identifier: MIT
// From a configuration to a plan.
#pragma once

#include <memory>

#include "base/config/document.h"
#include "experiment/plan/config.h"
#include "experiment/plan/plan.h"

namespace kasuri {

// The configured topology. What it refuses is reported where it was chosen.
std::unique_ptr<Topology> make_topology(const Config&, config::Document&);

// Opens the traces of the configuration, whose jobs have as many ranks as they. Throws Error: the
// configuration's semantic mistakes that need the machine to see, a trace that is wrong, a routing that
// can deadlock, a run that would not fit. Sets router.vcs to what the routing needs if the file does not.
Plan make_plan(Config&, config::Document&);

// The configuration with what its plan has chosen: the routing, the ranks of traces and motifs.
Config resolved(const Config&, const Plan&);

}  // namespace kasuri
