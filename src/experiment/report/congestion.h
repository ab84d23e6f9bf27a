// SPDX-License-Identifier: MIT
// Where packets of an Ethernet met congestion, and what that is called: incast, collisions of hashes,
// timeouts.
#pragma once

#include <string>

namespace kasuri {

struct Results;

// Sentences, each behind a blank; empty for other networks, and where there was little.
std::string congestion(const Results&);

}  // namespace kasuri
