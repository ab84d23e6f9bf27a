// SPDX-License-Identifier: MIT
// getenv() of everything in this process that is not Kasuri itself: programs, their libraries (that of
// Fortran among them), plug-ins. What they ask for is noted, for results depend on it
// (base/core/variables.h). An executable's functions come before those of the C library. MPI programs have
// a getenv of their own (modules/rank/environment.c), which notes by kasuri_note_variable().
#include <dlfcn.h>

#include "base/core/variables.h"

extern "C" {

extern const char __executable_start, etext;  // NOLINT: the linker's

namespace {

using Getenv = char*(const char*);

bool is_kasuri(const void* caller) { return caller >= &__executable_start && caller < &etext; }

char* noted(const char* name, const char* function, const void* caller) {
  static Getenv* const real_getenv = reinterpret_cast<Getenv*>(dlsym(RTLD_NEXT, "getenv"));
  static Getenv* const real_secure = reinterpret_cast<Getenv*>(dlsym(RTLD_NEXT, "secure_getenv"));
  if (!is_kasuri(caller)) kasuri::note_variable(name);
  return (*function == 's' ? real_secure : real_getenv)(name);
}

}  // namespace

[[gnu::visibility("default")]] char* getenv(const char* name) noexcept {
  return noted(name, "getenv", __builtin_return_address(0));
}
[[gnu::visibility("default")]] char* secure_getenv(const char* name) noexcept {
  return noted(name, "secure_getenv", __builtin_return_address(0));
}

}  // extern "C"
