/* SPDX-License-Identifier: MIT
 * What both the MPI_ and the PMPI_ functions of Fortran use: the special addresses, functions for
 * attributes that MPI defines (MPI 4.1, section 7.7), and sizes.
 */
#include "fortran.h"

/* A COMMON block of GNU Fortran is aligned like this. */
#define SPECIAL __attribute__((aligned(32)))
SPECIAL int kasuri_mpi_bottom_;
SPECIAL int kasuri_mpi_in_place_;
SPECIAL int kasuri_mpi_buffer_automatic_;
SPECIAL int kasuri_mpi_status_ignore_[8];
SPECIAL int kasuri_mpi_statuses_ignore_[8];
SPECIAL int kasuri_mpi_f08_status_ignore_[8];
SPECIAL int kasuri_mpi_f08_statuses_ignore_[8];
SPECIAL int kasuri_mpi_unweighted_[1];
SPECIAL int kasuri_mpi_weights_empty_[1];
SPECIAL int kasuri_mpi_errcodes_ignore_[1];
SPECIAL char kasuri_mpi_argv_null_[1];
SPECIAL char kasuri_mpi_argvs_null_[1];

int kasuri_fortran_size(int comm) {
  int size = 0, is_inter = 0;
  MPI_Comm_test_inter(HANDLE(MPI_Comm, comm), &is_inter);
#ifdef KASURI_HAS_INTERCOMMUNICATORS
  if (is_inter) {
    MPI_Comm_remote_size(HANDLE(MPI_Comm, comm), &size);
    return size;
  }
#endif
  MPI_Comm_size(HANDLE(MPI_Comm, comm), &size);
  return size;
}

int kasuri_fortran_neighbours(int number, int in) {
  const MPI_Comm comm = HANDLE(MPI_Comm, number);
  int kind = MPI_UNDEFINED, n = 0, out = 0, weighted = 0, rank = 0;
  MPI_Topo_test(comm, &kind);
  if (kind == MPI_CART) {
    MPI_Cartdim_get(comm, &n);
    return 2 * n;
  }
  if (kind == MPI_GRAPH) {
    MPI_Comm_rank(comm, &rank);
    MPI_Graph_neighbors_count(comm, rank, &n);
    return n;
  }
  if (kind != MPI_DIST_GRAPH) return 0;
  MPI_Dist_graph_neighbors_count(comm, &n, &out, &weighted);
  return in ? n : out;
}

/* Numbers that Fortran has set as attributes, by their addresses. An INTEGER is the lower half of one. */
struct Number {
  MPI_Aint value;
  struct Number *next;
};
#define BUCKETS 256
static struct Number *numbers[BUCKETS];

static struct Number **bucket_of(const void *number) {
  return &numbers[((uintptr_t)number >> 5) % BUCKETS];
}

static int is_number(const void *value) {
  const struct Number *n = *bucket_of(value);
  while (n && n != value) n = n->next;
  return n != NULL;
}

void *kasuri_fortran_number(MPI_Aint value) {
  struct Number *const n = malloc(sizeof *n);
  if (!n) abort();
  struct Number **const bucket = bucket_of(n);
  n->value = value, n->next = *bucket;
  return *bucket = n;
}

void *kasuri_fortran_copy(void *from, MPI_Aint copy) {
  return is_number(from) ? kasuri_fortran_number(copy) : (void *)copy;
}

MPI_Aint kasuri_fortran_attribute(int keyval, void *value) {
  if (is_number(value)) return *(MPI_Aint *)value;
  if (value && (keyval == MPI_WIN_SIZE)) return *(MPI_Aint *)value;
  const int is_predefined = (keyval >= MPI_TAG_UB && keyval <= MPI_UNIVERSE_SIZE) ||
                        (keyval > MPI_WIN_BASE && keyval <= MPI_WIN_MODEL);
  return value && is_predefined ? *(int *)value : (MPI_Aint)value;
}

#define NOTHING(name)                                                                                    \
  void name##_null_copy_fn_(int *object, int *key, MPI_Aint *extra, MPI_Aint *from, MPI_Aint *to,        \
                            int *flag, int *ierror) {                                                    \
    (void)object, (void)key, (void)extra, (void)from, (void)to;                                          \
    *flag = 0, *ierror = MPI_SUCCESS;                                                                    \
  }                                                                                                      \
  void name##_dup_fn_(int *object, int *key, MPI_Aint *extra, MPI_Aint *from, MPI_Aint *to, int *flag,   \
                      int *ierror) {                                                                     \
    (void)object, (void)key, (void)extra;                                                                \
    *to = *from, *flag = 1, *ierror = MPI_SUCCESS;                                                       \
  }                                                                                                      \
  void name##_null_delete_fn_(int *object, int *key, MPI_Aint *value, MPI_Aint *extra, int *ierror) {    \
    (void)object, (void)key, (void)value, (void)extra;                                                   \
    *ierror = MPI_SUCCESS;                                                                               \
  }
NOTHING(mpi_comm)
NOTHING(mpi_type)
NOTHING(mpi_win)

/* Of MPI-1, with INTEGERs. */
void mpi_null_copy_fn_(int *comm, int *key, int *extra, int *from, int *to, int *flag, int *ierror) {
  (void)comm, (void)key, (void)extra, (void)from, (void)to;
  *flag = 0, *ierror = MPI_SUCCESS;
}
void mpi_dup_fn_(int *comm, int *key, int *extra, int *from, int *to, int *flag, int *ierror) {
  (void)comm, (void)key, (void)extra;
  *to = *from, *flag = 1, *ierror = MPI_SUCCESS;
}
void mpi_null_delete_fn_(int *comm, int *key, int *value, int *extra, int *ierror) {
  (void)comm, (void)key, (void)value, (void)extra;
  *ierror = MPI_SUCCESS;
}
