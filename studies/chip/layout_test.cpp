// SPDX-License-Identifier: MIT
// The structures have the switches and links that the paper's figures 2 to 5 draw; bad ones are
// refused with their position.
#include "studies/chip/layout.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <map>
#include <set>

#include "studies/chip/mesh.h"
#include "studies/chip/test_chip.h"
#include "base/core/rng.h"

namespace kasuri::chip {
namespace layout_test {

using ::testing::HasSubstr;

Structure make(const std::vector<std::string>& overrides, std::uint64_t seed = 1) {
  return make_structure(test::config(overrides).layout, seed);
}

TEST(Layout, WiringDecidesTheLinksBetweenLayers) {
  const auto links = [](const std::string& wiring) {
    return make({"servers=15x15", "wiring=" + wiring}).channels() / 2;
  };
  const std::uint32_t in_plane = 2 * 15 * 14, columns = 225;
  EXPECT_EQ(links("mesh"), in_plane);
  EXPECT_EQ(links("A"), 4 * in_plane + 3 * columns);
  EXPECT_EQ(links("B"), 4 * in_plane + 3 * columns);
  EXPECT_EQ(links("C"), 4 * in_plane + 5 * columns);  // the lowest vertical link is common
  EXPECT_EQ(make({}).describe(), "225 packet and 675 circuit switches, 2355 links, 225 servers");
}

TEST(Layout, WiringBJoinsPacketSwitchesToAllLayersOfTheirColumn) {
  const Structure s = make({"servers=3x2", "layers=5"});
  for (std::uint32_t i = 0; i < s.servers(); ++i) {
    std::vector<std::uint32_t> layers;
    for (const ChannelId c : s.out(s.home({i}))) {
      const Place at = s[s[c].to].at;
      if (at.z == 0) continue;
      layers.push_back(at.z);
      EXPECT_DOUBLE_EQ(s[c].mm, 0.001 * at.z);
    }
    EXPECT_THAT(layers, ::testing::ElementsAre(1, 2, 3, 4));
  }
}

TEST(Layout, LanesMultiplyLinksThatHaveACircuitSwitch) {
  const std::uint32_t in_plane = 2 * 15 * 14, columns = 225;
  EXPECT_EQ(make({"servers=15x15", "lanes=4"}).channels() / 2,
            in_plane + 4 * (3 * in_plane + 3 * columns));
}

TEST(Layout, DispersedServersStandInOneLayerOfEachColumn) {
  const Structure s = make({"servers=10x10", "attachment=dispersed"}, 7);
  std::map<std::uint32_t, int> layers;
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> packet_switches;
  for (std::uint32_t i = 0; i < s.switches(); ++i) {
    const Switch& w = s[SwitchId{i}];
    packet_switches[{w.at.x, w.at.y}] += w.kind == SwitchKind::packet;
  }
  for (const auto& [column, count] : packet_switches) EXPECT_EQ(count, 1);
  for (std::uint32_t i = 0; i < s.servers(); ++i) ++layers[s[s.home({i})].at.z];
  EXPECT_EQ(layers.size(), 4u);
  for (const auto& [layer, servers] : layers) EXPECT_GT(servers, 10) << layer;
}

TEST(Layout, MixedLayersPutCircuitSwitchesBetweenPacketSwitches) {
  const Structure s = make({"servers=4x3", "composition=mixed", "layers=1"});
  EXPECT_EQ(s.switches(), 7u * 5u);
  for (std::uint32_t i = 0; i < s.servers(); ++i) {
    for (const ChannelId c : s.out(s.home({i}))) EXPECT_FALSE(s.is_packet(s[c].to));
  }
  const Structure chain =
      make({"servers=4x3", "composition=mixed", "layers=1", "mixed_pattern=chain"});
  EXPECT_EQ(chain.switches(), 7u * 5u - 3u * 2u);
}

// The same draws as without the sites between: only these are added.
TEST(Layout, DispersedServersOfMixedLayersStandInTheLayersOfTheirColumns) {
  const std::vector<std::string> size{"servers=5x4", "layers=3", "attachment=dispersed"};
  std::vector<std::string> with_sites = size;
  with_sites.push_back("composition=mixed");
  for (const std::string pattern : {"lattice", "chain"}) {
    with_sites.push_back("mixed_pattern=" + pattern);
    const Structure plain = make(size, 3), s = make(with_sites, 3);
    ASSERT_EQ(s.servers(), 20u);
    std::set<std::uint32_t> layers;
    for (std::uint32_t i = 0; i < s.servers(); ++i) {
      const Place at = s[s.home({i})].at, expected = plain[plain.home({i})].at;
      EXPECT_EQ(at, (Place{2 * expected.x, 2 * expected.y, expected.z})) << i;
      EXPECT_TRUE(s.is_packet(s.home({i})));
      layers.insert(at.z);
    }
    EXPECT_EQ(layers.size(), 3u);
    std::uint32_t packet = 0;
    for (std::uint32_t i = 0; i < s.switches(); ++i) packet += s.is_packet({i});
    EXPECT_EQ(packet, 20u);
    EXPECT_EQ(s.switches(), 3 * (9 * 7 - (pattern == "chain" ? 4u * 3u : 0u)));
  }
}

// What would do nothing is refused, with its place; what says no more than is so is not.
TEST(Layout, RefusesKeysThatAStructureHasNoUseFor) {
  const auto says = [](const std::vector<std::string>& o) {
    return test::refusal([&] { test::config(o); });
  };
  EXPECT_THAT(says({"mixed_spacing=0.5"}), HasSubstr("leave 'mixed_spacing' out"));
  EXPECT_THAT(says({"mixed_pattern=chain"}), HasSubstr("only composition = \"mixed\""));
  for (const char* key : {"layers=3", "attachment=dispersed", "composition=mixed", "lanes=2",
                          "vertical_mm=1", "mixed_spacing=1"}) {
    EXPECT_THAT(says({"wiring=mesh", key}),
                testing::AnyOf(HasSubstr("exclude each other"), HasSubstr("only composition")))
        << key;
  }
  for (const char* key : {"servers=3x3", "layers=3", "attachment=dispersed", "composition=mixed",
                          "mixed_pattern=chain", "mixed_spacing=1"}) {
    EXPECT_THAT(says({"structure_file=chip.txt", key}), HasSubstr("'structure_file' gives")) << key;
  }
  EXPECT_EQ(says({"wiring=mesh", "layers=1", "attachment=concentrated", "lanes=1"}), "");
  EXPECT_EQ(says({"structure_file=chip.txt", "wiring=A", "lanes=2", "link_mm=1", "vertical_mm=1"}), "");
  EXPECT_EQ(says({"composition=mixed", "attachment=dispersed", "mixed_spacing=1", "lanes=2"}), "");
}

TEST(Layout, ReadsADrawnStructure) {
  const LayoutParams p = test::config({"wiring=A"}).layout;
  const Structure s =
      parse_structure("# two layers\nS P S\n\nC C .\nlink 0,0,0 1,0,1 2.5\n", "x", p);
  EXPECT_EQ(s.describe(), "3 packet and 2 circuit switches, 6 links, 2 servers");
  EXPECT_DOUBLE_EQ(s[ChannelId{s.channels() - 1}].mm, 2.5);
}

TEST(Layout, ServersCanBeAttachedByLines) {
  const Structure s = parse_structure("S P\n\nC C\nserver 1,0,0\n", "x", test::config({}).layout);
  ASSERT_EQ(s.servers(), 2u);
  EXPECT_EQ(s[s.home({1})].at, (Place{1, 0, 0}));
}

// Whatever a file holds, it is read or refused with its position.
TEST(Layout, ReadsOrRefusesBrokenDrawings) {
  const std::string good = "# x\nS P S\nC C .\n\nC C C\nlink 0,0,0 1,0,1 2.5\nserver 1,0,0\n";
  const std::string letters = std::string("SPC.# link,server0123456789-\n\r\t") + '\0' + "e";
  const LayoutParams p;
  for (std::uint32_t i = 0; i < 3000; ++i) {
    std::string text = good;
    for (std::uint32_t k = 0; k < 1 + i % 5; ++k) {
      const auto random = random_at(1, i, 99, k);
      const std::size_t at = below(random[0], text.size());
      const char letter = letters[below(random[1], letters.size())];
      if (i % 2 == 0) {
        text.insert(at, 1, letter);
      } else {
        text[at] = letter;
      }
    }
    const std::string why = test::refusal([&] { parse_structure(text, "f", p); });
    if (!why.empty()) {
      EXPECT_THAT(why, ::testing::MatchesRegex("f:[0-9]+:[0-9]+: error: .*")) << i;
    }
  }
}

TEST(Layout, RefusesBadDrawingsWithTheirPosition) {
  const LayoutParams p;
  const auto says = [&](std::string_view text) {
    return test::refusal([&] { parse_structure(text, "chip.txt", p); });
  };
  EXPECT_THAT(says("S S\nS x\n"), HasSubstr("chip.txt:2:3: error: 'x' is not a site"));
  EXPECT_THAT(says("S C\n"), HasSubstr("at least two servers"));
  EXPECT_THAT(says(""), HasSubstr("draws no switch"));
  EXPECT_THAT(says("S S\nlink 0,0,0 5,0,0 1\n"),
              HasSubstr("chip.txt:2:1: error: there is no switch at 5,0,0"));
  EXPECT_THAT(says("S S\nlink 0,0,0 1,0\n"),
              HasSubstr("chip.txt:2:1: error: a link is written as"));
  EXPECT_THAT(says("S S\n\n. .\nC . S\n"),
              HasSubstr("chip.txt:4:5: error: there is no path from server 0 to server 2"));
  EXPECT_THAT(says("S S\nlink 0,0,0 1,0,0 -1\n"), HasSubstr("0 to 1000 mm"));
  EXPECT_THAT(says(std::string("S S\nS\0\n", 7)), HasSubstr("chip.txt:2:2: error:"));
  EXPECT_THAT(says("S S C\nserver 2,0,0\n"),
              HasSubstr("chip.txt:2:1: error: this server has no packet switch: there is a circuit "
                        "switch"));
  EXPECT_THAT(says("S S .\nserver 2,0,0\n"), HasSubstr("chip.txt:2:1: error: this server has no "));
  EXPECT_THAT(says("S S .\nserver 1,0,0\n"), HasSubstr("already has a server"));
  EXPECT_THAT(says("S S .\nserver 1,0\n"), HasSubstr("a server is written as"));
}

TEST(Layout, RefusesBadConfigurations) {
  const auto says = [](const std::string& o) {
    return test::refusal([&] { test::config({o}); });
  };
  for (const std::string_view bad : {"15", "0x3", "1x1", "3x", "x3", "3x3x3", "-1x3", "200x3"}) {
    EXPECT_THAT(says(fmt::format("servers={}", bad)), HasSubstr("must be")) << bad;
  }
  EXPECT_THAT(says("wiring=D"), HasSubstr("one of \"A\", \"B\", \"C\", \"mesh\""));
  EXPECT_THAT(says("energy.packet_switch=-1"), HasSubstr("'packet_switch' is -1.0"));
  EXPECT_THAT(says("link_mm=-1"), HasSubstr("'link_mm' is -1.0"));
  EXPECT_THAT(says("layer=3"), HasSubstr("did you mean 'layers'?"));
}

TEST(Mesh, PathsAreMinimalAndStandWhereTheServersStood) {
  const Structure s = make({"servers=4x3", "composition=mixed"});
  const Mesh mesh(s, 2);
  EXPECT_EQ(mesh.structure().describe(), "12 packet and 0 circuit switches, 17 links, 12 servers");
  const Demand corner_to_corner{{0}, {11}, 1};
  EXPECT_EQ(mesh.path(corner_to_corner, MeshPath::row_first).size(), 5u);
  EXPECT_EQ(mesh.path(corner_to_corner, MeshPath::column_first).size(), 5u);
}

}  // namespace layout_test
}  // namespace kasuri::chip
