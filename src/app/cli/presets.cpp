// SPDX-License-Identifier: MIT
// Configurations to begin with, each small enough to run in seconds. A key after `#` is one that is often
// changed: `new` writes it as a comment, with its default.
#include "app/cli/presets.h"

namespace kasuri::cli {

namespace {

constexpr const char* kProgram = R"(#include <mgen.h>
#include <stdio.h>

// Every rank exchanges 16 KiB with its two neighbours in a ring, ten times.
int MGEN_Main(int argc, char** argv) {
  int rank, size;
  MGEN_Init(&argc, &argv);
  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);
  MGEN_Comm_size(MGEN_COMM_WORLD, &size);
  char out[16384] = {0}, in[16384];
  const double begin = MGEN_Wtime();
  for (int i = 0; i < 10; ++i) {
    MGEN_Sendrecv(out, sizeof out, MGEN_CHAR, (rank + 1) % size, 0, in, sizeof in, MGEN_CHAR,
                  (rank + size - 1) % size, 0, MGEN_COMM_WORLD, MGEN_STATUS_IGNORE);
  }
  if (rank == 0) printf("%.1f us\n", 1e6 * (MGEN_Wtime() - begin));
  MGEN_Finalize();
  return 0;
}
)";

constexpr const char* kTrace = R"(num_ranks 2

rank 0 {
a: send 4096b to 1 tag 0
b: recv 4096b from 1 tag 1
b requires a
}

rank 1 {
a: recv 4096b from 0 tag 0
b: send 4096b to 0 tag 1
b requires a
}
)";

}  // namespace

// The parts that most of them have.
#define ROUTERS "\n[router]\nvcs = 2\n#buffer\n#architecture\n#arbiter\n"
#define LINKS "\n[link]\nrate = \"25 GB/s\"\ncable_latency = \"10 ns\"\n"
#define NICS "\n[nic]\npacket = \"2 KiB\"\n#loopback\n"
#define UNIFORM                                                                                          \
  "\n[[jobs]]\n#ranks\n\n[jobs.pattern]\ntype = \"uniform\"\nload = 0.3\nmessage = \"2 KiB\"\nduration " \
  "= \"50 us\"\n"
#define PLACES "#placement\n#mapping\n"
#define COLLECTIVE(ranks)                                             \
  "\n[[jobs]]\nranks = " ranks "\n" PLACES                            \
  "\n[jobs.motif]\ntype = \"collective\"\noperation = \"alltoall\"\n" \
  "size = \"2 KiB\"\nsteps = 1\n"
#define RUN "\n[run]\n#seed\n#time_limit\n"

const std::vector<Preset>& presets() {
  static const std::vector<Preset> all{
      {"dragonfly", "dragonfly with adaptive routing, uniform traffic",
       "[topology]\ntype = \"dragonfly\"\nrouters_per_group = 4\nglobal_links = 2\nendpoints_per_router "
       "= 2\n"
       "\n[routing]\ntype = \"ugal-l\"\n"
       "\n[router]\nvcs = 5\n#buffer\n#architecture\n" LINKS
       "\n[link.global]\ncable_latency = \"100 ns\"\n" NICS UNIFORM RUN},
      {"energy", "torus whose links sleep when they are idle",
       "[topology]\ntype = \"torus\"\nextents = [4, 4, 4]\n" ROUTERS LINKS NICS
       "\n[power]\npreset = \"nsimpower-table1\"\npolicy = \"idle-timer\"\nt_lt = \"5 us\"\n#chunk\n"
       "\n[[jobs]]\n#ranks\n" PLACES
       "\n[jobs.motif]\ntype = \"stencil\"\ngrid = [4, 4, 4]\nsize = \"32 KiB\"\nsteps = 20\n"
       "compute = \"20 us\"\n" RUN},
      {"fat-tree", "two levels of switches, an all-to-all exchange",
       "[topology]\ntype = \"fat-tree\"\nradix = 8\nlevels = 2\n" ROUTERS LINKS NICS COLLECTIVE("32")
           RUN},
      {"mesh", "8x8 mesh as on a chip, flit by flit, uniform traffic",
       "[topology]\ntype = \"mesh\"\nextents = [8, 8]\n"
       "\n[router]\narchitecture = \"flit-input-queued\"\narbiter = \"islip\"\nvcs = 4\nbuffer = \"512 "
       "B\"\n"
       "\n[link]\nrate = \"16 GB/s\"\ncable_latency = \"1 ns\"\n"
       "\n[nic]\npacket = \"64 B\"\nheader = \"16 B\"\n"
       "\n[[jobs]]\n#ranks\n\n[jobs.pattern]\ntype = \"uniform\"\nload = 0.3\nmessage = \"48 "
       "B\"\nduration = \"10 us\"\n" RUN},
      {"message-level", "LogGP model of whole messages, without a network in detail",
       "[topology]\ntype = \"switch\"\nendpoints = 64\n"
       "\n[network]\ntype = \"loggp\"\n" COLLECTIVE("64") RUN},
      {"program", "MPI-like program in C on a torus",
       "[topology]\ntype = \"torus\"\nextents = [4, 4, 4]\n" ROUTERS LINKS NICS
       "\n[[jobs]]\nprogram = \"program.c\"\nargs = []\nranks = 64\n" PLACES "#payload\n" RUN,
       "program.c", kProgram},
      {"torus", "torus, an all-to-all exchange",
       "[topology]\ntype = \"torus\"\nextents = [4, 4, 4]\n"
       "\n[routing]\ntype = \"dimension-order\"\n" ROUTERS LINKS NICS COLLECTIVE("64") RUN},
      {"trace", "replay of a trace: OTF2, DUMPI, GOAL or time-independent",
       "[topology]\ntype = \"fat-tree\"\nradix = 8\nlevels = 2\n" ROUTERS LINKS NICS
       "\n[[jobs]]\ntrace = \"trace.goal\"\n#iterations\n" PLACES RUN,
       "trace.goal", kTrace},
  };
  return all;
}

}  // namespace kasuri::cli
