// SPDX-License-Identifier: MIT
// Spanning trees of a torus that share no channel: one for each dimension and direction, so that a
// broadcast sends a part of the message by every link of the root at once (after Trinaryx, Fujitsu's
// broadcast for Tofu: Adachi et al., The Design of Ultra Scalable MPI Collective Communication on the K
// Computer, ISC 2012; the trees here are Kasuri's).
//
// Ranks are points of a box, the first axis fastest, and are counted from the root in the tree's direction.
// The tree of axis d goes from the root along d. From each point of that line but the root, it goes along
// d + 1, from each point reached along d + 2, and so on. At the end of d it goes on to the points beside
// the root, whose count along d is 0. So two trees use one channel only where an axis has two points.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace kasuri::mpi {

class TorusTree {
 public:
  static constexpr std::size_t kMostAxes = 6;
  struct Child {
    int rank;
    std::uint32_t channel;  // 2 × axis, + 1 for the direction of lower coordinates
  };

  TorusTree(const std::vector<std::uint32_t>& box, int root, int me, std::size_t axis, bool down)
      : box_(box), axis_(axis), down_(down) {
    place(me, me_);
    place(root, root_);
    for (std::size_t d = 0; d < box_.size(); ++d) {
      const std::uint32_t n = box_[d];
      steps_[d] = down ? (root_[d] + n - me_[d]) % n : (me_[d] + n - root_[d]) % n;
    }
    find_parent();
    find_children();
  }

  bool is_root() const { return parent_ < 0; }
  int parent() const { return parent_; }
  std::uint32_t channel_to_parent() const { return to_parent_; }
  const std::vector<Child>& children() const { return children_; }
  // Messages between the root and this rank.
  int depth() const {
    if (is_root()) return 0;
    std::uint32_t sum = steps_[axis_] > 0 ? steps_[axis_] : box_[axis_];
    for (std::size_t d = 0; d < box_.size(); ++d) sum += d == axis_ ? 0 : steps_[d];
    return static_cast<int>(sum);
  }

 private:
  using Point = std::array<std::uint32_t, kMostAxes>;

  void place(int rank, Point& p) const {
    auto rest = static_cast<std::uint32_t>(rank);
    for (std::size_t d = 0; d < box_.size(); ++d) p[d] = rest % box_[d], rest /= box_[d];
  }
  int rank_at(const Point& steps) const {
    std::uint32_t rank = 0;
    for (std::size_t d = box_.size(); d-- > 0;) {
      const std::uint32_t n = box_[d];
      rank = rank * n + (down_ ? root_[d] + n - steps[d] : root_[d] + steps[d]) % n;
    }
    return static_cast<int>(rank);
  }
  // The axis after so many others.
  std::size_t later(std::size_t k) const { return (axis_ + k) % box_.size(); }
  // How many axes after the first there are up to the last along which this point is away from the root.
  std::size_t last_away() const {
    std::size_t k = box_.size() - 1;
    while (k > 0 && steps_[later(k)] == 0) --k;
    return k;
  }

  void find_parent() {
    const std::size_t k = last_away();
    Point p = steps_;
    if (steps_[axis_] == 0 && k == 0) return;
    const bool around = steps_[axis_] == 0;  // the end
    if (around) p[axis_] = box_[axis_] - 1;
    else --p[later(k)];
    parent_ = rank_at(p);
    to_parent_ = static_cast<std::uint32_t>(2 * (around ? axis_ : later(k)) + !down_);
  }
  void add(std::size_t axis, std::uint32_t to) {
    Point p = steps_;
    p[axis] = to;
    children_.push_back({rank_at(p), static_cast<std::uint32_t>(2 * axis + down_)});
  }
  void find_children() {
    const std::size_t last = last_away();
    const std::uint32_t along = steps_[axis_], end = box_[axis_];
    if (last == 0 && along + 1 < end) add(axis_, along + 1);
    if (along > 0) {
      for (std::size_t k = std::max<std::size_t>(last, 1); k < box_.size(); ++k) {
        const std::size_t d = later(k);
        if (steps_[d] + 1 < box_[d]) add(d, steps_[d] + 1);
      }
    }
    if (last > 0 && along + 1 == end && along > 0) add(axis_, 0);
  }

  const std::vector<std::uint32_t>& box_;
  std::size_t axis_;
  bool down_;
  Point me_{}, root_{}, steps_{};
  int parent_ = -1;
  std::uint32_t to_parent_ = 0;
  std::vector<Child> children_;
};

// The box of so many ranks whose sides differ least: three axes, some of length 1 left out.
inline std::vector<std::uint32_t> cubic_box(std::uint32_t ranks) {
  std::vector<std::uint32_t> best{ranks};
  std::uint32_t longest = ranks;
  for (std::uint32_t a = 1; std::uint64_t{a} * a * a <= ranks; ++a) {
    if (ranks % a != 0) continue;
    for (std::uint32_t b = a; std::uint64_t{a} * b * b <= ranks; ++b) {
      if (ranks / a % b != 0 || ranks / a / b > longest) continue;
      longest = ranks / a / b;
      best = {a, b, longest};
    }
  }
  std::erase(best, 1u);
  return best;
}

// The box that extents say, or a cubic one where they are not of so many ranks.
inline std::vector<std::uint32_t> box_of(std::vector<std::uint32_t> extents, int ranks) {
  std::uint64_t volume = 1;
  for (const std::uint32_t n : extents) volume *= n;
  if (extents.empty() || volume != static_cast<std::uint64_t>(ranks)) {
    return cubic_box(static_cast<std::uint32_t>(ranks));
  }
  std::erase(extents, 1u);
  return extents;
}

}  // namespace kasuri::mpi
