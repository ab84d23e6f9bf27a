// SPDX-License-Identifier: MIT
// The forms of access to data that GCC's assembly has, and what is refused.
#include "workload/programs/rebase.h"

#include <gmock/gmock.h>

#include <sstream>

#include "base/core/errors.h"

namespace kasuri {
namespace rebase_test {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;
using testing::ThrowsMessage;

TEST(Rebase, EntriesOfTheTableInAnyInstruction) {
  EXPECT_EQ(rebase_line("\tmovq\tother@GOTPCREL(%rip), %rax"), "\tmovq\t%gs:other@GOT, %rax");
  EXPECT_EQ(rebase_line("\tpushq\tx.1@GOTPCREL(%rip)"), "\tpushq\t%gs:x.1@GOT");
  EXPECT_EQ(rebase_line("\tcmpq\t_ZN1a1bE@GOTPCREL(%rip), %rdx"), "\tcmpq\t%gs:_ZN1a1bE@GOT, %rdx");
  EXPECT_EQ(rebase_line("\tcall\t*f@GOTPCREL(%rip)"), "\tcall\t*%gs:f@GOT");
  EXPECT_EQ(rebase_line("\tcall\t*__tls_get_addr@GOTPCREL(%rip)"), "\tcall\t__tls_get_addr@PLT");
}

TEST(Rebase, TheTablesAddress) {
  EXPECT_EQ(rebase_line("\tleaq\t_GLOBAL_OFFSET_TABLE_(%rip), %r12"), "\tmovq\t%gs:8, %r12");
}

TEST(Rebase, LeavesAllElse) {
  for (const char* line : {"\tmovabsq\t$counter@GOTOFF, %rdx", "\tcall\tprintf@PLT",
                           "\tmulsd\t.LC1(%rip), %xmm0", "\t.string\t\"x@GOTPCREL(%rip)\"",
                           "\t.section\t.lbss,\"aw\",@nobits",
                           "\t.type\tmain, @function", "main:"}) {
    EXPECT_EQ(rebase_line(line), line);
  }
}

TEST(Rebase, FunctionsThatTheLoaderChoosesStayAsTheyAre) {
  const std::string resolver = "f.resolver:\n\tmovq\t__cpu_model@GOTPCREL(%rip), %rax\n\tret\n"
                               "\t.size\tf.resolver, .-f.resolver\n";
  const std::string use = "\tmovq\tf@GOTPCREL(%rip), %rax\n";
  std::istringstream in(use + resolver +
                        "\t.type\tf, @gnu_indirect_function\n\t.set\tf,f.resolver\n"
                        "g:\n\tmovq\tx@GOTPCREL(%rip), %rax\n\tmovq\t__cpu_model@GOTPCREL(%rip), %rax\n");
  std::ostringstream out;
  rebase(in, out);
  EXPECT_THAT(out.str(), HasSubstr(resolver));
  EXPECT_THAT(out.str(), StartsWith(use));
  EXPECT_THAT(out.str(), EndsWith("g:\n\tmovq\t%gs:x@GOT, %rax\n"
                                  "\tmovq\t__cpu_model@GOTPCREL(%rip), %rax\n"));
}

TEST(Rebase, ThreadsTakeTurnsWhereOneFlushes) {
  const std::string fence = "\tlock orq\t$0, (%rsp)\n\trep nop\n";
  for (const char* call : {"\tcall\tGOMP_parallel@PLT\n", "\tcall\tf@PLT\n"}) {
    std::istringstream in(fence + call);
    std::ostringstream out;
    rebase(in, out);
    const bool has_threads = std::string_view(call).find("GOMP") != std::string_view::npos;
    EXPECT_EQ(out.str() != fence + call, has_threads);
    EXPECT_EQ(out.str().find("call\tkasuri_flush") != std::string::npos, has_threads);
  }
}

TEST(Rebase, RefusesOtherUsesOfTheTable) {
  const auto refused = [](const char* line) {
    return [line] { rebase_line(line); };
  };
  EXPECT_THAT(refused("\taddq\t_GLOBAL_OFFSET_TABLE_(%rip), %rax"),
              ThrowsMessage<Error>(HasSubstr("_GLOBAL_OFFSET_TABLE_")));
  EXPECT_THAT(refused("\tmovq\tx@GOTPCREL+8(%rip), %rax"),
              ThrowsMessage<Error>(HasSubstr("private to ranks")));
  EXPECT_THAT(refused("\tmovq\tx@gottpoff(%rip), %rax"), ThrowsMessage<Error>(HasSubstr("tls_model")));
  EXPECT_THAT(refused("\tmovabsq\t$_GLOBAL_OFFSET_TABLE_-.L2, %r11"),
              ThrowsMessage<Error>(HasSubstr("private to ranks")));
}

}  // namespace rebase_test
}  // namespace kasuri
