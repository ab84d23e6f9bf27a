// SPDX-License-Identifier: MIT
// Arguments of functions with large counts (MPI 4.1, section 2.5.8) for those with counts of 31 bits, on
// which they stand: more elements are one of a contiguous datatype. Another count that does not fit ends
// the job with a message.
#pragma once

#include <deque>
#include <vector>

#include "api/mgen_handles.h"

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
    MGEN_Datatype type;
  };
  Elements elements(MGEN_Count count, MGEN_Datatype type) const {
    if (count >= INT32_MIN && count <= INT32_MAX) [[likely]] return {static_cast<int>(count), type};
    return {1, contiguous(count, type)};
  }

  int one(MGEN_Count count) const {
    if (count >= INT32_MIN && count <= INT32_MAX) [[likely]] return static_cast<int>(count);
    Call call(call_);
    call.fail("count {} is more than {}, the most that is supported; use a datatype of several elements",
              count, INT32_MAX);
  }
  template <class Count>
  std::vector<int> all(const Count* counts, int n) const {
    std::vector<int> small;
    for (int i = 0; counts && i < n; ++i) small.push_back(one(counts[i]));
    return small;
  }
  // The same, until a request is complete or freed.
  template <class Count>
  const int* held(const Count* counts, int n) const {
    if (!counts) return nullptr;
    return held_.emplace_back(all(counts, n)).data();
  }
  void hold_for(MGEN_Request) const;
  // Of a communicator; at the root alone, and 0 elsewhere; of its neighbours.
  int size(MGEN_Comm comm) const;
  int root(MGEN_Comm comm, int root) const;
  int in(MGEN_Comm comm) const;
  int out(MGEN_Comm comm) const;

 private:
  MGEN_Datatype contiguous(MGEN_Count count, MGEN_Datatype type) const;
  void free_made();

  const char* call_;
  mutable std::vector<MGEN_Datatype> made_;
  mutable std::deque<std::vector<int>> held_;
};

}  // namespace kasuri::mpi
