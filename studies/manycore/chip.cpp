// SPDX-License-Identifier: MIT
#include "studies/manycore/chip.h"

#include <fmt/format.h>

#include <algorithm>
#include <concepts>

#include "base/core/check.h"
#include "base/core/errors.h"

namespace kasuri::emu {

std::string_view to_string(Oddity o) {
  switch (o) {
    case Oddity::outside_map: return "access outside the map";
    case Oddity::exception: return "exception";
    case Oddity::code_write: return "write to code";
    case Oddity::port: return "IN or OUT";
  }
  fail("an oddity has a name");
}

void Totals::note(const OddityAt& o) {
  ++oddities[static_cast<std::size_t>(o.kind)];
  if (first.size() < kFirst) first.push_back(o);
}

void Totals::merge(const Totals& t) {
  if (phases.size() < t.phases.size()) phases.resize(t.phases.size());
  for (std::size_t r = 0; r < t.phases.size(); ++r) {
    for (std::size_t p = 0; p < kMaxPhases; ++p) phases[r][p] += t.phases[r][p];
  }
  poll += t.poll;
  instructions += t.instructions;
  translated += t.translated;
  parted += t.parted;
  for (std::size_t k = 0; k < kOddities; ++k) oddities[k] += t.oddities[k];
  for (const OddityAt& o : t.first) {
    if (first.size() < kFirst) first.push_back(o);
  }
}

std::int64_t Totals::busy() const {
  std::int64_t sum = 0;
  for (const auto& rank : phases) {
    for (const std::int64_t clocks : rank) sum += clocks;
  }
  return sum;
}

template <class Core>
Chip<Core>::Chip(Shape shape, const Wiring& wiring, Image rom, Ends& ends)
    : shape_(shape), rom_(std::move(rom)), ends_(&ends) {
  const auto after = static_cast<std::uint32_t>(rom_.origin + rom_.bytes.size());
  code_end_ = std::min(rom_.code_end.value_or(after), after);
  if (rom_.origin + rom_.bytes.size() > Core::kPipeAt) {
    throw Error(Exit::usage, ErrorPlace(),
                fmt::format("the ROM ends at 0x{:X}; it must end before 0x{:X}",
                            rom_.origin + rom_.bytes.size(), Core::kPipeAt));
  }
  const std::uint32_t pipes = shape.pipes();
  target_.resize(std::size_t{shape.log_pipes} * pipes * 2);
  source_.assign(target_.size(), UINT32_MAX);
  for (std::uint32_t stage = 0; stage < shape.log_pipes; ++stage) {
    for (std::uint32_t i = 0; i < 2 * pipes; ++i) {
      const Wiring::End end = wiring.target(stage, i / 2, i % 2);
      const std::uint32_t input = 2 * end.pipe + end.port;
      target_[stage * pipes * 2 + i] = input;
      std::uint32_t& source = source_[stage * pipes * 2 + input];
      check(source == UINT32_MAX, "each input has one sender");
      source = i / 2;
    }
  }

  phase_names_ = {"start"};
  phase_at_.resize(Core::kInputs);
  std::vector<std::pair<std::int64_t, std::string>> labels;
  for (const auto& [name, at] : rom_.symbols) {
    if (name.starts_with("phase_") && at >= 0 && at < Core::kInputs)
      labels.emplace_back(at, name.substr(6));
  }
  std::ranges::sort(labels);
  for (const auto& [at, name] : labels) {
    if (phase_names_.size() == kMaxPhases)
      throw Error(Exit::usage, ErrorPlace(), "a ROM has at most 7 phases");
    phase_at_[static_cast<std::size_t>(at)] = static_cast<std::uint8_t>(phase_names_.size());
    phase_names_.push_back(name);
  }

  initial_.resize(kStride);
  std::ranges::copy(rom_.bytes, initial_.begin() + rom_.origin);
  Core::put16(initial_.data() + Core::kLogPipesAt, shape.log_pipes);
}

template <class Core>
typename Core::State Chip<Core>::start() const {
  typename Core::State cpu{};
  Core::reset(cpu, initial_.data());
  if constexpr (std::same_as<Core, CoreSh2>) {
    if (rom_.start) {
      cpu.pc = rom_.start->pc;
      cpu.r[15] = rom_.start->sp;
    }
  }
  return cpu;
}

template class Chip<Core8080>;
template class Chip<CoreSh2>;

}  // namespace kasuri::emu
