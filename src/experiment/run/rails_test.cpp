// SPDX-License-Identifier: MIT
// Several planes: what goes by one is nothing to the other, and each is as the network is alone.
#include <gmock/gmock.h>

#include <fstream>

#include "base/core/test_path.h"
#include "experiment/run/test_fabric.h"
#include "experiment/run/test_run.h"

namespace kasuri {
namespace rails_test {

// The same machine with so many planes, and a NIC of each node on all.
std::string planes(const TestFabric& f, int n, std::string_view jobs) {
  std::string text = f.toml(jobs);
  const std::size_t from = text.find("[topology]"), to = text.find("[router]");
  const std::string inside = fmt::format("plane = {{ type = '{}', extents = [{}] }}\n", f.type,
                                         fmt::join(f.extents, ", "));
  text.replace(from, to - from, fmt::format("[topology]\ntype = 'rails'\nplanes = {}\n{}", n, inside));
  const std::string per_node = "per_node = ";
  const std::size_t at = text.find(per_node) + per_node.size();
  text.replace(at, text.find('\n', at) - at, std::to_string(n));
  return text;
}

constexpr std::string_view kScript = "[[jobs]]\npattern = { type = \"script\" }\n";

TEST(Rails, MessagesOfTwoPlanesDoNotMeet) {
  TestFabric f;
  f.type = "mesh";
  f.extents = {4};
  for (const int n : {1, 2, 3}) {
    // NICs take turns: three messages over the same links.
    Script::script.assign(3, {.at = Time{0}, .from = 0, .to = 3, .size = Bytes{2000}});
    const Results r = simulate_toml(planes(f, n, kScript));
    std::vector<std::int64_t> late;
    for (const auto& m : Script::script) {
      late.push_back(m.arrived.ps - f.zero_load_latency(3, 2000));
    }
    const std::int64_t wire = f.link_time(2000);
    const std::vector<std::vector<std::int64_t>> expected{
        {0, wire, 2 * wire}, {0, 0, wire}, {0, 0, 0}};
    EXPECT_EQ(late, expected[static_cast<std::size_t>(n - 1)]) << n;
  }
}

// Random traffic on two planes: each packet stays on the plane of its NICs, by any routing.
TEST(Rails, PacketsStayOnTheirPlanes) {
  for (const char* plane : {"type = 'torus', extents = [4, 3]", "type = 'fat-tree', radix = 4",
                            "type = 'dragonfly', routers_per_group = 4, global_links = 2, "
                            "endpoints_per_router = 2"}) {
    for (const char* inner : {"", "inner = 'valiant'", "inner = 'shortest-paths'"}) {
      const std::string toml = fmt::format(
          "[topology]\ntype = 'rails'\nplanes = 2\nplane = {{ {} }}\n[routing]\ntype = 'rails'\n{}\n"
          "[router]\nvcs = 8\n[nic]\nper_node = 2\n"
          "[[jobs]]\npattern = {{ type = 'uniform', load = 0.5, duration = '20 us' }}\n",
          plane, inner);
      SCOPED_TRACE(toml);
      TestMachine m(toml);
      m.run();
      m.expect_at_rest();
      const Topology& t = m.machine.topology();
      std::array<std::uint64_t, 2> bytes{};
      for (std::uint32_t r = 0; r < t.routers(); ++r) {
        for (std::uint32_t p = 0; p < t.degree({r}); ++p) {
          bytes[p / (t.degree({r}) / 2)] +=
              static_cast<std::uint64_t>(m.machine.domain(0).network().routers()->output(r, p).bytes.n);
        }
      }
      EXPECT_GT(bytes[0], 0u);
      EXPECT_GT(bytes[1], 0u);
      // NICs take turns, so both planes carry about the same.
      EXPECT_NEAR(static_cast<double>(bytes[0]) / static_cast<double>(bytes[1]), 1, 0.15);
    }
  }
}

// A put in parts takes the time of its part by each NIC, and its data come whole.
TEST(Rails, APutGoesByAllNicsAtOnce) {
  TestFabric f;
  f.type = "mesh";
  f.extents = {3};
  f.dma_read = f.dma_write = 2'000'000'000;
  const auto path = test_path("striped_put.c");
  std::ofstream(path) << "#include <mgen.h>\nint MGEN_Main(int argc, char **argv) {\n  int rank;\n"
                         "  MGEN_Init(&argc, &argv);\n  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);\n"
                         "  if (rank == 0) MGEN_acp_complete(MGEN_acp_copy(0, 2, 600000));\n"
                         "  MGEN_Finalize();\n  return 0;\n}\n";
  for (const int n : {1, 2, 3}) {
    const Results r = simulate_toml(planes(
        f, n, fmt::format("[rdma]\nnics = 'striped'\n[[jobs]]\nprogram = '{}'\n", path.string())));
    std::int64_t data = 0;
    for (const std::int64_t s : f.packets(600'000 / n)) data += TestFabric::serialisation(s, f.dma_read);
    const std::int64_t fixed = 2 * f.nic_cable + 2 * f.cable + 3 * f.pipeline();
    const std::int64_t control = fixed + f.link_time(64);
    EXPECT_EQ(r.jobs[0].time.ps, fixed + data + control) << n;
  }
}

TEST(Rails, RefusesWhatWouldChangePlanes) {
  const auto refusal = [](const std::string& more) -> std::string {
    try {
      TestConfig planned("[topology]\ntype = 'rails'\n"
                         "plane = { type = 'mesh', extents = [3, 3] }\n" + more +
                         "[[jobs]]\npattern = 'uniform'\n");
      return "";
    } catch (const Error& e) {
      return e.what();
    }
  };
  EXPECT_EQ(refusal("[nic]\nper_node = 2\n"), "");
  EXPECT_THAT(refusal(""), ::testing::HasSubstr("a multiple of 2 (topology.planes)"));
  EXPECT_THAT(refusal("[nic]\nper_node = 2\n[routing]\ntype = 'shortest-paths'\n"),
              ::testing::HasSubstr("from one plane to another"));
  EXPECT_THAT(refusal("[nic]\nper_node = 2\n[routing]\ntype = 'rails'\ninner = 'd-mod-k'\n"),
              ::testing::HasSubstr("needs a tree"));
}

}  // namespace rails_test
}  // namespace kasuri
