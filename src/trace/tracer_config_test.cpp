// SPDX-License-Identifier: MIT
// Networks of CODES and jobs of TraceR: what they become, and what is refused.
#include "trace/tracer_config.h"

#include <fmt/format.h>

#include "trace/test_trace.h"

namespace kasuri::trace {
namespace {

using testing::HasSubstr;

constexpr std::string_view kTorus = R"(# a comment
LPGROUPS
{
   MODELNET_GRP
   {
      repetitions="8";
      server="4";
      modelnet_torus="2";
   }
}
PARAMS
{
   packet_size="512";
   modelnet_order=( "torus" );
   n_dims="3";
   dim_length="2,2,2";
   link_bandwidth="2.0";
   cn_bandwidth="4";
   buffer_size="4096";
   router_delay="30";
   eager_limit="64000";
   soft_delay="200";
}
)";

std::string as_bytes(const std::vector<std::int32_t>& all) {
  return {reinterpret_cast<const char*>(all.data()), all.size() * sizeof(std::int32_t)};
}

TEST(Codes, Torus) {
  const TestFile file("network.conf", kTorus);
  const CodesMachine m = import_codes(file.path());
  EXPECT_EQ(m.routers, 8u);
  EXPECT_EQ(m.nodes, 2u);
  EXPECT_EQ(m.servers, 4u);
  EXPECT_THAT(m.toml, HasSubstr("type = \"torus\"\nextents = [2, 2, 2]\nendpoints_per_router = 2\n"));
  EXPECT_THAT(m.toml, HasSubstr("[link]\nrate = \"2147483648 B/s\""));
  EXPECT_THAT(m.toml, HasSubstr("switch_traversal_time = \"29999 ps\""));
  EXPECT_THAT(m.toml, HasSubstr("eager_limit = \"64000 B\""));
  // Ranks of a router are dealt to its nodes in turn.
  EXPECT_EQ(m.node_of(0), 0u);
  EXPECT_EQ(m.node_of(1), 1u);
  EXPECT_EQ(m.node_of(2), 0u);
  EXPECT_EQ(m.node_of(4), 2u);
}

// TraceRP's fat-tree and dragonfly (Table 2).
TEST(Codes, FatTreeAndDragonfly) {
  const TestFile tree("tree.conf", R"(LPGROUPS { MODELNET_GRP { repetitions="24"; server="384";
      modelnet_fattree="12"; fattree_switch="3"; } }
      PARAMS { num_levels="3"; switch_count="24"; switch_radix="24"; routing="adaptive"; })");
  EXPECT_THAT(import_codes(tree.path()).toml, HasSubstr("type = \"pruned-tree\"\nradix = 24\npods = 2\n"));
  EXPECT_THAT(import_codes(tree.path()).toml, HasSubstr("# The file's routing is \"adaptive\""));
  const TestFile fly("fly.conf", R"(LPGROUPS { MODELNET_GRP { repetitions="114"; server="96";
      modelnet_dragonfly="3"; modelnet_dragonfly_router="1"; } } PARAMS { num_routers="6"; })");
  EXPECT_THAT(import_codes(fly.path()).toml,
              HasSubstr("routers_per_group = 6\nglobal_links = 3\nendpoints_per_router = 3\n"
                        "groups = 19\n"));
}

TEST(Codes, MistakesAreRefusedWithTheirPlace) {
  const auto refused = [](std::string_view text) {
    const TestFile file("network.conf", text);
    try {
      import_codes(file.path());
    } catch (const Error& e) {
      const std::string what = e.what();
      return what.substr(file.path().string().size());
    }
    return std::string();
  };
  EXPECT_EQ(refused("LPGROUPS {"), ":1:11: error: expected '}' before the end of the file");
  EXPECT_EQ(refused("a=b;"), ":1:3: error: expected '\"'");
  EXPECT_EQ(refused("LPGROUPS { G { x=\"1\"; } }"), ":1:1: error: the file has no PARAMS");
  EXPECT_THAT(refused("LPGROUPS { G { x=\"1\"; } } PARAMS { }"), HasSubstr("is no torus, fat-tree"));
  EXPECT_THAT(refused("LPGROUPS { G { modelnet_torus=\"1\"; } } PARAMS { n_dims=\"x\"; }"),
              HasSubstr("n_dims must be a number from 0 to 1073741824, not \"x\""));
}

TEST(Tracer, JobsMapsAndSubstitutions) {
  const TestFile network("network.conf", kTorus);
  const TestFile map("job0", as_bytes({8, 9, 10}));
  const TestFile global("global", as_bytes({8, 0, 0, 9, 1, 0, 10, 2, 0}));
  const TestFile jobs("tracer_config",
                      fmt::format("{}\n2\na.otf2 {} 3 5\nb.goal NA 2 1\nM 0 8192 4096\nS 1 8 16\n"
                                  "T 0.001 0.0005\nE 0 solve 2e-6\n",
                                  global.path().filename().string(), map.path().filename().string()));
  const TracerImport all = import_tracer(jobs.path(), import_codes(network.path()), ".");
  ASSERT_EQ(all.files.size(), 2u);
  EXPECT_THAT(all.files[0].text, HasSubstr("0 4\n1 5\n2 4\n"));
  EXPECT_THAT(all.files[1].text, HasSubstr("0 1\n1 2\n"));
  EXPECT_THAT(all.toml, HasSubstr("larger_than = \"8192 B\"\nsize = \"4096 B\""));
  EXPECT_THAT(all.toml, HasSubstr("of = \"8 B\"\nsize = \"16 B\""));
  EXPECT_THAT(all.toml, HasSubstr("longer_than = \"1000000000 ps\"\ntime = \"500000000 ps\""));
  EXPECT_THAT(all.toml, HasSubstr("[jobs.replay.regions.\"solve\"]\ntime = \"2000000 ps\""));
  EXPECT_THAT(all.toml, HasSubstr("iterations = 5"));
}

TEST(Tracer, RanksWithoutAPlaceOrWithTwoAreRefused) {
  const TestFile network("network.conf", kTorus);
  const auto refused = [&](const std::vector<std::int32_t>& places, int ranks) {
    const TestFile map("job0", as_bytes(places));
    const TestFile jobs("tracer_config", fmt::format("NA\n1\na.otf2 {} {} 1\n",
                                                     map.path().filename().string(), ranks));
    try {
      import_tracer(jobs.path(), import_codes(network.path()), ".");
    } catch (const Error& e) {
      const std::string what = e.what();
      return what.substr(what.find("error: "));
    }
    return std::string();
  };
  EXPECT_EQ(refused({0, 1, 1}, 3), "error: entry 2: global rank 1 is taken by rank 1 of job 0");
  EXPECT_EQ(refused({0, 99}, 2),
            "error: entry 1: global rank 99 does not exist; the network has places 0 to 31");
  EXPECT_EQ(refused({0, 1}, 3), "error: entry 2: the map ends, but the job has 3 ranks");
}

}  // namespace
}  // namespace kasuri::trace
