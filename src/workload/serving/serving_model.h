// SPDX-License-Identifier: MIT
// What a batch takes on the devices of a stage, and what memory an instance has. Of a layer, with n tokens
// in the batch of a replica, h values for each, and operations and bytes divided by tp:
//
//   attention     2 n A operations, e (A + 8 n h) bytes; A parameters
//   its scores    4 h operations for each pair of a token and one that it attends to; the keys and values
//                 of all requests are read
//   feed-forward  2 n k B operations, e (t B + 8 n k h) bytes; B parameters of a block or expert, of which
//                 t are touched: of E experts and N tokens of all replicas, E / ep (1 − (1 − k / E)^N)
//   output        of those that give a token: 2 h V operations, e h V bytes
//
// each at the roofline of the device (mpi/ranks/device.h), as in training with `kernels = "whole"`.
#pragma once

#include <algorithm>
#include <vector>

#include "mpi/ranks/device.h"
#include "workload/serving/serving_params.h"

namespace kasuri {

class ServingModel {
 public:
  ServingModel(const ServingParams&, const ServingParams::Degrees&);

  // Of a batch, in the replica where it is largest.
  struct Work {
    double tokens = 0, outputs = 0;
    double pairs = 0, read = 0;  // of tokens that attend to others; of keys and values
  };
  Time time(std::uint32_t stage, const Work&, double tokens_of_all) const;

  std::uint32_t first_layer(std::uint32_t stage) const { return p_.layers * stage / d_.pp; }
  std::uint32_t layers_of(std::uint32_t stage) const { return first_layer(stage + 1) - first_layer(stage); }
  double parameters_on(std::uint32_t stage) const;  // bytes, of a device
  std::uint64_t blocks() const { return blocks_; }  // of memory, of a replica
  std::uint32_t heads() const { return std::max(1u, p_.kv() / d_.tp); }  // of keys and values, of a device
  // Of a token, layer and head of keys and values.
  std::int64_t head_bytes() const { return std::int64_t{2} * (p_.hidden / p_.heads) * p_.kv_bytes(); }
  // Of tokens: what is reduced between devices twice in a layer, and what one sends to each other replica.
  // A token goes once to a replica with some of its k experts, that is with a chance of 1 − (1 − 1 / ep)^k;
  // each device of a group sends its share. Copies to the others count as the allreduces.
  Bytes activation(std::uint32_t tokens) const { return {std::int64_t{tokens} * p_.hidden * p_.element}; }
  Bytes exchange(std::uint32_t tokens) const;

  const ServingParams::Degrees& degrees() const { return d_; }

 private:
  struct Efficiency {
    double tokens, compute, memory;
  };
  Efficiency efficiency(double tokens) const;
  void read_efficiencies();

  const ServingParams& p_;
  ServingParams::Degrees d_;
  mpi::Device device_;
  double skew_ = 1;  // of the tokens of the busiest rank of experts, by the mean
  std::uint64_t blocks_ = 0;
  std::vector<Efficiency> efficiencies_;
};

}  // namespace kasuri
