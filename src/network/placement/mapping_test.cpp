// SPDX-License-Identifier: MIT
// Mappings: permutations on every topology; each one's promise against the formula of its order.
#include "network/placement/mapping.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <set>

#include "network/topology/test_instances.h"

namespace kasuri {
namespace mapping_test {

using testing::ElementsAre;
using testing::HasSubstr;

struct Mapped {
  std::unique_ptr<Topology> topology;
  std::vector<NodeId> slots;
  std::vector<std::uint32_t> slot_of;

  std::uint32_t node_of(std::size_t rank) const { return slots[slot_of[rank]].v; }
  std::vector<std::uint32_t> place_of(std::size_t rank) const {
    return topology->coordinates(topology->router_of({node_of(rank)}));
  }
};

Mapped map(const std::string& topology, const std::string& section, std::uint32_t per_node = 1,
           std::uint64_t seed = 1) {
  Mapped m{topology_from(topology), {}, {}};
  for (std::uint32_t s = 0; s < m.topology->endpoints() * per_node; ++s) {
    m.slots.push_back({s / per_node});
  }
  auto document = config::Document::parse("[mapping]\n" + section, "config.toml");
  const auto choice = config::read<config::Choice<Mapping>>(document.root().section("mapping"));
  document.finish();
  MappingContext context{.topology = *m.topology,
                         .nics_per_node = 1,
                         .slots = m.slots,
                         .seed = seed,
                         .job = 0};
  m.slot_of = choice.make(context)->arrange();
  return m;
}

std::string mistake(const std::string& topology, const std::string& section) {
  try {
    map(topology, section);
    return "";
  } catch (const Error& e) {
    return e.what();
  }
}

TEST(Mapping, EveryOrderIsAPermutation) {
  int orders = 0;
  for (const config::Component* c : config::components(Mapping::kKind)) {
    ++orders;
    for (const auto& [type, instances] : small_instances()) {
      for (const std::string& instance : instances) {
        const std::string topology = "type = '" + type + "'\n" + instance;
        const auto t = topology_from(topology);
        const std::size_t dimensions = t->coordinates({0}).size();
        std::string section = "type = '" + c->name + "'\n";
        if (c->name == "permuted") {
          section += "order = '" + std::string("t") + std::string("xyzabc").substr(0, dimensions) + "'";
        } else if (c->name == "sub-tori") {
          section += "block = [2";
          for (std::size_t d = 1; d < dimensions; ++d) section += ", 2";
          section += "]";
        } else if (c->name == "blocked") {
          section += "grid = [2, " + std::to_string(t->endpoints()) + "]\nblock = [1, 3]";
        }
        std::vector<std::uint32_t> slots = map(topology, section, 2).slot_of;
        std::ranges::sort(slots);
        ASSERT_EQ(slots.size(), 2 * t->endpoints());
        for (std::uint32_t i = 0; i < slots.size(); ++i) EXPECT_EQ(slots[i], i) << section;
      }
    }
  }
  EXPECT_GE(orders, 6);
}

TEST(Mapping, RandomDependsOnItsSeed) {
  const std::string torus = "type = 'torus'\nextents = [4, 4]";
  EXPECT_EQ(map(torus, "type = 'random'").slot_of, map(torus, "type = 'random'").slot_of);
  EXPECT_NE(map(torus, "type = 'random'").slot_of, map(torus, "type = 'random'", 1, 2).slot_of);
  EXPECT_EQ(map(torus, "type = 'random'").slot_of,
            map(torus, "type = 'random'\nseed = 1", 1, 2).slot_of);
}

// In a cube of 2^k to a side every step of the curve goes to a neighbour, from corner to corner.
TEST(Mapping, HilbertGoesFromNeighbourToNeighbour) {
  for (const char* extents : {"[8]", "[8, 8]", "[4, 4, 4]", "[2, 2, 2, 2]", "[8, 1, 8]"}) {
    const Mapped m = map(std::string("type = 'mesh'\nextents = ") + extents, "type = 'hilbert'");
    EXPECT_EQ(m.node_of(0), 0u);
    for (std::size_t rank = 1; rank < m.slots.size(); ++rank) {
      EXPECT_EQ(m.topology->distance({m.node_of(rank - 1)}, {m.node_of(rank)}), 1u) << extents;
    }
  }
  // Ranks of a grid as large as the machine are where they would be without a curve.
  const Mapped same = map("type = 'mesh'\nextents = [4, 4, 4]", "type = 'hilbert'\ngrid = [4, 4, 4]");
  for (std::uint32_t rank = 0; rank < 64; ++rank) EXPECT_EQ(same.node_of(rank), rank);
}

TEST(Mapping, PermutedCountsInItsOrder) {
  const std::string torus = "type = 'torus'\nextents = [4, 3, 2]";
  const Mapped zyx = map(torus, "type = 'permuted'\norder = 'zyxt'");
  for (std::uint32_t rank = 0; rank < 24; ++rank) {
    EXPECT_THAT(zyx.place_of(rank), ElementsAre(rank / 6, rank / 2 % 3, rank % 2));
  }
  // Blue Gene's XYZT and TXYZ: the second round of ranks, or two after each other.
  const Mapped xyzt = map(torus, "type = 'permuted'\norder = 'xyzt'", 2);
  const Mapped txyz = map(torus, "type = 'permuted'\norder = 'txyz'", 2);
  for (std::uint32_t rank = 0; rank < 48; ++rank) {
    EXPECT_EQ(xyzt.node_of(rank), rank % 24);
    EXPECT_EQ(txyz.node_of(rank), rank / 2);
  }
  EXPECT_EQ(mistake(torus, "type = 'permuted'\norder = 'xxyz'"),
            "order 'xxyz' must have each letter of 'xyzt' once");
}

TEST(Mapping, SubToriAreFilledOneAfterTheOther) {
  const Mapped m = map("type = 'torus'\nextents = [4, 4]", "type = 'sub-tori'\nblock = [2, 2]");
  std::vector<std::uint32_t> nodes;
  for (std::uint32_t rank = 0; rank < 8; ++rank) nodes.push_back(m.node_of(rank));
  EXPECT_THAT(nodes, ElementsAre(0, 1, 4, 5, 2, 3, 6, 7));
  EXPECT_THAT(mistake("type = 'torus'\nextents = [4, 4]", "type = 'sub-tori'\nblock = [2]"),
              HasSubstr("a block of 2 has 1 dimensions, but torus 4x4 has 2"));
}

// 16 ranks a node in blocks of 4x4 of a 16x16 grid: a node has one block.
TEST(Mapping, BlocksOfRanksAreOnOneNode) {
  const Mapped m = map("type = 'torus'\nextents = [4, 4]",
                       "type = 'blocked'\ngrid = [16, 16]\nblock = [4, 4]", 16);
  for (std::uint32_t rank = 0; rank < 256; ++rank) {
    EXPECT_THAT(m.place_of(rank), ElementsAre(rank % 16 / 4, rank / 16 / 4));
  }
  EXPECT_EQ(mistake("type = 'torus'\nextents = [4, 4]",
                    "type = 'blocked'\ngrid = [5, 3]\nblock = [1, 1]"),
            "a grid of 5x3 has 15 points, but the job has 16 ranks");
  EXPECT_THAT(mistake("type = 'torus'\nextents = [4, 4]",
                      "type = 'blocked'\ngrid = [4, 4]\nblock = [1]"),
              HasSubstr("as many extents as the grid: 2, not 1"));
}

}  // namespace mapping_test
}  // namespace kasuri
