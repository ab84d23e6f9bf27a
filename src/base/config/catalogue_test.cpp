// SPDX-License-Identifier: MIT
// Lists, help, the schema and the reference of the toy machine.
#include "base/config/catalogue.h"
#include "base/config/file_kind.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>

#include "base/config/settings.h"
#include "base/config/tables.h"
#include "base/config/toy_machine.h"
#include "base/core/errors.h"

namespace kasuri::config::toy {
namespace catalogue_test {

TEST(Catalogue, Lists) {
  EXPECT_EQ(list_text("topology"),
            "  faulty  another topology without some links\n"
            "  ring    one cycle of routers\n"
            "  single  one router\n"
            "  torus   k-ary n-cube with wrap-around\n");
  EXPECT_EQ(list_text(),
            "topology: how routers are connected\n" + list_text("topology") +
                "\nsections of a configuration:\n"
                "  [[jobs]]    programs to run\n"
                "  [nic]       network interface of each node\n"
                "  [topology]  how routers are connected\n"
                "\nfiles of other verbs:\n  lab  an experiment\n");
  const auto json = list_json("topology");
  ASSERT_EQ(json.size(), 4u);
  EXPECT_EQ(json[3]["name"], "torus");
  EXPECT_EQ(json[3]["fields"][1]["default"], "\"5 GB/s\"");
  EXPECT_EQ(list_json()["kinds"][0]["components"], json);
}

TEST(Catalogue, Helps) {
  EXPECT_EQ(help_text("topology", "torus"),
            "topology torus: k-ary n-cube with wrap-around\n\n"
            "  extents  list of integers, 1 to 8 values, each 1 to 1048576; required\n"
            "      routers along each dimension\n"
            "  rate     rate, 1 MB/s to 1 TB/s or unlimited; default \"5 GB/s\"\n"
            "      link rate per direction\n"
            "  cable    time, 0 s to 1 ms; default \"10 ns\"\n"
            "      delay of each cable\n");
  EXPECT_EQ(help_text("topology", "single"), "topology single: one router\n\n  nothing to set\n");
  EXPECT_EQ(help_text("jobs"),
            "[[jobs]]: programs to run\n\n"
            "  name   string; default \"job\"\n"
            "      name in results\n"
            "  ranks  integer, 1 to 1048576; required\n"
            "      number of ranks\n"
            "  args   list of strings; default []\n"
            "      arguments of the program\n");
  EXPECT_EQ(help_text("topology"), list_text("topology"));
}

TEST(Catalogue, ExplainsOneSetting) {
  EXPECT_EQ(help_text("jobs.ranks"),
            "jobs.ranks: number of ranks\n"
            "  type     integer\n"
            "  range    1 to 1048576\n"
            "  default  required\n");
  EXPECT_EQ(help_text("jobs.3.ranks"), help_text("jobs.ranks"));
  EXPECT_EQ(help_text("topology.rate"),
            "topology.rate of topology torus: link rate per direction\n"
            "  type     rate\n"
            "  range    1 MB/s to 1 TB/s or unlimited\n"
            "  default  \"5 GB/s\"\n");
}

TEST(Catalogue, FindsEverySettingByItsPath) {
  const std::vector<Setting> all = all_settings();
  EXPECT_GT(all.size(), 10u);
  for (const Setting& s : all) {
    const auto found = find_settings(s.path);
    EXPECT_TRUE(std::ranges::any_of(found, [&](const Setting& f) { return f.path == s.path; })) << s.path;
    EXPECT_FALSE(settings_text(found).empty()) << s.path;
  }
}

struct LabParams {
  std::int64_t size = 3;
  static Fields<LabParams> fields() {
    return {field("size", &LabParams::size, "of the lab").range(1, 9)};
  }
};
const DescribeFile<LabParams> lab{"lab", "an experiment"};

TEST(Catalogue, FilesOfVerbsHaveHelpSchemaAndReference) {
  EXPECT_EQ(help_text("lab"),
            "lab: an experiment\n\n"
            "  size  integer, 1 to 9; default 3\n"
            "      of the lab\n");
  EXPECT_EQ(help_text("lab.size"),
            "lab.size: of the lab\n  type     integer\n  range    1 to 9\n  default  3\n");
  EXPECT_EQ(help_text("lab", "size"), help_text("lab.size"));
  EXPECT_EQ(json_schema("lab")["properties"]["size"]["maximum"], 9);
  EXPECT_NE(reference_page().find("## Files of `kasuri lab`\n\nan experiment.\n\n| key |"),
            std::string::npos);
  EXPECT_THROW(json_schema("nic"), Error);
}

TEST(Catalogue, HelpsWithAnyWord) {
  EXPECT_EQ(help_text("torus"), help_text("topology", "torus"));
  EXPECT_EQ(help_text("rate"), help_text("topology.rate"));
  EXPECT_EQ(help_about("Wrap"),
            "What mentions 'Wrap', each to be explained by kasuri help NAME:\n\n"
            "  topology torus  k-ary n-cube with wrap-around\n");
  EXPECT_EQ(help_about("rap-around"), "");  // no word begins so
}

TEST(Catalogue, WrapsWords) {
  const std::string words = "one two three four five six seven eight nine ten eleven twelve thirteen";
  EXPECT_EQ(wrapped(words, 0, 4), words);
  EXPECT_EQ(wrapped(words, 14, 4), words.substr(0, 66).substr(0, words.rfind(' ')) + "\n    thirteen");
  EXPECT_EQ(wrapped(std::string(100, 'x') + " y", 0, 2), std::string(100, 'x') + "\n  y");
}

TEST(Catalogue, RefusesUnknownNames) {
  const auto said = [](auto call) -> std::string {
    try {
      call();
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), Exit::usage);
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(said([] { list_text("topolgy"); }),
            "error: unknown kind 'topolgy'; did you mean 'topology'?; kinds: topology");
  EXPECT_EQ(said([] { help_text("topology", "trous"); }),
            "error: unknown topology 'trous'; did you mean 'torus'?; known: faulty, ring, single, "
            "torus");
  EXPECT_EQ(said([] { help_text("lab", "sise"); }),
            "error: 'lab' has no key 'sise'; did you mean 'size'?; known: size");
  EXPECT_EQ(said([] { help_text("job"); }),
            "error: unknown kind, section or setting 'job'; did you mean 'jobs'?; known: jobs, lab, nic, "
            "topology");
  EXPECT_EQ(said([] { json_schema("lib"); }),
            "error: kasuri lib has no file of its own; did you mean 'lab'?; verbs that have one: lab");
}

TEST(Catalogue, SchemaHasEachSectionKindAndKey) {
  const auto schema = json_schema();
  EXPECT_EQ(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
  EXPECT_EQ(schema["required"], nlohmann::ordered_json::array({"topology"}));
  EXPECT_EQ(schema["properties"]["topology"]["$ref"], "#/$defs/topology");
  EXPECT_EQ(schema["properties"]["jobs"]["type"], "array");
  EXPECT_EQ(schema["properties"]["jobs"]["items"]["required"],
            nlohmann::ordered_json::array({"ranks"}));

  const auto& alternatives = schema["$defs"]["topology"]["oneOf"];
  ASSERT_EQ(alternatives.size(), 5u);  // four components and the name alone
  const auto& torus_schema = alternatives[3];
  EXPECT_EQ(torus_schema["properties"]["type"]["const"], "torus");
  EXPECT_EQ(torus_schema["required"], nlohmann::ordered_json::array({"type", "extents"}));
  EXPECT_EQ(torus_schema["additionalProperties"], false);
  EXPECT_EQ(torus_schema["properties"]["extents"]["maxItems"], 8);
  EXPECT_EQ(torus_schema["properties"]["extents"]["items"]["maximum"], 1 << 20);
  EXPECT_EQ(torus_schema["properties"]["rate"]["default"], "5 GB/s");
  EXPECT_EQ(alternatives[0]["properties"]["inner"]["$ref"], "#/$defs/topology");
  EXPECT_EQ(alternatives[4]["enum"], nlohmann::ordered_json::array({"ring", "single"}));
}

// A form that follows the schema must not refuse what the reader takes.
TEST(Catalogue, SchemaPatternsMatchWhatIsWritten) {
  const auto nic = json_schema()["properties"]["nic"]["properties"];
  const auto matches = [&](const char* key, const std::string& text) {
    const auto& property = nic[key];
    const auto& with_pattern = property.contains("anyOf") ? property["anyOf"][1] : property;
    return std::regex_match(text, std::regex(with_pattern["pattern"].get<std::string>()));
  };
  for (std::int64_t x = 1; x < INT64_MAX / 7; x *= 7) {
    EXPECT_TRUE(matches("overhead", exact(Time{x}))) << exact(Time{x});
    EXPECT_TRUE(matches("buffer", exact(Bytes{x}))) << exact(Bytes{x});
    EXPECT_TRUE(matches("dma", exact(BytesPerSecond{x}))) << exact(BytesPerSecond{x});
  }
  EXPECT_TRUE(matches("dma", "unlimited"));
  EXPECT_TRUE(matches("dma", "200Gb/s"));
  EXPECT_TRUE(matches("power", "1e-9 mW"));
  EXPECT_FALSE(matches("power", "5"));
  const auto weight = nic["weights"]["items"]["anyOf"][1]["pattern"].get<std::string>();
  EXPECT_TRUE(std::regex_match("5 %", std::regex(weight)));
  EXPECT_FALSE(std::regex_match("5 k", std::regex(weight)));
  EXPECT_FALSE(matches("overhead", "unlimited"));
  EXPECT_FALSE(matches("overhead", "-5 ns"));
  EXPECT_FALSE(matches("buffer", "5 KB"));
}

TEST(Catalogue, ReferenceHasEachTable) {
  const std::string page = reference_page();
  EXPECT_NE(page.find("### `[[jobs]]`\n\nprograms to run.\n\n"
                      "| key | type | range | default | meaning |\n|---|---|---|---|---|\n"
                      "| `name` | string |  | `\"job\"` | name in results |\n"),
            std::string::npos);
  EXPECT_NE(page.find("### topology `single`\n\none router.\n\nNothing to set.\n"),
            std::string::npos);
  EXPECT_NE(page.find("| `fraction` | number | 0 to 1 | `0.01` | links that are lost |\n"),
            std::string::npos);
}

}  // namespace catalogue_test
}  // namespace kasuri::config::toy
