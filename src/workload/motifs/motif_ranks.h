// SPDX-License-Identifier: MIT
// How many ranks a motif may have whose settings say it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace kasuri {

// Throws Error if the job says otherwise, or if they are more than are possible or than there is memory
// for. To be asked before anything is allocated for each rank. `what` has them: "the grid has".
void check_motif_ranks(std::string_view what, std::uint64_t ranks, std::optional<std::uint32_t> of_job);

}  // namespace kasuri
