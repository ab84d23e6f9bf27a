/* SPDX-License-Identifier: MIT
 * Topologies and collectives among neighbours (MPI 4.1, chapter 8). */
#include "check.h"

static MPI_Comm grid;
static int dims[2], periods[2], coords[2];
static void make(int periodic) {
  dims[0] = 2, dims[1] = size / 2;
  periods[0] = periods[1] = periodic;
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  if (grid != MPI_COMM_NULL) MPI_Cart_coords(grid, rank, 2, coords);
}
static void drop(void) {
  if (grid != MPI_COMM_NULL) MPI_Comm_free(&grid);
}

TEST(balanced_dimensions) {
  int d[3] = {0, 0, 0};
  MPI_Dims_create(24, 3, d);
  CHECK(d[0] == 4 && d[1] == 3 && d[2] == 2);
  int e[2] = {0, 3};
  MPI_Dims_create(12, 2, e);
  CHECK(e[0] == 4 && e[1] == 3);
  int f[1] = {0};
  MPI_Dims_create(7, 1, f);
  CHECK(f[0] == 7);
  int g[2] = {0, 0};
  MPI_Dims_create(36, 2, g);
  CHECK(g[0] == 6 && g[1] == 6);
}

TEST(coordinates_in_row_major_order) {
  make(1);
  if (grid != MPI_COMM_NULL) {
    int r;
    CHECK(coords[0] == rank / dims[1] && coords[1] == rank % dims[1]);
    MPI_Cart_rank(grid, coords, &r);
    CHECK(r == rank);
  }
  drop();
}

TEST(coordinates_wrap_around) {
  make(1);
  if (grid != MPI_COMM_NULL) {
    int out[2] = {coords[0] - 2, coords[1] + dims[1]}, r;
    MPI_Cart_rank(grid, out, &r);
    CHECK(r == rank);
  }
  drop();
}

TEST(get_of_a_grid) {
  int d[2], p[2], c[2], n, kind;
  make(1);
  if (grid != MPI_COMM_NULL) {
    MPI_Cartdim_get(grid, &n);
    MPI_Cart_get(grid, 2, d, p, c);
    MPI_Topo_test(grid, &kind);
    CHECK(n == 2 && d[0] == 2 && d[1] == size / 2 && p[0] && p[1] && c[0] == coords[0] &&
        kind == MPI_CART);
  }
  drop();
  MPI_Topo_test(MPI_COMM_WORLD, &kind);
  CHECK(kind == MPI_UNDEFINED);
}

TEST(shift_on_a_ring) {
  int from, to;
  make(1);
  if (grid != MPI_COMM_NULL) {
    MPI_Cart_shift(grid, 1, 1, &from, &to);
    CHECK(to == coords[0] * dims[1] + (coords[1] + 1) % dims[1]);
    CHECK(from == coords[0] * dims[1] + (coords[1] + dims[1] - 1) % dims[1]);
    MPI_Cart_shift(grid, 0, -1, &from, &to);
    CHECK(to == ((coords[0] + 1) % 2) * dims[1] + coords[1]);
  }
  drop();
}

TEST(shift_at_the_end) {
  int from, to;
  make(0);
  if (grid != MPI_COMM_NULL) {
    MPI_Cart_shift(grid, 0, 1, &from, &to);
    CHECK(to == (coords[0] == 1 ? MPI_PROC_NULL : rank + dims[1]));
    CHECK(from == (coords[0] == 0 ? MPI_PROC_NULL : rank - dims[1]));
  }
  drop();
}

TEST(rows_and_columns) {
  MPI_Comm row, column;
  int keep_row[2] = {0, 1}, keep_column[2] = {1, 0}, r, s;
  make(0);
  if (grid != MPI_COMM_NULL) {
    MPI_Cart_sub(grid, keep_row, &row);
    MPI_Cart_sub(grid, keep_column, &column);
    MPI_Comm_size(row, &s), MPI_Comm_rank(row, &r);
    CHECK(s == dims[1] && r == coords[1]);
    MPI_Comm_size(column, &s), MPI_Comm_rank(column, &r);
    CHECK(s == 2 && r == coords[0]);
    MPI_Comm_free(&row);
    MPI_Comm_free(&column);
  }
  drop();
}

