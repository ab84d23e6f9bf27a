// SPDX-License-Identifier: MIT
// Conjugate gradients for Poisson's equation in one dimension, the unknowns in blocks of ranks: what a
// solver in C++ looks like, with a global object and its constructor, templates and exceptions.
//
//   cg [UNKNOWNS PER RANK] [ITERATIONS]
#include <mpi.h>

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

// Counts what the rank has done; each rank has its own.
struct Statistics {
  Statistics() : names{"products", "reductions"}, counts(2, 0) {}
  std::vector<std::string> names;
  std::vector<long> counts;
};
Statistics statistics;

template <class T>
T sum_over_ranks(T mine) {
  static_assert(sizeof(T) == sizeof(double));
  T all = 0;
  ++statistics.counts[1];
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

class Poisson {
 public:
  explicit Poisson(int unknowns) : n_(unknowns) {
    if (unknowns < 1) throw std::invalid_argument("at least one unknown is needed for each rank");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
  }

  // y = A x with the stencil -1, 2, -1; values of neighbours come by messages.
  void apply(const std::vector<double>& x, std::vector<double>& y) const {
    ++statistics.counts[0];
    const int left = rank_ > 0 ? rank_ - 1 : MPI_PROC_NULL;
    const int right = rank_ + 1 < size_ ? rank_ + 1 : MPI_PROC_NULL;
    double from_left = 0, from_right = 0;
    MPI_Sendrecv(&x.back(), 1, MPI_DOUBLE, right, 0, &from_left, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(&x.front(), 1, MPI_DOUBLE, left, 1, &from_right, 1, MPI_DOUBLE, right, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    const std::size_t n = x.size();
    for (std::size_t i = 0; i < n; ++i) {
      y[i] = 2 * x[i] - (i > 0 ? x[i - 1] : from_left) - (i + 1 < n ? x[i + 1] : from_right);
    }
#ifdef KASURI_MPI
    kasuri_compute(1e-9 * static_cast<double>(n));
#endif
  }

  int unknowns() const { return n_; }

 private:
  int n_, rank_ = 0, size_ = 1;
};

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double mine = 0;
  for (std::size_t i = 0; i < a.size(); ++i) mine += a[i] * b[i];
  return sum_over_ranks(mine);
}

double solve(const Poisson& matrix, int iterations) {
  const auto n = static_cast<std::size_t>(matrix.unknowns());
  std::vector<double> x(n, 0), r(n, 1), p(r), q(n);
  double rho = dot(r, r);
  for (int i = 0; i < iterations && rho > 1e-20; ++i) {
    matrix.apply(p, q);
    const double alpha = rho / dot(p, q);
    for (std::size_t k = 0; k < n; ++k) x[k] += alpha * p[k], r[k] -= alpha * q[k];
    const double next = dot(r, r), beta = next / rho;
    for (std::size_t k = 0; k < n; ++k) p[k] = r[k] + beta * p[k];
    rho = next;
  }
  return std::sqrt(rho);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  try {
    const Poisson matrix(argc > 1 ? std::atoi(argv[1]) : 64);
    const double residual = solve(matrix, argc > 2 ? std::atoi(argv[2]) : 100);
    if (rank == 0) {
      std::cout << "residual " << residual << "; rank 0:";
      for (std::size_t i = 0; i < statistics.names.size(); ++i) {
        std::cout << ' ' << statistics.counts[i] << ' ' << statistics.names[i];
      }
      std::cout << ", " << 1e6 * MPI_Wtime() << " us" << std::endl;
    }
  } catch (const std::exception& e) {
    if (rank == 0) std::cerr << "cg: " << e.what() << std::endl;
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  MPI_Finalize();
}
