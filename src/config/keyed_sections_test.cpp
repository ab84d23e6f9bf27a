// SPDX-License-Identifier: MIT
// Sections of any name: read beside fixed keys, and written back.
#include <gmock/gmock.h>

#include "config/document.h"
#include "config/writer.h"
#include "core/errors.h"

namespace kasuri::config {
namespace {

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

}  // namespace
}  // namespace kasuri::config
