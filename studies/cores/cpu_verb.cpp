// SPDX-License-Identifier: MIT
// `kasuri cpu`: one processor core in flat memory (studies/cores/flat.h).
#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <memory>

#include "shell/verbs/command.h"
#include "shell/verbs/study_verbs.h"
#include "studies/cores/flat.h"
#include "studies/cores/i8080_text.h"
#include "studies/cores/sh2_text.h"

namespace kasuri::cli {
namespace {

struct CpuOptions {
  std::string processor;
  std::string image;
  std::string output;
  std::int64_t cycles = 0;
  std::uint32_t origin = 0;
  bool trace = false;
};

void write_image(const std::string& path, const emu::LoadedImage& image) {
  std::ofstream out(path, std::ios::binary);
  const std::vector<std::uint8_t>& bytes = image.segments.at(0).bytes;
  out.write(reinterpret_cast<const char*>(bytes.data()),
            static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) throw Error(Exit::limit, ErrorPlace(path), "cannot be written");
  fmt::print("{}: {} bytes at 0x{:X}\n", path, bytes.size(), image.segments[0].address);
}

Exit run_cpu(const CpuOptions& o, bool has_cycles, bool has_origin) {
  const bool is_8080 = o.processor == "8080";
  const auto& set = is_8080 ? emu::i8080::instruction_set() : emu::sh2::instruction_set();
  const std::uint32_t origin = has_origin ? o.origin : is_8080 ? 0x100 : 0;
  const emu::LoadedImage image = emu::load_image(o.image, set, origin);
  if (!o.output.empty()) {
    write_image(o.output, image);
    return Exit::done;
  }
  emu::FlatOptions flat;
  if (has_cycles) flat.cycles = o.cycles;
  flat.console = [](std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); };
  flat.key = [] { return std::getchar(); };
  if (o.trace) flat.trace = [](const std::string& line) { fmt::print(stderr, "{}\n", line); };
  const emu::FlatResult r = is_8080 ? emu::run_8080(image, flat) : emu::run_sh2(image, flat);
  fmt::print("\n{} instructions, {} cycles; stopped by {}\n", r.instructions, r.cycles, r.end);
  if (r.exceptions) fmt::print("{} exceptions\n", r.exceptions);
  if (r.exit_code) fmt::print("exit code {}\n", r.exit_code);
  return r.exit_code == 0 ? Exit::done : Exit::program_failed;
}

const Verb cpu{kCpuVerb.name, kCpuVerb.summary, [](CLI::App& app) -> Action {
  auto o = std::make_shared<CpuOptions>();
  app.add_option("processor", o->processor, "8080 or sh2")
      ->required()
      ->check(CLI::IsMember({"8080", "sh2"}));
  app.add_option("image", o->image,
                 "program: .asm is assembled, ELF loaded (SH-2), anything else raw bytes")
      ->required();
  app.add_flag("--trace", o->trace, "print each instruction and the registers before it to stderr");
  auto* cycles = app.add_option("--cycles", o->cycles, "stop after this number of cycles")
                     ->check(CLI::NonNegativeNumber);
  auto* origin = app.add_option("--origin", o->origin,
                                "load address of raw bytes (8080: 0x100 as in CP/M; SH-2: 0, the reset "
                                "vector)");
  app.add_option("-o,--out,--output", o->output, "write the assembled bytes to this file, without a run");
  return [o, cycles, origin] { return run_cpu(*o, cycles->count() > 0, origin->count() > 0); };
}};

}  // namespace
}  // namespace kasuri::cli
