/* SPDX-License-Identifier: MIT
 * strtok() with a state for each rank.
 */
#include <string.h>

static char *rest;

char *strtok(char *restrict text, const char *restrict separators) {
  return strtok_r(text, separators, &rest);
}
