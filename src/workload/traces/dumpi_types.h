// SPDX-License-Identifier: MIT
// How large the datatypes of one rank of a DUMPI trace are: by the record of sizes, by the calls that
// made them, or, of predefined ones, as on 64-bit Linux.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "workload/traces/dumpi_file.h"

namespace kasuri::trace {

class DumpiTypes {
 public:
  explicit DumpiTypes(const std::vector<std::int32_t>& record) : record_(record) {}

  // In bytes; none: the trace does not tell.
  std::optional<std::int64_t> size(std::int64_t type) const;
  // A call that makes a datatype, or tells its size.
  void take(const DumpiCall&);

 private:
  using Size = std::optional<std::int64_t>;
  void define(std::int64_t type, Size, bool fresh = true);
  Size times(Size size, std::int64_t n) const;
  Size sum_of(const std::vector<std::int32_t>& lengths, const std::vector<std::int32_t>& types) const;

  const std::vector<std::int32_t>& record_;
  // Handles are used again, but the record keeps what was told first: so later ones are here.
  struct Own {
    bool made = false;
    Size size{};
  };
  std::vector<Own> own_;
};

}  // namespace kasuri::trace
