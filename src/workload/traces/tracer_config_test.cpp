// SPDX-License-Identifier: MIT
// Jobs of TraceR on networks of CODES: what they become, and what is refused.
#include "workload/traces/tracer_config.h"

#include <fmt/format.h>

#include "workload/traces/test_trace.h"

namespace kasuri::trace {
namespace tracer_config_test {

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
  EXPECT_EQ(refused({0, 1}, 1 << 24), "error: the jobs have more ranks than the 32 places of the network");
}

TEST(Tracer, ZeroBytesAreNoText) {
  const TestFile network("network.conf", kTorus);
  const TestFile jobs("tracer_config", std::string_view("NA\n1\na\0b NA 2\n", 15));
  try {
    import_tracer(jobs.path(), import_codes(network.path()), ".");
    FAIL();
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), HasSubstr(":3:1: error: a zero byte: not a text file"));
  }
}

TEST(Tracer, ARegionIsGivenOnceForAJob) {
  const TestFile network("network.conf", kTorus);
  const TestFile jobs("tracer_config", "NA\n1\na.goal NA 2 1\nE 0 solve 1\nE 0 solve 2\n");
  try {
    import_tracer(jobs.path(), import_codes(network.path()), ".");
    FAIL();
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), HasSubstr(":5:"));
    EXPECT_THAT(e.what(), HasSubstr("the time of region 'solve' is given twice"));
  }
}

// What stands behind a line is told, and names are written as TOML reads them.
TEST(Tracer, NamesAndWordsThatAreLeftOver) {
  const TestFile network("network.conf", kTorus);
  const TestFile jobs("tracer_config", "NA\n1\na\"b.goal NA 2 1 more words\nE 0 so\"l\\ve 1 x\n");
  const TracerImport all = import_tracer(jobs.path(), import_codes(network.path()), ".");
  EXPECT_THAT(all.toml, HasSubstr(R"(a\"b.goal")"));
  EXPECT_THAT(all.toml, HasSubstr(R"([jobs.replay.regions."so\"l\\ve"])"));
  ASSERT_EQ(all.warnings.size(), 2u);
  EXPECT_THAT(all.warnings[0], HasSubstr(":3:17: warning: 'more' and what follows is not read"));
  EXPECT_THAT(all.warnings[1], HasSubstr(":4:15: warning: 'x' and what follows is not read"));
}

// TraceR names an OTF2 trace by its file and one of BigSim by its folder.
TEST(Tracer, TracesOfBigSimAreRefused) {
  const TestFile network("network.conf", kTorus);
  const std::filesystem::path folder = test_path("bigsim");
  std::filesystem::create_directories(folder);
  write_text(folder / "bgTrace", "x");
  for (const std::string& trace : {folder.string(), (folder / "bgTrace").string(), std::string("absent")}) {
    const TestFile jobs("tracer_config", fmt::format("NA\n1\n{} NA 2 1\n", trace));
    try {
      import_tracer(jobs.path(), import_codes(network.path()), ".");
      ADD_FAILURE() << trace;
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), Exit::usage);
      EXPECT_THAT(e.what(), HasSubstr("Folders of BigSim")) << trace;
    }
  }
  std::filesystem::remove_all(folder);
}

}  // namespace tracer_config_test
}  // namespace kasuri::trace
