// SPDX-License-Identifier: MIT
// The handles of communicators and groups of one rank of a DUMPI trace, which MPI uses again when they
// have been freed.
#pragma once

#include <cstdint>
#include <vector>

#include "workload/traces/dumpi_communicators.h"
#include "workload/traces/dumpi_file.h"

namespace kasuri::trace {

class DumpiHandles {
 public:
  static constexpr std::uint32_t kUnknown = UINT32_MAX;

  DumpiHandles();

  // The number that DumpiCommunicators knows it by, or kUnknown.
  std::uint32_t communicator(std::int64_t handle) const {
    const auto h = static_cast<std::size_t>(handle);
    return h < comms_.size() ? comms_[h] : kUnknown;
  }
  // A call that makes a communicator: the number of the new one.
  std::uint32_t make(std::int64_t handle);
  void forget(std::int64_t handle);

  // With `to`, what the call says of groups and communicators is written there. Returns whether the
  // call makes a communicator.
  bool take(const DumpiCall&, DumpiCommunicators*, DumpiObjects* to);
  static bool makes_communicator(std::uint16_t function);

 private:
  void collect(const DumpiCall&, DumpiCommunicators&, DumpiObjects&, DumpiMaking&);
  void take_group(const DumpiCall&, DumpiCommunicators&, DumpiObjects&);
  std::uint32_t group(std::int64_t handle, DumpiObjects&);
  void set_group(std::int64_t handle, DumpiObjects&, DumpiGroup);

  std::vector<std::uint32_t> comms_, groups_;
  std::uint32_t next_ = 2;
};

}  // namespace kasuri::trace
