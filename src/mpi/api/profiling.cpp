// SPDX-License-Identifier: MIT
// PMPI_NAME for each function MPI_NAME (MPI 4.1, section 15.2): a jump there. A profiling library defines
// MPI_NAME in the program, which is linked so that it finds its own functions first, and calls PMPI_NAME.
#if defined(__x86_64__)
#define KASURI_JUMP "jmp"
#elif defined(__aarch64__)
#define KASURI_JUMP "b"
#else
#error "the instruction for a jump is not known here"
#endif

#define N(name)                                                                           \
  __asm__(".globl PMPI_" #name "\n.type PMPI_" #name ", %function\nPMPI_" #name ":\n\t"   \
          KASURI_JUMP " MPI_" #name "\n.size PMPI_" #name ", .-PMPI_" #name "\n");
__asm__(".text\n");
#include "mpi/api/mpi_names.inc"
#undef N
#undef KASURI_JUMP
