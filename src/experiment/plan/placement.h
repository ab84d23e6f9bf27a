// SPDX-License-Identifier: MIT
// Which node each rank lives on: the nodes of a job (placement), the places on them in an order
// (layout), and which rank gets which of those (mapping); or all of it from a mapping file with a line
// `rank node` for each rank (NSIM's rank-to-node file), or a line "(x,y,z)" for each rank in turn (the K
// computer's vcoord file).
#pragma once

#include <span>
#include <vector>

#include "base/config/document.h"
#include "base/core/ids.h"
#include "network/net/topology.h"
#include "experiment/plan/config.h"
#include "experiment/plan/plan.h"

namespace kasuri {

// The node of each rank of each job. Adds diagnostics to the sections of jobs that do not fit; throws
// Error for a file that is wrong, with all its mistakes.
std::vector<std::vector<NodeId>> place_jobs(const Config&, const Topology&, std::span<const PlannedJob>,
                                            config::Document&);

}  // namespace kasuri
