/* SPDX-License-Identifier: MIT
 * libkasuri_program.so, which MPI programs are linked with: the names that they may call, so that the
 * linker notices others. The simulator, which loads them, has these functions itself, and they are found
 * there first. A program that is started directly begins here, before its own constructors: as one rank,
 * kasuri mpirun -n 1 PROGRAM ARGUMENTS.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern int kasuri_simulator __attribute__((weak));

void kasuri_outside(void) {
  fprintf(stderr, "kasuri: a function of MPI was called outside of the simulator\n");
  abort();
}

#if defined(__x86_64__)
#define JUMP "jmp"
#else
#define JUMP "b"
#endif
#define ENTRY(name) __asm__(".globl " name "\n.type " name ", %function\n" name ":\n");
#define N(name) ENTRY("MPI_" #name) ENTRY("PMPI_" #name)
#define H(name) ENTRY("__wrap_" #name)
__asm__(".text\n");
#include "mpi/api/mpi_names.inc"
#include "mpi/ranks/hosted_names.inc"
ENTRY("kasuri_compute")
ENTRY("kasuri_note_variable")
ENTRY("kasuri_environment")
ENTRY("kasuri_unit_number")
ENTRY("kasuri_take_text")
ENTRY("kasuri_give_text")
ENTRY("kasuri_cores")
ENTRY("kasuri_thread_start")
ENTRY("kasuri_thread_turn")
ENTRY("kasuri_thread_block")
ENTRY("kasuri_thread_wake")
ENTRY("kasuri_thread_number")
ENTRY("kasuri_thread_join")
ENTRY("kasuri_own_thread")
ENTRY("kasuri_epoch")
ENTRY("kasuri_rank_number")
__asm__(JUMP " kasuri_outside@PLT\n");

/* DIRECTORY/mpi/lib/ of a build, or PREFIX/lib/kasuri/ of an installation. */
static void run_one_rank(int argc, char **argv) {
  static const char *const places[] = {"/../../kasuri", "/../../bin/kasuri"};
  Dl_info self;
  char path[4096], program[4096];
  char **words = malloc(sizeof *words * ((size_t)argc + 6));
  const ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
  if (!words || n <= 0 || !dladdr((void *)&kasuri_outside, &self)) return;
  program[n] = '\0';
  words[0] = "kasuri", words[1] = "mpirun", words[2] = "-n", words[3] = "1", words[4] = program;
  for (int i = 1; i <= argc; ++i) words[4 + i] = i < argc ? argv[i] : NULL;
  for (int i = 0; i < 2; ++i) {
    const char *const end = strrchr(self.dli_fname, '/');
    const int length = end ? (int)(end - self.dli_fname) : 0;
    snprintf(path, sizeof path, "%.*s%s", length, self.dli_fname, places[i]);
    execv(path, words);
  }
  fprintf(stderr, "%s: cannot start %s: %s\n", program, path, strerror(errno));
  _exit(127);
}

__attribute__((constructor)) static void begin(int argc, char **argv, char **environment) {
  (void)environment;
  if (&kasuri_simulator == NULL && argc > 0) run_one_rank(argc, argv);
}
