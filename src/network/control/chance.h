// SPDX-License-Identifier: MIT
// Random numbers for what switches decide: functions of the seed, the output and how many it has used.
#pragma once

namespace kasuri {

class Chance {
 public:
  // In [0, 1).
  virtual double draw() = 0;

 protected:
  ~Chance() = default;
};

}  // namespace kasuri
