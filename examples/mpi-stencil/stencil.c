/* SPDX-License-Identifier: MIT
 * Heat in a cube: Jacobi's method with seven points, ranks in a grid of three dimensions, faces exchanged
 * by derived datatypes. An ordinary MPI program; its globals are as usual. With -fopenmp the threads of a
 * rank share the planes of its part.
 *
 *   stencil [POINTS PER RANK AND DIMENSION] [STEPS]
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int n = 16, steps = 20;
static int dims[3], coords[3], neighbours[6];
static double *now, *next;
static MPI_Comm grid;
static MPI_Datatype faces[3];

static size_t at(int x, int y, int z) {
  return ((size_t)x * (size_t)(n + 2) + (size_t)y) * (size_t)(n + 2) + (size_t)z;
}

static void make_faces(void) {
  const int whole[3] = {n + 2, n + 2, n + 2}, start[3] = {0, 0, 0};
  for (int d = 0; d < 3; ++d) {
    int part[3] = {n, n, n};
    part[d] = 1;
    MPI_Type_create_subarray(3, whole, part, start, MPI_ORDER_C, MPI_DOUBLE, &faces[d]);
    MPI_Type_commit(&faces[d]);
  }
}

/* Of a face: its first point, at coordinate i of dimension d. */
static double *face(int d, int i) {
  const int x = d == 0 ? i : 1, y = d == 1 ? i : 1, z = d == 2 ? i : 1;
  return &now[at(x, y, z)];
}

static int begin_exchange(MPI_Request *requests) {
  int k = 0;
  for (int d = 0; d < 3; ++d) {
    MPI_Irecv(face(d, 0), 1, faces[d], neighbours[2 * d], d, grid, &requests[k++]);
    MPI_Irecv(face(d, n + 1), 1, faces[d], neighbours[2 * d + 1], d + 3, grid, &requests[k++]);
    MPI_Isend(face(d, n), 1, faces[d], neighbours[2 * d + 1], d, grid, &requests[k++]);
    MPI_Isend(face(d, 1), 1, faces[d], neighbours[2 * d], d + 3, grid, &requests[k++]);
  }
  return k;
}

static double step(void) {
  double change = 0;
#ifdef _OPENMP
#pragma omp parallel for reduction(+ : change)
#endif
  for (int x = 1; x <= n; ++x) {
    for (int y = 1; y <= n; ++y) {
      for (int z = 1; z <= n; ++z) {
        const double sum = now[at(x - 1, y, z)] + now[at(x + 1, y, z)] + now[at(x, y - 1, z)] +
                           now[at(x, y + 1, z)] + now[at(x, y, z - 1)] + now[at(x, y, z + 1)];
        const double value = sum / 6;
        change += fabs(value - now[at(x, y, z)]);
        next[at(x, y, z)] = value;
      }
    }
#ifdef KASURI_MPI
    kasuri_compute(1e-9 * n * n); /* a nanosecond for each point */
#endif
  }
  return change;
}

int main(int argc, char **argv) {
  int rank, size;
  const int periods[3] = {0, 0, 0};
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc > 1) n = atoi(argv[1]);
  if (argc > 2) steps = atoi(argv[2]);
  if (n < 1 || steps < 1) MPI_Abort(MPI_COMM_WORLD, 2);

  MPI_Dims_create(size, 3, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 3, dims, periods, 1, &grid);
  MPI_Comm_rank(grid, &rank);
  MPI_Cart_coords(grid, rank, 3, coords);
  for (int d = 0; d < 3; ++d) MPI_Cart_shift(grid, d, 1, &neighbours[2 * d], &neighbours[2 * d + 1]);
  make_faces();
  now = calloc(at(n + 2, 0, 0), sizeof *now);
  next = calloc(at(n + 2, 0, 0), sizeof *next);
  if (!now || !next) MPI_Abort(MPI_COMM_WORLD, 3);
  if (coords[0] == 0) { /* the face x = 0 of the cube is hot */
    for (int y = 0; y < n + 2; ++y) {
      for (int z = 0; z < n + 2; ++z) now[at(0, y, z)] = next[at(0, y, z)] = 1;
    }
  }

  double change = 0;
  const double start = MPI_Wtime();
  for (int s = 0; s < steps; ++s) {
    MPI_Request requests[12];
    const int k = begin_exchange(requests);
    MPI_Waitall(k, requests, MPI_STATUSES_IGNORE);
    const double mine = step();
    MPI_Allreduce(&mine, &change, 1, MPI_DOUBLE, MPI_SUM, grid);
    double *const swap = now;
    now = next;
    next = swap;
  }
  if (rank == 0) {
    printf("%d ranks (%d x %d x %d), %d^3 points each: change %.9f after %d steps, %.3f us a step\n", size,
           dims[0], dims[1], dims[2], n, change, steps, 1e6 * (MPI_Wtime() - start) / steps);
  }
  for (int d = 0; d < 3; ++d) MPI_Type_free(&faces[d]);
  MPI_Comm_free(&grid);
  free(now);
  free(next);
  MPI_Finalize();
  return 0;
}
