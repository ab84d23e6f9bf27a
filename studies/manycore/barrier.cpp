// SPDX-License-Identifier: MIT
// The paper's barrier over all pipes (section 3.1): an element waits for both inputs, then gives
// both outputs. After log2 N ranks a token of every pipe has reached every pipe. Each element stops
// after one barrier.
#include <string_view>

#include "base/config/registry.h"
#include "base/core/errors.h"
#include "studies/cores/cores.h"
#include "studies/manycore/program.h"

namespace kasuri::emu {
namespace {

constexpr std::string_view k8080 = R"(
phase_wait:
in0:    LDA  300H
        RRC
        JNC  in0
in1:    LDA  380H
        RRC
        JNC  in1
phase_set:
        MVI  A,1
        STA  400H
        STA  480H
        HLT
)";

constexpr std::string_view kSh2 = R"(
        DL    start, 0x5F0
start:  MOV.W in0,R1
        MOV.W in1,R2
        MOV.W out0,R3
        MOV.W out1,R4
        MOV   #1,R5
phase_wait:
wait0:  MOV.W @R1,R0
        TST   #1,R0
        BT    wait0
wait1:  MOV.W @R2,R0
        TST   #1,R0
        BT    wait1
phase_set:
        MOV.W R5,@R3
        MOV.W R5,@R4
        SLEEP
in0:    DW    0x600
in1:    DW    0x700
out0:   DW    0x800
out1:   DW    0x900
)";

// The same with each address where it is used, as the 8080's instructions have it.
constexpr std::string_view kSh2Paper = R"(
        DL    start, 0x5F0
start:  NOP
phase_wait:
        MOV.W in0,R1
wait0:  MOV.W @R1,R0
        TST   #1,R0
        BT    wait0
        MOV.W in1,R1
wait1:  MOV.W @R1,R0
        TST   #1,R0
        BT    wait1
phase_set:
        MOV   #1,R0
        MOV.W out0,R1
        MOV.W R0,@R1
        MOV.W out1,R1
        MOV.W R0,@R1
        SLEEP
in0:    DW    0x600
in1:    DW    0x700
out0:   DW    0x800
out1:   DW    0x900
)";

struct BarrierParams {
  RomStyle style = RomStyle::tight;

  static config::Fields<BarrierParams> fields() {
    return {config::field(
                "style", &BarrierParams::style,
                "SH-2: keep addresses in registers (tight), or load them where they are used, as the "
                "paper's PDE suggests (paper)")};
  }
};

// One empty wave.
class Tokens final : public Ends {
 public:
  bool fill(std::uint32_t wave, std::uint32_t, std::uint32_t, std::span<std::uint8_t>) override {
    return wave == 0;
  }
  void drain(std::uint32_t, std::uint32_t, std::uint32_t, std::span<const std::uint8_t>) override {}
  void restart() override {}
  std::string state() const override { return {}; }
  void restore(const std::string&) override {}
  std::optional<std::uint32_t> waves() const override { return 1; }
  Verdict verdict() override { return {}; }
};

class BarrierProgram final : public Program {
 public:
  BarrierProgram(const BarrierParams& p, ProgramContext& context)
      : is_8080_(context.is_8080), is_paper_(p.style == RomStyle::paper) {
    if (is_8080_ && is_paper_)
      throw Error(Exit::usage, ErrorPlace(),
                  "style = \"paper\" is a program of the SH-2; 'processor' is \"8080\"");
  }
  Image image() const override {
    return is_8080_
               ? assemble(k8080, i8080::instruction_set(), "barrier for 8080")
               : assemble(is_paper_ ? kSh2Paper : kSh2, sh2::instruction_set(), "barrier for SH-2");
  }
  std::unique_ptr<Ends> ends() const override { return std::make_unique<Tokens>(); }

 private:
  bool is_8080_;
  bool is_paper_;
};

const config::Register<BarrierProgram, BarrierParams> barrier{"barrier", "one barrier over all pipes"};

}  // namespace
}  // namespace kasuri::emu
