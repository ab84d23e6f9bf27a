/* SPDX-License-Identifier: MIT
 * The C library's clocks for MPI programs: simulated time, from 0 at the start of the simulation. Who
 * sleeps computes for that time. The clocks of C++ are functions of its library, which would ask the host.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <sys/time.h>
#include <time.h>

double MPI_Wtime(void);
int kasuri_compute(double seconds);

static int64_t nanoseconds(void) { return (int64_t)(MPI_Wtime() * 1e9); }

time_t time(time_t *to) {
  const time_t now = (time_t)MPI_Wtime();
  if (to) *to = now;
  return now;
}

clock_t clock(void) { return (clock_t)(MPI_Wtime() * (double)CLOCKS_PER_SEC); }

int gettimeofday(struct timeval *restrict to, void *restrict zone) {
  const int64_t now = nanoseconds();
  (void)zone;
  to->tv_sec = now / 1000000000;
  to->tv_usec = now % 1000000000 / 1000;
  return 0;
}

int clock_gettime(clockid_t id, struct timespec *to) {
  const int64_t now = nanoseconds();
  (void)id;
  to->tv_sec = now / 1000000000;
  to->tv_nsec = now % 1000000000;
  return 0;
}

unsigned sleep(unsigned seconds) {
  kasuri_compute(seconds);
  return 0;
}

int usleep(unsigned microseconds) {
  kasuri_compute(1e-6 * microseconds);
  return 0;
}

int nanosleep(const struct timespec *wanted, struct timespec *left) {
  if (wanted->tv_sec < 0 || wanted->tv_nsec < 0 || wanted->tv_nsec > 999999999) {
    errno = EINVAL;
    return -1;
  }
  if (left) left->tv_sec = left->tv_nsec = 0;
  kasuri_compute((double)wanted->tv_sec + 1e-9 * (double)wanted->tv_nsec);
  return 0;
}

/* std::chrono::steady_clock::now() and std::chrono::system_clock::now(). */
int64_t _ZNSt6chrono3_V212steady_clock3nowEv(void) { return nanoseconds(); }
int64_t _ZNSt6chrono3_V212system_clock3nowEv(void) { return nanoseconds(); }
