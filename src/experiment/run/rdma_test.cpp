// SPDX-License-Identifier: MIT
// Put, get and copies between others on whole machines against closed forms, to the picosecond; what
// CPUs notice of them (nothing); in which order an owner serves gets (NSIM-ACE, 3.3 and 3.7).
//
// On an idle machine a message of packets S_1 … S_n over h links takes, cut through,
//   T_data = (h + 2) cables + (h + 1) (T_RC + T_VA + T_SA + T_ST) + Σ S_i / min(all rates)
// and stored and forwarded, with the payload n read before and written after,
//   T_data = n / DMA read + … + Σ S_i / min(rates of links) + n / DMA write.
// A control packet is neither read nor written. So a put takes T_data + T_control, a get T_control +
// T_data, a copy between two others T_control + T_data + T_control.
#include <gmock/gmock.h>

#include <fstream>

#include "base/core/test_path.h"
#include "experiment/run/test_fabric.h"
#include "experiment/run/test_run.h"

namespace kasuri {
namespace rdma_test {

constexpr std::int64_t kControl = 64;

struct Settings {
  TestFabric f;
  bool whole = false;  // store-and-forward
  std::int64_t overhead = 0;
};

std::int64_t fixed(const TestFabric& f, std::uint32_t hops) {
  return f.send_overhead + 2 * f.nic_cable + hops * f.cable + (hops + 1) * f.pipeline() +
         f.receive_overhead;
}

std::int64_t slowest_link(const TestFabric& f, std::uint32_t hops) {
  const std::int64_t ends = TestFabric::lower(f.nic_rate, f.switch_rate);
  return hops ? TestFabric::lower(ends, f.link_rate) : ends;
}

std::int64_t sum(const TestFabric& f, std::int64_t payload, std::int64_t rate) {
  std::int64_t t = 0;
  for (const std::int64_t s : f.packets(payload)) t += TestFabric::serialisation(s, rate);
  return t;
}

std::int64_t control_time(const Settings& s, std::uint32_t from, std::uint32_t to) {
  const std::uint32_t hops = s.f.hops(from, to);
  return fixed(s.f, hops) + sum(s.f, kControl, slowest_link(s.f, hops));
}

std::int64_t data_time(const Settings& s, std::uint32_t from, std::uint32_t to, std::int64_t n) {
  const std::uint32_t hops = s.f.hops(from, to);
  const std::int64_t links = slowest_link(s.f, hops);
  if (s.whole) {
    return TestFabric::serialisation(n, s.f.dma_read) + fixed(s.f, hops) + sum(s.f, n, links) +
           TestFabric::serialisation(n, s.f.dma_write);
  }
  const std::int64_t all =
      TestFabric::lower(TestFabric::lower(links, s.f.dma_read), s.f.dma_write);
  return fixed(s.f, hops) + sum(s.f, n, all);
}

std::string toml(const Settings& s, const std::string& program, const std::string& args,
                 const std::string& more = "") {
  std::string text = s.f.toml(fmt::format(
      "[rdma]\ncontrol_size = \"{} B\"\noverhead = \"{} ps\"\n{}\n[[jobs]]\nprogram = \"{}\"\n"
      "args = [{}]\n", kControl, s.overhead, more, program, args));
  const std::string nic = "[nic]\n";
  if (s.whole) text.insert(text.find(nic) + nic.size(), "forwarding = \"store-and-forward\"\n");
  return text;
}

std::string write_program(const char* name, const std::string& body) {
  const auto path = test_path(name);
  std::ofstream(path) << "#include <mgen.h>\n#include <stdlib.h>\n"
                         "int MGEN_Main(int argc, char **argv) {\n  int rank, size;\n"
                         "  MGEN_Init(&argc, &argv);\n"
                         "  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);\n"
                         "  MGEN_Comm_size(MGEN_COMM_WORLD, &size);\n"
                      << body << "  MGEN_Finalize();\n  return 0;\n}\n";
  return path.string();
}

std::string one_copy() {
  static const std::string program = write_program("one_copy.c",
      "  if (rank == atoi(argv[1]))\n"
      "    MGEN_acp_complete(MGEN_acp_copy(atoi(argv[2]), atoi(argv[3]), atoi(argv[4])));\n");
  return program;
}

Results run(const std::string& text) {
  Results r = simulate_toml(text);
  EXPECT_EQ(r.end, End::completed) << text << (r.report.empty() ? "" : r.report[0]);
  return r;
}

std::int64_t time_of(const Settings& s, std::uint32_t by, std::uint32_t from, std::uint32_t to,
                     std::int64_t n) {
  return run(toml(s, one_copy(), fmt::format("\"{}\", \"{}\", \"{}\", \"{}\"", by, from, to, n)))
      .jobs[0].time.ps;
}

void expect_closed_forms(const Settings& s, std::uint32_t other, std::uint32_t third) {
  for (const std::int64_t n : {0, 1, 48, 2048, 2049, 10'000, 123'456}) {
    EXPECT_EQ(time_of(s, 0, 0, other, n),
              s.overhead + data_time(s, 0, other, n) + control_time(s, other, 0))
        << "put of " << n << " to " << other;
    EXPECT_EQ(time_of(s, 0, other, 0, n),
              s.overhead + control_time(s, 0, other) + data_time(s, other, 0, n))
        << "get of " << n << " from " << other;
    EXPECT_EQ(time_of(s, 0, other, third, n),
              s.overhead + control_time(s, 0, other) + data_time(s, other, third, n) +
                  control_time(s, third, 0))
        << "copy of " << n << " from " << other << " to " << third;
    if (testing::Test::HasFailure()) return;
  }
}

struct Variant {
  const char* name;
  void (*change)(Settings&);
};

const Variant kVariants[] = {
    {"equal rates", [](Settings&) {}},
    {"as in NSIM-ACE's Table 1", [](Settings& s) {
       s.f.link_rate = s.f.nic_rate = s.f.switch_rate = 4'000'000'000;
       s.f.dma_read = s.f.dma_write = 2'800'000'000;
     }},
    {"slow reading", [](Settings& s) { s.f.dma_read = 1'700'000'000; }},
    {"slow writing", [](Settings& s) { s.f.dma_write = 900'000'000; }},
    {"stored, both slow", [](Settings& s) {
       s.whole = true;
       s.f.dma_read = 2'800'000'000;
       s.f.dma_write = 1'900'000'000;
     }},
    {"stored, both fast", [](Settings& s) {
       s.whole = true;
       s.f.dma_read = s.f.dma_write = 50'000'000'000;
     }},
    {"overheads and headers", [](Settings& s) {
       s.f.send_overhead = 123'456;
       s.f.receive_overhead = 65'432;
       s.f.header = 24;
       s.overhead = 777'777;
     }},
    {"slow links", [](Settings& s) { s.f.link_rate = 700'000'000; }},
};

TEST(Rdma, IsTheClosedFormOverSizesRatesAndWays) {
  for (const Variant& v : kVariants) {
    SCOPED_TRACE(v.name);
    Settings s{.f = {.extents = {5, 2}}};
    v.change(s);
    expect_closed_forms(s, 3, 9);
    if (HasFailure()) return;
  }
}

TEST(Rdma, IsTheClosedFormOverHops) {
  Settings s{.f = {.type = "mesh", .extents = {9}}};
  s.f.dma_read = s.f.dma_write = 2'800'000'000;
  for (const std::uint32_t to : {1u, 2u, 5u, 8u}) expect_closed_forms(s, to, (to + 3) % 9);
}

// Within a node: memory to memory, and a control packet takes the latency alone.
TEST(Rdma, WithinANodeTakesTheNodesOwnWay) {
  const Settings s{.f = {.extents = {2}}};
  const std::string jobs = "ranks = 4\nranks_per_node = 2\n";
  const auto time = [&](int by, int from, int to) {
    return run(toml(s, one_copy(), fmt::format("\"{}\", \"{}\", \"{}\", \"100000\"", by, from, to)) +
               jobs).jobs[0].time;
  };
  const Time copy{10'000'000 + 200'000};  // 10 GB/s and 200 ns
  EXPECT_EQ(time(0, 0, 1), copy);
  EXPECT_EQ(time(0, 1, 0), copy);
  EXPECT_EQ(time(0, 0, 0), copy);
  // The command of another node's rank to copy within a node, and its acknowledgement.
  EXPECT_EQ(time(0, 2, 3), copy + Time{control_time(s, 0, 1) + control_time(s, 1, 0)});
}

// Transfers of a node take turns at its memory, or at the one engine.
TEST(Rdma, SharedEnginesAndMemoryLimitBothDirectionsTogether) {
  Settings s{.f = {.extents = {4}}};
  s.f.dma_read = s.f.dma_write = 2'000'000'000;
  const std::string both = write_program("both_ways.c",
      "  MGEN_acp_handle h = MGEN_acp_copy(rank, (rank + 1) % size, 2000000);\n"
      "  MGEN_acp_complete(h);\n");
  const auto rate = [&](const std::string& setting) {
    std::string text = toml(s, both, "");
    const std::string nic = "[nic]\n";
    text.insert(text.find(nic) + nic.size(), setting);
    return 2e6 / run(text).jobs[0].time.seconds() / 1e9;
  };
  EXPECT_NEAR(rate(""), 2.0, 0.02);
  EXPECT_NEAR(rate("dma_engines = \"shared\"\n"), 1.0, 0.01);
  EXPECT_NEAR(rate("memory_rate = \"3 GB/s\"\n"), 1.5, 0.015);
  EXPECT_NEAR(rate("memory_rate = \"30 GB/s\"\n"), 2.0, 0.02);
  s.whole = true;
  EXPECT_NEAR(rate("dma_engines = \"shared\"\n"), 2.0 / (2 + 2.0 / 5), 0.02);
}

// In equal parts by all NICs: as long as one part takes, where they share no link.
TEST(Rdma, StripedOverNicsIsTheClosedFormOfAPart) {
  for (const std::uint32_t nics : {2u, 4u}) {
    Settings s{.f = {.extents = {2}, .endpoints_per_router = 2 * nics, .nics = nics}};
    s.f.dma_read = 2'800'000'000;
    for (const std::int64_t part : {1, 2048, 25'000}) {
      const auto time = [&](int from, int to) {
        return run(toml(s, one_copy(), fmt::format("\"0\", \"{}\", \"{}\", \"{}\"", from, to, part * nics),
                        "nics = \"striped\"")).jobs[0].time.ps;
      };
      EXPECT_EQ(time(0, 1), data_time(s, 0, 1, part) + control_time(s, 1, 0)) << nics << " " << part;
      EXPECT_EQ(time(1, 0), control_time(s, 0, 1) + data_time(s, 1, 0, part)) << nics << " " << part;
    }
  }
}

TEST(Rdma, TakesTurnsAmongNics) {
  // Both nodes at one router: they share no link.
  Settings s{.f = {.extents = {2}, .endpoints_per_router = 8, .nics = 4}};
  const std::string four = write_program("four_puts.c",
      "  MGEN_acp_handle h[4];\n"
      "  if (rank == 0) {\n"
      "    for (int i = 0; i < 4; i++) h[i] = MGEN_acp_copy(0, 1, 1000000);\n"
      "    for (int i = 0; i < 4; i++) MGEN_acp_complete(h[i]);\n  }\n");
  const double one = run(toml(s, four, "")).jobs[0].time.seconds();
  const double all = run(toml(s, four, "", "nics = \"in-turn\"")).jobs[0].time.seconds();
  EXPECT_NEAR(one / all, 4.0, 0.05);
}

TEST(Rdma, ColoursOfAddressesChooseNics) {
  Settings s{.f = {.extents = {2}, .endpoints_per_router = 8, .nics = 4}};
  const auto program = test_path("colours.c");
  std::ofstream(program) << R"(#include <acp.h>
#include <mgen.h>
#include <stdlib.h>
enum { kSize = 1000000 };
int MGEN_Main(int argc, char **argv) {
  char *memory = malloc(kSize);
  acp_init(&argc, &argv);
  acp_ga_t own[4];
  for (int i = 0; i < 4; i++)
    own[i] = acp_query_ga(acp_register_memory(memory, kSize, i % atoi(argv[1])), memory);
  const acp_ga_t other = (acp_ga_t)1 << 43;
  if (acp_rank() == 0)
    for (int i = 0; i < 4; i++)
      acp_copy(atoi(argv[2]) ? own[i] : own[i] + other, atoi(argv[2]) ? own[i] + other : own[i],
               kSize, ACP_HANDLE_NULL);
  acp_finalize();
  free(memory);
  return 0;
}
)";
  for (const char* get : {"0", "1"}) {
    const auto time = [&](int colours) {
      return run(toml(s, program.string(), fmt::format("\"{}\", \"{}\"", colours, get),
                      "nics = \"by-colour\"")).jobs[0].time.seconds();
    };
    const double one = time(1);
    EXPECT_GT(one, 4e6 / 5e9);
    EXPECT_NEAR(one / time(2), 2.0, 0.05);
    EXPECT_NEAR(one / time(4), 4.0, 0.1);
  }
}

// ---- CPUs ----

// Rank 1 computes; what others do to its memory costs it nothing. Rank 0 computes meanwhile: it is
// ready when both are.
TEST(Rdma, TakesNoTimeOfTheOwnersCpuAndOverlapsWithComputation) {
  const Settings s{.f = {.extents = {4}}};
  const std::string program = write_program("overlap.c",
      "  if (rank == 0) {\n"
      "    MGEN_acp_handle put = MGEN_acp_copy(0, 1, 100000), get = MGEN_acp_copy(1, 0, 100000);\n"
      "    MGEN_Comp(atof(argv[1]));\n"
      "    MGEN_acp_complete(put);\n    MGEN_acp_complete(get);\n"
      "  } else if (rank == 1) {\n    MGEN_Comp(50e-6);\n  }\n");
  const Results alone = run(toml(s, program, "\"0\""));
  EXPECT_EQ(alone.ranks[1].spent.waiting, Time{0});
  EXPECT_EQ(alone.ranks[1].spent.computing, Time{50'000'000});
  EXPECT_EQ(alone.jobs[0].time, Time{50'000'000});  // rank 1's end, not a picosecond later
  const Time transfer = alone.ranks[0].spent.waiting;
  EXPECT_GT(transfer, Time{20'000'000});  // 100,000 B at 5 GB/s
  EXPECT_LT(transfer, Time{25'000'000});
  const Results shorter = run(toml(s, program, "\"15e-6\""));
  EXPECT_EQ(shorter.ranks[0].spent.waiting, transfer - Time{15'000'000});
  const Results longer = run(toml(s, program, "\"70e-6\""));
  EXPECT_EQ(longer.ranks[0].spent.waiting, Time{0});
  EXPECT_EQ(longer.jobs[0].time, Time{70'000'000});
}

// Gets of 100,000 bytes at one owner, all at once: the nearer a rank, the earlier its command, and the
// owner's NIC sends one after the other.
TEST(Rdma, ServesSimultaneousGetsInTheOrderOfTheirArrival) {
  Settings s{.f = {.type = "mesh", .extents = {6}}};
  const std::string program = write_program("gets.c",
      "  if (rank > 0) {\n"
      "    MGEN_Comp(1e-6 * (rank % 2));\n"
      "    MGEN_acp_complete(MGEN_acp_copy(0, rank, 100000));\n  }\n");
  const Results r = run(toml(s, program, ""));
  const std::int64_t wire = sum(s.f, 100'000, 5'000'000'000);
  std::int64_t served = control_time(s, 2, 0);
  for (const std::uint32_t rank : {2u, 4u, 1u, 3u, 5u}) {
    const std::int64_t waits = served + data_time(s, 0, rank, 100'000) - rank % 2 * 1'000'000;
    EXPECT_EQ(r.ranks[rank].spent.waiting.ps, waits) << rank;
    served += wire;
  }
}

// ---- Control packets ----

TEST(Rdma, AcknowledgementsNeedNotWaitForMessages) {
  const Settings s{.f = {.extents = {2}}};
  const std::string program = write_program("acks.c",
      "  if (rank == 0) {\n    MGEN_acp_complete(MGEN_acp_copy(0, 1, 2048));\n"
      "  } else {\n    MGEN_acp_complete(MGEN_acp_copy(1, 0, 2000000));\n  }\n");
  const Results first = run(toml(s, program, ""));
  const Results in_turn = run(toml(s, program, "", "control_first = false"));
  // At most the packet that is leaving is in its way.
  EXPECT_LE(first.ranks[0].spent.waiting.ps,
            data_time(s, 0, 1, 2048) + control_time(s, 1, 0) + 409'600);
  EXPECT_GT(in_turn.ranks[0].spent.waiting, Time{400'000'000});
}

// With put_ack = "program" a put is complete when the target says so.
TEST(Rdma, AProgramMayAcknowledgePuts) {
  const Settings s{.f = {.extents = {2}}};
  const std::string program = write_program("program_acks.c",
      "  MGEN_Request r;\n  t_NsimRoutingInfo info;\n"
      "  if (rank == 0) {\n    MGEN_acp_complete(MGEN_acp_copy(0, 1, 2048));\n"
      "  } else {\n    MGEN_Recv(NULL, 2048, MGEN_BYTE, 0, ACP_PUT_TAG, MGEN_COMM_WORLD,\n"
      "              MGEN_STATUS_IGNORE);\n    MGEN_Comp(1e-3);\n"
      "    LMGEN_Isend_acp_put_ctrl(0, MGEN_COMM_WORLD, &r, 0, &info);\n"
      "    LMGEN_Wait_ctrl(&r, MGEN_STATUS_IGNORE);\n  }\n");
  const std::int64_t there = data_time(s, 0, 1, 2048), back = control_time(s, 1, 0);
  const Results nic = run(toml(s, program, ""));
  EXPECT_EQ(nic.ranks[0].spent.waiting.ps, there + back);
  EXPECT_EQ(nic.ranks[1].spent.waiting.ps, there);
  EXPECT_EQ(nic.jobs[0].time.ps, there + 1'000'000'000);
  const Results program_acks = run(toml(s, program, "", "put_ack = \"program\""));
  EXPECT_EQ(program_acks.ranks[0].spent.waiting.ps, there + 1'000'000'000 + back);
}

// ---- Random rings ----

// All rings of 8 ranks, two on each of 4 nodes, but for the names of nodes and of ranks in them: the
// node of each rank in its turn.
constexpr const char* kRings[] = {"00112233", "00112323", "00112332", "00121323", "00121332",
                                  "00123123", "00123132", "00123231", "00123312", "00123321",
                                  "01012323", "01021323", "01023123", "01023132", "01203123",
                                  "01203213", "01230123"};

// Two exchanges of 2 MB with both neighbours, as the HPC Challenge's, on NSIM-ACE's machine with one
// virtual lane, windows and a switch that is faster than its links. No node can send in less time than
// its DMA takes.
TEST(Rdma, RandomRingsOfEightAreAtTheBoundOfTheDmas) {
  const std::string program = write_program("ring_of_eight.c",
      "  int ring[8], seen[4] = {0}, place = 0;\n  MGEN_acp_handle h[2];\n"
      "  for (int i = 0; i < 8; i++) {\n    const int node = argv[1][i] - '0';\n"
      "    ring[i] = 2 * node + seen[node]++;\n    if (ring[i] == rank) place = i;\n  }\n"
      "  const int right = ring[(place + 1) % 8], left = ring[(place + 7) % 8], get = atoi(argv[2]);\n"
      "  for (int i = 0; i < 2; i++) {\n"
      "    h[0] = get ? MGEN_acp_copy(left, rank, 2000000) : MGEN_acp_copy(rank, right, 2000000);\n"
      "    h[1] = get ? MGEN_acp_copy(right, rank, 2000000) : MGEN_acp_copy(rank, left, 2000000);\n"
      "    for (int k = 0; !get && k < 2; k++)\n"
      "      MGEN_Recv(NULL, 2000000, MGEN_BYTE, k ? left : right, ACP_PUT_TAG, MGEN_COMM_WORLD,\n"
      "                MGEN_STATUS_IGNORE);\n"
      "    MGEN_acp_complete(h[0]);\n    MGEN_acp_complete(h[1]);\n  }\n");
  for (const std::string ring : kRings) {
    std::array<int, 4> leaving{};
    for (std::size_t i = 0; i < 8; ++i) {
      if (ring[i] == ring[(i + 1) % 8]) continue;
      ++leaving[static_cast<std::size_t>(ring[i] - '0')];
      ++leaving[static_cast<std::size_t>(ring[(i + 1) % 8] - '0')];
    }
    const double bound = 2 * *std::ranges::max_element(leaving) * 2e6 / 2.8e9;
    for (const int get : {0, 1}) {
      const Results r = run(fmt::format(
          "[topology]\ntype = \"switch\"\nendpoints = 4\n"
          "[router]\nswitch_rate = \"4 GB/s\"\nvcs = 1\nspeedup = 2.0\narbiter = \"age\"\n"
          "[link]\nrate = \"4 GB/s\"\ncable_latency = \"0.6 ns\"\n"
          "[nic]\nscheduler = \"round-robin\"\nwindow = \"6 KiB\"\ndma_read_rate = \"2.8 GB/s\"\n"
          "dma_write_rate = \"2.8 GB/s\"\nintra_node_rate = \"2.8 GB/s\"\n"
          "[[jobs]]\nprogram = \"{}\"\nargs = [\"{}\", \"{}\"]\nranks_per_node = 2\n",
          program, ring, get));
      EXPECT_GT(bound / r.jobs[0].time.seconds(), 0.98) << ring << (get ? " get" : " put");
      EXPECT_LE(bound / r.jobs[0].time.seconds(), 1) << ring;
    }
  }
}

}  // namespace rdma_test
}  // namespace kasuri
