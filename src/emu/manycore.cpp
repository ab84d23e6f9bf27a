// SPDX-License-Identifier: MIT
#include "emu/manycore.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <bit>
#include <chrono>
#include <nlohmann/json.hpp>

#include "config/document.h"
#include "core/errors.h"
#include "emu/rom_file.h"

namespace kasuri::emu {
namespace {

double cpu_seconds() {
  rusage u{};
  getrusage(RUSAGE_SELF, &u);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
  };
  return seconds(u.ru_utime) + seconds(u.ru_stime);
}

template <class Core>
ManycoreReport run_on(const ManycoreParams& p) {
  ProgramContext program_context{std::same_as<Core, Core8080>, p.log_pipes(), p.rank_count()};
  const RomFiles files{p.rom, p.input, p.output};
  const auto program =
      p.rom.empty() ? p.program.make(program_context) : load_program(files, program_context);
  const auto ends = program->ends();
  WiringContext wiring_context{p.log_pipes()};
  const auto wiring = p.wiring.make(wiring_context);
  const Image image = program->image();
  Machine<Core> machine({p.log_pipes(), p.rank_count()}, *wiring, image, *ends);

  EmulatorContext context;
  if (p.clocks) context.clocks = *p.clocks;
  context.threads = static_cast<unsigned>(p.threads);
  const auto emulator = p.engine.make(context);
  const double cpu_before = cpu_seconds();
  const auto before = std::chrono::steady_clock::now();
  Run run = emulator->run(machine);

  ManycoreReport r;
  r.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
  r.cpu_seconds = cpu_seconds() - cpu_before;
  r.params = p;
  r.pes = machine.shape().pes();
  r.bytes_per_pe = Machine<Core>::bytes_per_pe();
  r.code_bytes = image.bytes.size();
  r.clocks = run.clocks;
  r.phase_names = machine.phase_names();
  r.totals = std::move(run.totals);
  r.fallback = run.fallback;
  r.verdict = ends->verdict();
  r.state_hash = machine.hash();
  if (p.rom.empty() && p.program.name() == "barrier") {
    // All elements take the same time from having both tokens to their end: phase "set".
    const auto& phases = r.totals.phases.back();
    r.barrier_clocks = machine.last_clock(p.rank_count() - 1) - phases[2] / machine.shape().pipes();
  }
  save_output(files, *ends);
  return r;
}

}  // namespace

ManycoreParams::ManycoreParams() : engine("blocked") {}

config::Fields<ManycoreParams> ManycoreParams::fields() {
  using P = ManycoreParams;
  return {config::field("processor", &P::processor, "of each processing element")
              .one_of({"8080", "sh2"}),
          config::field("pipes", &P::pipes, "a power of two").range(2, 1 << 16),
          config::field("ranks", &P::ranks, "log2 of the pipes and one more if absent")
              .range(1, 1 << 20),
          config::field("engine", &P::engine, "how the machine is run on the host"),
          config::field("wiring", &P::wiring, "the stage between two ranks"),
          config::field("program", &P::program, "what all processing elements run"),
          config::field("rom", &P::rom, "a program of your own instead: raw bytes, or .asm"),
          config::field("input", &P::input, "buffers for rank 0 of that program"),
          config::field("output", &P::output, "where the last rank's buffers go"),
          config::field("clocks", &P::clocks, "stop after so many, if the program does not")
              .at_least(1),
          config::field("threads", &P::threads, "of the host, where the engine can use them")
              .range(1, 1024)};
}

void ManycoreParams::validate(const ManycoreParams& p, config::Section& section) {
  if (!std::has_single_bit(static_cast<std::uint64_t>(p.pipes))) {
    section.error("pipes",
                  fmt::format("'pipes' is {}; it must be a power of two, such as {}", p.pipes,
                              std::bit_floor(static_cast<std::uint64_t>(p.pipes))));
    return;
  }
  const std::uint64_t pes = std::uint64_t{p.rank_count()} * static_cast<std::uint64_t>(p.pipes);
  if (pes > std::uint64_t{1} << 30) {
    section.error(p.ranks ? "ranks" : "pipes",
                  fmt::format("pipes times ranks is {}; it must be at most {}", pes, 1 << 30));
  }
}

std::uint32_t ManycoreParams::log_pipes() const {
  return static_cast<std::uint32_t>(std::countr_zero(static_cast<std::uint64_t>(pipes)));
}

std::uint32_t ManycoreParams::rank_count() const {
  return ranks ? static_cast<std::uint32_t>(*ranks) : log_pipes() + 1;
}

double ManycoreReport::aggregate_mhz() const {
  return seconds > 0 ? static_cast<double>(busy_cycles()) / seconds * 1e-6 : 0;
}

std::uint64_t memory_of(const ManycoreParams& p) {
  const std::uint64_t each =
      p.processor == "8080" ? Machine<Core8080>::bytes_per_pe() : Machine<CoreSh2>::bytes_per_pe();
  return each * p.rank_count() * static_cast<std::uint64_t>(p.pipes);
}

ManycoreReport run_manycore(const ManycoreParams& p) {
  return p.processor == "8080" ? run_on<Core8080>(p) : run_on<CoreSh2>(p);
}

}  // namespace kasuri::emu
