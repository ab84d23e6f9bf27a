/* SPDX-License-Identifier: MIT
 * How a Fortran program ends itself, in place of the functions of libgfortran, which would end the
 * simulator: only the rank ends, with the code and the line on stderr that GNU Fortran gives.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static __attribute__((noreturn)) void stop(const char *word, const char *text, size_t length, int code,
                                           bool quiet) {
  if (!quiet && text) fprintf(stderr, "%s %.*s\n", word, (int)length, text);
  exit(code);
}

static __attribute__((noreturn)) void stop_number(const char *word, int code, bool quiet) {
  char text[16];
  const int n = snprintf(text, sizeof text, "%d", code);
  stop(word, text, (size_t)n, code, quiet);
}

void _gfortran_stop_string(const char *text, size_t length, bool quiet) {
  stop("STOP", text, length, 0, quiet);
}
void _gfortran_stop_numeric(int code, bool quiet) { stop_number("STOP", code, quiet); }
void _gfortran_error_stop_string(const char *text, size_t length, bool quiet) {
  stop("ERROR STOP", text, length, 1, quiet);
}
void _gfortran_error_stop_numeric(int code, bool quiet) { stop_number("ERROR STOP", code, quiet); }

void _gfortran_exit_i4(const int32_t *code) { exit(code ? *code : 0); }
void _gfortran_exit_i8(const int64_t *code) { exit(code ? (int)*code : 0); }
