// SPDX-License-Identifier: MIT
// Measured times: tables, and what benchmarks print.
#include "measured/measurements.h"
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

}  // namespace
}  // namespace kasuri::fuzz
