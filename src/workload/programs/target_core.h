// SPDX-License-Identifier: MIT
// The processor core for which a program's instructions are counted: how long it takes for a basic block,
// by classes of instructions. A model of throughput: each kind of unit is busy for its instructions, and
// the busiest one, or the width of issue, is the limit, as in the analyses of IACA, OSACA and llvm-mca;
// divisions and calls come on top. Latencies, caches and mispredicted branches are not modelled: what a
// program loses there is compute_factor.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/config/registry.h"
#include "base/core/named_enum.h"

namespace kasuri {

class TargetCore;

// How much simulated time the program's own code takes: what it declares; what its instructions cost a
// core; or what it takes on this host, which is another time in each run.
enum class ComputeMode : std::uint8_t { declared, counted, measured };
constexpr auto names_of(ComputeMode) { return name_table("declared", "counted", "measured"); }
struct ProgramTime {
  ComputeMode mode = ComputeMode::declared;
  const TargetCore* core = nullptr;  // of counted
  double factor = 1;
  std::uint32_t threads = 1;  // of each rank
};

// What a basic block consists of; one count each. `folded`: memory operands of instructions that compute.
enum class Work : std::uint8_t {
  instructions, folded, integer, loads, stores, branches, calls, multiplies, divides,
  scalar, vector128, vector256, vector512, square_roots
};
inline constexpr std::size_t kWorks = 14;
using BlockWork = std::array<std::uint16_t, kWorks>;

struct CoreParams {
  double frequency = 2.5e9;      // Hz
  double issue = 4;              // instructions per cycle, and so on
  double integer = 4;
  double loads = 2;
  double stores = 1;
  double branches = 1;
  double vector = 2;
  std::uint32_t vector_bits = 256;
  bool memory_operands = true;
  double multiply = 1;           // cycles for one, and so on
  double divide = 24;
  double float_divide = 4;
  double call = 2;
  double copy = 16;              // bytes per cycle
  double function = 20;          // cycles
  double product = 0.8;          // of the peak
};

// The settings of a core: those of CoreParams, with its own values where nothing else is given.
template <const CoreParams& usual>
struct CoreParamsOf : CoreParams {
  CoreParamsOf() : CoreParams(usual) {}
  static config::Fields<CoreParamsOf> fields() {
    using P = CoreParamsOf;
    const auto rate = [](const char* name, double CoreParams::*member, const char* meaning) {
      return config::field(name, static_cast<double P::*>(member), meaning).range(0.01, 1000);
    };
    const auto cycles = [](const char* name, double CoreParams::*member, const char* meaning) {
      return config::field(name, static_cast<double P::*>(member), meaning).range(0, 10000);
    };
    return {config::field("frequency", static_cast<double P::*>(&CoreParams::frequency), "clock rate")
                .unit("Hz").range(1e6, 1e11),
            rate("issue", &CoreParams::issue, "instructions per cycle in all"),
            rate("integer", &CoreParams::integer, "integer instructions per cycle"),
            rate("loads", &CoreParams::loads, "loads per cycle"),
            rate("stores", &CoreParams::stores, "stores per cycle"),
            rate("branches", &CoreParams::branches, "branches per cycle"),
            rate("vector", &CoreParams::vector, "floating-point and vector instructions per cycle"),
            config::field("vector_bits", static_cast<std::uint32_t P::*>(&CoreParams::vector_bits),
                          "width of a vector; longer ones of the program count several times")
                .range(64, 2048),
            config::field("memory_operands", static_cast<bool P::*>(&CoreParams::memory_operands),
                          "whether an instruction that computes may load an operand, as on x86; false: the "
                          "load is another instruction"),
            cycles("multiply", &CoreParams::multiply, "cycles of an integer multiplication"),
            cycles("divide", &CoreParams::divide, "cycles of an integer division"),
            cycles("float_divide", &CoreParams::float_divide,
                   "cycles of a floating-point division or square root"),
            cycles("call", &CoreParams::call, "further cycles of a call with its return"),
            rate("copy", &CoreParams::copy, "bytes per cycle of memcpy, memset and the like"),
            cycles("function", &CoreParams::function, "cycles of exp, sin, pow and the like"),
            rate("product", &CoreParams::product,
                 "share of the peak of multiply-adds that a product of matrices reaches").range(0.01, 1)};
  }
};

struct CoreContext {};

class TargetCore {
 public:
  static constexpr std::string_view kKind = "core";
  static constexpr std::string_view kKindMeaning =
      "processor core for which the instructions of an MPI program are counted";
  using Base = TargetCore;
  using Context = CoreContext;

  explicit TargetCore(const CoreParams& p) : p_(p) {}
  virtual ~TargetCore() = default;

  double cycles(const BlockWork&) const;
  const CoreParams& params() const { return p_; }

 private:
  CoreParams p_;
};

}  // namespace kasuri
