// SPDX-License-Identifier: MIT
// Tables of fields: sections inside sections, defaults that are choices, words, and our own
// mistakes in a table.
#include "base/config/fields.h"

#include <gtest/gtest.h>

#include "base/config/toy_machine.h"
#include "base/core/check.h"

namespace kasuri::config::toy {
namespace fields_test {

struct SleepParams {
  Time threshold = 5_us;
  std::optional<std::int64_t> limit;

  static Fields<SleepParams> fields() {
    return {field("threshold", &SleepParams::threshold, "idle time before sleep").at_least(1_ns),
            field("limit", &SleepParams::limit, "most sleeps").range(1, 9)};
  }
};

// A whole experiment as one struct: sections and choices are fields like others.
struct Everything {
  std::int64_t seed = 1;
  SleepParams sleep;
  std::optional<SleepParams> second;
  std::vector<JobParams> jobs;
  Choice<Topology> topology{"ring"};
  std::vector<Choice<Topology>> more;
  std::vector<bool> flags = {true, false};

  static Fields<Everything> fields() {
    using P = Everything;
    return {field("seed", &P::seed, "of random numbers"),
            field("sleep", &P::sleep, "link sleep"),
            field("second", &P::second, "another sleep"),
            field("jobs", &P::jobs, "programs"),
            field("topology", &P::topology, "the network"),
            field("more", &P::more, "other networks"),
            field("flags", &P::flags, "switches")};
  }
};

TEST(Fields, SectionsAreFields) {
  Document document = Document::parse(R"(
seed = 7
[sleep]
limit = 3
[second]
[[jobs]]
ranks = 2
[[more]]
type = "single"
[[more]]
type = "torus"
extents = [2]
)", "c.toml");
  const auto all = read<Everything>(document.root());
  document.finish();
  EXPECT_EQ(all.seed, 7);
  EXPECT_EQ(all.sleep.limit, 3);
  ASSERT_TRUE(all.second);
  EXPECT_EQ(all.second->threshold, 5_us);
  ASSERT_EQ(all.jobs.size(), 1u);
  EXPECT_EQ(all.jobs[0].ranks, 2);
  EXPECT_EQ(all.topology.name(), "ring");
  ASSERT_EQ(all.more.size(), 2u);
  EXPECT_EQ(all.more[1].name(), "torus");

  const std::string once = Writer().top(all).text();
  EXPECT_EQ(once, R"(seed = 7
flags = [true, false]

[sleep]
threshold = "5 us"
limit = 3

[second]
threshold = "5 us"
# limit is not set

[[jobs]]
name = "job"
ranks = 2
args = []

[topology]
type = "ring"
routers = 4

[[more]]
type = "single"

[[more]]
type = "torus"
extents = [2]
rate = "5 GB/s"
cable = "10 ns"
)");
  Document again = Document::parse(once, "c.toml");
  EXPECT_EQ(Writer().top(read<Everything>(again.root())).text(), once);
  again.finish();
}

TEST(Fields, AbsentSectionsReadAsDefaults) {
  Document document = Document::parse("", "c.toml");
  const auto all = read<Everything>(document.root());
  document.finish();
  EXPECT_EQ(all.sleep.threshold, 5_us);
  EXPECT_FALSE(all.second);
  EXPECT_TRUE(all.jobs.empty());
  const std::string once = Writer().top(all).text();
  EXPECT_TRUE(once.starts_with("seed = 1\n# second is not set\njobs = []\nmore = []\nflags = [true"));
}

TEST(Fields, InWords) {
  const auto of = [](const Field& f) { return describe_type(f) + describe_range(f); };
  using P = Everything;
  EXPECT_EQ(of(field("x", &P::seed, "m")), "an integer");
  EXPECT_EQ(of(field("x", &P::seed, "m").at_least(3)), "an integer, at least 3");
  EXPECT_EQ(of(field("x", &P::seed, "m").one_of({1, 2})), "an integer, one of 1, 2");
  EXPECT_EQ(of(field("x", &RingParams::routers, "m")), "an integer from 0 to 4294967295");
  EXPECT_EQ(of(field("x", &P::flags, "m").size(3, 3)), "a list of 3 booleans");
  EXPECT_EQ(of(field("x", &P::more, "m")), "a list of choices of topology");
  EXPECT_EQ(of(field("x", &TorusParams::rate, "m").range({0}, 9_GBps)),
            "a rate such as \"25 GB/s\" or \"200 Gb/s\", from \"0 B/s\" to \"9 GB/s\"");
  EXPECT_EQ(short_range(field("x", &TorusParams::extents, "m").size(1, 8).each(1, 9)),
            "1 to 8 values, each 1 to 9");
  EXPECT_EQ(describe_default(field("x", &P::topology, "m"), shape_of<P>()),
            "{ type = \"ring\", routers = 4 }");
}

TEST(Fields, RefusesABadTable) {
  using P = SleepParams;
  EXPECT_THROW(checked({field("Name", &P::threshold, "m")}), InternalError);
  EXPECT_THROW(checked({field("a", &P::threshold, "")}), InternalError);
  EXPECT_THROW(checked({field("a", &P::threshold, "m"), field("a", &P::limit, "m")}), InternalError);
}

}  // namespace fields_test
}  // namespace kasuri::config::toy
