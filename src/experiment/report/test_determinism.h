// SPDX-License-Identifier: MIT
// For tests: all that a run must give the same of for any number of threads, and what there is to run.
#pragma once

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/core/hash.h"
#include "base/core/test_path.h"
#include "network/power/params.h"
#include "experiment/report/power_report.h"
#include "experiment/report/summary.h"
#include "experiment/run/test_random.h"
#include "experiment/run/test_run.h"
#include "network/topology/test_instances.h"
#include "workload/programs/compile.h"
#include "workload/traces/recording.h"
#include "workload/traces/test_archive.h"

namespace kasuri {

constexpr unsigned kThreads[] = {2, 3, 4, 7};

inline bool all_of_them() { return std::getenv("KASURI_LONG") != nullptr; }

inline std::vector<unsigned> sample(std::size_t turn) {
  if (all_of_them()) return {std::begin(kThreads), std::end(kThreads)};
  return {kThreads[turn % std::size(kThreads)]};
}

inline std::string everything(const PowerRun& p) {
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
inline std::string everything(const Results& r) {
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
  for (const Outcome& probe : r.probes) {
    for (const Table& t : probe.tables) {
      for (const TableColumn& c : t.columns) {
        std::visit([&](const auto& values) {
          text += fmt::format("\n{} {}: {}", t.name, c.name, fmt::join(values, " "));
        }, c.values);
      }
    }
    for (const auto& [name, file] : probe.files) text += '\n' + name + '\n' + file;
  }
  return text;
}

// One run in eight has as many working threads as there are cores; in the others one thread takes the
// parts in turn, so that the test does not wait for cores that others use. All have them where races are
// looked for. Of the former every second run changes between many threads and one, window by window.
#ifdef __SANITIZE_THREAD__
constexpr unsigned kThreadedOneIn = 1;
#else
constexpr unsigned kThreadedOneIn = 8;
#endif

inline Results run(const std::string& toml, unsigned threads) {
  static unsigned turn = 0;
  ++turn;
  return simulate_test(
      TestConfig(config::Document::parse(toml, "test.toml", std::filesystem::current_path())),
      threads, turn % kThreadedOneIn == 0 ? 0 : 1,
      turn % (2 * kThreadedOneIn) == 0);
}

// Line by line, so that a difference is found among thousands of equal lines.
inline void expect_same(const std::string& toml, unsigned threads, const std::string& alone) {
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

inline std::string read(const std::filesystem::path& file) {
  std::ifstream in(file);
  EXPECT_TRUE(in) << file << " is missing: every registered component needs a specimen";
  return {std::istreambuf_iterator<char>(in), {}};
}

inline std::vector<std::string> names(std::string_view kind) {
  std::vector<std::string> all;
  for (const config::Component* c : config::components(kind)) {
    if (c->name != "script") all.push_back(c->name);
  }
  return all;
}

inline std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> all;
  for (const auto& f : std::filesystem::directory_iterator(folder)) all.push_back(f.path().string());
  std::ranges::sort(all);
  return all;
}

inline std::vector<std::string> specimens_of_programs() { return files_in("tests/specimens/program"); }

// What four ranks of a program do, as an OTF2 archive.
inline std::string record_otf2(const std::string& program) {
  const std::filesystem::path folder =
      test_path("otf2-of-" + std::filesystem::path(program).stem().string());
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  TestConfig c(fmt::format("[topology]\ntype = 'torus'\nextents = [2, 2]\n[[jobs]]\nname = 'p'\n"
                           "program = '{}'\nranks = 4\npayload = true\n", program));
  const Results r = simulate(c.config, std::move(c.plan),
                             {.include_dir = find_include_dir(),
                              .progress = {},
                              .threads = 1,
                              .cores = 1,
                              .cluster = nullptr,
                              .tell = {},
                              .record = "otf2"});
  EXPECT_EQ(r.end, End::completed) << program;
  return (folder / r.recording->write(folder).front()).string();
}

// An OTF2 archive of four ranks as Score-P writes it: collectives of which it tells each rank's sums only,
// requests, computation in a region, a communicator of some.
inline std::string scorep_archive() {
  trace::TestArchive a("otf2-scorep", 4);
  const OTF2_CommRef some = a.comm({3, 1});
  for (std::uint32_t r = 0; r < 4; ++r) {
    auto& l = a.location(r);
    const std::uint64_t own = 900 * (r + 1);
    l.enter("main", OTF2_PARADIGM_COMPILER);
    for (std::uint64_t step = 0; step < 2; ++step) {
      l.enter("MPI_Irecv").say(OTF2_EvtWriter_MpiIrecvRequest, 2 * step).leave();
      l.enter("MPI_Isend");
      l.say(OTF2_EvtWriter_MpiIsend, (r + 1) % 4, 0u, 1u, std::uint64_t{70'000}, 2 * step + 1).leave();
      l.enter("solve", OTF2_PARADIGM_USER).wait(700 * r).leave();
      l.enter("MPI_Waitall");
      l.say(OTF2_EvtWriter_MpiIrecv, (r + 3) % 4, 0u, 1u, std::uint64_t{70'000}, 2 * step);
      l.say(OTF2_EvtWriter_MpiIsendComplete, 2 * step + 1).leave();
      l.collective("MPI_Allgatherv", OTF2_COLLECTIVE_OP_ALLGATHERV, 4 * own, 9000);
      l.collective("MPI_Alltoallv", OTF2_COLLECTIVE_OP_ALLTOALLV, own, 3150 - own / 2);
      l.collective("MPI_Scatterv", OTF2_COLLECTIVE_OP_SCATTERV, r == 2 ? 9000 : 0, own, 2);
      l.collective("MPI_Reduce_scatter", OTF2_COLLECTIVE_OP_REDUCE_SCATTER, 9000, 4 * own);
      if (r % 2 == 1) {
        l.collective("MPI_Reduce", OTF2_COLLECTIVE_OP_REDUCE, r == 3 ? 0 : 500, r == 3 ? 500 : 0, 0, some);
      }
    }
    l.leave();
  }
  return a.keep().string();
}

// Traces of four ranks: those of text that are kept, those of programs that OTF2 can hold, and another's.
inline const std::vector<std::string>& specimens_of_traces() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> traces{scorep_archive()};
    for (const std::string& file : files_in("tests/specimens/trace")) traces.push_back(file);
    for (const char* program : {"communicators", "mixed"}) {
      traces.push_back(record_otf2(fmt::format("tests/specimens/program/{}.c", program)));
    }
    return traces;
  }();
  return all;
}

// The jobs of all patterns, programs, motifs and traces.
inline std::vector<std::string> workloads() {
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

}  // namespace kasuri
