/* SPDX-License-Identifier: MIT
 * Attributes that go between C and Fortran (MPI 4.1, section 19.3.7): the part in C of languages.f90. */
#include <mpi.h>

static int key, copies, deletions;

static int copy(MPI_Comm comm, int keyval, void *extra, void *value, void *result, int *flag) {
  (void)comm, (void)keyval, (void)extra;
  copies += *(MPI_Aint *)value == 42;
  *(void **)result = value;
  *flag = 1;
  return MPI_SUCCESS;
}

static int erase(MPI_Comm comm, int keyval, void *value, void *extra) {
  (void)comm, (void)keyval, (void)extra;
  deletions += *(MPI_Aint *)value == 42;
  return MPI_SUCCESS;
}

/* A key with functions in C. */
int c_key_(void) {
  MPI_Comm_create_keyval(copy, erase, &key, NULL);
  return key;
}

int c_calls_(void) { return 10 * copies + deletions; }

/* What Fortran has set as an address-sized number, or as an INTEGER. */
int c_sees_(int *comm, int *keyval, int *is_integer) {
  void *value = NULL;
  int flag = 0;
  MPI_Comm_get_attr(MPI_Comm_f2c(*comm), *keyval, &value, &flag);
  if (!flag) return -1;
  return *is_integer ? *(int *)value : (int)*(MPI_Aint *)value;
}

static int of_c = 77;
void c_sets_(int *comm, int *keyval) { MPI_Comm_set_attr(MPI_Comm_f2c(*comm), *keyval, &of_c); }
MPI_Aint c_address_(void) { return (MPI_Aint)&of_c; }
