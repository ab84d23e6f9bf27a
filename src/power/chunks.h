// SPDX-License-Identifier: MIT
// Time in some state, split over chunks of simulated time (NsimPower, section 3.2) and over cells
// (routers or links), exactly: a span that crosses borders of chunks is cut there. Adding a span
// takes the same time however many chunks it covers, since only the differences between one chunk
// and the next are kept: a span has at most four.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/check.h"
#include "power/sleep.h"

namespace kasuri {

class ChunkedTime {
 public:
  ChunkedTime() = default;
  ChunkedTime(Time chunk, std::uint32_t cells) : length_(chunk), cells_(cells) {
    check(chunk > Time{0}, "a chunk has a length");
  }

  Time chunk() const { return length_; }
  std::uint32_t cells() const { return cells_; }

  // `sign` -1 takes back what was added before. Spans end nearly in the order of time.
  void add(std::uint32_t cell, Span s, int sign = 1) {
    if (s.to <= s.from) return;
    const std::size_t last = chunk_of(s.to);
    const std::size_t first = chunk_of(s.from);
    reach(last + 1);
    const std::int64_t border = static_cast<std::int64_t>(last) * length_.ps;
    if (first == last) {
      change(first, cell, sign * s.length().ps);
      change(first + 1, cell, -sign * s.length().ps);
      return;
    }
    const std::int64_t head = static_cast<std::int64_t>(first + 1) * length_.ps - s.from.ps;
    const std::int64_t tail = s.to.ps - border;
    change(first, cell, sign * head);
    change(first + 1, cell, sign * (length_.ps - head));
    change(last, cell, sign * (tail - length_.ps));
    change(last + 1, cell, -sign * tail);
  }

  // An amount that belongs to one instant.
  void add_at(std::uint32_t cell, Time at, std::int64_t amount) {
    const std::size_t c = chunk_of(at);
    reach(c + 1);
    change(c, cell, amount);
    change(c + 1, cell, -amount);
  }

  // Calls f(chunk, row) for each chunk that begins before `end`; row[cell] is the sum.
  template <class F>
  void for_each_chunk(Time end, F f) const {
    std::vector<std::int64_t> row(cells_, 0);
    for (std::size_t c = 0; static_cast<std::int64_t>(c) * length_.ps < end.ps; ++c) {
      if (c < rows_.size() && rows_[c]) {
        for (std::uint32_t cell = 0; cell < cells_; ++cell) row[cell] += rows_[c][cell];
      }
      f(c, static_cast<const std::vector<std::int64_t>&>(row));
    }
  }

 private:
  std::size_t chunk_of(Time t) {
    if (t.ps < begin_ || t.ps - begin_ >= length_.ps) {
      const std::int64_t c = t.ps / length_.ps;
      if (t.ps < begin_) return static_cast<std::size_t>(c);
      current_ = static_cast<std::size_t>(c);  // most spans end in the chunk of the one before
      begin_ = c * length_.ps;
    }
    return current_;
  }
  void reach(std::size_t chunk) {
    if (chunk >= rows_.size()) rows_.resize(chunk + 1);
  }
  void change(std::size_t chunk, std::uint32_t cell, std::int64_t by) {
    if (!rows_[chunk]) rows_[chunk] = std::make_unique<std::int64_t[]>(cells_);
    rows_[chunk][cell] += by;
  }

  Time length_{1};
  std::uint32_t cells_ = 0;
  std::int64_t begin_ = 0;    // of the current chunk
  std::size_t current_ = 0;
  std::vector<std::unique_ptr<std::int64_t[]>> rows_;  // differences to the chunk before
};

}  // namespace kasuri
