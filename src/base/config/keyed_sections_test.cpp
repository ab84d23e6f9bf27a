// SPDX-License-Identifier: MIT
// Sections of any name: read beside fixed keys, and written back.
#include <gmock/gmock.h>

#include "base/config/document.h"
#include "base/config/named_files.h"
#include "base/config/toy_machine.h"
#include "base/config/writer.h"
#include "base/core/errors.h"

namespace kasuri::config {
namespace keyed_sections_test {

using ::testing::AllOf;
using ::testing::HasSubstr;

struct Lamp {
  std::int64_t watts = 40;
  std::optional<std::string> colour;

  static Fields<Lamp> fields() {
    return {field("watts", &Lamp::watts, "power").range(1, 100),
            field("colour", &Lamp::colour, "of its light")};
  }
};

struct House {
  std::int64_t rooms = 1;
  Lamp door;
  std::map<std::string, Lamp> lamps;

  static Fields<House> fields() {
    return {field("rooms", &House::rooms, "how many"), field("door", &House::door, "at the door"),
            field("LAMP", &House::lamps, "others, by name")};
  }
};

House read_house(const std::string& text) {
  auto document = Document::parse(text, "house.toml");
  House h = read<House>(document.root().section("house_of_lamps"));
  document.finish();
  return h;
}

std::string errors_of(const std::string& text) {
  try {
    read_house(text);
    return "";
  } catch (const Error& e) {
    return e.what();
  }
}

TEST(KeyedSections, AreReadBesideOthers) {
  const House h = read_house(
      "[house_of_lamps]\nrooms = 3\n[house_of_lamps.door]\nwatts = 5\n"
      "[house_of_lamps.kitchen]\nwatts = 60\n[house_of_lamps.'the hall']\n");
  EXPECT_EQ(h.rooms, 3);
  EXPECT_EQ(h.door.watts, 5);
  ASSERT_EQ(h.lamps.size(), 2u);
  EXPECT_EQ(h.lamps.at("kitchen").watts, 60);
  EXPECT_EQ(h.lamps.at("the hall").watts, 40);
  EXPECT_TRUE(read_house("").lamps.empty());
}

TEST(KeyedSections, AreSetFromTheCommandLine) {
  const std::vector<std::string> overrides{"house_of_lamps.hall.watts=7"};
  auto document = Document::parse("", "house.toml", ".", overrides);
  const House h = read<House>(document.root().section("house_of_lamps"));
  document.finish();
  EXPECT_EQ(h.lamps.at("hall").watts, 7);
}

TEST(KeyedSections, KeepTheMistakesOfTheirInside) {
  EXPECT_THAT(errors_of("[house_of_lamps]\nroms = 3\n[house_of_lamps.hall]\nwats = 3\n"
                        "[house_of_lamps.loft]\nwatts = 500\n"),
              AllOf(HasSubstr("house.toml:2:1: error: unknown key 'roms'"),
                    HasSubstr("house.toml:4:1: error: unknown key 'wats'; did you mean 'watts'?"),
                    HasSubstr("house.toml:6:9: error: 'watts' is 500")));
}

TEST(KeyedSections, AreWrittenAndReadAgain) {
  House h;
  h.lamps["kitchen"] = {60, "red"};
  h.lamps["the hall"] = {};
  const std::string text = Writer().section("house_of_lamps", h).text();
  EXPECT_THAT(text, AllOf(HasSubstr("[house_of_lamps.kitchen]\nwatts = 60\ncolour = \"red\"\n"),
                          HasSubstr("[house_of_lamps.\"the hall\"]\nwatts = 40\n")));
  const House again = read_house(text);
  EXPECT_EQ(Writer().section("house_of_lamps", again).text(), text);
}

// --- Sections by the names of components ---

struct Atlas {
  std::int64_t pages = 1;
  std::map<std::string, Choice<toy::Topology>> maps;

  static Fields<Atlas> fields() {
    return {field("pages", &Atlas::pages, "how many"), field("MAP", &Atlas::maps, "what is shown")};
  }
};

Atlas read_atlas(const std::string& text, const std::vector<std::string>& overrides = {}) {
  auto document = Document::parse(text, "atlas.toml", ".", overrides);
  Atlas a = read<Atlas>(document.root().section("atlas"));
  document.finish();
  return a;
}

std::uint32_t routers_of_ring(const Atlas& a) {
  return std::any_cast<toy::RingParams>(a.maps.at("ring").params).routers;
}

TEST(ChosenSections, AreSectionsOrTrue) {
  const Atlas a = read_atlas("[atlas]\npages = 3\nsingle = true\n[atlas.ring]\nrouters = 5\n");
  ASSERT_EQ(a.maps.size(), 2u);
  EXPECT_EQ(a.maps.at("single").name(), "single");
  EXPECT_EQ(routers_of_ring(a), 5u);
  EXPECT_EQ(routers_of_ring(read_atlas("[atlas]\nring = true\n")), 4u);
  EXPECT_TRUE(read_atlas("[atlas]\nring = false\n").maps.empty());
  const Atlas set = read_atlas("", {"atlas.ring.routers=7", "atlas.single=true"});
  EXPECT_EQ(set.maps.size(), 2u);
  EXPECT_EQ(routers_of_ring(set), 7u);
}

TEST(ChosenSections, RefuseWhatTheyAreNot) {
  const auto said = [](const std::string& text) -> std::string {
    try {
      read_atlas(text);
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_THAT(said("[atlas]\nring = 3\n"),
              HasSubstr("atlas.toml:2:8: error: 'ring' must be a section, or true or false, not an "
                        "integer"));
  EXPECT_THAT(said("[atlas.ring]\nrouters = 1\n"), HasSubstr("atlas.toml:2:11: error: 'routers' is 1"));
  EXPECT_THAT(said("[atlas.rinh]\n"), HasSubstr("did you mean 'ring'?"));
  EXPECT_THAT(said("[atlas.single]\nrouters = 1\n"), HasSubstr("unknown key 'routers'"));
  EXPECT_THAT(said("[atlas]\ntorus = true\n"), HasSubstr("missing key 'extents' in [atlas.torus]"));
}

TEST(ChosenSections, AreWrittenAndReadAgain) {
  const Atlas a = read_atlas("[atlas]\nsingle = true\n[atlas.ring]\nrouters = 5\n");
  const std::string text = Writer().section("atlas", a).text();
  EXPECT_EQ(text, "[atlas]\npages = 1\n\n[atlas.ring]\nrouters = 5\n\n[atlas.single]\n");
  EXPECT_EQ(Writer().section("atlas", read_atlas(text)).text(), text);
  EXPECT_TRUE(named_files_of(a).empty());  // and nothing is amiss
}

}  // namespace keyed_sections_test
}  // namespace kasuri::config
