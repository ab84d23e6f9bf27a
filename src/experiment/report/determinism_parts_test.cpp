// SPDX-License-Identifier: MIT
// The same result for any number of threads, part by part: routers, power, statistics, faults, runs that
// end early. What is registered is enumerated (determinism_test.cpp).
#include "experiment/report/test_determinism.h"
#include "workload/programs/compile.h"

namespace kasuri {
namespace determinism_parts_test {

// Architectures, arbiters, a faster switch, classes of traffic; routings of all kinds.
TEST(Determinism, Routers) {
  const auto machine = [](const std::string& router, const std::string& routing) {
    return fmt::format(
        "[topology]\ntype = 'torus'\nextents = [4, 3, 3]\n[router]\nvcs = 12\nbuffer = '4 KiB'\n{}"
        "[link]\ncable_latency = '100 ns'\n[routing]\ntype = '{}'\n{}"
        "[[jobs]]\nplacement = 'random-nodes'\nranks = 18\n"
        "pattern = {{ type = 'uniform', load = 0.9, message = '300 B', duration = '6 us' }}\n"
        "[[jobs]]\ntraffic_class = {}\n"
        "pattern = {{ type = 'uniform', load = 0.9, message = '4 KiB', duration = '6 us' }}\n",
        router, routing, router.find("flit") != router.npos ? "[nic]\nreceive_buffer = '64 KiB'\n" : "",
        router.find("classes = 2") != router.npos ? 1 : 0);
  };
  std::vector<std::string> settings;
  for (const std::string& arbiter : names("arbiter")) {
    for (const char* more : {"", "speedup = 1.7\n", "classes = 2\n"}) {
      settings.push_back(fmt::format("arbiter = '{}'\n{}", arbiter, more));
    }
  }
  for (const std::string& architecture : names("router")) {
    if (architecture == "input-queued") continue;
    if (architecture == "flit-input-queued") {
      for (const char* more : {"", "hold_switch = true\n", "speedup = 1.7\n", "classes = 2\n"}) {
        settings.push_back(fmt::format("architecture = '{}'\narbiter = 'islip'\nflit = '64 B'\n"
                                       "wait_for_tail_credit = true\n{}", architecture, more));
      }
      continue;
    }
    const std::string line = fmt::format("architecture = '{}'\n", architecture);
    ArbiterContext context;
    for (const std::string& arbiter : names("arbiter")) {
      const bool for_links = config::Choice<Arbiter>(arbiter).make(context)->for_links();
      if (architecture == "output-queued" && !for_links) continue;
      for (const char* more :
           {"output_buffer = '2 KiB'\n", "output_pool = '3 KiB'\n", "classes = 2\n"}) {
        settings.push_back(fmt::format("arbiter = '{}'\n{}{}{}", arbiter, line,
                                       architecture == "cioq" ? "speedup = 1.7\n" : "", more));
      }
    }
  }
  std::size_t turn = 0;
  for (const std::string& setting : settings) {
    for (const char* routing : {"dimension-order", "minimal-adaptive", "valiant", "bubble"}) {
      // Bubbles need space for two packets of each virtual channel, and no pool.
      if (routing == std::string_view("bubble") && !setting.ends_with("classes = 2\n")) continue;
      if (routing == std::string_view("bubble") && setting.find("flit") != setting.npos) continue;
      const std::string toml = machine(setting, routing);
      const Results alone = run(toml, 1);
      ASSERT_EQ(alone.end, End::completed) << toml;
      for (const unsigned threads : sample(turn++)) expect_same(toml, threads, everything(alone));
    }
  }
}

// Links that sleep or slow down: all presets, all policies, chunks of routers and of links; patterns and
// programs, and a run that is cut off.
TEST(Determinism, Power) {
  const std::string machine = "[topology]\ntype = \"torus\"\nextents = [4, 3, 2]\n";
  const std::string uniform =
      "[[jobs]]\npattern = { type = \"uniform\", load = 0.1, duration = \"40 us\" }\n";
  std::vector<std::string> settings;
  for (const PowerPreset& p : power_presets()) settings.push_back(fmt::format("preset = \"{}\"", p.name));
  for (const std::string& policy : names("link_policy")) {
    for (const std::string& preset : {"nsimpower-table1", "tracerp-table2"}) {
      settings.push_back(fmt::format("preset = \"{}\"\npolicy = \"{}\"\nt_lt = \"300 ns\"\n"
                                     "chunk = \"3 us\"\ntransient = \"links\"\nlink_per_bit = \"1 pJ/b\"",
                                     preset, policy));
    }
  }
  settings.push_back("preset = \"nsimpower-table1\"\ndirections = \"joint\"");
  settings.push_back("preset = \"nsimpower-table1\"\ndirections = \"joint\"\npolicy = \"early-wake\"\n"
                     "terminal_ports = true");
  std::uint64_t transitions = 0;
  std::size_t turn = 0;
  for (const std::string& power : settings) {
    std::vector<std::string> runs{uniform, uniform + "ranks = 9\n" + uniform + "start = '5 us'\n",
                                  "[run]\ntime_limit = \"7777 ns\"\n" + uniform};
    for (const std::string& program : specimens_of_programs()) {
      runs.push_back(fmt::format("[[jobs]]\nprogram = \"{}\"\n", program));
    }
    for (const std::string& jobs : runs) {
      const std::string toml = machine + "[power]\n" + power + "\n" + jobs;
      const Results alone = run(toml, 1);
      ASSERT_TRUE(alone.power);
      for (const LinkPowerRow& l : alone.power->counted.outputs) transitions += l.transitions;
      for (const unsigned threads : sample(turn++)) expect_same(toml, threads, everything(alone));
    }
  }
  EXPECT_GT(transitions, 0u);
}

// All that [statistics] can collect: every probe that is registered, and chunks in both ways.
TEST(Determinism, Statistics) {
  std::string probes;
  for (const std::string& name : names("probe")) {
    if (name != "chunks") probes += read("tests/specimens/probe/" + name + ".toml");
  }
  const std::string machine =
      "[topology]\ntype = \"torus\"\nextents = [4, 3, 2]\n[link]\ncable_latency = '100 ns'\n"
      "[mpi]\nsend_overhead = '200 ns'\nreceive_overhead = '100 ns'\n" + probes;
  const std::string uniform =
      "[[jobs]]\npattern = { type = \"uniform\", load = 0.4, duration = \"30 us\" }\n";
  std::vector<std::string> runs{uniform, "[run]\ntime_limit = \"7777 ns\"\n" + uniform};
  for (const std::string& program : specimens_of_programs()) {
    runs.push_back(fmt::format("[[jobs]]\nprogram = \"{}\"\nranks = 12\npayload = true\n", program) +
                   uniform + "ranks = 12\n");
  }
  std::size_t turn = 0;
  for (const char* split : {"split = 'links'", "split = 'routers'\nchunk = '700 ns'"}) {
    for (const std::string& jobs : runs) {
      const std::string toml =
          fmt::format("[statistics]\n{}\n", split) + machine + jobs;
      const Results alone = run(toml, 1);
      for (const Outcome& probe : alone.probes) EXPECT_TRUE(!probe.files.empty() || !probe.tables.empty());
      EXPECT_GT(alone.table("buffer_use")->rows(), 0u);
      EXPECT_GT(alone.table("hop_latency")->rows(), 0u);
      EXPECT_GT(alone.table("routers_by_chunk")->rows(), 0u);
      for (const unsigned threads : sample(turn++)) expect_same(toml, threads, everything(alone));
      // What is watched changes nothing.
      const Results plain = run("[topology]\ntype = \"torus\"\nextents = [4, 3, 2]\n[link]\n"
                                "cable_latency = '100 ns'\n[mpi]\nsend_overhead = '200 ns'\n"
                                "receive_overhead = '100 ns'\n" + jobs, 1);
      EXPECT_EQ(plain.delivered.hash, alone.delivered.hash);
    }
  }
}

// The policy `coalescing` counts looks of outputs at packets that wait: none may be left out where a packet
// comes alone in its instant, which depends on the parts.
TEST(Determinism, CoalescingCountsEveryLook) {
  const std::string toml =
      "[topology]\ntype = 'mesh'\nextents = [3, 2, 2]\nwidths = [1, 3, 2]\n[router]\nvcs = 12\n"
      "buffer = '4 KiB'\narbiter = 'islip'\nspeedup = 1.5\nswitch_rate = '3 GB/s'\n[link]\n"
      "cable_latency = '1 us'\n[nic]\nheader = '24 B'\nwindow = '4 KiB'\n"
      "forwarding = 'store-and-forward'\nreceive_overhead = '300 ns'\n[mpi]\neager_limit = '0 B'\n"
      "send_overhead = '200 ns'\nreduce_rate = '2 GB/s'\ncopy_rate = '5 GB/s'\n[mpi.algorithms]\n"
      "barrier = 'recursive-doubling'\nreduce = 'rabenseifner'\nalltoallv = 'balanced-spread'\n"
      "reduce_scatter_block = 'ring'\nneighbor_allgather = 'in-turn'\nneighbor_allgatherv = 'spread'\n"
      "[power]\npreset = 'nsimpower-table1'\npolicy = 'coalescing'\nt_lt = '300 ns'\nchunk = '5 us'\n"
      "directions = 'joint'\n[run]\nseed = 273\n[[jobs]]\nprogram = 'tests/fuzz/programs/random.c'\n"
      "ranks = 7\nshare_nodes = true\nargs = ['88001300', '20', '14']\nranks_per_node = 2\n"
      "placement = 'random-groups'\nmapping = 'random'\n[[jobs]]\nshare_nodes = true\n"
      "pattern = { type = 'uniform', load = 0.3, message = '100 B', duration = '60 us' }\n";
  const std::string alone = everything(run(toml, 1));
  for (const unsigned threads : {2u, 3u, 4u}) expect_same(toml, threads, alone);
}

// Links and routers that fail from the start and later, slow links, errors, every kind of noise, windows of
// connections, with and without power; patterns and programs, some of which lose messages.
TEST(Determinism, FaultsNoiseAndWindows) {
  std::vector<std::string> jobs{"[[jobs]]\npattern = { type = 'uniform', load = 0.5, message = '5 KiB', "
                                "duration = '30 us' }\n"};
  for (const std::string& program : specimens_of_programs()) {
    jobs.push_back(fmt::format("[[jobs]]\nprogram = '{}'\npayload = true\n", program));
  }
  std::vector<std::string> noises;
  for (const std::string& n : names("noise")) {
    noises.push_back(fmt::format("[noise]\ntype = '{}'\nduration = '300 ns'\n{} = '2 us'\n", n,
                                 n == "periodic" ? "period" : "interval"));
  }
  const std::string machine = "[topology]\ntype = 'torus'\nextents = [4, 3, 2]\n[link]\n"
                              "cable_latency = '100 ns'\n[router]\nvcs = 10\nbuffer = '4 KiB'\n";
  std::size_t turn = 0;
  std::uint64_t damaged = 0, dropped = 0, errors = 0;
  for (const char* routing : {"'detour'", "'shortest-paths'\npaths = 2", "'tables'",
                              "'detour'\ninner = 'minimal-adaptive'", "'detour'\ninner = 'valiant'"}) {
    for (const char* faults :
         {"[[faults.failures]]\nrandom_links = 3\n",
          "[faults]\nreroute_time = '2 us'\n[[faults.failures]]\nat = '5 us'\nrandom_links = 3\n"
          "[[faults.failures]]\nat = '8 us'\nrandom_links = 2\nrandom_routers = 1\n",
          "[faults]\nreroute_time = '1 us'\n[[faults.failures]]\nat = '4 us'\nuntil = '9 us'\n"
          "random_links = 3\none_way = true\n[[faults.failures]]\nat = '6 us'\nuntil = '12 us'\n"
          "random_nics = 3\n"
          "random_routers = 1\n",
          "[[faults.failures]]\nat = '4 us'\nrandom_links = 2\n[[faults.degraded]]\nbit_error_rate = 1e-6\n"
          "[[faults.degraded]]\nrandom_links = 5\nrate_factor = 0.3\n[power]\npreset = 'nsimpower-table1'\n"
              "t_lt = '1 us'\n"
          "[nic]\nwindow = '4 KiB'\n"}) {
      for (std::size_t j = 0; j < jobs.size(); ++j) {
        if (!all_of_them() && (turn + j) % jobs.size() > 1) continue;
        const std::string toml = fmt::format(
            "{}[routing]\ntype = {}\n[run]\ndeadlock_check = {}\nwatchdog = '1 ms'\n{}{}{}", machine,
            routing, routing != std::string("'tables'"), faults, noises[turn % noises.size()], jobs[j]);
        const Results alone = run(toml, 1);
        damaged += alone.delivered.damaged_packets;
        dropped += alone.delivered.dropped_messages;
        errors += alone.faults->all_errors().errors;
        for (const unsigned threads : sample(turn)) expect_same(toml, threads, everything(alone));
      }
      ++turn;
    }
  }
  EXPECT_GT(damaged, 0u);
  EXPECT_GT(dropped, 0u);
  EXPECT_GT(errors, 0u);
}

// Ends that come at a simulated time of their own: a limit in the middle of traffic, a failing rank.
TEST(Determinism, RunsThatEndEarly) {
  const std::string machine = "[topology]\ntype = \"torus\"\nextents = [4, 4, 4]\n";
  const std::string uniform = "[[jobs]]\npattern = { type = \"uniform\", load = 0.9, duration = \"30 us\" "
                              "}\nshare_nodes = true\n";
  constexpr std::string_view shared = "[[jobs]]\nprogram = \"{}\"\nshare_nodes = true\n";
  const auto program = test_path("fails.c");
  std::ofstream(program) << "#include <mgen.h>\nint MGEN_Main(int argc, char **argv) {\n"
                            "  MGEN_Init(&argc, &argv);\n  int rank;\n"
                            "  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);\n"
                            "  MGEN_Comp(1e-6 * (rank % 7));\n"
                            "  if (rank % 7 == 6) MGEN_Abort(MGEN_COMM_WORLD, rank);\n"
                            "  MGEN_Barrier(MGEN_COMM_WORLD);\n  MGEN_Finalize();\n  return 0;\n}\n";
  // Just before a multiple of the stop grid, when other routers have already come further.
  const auto late = test_path("late.c");
  std::ofstream(late) << "#include <mgen.h>\nint MGEN_Main(int argc, char **argv) {\n"
                         "  MGEN_Init(&argc, &argv);\n  int rank;\n"
                         "  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);\n"
                         "  MGEN_Comp(rank == 60 ? 9.99e-6 : 40e-6);\n"
                         "  if (rank == 60) MGEN_Abort(MGEN_COMM_WORLD, 1);\n  return 0;\n}\n";
  const auto waits = test_path("waits.c");
  std::ofstream(waits) << "#include <mgen.h>\nint MGEN_Main(int argc, char **argv) {\n"
                          "  MGEN_Init(&argc, &argv);\n  char c;\n"
                          "  MGEN_Recv(&c, 1, MGEN_BYTE, 3, 5, MGEN_COMM_WORLD, "
                          "MGEN_STATUS_IGNORE);\n  return 0;\n}\n";
  for (const std::string& toml :
       {"[run]\ntime_limit = \"7777 ns\"\n" + machine + uniform,
        machine + uniform + fmt::format(shared, program.string()),
        machine + uniform + fmt::format(shared, late.string()),
        machine + fmt::format("[[jobs]]\nprogram = \"{}\"\n", waits.string())}) {
    const Results alone = run(toml, 1);
    EXPECT_NE(alone.end, End::completed);
    for (const unsigned threads : kThreads) expect_same(toml, threads, everything(alone));
  }
}

// Links that wake each other tell other parts of it, in windows that are shorter by the time of a request.
TEST(Determinism, SignalsBetweenLinksCrossCuts) {
  for (const auto& [power, window] : {std::pair("directions = \"joint\"", "128.6 ns"),
                                      std::pair("policy = \"early-wake\"", "128.6 ns"),
                                      std::pair("", "140.6 ns")}) {
    std::string told;
    TestConfig c(fmt::format("[topology]\ntype = \"torus\"\nextents = [4, 4]\n[power]\n"
                             "preset = \"nsimpower-table1\"\n{}\n[[jobs]]\n"
                             "pattern = {{ type = \"uniform\", duration = \"5 us\" }}\n", power));
    simulate(c.config, std::move(c.plan), {.include_dir = find_include_dir(),
                                           .progress = {},
                                           .threads = 4,
                                           .cores = 0,
                                           .cluster = nullptr,
                                           .tell = [&](const std::string& s) { told += s; },
                              .record = {}});
    EXPECT_THAT(told, testing::AllOf(testing::StartsWith("4 threads"), testing::HasSubstr(window)));
  }
  // Machines of unequal routers, NICs that are woken, hints; the sleep must be real.
  for (const char* machine :
       {"type = 'fat-tree'\nradix = 4", "type = 'torus'\nextents = [4, 3]",
        "type = 'dragonfly'\nrouters_per_group = 4\nglobal_links = 2\nendpoints_per_router = 2"}) {
    for (const char* policy : {"idle-timer", "early-wake", "hinted-wake", "coalescing"}) {
      const std::string toml = fmt::format(
          "[topology]\n{}\n[power]\npreset = 'tracerp-table2'\npolicy = '{}'\ndirections = 'joint'\n"
          "t_lt = '200 ns'\nt_ls = '50 ns'\nt_lw = '300 ns'\nchunk = '3 us'\n[[jobs]]\n"
          "pattern = {{ type = 'uniform', load = 0.1, duration = '20 us' }}\nshare_nodes = true\n"
          "[[jobs]]\npattern = {{ type = 'uniform', load = 0.05, duration = '20 us' }}\n"
          "share_nodes = true\nstart = '3 us'\n", machine, policy);
      const Results alone = run(toml, 1);
      EXPECT_GT(alone.power->energy.links.transitions, 100u);
      for (const unsigned threads : {2u, 3u}) expect_same(toml, threads, everything(alone));
    }
  }
}

// A NIC that sends to its own node by its router: the link back is held for the direction that sends, and
// called for the packet, at one instant.
TEST(Determinism, LinksThatAreHeldAndCalledAtOnce) {
  std::uint64_t transitions = 0;
  for (const char* program : {"specimens/program/windows.c", "fuzz/programs/random.c"}) {
    const std::string toml = fmt::format(
        "[topology]\ntype = 'full-mesh'\nrouters = 6\nendpoints_per_router = 2\n"
        "[nic]\nloopback = 'router'\n[power]\npreset = 'tracerp-table2'\npolicy = 'early-wake'\n"
        "directions = 'joint'\nt_lt = '200 ns'\nt_ls = '50 ns'\nt_lw = '300 ns'\n[[jobs]]\n"
        "program = 'tests/{}'\nargs = ['1', '1', '14']\nranks = 12\nranks_per_node = 2\n"
        "payload = true\n", program);
    const Results alone = run(toml, 1);
    transitions += alone.power->energy.links.transitions;
    for (const unsigned threads : kThreads) expect_same(toml, threads, everything(alone));
  }
  EXPECT_GT(transitions, 100u);
}

// More threads than routers, and a machine in which no part can run ahead of another.
TEST(Determinism, OddNumbersOfThreads) {
  const std::string jobs =
      "[[jobs]]\npattern = { type = \"uniform\", load = 0.5, duration = \"5 us\" }\n";
  const std::string tiny = "[topology]\ntype = \"mesh\"\nextents = [2, 2]\n" + jobs;
  expect_same(tiny, 64, everything(run(tiny, 1)));
  TestFabric timeless{.extents = {4, 4}};
  timeless.traversal = 1;
  timeless.routing = timeless.vc_allocation = timeless.switch_allocation = 0;
  timeless.cable = 0;
  std::string told;
  TestConfig c(timeless.toml(jobs));
  const Results r = simulate(c.config, std::move(c.plan),
                             {.include_dir = find_include_dir(),
                              .progress = {},
                              .threads = 4,
                              .cores = 0,
                              .cluster = nullptr,
                              .tell = [&](const std::string& s) { told = s; },
                              .record = {}});
  EXPECT_THAT(told, testing::HasSubstr("1 thread: parts could run ahead of each other by 1 ps only"));
  EXPECT_EQ(everything(r), everything(run(timeless.toml(jobs), 1)));
}

}  // namespace determinism_parts_test
}  // namespace kasuri
