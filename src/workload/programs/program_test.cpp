// SPDX-License-Identifier: MIT
// Programs from source and from shared objects; what is wrong with them is said plainly.
#include "workload/programs/program.h"

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/core/errors.h"
#include "base/engine/partition.h"
#include "mpi/ranks/hosted_calls.h"
#include "mpi/ranks/test_transport.h"
#include "mpi/ranks/world.h"
#include "workload/programs/compile.h"
#include "workload/programs/elf.h"

namespace kasuri {
namespace program_test {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const fs::path kInclude = find_include_dir();

// A directory of its own with an empty cache.
class ProgramTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "kasuri-test-XXXXXX").string();
    ASSERT_TRUE(mkdtemp(name.data()));
    dir_ = name;
    setenv("XDG_CACHE_HOME", (dir_ / "cache").c_str(), 1);
  }
  void TearDown() override { fs::remove_all(dir_); }

  fs::path write(const std::string& name, const std::string& text) {
    std::ofstream(dir_ / name) << text;
    return dir_ / name;
  }
  static std::string error_of(const fs::path& file) {
    try {
      Program::load(file, kInclude);
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), Exit::usage);
      return e.what();
    }
    return "";
  }
  std::size_t cached() {
    const fs::path cache = dir_ / "cache" / "kasuri";
    return fs::exists(cache) ? std::distance(fs::directory_iterator(cache), {}) : 0;
  }
  fs::path dir_;
};

const char* const kGood =
    "#include <mgen.h>\n"
    "int MGEN_Main(int argc, char** argv) { (void)argv; return argc; }\n";

TEST_F(ProgramTest, CompilesOnceAndLoads) {
  for (const char* name : {"good.c", "good.cpp"}) {
    const fs::path source = write(name, kGood);
    const std::size_t before = cached();
    const Program a = Program::load(source, kInclude);
    EXPECT_EQ(a.entry()(3, nullptr), 3);
    EXPECT_EQ(cached(), before + 1);
    const auto written = fs::last_write_time(a.object());
    EXPECT_EQ(Program::load(source, kInclude).object(), a.object());
    EXPECT_EQ(fs::last_write_time(a.object()), written);
    EXPECT_EQ(Program::load(a.object(), kInclude).entry()(4, nullptr), 4);
  }
}

TEST_F(ProgramTest, AChangedHeaderIsAnotherProgram) {
  write("value.h", "#define VALUE 1\n");
  const fs::path source = write("p.c",
                                "#include <mgen.h>\n#include \"value.h\"\n"
                                "int MGEN_Main(int c, char** v) { (void)c; (void)v; return VALUE; }\n");
  EXPECT_EQ(Program::load(source, kInclude).entry()(0, nullptr), 1);
  write("value.h", "#define VALUE 2\n");
  EXPECT_EQ(Program::load(source, kInclude).entry()(0, nullptr), 2);
}

TEST_F(ProgramTest, AnUnwritableCacheIsNoObstacle) {
  write("cache", "a file, not a directory");
  EXPECT_EQ(Program::load(write("good.c", kGood), kInclude).entry()(5, nullptr), 5);
}

TEST_F(ProgramTest, TheCompilerSpeaksForItself) {
  const std::string message = error_of(write("bad.c", "#include <mgen.h>\nint x = y;\n"));
  EXPECT_THAT(message, AllOf(HasSubstr("bad.c' does not compile:\n"), HasSubstr("bad.c:2:")));
  EXPECT_THAT(error_of(write("lost.c", "#include <no_such_header.h>\n")),
              HasSubstr("no_such_header.h"));
  EXPECT_EQ(cached(), 0u);
}

