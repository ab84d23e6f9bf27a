// SPDX-License-Identifier: MIT
// Kasuri as the network of another simulator: a machine without jobs, whose messages and time the other
// one gives. docs/library.md explains it. For C++, and below for C. Times are in picoseconds. As stable as
// kasuri/kasuri.h. All calls are for one thread; one network or simulation is open at a time in a process.
#pragma once

#ifdef __cplusplus
#include <kasuri/kasuri.h>

namespace kasuri::v1 {

struct NetworkOptions {
  std::string out;            // run directory that finish() writes; empty: none
  std::int64_t waiting = 0;   // bytes that a node may have handed over and not sent yet; 0: any number
};

class Network {
 public:
  using Callback = std::function<void()>;  // in it, now() is the time of what it tells of

  // The machine of a configuration without [[jobs]]. Throws Failure with all mistakes.
  explicit Network(const Simulation&, const NetworkOptions& = {});
  ~Network();
  Network(Network&&) noexcept;

  std::uint32_t nodes() const;
  std::uint32_t classes() const;  // router.classes

  // Hands over a message at now(). `on_sent`: its last byte has left the source's memory; `on_delivered`:
  // it is in the destination's. A message that failures leave without a path is never delivered. Throws
  // Failure for nodes and classes that do not exist, and where can_send() is false.
  void send(std::uint32_t source, std::uint32_t destination, std::int64_t bytes,
            std::uint32_t traffic_class = 0, Callback on_sent = {}, Callback on_delivered = {});
  // Whether so much fits into NetworkOptions::waiting of the source; one message always does.
  bool can_send(std::uint32_t source, std::int64_t bytes) const;
  // Calls f at `time`, not before now(): after what the network does at that instant. Those of one instant
  // come in the order of these calls.
  void schedule(std::int64_t time, Callback f);

  std::int64_t now() const;
  // Time of what comes next, kNever if nothing does. This and what follows: not from a callback.
  std::int64_t next_event();
  // Handles all events up to `until`, which is now() then. Stops at run.time_limit.
  void advance(std::int64_t until);
  // Until nothing is left to do.
  void run();
  // The end: figures, and the run directory. If messages are on their way, the outcome is not complete.
  // Nothing else can be called afterwards.
  Outcome finish();

 private:
  struct State;
  std::unique_ptr<State> s_;
};

}  // namespace kasuri::v1

extern "C" {
#else
#include <stdbool.h>
#include <stdint.h>
#endif

/* Returns null, false or -1 where it fails; then kasuri_network_error() says why. A program in C is linked
   by g++. */
typedef struct kasuri_network kasuri_network;
typedef void (*kasuri_callback)(void* argument);

/* `settings`: "router.vcs=4" …, the last one null; or null. `out`: run directory, or null. */
kasuri_network* kasuri_network_open(const char* file, const char* const* settings, const char* out,
                                    int64_t waiting);
const char* kasuri_network_error(void);
uint32_t kasuri_network_nodes(const kasuri_network*);
/* Null callbacks are not called. Both get `argument`. */
bool kasuri_network_send(kasuri_network*, uint32_t source, uint32_t destination, int64_t bytes,
                         uint32_t traffic_class, kasuri_callback on_sent, kasuri_callback on_delivered,
                         void* argument);
bool kasuri_network_can_send(const kasuri_network*, uint32_t source, int64_t bytes);
bool kasuri_network_schedule(kasuri_network*, int64_t time, kasuri_callback, void* argument);
int64_t kasuri_network_now(const kasuri_network*);
int64_t kasuri_network_next_event(kasuri_network*); /* INT64_MAX: nothing */
bool kasuri_network_advance(kasuri_network*, int64_t until);
bool kasuri_network_run(kasuri_network*);
/* The text of summary.json, valid until the network is closed. */
const char* kasuri_network_finish(kasuri_network*);
void kasuri_network_close(kasuri_network*);

#ifdef __cplusplus
}
#endif
