// SPDX-License-Identifier: MIT
// Reading a whole configuration: values, defaults, overrides, and back to text.
#include "base/config/document.h"

#include <gtest/gtest.h>

#include "base/config/toy_machine.h"
#include "base/core/errors.h"

namespace kasuri::config::toy {
namespace document_test {

constexpr std::string_view kText = R"(
[topology]
type = "torus"
extents = [4, 4, 2]
rate = "200 Gb/s"

[nic]
buffer = "2 KiB"
overhead = "0.6 ns"
power = "250 mW"
rdma = true
timeout = "1 ms"
weights = [0.5, 1, "25 %"]
trace = "traces/../a.trace"

[[jobs]]
ranks = 3
args = ["-x", "1"]

[[jobs]]
name = "two"
ranks = 5
)";

TEST(Document, ReadsEachType) {
  Document document = Document::parse(kText, "c.toml", "/runs");
  const Machine m = read_machine(document);
  document.finish();
  EXPECT_EQ(m.topology.name(), "torus");
  const auto& torus_params = std::any_cast<const TorusParams&>(m.topology.params);
  EXPECT_EQ(torus_params.extents, (std::vector<std::int64_t>{4, 4, 2}));
  EXPECT_EQ(torus_params.rate, 25_GBps);
  EXPECT_EQ(torus_params.cable, 10_ns);
  EXPECT_EQ(m.nic.buffer, 2048_B);
  EXPECT_EQ(m.nic.overhead, 600_ps);
  EXPECT_EQ(m.nic.dma, kUnlimited);
  EXPECT_EQ(m.nic.power, 0.25);
  EXPECT_TRUE(m.nic.rdma);
  EXPECT_EQ(m.nic.timeout, 1_ms);
  EXPECT_EQ(m.nic.weights, (std::vector<double>{0.5, 1, 0.25}));
  EXPECT_EQ(m.nic.trace, "/runs/a.trace");
  EXPECT_EQ(m.nic.labels, (std::vector<std::string>{"a", "b"}));
  ASSERT_EQ(m.jobs.size(), 2u);
  EXPECT_EQ(m.jobs[0].args, (std::vector<std::string>{"-x", "1"}));
  EXPECT_EQ(m.jobs[1].name, "two");
}

TEST(Document, MakesTheChosenComponentAsOftenAsAsked) {
  Document document = Document::parse(kText, "c.toml");
  const Choice<Topology> choice = read<Choice<Topology>>(document.root().section("topology"));
  Nothing context;
  EXPECT_EQ(choice.make(context)->routers(), 32);
  EXPECT_EQ(choice.make(context)->routers(), 32);
}

TEST(Document, ResolvedTextReadsBackToItself) {
  Document document = Document::parse(kText, "c.toml", "/runs");
  const std::string once = resolved(read_machine(document));
  document.finish();
  EXPECT_EQ(once, R"([topology]
type = "torus"
extents = [4, 4, 2]
rate = "25 GB/s"
cable = "10 ns"

[nic]
buffer = "2 KiB"
overhead = "600 ps"
dma = "unlimited"
power = "0.25 W"
queues = 4
rdma = true
mode = "fast"
trace = "/runs/a.trace"
timeout = "1 ms"
weights = [0.5, 1.0, 0.25]
labels = ["a", "b"]

[[jobs]]
name = "job"
ranks = 3
args = ["-x", "1"]

[[jobs]]
name = "two"
ranks = 5
args = []
)");
  Document again = Document::parse(once, "resolved.toml", "/elsewhere");
  EXPECT_EQ(resolved(read_machine(again)), once);
  again.finish();
}

Machine with(std::vector<std::string> overrides) {
  Document document = Document::parse(kText, "c.toml", "/runs", overrides);
  const Machine m = read_machine(document);
  document.finish();
  return m;
}

TEST(Document, OverridesValues) {
  EXPECT_EQ(with({"nic.queues=9"}).nic.queues, 9);
  EXPECT_EQ(with({" nic . queues = 9 "}).nic.queues, 9);
  EXPECT_EQ(with({"nic.overhead=5 ns"}).nic.overhead, 5_ns);
  EXPECT_EQ(with({"nic.overhead=\"5 ns\""}).nic.overhead, 5_ns);
  EXPECT_EQ(with({"nic.mode=fair"}).nic.mode, SendMode::fair);
  EXPECT_EQ(with({"nic.labels=[\"x\", 'y']"}).nic.labels, (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(with({"nic.queues=9", "nic.queues=10"}).nic.queues, 10);
}

TEST(Document, OverridesInLists) {
  EXPECT_EQ(with({"jobs.1.ranks=9"}).jobs[1].ranks, 9);
  EXPECT_EQ(with({"jobs.0.args.1=z"}).jobs[0].args, (std::vector<std::string>{"-x", "z"}));
  const Machine m = with({"jobs.2.ranks=4", "jobs.2.args.0=a=b"});
  ASSERT_EQ(m.jobs.size(), 3u);
  EXPECT_EQ(m.jobs[2].args, (std::vector<std::string>{"a=b"}));
}

TEST(Document, OverridesOfTextTakeWhatWasTyped) {
  EXPECT_EQ(with({"jobs.0.name=5"}).jobs[0].name, "5");
  EXPECT_EQ(with({"jobs.0.name=1e3"}).jobs[0].name, "1e3");
  EXPECT_EQ(with({"jobs.0.name=true"}).jobs[0].name, "true");
  EXPECT_EQ(with({"jobs.0.name=2026-01-01"}).jobs[0].name, "2026-01-01");
  EXPECT_EQ(with({"jobs.0.name="}).jobs[0].name, "");
  EXPECT_EQ(with({"jobs.0.name=\"\""}).jobs[0].name, "");
  EXPECT_EQ(with({"jobs.0.name=a\nb = 1"}).jobs[0].name, "a\nb = 1");
}

TEST(Document, PathsOfOverridesAreRelativeToTheWorkingDirectory) {
  EXPECT_EQ(with({"nic.trace=a.trace"}).nic.trace, std::filesystem::current_path() / "a.trace");
  EXPECT_EQ(with({"nic.trace=/a/../b"}).nic.trace, "/b");
}

TEST(Document, TheNameAloneIsAChoiceOfDefaults) {
  Document document = Document::parse("topology = 'ring'", "c.toml");
  const Machine m = read_machine(document);
  document.finish();
  EXPECT_EQ(std::any_cast<const RingParams&>(m.topology.params).routers, 4u);
  EXPECT_TRUE(m.jobs.empty());
}

TEST(Document, ChoicesNestAndSurviveTheRoundTrip) {
  Document document = Document::parse(
      "[topology]\ntype = 'faulty'\ninner = { type = 'faulty', inner = 'ring' }\n", "c.toml");
  const Machine m = read_machine(document);
  document.finish();
  Nothing context;
  EXPECT_EQ(m.topology.make(context)->routers(), 4);
  const std::string once = Writer().section("topology", m.topology).text();
  EXPECT_EQ(once, R"([topology]
type = "faulty"
fraction = 0.01

[topology.inner]
type = "faulty"
fraction = 0.01

[topology.inner.inner]
type = "ring"
routers = 4
)");
  Document again = Document::parse(once, "c.toml");
  EXPECT_EQ(Writer().section("topology", read_machine(again).topology).text(), once);
}

TEST(Document, SectionsTellWhatIsThere) {
  Document document = Document::parse("[nic]\nqueues = 1\n", "c.toml");
  Section root = document.root();
  EXPECT_TRUE(root.has("nic"));
  EXPECT_FALSE(root.has("topology"));
  EXPECT_TRUE(root.section("nic").present());
  EXPECT_TRUE(root.section("nic").has("queues"));
  EXPECT_FALSE(root.section("topology").present());
  EXPECT_EQ(root.section("nic").path(), "nic");
}

// What reading `nic` gives, and what is remarked.
std::pair<std::int32_t, std::string> queues_and_notes(const std::string& nic,
                                                      const std::vector<std::string>& overrides = {}) {
  Document document = Document::parse("[nic]\n" + nic, "c.toml", ".", overrides);
  const auto params = read<NicParams>(document.root().section("nic"));
  const std::string notes = document.notes();
  document.finish();
  return {params.queues, notes};
}

TEST(Document, FormerNamesAreReadAndRemarked) {
  using Got = std::pair<std::int32_t, std::string>;
  EXPECT_EQ(queues_and_notes("queues = 7"), (Got{7, ""}));
  EXPECT_EQ(queues_and_notes("rings = 7"), (Got{7, "c.toml:2:1: note: 'rings' is now called 'queues'\n"}));
  EXPECT_EQ(queues_and_notes("rings = 7", {"nic.rings=8"}).first, 8);
  // A `--set` by one name overrides the file's value by the other.
  EXPECT_EQ(queues_and_notes("rings = 7", {"nic.queues=8"}).first, 8);
  EXPECT_EQ(queues_and_notes("queues = 7", {"nic.rings=8"}).first, 8);
  try {
    queues_and_notes("queues = 7\nrings = 8");
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "c.toml:3:9: error: 'rings' is the former name of 'queues', which is set too: "
                           "remove 'rings'");
  }
}

TEST(Document, AWrongValueByAFormerNameIsReportedAtIt) {
  try {
    queues_and_notes("rings = 70");
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "c.toml:2:9: error: 'queues' is 70; it must be an integer from 1 to 64");
  }
}

TEST(Document, HigherFloorsReportAtAKey) {
  Document document = Document::parse("[nic]\nqueues = 1\n", "c.toml");
  Section section = document.root().section("nic");
  read<NicParams>(section);
  section.error(&NicParams::queues, "'queues' must be even here");
  section.error("mode", "'mode' does not go with this topology");
  section.error("too many sections");
  try {
    document.finish();
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(),
                 "c.toml:1:2: error: 'mode' does not go with this topology\n"
                 "c.toml:1:2: error: too many sections\n"
                 "c.toml:2:10: error: 'queues' must be even here");
  }
}

}  // namespace document_test
}  // namespace kasuri::config::toy
