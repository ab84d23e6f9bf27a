// SPDX-License-Identifier: MIT
#include "experiment/measured/least_squares.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kasuri::measured {

double robust_cost(const Vector& residuals, double huber) {
  double sum = 0;
  for (const double r : residuals) {
    const double a = std::abs(r);
    sum += a <= huber ? a * a / 2 : huber * (a - huber / 2);
  }
  return sum;
}

namespace {

using Matrix = std::vector<Vector>;

double weight_of(double residual, double huber) {
  return std::abs(residual) <= huber ? 1 : huber / std::abs(residual);
}

// The inverse of a symmetric positive matrix by Gauss and Jordan; rows without a pivot become zero.
Matrix inverse(Matrix a) {
  const std::size_t n = a.size();
  Matrix b(n, Vector(n, 0));
  for (std::size_t i = 0; i < n; ++i) b[i][i] = 1;
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    for (std::size_t i = k + 1; i < n; ++i) {
      if (std::abs(a[i][k]) > std::abs(a[best][k])) best = i;
    }
    std::swap(a[k], a[best]);
    std::swap(b[k], b[best]);
    if (std::abs(a[k][k]) < 1e-12) continue;
    const double pivot = a[k][k];
    for (std::size_t j = 0; j < n; ++j) a[k][j] /= pivot, b[k][j] /= pivot;
    for (std::size_t i = 0; i < n; ++i) {
      const double factor = a[i][k];
      if (i == k || factor == 0) continue;
      for (std::size_t j = 0; j < n; ++j) a[i][j] -= factor * a[k][j], b[i][j] -= factor * b[k][j];
    }
  }
  return b;
}

struct Normal {
  Matrix matrix;
  Vector right;
};

// Jacobian[k]: what all residuals change by with unknown k.
Normal normal_equations(const Matrix& jacobian, const Vector& residuals, double huber) {
  const std::size_t n = jacobian.size();
  Normal e{Matrix(n, Vector(n, 0)), Vector(n, 0)};
  for (std::size_t i = 0; i < residuals.size(); ++i) {
    const double w = weight_of(residuals[i], huber);
    for (std::size_t k = 0; k < n; ++k) {
      e.right[k] -= w * jacobian[k][i] * residuals[i];
      for (std::size_t l = 0; l < n; ++l) e.matrix[k][l] += w * jacobian[k][i] * jacobian[l][i];
    }
  }
  return e;
}

Vector move_of(Normal e, double damping) {
  const std::size_t n = e.right.size();
  for (std::size_t k = 0; k < n; ++k) e.matrix[k][k] = e.matrix[k][k] * (1 + damping) + 1e-9;
  const Matrix inverted = inverse(e.matrix);
  Vector move(n, 0);
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t l = 0; l < n; ++l) move[k] += inverted[k][l] * e.right[l];
  }
  return move;
}

// Cramér and Rao: errors and correlations if the residuals were independent.
void judge(Fit& fit, const Matrix& jacobian, double huber) {
  const std::size_t n = jacobian.size(), m = fit.residuals.size();
  Normal e = normal_equations(jacobian, fit.residuals, huber);
  Vector seen(n);
  for (std::size_t k = 0; k < n; ++k) {
    seen[k] = e.matrix[k][k];
    if (seen[k] < 1e-6 * static_cast<double>(m)) e.matrix[k][k] += 1;  // no residual depends on it
    e.matrix[k][k] *= 1 + 1e-6;
  }
  const Matrix covariance = inverse(e.matrix);
  const double variance = 2 * robust_cost(fit.residuals, huber) /
                          std::max(1.0, static_cast<double>(m) - static_cast<double>(n));
  fit.standard_errors.assign(n, std::numeric_limits<double>::infinity());
  fit.correlation.assign(n, Vector(n, 0));
  for (std::size_t k = 0; k < n; ++k) {
    if (seen[k] >= 1e-6 * static_cast<double>(m))
      fit.standard_errors[k] = std::sqrt(variance * covariance[k][k]);
    for (std::size_t l = 0; l < n; ++l) {
      fit.correlation[k][l] = covariance[k][l] / std::sqrt(covariance[k][k] * covariance[l][l]);
    }
  }
}

}  // namespace

Fit least_squares(const Residuals& residuals, Vector start, const FitOptions& o) {
  const std::size_t n = start.size();
  Fit fit{.x = std::move(start), .residuals = {}, .standard_errors = {}, .correlation = {}};
  const auto bounded = [&](Vector x) {
    for (std::size_t k = 0; k < n; ++k) x[k] = std::clamp(x[k], o.least[k], o.most[k]);
    return x;
  };
  const auto evaluate = [&](const std::vector<Vector>& points) {
    fit.evaluations += static_cast<int>(points.size());
    return residuals(points);
  };
  double damping = 0.01;
  Matrix jacobian;
  for (int iteration = 0; iteration < o.iterations; ++iteration) {
    std::vector<Vector> points{fit.x};
    for (std::size_t k = 0; k < n; ++k) {
      points.push_back(fit.x);
      points.back()[k] += fit.x[k] + o.step <= o.most[k] ? o.step : -o.step;
    }
    const std::vector<Vector> values = evaluate(points);
    fit.residuals = values[0];
    jacobian.assign(n, Vector(values[0].size()));
    for (std::size_t k = 0; k < n; ++k) {
      const double step = points[k + 1][k] - fit.x[k];
      for (std::size_t i = 0; i < values[0].size(); ++i)
        jacobian[k][i] = (values[k + 1][i] - values[0][i]) / step;
    }
    const Normal equations = normal_equations(jacobian, fit.residuals, o.huber);
    const double before = robust_cost(fit.residuals, o.huber);
    double after = before;
    for (int attempt = 0; attempt < 4 && after >= before; ++attempt) {
      Vector to = fit.x;
      const Vector move = move_of(equations, damping);
      for (std::size_t k = 0; k < n; ++k) to[k] += std::clamp(move[k], -o.largest_move, o.largest_move);
      to = bounded(to);
      const Vector there = evaluate({to})[0];
      after = robust_cost(there, o.huber);
      if (after < before) {
        fit.x = to;
        fit.residuals = there;
        damping /= 4;
      } else {
        damping = damping * 8 + 0.01;
      }
    }
    if (before - after < o.enough * before) break;
  }
  judge(fit, jacobian, o.huber);
  return fit;
}

}  // namespace kasuri::measured
