/* SPDX-License-Identifier: MIT
 * How GNU Fortran describes an array of rank 1 (GCC 9 and later).
 */
#ifndef KASURI_FORTRAN_ARRAY_H
#define KASURI_FORTRAN_ARRAY_H
#include <stddef.h>

struct Array {
  void *base;
  ptrdiff_t offset;
  size_t bytes; /* of an element */
  int version;
  signed char rank, type;
  short attribute;
  ptrdiff_t span;
  struct {
    ptrdiff_t stride, low, high;
  } dimension[1];
};

#endif
