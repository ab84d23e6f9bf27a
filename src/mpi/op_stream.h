// SPDX-License-Identifier: MIT
// A rank without a program: a stream of operations, for traces, motifs and patterns. It has no
// stack; the world asks for the next operation whenever the one before is over.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "core/units.h"
#include "mpi/collective.h"
#include "mpi/request.h"

namespace kasuri::mpi {

struct Operation {
  enum class Kind : std::uint8_t {
    compute,     // for `time`
    send,        // `bytes` to `peer`, blocking
    receive,     // up to `bytes` from `peer`, blocking
    isend,       // the same, giving request `request`
    ireceive,
    wait,        // for `request`
    wait_all,    // for every request outstanding
    collective,  // `bytes` per rank (alltoall: per pair), with `root`
  };

  Kind kind = Kind::compute;
  std::int32_t peer = kProcNull;  // or kAnySource
  std::int32_t tag = 0;           // or kAnyTag
  Bytes bytes{0};
  Time time{0};
  std::uint32_t request = 0;      // a small number that the stream chooses and may use again
  Collective collective = Collective::barrier;
  std::int32_t root = 0;
};

class OpStream {
 public:
  virtual ~OpStream() = default;
  // The next operation of the rank, asked for at simulated time `now`; false: the rank ends.
  virtual bool next(Time now, Operation&) = 0;
};

using OpStreamFactory = std::function<std::unique_ptr<OpStream>(int rank, int ranks)>;

}  // namespace kasuri::mpi
