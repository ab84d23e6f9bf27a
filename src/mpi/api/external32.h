// SPDX-License-Identifier: MIT
// Data in the representation "external32" (MPI 4.1, sections 5.3 and 14.5.2): big-endian, with sizes that
// are the same everywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mpi/api/kept.h"

namespace kasuri::mpi {

// How an element of a datatype is converted.
class ExternalForm {
 public:
  ExternalForm(Call&, MPI_Datatype);

  std::int64_t native_bytes() const { return native_; }
  std::int64_t external_bytes() const { return external_; }
  // Whether each part has the same size in both forms.
  bool keeps_sizes() const { return keeps_sizes_; }

  void to_external(std::int64_t elements, const std::byte* native, std::byte* external) const;
  // As many whole parts as `bytes` hold; their bytes in the native form.
  std::int64_t to_native(std::int64_t bytes, const std::byte* external, std::byte* native) const;

 private:
  enum class Kind : std::uint8_t { plain, with_sign, long_double };
  struct Part {
    std::int64_t native, external;  // bytes
    Kind kind;
  };
  struct Run {
    std::vector<Part> parts;
    std::int64_t times;
  };
  static std::vector<Part> parts_of(Call&, MPI_Datatype);
  static void convert(const Part&, const std::byte* from, std::byte* to, bool out);

  std::vector<Run> runs_;
  std::int64_t native_ = 0, external_ = 0;
  bool keeps_sizes_ = true;
};

}  // namespace kasuri::mpi
