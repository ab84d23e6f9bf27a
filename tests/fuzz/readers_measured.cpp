// SPDX-License-Identifier: MIT
// Measured times: tables, and what benchmarks print.
#include "base/core/errors.h"
#include "experiment/measured/constants.h"
#include "experiment/measured/measurements.h"
#include "experiment/plan/accuracy.h"
#include "experiment/plan/config.h"
#include "reader.h"

namespace kasuri::fuzz {
namespace {

const char* const kTable =
    "system,nodes,tasks_per_node,library,collective,algorithm,bytes,iterations,median_us,p10_us,p90_us\n"
    "fugaku,2x2x2,1,FJMPI 4.0.1,allgather,default-ring,256,100,19.9,18.9,21.5\n"
    "lumi,8,2,CRAY_MPICH 8.1.29,allreduce,recursive_doubling_over,67108864,50,70652.7,70222.3,71000\n";
const char* const kOsu =
    "# OSU MPI Allreduce Latency Test v7.5\n# Size       Avg Latency(us)\n4       2.07\n65536      41.1\n";
const char* const kImb =
    "# Benchmarking Alltoall \n# #processes = 8 \n#bytes #repetitions  t_min[usec]  t_max[usec]  "
    "t_avg[usec]\n"
    "            0         1000         0.05         0.06         0.05\n"
    "         1024         1000        12.1        13.2        12.6\n";
const char* const kNccl =
    "# nccl-tests all_reduce_perf\n"
    "#       size         count      type   redop    root     time   algbw   busbw #wrong\n"
    "     1048576        262144     float     sum      -1    85.29   12.29   21.51      0\n";

const Reader measured_times{
    "measured",
    "measured times, of tables and benchmarks",
    [] {
      return std::vector<Input>{text_input("times.csv", kTable), text_input("times.csv", kOsu),
                                text_input("times.csv", kImb), text_input("times.csv", kNccl)};
    },
    {"4x4x4", "reduce_scatter", "Avg Latency", "t_max[usec]", "busbw", "Benchmarking", ",", "1e9", "-1"},
    Place::line,
    [](const Input& input) {
      const auto all = measured::parse_measurements(input.front().bytes, input.front().name,
                                                    {.nodes = "2", .ranks_per_node = 1, .algorithm = ""});
      for (const measured::Measurement& m : all) {
        require(m.median_us > 0 && m.bytes >= 0 && m.nodes.count > 0, "what is read is in range",
                m.collective);
      }
    }};

const Reader machine_errors{
    "machine-errors",
    "errors of machine files",
    [] {
      std::vector<Input> all{text_input(
          "m.errors.csv", "nodes,ranks_per_node,collective,algorithm,bytes,measured_us,simulated_us\n"
                          "8,1,allreduce,ring,256,43.1,40.2\n16,4,bcast,binomial,67108864,1e5,2e5\n")};
      for (Input& i : source_files("machines", {".csv"})) all.push_back(std::move(i));
      return all;
    },
    {",", "1e300", "nan", "-0", "\r\n", "nodes"},
    Place::line,
    [](const Input& input) {
      const MachineErrors errors = MachineErrors::parse(input.front().bytes, input.front().name);
      for (const Range& r : {errors.factors(), errors.factors(errors.points().front())}) {
        require(r.low > 0 && r.low <= r.high, "a range has an order", errors.points().front().collective);
      }
    }};

// --- Machines into which `kasuri calibrate` writes ---

Config machine_of(const std::string& text) {
  config::Document document = config::Document::parse(
      text + "\n[[jobs]]\nmotif = { type = 'pairs' }\n", "machine.toml", scratch());
  Config c = config::read<Config>(document.root());
  document.finish();
  return c;
}

void read_calibrated(const Input& input) {
  const std::string& text = input.front().bytes;
  machine_of(text);
  const std::string after = measured::with_settings(
      text, {{"mpi.send_overhead", "412 ns"}, {"nic.dma_read_rate", "9.5 GB/s"}, {"link.rate", "3 GB/s"}},
      "fitted", "machine.toml");
  try {
    const Config c = machine_of(after);
    require(c.mpi.send_overhead == Time{412'000} && c.link.rate.n == 3'000'000'000,
            "what is written is read", after);
  } catch (const Error& e) {
    require(false, "a calibrated machine is a machine", e.what() + ("\n" + after));
  }
}

const Reader calibrated{
    "calibrated",
    "machines that are calibrated",
    [] {
      std::vector<Input> all{
          text_input("machine.toml", "topology = { type = 'torus', extents = [2, 2] }\n[mpi]\n"
                                     "send_overhead = '1 us' # assumed\n[link]\nrate = '2 GB/s'\n"),
          text_input("machine.toml",
                     "[topology]\ntype = 'switch'\nendpoints = 4\n\n[nic]\r\npacket = '1 KiB'\n")};
      for (Input& i : source_files("machines", {".toml"})) all.push_back(std::move(i));
      return all;
    },
    {"[mpi]", "[link]", "[nic]", "send_overhead", "rate", "mpi.send_overhead", "\"\"\"", "[[", " ", "\t",
     "="},
    Place::file,
    read_calibrated};

}  // namespace
}  // namespace kasuri::fuzz
