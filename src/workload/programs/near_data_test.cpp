// SPDX-License-Identifier: MIT
// Which lines are rewritten, and how; tests/mpi/compiled.py runs what comes of it.
#include "workload/programs/near_data.h"

#include <gmock/gmock.h>

#include <sstream>

#include "base/core/errors.h"
#include "workload/programs/rebase.h"

namespace kasuri {
namespace near_data_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;
using testing::ThrowsMessage;

const std::vector<std::string> kLines{"\t.file\t\"a.c\"",
                                      "\t.section\t.rodata.cst8,\"aM\",@progbits,8",
                                      ".LC1:",
                                      "\t.long\t0",
                                      "\t.section\t.data.rel.ro.local,\"aw\"",
                                      ".LC2:",
                                      "\t.quad\tx+304",
                                      "\t.section\tmine,\"aw\"",
                                      "named:",
                                      "\t.section\tconstants,\"a\"",
                                      "fixed:",
                                      "\t.section\tmine",
                                      "again:\t.long 3",
                                      "\t.section\t.kasuri,\"aw\"",
                                      "ours:",
                                      "\t.local\tx",
                                      "\t.largecomm\tx,320,32",
                                      "\t.comm\ty,8,8",
                                      "\t.set\tsecond,first",
                                      "\t.set\tfirst,named",
                                      "\t.text",
                                      "f:"};

std::string through_table(const char* line) { return NearData(kLines).through_table(line); }

TEST(NearData, ConstantsWithAddressesOnTheStack) {
  EXPECT_EQ(through_table("\tpushq\t.LC2(%rip)"),
            "\tpushq\t%rax\n\tmovq\t%gs:.LC2@GOT, %rax\n\tmovq\t0(%rax), %rax\n\txchgq\t%rax, (%rsp)");
}

TEST(NearData, AnyInstructionWithAnotherRegister) {
  EXPECT_EQ(through_table("\tmovdqa\t.LC2+16(%rip), %xmm1"),
            "\tleaq\t-128(%rsp), %rsp\n\tpushq\t%r11\n\tmovq\t%gs:.LC2@GOT, %r11\n"
            "\tmovdqa\t0+16(%r11), %xmm1\n\tpopq\t%r11\n\tleaq\t128(%rsp), %rsp");
  EXPECT_THAT(through_table("\tcmpq\t-8+named(%rip), %r11"),
              AllOf(HasSubstr("pushq\t%r10\n\tmovq\t%gs:named@GOT, %r10\n\tcmpq\t-8+0(%r10), %r11\n")));
  EXPECT_THAT(through_table("\tlock addl\t$1, again(%rip)"), HasSubstr("\n\tlock addl\t$1, 0(%r11)\n"));
  EXPECT_EQ(through_table("\tcall\t*named(%rip)"), "\tmovq\t%gs:named@GOT, %r11\n\tcall\t*0(%r11)");
}

TEST(NearData, SymbolsOfDataByLabelCommonAndAlias) {
  for (const char* name : {".LC2", "named", "again", "x", "y", "first", "second"}) {
    const std::string line = std::string("\tmovl\t") + name + "(%rip), %eax";
    EXPECT_THAT(through_table(line.c_str()), HasSubstr(std::string("%gs:") + name + "@GOT")) << name;
  }
}

TEST(NearData, LeavesWhatRanksShare) {
  for (const char* line : {"\tmulsd\t.LC1(%rip), %xmm0", "\tmovl\tfixed(%rip), %eax",
                           "\tleaq\tf(%rip), %rax", "\tmovl\tours(%rip), %eax",
                           "\tmovq\tx@GOTPCREL(%rip), %rax",
                           "\tleaq\tx@tlsgd(%rip), %rdi", "\tmovl\tothers(%rip), %eax",
                           "\t.string\t\"named(%rip)\"", "# named(%rip)", "\tcall\tf"}) {
    EXPECT_EQ(through_table(line), line);
  }
}

TEST(NearData, RefusesWhatNeedsTheStackPointerOrIsNotAlone) {
  const auto refused = [](const char* line) {
    return [line] { through_table(line); };
  };
  EXPECT_THAT(refused("\tpopq\tnamed(%rip)"), ThrowsMessage<Error>(HasSubstr("stack pointer")));
  EXPECT_THAT(refused("\tmovq\t%rsp, named(%rip)"), ThrowsMessage<Error>(HasSubstr("stack pointer")));
  EXPECT_THAT(refused("\tlock; incl named(%rip)"), ThrowsMessage<Error>(HasSubstr("several instructions")));
}

TEST(NearData, RefusalsNameFileAndLine) {
  const auto refused = [](const char* before) {
    return [before] {
      std::istringstream in(std::string("\t.file\t\"dir/a.c\"\n\t.data\nx:\n\t.text\n") + before +
                            "\tpopq\tx(%rip)\n");
      std::ostringstream out;
      rebase(in, out);
    };
  };
  EXPECT_THAT(refused("#APP\n# 12 \"dir/a.h\" 1\n\tnop\n"),
              ThrowsMessage<Error>(StartsWith("dir/a.h:13: ")));
  EXPECT_THAT(refused("#APP\n# 12 \"dir/a.h\" 1\n\tnop\n# 0 \"\" 2\n#NO_APP\n"),
              ThrowsMessage<Error>(StartsWith("dir/a.c: ")));
  EXPECT_THAT(refused("\t.loc 1 7 3\n"), ThrowsMessage<Error>(StartsWith("dir/a.c:7: ")));
}

}  // namespace near_data_test
}  // namespace kasuri
