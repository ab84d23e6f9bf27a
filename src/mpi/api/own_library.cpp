// SPDX-License-Identifier: MIT
// The C library's functions with a hidden state (mpi/ranks/own_library.h): for a rank its own, of which the
// sequences are those of the GNU C library, and simulated time. Code that runs for no rank, such as
// constructors of a program, and threads that a rank has made, have the host's.
#include "mpi/ranks/own_library.h"

#include <mgen.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/core/environment.h"
#include "base/core/variables.h"
#include "mpi/ranks/world.h"

namespace kasuri::mpi {
namespace {

struct OwnLibrary {
  random_data random{};
  char random_state[128] = {};
  drand48_data congruence{};
  char* rest = nullptr;  // of strtok()
  tm calendar{};
  char date[26] = {}, error[128] = {};
  unsigned short old_seed[3] = {};
  // As the process has it, until a rank changes it. Texts stay: getenv() has given them away.
  bool has_environment = false;
  std::vector<char*> environment;
  std::deque<std::string> texts;

  OwnLibrary() { initstate_r(1, random_state, sizeof random_state, &random); }
};

// Null for what is no rank's own code.
OwnLibrary* own_library() {
  World* const world = FiberPool::in_child() ? nullptr : current_world();
  if (!world) return nullptr;
  RankObjects& mine = world->ranks().objects(world->coroutine(world->running_coroutine()).rank);
  if (!mine.library) mine.library = std::make_shared<OwnLibrary>();
  return static_cast<OwnLibrary*>(mine.library.get());
}

std::vector<char*>& own_environment(OwnLibrary& l) {
  if (!l.has_environment) {
    for (char** e = environment(); e && *e; ++e) l.environment.push_back(*e);
    l.has_environment = true;
  }
  return l.environment;
}

bool is_variable(const char* entry, std::string_view name) {
  return std::strncmp(entry, name.data(), name.size()) == 0 && entry[name.size()] == '=';
}

bool is_name_of_variable(const char* name) {
  const bool is_one = name && *name && !std::strchr(name, '=');
  if (!is_one) errno = EINVAL;
  return is_one;
}

void put_variable(OwnLibrary& l, std::string_view name, char* entry) {
  std::vector<char*>& all = own_environment(l);
  for (char*& e : all) {
    if (!is_variable(e, name)) continue;
    e = entry;
    return;
  }
  all.push_back(entry);
}

constexpr std::int64_t kPerSecond = 1'000'000'000;

bool is_rank() { return !FiberPool::in_child() && current_world(); }

std::int64_t simulated_ns() { return static_cast<std::int64_t>(MGEN_Wtime() * 1e9); }

bool tells_the_date(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
}

template <class Now>
Now split_ns(std::int64_t ns) {
  return {.tv_sec = ns / kPerSecond, .tv_nsec = ns % kPerSecond};
}

}  // namespace
}  // namespace kasuri::mpi

using kasuri::mpi::is_rank;
using kasuri::mpi::own_library;
using kasuri::mpi::OwnLibrary;
using kasuri::mpi::simulated_ns;

extern "C" {

// The date at which simulated time begins, in seconds since 1970 (run.date).
std::int64_t kasuri_epoch() {
  auto* const world = kasuri::mpi::current_world();
  return world ? world->ranks().job_of(world->coroutine(world->running_coroutine()).rank).epoch : 0;
}

// Of all ranks, over all jobs.
int kasuri_rank_number() {
  auto* const world = kasuri::mpi::current_world();
  return world ? static_cast<int>(world->coroutine(world->running_coroutine()).rank) : 0;
}

// ---- Random numbers ----

long __wrap_random() {
  OwnLibrary* const l = own_library();
  if (!l) return random();
  std::int32_t value = 0;
  random_r(&l->random, &value);
  return value;
}
int __wrap_rand() { return static_cast<int>(__wrap_random()); }
void __wrap_srandom(unsigned seed) {
  OwnLibrary* const l = own_library();
  return l ? static_cast<void>(srandom_r(seed, &l->random)) : srandom(seed);
}
void __wrap_srand(unsigned seed) { __wrap_srandom(seed); }

char* __wrap_initstate(unsigned seed, char* state, std::size_t bytes) {
  OwnLibrary* const l = own_library();
  if (!l) return initstate(seed, state, bytes);
  char* const before = reinterpret_cast<char*>(l->random.state - 1);
  return initstate_r(seed, state, bytes, &l->random) == 0 ? before : nullptr;
}
char* __wrap_setstate(char* state) {
  OwnLibrary* const l = own_library();
  if (!l) return setstate(state);
  char* const before = reinterpret_cast<char*>(l->random.state - 1);
  return setstate_r(state, &l->random) == 0 ? before : nullptr;
}

// NAME_r() takes the state behind these arguments, and gives the result to what it gets last.
#define CONGRUENCE(name, type, parameters, ...)                  \
  type __wrap_##name parameters {                                \
    OwnLibrary* const l = own_library();                         \
    type value{};                                                \
    if (!l) return name(__VA_ARGS__);                            \
    name##_r(__VA_ARGS__ __VA_OPT__(, ) &l->congruence, &value); \
    return value;                                                \
  }
