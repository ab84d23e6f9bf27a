// SPDX-License-Identifier: MIT
// Non-linear least squares for a handful of unknowns and a function that takes long: Levenberg and
// Marquardt (Marquardt, J. SIAM 11(2), 1963) with differences for derivatives, and Huber's weights (Ann.
// Math. Stat. 35(1), 1964), so that a few points that no choice explains do not decide.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace kasuri::measured {

using Vector = std::vector<double>;

struct Fit {
  Vector x;
  Vector residuals;
  Vector standard_errors;           // infinite: the residuals do not depend on it
  std::vector<Vector> correlation;  // between unknowns
  int evaluations = 0;
};

struct FitOptions {
  Vector least, most;  // bounds of x
  double step = 0.2;   // of differences
  double huber = 0.3;  // residuals beyond it count linearly
  double largest_move = 1;
  int iterations = 5;
  double enough = 0.002;  // ends when the sum falls by a smaller share
};

// Several points at a time, so that they can be computed in parallel. Each has as many residuals.
using Residuals = std::function<std::vector<Vector>(const std::vector<Vector>& points)>;

// Half the sum of squares; beyond `huber`, of absolute values.
double robust_cost(const Vector& residuals, double huber);

Fit least_squares(const Residuals&, Vector start, const FitOptions&);

}  // namespace kasuri::measured
