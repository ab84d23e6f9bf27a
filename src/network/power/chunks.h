// SPDX-License-Identifier: MIT
// Time in some state, split over chunks of simulated time (NsimPower, section 3.2) and over cells
// (routers or links), exactly: a span that crosses borders of chunks is cut there. Adding a span
// takes the same time however many chunks it covers: those that it covers wholly are remembered by
// where they begin and end.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/core/check.h"
#include "base/core/prefetch.h"
#include "network/power/sleep.h"

namespace kasuri {

class ChunkedTime {
 public:
  ChunkedTime() = default;
  ChunkedTime(Time chunk, std::uint32_t cells) : length_(chunk), cells_(cells) {
    check(chunk > Time{0}, "a chunk has a length");
  }

  // `sign` -1 takes back what was added before. Spans end nearly in the order of time.
  void add(std::uint32_t cell, Span s, int sign = 1) {
    if (s.to <= s.from) return;
    const std::size_t last = chunk_of(s.to);
    if (s.from.ps >= begin_ && last == current_) {
      part(last)[cell] += sign * s.length().ps;
    } else {
      add_across(cell, s, last, sign);
    }
  }

  // The same, put down some calls later: the rows of many cells are in no cache, but have come by then.
  void add_later(std::uint32_t cell, Span s, int sign = 1) {
    if (s.to <= s.from) return;
    Note& oldest = notes_[next_note_++ % notes_.size()];
    add(oldest.cell, oldest.span, oldest.sign);
    oldest = {s, cell, sign};
    const std::size_t last = chunk_of(s.to);
    fetch_ahead(part(last) + cell);
    if (s.from.ps < begin_ && last > 0 && parts_[last - 1]) fetch_ahead(&parts_[last - 1][cell]);
  }

  // An amount that belongs to one instant.
  void add_at(std::uint32_t cell, Time at, std::int64_t amount) {
    part(chunk_of(at))[cell] += amount;
  }

  // An amount that is spread evenly over a span; what lies before a border is rounded down.
  void spread(std::uint32_t cell, Span s, std::int64_t amount) {
    const std::size_t first = chunk_of(s.from), last = chunk_of(s.to);
    if (first == last) {
      part(first)[cell] += amount;
      return;
    }
    __extension__ using Wide = __int128;
    std::int64_t before = 0;
    for (std::size_t c = first; c <= last; ++c) {
      const std::int64_t border = std::min(static_cast<std::int64_t>(c + 1) * length_.ps, s.to.ps);
      const auto until =
          static_cast<std::int64_t>(static_cast<Wide>(amount) * (border - s.from.ps) / s.length().ps);
      if (until > before) part(c)[cell] += until - before;
      before = until;
    }
  }

  // Calls f(chunk, row) for each chunk that begins before `end`; row[cell] is the sum.
  template <class F>
  void for_each_chunk(Time end, F f) {
    for (Note& n : notes_) {
      add(n.cell, n.span, n.sign);
      n = {};
    }
    std::vector<std::int64_t> covering(cells_, 0), row(cells_);
    for (std::size_t c = 0; static_cast<std::int64_t>(c) * length_.ps < end.ps; ++c) {
      for (std::uint32_t cell = 0; cell < cells_; ++cell) {
        if (c < wholes_.size() && wholes_[c]) covering[cell] += wholes_[c][cell];
        row[cell] = covering[cell] * length_.ps;
        if (c < parts_.size() && parts_[c]) row[cell] += parts_[c][cell];
      }
      f(c, static_cast<const std::vector<std::int64_t>&>(row));
    }
  }

 private:
  struct Note {
    Span span;
    std::uint32_t cell = 0;
    std::int32_t sign = 1;
  };

  // Most spans end in the same chunk as the one before.
  std::size_t chunk_of(Time t) {
    if (t.ps >= begin_ && t.ps - begin_ < length_.ps) return current_;
    const std::int64_t c = t.ps / length_.ps;
    if (t.ps < begin_) return static_cast<std::size_t>(c);
    current_ = static_cast<std::size_t>(c);
    begin_ = c * length_.ps;
    return current_;
  }
  std::int64_t* part(std::size_t chunk) {
    if (chunk < parts_.size() && parts_[chunk]) [[likely]] return parts_[chunk].get();
    return new_row(parts_, chunk);
  }

  using Rows = std::vector<std::unique_ptr<std::int64_t[]>>;
  std::int64_t* new_row(Rows& rows, std::size_t chunk) {
    if (chunk >= rows.size()) rows.resize(chunk + 1);
    if (!rows[chunk]) rows[chunk] = std::make_unique<std::int64_t[]>(cells_);
    return rows[chunk].get();
  }

  void add_across(std::uint32_t cell, Span s, std::size_t last, int sign) {
    const std::size_t first = chunk_of(s.from);
    if (first == last) {
      part(first)[cell] += sign * s.length().ps;
      return;
    }
    const std::int64_t head = static_cast<std::int64_t>(first + 1) * length_.ps - s.from.ps;
    const std::int64_t tail = s.to.ps - static_cast<std::int64_t>(last) * length_.ps;
    part(first)[cell] += sign * head;
    if (tail > 0) part(last)[cell] += sign * tail;
    if (last == first + 1) return;
    new_row(wholes_, first + 1)[cell] += sign;
    new_row(wholes_, last)[cell] -= sign;
  }

  std::array<Note, 16> notes_{};  // not put down yet, from next_note_ on in a circle
  std::size_t next_note_ = 0;
  Time length_{1};
  std::uint32_t cells_ = 0;
  std::int64_t begin_ = 0;  // of the current chunk
  std::size_t current_ = 0;
  Rows parts_;   // of chunks that a span covers in part
  Rows wholes_;  // how many more spans cover all of this chunk than of the one before
};

}  // namespace kasuri
