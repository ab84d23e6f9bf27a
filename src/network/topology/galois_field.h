// SPDX-License-Identifier: MIT
// Finite fields GF(q), q = p^k: what Slim Fly and PolarFly are built of. An element is a number below q,
// the digits of which to the base p are the coefficients of a polynomial (lowest first). Products are taken
// modulo a primitive polynomial of degree k, so that x generates all elements but 0 (Lidl & Niederreiter,
// "Introduction to finite fields and their applications", ch. 3); for k = 1, a primitive root does.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kasuri {

struct PrimePower {
  std::uint32_t prime, exponent;
};

// Nothing if q is no power of a prime.
std::optional<PrimePower> prime_power(std::uint32_t q);
// For people: the nearest prime powers below and above, not below `least`: "7 or 8".
std::string nearest_prime_powers(std::uint32_t q, std::uint32_t least);

class GaloisField {
 public:
  static constexpr std::uint32_t kMost = 4096;

  // q must be a power of a prime, at most kMost.
  explicit GaloisField(std::uint32_t q);

  std::uint32_t size() const { return q_; }
  std::uint32_t add(std::uint32_t a, std::uint32_t b) const;
  std::uint32_t negative(std::uint32_t a) const;
  std::uint32_t subtract(std::uint32_t a, std::uint32_t b) const { return add(a, negative(b)); }
  std::uint32_t multiply(std::uint32_t a, std::uint32_t b) const {
    return a && b ? power(log_[a] + log_[b]) : 0;
  }
  std::uint32_t inverse(std::uint32_t a) const { return power(q_ - 1 - log_[a]); }  // not of 0
  // Of the generator.
  std::uint32_t power(std::uint32_t n) const { return power_[n % (q_ - 1)]; }

 private:
  // The powers of x modulo x^k + c, c with these digits, or of the number c if k = 1. Whether they are all
  // elements but 0.
  bool generate(std::uint32_t c);

  std::uint32_t q_, p_, k_;
  std::vector<std::uint32_t> power_, log_;
};

}  // namespace kasuri
