// SPDX-License-Identifier: MIT
// The processes of one run, started by mpirun: what Kasuri asks of the MPI library. The library lives
// in a module of its own (modules/openmpi.cpp) that is loaded out of reach of simulated programs,
// which bring their own MPI_* symbols.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/core/archive.h"

namespace kasuri {

// All calls but abort() are collective: every process makes them, in the same order, one thread at a
// time.
class Cluster {
 public:
  // Ends the process's part in the cluster.
  virtual ~Cluster() = default;

  virtual unsigned rank() const = 0;
  virtual unsigned size() const = 0;
  // Processes on this host.
  virtual unsigned on_this_host() const = 0;

  // Sends out[i] to process peers[i] and receives in[i] from it. Being peers is mutual.
  virtual void exchange(std::span<const unsigned> peers, std::span<const ByteBuffer> out,
                        std::span<ByteBuffer> in) = 0;
  // Replaces each value by the least, or by the sum, of all processes'.
  virtual void least(std::span<std::int64_t> values) = 0;
  virtual void sum(std::span<std::int64_t> values) = 0;
  // At process 0 the buffers of all, in the order of their ranks; elsewhere nothing.
  virtual std::vector<ByteBuffer> gather(const ByteBuffer& mine) = 0;
  virtual void barrier() = 0;

  // Ends all processes at once, this one with exit code `code`. From any of them, at any time.
  [[noreturn]] virtual void abort(int code) = 0;
};

// How many processes mpirun has started and which one this is, from the environment, before the
// cluster is opened; {0, 1} if there is no mpirun.
struct Launched {
  unsigned rank = 0;
  unsigned size = 1;
};
Launched launched();

// Null if this process was not started by mpirun, or alone. Throws Error if the module cannot be
// loaded or the processes do not find each other.
std::unique_ptr<Cluster> open_cluster();

// What the module provides, by this name.
inline constexpr const char* kOpenClusterSymbol = "kasuri_open_cluster";
using OpenCluster = Cluster* (*)();

}  // namespace kasuri
