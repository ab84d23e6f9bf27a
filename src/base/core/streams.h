// SPDX-License-Identifier: MIT
// The process's standard streams and descriptors, which simulated programs share and may close, redirect
// or break.
#pragma once

#include <array>
#include <optional>

namespace kasuri {

// Gives closed ones of descriptors 0 to 2 to /dev/null, so that no file that is opened later gets what is
// printed. To be called first of all.
void open_missing_streams();

// While it lives, programs may do to the standard streams what they like: at its end they are as they
// were.
class KeptStreams {
 public:
  KeptStreams();
  ~KeptStreams();
  KeptStreams(const KeptStreams&) = delete;
  KeptStreams& operator=(const KeptStreams&) = delete;

  // Descriptors that are open now are the simulator's until the end.
  static void protect_descriptors();

 private:
  std::array<int, 3> saved_;
};

// In a handler of signals that does not return to the code it has interrupted: this thread holds the lock
// of no stream any more, so that others can use it.
void unlock_streams();

// Whether the descriptor is one of the simulator's, the standard streams included.
bool is_of_simulator(int descriptor);

// The exit code, once main() has come to its end: what programs leave to be done at the exit of the
// process cannot change it.
void note_process_code(int code);
std::optional<int> ended_process_code();

}  // namespace kasuri
