// SPDX-License-Identifier: MIT
// A plug-in: a wheel, that is a ring of routers with a hub in the middle, and its routing. Neither is
// part of Kasuri; wheel.toml names this file's shared object.
#include <kasuri/kasuri.h>

using namespace kasuri::v1;

namespace {

// Router 0 is the hub, its port i leads to spoke i. Ports of spokes: 0 to the hub, 1 onwards, 2 back.
class Wheel final : public Topology {
 public:
  explicit Wheel(std::uint32_t spokes) : spokes_(spokes) {}

  std::uint32_t routers() const override { return spokes_ + 1; }
  std::uint32_t degree(std::uint32_t router) const override { return router == 0 ? spokes_ : 3; }
  Port neighbour(std::uint32_t router, std::uint32_t port) const override {
    if (router == 0) return {port + 1, 0};
    if (port == 0) return {0, router - 1};
    return port == 1 ? Port{router % spokes_ + 1, 2} : Port{(router + spokes_ - 2) % spokes_ + 1, 1};
  }
  std::uint32_t endpoints_at(std::uint32_t router) const override { return router == 0 ? 0 : 1; }
  std::vector<std::string> link_classes() const override { return {"spoke", "rim"}; }
  std::uint32_t link_class(std::uint32_t router, std::uint32_t port) const override {
    return router != 0 && port > 0;
  }
  std::string describe() const override { return "wheel of " + std::to_string(spokes_) + " spokes"; }

 private:
  std::uint32_t spokes_;
};

// To a neighbour over the rim, to all others over the hub: no packet goes farther than one link on the
// rim, so no circle of waiting packets can close.
class RimOrHub final : public Routing {
 public:
  explicit RimOrHub(const Machine& m) : spokes_(m.routers() - 1) {}

  Hop next(const At& at, std::uint32_t, std::uint32_t target) const override {
    if (at.router == 0) return {target - 1};
    if (target == at.router % spokes_ + 1) return {1};
    return at.router == target % spokes_ + 1 ? Hop{2} : Hop{0};
  }
  std::string describe() const override { return "rim or hub"; }

 private:
  std::uint32_t spokes_;
};

}  // namespace

KASURI_PLUGIN(registry) {
  registry.topology("wheel", "a ring of routers with a hub in the middle",
                    {integer("spokes", 8, "routers of the ring").range(3, 4096)}, [](const Settings& s) {
                      return std::make_unique<Wheel>(static_cast<std::uint32_t>(s.integer("spokes")));
                    });
  registry.routing("rim-or-hub", "wheels: to neighbours over the rim, to others over the hub", {},
                   [](const Settings&, const Machine& m) { return std::make_unique<RimOrHub>(m); });
}
