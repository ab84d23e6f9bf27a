// SPDX-License-Identifier: MIT
// The same result for any number of threads, bit for bit: all that is registered (by its specimens in
// tests/specimens), and random machines under random traffic. With KASURI_LONG set, all numbers of
// threads for each; else a sample that covers them all.
#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/hash.h"
#include "core/test_path.h"
#include "power/params.h"
#include "sim/summary.h"
#include "sim/test_random.h"
#include "sim/test_run.h"
#include "topology/test_instances.h"
#include "trace/recording.h"

namespace kasuri {
namespace {

constexpr unsigned kThreads[] = {2, 3, 4, 7};

bool all_of_them() { return std::getenv("KASURI_LONG") != nullptr; }

std::vector<unsigned> sample(std::size_t turn) {
  if (all_of_them()) return {std::begin(kThreads), std::end(kThreads)};
  return {kThreads[turn % std::size(kThreads)]};
}

std::string everything(const PowerRun& p) {
  std::string text = "\n" + power_json(p).dump(1);
  for (const auto* rows : {&p.counted.outputs, &p.counted.injections}) {
    for (const LinkPowerRow& l : *rows) {
      text += fmt::format("\npower {} {} {} {} {}", l.asleep[0].ps, l.asleep[1].ps, l.stall.ps,
                          l.transitions, l.bytes.n);
    }
  }
  for (const ChunkRow& c : p.counted.chunks) {
    for (const auto* column : {&c.asleep[0], &c.asleep[1], &c.busy, &c.bytes}) {
      text += fmt::format("\nchunk {}", fmt::join(*column, " "));
    }
  }
  return text;
}

// Everything that a run says, but for what depends on the host.
std::string everything(const Results& r) {
  nlohmann::ordered_json json = summary_json(r);
  json.erase("host");
  std::string text = json.dump(1);
  for (const LinkRow l : r.links) {
    text += fmt::format("\nlink {} {} {} {} {} {} {}", l.from, l.port, l.to(), l.link_class(), l.packets,
                        l.bytes.n, l.busy().ps);
  }
  for (const NicRow& n : r.nics) {
    text += fmt::format("\nnic {} {} {} {}", n.router, n.use.send_busy.ps, n.use.receive_busy.ps,
                        n.use.sent.n);
  }
  if (r.faults) {
    for (const LinkErrorRow& e : r.faults->errors) {
      text += fmt::format("\nerrors {} {} {} {} {}", e.router, e.port, e.injection, e.counted.errors,
                          e.counted.repeating.ps);
    }
  }
  if (r.power) text += everything(*r.power);
  for (const RankRow& k : r.ranks) {
    const mpi::RankStatistics& s = k.spent;
    text += fmt::format("\nrank {} {} {} {} {} {} {} {} {} {} {} {} {} {}", k.job, k.rank, k.node,
                        s.computing.ps, s.noise.ps, s.sending.ps, s.receiving.ps, s.waiting.ps,
                        s.polling.ps,
                        s.collectives.ps, s.waiting_in_collectives.ps, s.finish.ps, s.messages,
                        s.bytes.n);
  }
  for (const WaitRow& w : r.statistics.waits) {
    text += fmt::format("\nwait {} {} {} {} {}", w.job, w.rank, w.peer, w.time.ps, w.times);
  }
  Statistics copy = r.statistics;  // histograms, bucket by bucket
  ByteBuffer bytes;
  ArchiveWriter archive(bytes);
  transfer(archive, copy);
  std::uint64_t hash = 0;
  for (const std::byte b : bytes) hash = mix(hash, static_cast<std::uint64_t>(b));
  text += fmt::format("\nstatistics {} bytes {:016x}", bytes.size(), hash);
  return text;
}

// One run in eight has as many working threads as there are cores; in the others one thread takes the
// parts in turn, so that the test does not wait for cores that others use. All have them where races are
// looked for.
#ifdef __SANITIZE_THREAD__
constexpr unsigned kThreadedOneIn = 1;
#else
constexpr unsigned kThreadedOneIn = 8;
#endif

Results run(const std::string& toml, unsigned threads) {
  static unsigned turn = 0;
  return simulate_test(
      TestConfig(config::Document::parse(toml, "test.toml", std::filesystem::current_path())),
      threads, ++turn % kThreadedOneIn == 0 ? 0 : 1);
}

// Line by line, so that a difference is found among thousands of equal lines.
void expect_same(const std::string& toml, unsigned threads, const std::string& alone) {
  std::istringstream expected(alone), got(everything(run(toml, threads)));
  std::string a, b;
  int differences = 0;
  while (std::getline(expected, a) && std::getline(got, b) && differences < 5) {
    if (a == b) continue;
    ++differences;
    ADD_FAILURE() << threads << " threads: " << b << "\ninstead of " << a << "\nin\n" << toml;
  }
  EXPECT_EQ(expected.eof(), got.eof());
}

std::string read(const std::filesystem::path& file) {
  std::ifstream in(file);
  EXPECT_TRUE(in) << file << " is missing: every registered component needs a specimen";
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> names(std::string_view kind) {
  std::vector<std::string> all;
  for (const config::Component* c : config::components(kind)) {
    if (c->name != "script") all.push_back(c->name);
  }
  return all;
}

std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> all;
  for (const auto& f : std::filesystem::directory_iterator(folder)) all.push_back(f.path().string());
  std::ranges::sort(all);
  return all;
}

std::vector<std::string> specimens_of_programs() { return files_in("tests/specimens/program"); }

// What four ranks of a program do, as an OTF2 archive.
std::string record_otf2(const std::string& program) {
  const std::filesystem::path folder =
      test_path("otf2-of-" + std::filesystem::path(program).stem().string());
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  TestConfig c(fmt::format("[topology]\ntype = 'torus'\nextents = [2, 2]\n[[jobs]]\nname = 'p'\n"
                           "program = '{}'\nranks = 4\npayload = true\n", program));
  const Results r = simulate(c.config, std::move(c.plan),
                             {.include_dir = std::filesystem::absolute("include"),
                              .progress = {},
                              .threads = 1,
                              .cores = 1,
                              .cluster = nullptr,
                              .tell = {},
                              .record = "otf2"});
  EXPECT_EQ(r.end, End::completed) << program;
  return (folder / r.recording->write(folder).front()).string();
}

// Traces of four ranks: those of text that are kept, and those of programs that OTF2 can hold.
const std::vector<std::string>& specimens_of_traces() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> traces = files_in("tests/specimens/trace");
    for (const char* program : {"communicators", "mixed"}) {
      traces.push_back(record_otf2(fmt::format("tests/specimens/program/{}.c", program)));
    }
    return traces;
  }();
  return all;
}

