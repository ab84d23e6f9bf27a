// SPDX-License-Identifier: MIT
#include "studies/manycore/manycore.h"

#include <fmt/format.h>
#include <unistd.h>

#include <bit>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/config/document.h"
#include "base/config/file_kind.h"
#include "base/core/errors.h"
#include "base/core/host_memory.h"
#include "studies/manycore/elements_file.h"
#include "studies/manycore/rom_file.h"

namespace kasuri::emu {
namespace {

// Everything that a chip is made from, which must live as long.
template <class Core>
struct AssembledChip {
  ProgramContext context;
  std::unique_ptr<Program> program;
  std::unique_ptr<Ends> ends;
  Image image;
  std::unique_ptr<Chip<Core>> chip;

  AssembledChip(const ManycoreParams& p, Shape shape)
      : context{std::same_as<Core, Core8080>, shape.log_pipes, shape.ranks} {
    program = p.rom.empty() ? p.program.make(context)
                            : load_program({p.rom, p.input, p.output}, context);
    ends = p.ends == EndsKind::program ? p.program.make(context)->ends() : program->ends();
    image = program->image();
    WiringContext wiring_context{shape.log_pipes};
    chip = std::make_unique<Chip<Core>>(shape, *p.wiring.make(wiring_context), image, *ends);
  }
};

void refuse_what_does_not_fit(std::uint64_t bytes, std::uint64_t pes) {
  const std::uint64_t available = available_memory();
  if (bytes <= available) return;
  throw Error(Exit::limit, ErrorPlace(),
              fmt::format("{} processing elements of {} bytes do not fit into the {} MB that are free",
                          pes, bytes / pes, available / 1'000'000));
}

// Whether a file can be made there, found out before the run rather than after it.
std::string why_not_writable(const std::filesystem::path& file) {
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
  if (std::filesystem::is_directory(file)) return "is a directory";
  if (!std::filesystem::is_directory(folder)) return "is in a directory that does not exist";
  if (access(folder.c_str(), W_OK) != 0) return "is in a directory that cannot be written to";
  return "";
}

// A line for each instruction of one element; "-" is stderr.
class TraceFile {
 public:
  explicit TraceFile(const std::filesystem::path& path) : path_(path) { open(); }
  void write(const std::string& line) { fmt::print(file_.get(), "{}\n", line); }
  void again() {
    if (file_.get() == stderr)
      fmt::print(stderr, "-- from the beginning, on another engine --\n");
    else
      open();
  }
  void close() {
    const bool failed = std::ferror(file_.get()) || std::fflush(file_.get()) != 0;
    if (failed)
      throw Error(Exit::limit, ErrorPlace(path_.string()), "cannot be written");
  }

 private:
  struct Close {
    void operator()(std::FILE* f) const {
      if (f != stderr) std::fclose(f);
    }
  };
  void open() {
    file_.reset();
    file_.reset(path_ == "-" ? stderr : std::fopen(path_.c_str(), "w"));
    if (!file_)
      throw Error(Exit::limit, ErrorPlace(path_.string()), "cannot be written");
  }

