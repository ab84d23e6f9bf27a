// SPDX-License-Identifier: MIT
// What a profile of PyTorch (Kineto's JSON, torch.profiler) says of one rank's device: kernels and copies
// on streams, those of NCCL with what they communicate, and when the CPU launched them and waited.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/core/units.h"
#include "mpi/ranks/collective.h"

namespace kasuri::trace {

struct KinetoOp {
  enum class Kind : std::uint8_t { kernel, copy, collective, send, receive };
  Kind kind = Kind::kernel;
  mpi::Collective collective = mpi::Collective::barrier;
  std::uint32_t stream = 0;
  Time begin{0}, end{0}, launched{-1};  // from the first of the rank
  Bytes bytes{0};                       // what the rank gives; of a receive, what it gets
  std::int32_t peer = 0;                // or the root: a place in the group
  std::vector<std::uint32_t> group{};   // ranks
};

struct KinetoRank {
  std::optional<std::uint32_t> rank, ranks;  // as the file says
  std::vector<KinetoOp> ops;                 // by their beginning
  std::vector<std::pair<Time, Time>> syncs;  // in which the CPU waited for the device
  std::uint64_t unknown = 0;                 // kernels of NCCL that do not say what they are
  bool uneven = false;                       // blocks of several sizes
};

bool is_kineto(std::string_view head);
// Throws Error with the event.
KinetoRank read_kineto(const std::filesystem::path&);

}  // namespace kasuri::trace
