// SPDX-License-Identifier: MIT
// Limits of memory that Linux sets for groups of processes (containers, batch jobs): of version 2
// (memory.max) and 1 (memory.limit_in_bytes), of this process's group and of all that it is in.
#pragma once

#include <cstdint>
#include <filesystem>

namespace kasuri {

// What the groups of a process leave to it, in bytes; UINT64_MAX: no group has a limit. Cached files do not
// count as used: the kernel drops them. `membership`: as /proc/self/cgroup; `root`: where the groups are.
std::uint64_t memory_left_by_groups(const std::filesystem::path& membership = "/proc/self/cgroup",
                                    const std::filesystem::path& root = "/sys/fs/cgroup");

}  // namespace kasuri
