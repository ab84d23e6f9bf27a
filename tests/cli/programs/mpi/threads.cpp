// SPDX-License-Identifier: MIT
// Thread-local variables of all kinds, with constructors and destructors.
#include <mpi.h>
#include <cstdio>
#include <string>
struct Noisy { int v; Noisy() : v(40) {} ~Noisy() { std::printf("end %d\n", v); } };
thread_local Noisy noisy;
thread_local int counter = 3;
static thread_local int hidden;
thread_local int* pointer = &counter == nullptr ? nullptr : new int(5);
thread_local std::string text = "text";
alignas(64) thread_local double big[100];
static int global = 7;
thread_local int* to_global = &global;
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int r; MPI_Comm_rank(MPI_COMM_WORLD, &r);
  noisy.v += r, counter += r, hidden += r, *pointer += r;
  text += std::to_string(r), big[99] = r, *to_global += r;
  MPI_Barrier(MPI_COMM_WORLD);
  bool ok = noisy.v == 40 + r && counter == 3 + r && hidden == r && *pointer == 5 + r;
  ok = ok && text == "text" + std::to_string(r) && big[99] == r && global == 7 + r;
  ok = ok && (unsigned long)big % 64 == 0;
  std::printf("%s\n", ok ? "good" : "bad");
  MPI_Finalize();
}
