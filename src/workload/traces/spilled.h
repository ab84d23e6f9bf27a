// SPDX-License-Identifier: MIT
// Long lists, one of each rank: their ends are in memory, the rest is in an unnamed file in TMPDIR that
// they share. Elements can still be read and changed.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace kasuri::trace {

// From any thread. Throws Error: no room.
class SpillFile {
 public:
  SpillFile() = default;
  SpillFile(const SpillFile&) = delete;
  SpillFile& operator=(const SpillFile&) = delete;
  ~SpillFile();

  // Writes at the end; returns where.
  std::int64_t append(const void* from, std::size_t n);
  void write(std::int64_t at, const void* from, std::size_t n);
  void read(std::int64_t at, void* to, std::size_t n) const;

 private:
  int descriptor();

  std::atomic<int> descriptor_ = -1;
  std::atomic<std::int64_t> end_ = 0;
};

template <class T>
class Spilled {
 public:
  static_assert(std::is_trivially_copyable_v<T>);
  static constexpr std::size_t kChunk = std::max<std::size_t>(1, 8192 / sizeof(T));  // elements

  std::size_t size() const { return chunks_.size() * kChunk + end_.size(); }
  bool empty() const { return size() == 0; }
  void push_back(SpillFile& file, const T& element) {
    end_.push_back(element);
    if (end_.size() == 2 * kChunk) spill(file);
  }
  void append(SpillFile& file, std::span<const T> all) {
    while (!all.empty()) {
      const std::size_t n = std::min(all.size(), 2 * kChunk - end_.size());
      end_.insert(end_.end(), all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n));
      all = all.subspan(n);
      if (end_.size() == 2 * kChunk) spill(file);
    }
  }
  T get(const SpillFile& file, std::size_t i) const {
    if (i >= chunks_.size() * kChunk) return end_[i - chunks_.size() * kChunk];
    T element;
    file.read(chunks_[i / kChunk] + offset(i), &element, sizeof element);
    return element;
  }
  void set(SpillFile& file, std::size_t i, const T& element) {
    if (i >= chunks_.size() * kChunk) end_[i - chunks_.size() * kChunk] = element;
    else file.write(chunks_[i / kChunk] + offset(i), &element, sizeof element);
  }
  // Several in sequence.
  void put(SpillFile& file, std::size_t i, std::span<const T> all) {
    while (!all.empty()) {
      const std::size_t spilled = chunks_.size() * kChunk;
      const std::size_t n = std::min(all.size(), i < spilled ? kChunk - i % kChunk : all.size());
      if (i >= spilled) std::ranges::copy(all, end_.begin() + static_cast<std::ptrdiff_t>(i - spilled));
      else file.write(chunks_[i / kChunk] + offset(i), all.data(), n * sizeof(T));
      i += n;
      all = all.subspan(n);
    }
  }
  // All of them, some at a time.
  template <class Use>
  void each(const SpillFile& file, const Use& use) const {
    std::vector<T> some(chunks_.empty() ? 0 : kChunk);
    for (const std::int64_t at : chunks_) {
      file.read(at, some.data(), some.size() * sizeof(T));
      use(std::span<const T>(some));
    }
    use(std::span<const T>(end_));
  }

 private:
  static std::int64_t offset(std::size_t i) { return static_cast<std::int64_t>(i % kChunk * sizeof(T)); }
  void spill(SpillFile& file) {
    chunks_.push_back(file.append(end_.data(), kChunk * sizeof(T)));
    end_.erase(end_.begin(), end_.begin() + kChunk);
  }

  std::vector<std::int64_t> chunks_;  // where they are in the file
  std::vector<T> end_;
};

}  // namespace kasuri::trace
