// SPDX-License-Identifier: MIT
// Where blocks of assembly are counted, what they consist of, and what they cost.
#include "workload/programs/counting.h"

#include <gmock/gmock.h>

#include <sstream>

#include "workload/programs/instruction.h"

namespace kasuri {
namespace counting_test {

using testing::HasSubstr;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string counted(const std::string& text) {
  std::string out;
  for (const std::string& line : count_blocks(lines_of(text))) out += line + '\n';
  return out;
}

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++n;
  return n;
}

TEST(Counting, OneAdditionForEachBlockWhereFlagsAreFree) {
  const std::string out = counted(
      "\t.text\nf:\n\tmovl\t$1, %eax\n\tcmpl\t$2, %edi\n\tje\t.L2\n\tret\n.L2:\n\tret\n");
  EXPECT_EQ(times(out, "addq\t$0x40000000, %gs:"), 3u);
  EXPECT_LT(out.find("addq"), out.find("cmpl"));
  EXPECT_EQ(times(out, "kasuri_blocks"), 3u);
}

// The second jump looks at flags of the first block: no addition may stand before it.
TEST(Counting, FlagsThatAreStillNeeded) {
  const std::string out = counted(
      "\t.text\nf:\n\tcmpl\t$2, %edi\n\tje\t.L2\n\tjl\t.L3\n\tret\n.L2:\n\tret\n.L3:\n\tret\n");
  const std::size_t between = out.find("je\t.L2"), second = out.find("jl\t.L3");
  EXPECT_EQ(out.substr(between, second - between).find("addq"), std::string::npos);
  EXPECT_THAT(out.substr(between, second - between), HasSubstr("leaq\t0x40000000(%rax), %rax"));
}

TEST(Counting, LoopsOfOneBlockByTheirIndex) {
  const std::string out = counted(
      "\t.text\nf:\n\txorl\t%eax, %eax\n.L3:\n\taddsd\t(%rdi,%rax), %xmm0\n\taddq\t$8, %rax\n"
      "\tcmpq\t%rdx, %rax\n\tjne\t.L3\n\tret\n");
  const std::size_t from = out.find(".L3:"), to = out.find("jne");
  EXPECT_EQ(out.substr(from, to - from).find("%gs"), std::string::npos);
  EXPECT_THAT(out, HasSubstr("movq\t%rax, %gs:kasuri_spare1@GOT\n.L3:"));
  EXPECT_THAT(out, HasSubstr("imulq\t$0x40000000, %rax, %rax"));
  EXPECT_THAT(out, HasSubstr("-4-., 8"));
}

TEST(Counting, NotALoopWhoseIndexChangesTwice) {
  const std::string out = counted(
      "\t.text\nf:\n\txorl\t%eax, %eax\n.L3:\n\tmovl\t(%rdi,%rax), %eax\n\taddq\t$8, %rax\n"
      "\tcmpq\t%rdx, %rax\n\tjne\t.L3\n\tret\n");
  EXPECT_EQ(out.find("kasuri_spare"), std::string::npos);
}

TEST(Counting, LeavesDataAndPrefixesAlone) {
  const std::string data = "\t.section\t.rodata\n.L4:\n\t.long\t.L5-.L4\n";
  EXPECT_EQ(counted(data), data);
  const std::string out = counted(
      "\t.text\nf:\n\t.byte\t0x66\n\tleaq\tx@tlsgd(%rip), %rdi\n"
      "\t.value\t0x6666\n\trex64\n\tcall\t__tls_get_addr@PLT\n");
  EXPECT_THAT(out, HasSubstr("\t.byte\t0x66\n\tleaq"));
  EXPECT_THAT(out, HasSubstr("\t.value\t0x6666\n\trex64\n\tcall"));
}

BlockWork work_of(const char* line) {
  BlockWork w{};
  Instruction::of(line).add_to(w);
  return w;
}

std::uint16_t of(const BlockWork& w, Work kind) { return w[static_cast<std::size_t>(kind)]; }

TEST(Instruction, Classes) {
  EXPECT_EQ(of(work_of("movq (%rax), %rdx"), Work::loads), 1);
  EXPECT_EQ(of(work_of("movq %rdx, 8(%rax)"), Work::stores), 1);
  EXPECT_EQ(of(work_of("addq (%rax), %rdx"), Work::folded), 1);
  EXPECT_EQ(of(work_of("leaq 8(%rax,%rbx,4), %rdx"), Work::integer), 1);
  EXPECT_EQ(of(work_of("mulsd %xmm0, %xmm1"), Work::scalar), 1);
  EXPECT_EQ(of(work_of("mulpd %xmm0, %xmm1"), Work::vector128), 1);
  EXPECT_EQ(of(work_of("vfmadd231pd (%rax), %ymm0, %ymm1"), Work::vector256), 1);
  EXPECT_EQ(of(work_of("divsd %xmm0, %xmm1"), Work::square_roots), 1);
  EXPECT_EQ(of(work_of("idivl %ecx"), Work::divides), 1);
  EXPECT_EQ(of(work_of("jne .L3"), Work::branches), 1);
}

TEST(TargetCore, TheBusiestUnitIsTheLimit) {
  CoreParams p;
  p.issue = 4;
  p.vector = 2;
  p.vector_bits = 256;
  const TargetCore core(p);
  BlockWork w{};
  w[static_cast<std::size_t>(Work::instructions)] = 4;
  EXPECT_DOUBLE_EQ(core.cycles(w), 1);
  w[static_cast<std::size_t>(Work::vector512)] = 4;  // two of 256 bits each
  EXPECT_DOUBLE_EQ(core.cycles(w), 4);
}

}  // namespace counting_test
}  // namespace kasuri
