// SPDX-License-Identifier: MIT
// Where a rank is in its operation stream. See stream_runner.h.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "mpi/ranks/communicator.h"
#include "mpi/ranks/op_stream.h"
#include "mpi/ranks/request.h"

namespace kasuri::mpi {

struct Window;

struct StreamRun {
  enum class Stage : std::uint8_t {
    fetch,    // ask for the next operation
    call,     // the CPU has taken in what came before
    start,    // the CPU has done its part: begin it
    choose,   // one of those it waited for is there
    finish    // what it waited for is there
  };
  std::unique_ptr<OpStream> stream;
  Operation operation;
  Stage stage = Stage::fetch;
  Time computes_until{0};         // beside the stream
  Handle own = nullptr;           // of a blocking operation
  std::vector<Handle> requests;   // by the stream's numbers, see request()
  std::vector<Handle> awaited;    // of a wait for several
  std::vector<std::int64_t> copies;  // handles of one-sided operations, by the stream's requests
  std::vector<std::pair<std::uint32_t, Window*>> windows;
  // What it has used besides the world's, by number. Their addresses stay.
  std::vector<std::pair<std::uint32_t, std::unique_ptr<Communicator>>> communicators;
  // Sizes of blocks of non-blocking collectives under way, by request.
  std::vector<std::pair<std::uint32_t, std::unique_ptr<int[]>>> blocks;
  std::unique_ptr<Neighbours> cycle;  // where it exchanges with neighbours, see call_of()

  Handle& request(std::uint32_t number) {
    if (number >= requests.size()) requests.resize(number + 1);
    return requests[number];
  }
};

}  // namespace kasuri::mpi
