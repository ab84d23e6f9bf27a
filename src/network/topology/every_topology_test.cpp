// SPDX-License-Identifier: MIT
// What every registered topology promises: pairs of ports, endpoints in order, closed forms that a
// breadth-first search confirms.
#include <gmock/gmock.h>

#include "network/topology/distances.h"
#include "network/topology/test_instances.h"
#include "network/topology/verify.h"

namespace kasuri {
namespace every_topology_test {

TEST(EveryTopology, HasSmallInstances) {
  for (const config::Component* c : config::components("topology")) {
    EXPECT_TRUE(small_instances().contains(c->name)) << c->name << ": add it to test_instances.h";
  }
}

TEST(EveryTopology, KeepsItsPromises) {
  for_each_small_topology([](const std::string&, const Topology& t) {
    EXPECT_EQ(broken_promise(t), std::nullopt) << t.describe();
    EXPECT_FALSE(t.describe().empty());
    EXPECT_LE(t.link_classes().size(), Topology::kMaxLinkClasses);
    const auto classes = t.link_classes();
    EXPECT_EQ(std::set(classes.begin(), classes.end()).size(), classes.size()) << t.describe();
  });
}

TEST(EveryTopology, NamesEachRouterOnce) {
  for_each_small_topology([](const std::string&, const Topology& t) {
    std::set<std::string> names;
    std::set<std::vector<std::uint32_t>> coordinates;
    for (std::uint32_t r = 0; r < t.routers(); ++r) {
      names.insert(t.name({r}));
      coordinates.insert(t.coordinates({r}));
    }
    EXPECT_EQ(names.size(), t.routers()) << t.describe();
    EXPECT_EQ(coordinates.size(), t.routers()) << t.describe();
  });
}

}  // namespace every_topology_test
}  // namespace kasuri
