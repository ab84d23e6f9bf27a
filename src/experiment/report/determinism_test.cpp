// SPDX-License-Identifier: MIT
// The same result for any number of threads, bit for bit: all that is registered (by its specimens in
// tests/specimens), and random machines under random traffic. With KASURI_LONG set, all numbers of
// threads for each; else a sample that covers them all.
#include <set>

#include "experiment/report/test_determinism.h"
#include "workload/traces/tracer_config.h"

namespace kasuri {
namespace determinism_test {

std::uint32_t nodes_of(const std::string& machine) {
  const TestConfig planned(machine + workloads().front());
  return planned.plan.topology->endpoints() / static_cast<std::uint32_t>(planned.config.nic.per_node);
}

// 0: as many as there are.
std::uint32_t nodes_for(const std::string& workload) {
  static std::map<std::string, std::uint32_t> known;
  const auto [found, fresh] = known.try_emplace(workload, 0);
  if (!fresh) return found->second;
  const TestConfig planned("[topology]\ntype = 'switch'\nendpoints = 64\n" + workload);
  for (std::size_t j = 0; j < planned.config.jobs.size(); ++j) {
    const auto per_node = static_cast<std::uint32_t>(planned.config.jobs[j].ranks_per_node);
    found->second += (planned.plan.jobs[j].ranks.value_or(0) + per_node - 1) / per_node;
  }
  return found->second;
}

struct Case {
  std::string machine, workload;
};

// Machines of a topology with all routings that take it, and what they run: all instances and all workloads
// in the long test; else an instance for each routing and two workloads for each machine, in turn.
std::vector<Case> cases_of(const std::string& topology) {
  const auto found = small_instances().find(topology);
  const std::vector<std::string>& instances = found->second;
  auto turn = static_cast<std::size_t>(8 * std::distance(small_instances().begin(), found));
  static const std::vector<std::string> all_workloads = workloads();
  std::vector<Case> cases;
  for (const std::string& routing : names("routing")) {
    for (std::size_t i = 0; i < instances.size(); ++i) {
      if (!all_of_them() && i != turn % instances.size()) continue;
      const std::string machine = fmt::format(
          "[topology]\ntype = '{}'\n{}\n{}[nic]\nper_node = {}\n[routing]\ntype = '{}'\n", topology,
          instances[i], kRouters, topology == "rails" ? 2 : 1, routing);
      std::uint32_t nodes = 0;
      try {
        nodes = nodes_of(machine);
      } catch (const Error&) {
        continue;  // not made for each other
      }
      ++turn;
      for (std::size_t w = 0; w < all_workloads.size(); ++w) {
        if (!all_of_them() && (w + 2 * turn) % all_workloads.size() > 1) continue;
        if (nodes_for(all_workloads[w]) > nodes) continue;  // some test machines are small
        cases.push_back({machine, all_workloads[w]});
      }
    }
  }
  return cases;
}

bool loses_packets(const Results& r) {
  return std::ranges::any_of(r.network.counts, [](const auto& n) {
    return n.first == "dropped_packets" && n.second > 0;
  });
}

class DeterminismOf : public testing::TestWithParam<std::string> {};

TEST_P(DeterminismOf, EachRouting) {
  const std::vector<Case> cases = cases_of(GetParam());
  EXPECT_FALSE(cases.empty());
  for (std::size_t turn = 0; turn < cases.size(); ++turn) {
    const std::string toml = cases[turn].machine + cases[turn].workload;
    const Results alone = run(toml, 1);
    ASSERT_EQ(alone.end, End::completed) << toml;
    for (const unsigned threads : sample(turn)) expect_same(toml, threads, everything(alone));
  }
}

INSTANTIATE_TEST_SUITE_P(Topologies, DeterminismOf, testing::ValuesIn(names("topology")),
                         [](const testing::TestParamInfo<std::string>& info) {
                           std::string name = info.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

// So many cases that each routing and each workload is part of one.
TEST(Determinism, EveryRoutingAndWorkload) {
  std::set<std::string> machines, workloads_that_run;
  for (const std::string& topology : names("topology")) {
    for (const Case& c : cases_of(topology)) {
      machines.insert(c.machine);
      workloads_that_run.insert(c.workload);
    }
  }
  for (const std::string& r : names("routing")) {
    EXPECT_TRUE(std::ranges::any_of(machines, [&](const std::string& machine) {
      return machine.ends_with(fmt::format("[routing]\ntype = '{}'\n", r));
    })) << r;
  }
  for (const std::string& w : workloads()) EXPECT_TRUE(workloads_that_run.contains(w)) << w;
}

// Networks that carry whole messages: every workload on every one of them.
TEST(Determinism, EveryNetwork) {
  std::size_t turn = 0;
  for (const std::string& network : names("network")) {
    for (const char* settings : {"", "serial = false\nhop_latency = '30 ns'\n"}) {
      for (const std::string& workload : workloads()) {
        const std::string toml =
            fmt::format("[topology]\ntype = 'torus'\nextents = [3, 4]\n[mpi]\n"
                        "receive_overhead = '200 ns'\n[network]\ntype = '{}'\n{}{}",
                        network, settings, workload);
        const Results alone = run(toml, 1);
        ASSERT_EQ(alone.end, End::completed) << toml;
        EXPECT_GT(alone.delivered.hash, 0u);
        for (const unsigned threads : sample(turn++)) expect_same(toml, threads, everything(alone));
      }
    }
  }
}

// Every topology as an Ethernet whose switches lose packets, each flow on its path or all of them sprayed.
TEST(Determinism, EthernetsOfEveryTopology) {
  std::size_t turn = 0, lossy = 0;
  static const std::vector<std::string> all_workloads = workloads();
  for (const auto& [topology, instances] : small_instances()) {
    for (const char* routing : {"", "[routing]\ntype = 'packet-spraying'\n"}) {
      if (*routing && (topology == "rails" || topology == "hierarchy")) continue;
      const std::string toml = fmt::format(
          "[topology]\ntype = '{}'\n{}\n[router]\nvcs = 8\n[link]\ncable_latency = '80 ns'\n"
          "[nic]\nper_node = {}\n[ethernet]\npacket = '600 B'\nqueue = '2 kB'\n"
          "[nic.reliability]\ntype = 'selective'\ntimeout = '20 us'\n{}{}",
          topology, instances[turn % instances.size()], topology == "rails" ? 2 : 1, routing,
          all_workloads[turn % all_workloads.size()]);
      ++turn;
      Results alone;
      try {
        alone = run(toml, 1);
      } catch (const Error&) {
        continue;  // a workload for more nodes, or a routing that has one path
      }
      ASSERT_EQ(alone.end, End::completed) << toml;
      lossy += loses_packets(alone);
      for (const unsigned threads : sample(turn)) expect_same(toml, threads, everything(alone));
    }
  }
  EXPECT_GT(turn, 20u);
  EXPECT_GT(lossy, 5u);
}

// Traces as TraceR's configurations have them: two jobs on scattered nodes, one more than once, sizes
// and computation replaced.
TEST(Determinism, SeveralTraces) {
  const auto map = test_path("map.txt");
  std::ofstream(map) << "0 11\n1 4\n2 7\n3 4\n";
  const std::vector<std::string>& traces = specimens_of_traces();
  for (std::size_t i = 0; i < traces.size(); ++i) {
    const std::string toml = fmt::format(
        "[topology]\ntype = 'torus'\nextents = [3, 4]\n{}[power]\npreset = 'nsimpower-table1'\n"
            "t_lt = '1 us'\n"
        "[[jobs]]\nname = 'one'\ntrace = '{}'\nmapping_file = '{}'\niterations = 3\n"
        "[[jobs.replay.messages]]\nlarger_than = '1 kB'\nsize = '6 kB'\n"
        "[jobs.replay]\ncompute_scale = 0.5\n"
        "[[jobs]]\nname = 'two'\ntrace = '{}'\nstart = '2 us'\nplacement = 'random-nodes'\n",
        kRouters, traces[i], map.string(), traces[(i + 1) % traces.size()]);
    const Results alone = run(toml, 1);
    ASSERT_EQ(alone.end, End::completed) << toml;
    for (const unsigned threads : {2u, 3u, 4u, 7u}) expect_same(toml, threads, everything(alone));
  }
}

// The same of TraceR's own files: three jobs with maps, substitutions of each kind, on its networks.
TEST(Determinism, JobsOfTracer) {
  const auto folder = test_path("tracer");
  std::filesystem::create_directories(folder);
  const auto numbers = [&](const char* name, const std::vector<std::int32_t>& all) {
    std::ofstream(folder / name, std::ios::binary)
        .write(reinterpret_cast<const char*>(all.data()),
               static_cast<std::streamsize>(all.size() * sizeof(std::int32_t)));
  };
  const std::vector<std::vector<std::int32_t>> maps{{0, 5, 10, 15}, {1, 4, 8, 3}, {2, 7, 6, 9}};
  std::vector<std::int32_t> global;
  for (std::int32_t j = 0; j < 3; ++j) {
    numbers(fmt::format("map{}", j).c_str(), maps[static_cast<std::size_t>(j)]);
    for (std::int32_t r = 0; r < 4; ++r) {
      const std::size_t job = static_cast<std::size_t>(j), rank = static_cast<std::size_t>(r);
      global.insert(global.end(), {maps[job][rank], r, j});
    }
  }
  numbers("global_map", global);
  std::string jobs = read("tests/specimens/tracer/tracer_config");
  const std::vector<std::string>& traces = specimens_of_traces();
  for (std::size_t j = 0; j < 3; ++j) {
    const std::string name = fmt::format("TRACE{}", j);
    jobs.replace(jobs.find(name), name.size(),
                 std::filesystem::absolute(traces[(4 - 2 * j) % traces.size()]).string());
  }
  std::ofstream(folder / "tracer_config") << jobs;
  for (const std::string& file : files_in("tests/specimens/tracer")) {
    if (!file.ends_with(".conf")) continue;
    const trace::TracerImport all = trace::import_tracer(
        folder / "tracer_config", trace::import_codes(file), std::filesystem::current_path());
    std::string toml = all.toml;
    for (const trace::ImportedFile& f : all.files) {
      std::ofstream(folder / f.name) << f.text;
      const std::string quoted = fmt::format("\"{}\"", f.name.string());
      toml.replace(toml.find(quoted), quoted.size(), fmt::format("'{}'", (folder / f.name).string()));
    }
    const Results alone = run(toml, 1);
    ASSERT_EQ(alone.end, End::completed) << toml;
    EXPECT_GT(alone.delivered.hash, 0u);
    for (const unsigned threads : kThreads) expect_same(toml, threads, everything(alone));
  }
}

TEST(Determinism, RandomMachinesAndTraffic) {
  const std::uint64_t machines = all_of_them() ? 400 : 40;
  for (std::uint64_t seed = 1; seed <= machines && !testing::Test::HasFailure(); ++seed) {
    Random random(seed * 977);
    const TestFabric f = random_fabric(random);
    write_script(f, random);
    const std::string alone = everything(run(f.toml(), 1));
    for (const unsigned threads : sample(seed)) expect_same(f.toml(), threads, alone);
  }
}

// Several jobs, several ranks a node, placed at random; small and large messages, collectives.
TEST(Determinism, RandomMachinesAndPrograms) {
  const std::uint64_t machines = all_of_them() ? 60 : 8;
  for (std::uint64_t seed = 1; seed <= machines && !testing::Test::HasFailure(); ++seed) {
    Random random(seed * 1237);
    TestFabric f = random_fabric(random);
    f.packet = std::max<std::int64_t>(f.packet, 512);
    f.buffer = std::max(f.buffer, f.packet);
    f.receive_buffer = std::max(f.receive_buffer, f.packet);
    std::string jobs;
    for (const std::string& program : specimens_of_programs()) {
      jobs += fmt::format("[[jobs]]\nprogram = \"{}\"\nranks = {}\npayload = {}\nshare_nodes = true\n",
                          program, random.between(1, f.nodes()),
                          random.one_in(3) ? "false" : "true");
    }
    jobs += "[[jobs]]\npattern = { type = \"uniform\", duration = \"20 us\" }\nshare_nodes = true\n";
    const std::string alone = everything(run(f.toml(jobs), 1));
    for (const unsigned threads : sample(seed)) expect_same(f.toml(jobs), threads, alone);
  }
}

// Three jobs at once, one of them later and one more than once, by every placement and every mapping;
// links sleep, so that each job's energy is compared too.
TEST(Determinism, JobsPlacementsAndMappings) {
  const auto file = test_path("nodes.txt");
  std::ofstream(file) << "3 35 14-20 0\n";
  const std::vector<std::string> machines{
      "[topology]\ntype = 'torus'\nextents = [4, 3, 3]\n",
      "[topology]\ntype = 'dragonfly'\nrouters_per_group = 4\nglobal_links = 2\n"
      "endpoints_per_router = 1\n"};
  std::vector<std::string> ways;
  for (const std::string& p : names("placement")) {
    ways.push_back(fmt::format("placement = {{ type = '{}'{} }}\n", p,
                               p == "file" ? fmt::format(", file = '{}'", file.string()) : ""));
  }
  for (const std::string& m : names("mapping")) {
    const std::string more = m == "permuted"  ? ", order = 'ytxz'"
                             : m == "sub-tori" ? ", block = [2, 2, 2]"
                             : m == "blocked"  ? ", grid = [3, 3], block = [2, 2]"
                                               : "";
    ways.push_back(fmt::format("mapping = {{ type = '{}'{} }}\nlayout = 'cyclic'\n", m, more));
  }
  const auto programs = specimens_of_programs();
  std::size_t turn = 0;
  for (const std::string& way : ways) {
    for (const std::string& machine : machines) {
      if (machine == machines[1] && (way.find("'ytxz'") != way.npos || way.find("[2, 2, 2]") != way.npos)) {
        continue;  // three coordinates
      }
      const std::string toml = fmt::format(
          "{}{}[power]\npreset = 'nsimpower-table1'\nt_lt = '1 us'\nchunk = '5 us'\n"
          "[[jobs]]\nprogram = '{}'\nranks = 9\nranks_per_node = 2\nstart = '3 us'\n"
          "payload = true\n{}"
          "[[jobs]]\nprogram = '{}'\nranks = 10\niterations = 2\nplacement = 'random-nodes'\n"
          "payload = true\n"
          "[[jobs]]\npattern = {{ type = 'uniform', load = 0.3, duration = '20 us' }}\n",
          machine, kRouters, programs[turn % programs.size()], way,
          programs[(turn + 1) % programs.size()]);
      const Results alone = run(toml, 1);
      ASSERT_EQ(alone.end, End::completed) << toml;
      for (const unsigned threads : sample(turn++)) expect_same(toml, threads, everything(alone));
    }
  }
}

}  // namespace determinism_test
}  // namespace kasuri