TEST(grid_of_part_of_the_ranks) {
  MPI_Comm small;
  int d[1] = {3}, p[1] = {0}, s;
  MPI_Cart_create(MPI_COMM_WORLD, 1, d, p, 0, &small);
  if (rank < 3) {
    MPI_Comm_size(small, &s);
    CHECK(s == 3);
    MPI_Comm_free(&small);
  } else {
    CHECK(small == MPI_COMM_NULL);
  }
}

TEST(grid_without_dimensions) {
  MPI_Comm point;
  int d[1] = {1}, p[1] = {0}, n = -1;
  MPI_Cart_create(MPI_COMM_WORLD, 0, d, p, 0, &point);
  if (rank == 0) {
    MPI_Cartdim_get(point, &n);
    CHECK(n == 0);
    MPI_Comm_free(&point);
  } else {
    CHECK(point == MPI_COMM_NULL);
  }
}

TEST(dup_of_a_grid) {
  MPI_Comm copy;
  int kind, n;
  make(1);
  if (grid != MPI_COMM_NULL) {
    MPI_Comm_dup(grid, &copy);
    MPI_Topo_test(copy, &kind);
    MPI_Cartdim_get(copy, &n);
    CHECK(kind == MPI_CART && n == 2);
    MPI_Comm_free(&copy);
  }
  drop();
}

TEST(cart_map) {
  int d[2] = {2, 2}, p[2] = {0, 0}, r;
  MPI_Cart_map(MPI_COMM_WORLD, 2, d, p, &r);
  CHECK((r >= 0 && r < 4) || r == MPI_UNDEFINED);
}

TEST(graph) {
  MPI_Comm g;
  int index[4] = {2, 3, 4, 6}, edges[6] = {1, 3, 0, 3, 0, 2}, n, m, count, list[2], kind;
  MPI_Graph_create(MPI_COMM_WORLD, 4, index, edges, 0, &g);
  if (rank < 4) {
    MPI_Topo_test(g, &kind);
    MPI_Graphdims_get(g, &n, &m);
    CHECK(kind == MPI_GRAPH && n == 4 && m == 6);
    MPI_Graph_neighbors_count(g, 3, &count);
    MPI_Graph_neighbors(g, 3, 2, list);
    CHECK(count == 2 && list[0] == 0 && list[1] == 2);
    int i[4], e[6];
    MPI_Graph_get(g, 4, 6, i, e);
    CHECK(i[3] == 6 && e[3] == 3);
    MPI_Comm_free(&g);
  } else {
    CHECK(g == MPI_COMM_NULL);
  }
}

#define NEXT ((rank + 1) % size)
#define PREVIOUS ((rank + size - 1) % size)
static MPI_Comm ring(void) {
  MPI_Comm g;
  int from[1] = {PREVIOUS}, to[1] = {NEXT};
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, from, MPI_UNWEIGHTED, 1, to, MPI_UNWEIGHTED,
      MPI_INFO_NULL, 0, &g);
  return g;
}

TEST(distributed_graph_by_its_neighbours) {
  MPI_Comm g = ring();
  int in, out, weighted, from[1], to[1], a[1], b[1], kind;
  MPI_Topo_test(g, &kind);
  MPI_Dist_graph_neighbors_count(g, &in, &out, &weighted);
  MPI_Dist_graph_neighbors(g, 1, from, a, 1, to, b);
  CHECK(kind == MPI_DIST_GRAPH && in == 1 && out == 1 && !weighted && from[0] == PREVIOUS &&
      to[0] == NEXT);
  from[0] = to[0] = -1;
  MPI_Dist_graph_neighbors(g, 1, from, MPI_UNWEIGHTED, 1, to, MPI_UNWEIGHTED);
  CHECK(from[0] == PREVIOUS && to[0] == NEXT);
  MPI_Comm_free(&g);
}

TEST(distributed_graph_given_by_one) {
  MPI_Comm g;
  int *sources = malloc(size * sizeof *sources), *degrees = malloc(size * sizeof *degrees);
  int *targets = malloc(size * sizeof *targets), *weights = malloc(size * sizeof *weights);
  int in, out, weighted, from[1], to[1], a[1], b[1];
  for (int i = 0; i < size; i++) sources[i] = i, degrees[i] = 1, targets[i] = (i + 1) % size,
      weights[i] = 10 + i;
  MPI_Dist_graph_create(MPI_COMM_WORLD, rank == 1 ? size : 0, sources, degrees, targets, weights,
      MPI_INFO_NULL, 0, &g);
  MPI_Dist_graph_neighbors_count(g, &in, &out, &weighted);
  MPI_Dist_graph_neighbors(g, 1, from, a, 1, to, b);
  CHECK(in == 1 && out == 1 && weighted && from[0] == PREVIOUS && a[0] == 10 + PREVIOUS &&
      b[0] == 10 + rank);
  MPI_Comm_free(&g);
  free(sources), free(degrees), free(targets), free(weights);
}

