// SPDX-License-Identifier: MIT
// One side of a message, as a call describes it to World.
#pragma once

#include <cstdint>
#include <vector>

#include "base/core/units.h"
#include "mpi/ranks/communicator.h"
#include "mpi/ranks/request.h"

namespace kasuri::mpi {

struct Layout;

// Blocks of these sizes behind one another: their places, for all ranks that give the same sizes.
// One side of a message, as a call describes it.
struct Transfer {
  void* buffer = nullptr;
  Bytes bytes{0};
  std::int32_t peer = kProcNull;
  std::int32_t tag = 0;
  const Communicator* comm = nullptr;
  bool collective = false;  // on the communicator's second context
  bool carries = false;     // data moves whatever the job says, and without asking first
  bool prepared = false;    // of a send: the buffer is a payload, with gaps, which goes as it is
  bool keeps = false;       // of a receive: its caller puts the payload in place, see take_kept()
  bool by_nic = false;      // the NIC does all of it: no time of the CPU
  bool beyond = false;      // of a send: to a peer beyond mpi.eager_peers

  using Mode = SendMode;
  Mode mode = Mode::standard;
  Route route = kAnyRoute;
  const Layout* layout = nullptr;  // of `count` elements in the buffer; null: contiguous
  std::int64_t count = 0;

  std::uint32_t context() const { return comm->context + collective; }
  bool is_plain() const { 
    return mode == Mode::standard && route == kAnyRoute && !carries && !by_nic && !beyond;
  }
};

}  // namespace kasuri::mpi
