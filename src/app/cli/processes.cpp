// SPDX-License-Identifier: MIT
#include "app/cli/processes.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <new>
#include <thread>

#include "base/core/allocation.h"

namespace kasuri::cli {
namespace {

void give_up(Cluster& cluster, Exit code, const std::string& message) {
  // What fails in all of them is said by the first, which ends the others meanwhile.
  if (cluster.rank() != 0) std::this_thread::sleep_for(std::chrono::seconds(2));
  fmt::print(stderr, "{}\n", message);
  std::fflush(nullptr);
  cluster.abort(static_cast<int>(code));
}

// A program has crashed within the allocator of one of them (base/core/allocation.h). Open MPI would use it
// for its end, and wait for locks that nobody releases.
void leave_damaged_heap(Cluster& cluster, Exit code) {
  std::int64_t damaged = heap_is_damaged;
  cluster.sum({&damaged, 1});
  if (damaged == 0) return;
  std::fflush(nullptr);
  cluster.barrier();
  _exit(static_cast<int>(code));
}

Exit as_one_of_several(const std::function<Exit(Cluster*)>& body) {
  const std::unique_ptr<Cluster> cluster = open_cluster();
  try {
    const Exit code = body(cluster.get());
    leave_damaged_heap(*cluster, code);
    return code;
  } catch (const Error& e) {
    give_up(*cluster, e.code(), e.what());
  } catch (const std::bad_alloc&) {
    give_up(*cluster, Exit::limit,
            fmt::format("kasuri: error: process {} is out of memory", cluster->rank()));
  } catch (const std::exception& e) {
    give_up(*cluster, Exit::internal,
            fmt::format("kasuri: internal error in process {}: {}", cluster->rank(), e.what()));
  }
  return Exit::internal;
}

}  // namespace

Exit in_all_processes(const std::function<void()>& prepare,
                      const std::function<Exit(Cluster*)>& body) {
  const Launched me = launched();
  try {
    prepare();
    return me.size == 1 ? body(nullptr) : as_one_of_several(body);
  } catch (const Error& e) {
    // The end of any process ends the others, so these give the first one the time to say why.
    if (me.rank == 0) throw;
    std::this_thread::sleep_for(std::chrono::seconds(5));
    return e.code();
  }
}

}  // namespace kasuri::cli
