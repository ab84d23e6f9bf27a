// SPDX-License-Identifier: MIT
// Reading in a process of its own. A foreign library may crash on damaged files, take all memory or
// go on for ever: whatever it does, the answer is what was read or one Error, and nothing of it
// outlives this process.
//
// There is no limit on time, which machines that are slow or busy would exceed: a reader is ended
// when it has used too much CPU time since it last got on.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>

#include "base/core/archive.h"

namespace kasuri {

struct GuardedReading {
  std::filesystem::path file;  // for messages
  std::string_view library;    // "OTF2's library"
  std::uint64_t bytes = 0;     // of all that is read: memory and steps are limited by it
  double most_idle_s = 10;     // CPU time without getting on
  std::string_view what = "the archive";  // what is damaged then
};

// A child that answers one question after the other. It ends with this object, and with the thread that
// has made it.
class GuardedProcess {
 public:
  using Answer = std::function<void(std::span<const std::byte> question, ByteBuffer& answer)>;

  GuardedProcess(GuardedReading, Answer);
  ~GuardedProcess();
  GuardedProcess(const GuardedProcess&) = delete;
  GuardedProcess& operator=(const GuardedProcess&) = delete;

  // False: no child can be had, or reading is unguarded: questions are answered in this process.
  bool has_child() const { return child_ > 0; }
  // Throws the Error of the answer, or one that says how the child has ended.
  ByteBuffer ask(std::span<const std::byte> question);

 private:
  [[noreturn]] void be_child(int socket, pid_t parent);
  void serve(int socket);
  ByteBuffer listen();
  [[noreturn]] void refuse_end(bool was_ended);
  int reap();

  GuardedReading what_;
  Answer answer_;
  pid_t child_ = -1;
  int socket_ = -1;
  void* shared_ = nullptr;
};

// Calls `read`, which puts what it found into its argument, in a child; returns that. An Error of
// `read` is thrown here. Empty, if reading is unguarded: then `read` has been called in this
// process.
ByteBuffer read_guarded(const GuardedReading&, const std::function<void(ByteBuffer&)>& read);

// To be called by the reader for each record, or a few of them.
void reading_gets_on();

// Without a child, for who wants to see what happens in there: debuggers and fuzzers.
void set_unguarded(bool);

}  // namespace kasuri
