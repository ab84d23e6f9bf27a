/* SPDX-License-Identifier: MIT
 * The C library's clocks for MPI programs: simulated time, from 0 at the start of the simulation, or from the
 * date of run.date. Who sleeps computes for that time. The clocks of C++ are functions of its library, which
 * would ask the host. Threads that a rank has made live beside simulated time, with the host's clocks.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

double MPI_Wtime(void);
int kasuri_compute(double seconds);
int64_t kasuri_epoch(void);
char **kasuri_own_thread(void);

static const int64_t kPerSecond = 1000000000;

static int is_rank(void) { return kasuri_own_thread() == NULL; }

static int64_t nanoseconds(clockid_t clock) {
  struct timespec now;
  if (!is_rank()) {
    syscall(SYS_clock_gettime, clock, &now);
    return now.tv_sec * kPerSecond + now.tv_nsec;
  }
  const int tells_the_date = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
  return (tells_the_date ? kasuri_epoch() * kPerSecond : 0) + (int64_t)(MPI_Wtime() * 1e9);
}

time_t time(time_t *to) {
  const time_t now = nanoseconds(CLOCK_REALTIME) / kPerSecond;
  if (to) *to = now;
  return now;
}

clock_t clock(void) { return nanoseconds(CLOCK_PROCESS_CPUTIME_ID) / (kPerSecond / CLOCKS_PER_SEC); }

int gettimeofday(struct timeval *restrict to, void *restrict zone) {
  const int64_t now = nanoseconds(CLOCK_REALTIME);
  (void)zone;
  to->tv_sec = now / kPerSecond;
  to->tv_usec = now % kPerSecond / 1000;
  return 0;
}

int clock_gettime(clockid_t id, struct timespec *to) {
  const int64_t now = nanoseconds(id);
  to->tv_sec = now / kPerSecond;
  to->tv_nsec = now % kPerSecond;
  return 0;
}

int timespec_get(struct timespec *to, int base) {
  return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, to) == 0 ? base : 0;
}

/* All simulated time is the user's. */
clock_t times(struct tms *to) {
  const clock_t now = nanoseconds(CLOCK_MONOTONIC) / (kPerSecond / sysconf(_SC_CLK_TCK));
  if (to) *to = (struct tms){.tms_utime = now};
  return now;
}
int getrusage(__rusage_who_t who, struct rusage *to) {
  const int64_t now = nanoseconds(CLOCK_PROCESS_CPUTIME_ID);
  if (syscall(SYS_getrusage, who, to) != 0) return -1;
  to->ru_utime = (struct timeval){.tv_sec = now / kPerSecond, .tv_usec = now % kPerSecond / 1000};
  to->ru_stime = (struct timeval){0};
  return 0;
}

static void pass(double seconds) {
  const struct timespec host = {.tv_sec = (time_t)seconds,
                                .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)};
  if (is_rank()) {
    kasuri_compute(seconds);
  } else {
    syscall(SYS_nanosleep, &host, NULL);
  }
}

unsigned sleep(unsigned seconds) {
  pass(seconds);
  return 0;
}

int usleep(unsigned microseconds) {
  pass(1e-6 * microseconds);
  return 0;
}

int nanosleep(const struct timespec *wanted, struct timespec *left) {
  if (wanted->tv_sec < 0 || wanted->tv_nsec < 0 || wanted->tv_nsec >= kPerSecond) {
    errno = EINVAL;
    return -1;
  }
  if (left) left->tv_sec = left->tv_nsec = 0;
  pass((double)wanted->tv_sec + 1e-9 * (double)wanted->tv_nsec);
  return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *wanted, struct timespec *left) {
  if (!(flags & TIMER_ABSTIME)) return nanosleep(wanted, left) == 0 ? 0 : errno;
  const int64_t rest = wanted->tv_sec * kPerSecond + wanted->tv_nsec - nanoseconds(clock);
  if (rest > 0) pass(1e-9 * (double)rest);
  return 0;
}

/* std::chrono::steady_clock::now() and std::chrono::system_clock::now(). */
int64_t _ZNSt6chrono3_V212steady_clock3nowEv(void) { return nanoseconds(CLOCK_MONOTONIC); }
int64_t _ZNSt6chrono3_V212system_clock3nowEv(void) { return nanoseconds(CLOCK_REALTIME); }