TEST_F(ProgramTest, WritableGlobalsAreNamed) {
  const std::string message = error_of(write("globals.cpp", R"(
#include <mgen.h>
#include <iostream>
int counter;
static double table[4] = {1, 2, 3, 4};
const int constant = 5;
const char* const names[] = {"a", "b"};
thread_local int own;
namespace space { int deep = 1; }
int MGEN_Main(int, char**) {
  static int calls;
  try { if (counter) throw 1; } catch (int) {}
  std::cout << names[0];
  return ++calls + own + space::deep + constant + static_cast<int>(table[counter]++);
}
)"));
  EXPECT_THAT(message, HasSubstr("has writable globals that its ranks would share: "
                                 "MGEN_Main::calls, counter, own, space::deep, table; make"));
}

// Names of C are no types of C++, whose mangled names they may be: n is __int128.
TEST_F(ProgramTest, NamesOfCAreWhatTheyAre) {
  EXPECT_THAT(error_of(write("c.c", "#include <mgen.h>\nint n, i, f, PKc;\n"
                                    "int MGEN_Main(int c, char** v) {\n"
                                    "  static int calls; (void)v; return ++calls + n + i + f + PKc + c;\n"
                                    "}\n")),
              HasSubstr("would share: PKc, calls, f, i, n; make"));
  EXPECT_THAT(error_of(write("cpp.cpp", "#include <mgen.h>\nint n; namespace s { int i; }\n"
                                        "int MGEN_Main(int, char**) { return n + s::i; }\n")),
              HasSubstr("would share: n, s::i; make"));
}

// Every call that programs are linked to find in the simulator is there.
TEST_F(ProgramTest, HostedCallsAreThere) {
  for (const char* name : mpi::kHostedCalls) {
    EXPECT_NE(dlsym(RTLD_DEFAULT, (std::string("__wrap_") + name).c_str()), nullptr) << name;
  }
}

TEST_F(ProgramTest, WhatTheCompilerAddsIsNoGlobal) {
  const fs::path source = write("fine.cpp", R"(
#include <mgen.h>
#include <iostream>
#include <stdexcept>
#include <vector>
struct Base { virtual ~Base() = default; virtual int f() { return 1; } };
struct Derived : Base { int f() override { return 2; } };
int MGEN_Main(int argc, char**) {
  std::vector<int> v(3);
  try { throw std::runtime_error("x"); } catch (const std::exception&) {}
  Derived d; Base& b = d;
  return b.f() + argc + v[0];
}
)");
  EXPECT_EQ(Program::load(source, kInclude).entry()(1, nullptr), 3);
}

TEST_F(ProgramTest, OfAStrippedObjectTheSizeIsNamed) {
  const fs::path source = write("s.c", "#include <mgen.h>\nstatic int table[100];\n"
                                       "int MGEN_Main(int c, char** v) { (void)v; return table[c]++; }\n");
  const fs::path object = compile_program(source, Language::c, kInclude);
  EXPECT_THAT(writable_globals(object), ElementsAre("table"));
  ASSERT_EQ(std::system(("strip -s " + object.string()).c_str()), 0);
  EXPECT_THAT(error_of(object), HasSubstr("bytes of .bss without names"));
  const fs::path good = compile_program(write("good.c", kGood), Language::c, kInclude);
  ASSERT_EQ(std::system(("strip -s " + good.string()).c_str()), 0);
  EXPECT_THAT(writable_globals(good), IsEmpty());
}

TEST_F(ProgramTest, BadFilesAreRefused) {
  EXPECT_THAT(error_of(dir_ / "none.c"), HasSubstr("none.c' cannot be read: No such file"));
  EXPECT_THAT(error_of(dir_), HasSubstr("is a directory"));
  EXPECT_THAT(error_of(write("x.py", "print()")), HasSubstr("is neither C or C++ source"));
  EXPECT_THAT(error_of(write("main.c", "int main(void) { return 0; }\n")),
              HasSubstr("defines no MGEN_Main"));
  EXPECT_THAT(error_of(write("missing.c", "#include <mgen.h>\nint nowhere(void);\n"
                                          "int MGEN_Main(int c, char** v) {\n"
                                          "  (void)c; (void)v; return nowhere();\n"
                                          "}\n")),
              AllOf(HasSubstr("cannot be loaded"), HasSubstr("nowhere")));
  EXPECT_THAT(error_of(write("broken.so", "\177ELF and then nothing")), HasSubstr("damaged"));
}

TEST_F(ProgramTest, WithoutACompilerTheErrorSaysWhatToDo) {
  setenv("CC", "no-such-compiler", 1);
  const std::string message = error_of(write("good.c", kGood));
  unsetenv("CC");
  EXPECT_THAT(message, HasSubstr("cannot run the compiler 'no-such-compiler'"));
}

TEST_F(ProgramTest, TheCompilerCommandMakesProgramsThatLoad) {
  const fs::path source = write("good.c", kGood);
  const std::string object = (dir_ / "good.so").string();
  const pid_t child = fork();
  if (child == 0) run_compiler(Language::c, std::vector<std::string>{source, "-o", object}, kInclude);
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(Program::load(object, kInclude).entry()(6, nullptr), 6);
}

// ---- Globals that are each rank's own ----

const char* const kGlobals = R"(
#include <mgen.h>
static int zero;               /* .bss */
int table[3] = {1, 2, 3};      /* .data */
int *second = &table[1];       /* relocated */
_Thread_local int local = 4;
static double received[2000];
int MGEN_Main(int argc, char **argv) {
  static int calls;
  int rank, size, i;
  (void)argc; (void)argv;
  MGEN_Init(0, 0);
  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);
  MGEN_Comm_size(MGEN_COMM_WORLD, &size);
  for (i = 0; i < 3; i++) {
    static double data[2000];
    MGEN_Request r[2];
    zero += rank;
    table[1] += rank;
    *second += 1;
    local += rank;
    calls++;
    for (int k = 0; k < 2000; k++) data[k] = rank * 10000 + i * 2000 + k;
    MGEN_Irecv(received, 2000, MGEN_DOUBLE, (rank + 1) % size, 0, MGEN_COMM_WORLD, &r[0]);
    MGEN_Isend(data, i == 1 ? 20 : 2000, MGEN_DOUBLE, (rank + size - 1) % size, 0, MGEN_COMM_WORLD,
               &r[1]);
    MGEN_Comp(1e-6 * (size - rank));
    MGEN_Waitall(2, r, MGEN_STATUSES_IGNORE);
    for (int k = 0; k < (i == 1 ? 20 : 2000); k++) {
      if (received[k] != (rank + 1) % size * 10000 + i * 2000 + k) return 100 + i;
    }
    static int sum;
    MGEN_Iallreduce(&rank, &sum, 1, MGEN_INT, MGEN_SUM, MGEN_COMM_WORLD, &r[0]);
    MGEN_Wait(&r[0], MGEN_STATUS_IGNORE);
    if (sum != size * (size - 1) / 2) return 200 + i;
  }
  if (zero != 3 * rank || table[1] != 5 + 3 * rank || local != 4 + 3 * rank || calls != 3) return 1;
  MGEN_Finalize();
  return 0;
}
)";

