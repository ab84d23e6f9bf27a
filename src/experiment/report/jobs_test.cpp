// SPDX-License-Identifier: MIT
// Several jobs on one machine: whose nodes are whose, when they run, what each of them is told, what it
// costs, and what they do to each other.
#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "base/core/test_path.h"
#include "experiment/report/interference_report.h"
#include "experiment/report/summary.h"
#include "experiment/run/test_fabric.h"
#include "experiment/run/test_random.h"
#include "experiment/run/test_run.h"
#include "workload/programs/compile.h"
#include "experiment/run/interference.h"

namespace kasuri {
namespace jobs_test {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string kTorus = "[topology]\ntype = 'torus'\nextents = [4, 4]\n";
const std::string kUniform = "[[jobs]]\npattern = { type = 'uniform', duration = '10 us' }\n";

std::string mistake(const std::string& jobs) {
  try {
    TestConfig c(kTorus + jobs);
    return "";
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Exit::usage);
    return e.what();
  }
}

std::vector<std::uint32_t> nodes(const TestConfig& c, std::size_t job) {
  std::vector<std::uint32_t> all;
  for (const NodeId n : c.plan.placement[job]) all.push_back(n.v);
  return all;
}

// A program with this body of MGEN_Main, after rank and size are known.
std::string program(const std::string& name, const std::string& body) {
  const auto path = test_path(name);
  std::ofstream(path) << "#include <mgen.h>\n#include <stdio.h>\nint MGEN_Main(int argc, char **argv) {\n"
                         "  MGEN_Init(&argc, &argv);\n  int rank, size;\n"
                         "  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);\n"
                         "  MGEN_Comm_size(MGEN_COMM_WORLD, &size);\n" + body +
                             "\n  MGEN_Finalize();\n  return 0;\n}\n";
  return "[[jobs]]\nprogram = '" + path.string() + "'\n";
}

const char* const kRing =
    "  char c = 0;\n  MGEN_Request r[2];\n"
    "  MGEN_Irecv(&c, 1, MGEN_CHAR, (rank + size - 1) % size, 0, MGEN_COMM_WORLD, &r[0]);\n"
    "  MGEN_Isend(&c, 1, MGEN_CHAR, (rank + 1) % size, 0, MGEN_COMM_WORLD, &r[1]);\n"
    "  MGEN_Waitall(2, r, MGEN_STATUSES_IGNORE);\n  MGEN_Comp(1e-6);";

TEST(Jobs, GetNodesOfTheirOwn) {
  const TestConfig c(kTorus + kUniform + "ranks = 6\n" + kUniform + "ranks = 3\n" + kUniform);
  EXPECT_THAT(nodes(c, 0), ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_THAT(nodes(c, 1), ElementsAre(6, 7, 8));
  EXPECT_THAT(nodes(c, 2), ElementsAre(9, 10, 11, 12, 13, 14, 15));
}

TEST(Jobs, ThatNameTheirNodesComeFirst) {
  const auto file = test_path("nodes.txt");
  std::ofstream(file) << "1-2\n";
  const TestConfig c(kTorus + kUniform + "ranks = 3\n" + kUniform +
                     "ranks = 2\nplacement = { type = 'file', file = '" + file.string() + "' }\n");
  EXPECT_THAT(nodes(c, 0), ElementsAre(0, 3, 4));
  EXPECT_THAT(nodes(c, 1), ElementsAre(1, 2));
}

TEST(Jobs, LayoutDealsRanksOut) {
  const std::string machine = "[topology]\ntype = 'mesh'\nextents = [2]\nendpoints_per_router = 2\n";
  const auto layout = [&](const char* name) {
    return nodes(TestConfig(machine + kUniform + "ranks_per_node = 2\nlayout = '" + name + "'\n"), 0);
  };
  EXPECT_THAT(layout("block"), ElementsAre(0, 0, 1, 1, 2, 2, 3, 3));
  // TraceR: server i of a router's sits on its node i mod n.
  EXPECT_THAT(layout("router-cyclic"), ElementsAre(0, 1, 0, 1, 2, 3, 2, 3));
  EXPECT_THAT(layout("cyclic"), ElementsAre(0, 1, 2, 3, 0, 1, 2, 3));
}

TEST(Jobs, MappingPermutesTheRanksOfTheirPlaces) {
  const TestConfig c(kTorus + kUniform + "mapping = { type = 'permuted', order = 'yxt' }\n");
  EXPECT_EQ(nodes(c, 0)[1], 4u);
  EXPECT_EQ(nodes(c, 0)[4], 1u);
}

TEST(Jobs, ThatDoNotFitAreRefused) {
  EXPECT_EQ(mistake(kUniform + "ranks = 17\n"),
            "test.toml:6:9: error: 17 ranks do not fit on 16 nodes with 1 rank each; at most 16, or "
            "ranks_per_node = 2");
  EXPECT_EQ(mistake(kUniform + "ranks = 10\n" + kUniform + "ranks = 10\n"),
            "test.toml:9:9: error: 10 ranks do not fit on the 6 of 16 nodes that are free with 1 rank "
            "each; at most 6, or ranks_per_node = 2, or share_nodes = true in all jobs");
  EXPECT_THAT(mistake(kUniform + kUniform), HasSubstr("test.toml:6:1: error: no free node for this "
                                                      "job: all 16 belong to earlier jobs"));
  EXPECT_EQ(mistake(kUniform + "share_nodes = true\n" + kUniform + "share_nodes = true\n"), "");
  EXPECT_THAT(mistake(kUniform + "share_nodes = true\n" + kUniform), HasSubstr("no free node"));
  EXPECT_THAT(mistake(kUniform + "mapping = { type = 'blocked', grid = [3, 3], block = [1, 1] }\n"),
              HasSubstr("test.toml:6:1: error: a grid of 3x3 has 9 points, but the job has 16"));
  EXPECT_THAT(mistake(kUniform + "mapping = 'random'\nmapping_file = 'x'\n"),
              HasSubstr("test.toml:6:11: error: not with 'mapping_file'"));
  EXPECT_THAT(mistake(kUniform + "iterations = 2\n"), HasSubstr("a pattern has no iterations"));
  EXPECT_THAT(mistake(kUniform + "layout = 'spiral'\n"), HasSubstr("one of \"block\""));
  EXPECT_THAT(mistake(kUniform + "placement = 'anywhere'\n"), HasSubstr("unknown placement"));
}

// Components that refuse do not hide what is wrong elsewhere.
TEST(Jobs, AllMistakesOfAPlanAreFoundAtOnce) {
  EXPECT_EQ(mistake("[routing]\ntype = 'ugal-node'\n"
                    "[[jobs]]\nranks = 3\npattern = { type = 'next-group', duration = '1 us', group = 2 }\n"
                    "[[jobs]]\nmotif = { type = 'stencil', grid = [2, 2] }\nranks = 5\n" +
                    kUniform + "ranks = 40\n"),
            "test.toml:5:8: error: routing 'ugal-node' needs a dragonfly, not torus 4x4\n"
            "test.toml:8:1: error: pattern 'next-group': 3 ranks are no multiple of a group of 2\n"
            "test.toml:10:1: error: the grid has 4 ranks, but the job has 5\n"
            "test.toml:14:9: error: 40 ranks do not fit on the 8 of 16 nodes that are free with 1 rank "
            "each; at most 8, or ranks_per_node = 5, or share_nodes = true in all jobs");
}

TEST(Jobs, MappingFilesAreReadWithAllTheirMistakes) {
  const auto file = test_path("map.txt");
  const std::string job = kUniform + "ranks = 3\nmapping_file = '" + file.string() + "'\n";
  const auto wrong = [&](const char* text, const std::string& jobs) {
    std::ofstream(file) << text;
    std::string all = mistake(jobs);
    for (std::size_t at; (at = all.find(file.string())) != all.npos;) {
      all.replace(at, file.string().size(), "map");
    }
    return all;
  };
  EXPECT_EQ(wrong("2 9\n0 9 # the same node\n1 x\n", job),
            "map:3:3: error: there is no router 'x'; routers are named as (0,0), or numbered 0 to 15\n"
            "map:4:1: error: 1 of 3 ranks have no node, the first is rank 1");
  EXPECT_EQ(wrong("2 9\n0,9\n1, 3\n,\n", job), "");
  EXPECT_EQ(wrong("0 1\n0 2\n3 1\n1 16\n1\n", job),
            "map:2:1: error: rank 0 is already in line 1\n"
            "map:3:1: error: rank 3 does not exist; ranks are 0 to 2\n"
            "map:4:3: error: node 16 does not exist; nodes are 0 to 15\n"
            "map:5:2: error: expected `rank node`, where a node is a number or (x,y,z)\n"
            "map:6:1: error: 2 of 3 ranks have no node, the first is rank 1");
  // Coordinates: with ranks, or one line for each rank in turn.
  EXPECT_EQ(wrong("2 (1,2)\n0,(0,3)\n1 (3,3):0 # its only node\n", job), "");
  EXPECT_EQ(wrong("(1,2)\n(0,3)\n\n(3,3)\n", job), "");
  EXPECT_EQ(wrong("(1,2)\n1 (0,3)\n(4,0)\n(0,0)\n", job),
            "map:2:3: error: expected one node, as in the lines before\n"
            "map:3:1: error: there is no router '(4,0)'; routers are named as (0,0), or numbered 0 to 15\n"
            "map:4:1: error: rank 3 does not exist; ranks are 0 to 2\n"
            "map:5:1: error: 2 of 3 ranks have no node, the first is rank 1");
  EXPECT_EQ(wrong("0 (1,2):1\n1 (1,1):x\n2 (1,\n", job),
            "map:1:3: error: router (1,2) has nodes 0 to 0, not 1\n"
            "map:2:3: error: expected a number after the colon of '(1,1):x', one of the router's nodes\n"
            "map:3:3: error: there is no router '(1,'; routers are named as (0,0), or numbered 0 to 15\n"
            "map:4:1: error: 3 of 3 ranks have no node, the first is rank 0");
  // Two maps that want the same node.
  EXPECT_THAT(wrong("0 1\n1 2\n2 3\n", job + "name = 'first'\n" + job),
              HasSubstr("map:1:3: error: node 1: it belongs to job 'first'"));
  EXPECT_EQ(wrong("0 1\n1 2\n2 3\n", job + "share_nodes = true\n" + job + "share_nodes = true\n"), "");
}

// Any text is either a map or refused with the places of its mistakes.
TEST(Jobs, FilesOfAnyTextAreReadOrRefused) {
  const auto file = test_path("any.txt");
  int refused = 0, taken = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    Random random(seed);
    std::string text;
    for (std::int64_t n = random.between(0, 40); n > 0; --n) {
      constexpr std::string_view any("0123 \n,-#x\"\t\0\xff 19\n", 18);
      text += any[static_cast<std::size_t>(random.between(0, 17))];
    }
    if (random.one_in(4)) text = fmt::format("0 {}\n1 {}\n", random.between(0, 20), random.between(0, 20));
    std::ofstream(file, std::ios::binary) << text;
    const std::string job = kUniform + "ranks = 2\n" +
                            (random.one_in(2)
                                 ? "mapping_file = '" + file.string() + "'\n"
                                 : "placement = { type = 'file', file = '" + file.string() + "' }\n");
    const std::string wrong = mistake(job);
    ++(wrong.empty() ? taken : refused);
    if (!wrong.empty()) EXPECT_EQ(wrong.find(file.string() + ":"), 0u) << text << wrong;
  }
  EXPECT_GT(refused, 100);
  EXPECT_GT(taken, 10);
}

TEST(Jobs, StartAtTheirTimesAndAreToldTheirOwnTime) {
  const std::string ring = program("ring.c", kRing);
  const Results r = simulate_toml(kTorus + ring + "ranks = 4\n" + ring +
                                  "ranks = 4\nstart = '50 us'\nname = 'late'\n" + kUniform +
                                  "start = '100 us'\nranks = 8\n");
  ASSERT_EQ(r.end, End::completed);
  EXPECT_EQ(r.jobs[0].time, r.jobs[1].time);
  EXPECT_EQ(r.jobs[1].start, Time{50'000'000});
  EXPECT_GT(r.time, Time{110'000'000});
  EXPECT_LT(r.jobs[2].time, Time{20'000'000});
  EXPECT_EQ(r.jobs[0].delivered.latency, r.jobs[1].delivered.latency);
}

// Each rank runs the program again as soon as it has ended it: three iterations are a loop of three.
TEST(Jobs, IterationsAreALoop) {
  const std::string once = program("once.c", kRing);
  const std::string loop = program("loop.c", std::string("  for (int i = 0; i < 3; i++) {\n") + kRing +
                                                 "\n  }");
  const Results one = simulate_toml(kTorus + once);
  const Results three = simulate_toml(kTorus + once + "iterations = 3\n");
  const Results looped = simulate_toml(kTorus + loop);
  ASSERT_EQ(three.end, End::completed);
  EXPECT_EQ(three.delivered.hash, looped.delivered.hash);
  EXPECT_EQ(three.jobs[0].time, looped.jobs[0].time);
  EXPECT_EQ(three.jobs[0].messages, 3 * one.jobs[0].messages);
  EXPECT_EQ(three.jobs[0].iterations, 3u);
}

// Ranks out of step: messages of the next iteration come to ranks that are still in this one, or between
// the end of one and the begin of the next.
TEST(Jobs, IterationsMayOverlap) {
  const std::string uneven = program(
      "uneven.c",
      "  static int runs = 0;\n  runs++;\n  int c = runs;\n"
      "  if (rank == 0) MGEN_Send(&c, 1, MGEN_INT, 1, 0, MGEN_COMM_WORLD);\n"
      "  if (rank == 1) { MGEN_Comp(1e-5);\n"
      "    MGEN_Recv(&c, 1, MGEN_INT, 0, 0, MGEN_COMM_WORLD, MGEN_STATUS_IGNORE); }\n"
      "  if (c != 1) MGEN_Abort(MGEN_COMM_WORLD, 9);");  // globals begin anew
  const Results r = simulate_toml(kTorus + uneven +
                                  "ranks = 2\niterations = 5\nprivate_globals = true\npayload = true\n");
  ASSERT_EQ(r.end, End::completed) << testing::PrintToString(r.report);
  EXPECT_EQ(r.jobs[0].messages, 5u);
  EXPECT_EQ(r.jobs[0].unmatched, 0u);
  // A failing iteration is the last one.
  const Results bad = simulate_toml(kTorus + program("bad.c", "  return 4;") + "iterations = 5\n");
  EXPECT_EQ(bad.jobs[0].exit_code, 4);
  // A message too many is still a mistake at the end.
  const Results left = simulate_toml(
      kTorus + program("left.c", "  char c = 0;\n  if (rank == 0) MGEN_Send(&c, 1, MGEN_CHAR, 1, 0, "
                                 "MGEN_COMM_WORLD);\n  else MGEN_Comp(1e-4);") +
      "ranks = 2\niterations = 3\n");
  EXPECT_EQ(left.end, End::program_failed);
  EXPECT_THAT(left.report, ElementsAre(HasSubstr("was never received")));
}

TEST(Jobs, StatisticsAddUpToTheMachines) {
  const Results r = simulate_toml(
      kTorus + program("mixed.c", std::string(kRing) + "\n  MGEN_Barrier(MGEN_COMM_WORLD);") +
      "ranks = 12\nranks_per_node = 2\n" + kUniform + "ranks = 5\n" + kUniform + "ranks = 3\n");
  DeliveryStatistics sum;
  for (const JobRow& j : r.jobs) sum += j.delivered;
  EXPECT_EQ(sum.packets, r.delivered.packets);
  EXPECT_EQ(sum.hash, r.delivered.hash);
  EXPECT_EQ(sum.message_latency, r.delivered.message_latency);
  EXPECT_EQ(r.jobs[1].messages, r.jobs[1].delivered.messages);
  EXPECT_GT(r.jobs[0].delivered.intra_node_messages, 0u);
  EXPECT_EQ(r.jobs[0].nodes, 6u);
  EXPECT_GT(r.jobs[2].delivered.message_latency_max, Time{0});
}

// Jobs and nobody together are the machine, in all that power counts.
void expect_machine(const Results& r) {
  const PowerRun& p = *r.power;
  JobEnergy sum = p.by_job.nobody;
  for (const JobEnergy& j : p.by_job.jobs) {
    sum.energy_j += j.energy_j;
    sum.always_on_energy_j += j.always_on_energy_j;
    sum.held_ps += j.held_ps;
    sum.asleep_ps += j.asleep_ps;
    sum.transitions += j.transitions;
    sum.stall_ps += j.stall_ps;
    sum.nics_j += j.nics_j;
    sum.hosts_j += j.hosts_j;
    EXPECT_GE(j.asleep_ps, 0);
    EXPECT_LE(j.asleep_ps, j.held_ps);
    EXPECT_LE(j.energy_j, j.always_on_energy_j * (1 + 1e-12));
    EXPECT_EQ(j.peak_w > 0, !p.counted.chunks.empty());
    EXPECT_LE(j.peak_w, p.energy.peak_w * (1 + 1e-12));
  }
  EXPECT_NEAR(sum.energy_j / p.energy.energy_j, 1, 1e-12);
  EXPECT_NEAR(sum.always_on_energy_j / p.energy.always_on_energy_j, 1, 1e-12);
  EXPECT_NEAR(sum.to_solution_j() / p.to_solution_j(), 1, 1e-12);
  EXPECT_EQ(sum.held_ps, static_cast<double>(p.energy.links.links) * static_cast<double>(r.time.ps));
  EXPECT_EQ(sum.asleep_ps, p.energy.links.asleep_ps);
  EXPECT_EQ(sum.transitions, p.energy.links.transitions);
  EXPECT_EQ(sum.stall_ps, p.energy.links.stall_ps);
}

// From its start to its end a job pays for its nodes, and for the links that its packets keep up; nobody
// pays for what is idle, and all together is what the machine has used.
TEST(Jobs, EnergyAddsUpToTheMachines) {
  for (const char* transient : {"routers", "none", "links"}) {
    const Results r = simulate_toml(
        kTorus + "[power]\npreset = 'nsimpower-table1'\n"
            "host_idle = '10 W'\nnic_static = '1 W'\nnic_per_bit = '1 pJ/b'\nchunk = "
                 "'7 us'\ntransient = '" +
        transient + "'\n" + kUniform + "ranks = 4\n" +
        "[[jobs]]\npattern = { type = 'uniform', duration = '40 us' }\nstart = '20 us'\nranks = 8\n");
    expect_machine(r);
    const std::vector<JobEnergy>& jobs = r.power->by_job.jobs;
    EXPECT_NEAR(jobs[0].hosts_j, 10 * 4 * r.jobs[0].time.seconds(), 1e-12);
    EXPECT_NEAR(jobs[1].hosts_j, 10 * 8 * (r.time - Time{20'000'000}).seconds(), 1e-12);
    EXPECT_GT(r.power->by_job.nobody.energy_j, 0);
    for (std::size_t j = 0; j < 2; ++j) {
      EXPECT_GT(jobs[j].mean_w(), 17.8 * r.jobs[j].nodes);
      EXPECT_LT(jobs[j].mean_w(), 17.8 * r.jobs[j].nodes + 64 * 1.02);
    }
  }
}

TEST(Jobs, PowerAddsUpWithAllPoliciesAndPlaces) {
  for (const config::Component* policy : config::components(LinkPolicy::kKind)) {
    SCOPED_TRACE(policy->name);
    // Nodes that two jobs share, links that count on both sides, bits that cost energy.
    expect_machine(simulate_toml(
        kTorus + "[power]\npreset = 'tracerp-table2'\nt_lt = '200 ns'\nt_lw = '300 ns'\n"
                 "router_per_bit = '3 pJ/b'\nchunk = '3 us'\npolicy = '" + policy->name + "'\n" +
        kUniform + "ranks = 12\nshare_nodes = true\n" + kUniform +
        "start = '5 us'\nranks = 9\nshare_nodes = true\nplacement = 'random-nodes'\n"));
  }
}

// A job alone owns the links that it uses, as if it were one of two of which the other does nothing.
TEST(Jobs, PowerOfOneAloneIsThatOfOneBesideNothing) {
  const std::string machine = kTorus + "[power]\npreset = 'nsimpower-table1'\n"
      "t_lt = '200 ns'\nt_ls = '100 ns'\nt_lw = '300 ns'\n"
                                       "link_per_bit = '1 pJ/b'\nchunk = '3 us'\n";
  const std::string job = kUniform + "ranks = 5\nstart = '2 us'\n";
  const std::string idle = program("idle.c", "") + "ranks = 1\n";
  const Results alone = simulate_toml(machine + job), beside = simulate_toml(machine + job + idle);
  ASSERT_EQ(alone.delivered.hash, beside.delivered.hash);
  EXPECT_GE(alone.power->by_job.jobs[0].peak_w, alone.power->by_job.jobs[0].mean_w());
  const JobEnergy &a = alone.power->by_job.jobs[0], &b = beside.power->by_job.jobs[0];
  EXPECT_EQ(a.held_ps, b.held_ps);
  EXPECT_EQ(a.asleep_ps, b.asleep_ps);
  EXPECT_EQ(a.transitions, b.transitions);
  EXPECT_EQ(a.stall_ps, b.stall_ps);
  EXPECT_NEAR(a.energy_j, b.energy_j, 1e-12 * a.energy_j);
  EXPECT_NEAR(a.peak_w, b.peak_w, 1e-3 * a.peak_w);  // bits count when granted, or when they leave
}

// TraceRP's acceptance with two jobs: each has its own savings. On a line of four, what two nodes tell
// each other all the time keeps their link up; that of the other two sleeps.
TEST(Jobs, EachKeepsItsOwnLinksUp) {
  const std::string machine =
      "[topology]\ntype = 'mesh'\nextents = [4]\n[power]\npreset = 'nsimpower-table1'\n"
          "t_lt = '2 us'\nt_ls = '0 us'\n"
      "t_lw = '1 us'\nchunk = '5 us'\n";
  const std::string busy = "[[jobs]]\npattern = { type = 'uniform', load = 0.9, duration = '400 us' }\n"
                           "ranks = 2\n";
  const std::string rare = "[[jobs]]\npattern = { type = 'uniform', load = 0.02, duration = '400 us' "
                           "}\nranks = 2\n";
  const Results r = simulate_toml(machine + busy + rare);
  expect_machine(r);
  const std::vector<JobEnergy>& jobs = r.power->by_job.jobs;
  EXPECT_LT(jobs[0].lpi_ratio(), 0.05);
  EXPECT_GT(jobs[1].lpi_ratio(), 0.5);
  EXPECT_NEAR(jobs[0].always_on_mean_w(), 2 * (17.8 + 1.02), 0.1);
  EXPECT_GT(jobs[1].stall_ps, 0);
  // The two links in the middle are nobody's, and asleep but for T_lt.
  const JobEnergy& nobody = r.power->by_job.nobody;
  EXPECT_NEAR(nobody.held_ps, 2.0 * static_cast<double>(r.time.ps), 0.05 * nobody.held_ps);
  EXPECT_GT(nobody.lpi_ratio(), 0.9);
}

Interference interference_of(const std::string& toml) {
  TestConfig c(toml);
  return interfere(c.config, c.plan,
                   {.include_dir = find_include_dir(),
                    .progress = {},
                    .threads = 1,
                    .cores = 0,
                    .cluster = nullptr,
                    .tell = {}},
                   [](const std::string&) {});
}

// Jobs in boxes of their own on a mesh meet nowhere, and run as if they were alone.
TEST(Interference, IsNoneWhereNoLinkIsShared) {
  const std::string mesh = "[topology]\ntype = 'mesh'\nextents = [4, 4]\n";
  const std::string half = "[[jobs]]\npattern = { type = 'uniform', load = 0.9, duration = '20 us' }\n"
                           "ranks = 8\nplacement = 'blocked'\n";
  const Interference f = interference_of(mesh + half + half);
  ASSERT_EQ(f.failed(), nullptr);
  EXPECT_TRUE(f.pairs.empty());
  for (std::size_t j = 0; j < 2; ++j) {
    EXPECT_EQ(f.slowdown(j), 1);
    EXPECT_GT(f.links[j].used, 0u);
    EXPECT_EQ(f.links[j].shared, 0u);
    EXPECT_EQ(f.alone[j].jobs[0].delivered.hash, f.together.jobs[j].delivered.hash);
  }
  EXPECT_NE(f.alone[0].delivered.hash, f.alone[1].delivered.hash);  // each has its own traffic
}

// Two flows over the link between the routers of a line: the link is free half the time for each.
TEST(Interference, HalvesTheRateOfASharedLink) {
  const auto a = test_path("a.map"), b = test_path("b.map");
  std::ofstream(a) << "0 0\n1 2\n";
  std::ofstream(b) << "0 1\n1 3\n";
  const std::string flow = program(
      "flow.c", "  if (rank == 0) MGEN_Send(NULL, 4000000, MGEN_BYTE, 1, 0, MGEN_COMM_WORLD);\n"
                "  else MGEN_Recv(NULL, 4000000, MGEN_BYTE, 0, 0, MGEN_COMM_WORLD, "
                "MGEN_STATUS_IGNORE);");
  const std::string machine =
      "[topology]\ntype = 'mesh'\nextents = [2]\nendpoints_per_router = 2\n"
      "[power]\npreset = 'nsimpower-table1'\n";
  const Interference f =
      interference_of(machine + flow + "ranks = 2\nname = 'a'\nmapping_file = '" + a.string() + "'\n" +
                      flow + "ranks = 2\nname = 'b'\nmapping_file = '" + b.string() + "'\n");
  ASSERT_EQ(f.failed(), nullptr);
  ASSERT_EQ(f.pairs.size(), 1u);
  EXPECT_EQ(f.pairs[0].links, 2u);  // and the clearances on the way back
  for (std::size_t j = 0; j < 2; ++j) EXPECT_NEAR(f.slowdown(j), 2, 0.01);
  const auto json = interference_json(f);
  EXPECT_EQ(json["jobs"][0]["shared_links"], 2);
  EXPECT_EQ(json["jobs"][0]["shared_bytes_ratio"], 1.0);
  // Twice the time at nearly the same power.
  EXPECT_NEAR(json["jobs"][1]["energy_together_j"].get<double>() /
                  json["jobs"][1]["energy_alone_j"].get<double>(),
              2, 0.2);
  EXPECT_THAT(interference_text(f), HasSubstr("a and b share 2 links"));
}

}  // namespace jobs_test
}  // namespace kasuri
