// SPDX-License-Identifier: MIT
#include "studies/manycore/rom_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <mutex>
#include <vector>

#include "base/core/errors.h"
#include "studies/cores/cores.h"
#include "studies/cores/image_file.h"

namespace kasuri::emu {
namespace {

std::uint32_t window_of(const ProgramContext& c) {
  return c.is_8080 ? Core8080::kWindow : CoreSh2::kWindow;
}

class FileEnds final : public Ends {
 public:
  FileEnds(std::vector<std::uint8_t> input, const ProgramContext& c)
      : input_(std::move(input)), context_(c), window_(window_of(c)) {}

  bool fill(std::uint32_t wave, std::uint32_t pipe, std::uint32_t port,
            std::span<std::uint8_t> buffer) override {
    const std::size_t at = place(wave, pipe, port);
    if (at + window_ > input_.size()) return false;
    std::ranges::copy_n(input_.begin() + static_cast<std::ptrdiff_t>(at), window_, buffer.begin());
    return true;
  }
  void drain(std::uint32_t wave, std::uint32_t pipe, std::uint32_t port,
             std::span<const std::uint8_t> buffer) override {
    const std::lock_guard lock(mutex_);
    const std::size_t at = place(wave, pipe, port);
    if (output_.size() < at + window_) output_.resize(at + window_);
    std::ranges::copy(buffer, output_.begin() + static_cast<std::ptrdiff_t>(at));
  }
  void restart() override { output_.clear(); }
  std::string state() const override { return {output_.begin(), output_.end()}; }
  void restore(const std::string& s) override { output_.assign(s.begin(), s.end()); }
  Verdict verdict() override { return {}; }
  const std::vector<std::uint8_t>& output() const { return output_; }

 private:
  std::size_t place(std::uint32_t wave, std::uint32_t pipe, std::uint32_t port) const {
    return ((std::size_t{wave} * context_.pipes() + pipe) * 2 + port) * window_;
  }

  std::vector<std::uint8_t> input_;
  std::vector<std::uint8_t> output_;
  ProgramContext context_;
  std::uint32_t window_;
  std::mutex mutex_;
};

class FileProgram final : public Program {
 public:
  FileProgram(const RomFiles& files, const ProgramContext& c) : context_(c) {
    const auto& set = c.is_8080 ? i8080::instruction_set() : sh2::instruction_set();
    LoadedImage loaded = load_image(files.rom, set, 0);
    image_ = loaded.entry ? one_piece(loaded, files.rom)
                          : Image{.origin = loaded.segments[0].address,
                                  .bytes = std::move(loaded.segments[0].bytes),
                                  .symbols = std::move(loaded.symbols)};
    if (files.input.empty()) return;
    input_ = read_bytes(files.input);
    const std::size_t wave = std::size_t{c.pipes()} * 2 * window_of(c);
    if (input_.size() % wave != 0) {
      throw Error(Exit::usage, ErrorPlace(files.input.string()),
                  fmt::format("has {} bytes; it must be whole waves of {} ({} pipes of two buffers of {})",
                              input_.size(), wave, c.pipes(), window_of(c)));
    }
  }
  Image image() const override { return image_; }
  std::unique_ptr<Ends> ends() const override {
    return std::make_unique<FileEnds>(input_, context_);
  }

 private:
  // The segments of an ELF file where they belong, and zeros between them. GNU's linker marks the
  // place of a stack, where our chip has no memory, by a segment of its own.
  static Image one_piece(const LoadedImage& loaded, const std::filesystem::path& name) {
    constexpr std::size_t kMost = 1 << 16;
    const std::vector<std::uint8_t> stack_mark = {0xde, 0xad, 0xde, 0xad};
    Image image;
    image.symbols = loaded.symbols;
    image.start = start_of_elf(loaded, CoreSh2::kPipeAt);
    std::uint32_t code_end = 0;
    for (const Segment& s : loaded.segments) {
      if (s.bytes == stack_mark) continue;
      const std::size_t end = s.address + s.bytes.size();
      if (end > kMost) {
        throw Error(Exit::usage, ErrorPlace(name.string()),
                    fmt::format("has a segment at 0x{:X}; code and data must be below 0x{:X} (ld "
                                "-Ttext=0, or a linker script as in examples/manycore/c)",
                                s.address, CoreSh2::kPipeAt));
      }
      if (end > image.bytes.size()) image.bytes.resize(end);
      std::ranges::copy(s.bytes, image.bytes.begin() + static_cast<std::ptrdiff_t>(s.address));
      if (!s.writable) code_end = std::max(code_end, static_cast<std::uint32_t>(end));
    }
    if (code_end) image.code_end = code_end;
    return image;
  }

  ProgramContext context_;
  Image image_;
  std::vector<std::uint8_t> input_;
};

}  // namespace

std::unique_ptr<Program> load_program(const RomFiles& files, const ProgramContext& c) {
  return std::make_unique<FileProgram>(files, c);
}

void save_output(const RomFiles& files, Ends& ends) {
  const auto* file = dynamic_cast<const FileEnds*>(&ends);
  if (files.output.empty() || !file) return;
  std::ofstream out(files.output, std::ios::binary);
  const auto& bytes = file->output();
  out.write(reinterpret_cast<const char*>(bytes.data()),
            static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out)
    throw Error(Exit::limit, ErrorPlace(files.output.string()), "cannot be written");
}

}  // namespace kasuri::emu
