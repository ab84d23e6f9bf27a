// SPDX-License-Identifier: MIT
// For tests: ranks that are lambdas, on the network of test_transport.h.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "mgen.h"
#include "mpi/ranks/test_transport.h"
#include "mpi/ranks/world.h"
#include "network/nic/rdma.h"

namespace kasuri::mpi {

// One job of `ranks` ranks, one a node unless `per_node` says. A program is a plain function, so the lambda
// that all ranks run is found through a variable.
class TestWorld {
 public:
  using Body = std::function<int()>;

  // Not inlined: GCC 12 takes what a constructor that throws would leave for uninitialised.
  [[gnu::noinline]] static MpiParams usual_params() { return {}; }

  struct Setup {
    int ranks = 2;
    MpiParams params = usual_params();
    Time latency{1'000'000};
    BytesPerSecond rate{1'000'000'000};
    bool payload = false;
    OpStreamFactory streams{};
    Time jitter{0};
    std::uint32_t nics = 1;
    RdmaParams rdma{};
    int per_node = 1;
  };

  explicit TestWorld(Setup setup, Body body = {})
      : transport(partition, static_cast<std::uint32_t>(setup.ranks), setup.latency, setup.rate,
                  setup.jitter, setup.nics),
        world(partition, transport, setup.params,
              SenderId{static_cast<std::uint32_t>(setup.ranks)}, setup.nics, false,
              setup.rdma) {
    JobSpec spec;
    spec.name = "test";
    spec.ranks = setup.ranks;
    spec.node_of_rank = [n = setup.per_node](int r) { return NodeId{static_cast<std::uint32_t>(r / n)}; };
    spec.payload = setup.payload;
    spec.arguments = {"test"};
    if (setup.streams) {
      spec.streams = setup.streams;
    } else {
      body_of_all = std::move(body);
      spec.program = [](int, char**) { return body_of_all(); };
    }
    world.add_job(std::move(spec));
    world.start();
  }

  // Until nothing is left to do; returns when the last rank ended.
  Time run() {
    partition.run_until(kNever);
    return world.result(0).finish;
  }
  std::string failure() const { return world.failure() ? world.failure()->message : ""; }

  Partition partition;
  TestTransport transport;
  World world;

 private:
  inline static Body body_of_all;
};

// Of the calling rank.
inline int my_rank() {
  int rank = -1;
  MGEN_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}
inline int world_size() {
  int size = -1;
  MGEN_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

// A rank's body between MGEN_Init and MGEN_Finalize.
inline TestWorld::Body program(std::function<void(int rank)> body) {
  return [body = std::move(body)] {
    MGEN_Init(nullptr, nullptr);
    body(my_rank());
    MGEN_Finalize();
    return 0;
  };
}

inline const MPI_Comm kWorld = MPI_COMM_WORLD;
inline MPI_Status* const kIgnore = MPI_STATUS_IGNORE;

// How ranks fail on a network where messages overtake each other; "" if they do not.
inline std::string failure_with_jitter(int ranks, std::function<void(int)> body, bool payload = true) {
  TestWorld w({.ranks = ranks, .payload = payload, .jitter = Time{2'000'000}}, program(std::move(body)));
  w.run();
  EXPECT_TRUE(w.world.finished() || w.world.failure());
  return w.failure();
}

}  // namespace kasuri::mpi
