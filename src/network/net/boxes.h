// SPDX-License-Identifier: MIT
// What one part of a machine sends to the others in a window, in a box for each neighbour; the neighbour
// takes it in before its next window. A network model has boxes of its own kind: packets and credits, or
// whole messages. Two sets of boxes take turns, so that one barrier a window is enough: while a part fills
// one, its neighbours read the other.
//
// A Box has empty(), clear(), fetch<kToWrite>(), and transfer(Archive&, Box&) to and from another process,
// which then owns what the box owned.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "base/core/archive.h"
#include "base/core/check.h"
#include "base/core/units.h"

namespace kasuri {

// As the windows of a run see it.
class Crossings {
 public:
  virtual ~Crossings() = default;
  // Windows are numbered alike in all parts.
  virtual void begin_window(std::uint64_t number) = 0;
  // What `neighbour`, of the same model, has sent to this part in a window before.
  virtual void fetch(const Crossings& neighbour, std::uint64_t window) = 0;
  virtual void take(const Crossings& neighbour, std::uint64_t window) = 0;
  // What other processes have sent.
  virtual void take_received() = 0;
  // From now on the neighbours may read what this part sends in this window.
  virtual void close() = 0;
  // The first arrival of all that has left in this window.
  virtual Time earliest() const = 0;

  // For another process: whether there is anything for part `to`, and all of it, once.
  virtual bool any(std::uint64_t window, std::uint16_t to) const = 0;
  virtual void pack(std::uint64_t window, std::uint16_t to, ArchiveWriter&) = 0;
  // Of part `from`; kept until take_received().
  virtual void unpack(std::uint16_t from, ArchiveReader&) = 0;
};

template <class Box>
class Boxes {
 public:
  explicit Boxes(std::uint32_t parts = 0) {
    for (auto& set : sets_) set.resize(parts);
  }

  // What this part sent in the window before the last has been read by all, so its boxes are free again.
  void begin_window(std::uint64_t number) {
    filling_ = number % 2;
    for (Box& b : sets_[filling_]) {
      b.template fetch<true>();
      b.clear();
    }
    earliest_ = kNever;
    open_ = true;
  }
  void close() { open_ = false; }
  // What leaves for `part` in this window, and arrives there at `when`.
  Box& to(std::uint16_t part, Time when) {
    check(open_, "only the boundary of a partition sends to other partitions");
    earliest_ = std::min(earliest_, when);
    return sets_[filling_][part];
  }
  Time earliest() const { return earliest_; }

  // What left for `part` in a window; to be read by that part, in the next window.
  const Box& sent(std::uint64_t window, std::uint16_t part) const { return sets_[window % 2][part]; }
  Box& sent(std::uint64_t window, std::uint16_t part) { return sets_[window % 2][part]; }

 private:
  std::array<std::vector<Box>, 2> sets_;
  std::size_t filling_ = 0;
  bool open_ = true;
  Time earliest_ = kNever;
};

// Those of part `part`; `taker.take_in(box)` takes one in.
template <class Box, class Taker>
class BoxCrossings final : public Crossings {
 public:
  BoxCrossings(Boxes<Box>& boxes, Taker& taker, std::uint16_t part)
      : boxes_(boxes), taker_(taker), part_(part) {}

  void begin_window(std::uint64_t number) override { boxes_.begin_window(number); }
  void fetch(const Crossings& from, std::uint64_t window) override {
    sent_by(from, window).template fetch<false>();
  }
  void take(const Crossings& from, std::uint64_t window) override {
    taker_.take_in(sent_by(from, window));
  }
  void take_received() override {
    for (Box* const box : received_) taker_.take_in(*box);
    received_.clear();
  }
  void close() override { boxes_.close(); }
  Time earliest() const override { return boxes_.earliest(); }

  bool any(std::uint64_t window, std::uint16_t to) const override {
    return !boxes_.sent(window, to).empty();
  }
  void pack(std::uint64_t window, std::uint16_t to, ArchiveWriter& archive) override {
    transfer(archive, boxes_.sent(window, to));
  }
  void unpack(std::uint16_t from, ArchiveReader& archive) override {
    Box& box = of_processes_[from];
    transfer(archive, box);
    received_.push_back(&box);
  }

 private:
  const Box& sent_by(const Crossings& neighbour, std::uint64_t window) const {
    return static_cast<const BoxCrossings&>(neighbour).boxes_.sent(window, part_);
  }

  Boxes<Box>& boxes_;
  Taker& taker_;
  std::uint16_t part_;
  std::map<std::uint16_t, Box> of_processes_;  // by sender
  std::vector<Box*> received_;
};

// Has the memory of a list brought here at once: another core has used it, and would be asked for it line
// by line.
template <bool kToWrite, class T>
void fetch_lines(const std::vector<T>& list) {
  const auto* first = reinterpret_cast<const std::byte*>(list.data());
  const auto* last = reinterpret_cast<const std::byte*>(list.data() + list.size());
  for (; first < last; first += 64) __builtin_prefetch(first, kToWrite);
}

}  // namespace kasuri
