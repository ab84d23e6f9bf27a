// SPDX-License-Identifier: MIT
// Components that are registered from outside are read, checked and refused like all others.
#include <gmock/gmock.h>

#include <algorithm>

#include "base/config/document.h"
#include "base/core/errors.h"
#include "network/net/topology.h"
#include "network/placement/placement.h"
#include "experiment/plugin/kinds.h"
#include "network/topology/verify.h"

namespace kasuri::plugin {
namespace plugin_test {

using testing::HasSubstr;
using testing::ThrowsMessage;

// A ring of n routers; with `broken`, one output leads where another does.
class Ring final : public v1::Topology {
 public:
  Ring(std::uint32_t n, std::uint32_t broken) : n_(n), broken_(broken) {}
  std::uint32_t routers() const override { return n_; }
  std::uint32_t degree(std::uint32_t) const override { return 2; }
  v1::Port neighbour(std::uint32_t r, std::uint32_t p) const override {
    if (broken_ == 1 && r == 1 && p == 0) return {3, 1};
    if (broken_ == 2 && r == 1) return {n_, 0};
    return p == 0 ? v1::Port{(r + 1) % n_, 1} : v1::Port{(r + n_ - 1) % n_, 0};
  }
  std::uint32_t endpoints_at(std::uint32_t r) const override { return r % 2; }
  std::string describe() const override { return "ring"; }

 private:
  std::uint32_t n_, broken_;
};

void register_all() {
  static const bool once = [] {
    v1::Registry& r = registry();
    r.topology("test-ring", "a ring",
               {v1::integer("routers", 4, "how many").range(3, 100), v1::integer("broken", 0, "how")},
               [](const v1::Settings& s) {
                 return std::make_unique<Ring>(static_cast<std::uint32_t>(s.integer("routers")),
                                               static_cast<std::uint32_t>(s.integer("broken")));
               });
    r.topology("test-thrower", "throws", {v1::text("why", "it is late", "what it says")},
               [](const v1::Settings& s) -> std::unique_ptr<v1::Topology> {
                 throw std::runtime_error(s.text("why"));
               });
    r.topology("test-asker", "asks for what it has not declared", {}, [](const v1::Settings& s) {
      return std::make_unique<Ring>(static_cast<std::uint32_t>(s.integer("size")), 0);
    });
    r.placement("test-last", "the last nodes", {},
                [](const v1::Settings&, const v1::Machine&, const v1::NodesWanted& w) {
                  return v1::Registry::Numbers(w.free.end() - w.count, w.free.end());
                });
    r.placement("test-twice", "one node for all", {},
                [](const v1::Settings&, const v1::Machine&, const v1::NodesWanted& w) {
                  return v1::Registry::Numbers(w.count, w.free[0]);
                });
    return true;
  }();
  ASSERT_TRUE(once);
}

std::unique_ptr<Topology> make(const std::string& toml) {
  register_all();
  auto document = config::Document::parse(toml, "t.toml");
  const auto choice = config::read<config::Choice<Topology>>(document.root());
  document.finish();
  TopologyContext none;
  return choice.make(none);
}

TEST(Plugin, ATopologyKeepsThePromisesOfAll) {
  const auto ring = make("type = \"test-ring\"\nrouters = 9\n");
  EXPECT_EQ(broken_promise(*ring), std::nullopt);
  EXPECT_EQ(ring->endpoints(), 4u);
  EXPECT_EQ(ring->router_of({1}).v, 3u);
}

TEST(Plugin, WhatATopologyBreaksIsToldBeforeTheRun) {
  EXPECT_THAT([] { make("type = \"test-ring\"\nbroken = 1\n"); },
              ThrowsMessage<Error>(HasSubstr("as another output does")));
  EXPECT_THAT([] { make("type = \"test-ring\"\nbroken = 2\n"); },
              ThrowsMessage<Error>(
                  HasSubstr("output 0 of router 1 leads to port 0 of router 4, which does not")));
  EXPECT_THAT([] { make("type = \"test-thrower\"\n"); },
              ThrowsMessage<Error>(HasSubstr("topology 'test-thrower': it is late")));
  EXPECT_THAT([] { make("type = \"test-asker\"\n"); }, ThrowsMessage<Error>(HasSubstr("has not declared")));
}

TEST(Plugin, SettingsAreReadWithTheirRanges) {
  EXPECT_THAT([] { make("type = \"test-ring\"\nrouters = 2\n"); },
              ThrowsMessage<Error>(
                  HasSubstr("t.toml:2:11: error: 'routers' is 2; it must be an integer from 3")));
  EXPECT_THAT([] { make("type = \"test-ring\"\nrooters = 2\n"); },
              ThrowsMessage<Error>(HasSubstr("did you mean 'routers'?")));
}

TEST(Plugin, RefusesBadDeclarations) {
  register_all();
  const auto nothing = [](const v1::Settings&) { return std::unique_ptr<v1::Topology>(); };
  EXPECT_THAT([&] { registry().topology("test-ring", "again", {}, nothing); },
              ThrowsMessage<Error>(HasSubstr("another of this name")));
  EXPECT_THAT([&] { registry().topology("Bad Name", "x", {}, nothing); },
              ThrowsMessage<Error>(HasSubstr("a name has lower-case letters")));
  EXPECT_THAT([&] {
    registry().topology("test-b", "x", {v1::integer("a", 1, "one"), v1::number("a", 1, "two")}, nothing);
  }, ThrowsMessage<Error>(HasSubstr("declared twice")));
}

TEST(Plugin, PlacementsAreChecked) {
  register_all();
  const auto ring = make("type = \"test-ring\"\nrouters = 8\n");
  const std::vector<NodeId> free{{0}, {1}, {3}};
  PlacementContext c{.topology = *ring, .nics_per_node = 1, .free = free, .count = 2, .seed = 1, .job = 0,
                     .why_not = [](NodeId) { return std::string("it is taken"); }};
  EXPECT_EQ(config::Choice<Placement>("test-last").make(c)->choose(), (std::vector<NodeId>{{1}, {3}}));
  EXPECT_THAT([&] { config::Choice<Placement>("test-twice").make(c)->choose(); },
              ThrowsMessage<Error>(HasSubstr("it has chosen node 0 twice")));
}

}  // namespace plugin_test
}  // namespace kasuri::plugin
