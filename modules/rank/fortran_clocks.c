/* SPDX-License-Identifier: MIT
 * The clocks of GNU Fortran for MPI programs, in place of those of libgfortran, which would ask the host:
 * simulated time (time.c), and the date of run.date.
 */
#define _GNU_SOURCE
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "fortran_array.h"

static int64_t nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000 + now.tv_nsec;
}
static double seconds(void) { return 1e-9 * (double)nanoseconds(); }

void _gfortran_system_clock_4(int32_t *count, int32_t *rate, int32_t *most) {
  if (count) *count = (int32_t)(nanoseconds() / 1000000 & INT32_MAX);
  if (rate) *rate = 1000;
  if (most) *most = INT32_MAX;
}
void _gfortran_system_clock_8(int64_t *count, int64_t *rate, int64_t *most) {
  if (count) *count = nanoseconds();
  if (rate) *rate = 1000000000;
  if (most) *most = INT64_MAX;
}

void _gfortran_cpu_time_4(float *to) { *to = (float)seconds(); }
void _gfortran_cpu_time_8(double *to) { *to = seconds(); }
void _gfortran_cpu_time_10(long double *to) { *to = (long double)seconds(); }
void _gfortran_second_sub(float *to) { *to = (float)seconds(); }
float _gfortran_second(void) { return (float)seconds(); }
int32_t _gfortran_time_func(void) { return (int32_t)time(NULL); }
int64_t _gfortran_time8_func(void) { return time(NULL); }

/* Seconds since midnight, less x. */
float _gfortran_secnds(const float *x) {
  struct timespec now;
  struct tm local;
  clock_gettime(CLOCK_REALTIME, &now);
  localtime_r(&now.tv_sec, &local);
  return (float)(3600 * local.tm_hour + 60 * local.tm_min + local.tm_sec) + 1e-9f * (float)now.tv_nsec - *x;
}

static void set(struct Array *to, ptrdiff_t i, double value) {
  const ptrdiff_t stride = to->dimension[0].stride ? to->dimension[0].stride : 1;
  memcpy((char *)to->base + i * stride * (ptrdiff_t)sizeof(float), &(float){(float)value}, sizeof(float));
}

/* User time, system time and their sum; dtime() since its last call. */
void _gfortran_etime_sub(struct Array *to, float *sum) {
  set(to, 0, seconds());
  set(to, 1, 0);
  *sum = (float)seconds();
}
float _gfortran_etime(struct Array *to) {
  float sum;
  _gfortran_etime_sub(to, &sum);
  return sum;
}
void _gfortran_dtime_sub(struct Array *to, float *sum) {
  static double last;
  const double now = seconds();
  set(to, 0, now - last);
  set(to, 1, 0);
  *sum = (float)(now - last);
  last = now;
}
float _gfortran_dtime(struct Array *to) {
  float sum;
  _gfortran_dtime_sub(to, &sum);
  return sum;
}

static void give(char *to, int length, const char *text) {
  if (!to) return;
  for (int i = 0; i < length; ++i) to[i] = ' ';
  const size_t n = strlen(text);
  memcpy(to, text, n < (size_t)length ? n : (size_t)length);
}

void _gfortran_date_and_time(char *date, char *clock, char *zone, struct Array *values, int32_t date_length,
                             int32_t clock_length, int32_t zone_length) {
  struct timespec now;
  struct tm local;
  char text[32];
  clock_gettime(CLOCK_REALTIME, &now);
  localtime_r(&now.tv_sec, &local);
  const int minutes = (int)(local.tm_gmtoff / 60), away = minutes < 0 ? -minutes : minutes;
  const int milliseconds = (int)(now.tv_nsec / 1000000);
  strftime(text, sizeof text, "%Y%m%d", &local);
  give(date, date_length, text);
  const size_t n = strftime(text, sizeof text, "%H%M%S", &local);
  snprintf(text + n, sizeof text - n, ".%03d", milliseconds);
  give(clock, clock_length, text);
  snprintf(text, sizeof text, "%c%02d%02d", minutes < 0 ? '-' : '+', away / 60 % 100, away % 60);
  give(zone, zone_length, text);
  const int64_t all[8] = {local.tm_year + 1900, local.tm_mon + 1, local.tm_mday, minutes,
                          local.tm_hour,        local.tm_min,     local.tm_sec,  milliseconds};
  for (int i = 0; values && i < 8; ++i) {
    char *const to = (char *)values->base + i * values->dimension[0].stride * (ptrdiff_t)values->bytes;
    memcpy(to, &all[i], values->bytes < sizeof all[i] ? values->bytes : sizeof all[i]); /* low bytes first */
  }
}
