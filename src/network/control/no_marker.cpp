// SPDX-License-Identifier: MIT
// Switches without ECN.
#include "network/control/marker.h"

namespace kasuri {
namespace {

class NoMarker final : public Marker {
 public:
  NoMarker(const config::NoParams&, MarkerContext&) {}
  bool marks(Bytes, Chance&) const override { return false; }
};

const config::Register<NoMarker> no_marker{"none", "nothing"};

}  // namespace
}  // namespace kasuri
