/* SPDX-License-Identifier: MIT
 * A routine of BLAS, charged by its sizes (prices.h): -DROUTINE=NAME with -DPRODUCT=n, a matrix product,
 * n multiply-adds for each of m n k; -DMATRIX=n, n multiply-adds and a load for each element; -DVECTOR=n,
 * n loads for each element. One object for each, so that a program without BLAS needs none.
 */
#include "prices.h"

#define JOIN(a, b) a##b
#define NAME(prefix, routine) JOIN(prefix, routine)
#define REAL NAME(__real_, ROUTINE)
#define WRAP NAME(__wrap_, ROUTINE)

#if defined(PRODUCT)
/* C := alpha A B + beta C, with the lengths of the characters at the end. */
void REAL(const char *, const char *, const int *, const int *, const int *, const void *, const void *,
          const int *, const void *, const int *, const void *, void *, const int *, long, long);
void WRAP(const char *ta, const char *tb, const int *m, const int *n, const int *k, const void *alpha,
          const void *a, const int *lda, const void *b, const int *ldb, const void *beta, void *c,
          const int *ldc, long la, long lb);
void WRAP(const char *ta, const char *tb, const int *m, const int *n, const int *k, const void *alpha,
          const void *a, const int *lda, const void *b, const int *ldb, const void *beta, void *c,
          const int *ldc, long la, long lb) {
  charge_multiplies((int64_t)PRODUCT * *m * *n * *k);
  REAL(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, la, lb);
}
#elif defined(MATRIX)
void REAL(const char *, const int *, const int *, const void *, const void *, const int *, const void *,
          const int *, const void *, void *, const int *, long);
void WRAP(const char *t, const int *m, const int *n, const void *alpha, const void *a, const int *lda,
          const void *x, const int *incx, const void *beta, void *y, const int *incy, long l);
void WRAP(const char *t, const int *m, const int *n, const void *alpha, const void *a, const int *lda,
          const void *x, const int *incx, const void *beta, void *y, const int *incy, long l) {
  charge_loads((int64_t)MATRIX * *m * *n);
  REAL(t, m, n, alpha, a, lda, x, incx, beta, y, incy, l);
}
#else
/* Whatever the arguments after the number are: they stay in their registers and on the stack. */
double REAL(const int *n, void *a, void *b, void *c, void *d, void *e);
double WRAP(const int *n, void *a, void *b, void *c, void *d, void *e);
double WRAP(const int *n, void *a, void *b, void *c, void *d, void *e) {
  charge_loads((int64_t)VECTOR * *n);
  return REAL(n, a, b, c, d, e);
}
#endif
