// SPDX-License-Identifier: MIT
#include "studies/manycore/machine.h"

#include <algorithm>

namespace kasuri::emu {

template <class Core>
Machine<Core>::Machine(const Chip<Core>& chip) : Chip<Core>(chip) {
  const Shape shape = chip.shape();
  const typename Core::State start = chip.start();
  memory_.grow(shape.pes() * kStride);
  pes_.grow(shape.pes());
  for (std::uint64_t i = 0; i < shape.pes(); ++i) {
    std::uint8_t* m = memory(i);
    std::ranges::copy(chip.initial(), m);
    Core::put16(m + Core::kPipeAt, chip.pipe_of(i));
    pes_[i] = Pe<Core>{};
    pes_[i].cpu = start;
  }
  sink_.resize(std::size_t{2} * shape.pipes() * Core::kWindow);
  source_wave_.resize(std::size_t{2} * shape.pipes());
  sink_wave_ = source_wave_;
  for (std::uint64_t b = 0; b < 2 * std::uint64_t{shape.pipes()}; ++b) serve_end(b);
}

template <class Core>
bool Machine<Core>::serve_end(std::uint64_t buffer) {
  const std::span<std::uint8_t> window(bytes(buffer), Core::kWindow);
  std::uint8_t& owner = owner_byte(buffer);
  if (this->is_source(buffer)) {
    if (owner & 1) return false;
    std::uint32_t& wave = source_wave_[buffer];
    if (!this->ends().fill(wave, static_cast<std::uint32_t>(buffer / 2), buffer & 1, window))
      return false;
    ++wave;
    owner |= 1;
    return true;
  }
  if (!this->is_sink(buffer) || !(owner & 1)) return false;
  const auto i = static_cast<std::uint32_t>(buffer - 2 * this->shape().pes());
  this->ends().drain(sink_wave_[i]++, i / 2, i % 2, window);
  owner &= 0xfe;
  return true;
}

template <class Core>
std::uint64_t Machine<Core>::hash() {
  std::uint64_t sum = 0;
  for (std::uint64_t i = 0; i < this->shape().pes(); ++i) {
    sum += mix(i, static_cast<std::uint64_t>(pes_[i].final_clock()));
    const std::uint8_t* m = memory(i);
    for (std::size_t k = 0; k < kStride; k += 8) {
      std::uint64_t now, before;
      std::memcpy(&now, m + k, 8);
      std::memcpy(&before, this->initial().data() + k, 8);
      if (now != before) sum += mix(i << 16 | k, now);
    }
  }
  return sum;
}

template <class Core>
std::int64_t Machine<Core>::last_clock(std::uint32_t rank) const {
  std::int64_t last = 0;
  for (std::uint32_t p = 0; p < this->shape().pipes(); ++p)
    last = std::max(last, pes_[this->index(rank, p)].final_clock());
  return last;
}

template class Machine<Core8080>;
template class Machine<CoreSh2>;

}  // namespace kasuri::emu