// Two jobs of the same program on one machine: neither ranks nor jobs see each other's globals, and
// messages find a rank's buffers though another rank's data is in place.
TEST_F(ProgramTest, PrivateGlobalsAreEachRanksOwn) {
  const fs::path source = write("globals.c", kGlobals);
  EXPECT_THAT(error_of(source), HasSubstr("private_globals = true"));
  const Program programs[] = {Program::load(source, kInclude, true),
                              Program::load(source, kInclude, true)};
  EXPECT_GE(programs[0].globals()->bytes(), 2 * 2000 * sizeof(double));
  Partition partition;
  TestTransport transport(partition, 12, Time{1'000'000}, BytesPerSecond{1'000'000'000});
  mpi::World world(partition, transport, {}, SenderId{12});
  for (std::uint32_t job = 0; job < 2; ++job) {
    mpi::JobSpec spec;
    spec.name = "globals";
    spec.ranks = 6;
    spec.node_of_rank = [job](int r) { return NodeId{6 * job + static_cast<std::uint32_t>(r)}; };
    spec.program = programs[job].entry();
    spec.arguments = {"globals"};
    spec.payload = true;
    spec.globals = programs[job].globals();
    world.add_job(spec);
  }
  world.start();
  partition.run_until(kNever);
  ASSERT_TRUE(world.finished()) << (world.failure() ? world.failure()->message : "");
  EXPECT_EQ(world.result(0).exit_code, 0);
  EXPECT_EQ(world.result(1).exit_code, 0);
}

TEST_F(ProgramTest, AProgramWithoutGlobalsNeedsNoCopies) {
  EXPECT_EQ(Program::load(write("good.c", kGood), kInclude, true).globals(), nullptr);
}

// The example on a network of one formula: every pair once, and in each step of ring and pairwise
// exchange 2,048 bytes at 1 GB/s and 1 µs of latency.
class AlltoallExample : public ProgramTest {
 protected:
  mpi::JobResult run(const std::vector<std::string>& arguments, int ranks) {
    Partition partition;
    TestTransport transport(partition, static_cast<std::uint32_t>(ranks), Time{1'000'000},
                            BytesPerSecond{1'000'000'000});
    mpi::World world(partition, transport, {}, SenderId{static_cast<std::uint32_t>(ranks)});
    mpi::JobSpec spec;
    spec.name = "alltoall";
    spec.ranks = ranks;
    spec.node_of_rank = [](int r) { return NodeId{static_cast<std::uint32_t>(r)}; };
    spec.program = Program::load("examples/alltoall-torus/alltoall.c", kInclude).entry();
    spec.arguments = {"alltoall"};
    spec.arguments.insert(spec.arguments.end(), arguments.begin(), arguments.end());
    world.add_job(spec);
    world.start();
    partition.run_until(kNever);
    EXPECT_TRUE(world.finished());
    messages = transport.messages;
    return world.result(0);
  }
  std::uint64_t messages = 0;
};

TEST_F(AlltoallExample, EveryPairOnce) {
  for (const int p : {1, 2, 7, 16}) {
    const auto pairs = static_cast<std::uint64_t>(p * (p - 1));
    for (const char* algorithm : {"pairwise", "ring", "simple-spread"}) {
      const mpi::JobResult result = run({algorithm, "2KiB"}, p);
      EXPECT_EQ(result.exit_code, 0);
      EXPECT_EQ(result.total.bytes, Bytes{2048} * static_cast<std::int64_t>(pairs));
      EXPECT_EQ(messages, pairs) << algorithm << p;
      if (p == 16) {
        const std::int64_t step = 2'048'000 + 1'000'000;
        const bool at_once = std::string(algorithm) == "simple-spread";
        EXPECT_EQ(result.finish.ps, at_once ? 15 * 2'048'000 + 1'000'000 : 15 * step);
      }
    }
  }
}

TEST_F(AlltoallExample, RefusesBadArguments) {
  EXPECT_EQ(run({}, 2).exit_code, 1);
  EXPECT_EQ(run({"tree", "1"}, 2).exit_code, 1);
  EXPECT_EQ(run({"ring", "many"}, 2).exit_code, 1);
  EXPECT_EQ(run({"ring", "-1"}, 2).exit_code, 1);
  EXPECT_EQ(run({"ring", "1", "0"}, 2).exit_code, 1);
  EXPECT_EQ(messages, 0u);
}

}  // namespace program_test
}  // namespace kasuri
