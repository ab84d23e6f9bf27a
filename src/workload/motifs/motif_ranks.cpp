// SPDX-License-Identifier: MIT
#include "workload/motifs/motif_ranks.h"

#include <fmt/format.h>

#include "base/core/errors.h"
#include "base/core/host_memory.h"

namespace kasuri {

void check_motif_ranks(std::string_view what, std::uint64_t ranks, std::optional<std::uint32_t> of_job) {
  constexpr std::uint64_t kMost = UINT32_MAX >> 2, kBytesOfRank = 2048;
  if (ranks > kMost) throw Error(Exit::usage, fmt::format("{} more than {} ranks", what, kMost));
  if (of_job && *of_job != ranks) {
    throw Error(Exit::usage, fmt::format("{} {} ranks, but the job has {}", what, ranks, *of_job));
  }
  if (const std::uint64_t room = available_memory() / kBytesOfRank; ranks > room) {
    throw Error(Exit::usage, fmt::format("{} {} ranks, but the available memory is enough for at most {}",
                                         what, ranks, room));
  }
}

}  // namespace kasuri
