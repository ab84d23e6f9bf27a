// SPDX-License-Identifier: MIT
// What links carried: listed in order, with what follows from the topology, and added up.
#include "experiment/run/link_table.h"

#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "network/topology/test_topology.h"

namespace kasuri {
namespace link_table_test {

LinkTable table_of(const std::string& toml) {
  std::shared_ptr<const Topology> t = topology_from(toml);
  std::vector<LinkClass> classes(t->link_classes().size() + 1);
  for (LinkClass& c : classes) c.flow = Serialisation{BytesPerSecond{1'000'000'000}};
  classes.back().flow = Serialisation{BytesPerSecond{500'000'000}};
  return {t, classes};
}

TEST(LinkTable, ListsTheLinksOfRoutersInTheOrderOfTheirPorts) {
  LinkTable table = table_of("type = \"mesh\"\nextents = [3]\n");
  ASSERT_EQ(table.size(), 4u + 3u);
  for (std::uint64_t i = 0; i < table.size(); ++i) {
    table.add(i, {.packets = i, .bytes = Bytes{static_cast<std::int64_t>(1000 * i)}});
  }
  const std::vector<LinkRow> rows(table.begin(), table.end());
  ASSERT_EQ(rows.size(), table.size());
  const auto key = [](const LinkRow& l) { return std::tuple(l.from, l.port, l.ejection, l.to()); };
  EXPECT_EQ(key(rows[0]), std::tuple(0u, 0u, false, 1u));
  EXPECT_EQ(key(rows[1]), std::tuple(0u, 1u, true, 0u));
  EXPECT_EQ(key(rows[4]), std::tuple(1u, 2u, true, 1u));
  EXPECT_EQ(key(rows[6]), std::tuple(2u, 1u, true, 2u));
  EXPECT_EQ(rows[5].packets, 5u);
  EXPECT_EQ(rows[5].busy(), Time{5'000'000});
  EXPECT_EQ(rows[6].busy(), Time{12'000'000}) << "at the rate of the terminal links";
}

TEST(LinkTable, HasNoRowsBeforeItHasAMachine) {
  EXPECT_EQ(LinkTable().begin(), LinkTable().end());
}

TEST(LinkTable, CountsBeyond32Bits) {
  LinkTable table = table_of("type = \"mesh\"\nextents = [3]\n");
  const LinkTable::Load load{.packets = 3'000'000'000, .bytes = Bytes{7'000'000'000'000}};
  for (std::uint64_t n = 1; n <= 3; ++n) {
    table.add(4, load);
    EXPECT_EQ(table[4].packets, n * load.packets);
    EXPECT_EQ(table[4].bytes, load.bytes * static_cast<std::int64_t>(n));
  }
  EXPECT_EQ(table[3].packets, 0u);
  EXPECT_EQ(table[5].bytes, Bytes{0});
}

TEST(LinkTable, AddsWhatAnotherProcessHasCounted) {
  LinkTable here = table_of("type = \"mesh\"\nextents = [3]\n");
  LinkTable there = table_of("type = \"mesh\"\nextents = [3]\n");
  here.add(0, {.packets = 1, .bytes = Bytes{10}});
  there.add(0, {.packets = 2, .bytes = Bytes{20}});
  there.add(6, {.packets = 3, .bytes = Bytes{30}});
  ByteBuffer packed;
  ArchiveWriter writer(packed);
  there.pack(writer);
  ArchiveReader reader(packed);
  here.add(reader);
  EXPECT_TRUE(reader.at_end());
  EXPECT_EQ(here[0].packets, 3u);
  EXPECT_EQ(here[0].bytes, Bytes{30});
  EXPECT_EQ(here[1].packets, 0u);
  EXPECT_EQ(here[6].bytes, Bytes{30});
}

}  // namespace link_table_test
}  // namespace kasuri