  std::filesystem::path path_;
  std::unique_ptr<std::FILE, Close> file_;
};

template <class Core>
ManycoreReport run_on(const ManycoreParams& p, const Announce& announce,
                      const std::function<bool()>& stop) {
  const AssembledChip<Core> assembly(p, {p.log_pipes(), p.rank_count()});
  const Chip<Core>& chip = *assembly.chip;
  const auto given = std::make_shared<GivenCount>();
  EmulatorContext context;
  if (p.clocks) context.clocks = *p.clocks;
  context.threads = static_cast<unsigned>(p.threads);
  context.keep_clocks = !p.elements.empty();
  context.given = given.get();
  context.stop = stop;
  std::unique_ptr<TraceFile> trace;
  if (!p.element.empty()) {
    context.element = chip.index(static_cast<std::uint32_t>(p.element[0]),
                                 static_cast<std::uint32_t>(p.element[1]));
  }
  if (!p.trace.empty()) {
    trace = std::make_unique<TraceFile>(p.trace);
    context.trace = [&](const std::string& line) { trace->write(line); };
    context.trace_again = [&] { trace->again(); };
  }
  context.checkpoint = p.checkpoint;
  context.checkpoint_seconds = static_cast<double>(p.checkpoint_every);
  context.restart = p.restart;
  const auto emulator = p.engine.make(context);
  if (!emulator->keeps_checkpoints() && !(p.checkpoint.empty() && p.restart.empty()))
    throw Error(Exit::usage, ErrorPlace(), "only the engines 'simd' and 'translated' write checkpoints");
  const Plan plan = emulator->plan(
      chip, [&p](Shape shape, const std::function<void(const Chip<Core>&)>& use) {
        use(*AssembledChip<Core>(p, shape).chip);
      });
  // With each element's clock, two columns of its table at a time.
  const std::uint64_t bytes =
      plan.bytes + (p.elements.empty() ? 0 : 3 * sizeof(std::int64_t) * chip.shape().pes());
  refuse_what_does_not_fit(bytes, chip.shape().pes());
  const auto waves = assembly.ends->waves();
  if (announce) {
    const std::int64_t steps =
        waves ? std::int64_t{*waves} * 2 * static_cast<std::int64_t>(chip.shape().pes()) : 0;
    announce({bytes, steps, given});
  }
  Run run = emulator->run(chip);

  ManycoreReport r;
  r.seconds = run.seconds;
  r.cpu_seconds = run.cpu_seconds;
  r.params = p;
  r.pes = chip.shape().pes();
  r.bytes_per_pe = run.bytes / r.pes;
  r.most_bytes = run.most_bytes;
  r.code_bytes = assembly.image.bytes.size();
  r.clocks = run.clocks;
  r.phase_names = chip.phase_names();
  r.totals = std::move(run.totals);
  r.fallback = run.fallback;
  r.ran_on = run.engine.empty() ? std::string(p.engine.name()) : run.engine;
  r.not_translated = run.not_translated;
  r.waits = std::move(run.waits);
  r.stopped = run.stopped;
  r.element = std::move(run.element);
  if (trace) trace->close();
  r.verdict = assembly.ends->verdict();
  r.state_hash = run.state_hash;
  if (p.rom.empty() && p.program.name() == "barrier") {
    // All elements take the same time from having both tokens to their end: phase "set".
    const auto& phases = r.totals.phases.back();
    r.barrier_clocks = run.last_rank_clocks - phases[2] / chip.shape().pipes();
  }
  save_output({p.rom, p.input, p.output}, *assembly.ends);
  if (!p.elements.empty()) write_elements(p.elements, chip.shape(), run.final_clocks);
  return r;
}

}  // namespace

ManycoreParams::ManycoreParams() : engine("simd") {}

namespace {
const config::DescribeFile<ManycoreParams> file{
    "manycore", "a chip of small processors on a shuffle-exchange network, and their program"};
}  // namespace

config::Fields<ManycoreParams> ManycoreParams::fields() {
  using P = ManycoreParams;
  return {
      config::field("processor", &P::processor, "processor of each processing element"),
      config::field("pipes", &P::pipes, "number of pipes, a power of two").range(2, 1 << 16),
      config::field("ranks", &P::ranks, "number of ranks; default: log2(pipes) + 1")
          .range(1, 1 << 20),
      config::field("engine", &P::engine, "method of emulation on the host"),
      config::field("wiring", &P::wiring, "connections between two ranks"),
      config::field("program", &P::program, "program of all processing elements"),
      config::field("rom", &P::rom, "your own program instead: raw bytes, .asm or ELF"),
      config::field("input", &P::input, "file with the input buffers of rank 0"),
      config::field("output", &P::output, "file for the output buffers of the last rank"),
      config::field("ends", &P::ends,
                    "input and output of a rom: files, or the source and sink of 'program', which compare "
                    "the results"),
      config::field("elements", &P::elements, "HDF5 file for the final clock of each element"),
      config::field("checkpoint", &P::checkpoint, "file for the state of the run, while it runs"),
      config::field("checkpoint_every", &P::checkpoint_every, "seconds between checkpoints")
          .range(0, 1'000'000),
      config::field("restart", &P::restart, "checkpoint from which to continue"),
      config::field("clocks", &P::clocks, "stop after this number of clocks")
          .at_least(1),
      config::field("threads", &P::threads, "host threads, if the engine can use them")
          .range(1, 1024),
      config::field("element", &P::element,
                    "rank and pipe of the element whose registers are reported at the end"),
      config::field("trace", &P::trace,
                    "file for a line before each instruction of that element; - is stderr")};
}

void ManycoreParams::validate(const ManycoreParams& p, config::Section& section) {
  if (!std::has_single_bit(static_cast<std::uint64_t>(p.pipes))) {
    section.error(&ManycoreParams::pipes,
                  fmt::format("'pipes' is {}; it must be a power of two, such as {}", p.pipes,
                              std::bit_floor(static_cast<std::uint64_t>(p.pipes))));
    return;
  }
  const std::uint64_t pes = std::uint64_t{p.rank_count()} * static_cast<std::uint64_t>(p.pipes);
  if (pes > std::uint64_t{1} << 30) {
    section.error(p.ranks ? "ranks" : "pipes",
                  fmt::format("pipes times ranks is {}; it must be at most {}", pes, 1 << 30));
  }
  if (!p.element.empty() && (p.element.size() != 2 || p.element[0] < 0 || p.element[1] < 0 ||
                             p.element[0] >= p.rank_count() || p.element[1] >= p.pipes)) {
    section.error(&ManycoreParams::element,
                  fmt::format("'element' is a rank and a pipe, from [0, 0] to [{}, {}]",
                              p.rank_count() - 1, p.pipes - 1));
  }
  if (!p.trace.empty() && p.element.empty())
    section.error(&ManycoreParams::trace, "'trace' needs element = [rank, pipe]");
  for (const auto& [key, file] : {std::pair("input", &p.input), std::pair("output", &p.output)}) {
    if (p.rom.empty() && !file->empty())
      section.error(key, fmt::format("'{}' belongs to a 'rom'; named programs have their own", key));
    else if (p.ends == EndsKind::program && !file->empty())
      section.error(
          key, fmt::format("'{}' is a file for the ends of the chip, but ends = \"program\"; remove one of "
                           "them",
                           key));
  }
  for (const auto& [key, file] :
       {std::pair("output", &p.output), std::pair("elements", &p.elements),
        std::pair("checkpoint", &p.checkpoint), std::pair("trace", &p.trace)}) {
    const std::string why = file->empty() || *file == "-" ? "" : why_not_writable(*file);
    if (!why.empty()) section.error(key, fmt::format("'{}' {}", file->string(), why));
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

ManycoreReport run_manycore(const ManycoreParams& p, const Announce& announce,
                            const std::function<bool()>& stop) {
  return p.processor == Processor::i8080 ? run_on<Core8080>(p, announce, stop)
                               : run_on<CoreSh2>(p, announce, stop);
}

}  // namespace kasuri::emu
