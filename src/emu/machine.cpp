// SPDX-License-Identifier: MIT
#include "emu/machine.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "core/check.h"
#include "core/errors.h"

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
Machine<Core>::Machine(Shape shape, const Wiring& wiring, Image rom, Ends& ends)
    : shape_(shape), rom_(std::move(rom)), ends_(ends) {
  code_end_ = static_cast<std::uint32_t>(rom_.origin + rom_.bytes.size());
  if (rom_.origin + rom_.bytes.size() > Core::kPipeAt) {
    throw Error(Exit::usage, fmt::format("error: the ROM ends at 0x{:X}; it must end before 0x{:X}",
                                         rom_.origin + rom_.bytes.size(), Core::kPipeAt));
  }
  const auto available = static_cast<std::uint64_t>(sysconf(_SC_AVPHYS_PAGES)) *
                         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  if (shape.pes() > available / bytes_per_pe()) {
    throw Error(Exit::limit,
                fmt::format("error: {} processing elements of {} bytes do not fit into "
                            "the {} MB that are free",
                            shape.pes(), bytes_per_pe(), available / 1'000'000));
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
      throw Error(Exit::usage, "error: a ROM has at most 7 phases");
    phase_at_[static_cast<std::size_t>(at)] = static_cast<std::uint8_t>(phase_names_.size());
    phase_names_.push_back(name);
  }

  initial_.resize(kStride);
  std::ranges::copy(rom_.bytes, initial_.begin() + rom_.origin);
  memory_.grow(shape.pes() * kStride);
  pes_.grow(shape.pes());
  sink_.resize(std::size_t{2} * pipes * Core::kWindow);
  reset();
}

template <class Core>
void Machine<Core>::reset() {
  for (std::uint64_t i = 0; i < shape_.pes(); ++i) {
    std::uint8_t* m = memory(i);
    std::ranges::copy(initial_, m);
    Core::put16(m + Core::kPipeAt, pipe_of(i));
    Core::put16(m + Core::kLogPipesAt, shape_.log_pipes);
    pes_[i] = Pe<Core>{};
    Core::reset(pes_[i].cpu, m);
  }
  std::ranges::fill(sink_, std::uint8_t{0});
  source_wave_.assign(std::size_t{2} * shape_.pipes(), 0);
  sink_wave_ = source_wave_;
  for (std::uint64_t b = 0; b < 2 * std::uint64_t{shape_.pipes()}; ++b) serve_end(b);
}

template <class Core>
bool Machine<Core>::serve_end(std::uint64_t buffer) {
  const std::span<std::uint8_t> window(bytes(buffer), Core::kWindow);
  std::uint8_t& owner = owner_byte(buffer);
  if (is_source(buffer)) {
    if (owner & 1) return false;
    std::uint32_t& wave = source_wave_[buffer];
    if (!ends_.fill(wave, static_cast<std::uint32_t>(buffer / 2), buffer & 1, window)) return false;
    ++wave;
    owner |= 1;
    return true;
  }
  if (!is_sink(buffer) || !(owner & 1)) return false;
  const auto i = static_cast<std::uint32_t>(buffer - 2 * shape_.pes());
  ends_.drain(sink_wave_[i]++, i / 2, i % 2, window);
  owner &= 0xfe;
  return true;
}

template <class Core>
std::uint64_t Machine<Core>::hash() {
  std::uint64_t sum = 0;
  for (std::uint64_t i = 0; i < shape_.pes(); ++i) {
    sum += mix(i, static_cast<std::uint64_t>(pes_[i].final_clock()));
    const std::uint8_t* m = memory(i);
    for (std::size_t k = 0; k < kStride; k += 8) {
      std::uint64_t now, before;
      std::memcpy(&now, m + k, 8);
      std::memcpy(&before, initial_.data() + k, 8);
      if (now != before) sum += mix(i << 16 | k, now);
    }
  }
  return sum;
}

template <class Core>
std::int64_t Machine<Core>::last_clock(std::uint32_t rank) {
  std::int64_t last = 0;
  for (std::uint32_t p = 0; p < shape_.pipes(); ++p)
    last = std::max(last, pes_[index(rank, p)].final_clock());
  return last;
}

template class Machine<Core8080>;
template class Machine<CoreSh2>;

}  // namespace kasuri::emu
