// SPDX-License-Identifier: MIT
#include "network/topology/galois_field.h"

#include <fmt/format.h>

#include "base/core/check.h"

namespace kasuri {

std::optional<PrimePower> prime_power(std::uint32_t q) {
  if (q < 2) return std::nullopt;
  std::uint32_t p = 2;
  while (std::uint64_t{p} * p <= q && q % p) ++p;
  if (q % p) p = q;
  PrimePower result{p, 0};
  for (; q % p == 0; q /= p) ++result.exponent;
  return q == 1 ? std::optional(result) : std::nullopt;
}

std::string nearest_prime_powers(std::uint32_t q, std::uint32_t least) {
  std::uint32_t below = q, above = q < least ? least : q;
  while (below >= least && !prime_power(below)) --below;
  while (!prime_power(above)) ++above;
  return below >= least && below != above ? fmt::format("{} or {}", below, above)
                                          : fmt::format("{}", above);
}

GaloisField::GaloisField(std::uint32_t q) : q_(q), p_(0), k_(0) {
  const auto order = prime_power(q);
  check(order && q <= kMost, "the order of a field is a prime power");
  p_ = order->prime;
  k_ = order->exponent;
  std::uint32_t c = 1;
  while (!generate(c)) check(++c < q, "there is a primitive polynomial of every degree");
}

bool GaloisField::generate(std::uint32_t c) {
  power_.clear();
  log_.assign(q_, q_);
  std::uint32_t at = 1;
  for (std::uint32_t n = 0; n + 1 < q_; ++n) {
    if (log_[at] != q_) return false;
    log_[at] = n;
    power_.push_back(at);
    if (k_ == 1) {
      at = static_cast<std::uint32_t>(std::uint64_t{at} * c % p_);
      continue;
    }
    // Times x; what has become x^k is - c.
    std::uint32_t top = at / (q_ / p_);
    at = at % (q_ / p_) * p_;
    for (; top; --top) at = subtract(at, c);
  }
  return at == 1;
}

std::uint32_t GaloisField::add(std::uint32_t a, std::uint32_t b) const {
  if (k_ == 1) return (a + b) % p_;
  if (p_ == 2) return a ^ b;
  std::uint32_t sum = 0;
  for (std::uint32_t place = 1; place < q_; place *= p_, a /= p_, b /= p_) {
    sum += (a % p_ + b % p_) % p_ * place;
  }
  return sum;
}

std::uint32_t GaloisField::negative(std::uint32_t a) const {
  if (k_ == 1) return (p_ - a) % p_;
  if (p_ == 2) return a;
  std::uint32_t result = 0;
  for (std::uint32_t place = 1; place < q_; place *= p_, a /= p_) {
    result += (p_ - a % p_) % p_ * place;
  }
  return result;
}

}  // namespace kasuri
