// SPDX-License-Identifier: MIT
// What a call of MPI does to messages, by its name: for traces that have the call, but no record of what it
// sent. A test compares this with the table of all functions of MPI (mpi/api/mpi_functions.txt).
#pragma once

#include <cstdint>
#include <string_view>

namespace kasuri::trace {

enum class MpiCall : std::uint8_t {
  other,    // sends nothing
  message,  // sends or receives, unless the peer is MPI_PROC_NULL
  sized,    // moves data: how many, only a record says
  unsized,  // sends messages whose size follows from what it is: barriers, the making of communicators, …
  wait      // may end what was begun before
};

// `name` with or without "MPI_".
MpiCall kind_of_call(std::string_view name);

}  // namespace kasuri::trace
