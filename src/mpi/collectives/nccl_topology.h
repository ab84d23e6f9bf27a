// SPDX-License-Identifier: MIT
// Rings and trees of NCCL's channels, as formulas of a rank's place: server by server, GPU by GPU.
//
// Ring of channel c: the ring enters each server at a GPU a of the channel's NIC, passes all its GPUs,
// and leaves at the one before a. Every other server has the reverse order, so that a ring goes from a
// server's rail to the same rail of the next. The second half of the channels runs within servers the
// other way around.
//
// Double binary tree (src/graph/trees.cc; Sanders, Speck, Träff 2009): over servers, whose GPUs form a
// chain. A rank with children in one tree is a leaf in the other one.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "mpi/ranks/nccl.h"

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

// The GPU of a channel's NIC.
inline int head_of(int channel, int nics, int per_server) {
  const int n = std::clamp(nics, 1, per_server);
  return channel % n * per_server / n;
}

class RingOrder {
 public:
  RingOrder(const Place& p, int channel, int nics)
      : p_(p),
        head_(head_of(channel, nics, p.per_server)),
        step_(channel / std::clamp(nics, 1, p.per_server) % 2 == 0 ? 1 : p.per_server - 1) {}

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
    const int n = p_.per_server;
    return (head_ + (is_reversed(server) ? n - 1 - i : i) * std::max(step_, 1)) % n;
  }
  int step_of(int server, int gpu) const {
    const int n = p_.per_server;
    const int forward = step_ <= 1 ? (gpu - head_ + n) % n : (head_ - gpu + n) % n;
    return is_reversed(server) ? n - 1 - forward : forward;
  }

  Place p_;
  int head_, step_;
};

// Neighbours of a rank in a channel's tree, as places; -1: none.
struct TreeLinks {
  int parent = -1;
  std::array<int, 3> children{-1, -1, -1};
};

inline TreeLinks tree_links(const Place& p, int channel, int nics, bool second) {
  TreeLinks links;
  const int n = p.per_server;
  const int head = head_of(channel, nics, n);
  const int depth = (p.gpu - head + n) % n;  // in the server's chain
  const auto at = [&](int server, int d) { return server < 0 ? -1 : server * n + (head + d) % n; };
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
