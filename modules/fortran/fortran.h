/* SPDX-License-Identifier: MIT
 * Between GNU Fortran and MPI's functions in C (MPI 4.1, chapter 19): what the faces of all functions use.
 * Compiled by kasuri mpicc and linked into programs, so that each rank has its own special addresses, and
 * twice: as MPI_NAME, which a profiling library may replace, and as PMPI_NAME.
 */
#ifndef KASURI_FORTRAN_H
#define KASURI_FORTRAN_H

#include "has.h"

#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef KASURI_PROFILING
#define F(name) pmpi_##name##_
#define M(name) PMPI_##name
#define PREFIX "pmpi_"
#else
#define F(name) __attribute__((weak)) mpi_##name##_
#define M(name) MPI_##name
#define PREFIX "mpi_"
#endif
/* The names in mpi_f08, and those that -fsecond-underscore makes. */
#define ALSO(name)                                                                                       \
  __asm__(".weak " PREFIX #name "_f08_\n.set " PREFIX #name "_f08_, " PREFIX #name "_\n"                 \
          ".weak " PREFIX #name "__\n.set " PREFIX #name "__, " PREFIX #name "_\n");
/* For functions that differ in mpi_f08. */
#define ALSO_OLD(name) __asm__(".weak " PREFIX #name "__\n.set " PREFIX #name "__, " PREFIX #name "_\n");

typedef void Callback(void);

/* A handle is an INTEGER with its value in C. */
#define HANDLE(type, number) ((type)(uintptr_t)(uint32_t)(number))
#define NUMBER(handle) ((int)(intptr_t)(handle))

/* Known by their addresses: COMMON blocks in mpif.h, variables of the modules. */
extern int kasuri_mpi_bottom_, kasuri_mpi_in_place_, kasuri_mpi_buffer_automatic_;
extern int kasuri_mpi_status_ignore_[8], kasuri_mpi_statuses_ignore_[8];
extern int kasuri_mpi_f08_status_ignore_[8], kasuri_mpi_f08_statuses_ignore_[8];
extern int kasuri_mpi_unweighted_[1], kasuri_mpi_weights_empty_[1];

static inline void *buffer_of(void *given) {
  if (given == &kasuri_mpi_bottom_) return MPI_BOTTOM;
  if (given == &kasuri_mpi_in_place_) return MPI_IN_PLACE;
  if (given == &kasuri_mpi_buffer_automatic_) return MPI_BUFFER_AUTOMATIC;
  return given;
}

static inline int is_in_place(void *given) { return given == &kasuri_mpi_in_place_; }

static inline MPI_Status *status_of(MPI_Status *given) {
  const void *const at = given;
  const int is_ignored = at == kasuri_mpi_status_ignore_ || at == kasuri_mpi_f08_status_ignore_;
  return is_ignored ? MPI_STATUS_IGNORE : given;
}
static inline MPI_Status *statuses_of(MPI_Status *given) {
  const void *const at = given;
  const int is_ignored = at == kasuri_mpi_statuses_ignore_ || at == kasuri_mpi_f08_statuses_ignore_;
  return is_ignored ? MPI_STATUSES_IGNORE : given;
}

static inline int *weights_of(int *given) {
  if (given == kasuri_mpi_unweighted_) return MPI_UNWEIGHTED;
  return given == kasuri_mpi_weights_empty_ ? MPI_WEIGHTS_EMPTY : given;
}

/* IERROR may be left out in mpi_f08. */
static inline void finish(int *ierror, int code) {
  if (ierror) *ierror = code;
}

/* Text without blanks at its ends; the caller frees it. */
static inline char *text_of(const char *from, size_t length) {
  while (length > 0 && from[length - 1] == ' ') --length;
  while (length > 0 && *from == ' ') ++from, --length;
  char *const text = malloc(length + 1);
  if (!text) abort();
  memcpy(text, from, length);
  text[length] = '\0';
  return text;
}

static inline void pad(char *to, size_t length, const char *text) {
  const size_t n = strnlen(text, length);
  memcpy(to, text, n);
  memset(to + n, ' ', length - n);
}

/* Lists of handles, which the caller frees. */
static inline void *list_of(const int *numbers, int n) {
  void **const list = malloc(sizeof *list * (size_t)(n > 0 ? n : 1));
  if (!list) abort();
  for (int i = 0; i < n; ++i) list[i] = HANDLE(void *, numbers[i]);
  return list;
}
static inline void *types_of(const int *numbers, int n) { return list_of(numbers, n); }
static inline void *requests_of(const int *numbers, int n) { return list_of(numbers, n); }
static inline void give_back_requests(int *numbers, void **list, int n) {
  for (int i = 0; i < n; ++i) numbers[i] = NUMBER(list[i]);
  free(list);
}

static inline MPI_Aint *wide(const int *given, int n) {
  MPI_Aint *const list = malloc(sizeof *list * (size_t)(n > 0 ? n : 1));
  if (!list) abort();
  for (int i = 0; i < n; ++i) list[i] = given[i];
  return list;
}

/* Lengths of the lists of a collective operation; 0, if they are not looked at. */
int kasuri_fortran_size(int comm);
int kasuri_fortran_neighbours(int comm, int in);
#define size_of kasuri_fortran_size
#define neighbours kasuri_fortran_neighbours

/* Of an attribute that MPI defines, Fortran gets the value, C its address (section 19.3.7). */
MPI_Aint kasuri_fortran_attribute(int keyval, void *value);
#define attribute_of kasuri_fortran_attribute
/* What Fortran sets is a number. C gets its address, so it is kept until the rank ends. */
void *kasuri_fortran_number(MPI_Aint value);
#define kept_number kasuri_fortran_number
/* The result of a copy function: what Fortran has set stays a number. */
void *kasuri_fortran_copy(void *from, MPI_Aint copy);

#endif
