// SPDX-License-Identifier: MIT
// Writes one rank's file of a DUMPI trace, call by call, into memory.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "workload/traces/dumpi_format.h"

namespace kasuri::trace {

class DumpiWriter {
 public:
  static constexpr std::uint8_t kUsual = dumpi::kStatuses | dumpi::kWallTime | dumpi::kThread;

  explicit DumpiWriter(dumpi::Version version = {7, 1, 0}, std::uint8_t mask = kUsual);

  // A call from `start` to `stop`, in nanoseconds. Its arguments follow, in the order of the format.
  DumpiWriter& call(std::uint16_t function, std::uint64_t start, std::uint64_t stop,
                    std::uint16_t thread = 0);
  DumpiWriter& i(std::int64_t n) { return put(static_cast<std::uint64_t>(n), 4); }
  DumpiWriter& h(std::int64_t n) { return put(static_cast<std::uint64_t>(n), 2); }
  DumpiWriter& b(std::int64_t n) { return put(static_cast<std::uint64_t>(n), 1); }
  DumpiWriter& q(std::int64_t n) { return put(static_cast<std::uint64_t>(n), 8); }
  DumpiWriter& list(std::span<const std::int32_t> all, int bytes_of_each = 4);
  DumpiWriter& list(std::initializer_list<std::int32_t> all, int bytes_of_each = 4) {
    return list(std::span(all.begin(), all.size()), bytes_of_each);
  }
  DumpiWriter& text(std::string_view);  // as a list of bytes
  // Statuses, if the mask has them.
  struct Status {
    std::int32_t bytes = 0, source = 0, tag = 0;
    bool cancelled = false;
  };
  DumpiWriter& statuses(std::span<const Status> all = {});
  DumpiWriter& status(Status s) { return statuses({&s, 1}); }

  // What has been written so far, to be kept before the file.
  std::string take();
  std::size_t size() const { return bytes_.size(); }
  // The whole file, less what was taken. `offsets`: how many the index has; 7, or fewer as older versions.
  struct End {
    std::vector<std::int32_t> type_sizes{};
    std::vector<std::pair<std::uint64_t, std::string>> functions{};  // instrumented ones, by address
    std::vector<std::pair<std::uint16_t, std::uint32_t>> untraced{};
    int offsets = 7;
  };
  std::string file(const End& end) const;
  std::string file() const { return file({}); }

  // The text of a .meta file.
  static std::string meta(std::uint32_t ranks, std::string_view prefix,
                          dumpi::Version version = {7, 1, 0});

 private:
  DumpiWriter& put(std::uint64_t n, int bytes);

  dumpi::Version version_;
  std::uint8_t mask_;
  std::string bytes_;
  std::uint64_t taken_ = 0;
  std::vector<std::uint32_t> calls_ = std::vector<std::uint32_t>(dumpi::kFunctions + 1);
};

}  // namespace kasuri::trace