CONGRUENCE(drand48, double, ())
CONGRUENCE(lrand48, long, ())
CONGRUENCE(mrand48, long, ())
CONGRUENCE(erand48, double, (unsigned short seed[3]), seed)
CONGRUENCE(nrand48, long, (unsigned short seed[3]), seed)
CONGRUENCE(jrand48, long, (unsigned short seed[3]), seed)

void __wrap_srand48(long seed) {
  OwnLibrary* const l = own_library();
  return l ? static_cast<void>(srand48_r(seed, &l->congruence)) : srand48(seed);
}
unsigned short* __wrap_seed48(unsigned short seed[3]) {
  OwnLibrary* const l = own_library();
  if (!l) return seed48(seed);
  seed48_r(seed, &l->congruence);
  std::memcpy(l->old_seed, l->congruence.__old_x, sizeof l->old_seed);
  return l->old_seed;
}
void __wrap_lcong48(unsigned short parameters[7]) {
  OwnLibrary* const l = own_library();
  return l ? static_cast<void>(lcong48_r(parameters, &l->congruence)) : lcong48(parameters);
}

// ---- Texts ----

char* __wrap_strtok(char* text, const char* separators) {
  OwnLibrary* const l = own_library();
  return l ? strtok_r(text, separators, &l->rest) : std::strtok(text, separators);
}
char* __wrap_strerror(int error) {
  OwnLibrary* const l = own_library();
  return l ? strerror_r(error, l->error, sizeof l->error) : std::strerror(error);
}
tm* __wrap_localtime(const time_t* time) {
  OwnLibrary* const l = own_library();
  return l ? localtime_r(time, &l->calendar) : std::localtime(time);
}
tm* __wrap_gmtime(const time_t* time) {
  OwnLibrary* const l = own_library();
  return l ? gmtime_r(time, &l->calendar) : std::gmtime(time);
}
char* __wrap_asctime(const tm* time) {
  OwnLibrary* const l = own_library();
  return l ? asctime_r(time, l->date) : std::asctime(time);
}
char* __wrap_ctime(const time_t* time) {
  const tm* const local = __wrap_localtime(time);
  return local ? __wrap_asctime(local) : nullptr;
}

// ---- Environment ----

char* __wrap_getenv(const char* name) {
  OwnLibrary* const l = own_library();
  if (!l || !l->has_environment) {
    kasuri::note_variable(name);
    return std::getenv(name);
  }
  for (char* const e : l->environment) {
    if (kasuri::mpi::is_variable(e, name)) return e + std::strlen(name) + 1;
  }
  return nullptr;
}
char* __wrap_secure_getenv(const char* name) { return __wrap_getenv(name); }

