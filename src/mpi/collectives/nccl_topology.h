// SPDX-License-Identifier: MIT
// Rings and trees of NCCL's channels, as formulas of a rank's place: server by server, GPU by GPU.
//
// Ring of channel c: the ring enters each server at a GPU a of the channel's NIC, passes all its GPUs,
// and leaves at the one before a. Every other server has the reverse order, so that a ring goes from a
// server's rail to the same rail of the next. The second half of the channels runs within servers the
// other way around. Where the order of GPUs matters, as with links between GPUs, channels take turns at the
// orders that a search has found (mpi/ranks/server_rings.h), from the GPU a on.
//
// Double binary tree (src/graph/trees.cc; Sanders, Speck, Träff 2009): over servers, whose GPUs form a
// chain. A rank with children in one tree is a leaf in the other one.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include "mpi/ranks/nccl.h"
#include "mpi/ranks/server_rings.h"

namespace kasuri::mpi::nccl {

// Neighbours of r in the first tree of n; -1: none.
struct TreeNode {
  int parent = -1;
  std::array<int, 2> children{-1, -1};
};

inline TreeNode first_tree(int n, int r) {
  TreeNode t;
  if (r == 0) {
    if (n > 1) t.children[0] = static_cast<int>(std::bit_floor(static_cast<unsigned>(n - 1)));
    return t;
  }
  const int b = r & -r;
  const int up = (r ^ b) | 2 * b;
  t.parent = up >= n ? r ^ b : up;
  if (b == 1) return t;
  t.children[0] = r - b / 2;
  int half = b / 2;
  while (half > 0 && r + half >= n) half /= 2;
  if (half > 0) t.children[1] = r + half;
  return t;
}

// The second tree: mirrored if n is even, shifted by one if it is odd.
inline TreeNode second_tree(int n, int r) {
  const auto map = [n](int i) { return i < 0 ? i : n % 2 == 0 ? n - 1 - i : (i + 1) % n; };
  const int image = n % 2 == 0 ? n - 1 - r : (r + n - 1) % n;
  TreeNode t = first_tree(n, image);
  t.parent = map(t.parent);
  for (int& c : t.children) c = map(c);
  return t;
}

// The place of a rank in its communicator.
struct Place {
  int per_server = 1, servers = 1;
  int server = 0, gpu = 0;

  Place(const ServerOrder& order, int ranks, int rank)
      : per_server(order.per_server), servers(ranks / order.per_server) {
    const int at = order.place(rank);
    server = at / per_server;
    gpu = at % per_server;
  }
  int ranks() const { return per_server * servers; }
};

// The GPUs of a server in the order of a channel, in a circle from the one of its NIC on.
class GpuCircle {
 public:
  GpuCircle(const Place& p, int channel, int nics, const ServerRings* rings)
      : n_(p.per_server), start_(head_of(channel, nics, n_)) {
    if (rings) {
      order_ = rings->order(channel, p.servers > 1);
      start_ = index_of(start_);
    } else {
      step_ = channel / std::clamp(nics, 1, n_) % 2 == 0 ? 1 : n_ - 1;
    }
  }
  // A chain has no other direction.
  GpuCircle& forward() { return step_ = 1, *this; }

  int gpu(int i) const {
    const int at = (start_ + i * std::max(step_, 1)) % n_;
    return order_.empty() ? at : order_[static_cast<std::size_t>(at)];
  }
  int position(int gpu) const {
    const int at = index_of(gpu);
    return step_ <= 1 ? (at - start_ + n_) % n_ : (start_ - at + n_) % n_;
  }

 private:
  int index_of(int gpu) const {
    if (order_.empty()) return gpu;
    return static_cast<int>(std::ranges::find(order_, static_cast<std::uint16_t>(gpu)) - order_.begin());
  }

  int n_, start_, step_ = 1;
  std::span<const std::uint16_t> order_;
};

class RingOrder {
 public:
  RingOrder(const Place& p, int channel, int nics, const ServerRings* rings = nullptr)
      : p_(p), circle_(p, channel, nics, rings) {}

  // The position in the ring of the rank at a place.
  int position() const { return p_.server * p_.per_server + step_of(p_.server, p_.gpu); }
  // The place at a position.
  int place(int position) const {
    const int n = p_.per_server, server = position / n;
    return server * n + gpu_at(server, position % n);
  }

 private:
  bool is_reversed(int server) const { return server % 2 == 1; }
  int gpu_at(int server, int i) const {
    return circle_.gpu(is_reversed(server) ? p_.per_server - 1 - i : i);
  }
  int step_of(int server, int gpu) const {
    const int forward = circle_.position(gpu);
    return is_reversed(server) ? p_.per_server - 1 - forward : forward;
  }

  Place p_;
  GpuCircle circle_;
};

// Neighbours of a rank in a channel's tree, as places; -1: none.
struct TreeLinks {
  int parent = -1;
  std::array<int, 3> children{-1, -1, -1};
};

inline TreeLinks tree_links(const Place& p, int channel, int nics, bool second,
                            const ServerRings* rings = nullptr) {
  TreeLinks links;
  const int n = p.per_server;
  const GpuCircle chain = GpuCircle(p, channel, nics, rings).forward();
  const int depth = chain.position(p.gpu);
  const auto at = [&](int server, int d) { return server < 0 ? -1 : server * n + chain.gpu(d); };
  if (depth + 1 < n) links.children[2] = at(p.server, depth + 1);
  if (depth > 0) {
    links.parent = at(p.server, depth - 1);
    return links;
  }
  const TreeNode t = second ? second_tree(p.servers, p.server) : first_tree(p.servers, p.server);
  links.parent = at(t.parent, 0);
  for (std::size_t i = 0; i < 2; ++i) links.children[i] = at(t.children[i], 0);
  return links;
}

}  // namespace kasuri::mpi::nccl
