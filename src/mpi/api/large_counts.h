// SPDX-License-Identifier: MIT
// Arguments of functions with large counts (MPI 4.1, section 2.5.8) for those with counts of 31 bits, on
// which they stand: more elements are one of a contiguous datatype. Another count that does not fit ends
// the job with a message.
#pragma once

#include <vector>

#include "mpi/api/mgen_handles.h"

namespace kasuri::mpi {

class LargeCounts {
 public:
  explicit LargeCounts(const char* call) : call_(call) {}
  LargeCounts(const LargeCounts&) = delete;
  LargeCounts& operator=(const LargeCounts&) = delete;
  ~LargeCounts() {
    if (!made_.empty()) [[unlikely]] free_made();
  }

  struct Elements {
    int count;
    MPI_Datatype type;
  };
  Elements elements(MPI_Count count, MPI_Datatype type) const {
    if (count >= INT32_MIN && count <= INT32_MAX) [[likely]] return {static_cast<int>(count), type};
    return {1, contiguous(count, type)};
  }

  int one(MPI_Count count) const {
    if (count >= INT32_MIN && count <= INT32_MAX) [[likely]] return static_cast<int>(count);
    Call call(call_);
    call.fail_as(MPI_ERR_COUNT,
                 "count {} is more than {}, the most that is supported; use a datatype of several elements",
                 count, INT32_MAX);
  }

 private:
  MPI_Datatype contiguous(MPI_Count count, MPI_Datatype type) const;
  void free_made();

  const char* call_;
  mutable std::vector<MPI_Datatype> made_;
};

}  // namespace kasuri::mpi
