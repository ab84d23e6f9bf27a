// SPDX-License-Identifier: MIT
// A verb as one of several processes that mpirun has started: all do the same work, the first one speaks
// and writes, and what goes wrong in one of them ends them all.
#pragma once

#include <functional>

#include "base/cluster/cluster.h"
#include "base/core/errors.h"

namespace kasuri::cli {

// Runs `body` with the cluster of all processes, or with null in a process alone. Before it, `prepare`:
// that comes to the same end in all of them, and of its errors the first process tells.
Exit in_all_processes(const std::function<void()>& prepare,
                      const std::function<Exit(Cluster*)>& body);

}  // namespace kasuri::cli
