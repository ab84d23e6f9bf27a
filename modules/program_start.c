/* SPDX-License-Identifier: MIT
 * Linked into each MPI program: the mark by which the simulator knows it, where ranks begin, and what lets
 * the shared object be started like an executable. Then its library (program.c) acts before the entry is
 * reached.
 */
#include <stdint.h>

#define PUBLIC __attribute__((visibility("default")))

PUBLIC const int kasuri_mpi_program_2 = 1;

#if defined(__x86_64__)
const char kasuri_interpreter[] __attribute__((section(".interp"))) = "/lib64/ld-linux-x86-64.so.2";
#elif defined(__aarch64__)
const char kasuri_interpreter[] __attribute__((section(".interp"))) = "/lib/ld-linux-aarch64.so.1";
#endif

/* First and last; set by the simulator. In a section of its own: ranks share it. */
PUBLIC uintptr_t kasuri_constructors[2] __attribute__((section(".kasuri"))) = {0, 0};

/* The thread-local variables as they begin: their distance from the GOT, bytes, bytes with the zeroed ones,
 * alignment, number of the module; set by the simulator, as what follows. */
PUBLIC intptr_t kasuri_thread_data[5] __attribute__((section(".kasuri"))) = {0};

/* What each rank has a copy of: its distance from the GOT, its bytes, and the GOT's address in the copy that the
 * loader has made. */
PUBLIC intptr_t kasuri_copied[3] __attribute__((section(".kasuri"))) = {0};

/* What calls of libraries cost, in parts of a cycle (modules/rank/prices.h). */
PUBLIC int64_t kasuri_prices[8] __attribute__((section(".kasuri"))) = {0};

/* Their entries of the GOT are words of the rank: counters, and room for counted loops. */
#define WORD(name) char name __attribute__((section(".kasuri"))) = 0
PUBLIC WORD(kasuri_count1);
PUBLIC WORD(kasuri_count2);
PUBLIC WORD(kasuri_count3);
WORD(kasuri_spare1);
WORD(kasuri_spare2);

/* The blocks of the program are not to be removed by the linker. */
extern const char __start_kasuri_blocks[] __attribute__((weak));
PUBLIC const void *kasuri_first_block(void) { return __start_kasuri_blocks; }

typedef void Constructor(int argc, char **argv, char **environment);

int main(int argc, char **argv, char **environment);

PUBLIC int kasuri_entry(int argc, char **argv, char **environment) {
  Constructor **const first = (Constructor **)kasuri_constructors[0];
  Constructor **const last = (Constructor **)kasuri_constructors[1];
  for (Constructor **c = first; c != last; ++c) (*c)(argc, argv, environment);
  return main(argc, argv, environment);
}

PUBLIC __attribute__((noreturn)) void kasuri_start(void) {
  for (;;) __builtin_trap();
}
