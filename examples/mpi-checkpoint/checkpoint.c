/* SPDX-License-Identifier: MIT
 * A field of three dimensions that is computed in blocks and saved every few steps. All ranks write one
 * file by one collective call, in the order of the whole field, so that a run of another number of ranks
 * can go on from it. An ordinary MPI program.
 *
 *   checkpoint [POINTS OF THE FIELD PER DIMENSION] [STEPS] [STEPS BETWEEN CHECKPOINTS] [all|each]
 *
 * With `each`, every rank writes its rows by calls of its own.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int points = 64, steps = 20, interval = 5, rank, size;
static int whole[3], part[3], start[3];
static double *field, compute_time, save_time;
static MPI_Comm grid;
static MPI_Datatype in_file;
static MPI_File file;

static size_t count(void) { return (size_t)part[0] * (size_t)part[1] * (size_t)part[2]; }

/* The part of the field that this rank has, and where it is in a file. */
static void divide(void) {
  int dims[3] = {0, 0, 0}, coords[3];
  const int periods[3] = {0, 0, 0};
  MPI_Dims_create(size, 3, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 3, dims, periods, 0, &grid);
  MPI_Cart_coords(grid, rank, 3, coords);
  for (int d = 0; d < 3; d++) {
    if (dims[d] > points) {
      if (rank == 0) fprintf(stderr, "a field of %d^3 points is too small for %d ranks\n", points, size);
      MPI_Abort(MPI_COMM_WORLD, 2);
    }
    whole[d] = points;
    start[d] = (int)((long)points * coords[d] / dims[d]);
    part[d] = (int)((long)points * (coords[d] + 1) / dims[d]) - start[d];
  }
  MPI_Type_create_subarray(3, whole, part, start, MPI_ORDER_C, MPI_DOUBLE, &in_file);
  MPI_Type_commit(&in_file);
}

static double expected(int x, int y, int z, int step) {
  return ((double)x * points + y) * points + z + 0.5 * step;
}

static void compute(void) {
  for (size_t i = 0; i < count(); i++) field[i] += 0.5;
#ifdef KASURI_MPI
  kasuri_compute(20e-9 * (double)count()); /* 20 ns for each point */
#endif
}

static void check(int error, const char *what) {
  char text[MPI_MAX_ERROR_STRING];
  int length;
  if (error == MPI_SUCCESS) return;
  MPI_Error_string(error, text, &length);
  fprintf(stderr, "rank %d: %s: %s\n", rank, what, text);
  MPI_Abort(MPI_COMM_WORLD, 3);
}

static void open_file(const char *name, int mode) {
  check(MPI_File_open(grid, name, mode, MPI_INFO_NULL, &file), name);
}

/* The step comes first, then the field. */
static void save(const char *name, int step, int together) {
  open_file(name, MPI_MODE_CREATE | MPI_MODE_WRONLY);
  if (rank == 0) check(MPI_File_write(file, &step, 1, MPI_INT, MPI_STATUS_IGNORE), "the step");
  if (together) {
    MPI_File_set_view(file, sizeof step, MPI_DOUBLE, in_file, "native", MPI_INFO_NULL);
    check(MPI_File_write_all(file, field, (int)count(), MPI_DOUBLE, MPI_STATUS_IGNORE), "the field");
  } else {
    for (int x = 0; x < part[0]; x++) {
      for (int y = 0; y < part[1]; y++) {
        const MPI_Offset row = ((MPI_Offset)(start[0] + x) * points + start[1] + y) * points + start[2];
        check(MPI_File_write_at(file, (MPI_Offset)sizeof step + row * (MPI_Offset)sizeof(double),
                                &field[((size_t)x * (size_t)part[1] + (size_t)y) * (size_t)part[2]],
                                part[2], MPI_DOUBLE, MPI_STATUS_IGNORE), "a row");
      }
    }
  }
  check(MPI_File_close(&file), "closing");
}

static int load(const char *name) {
  int step = -1;
  open_file(name, MPI_MODE_RDONLY);
  check(MPI_File_read_at_all(file, 0, &step, 1, MPI_INT, MPI_STATUS_IGNORE), "the step");
  MPI_File_set_view(file, sizeof step, MPI_DOUBLE, in_file, "native", MPI_INFO_NULL);
  check(MPI_File_read_all(file, field, (int)count(), MPI_DOUBLE, MPI_STATUS_IGNORE), "the field");
  MPI_File_close(&file);
  return step;
}

static long wrong(int step) {
  long bad = 0, all = 0;
  size_t i = 0;
  for (int x = 0; x < part[0]; x++) {
    for (int y = 0; y < part[1]; y++) {
      for (int z = 0; z < part[2]; z++) {
        bad += field[i++] != expected(start[0] + x, start[1] + y, start[2] + z, step);
      }
    }
  }
  MPI_Allreduce(&bad, &all, 1, MPI_LONG, MPI_SUM, grid);
  return all;
}

int main(int argc, char **argv) {
  int together = 1, saved = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc > 1) points = atoi(argv[1]);
  if (argc > 2) steps = atoi(argv[2]);
  if (argc > 3) interval = atoi(argv[3]);
  if (argc > 4) together = strcmp(argv[4], "each") != 0;
  if (points < 1 || steps < 1 || interval < 1) MPI_Abort(MPI_COMM_WORLD, 2);

  divide();
  field = malloc(count() * sizeof *field);
  if (!field) MPI_Abort(MPI_COMM_WORLD, 3);
  size_t i = 0;
  for (int x = 0; x < part[0]; x++) {
    for (int y = 0; y < part[1]; y++) {
      for (int z = 0; z < part[2]; z++) field[i++] = expected(start[0] + x, start[1] + y, start[2] + z, 0);
    }
  }

  for (int s = 1; s <= steps; s++) {
    double before = MPI_Wtime();
    compute();
    MPI_Barrier(grid);
    compute_time += MPI_Wtime() - before;
    if (s % interval != 0) continue;
    before = MPI_Wtime();
    save("checkpoint.data", s, together);
    save_time += MPI_Wtime() - before;
    saved++;
  }

  memset(field, 0, count() * sizeof *field);
  const double before = MPI_Wtime();
  const int step = saved > 0 ? load("checkpoint.data") : 0;
  const double load_time = MPI_Wtime() - before;
  const long bad = saved > 0 ? wrong(step) : 0;
  if (rank == 0) {
    printf("%d ranks, %d^3 points: %.3f ms of computation, ", size, points, 1e3 * compute_time);
    printf("%d checkpoints of %.3f ms each, read in %.3f ms\n", saved,
           saved > 0 ? 1e3 * save_time / saved : 0.0, 1e3 * load_time);
    printf("from the checkpoint of step %d: %ld points are wrong\n", step, bad);
  }
  MPI_Type_free(&in_file);
  MPI_Comm_free(&grid);
  free(field);
  MPI_Finalize();
  return bad != 0;
}