TEST(neighbours_gather_on_a_ring) {
  MPI_Comm g = ring();
  int x = rank, y = -1;
  MPI_Neighbor_allgather(&x, 1, MPI_INT, &y, 1, MPI_INT, g);
  CHECK(y == PREVIOUS);
  MPI_Comm_free(&g);
}

TEST(neighbours_exchange_on_a_grid) {
  int out[4] = {10 * rank, 10 * rank + 1, 10 * rank + 2, 10 * rank + 3}, in[4] = {-1, -1, -1, -1}, up,
      down, left, right;
  make(1);
  if (grid != MPI_COMM_NULL && size / 2 > 2) {
    MPI_Cart_shift(grid, 1, 1, &left, &right);
    MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, grid);
    CHECK(in[2] == 10 * left + 3 && in[3] == 10 * right + 2);
  } else if (grid != MPI_COMM_NULL) {
    MPI_Cart_shift(grid, 0, 1, &up, &down);
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, in, 1, MPI_INT, grid);
    CHECK(in[0] == up && in[1] == down);
  }
  drop();
}

TEST(neighbours_at_the_edge) {
  int in[4] = {-1, -1, -1, -1}, up, down;
  make(0);
  if (grid != MPI_COMM_NULL) {
    MPI_Cart_shift(grid, 0, 1, &up, &down);
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, in, 1, MPI_INT, grid);
    CHECK(in[0] == (up == MPI_PROC_NULL ? -1 : up) && in[1] == (down == MPI_PROC_NULL ? -1 : down));
  }
  drop();
}

TEST(neighbours_with_counts) {
  MPI_Comm g = ring();
  int x[2] = {rank, rank + 1}, y[3] = {-1, -1, -1}, counts[1] = {2}, places[1] = {1}, zero[1] = {0};
  MPI_Neighbor_alltoallv(x, counts, zero, MPI_INT, y, counts, places, MPI_INT, g);
  CHECK(y[0] == -1 && y[1] == PREVIOUS && y[2] == PREVIOUS + 1);
  y[0] = -1;
  MPI_Neighbor_allgatherv(x, 2, MPI_INT, y, counts, zero, MPI_INT, g);
  CHECK(y[0] == PREVIOUS && y[1] == PREVIOUS + 1);
  MPI_Comm_free(&g);
}

TEST(neighbours_without_waiting) {
  MPI_Comm g = ring();
  int x = rank, y = -1, z = -1;
  MPI_Request r[2];
  MPI_Ineighbor_allgather(&x, 1, MPI_INT, &y, 1, MPI_INT, g, &r[0]);
  MPI_Ineighbor_alltoall(&x, 1, MPI_INT, &z, 1, MPI_INT, g, &r[1]);
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  CHECK(y == PREVIOUS && z == PREVIOUS);
  MPI_Comm_free(&g);
}

/* They are as close to each other as possible (section 8.5.2); Open MPI 4.1 is content with less. */
TEST(dimensions_of_many_factors) {
  int dims[3] = {0, 0, 0};
#ifdef KASURI_MPI
  MPI_Dims_create(24624, 3, dims);
  CHECK(dims[0] == 38 && dims[1] == 27 && dims[2] == 24);
  dims[0] = dims[1] = dims[2] = 0;
  MPI_Dims_create(936, 3, dims);
  CHECK(dims[0] == 13 && dims[1] == 9 && dims[2] == 8);
  int four[4] = {0}; /* 13 * 12 * 6 * 6 has the same ends */
  MPI_Dims_create(5616, 4, four);
  CHECK(four[0] == 13 && four[1] == 9 && four[2] == 8 && four[3] == 6);
  dims[0] = dims[2] = 0, dims[1] = 5;
  MPI_Dims_create(360, 3, dims);
  CHECK(dims[0] == 9 && dims[1] == 5 && dims[2] == 8);
#endif
  CHECK(MPI_Dims_create(1, 0, dims) == MPI_SUCCESS);
}