// The jobs of all patterns, programs, motifs and traces.
std::vector<std::string> workloads() {
  std::vector<std::string> all;
  for (const std::string& name : names("pattern")) {
    all.push_back(read("tests/specimens/pattern/" + name + ".toml"));
  }
  for (const std::string& file : specimens_of_programs()) {
    all.push_back(fmt::format("[[jobs]]\nprogram = \"{}\"\npayload = true\n", file));
  }
  for (const std::string& name : names("motif")) {
    all.push_back(read("tests/specimens/motif/" + name + ".toml"));
  }
  for (const std::string& file : specimens_of_traces()) {
    all.push_back(fmt::format("[[jobs]]\ntrace = \"{}\"\nranks_per_node = 2\nlayout = 'cyclic'\n",
                              file));
  }
  return all;
}

// What a topology's routers need so that any routing that takes it is free of deadlock, and links long
// enough for windows of some length.
constexpr std::string_view kRouters =
    "[router]\nvcs = 12\nbuffer = '4 KiB'\n[link]\ncable_latency = '100 ns'\n";

TEST(Determinism, EveryTopologyRoutingAndWorkload) {
  std::map<std::string, int> machines_of;
  const std::vector<std::string> all_workloads = workloads();
  std::size_t turn = 0, machines = 0;
  for (const auto& [topology, instances] : small_instances()) {
    for (const std::string& routing : names("routing")) {
      // Another instance for each routing; all of them in the long test.
      for (std::size_t i = 0; i < instances.size(); ++i) {
        if (!all_of_them() && i != (turn + 1) % instances.size()) continue;
        const std::string machine = fmt::format(
            "[topology]\ntype = '{}'\n{}\n{}[nic]\nper_node = {}\n[routing]\ntype = '{}'\n", topology,
            instances[i], kRouters, topology == "rails" ? 2 : 1, routing);
        try {
          TestConfig planned(machine + workloads().front());
        } catch (const Error&) {
          continue;  // not made for each other
        }
        ++machines_of[topology];
        ++machines_of[routing];
        // Two workloads for each machine, all in turn; each machine has them all in the long test.
        ++machines;
        for (std::size_t w = 0; w < all_workloads.size(); ++w) {
          if (!all_of_them() && (w + 2 * machines) % all_workloads.size() > 1) continue;
          const std::string toml = machine + all_workloads[w];
          const Results alone = run(toml, 1);
          ASSERT_EQ(alone.end, End::completed) << toml;
          for (const unsigned threads : sample(turn++)) {
            expect_same(toml, threads, everything(alone));
          }
        }
      }
    }
  }
  for (const std::string& t : names("topology")) EXPECT_GT(machines_of[t], 0) << t;
  for (const std::string& r : names("routing")) EXPECT_GT(machines_of[r], 0) << r;
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

// Traces as TraceR's configurations have them: two jobs on scattered nodes, one more than once, sizes
// and computation replaced.
TEST(Determinism, SeveralTraces) {
  const auto map = test_path("map.txt");
  std::ofstream(map) << "0 11\n1 4\n2 7\n3 4\n";
  const std::vector<std::string>& traces = specimens_of_traces();
  for (std::size_t i = 0; i < traces.size(); ++i) {
    const std::string toml = fmt::format(
        "[topology]\ntype = 'torus'\nextents = [3, 4]\n{}[power]\nt_lt = '1 us'\n"
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
          "{}{}[power]\nt_lt = '1 us'\nchunk = '5 us'\n"
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

// Arbiters, a faster switch, classes of traffic; routings of all kinds.
TEST(Determinism, Routers) {
  const auto machine = [](const std::string& router, const std::string& routing) {
    return fmt::format(
        "[topology]\ntype = 'torus'\nextents = [4, 3, 3]\n[router]\nvcs = 12\nbuffer = '4 KiB'\n{}"
        "[link]\ncable_latency = '100 ns'\n[routing]\ntype = '{}'\n"
        "[[jobs]]\nplacement = 'random-nodes'\nranks = 18\n"
        "pattern = {{ type = 'uniform', load = 0.9, message = '300 B', duration = '6 us' }}\n"
        "[[jobs]]\ntraffic_class = {}\n"
        "pattern = {{ type = 'uniform', load = 0.9, message = '4 KiB', duration = '6 us' }}\n",
        router, routing, router.find("classes = 2") != router.npos ? 1 : 0);
  };
  std::vector<std::string> settings;
  for (const std::string& arbiter : names("arbiter")) {
    for (const char* more : {"", "speedup = 1.7\n", "classes = 2\n"}) {
      settings.push_back(fmt::format("arbiter = '{}'\n{}", arbiter, more));
    }
  }
  std::size_t turn = 0;
  for (const std::string& setting : settings) {
    for (const char* routing : {"dimension-order", "minimal-adaptive", "valiant"}) {
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
  settings.push_back("directions = \"joint\"");
  settings.push_back("directions = \"joint\"\npolicy = \"early-wake\"\nterminal_ports = true");
  std::uint64_t transitions = 0;
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
      for (const unsigned threads : {2u, 3u, 4u}) expect_same(toml, threads, everything(alone));
    }
  }
  EXPECT_GT(transitions, 0u);
}

// All that [statistics] can collect: splits in time, waits, buffers, a timeline.
TEST(Determinism, Statistics) {
  const std::string machine =
      "[topology]\ntype = \"torus\"\nextents = [4, 3, 2]\n[link]\ncable_latency = '100 ns'\n"
      "[mpi]\nsend_overhead = '200 ns'\nreceive_overhead = '100 ns'\n"
      "[statistics.buffers]\nrouters = [0, 3, 7, 11, 22]\nfrom = '1 us'\nuntil = '9 us'\n"
      "[statistics.timeline]\nfrom = '500 ns'\nuntil = '12 us'\n";
  const std::string uniform =
      "[[jobs]]\npattern = { type = \"uniform\", load = 0.4, duration = \"30 us\" }\n";
  std::vector<std::string> runs{uniform, "[run]\ntime_limit = \"7777 ns\"\n" + uniform};
  for (const std::string& program : specimens_of_programs()) {
    runs.push_back(fmt::format("[[jobs]]\nprogram = \"{}\"\nranks = 12\npayload = true\n", program) +
                   uniform + "ranks = 12\n");
  }
  for (const char* split : {"split = 'links'", "split = 'routers'\nchunk = '700 ns'"}) {
    for (const std::string& jobs : runs) {
      const std::string toml =
          fmt::format("[statistics]\nwaits = true\n{}\n", split) + machine + jobs;
      const Results alone = run(toml, 1);
      EXPECT_FALSE(alone.statistics.watched.buffers.empty());
      EXPECT_FALSE(alone.statistics.watched.links.empty());
      EXPECT_FALSE(alone.statistics.watched.bytes.rows.empty());
      for (const unsigned threads : {2u, 3u, 4u}) expect_same(toml, threads, everything(alone));
      // What is watched changes nothing.
      const Results plain = run("[topology]\ntype = \"torus\"\nextents = [4, 3, 2]\n[link]\n"
                                "cable_latency = '100 ns'\n[mpi]\nsend_overhead = '200 ns'\n"
                                "receive_overhead = '100 ns'\n" + jobs, 1);
      EXPECT_EQ(plain.delivered.hash, alone.delivered.hash);
    }
  }
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
          "[[faults.failures]]\nat = '4 us'\nrandom_links = 2\n[[faults.degraded]]\nbit_error_rate = 1e-6\n"
          "[[faults.degraded]]\nrandom_links = 5\nrate_factor = 0.3\n[power]\nt_lt = '1 us'\n"
          "[nic]\nwindow = '4 KiB'\n"}) {
      for (std::size_t j = 0; j < jobs.size(); ++j) {
        if (!all_of_them() && (turn + j) % jobs.size() > 1) continue;
        const std::string toml = fmt::format("{}[routing]\ntype = {}\n[run]\ndeadlock_check = {}\n{}{}{}",
                                             machine, routing, routing != std::string("'tables'"), faults,
                                             noises[turn % noises.size()], jobs[j]);
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
    TestConfig c(fmt::format("[topology]\ntype = \"torus\"\nextents = [4, 4]\n[power]\n{}\n[[jobs]]\n"
                             "pattern = {{ type = \"uniform\", duration = \"5 us\" }}\n", power));
    simulate(c.config, std::move(c.plan), {.include_dir = std::filesystem::absolute("include"),
                                           .progress = {},
                                           .threads = 4,
                                           .cores = 0,
                                           .cluster = nullptr,
                                           .tell = [&](const std::string& s) { told = s; },
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
                             {.include_dir = std::filesystem::absolute("include"),
                              .progress = {},
                              .threads = 4,
                              .cores = 0,
                              .cluster = nullptr,
                              .tell = [&](const std::string& s) { told = s; },
                              .record = {}});
  EXPECT_THAT(told, testing::HasSubstr("1 thread: parts could run ahead of each other by 1 ps only"));
  EXPECT_EQ(everything(r), everything(run(timeless.toml(jobs), 1)));
}

}  // namespace
}  // namespace kasuri
