// SPDX-License-Identifier: MIT
#include "base/core/streams.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

namespace kasuri {
namespace {

// All streams that are open (glibc).
FILE* const* const all_streams = static_cast<FILE**>(dlsym(RTLD_DEFAULT, "_IO_list_all"));

std::vector<bool> own_descriptors;  // by number
std::optional<int> process_code;

bool is_open(int descriptor) { return fcntl(descriptor, F_GETFD) >= 0; }

bool are_the_same(int a, int b) {
  struct stat x {}, y {};
  return fstat(a, &x) == 0 && fstat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino &&
         fcntl(a, F_GETFL) == fcntl(b, F_GETFL);
}

// A stream that a program has closed is nobody's any more.
void reopen(FILE*& stream, int descriptor) {
  if (fileno(stream) == descriptor) return;
  if (FILE* const fresh = fdopen(descriptor, "w")) stream = fresh;
  if (descriptor == STDERR_FILENO) std::setvbuf(stream, nullptr, _IONBF, 0);
}

}  // namespace

void unlock_streams() {
#ifdef __GLIBC__
  struct Lock {
    int lock, count;
    void* owner;
  };
  const auto mine = reinterpret_cast<void*>(pthread_self());
  for (FILE* f = all_streams ? *all_streams : nullptr; f; f = f->_chain) {
    const auto* const lock = reinterpret_cast<const volatile Lock*>(f->_lock);
    while (lock && lock->owner == mine && lock->count > 0) funlockfile(f);
  }
#endif
}

void open_missing_streams() {
  for (const int d : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (is_open(d)) continue;
    const int fresh = open("/dev/null", O_RDWR);
    if (fresh < 0 || fresh == d) continue;
    dup2(fresh, d);
    close(fresh);
  }
}

KeptStreams::KeptStreams() {
  constexpr int kBeyondOthers = 64;
  for (int d = 0; d < 3; ++d) {
    saved_[static_cast<std::size_t>(d)] = fcntl(d, F_DUPFD_CLOEXEC, kBeyondOthers);
  }
}

KeptStreams::~KeptStreams() {
  own_descriptors.clear();
  std::fflush(nullptr);
  for (int d = 0; d < 3; ++d) {
    const int saved = saved_[static_cast<std::size_t>(d)];
    if (saved < 0) continue;
    if (!are_the_same(saved, d)) dup2(saved, d);
    close(saved);
  }
  reopen(stdout, STDOUT_FILENO);
  reopen(stderr, STDERR_FILENO);
}

void KeptStreams::protect_descriptors() {
  own_descriptors.clear();
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", error)) {
    const std::string name = entry.path().filename();
    std::size_t number = 0;
    std::from_chars(name.data(), name.data() + name.size(), number);
    if (number >= own_descriptors.size()) own_descriptors.resize(number + 1);
    own_descriptors[number] = true;
  }
  // The listing's own was one of them.
  for (std::size_t d = 0; d < own_descriptors.size(); ++d) {
    if (!is_open(static_cast<int>(d))) own_descriptors[d] = false;
  }
}

bool is_of_simulator(int descriptor) {
  if (descriptor < 0) return false;
  const auto d = static_cast<std::size_t>(descriptor);
  return d <= STDERR_FILENO || (d < own_descriptors.size() && own_descriptors[d]);
}

void note_process_code(int code) { process_code = code; }
std::optional<int> ended_process_code() { return process_code; }

}  // namespace kasuri