int __wrap_setenv(const char* name, const char* value, int overwrite) {
  OwnLibrary* const l = own_library();
  if (!l) return setenv(name, value, overwrite);
  if (!kasuri::mpi::is_name_of_variable(name)) return -1;
  if (!overwrite && __wrap_getenv(name)) return 0;
  kasuri::mpi::put_variable(*l, name, l->texts.emplace_back(std::string(name) + '=' + value).data());
  return 0;
}
int __wrap_unsetenv(const char* name) {
  OwnLibrary* const l = own_library();
  if (!l) return unsetenv(name);
  if (!kasuri::mpi::is_name_of_variable(name)) return -1;
  std::erase_if(kasuri::mpi::own_environment(*l),
                [&](const char* e) { return kasuri::mpi::is_variable(e, name); });
  return 0;
}
int __wrap_putenv(char* text) {
  OwnLibrary* const l = own_library();
  if (!l) return putenv(text);
  const char* const end = std::strchr(text, '=');
  if (!end) return __wrap_unsetenv(text);
  kasuri::mpi::put_variable(*l, {text, static_cast<std::size_t>(end - text)}, text);
  return 0;
}
int __wrap_clearenv() {
  OwnLibrary* const l = own_library();
  if (!l) return clearenv();
  kasuri::mpi::own_environment(*l).clear();
  return 0;
}

// ---- Clocks ----

int __wrap_clock_gettime(clockid_t clock, timespec* to) {
  if (!is_rank()) return clock_gettime(clock, to);
  const std::int64_t begin = kasuri::mpi::tells_the_date(clock) ? kasuri_epoch() : 0;
  *to = kasuri::mpi::split_ns<timespec>(simulated_ns());
  to->tv_sec += begin;
  return 0;
}
time_t __wrap_time(time_t* to) {
  timespec now{};
  __wrap_clock_gettime(CLOCK_REALTIME, &now);
  if (to) *to = now.tv_sec;
  return now.tv_sec;
}
int __wrap_timespec_get(timespec* to, int base) {
  if (base != TIME_UTC) return 0;
  __wrap_clock_gettime(CLOCK_REALTIME, to);
  return base;
}
int __wrap_gettimeofday(timeval* to, void*) {
  timespec now{};
  __wrap_clock_gettime(CLOCK_REALTIME, &now);
  *to = {.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
  return 0;
}
clock_t __wrap_clock() {
  if (!is_rank()) return clock();
  return simulated_ns() / (kasuri::mpi::kPerSecond / CLOCKS_PER_SEC);
}
// std::chrono's: steady_clock::now() and system_clock::now().
std::int64_t __wrap__ZNSt6chrono3_V212steady_clock3nowEv() {
  timespec now{};
  __wrap_clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * kasuri::mpi::kPerSecond + now.tv_nsec;
}
std::int64_t __wrap__ZNSt6chrono3_V212system_clock3nowEv() {
  timespec now{};
  __wrap_clock_gettime(CLOCK_REALTIME, &now);
  return now.tv_sec * kasuri::mpi::kPerSecond + now.tv_nsec;
}

// Who sleeps computes for that time.
int __wrap_nanosleep(const timespec* wanted, timespec* left) {
  if (!is_rank()) return nanosleep(wanted, left);
  if (wanted->tv_sec < 0 || wanted->tv_nsec < 0 || wanted->tv_nsec >= kasuri::mpi::kPerSecond) {
    errno = EINVAL;
    return -1;
  }
  if (left) *left = {};
  MGEN_Comp(static_cast<double>(wanted->tv_sec) + 1e-9 * static_cast<double>(wanted->tv_nsec));
  return 0;
}
int __wrap_clock_nanosleep(clockid_t clock, int flags, const timespec* wanted, timespec* left) {
  if (!is_rank()) return clock_nanosleep(clock, flags, wanted, left);
  if (!(flags & TIMER_ABSTIME)) return __wrap_nanosleep(wanted, left) == 0 ? 0 : errno;
  timespec now{};
  __wrap_clock_gettime(clock, &now);
  const double rest = static_cast<double>(wanted->tv_sec - now.tv_sec) +
                      1e-9 * static_cast<double>(wanted->tv_nsec - now.tv_nsec);
  if (rest > 0) MGEN_Comp(rest);
  return 0;
}
unsigned __wrap_sleep(unsigned seconds) {
  if (!is_rank()) return sleep(seconds);
  MGEN_Comp(seconds);
  return 0;
}
int __wrap_usleep(useconds_t us) {
  if (!is_rank()) return usleep(us);
  MGEN_Comp(1e-6 * us);
  return 0;
}

}  // extern "C"
