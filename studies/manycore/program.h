// SPDX-License-Identifier: MIT
// What the machine runs: one ROM for all processing elements, and the host's side at the ends of
// the pipes. A component (`kasuri help rom`).
//
// Labels that begin with phase_ mark where a phase begins: a processing element is in the phase
// whose label it passed last.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/core/named_enum.h"
#include "studies/cores/assembler.h"

namespace kasuri::emu {

struct ProgramContext {
  bool is_8080;
  std::uint32_t log_pipes;
  std::uint32_t ranks;

  std::uint32_t pipes() const { return 1u << log_pipes; }
};

// Source and sink. Calls for different (pipe, port) may come from different threads.
class Ends {
 public:
  virtual ~Ends() = default;
  // Fills an input buffer of rank 0 (all but the ownership bit); false: there is no such wave.
  virtual bool fill(std::uint32_t wave, std::uint32_t pipe, std::uint32_t port,
                    std::span<std::uint8_t> buffer) = 0;
  // Forgets what it took: the run begins again.
  virtual void restart() = 0;
  // Takes what the last rank has written.
  virtual void drain(std::uint32_t wave, std::uint32_t pipe, std::uint32_t port,
                     std::span<const std::uint8_t> buffer) = 0;
  // What restore() needs to go on from here; it throws Error(Exit::usage) if that is of another run.
  virtual std::string state() const = 0;
  virtual void restore(const std::string&) = 0;
  // How many waves there are, if it is known.
  virtual std::optional<std::uint32_t> waves() const { return std::nullopt; }
  // After the run: what is wrong with the results ("" if nothing), and how many were compared.
  struct Verdict {
    std::int64_t compared = 0;
    std::int64_t wrong = 0;
  };
  virtual Verdict verdict() = 0;
};

// A program with few clocks, or as the paper describes its own.
enum class RomStyle { tight, paper };
constexpr auto names_of(RomStyle) { return name_table("tight", "paper"); }

class Program {
 public:
  static constexpr std::string_view kKind = "rom";
  static constexpr std::string_view kKindMeaning = "a program of a many-core chip";
  using Base = Program;
  using Context = ProgramContext;

  virtual ~Program() = default;
  virtual Image image() const = 0;
  virtual std::unique_ptr<Ends> ends() const = 0;
};

}  // namespace kasuri::emu
