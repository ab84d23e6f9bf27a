// SPDX-License-Identifier: MIT
// Reading a whole configuration: values, defaults, overrides, and back to text.
#include "config/document.h"

#include <gtest/gtest.h>

#include "config/toy_machine.h"
#include "core/errors.h"

namespace kasuri::config::toy {
namespace {

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

}  // namespace
}  // namespace kasuri::config::toy
