// SPDX-License-Identifier: MIT
// Which part of the machine limited the run: the class of links or NIC engines whose members were
// busiest, named when it was busy enough to matter. Links are busy for as long as packets hold them, at the
// rate that they have. What holds packets and ranks up while all of these are idle is in
// experiment/report/holdups.h.
#pragma once

#include <string>

#include "network/net/topology.h"
#include "experiment/run/results.h"

namespace kasuri {

// Which links or NICs limited the run and how busy they were, in one or two sentences.
std::string bottleneck(const Results&, const Topology&);

}  // namespace kasuri
