/* SPDX-License-Identifier: MIT
 * Functions of the C library that return a place of their own, with one for each rank.
 */
#define _GNU_SOURCE
#include <string.h>
#include <time.h>

static char *rest;
char *strtok(char *restrict text, const char *restrict separators) {
  return strtok_r(text, separators, &rest);
}

char *strerror(int error) {
  static char text[128];
  return strerror_r(error, text, sizeof text);
}

static struct tm calendar;
struct tm *localtime(const time_t *time) { return localtime_r(time, &calendar); }
struct tm *gmtime(const time_t *time) { return gmtime_r(time, &calendar); }

char *asctime(const struct tm *time) {
  static char text[26];
  return asctime_r(time, text);
}
char *ctime(const time_t *time) {
  const struct tm *const local = localtime(time);
  return local ? asctime(local) : NULL;
}
