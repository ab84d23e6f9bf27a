// SPDX-License-Identifier: MIT
#include "network/topology/xgft.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/config/document.h"
#include "base/config/registry.h"
#include "base/core/check.h"
#include "network/topology/family.h"

namespace kasuri {

std::string Xgft::complaint(const Shape& s) {
  const std::size_t h = s.children.size();
  std::uint64_t routers = 0;
  for (std::size_t level = 1; level <= h; ++level) {
    std::uint64_t here = 1;
    for (std::size_t j = 1; j <= h; ++j) {
      here *= j <= level ? s.parents[j - 1] : j > 1 ? s.children[j - 1] : 1;
      if (here > kMaxIds) return fmt::format("more than {} switches in level {}", kMaxIds, level);
    }
    routers += here;
    if (level == 1 && here * s.children[0] > kMaxIds) {
      return fmt::format("more than {} endpoints", kMaxIds);
    }
    const std::uint64_t up = level == h ? 0 : std::uint64_t{s.parents[level]} * s.parallel[level];
    const std::uint64_t ports = std::uint64_t{s.children[level - 1]} * s.parallel[level - 1] + up;
    if (ports > kMaxRadix) {
      return fmt::format("{} ports at each switch of level {}; at most {} are possible", ports,
                         level, kMaxRadix);
    }
  }
  return routers > kMaxIds ? fmt::format("more than {} switches", kMaxIds) : "";
}

Xgft::Xgft(std::string_view kind, Shape s)
    : kind_(kind), levels_(static_cast<std::uint32_t>(s.children.size())) {
  check(levels_ >= 1 && levels_ <= kMaxLevels, "a tree has 1 to 12 levels of switches");
  check(s.parents.size() == levels_ && s.parallel.size() == levels_ && s.parents[0] == 1 &&
            s.parallel[0] == 1,
        "a tree has a number of parents for each level, and endpoints have one");
  check(complaint(s).empty(), "a tree's routers and ports can be numbered");
  for (std::uint32_t i = 1; i <= levels_; ++i) {
    table_[i].children = s.children[i - 1];
    table_[i].parents = s.parents[i - 1];
    table_[i].parallel = s.parallel[i - 1];
  }
  for (std::uint32_t level = 1; level <= levels_; ++level) {
    std::uint32_t stride = 1;
    for (std::uint32_t j = 2; j <= levels_; ++j) {  // w_1 = 1: digit 1 is always 0
      digits_[level][j] = {j <= level ? at(j).parents : at(j).children, stride};
      stride *= digits_[level][j].radix;
    }
    table_[level + 1].first = at(level).first + stride;
  }
}

PortRef Xgft::neighbour(RouterId r, std::uint32_t port) const {
  const std::uint32_t level = level_of(r);
  const std::uint32_t down = down_ports(level);
  const bool up = port >= down;
  if (up) port -= down;
  const std::uint32_t j = up ? level + 1 : level;  // the digit that the link changes
  const std::uint32_t to_level = up ? level + 1 : level - 1;
  const std::uint32_t q = at(j).parallel;
  const std::uint32_t value = port / q, lane = port % q;
  std::uint32_t index = 0;
  for (std::uint32_t i = 2; i <= levels_; ++i) {
    index += (i == j ? value : digit(r, level, i)) * digits_[to_level][i].stride;
  }
  const std::uint32_t back = digit(r, level, j) * q + lane;
  return {{at(to_level).first + index},
          static_cast<std::uint16_t>(up ? back : down_ports(to_level) + back)};
}

std::uint32_t Xgft::group(RouterId r) const {
  if (levels_ == 1 || r.v >= at(2).first) return 0;
  std::uint32_t leaves = 1;
  for (std::uint32_t level = 2; level < levels_; ++level) leaves *= at(level).children;
  return r.v / leaves;
}

std::vector<std::uint32_t> Xgft::coordinates(RouterId r) const {
  const std::uint32_t level = level_of(r);
  return {level, r.v - at(level).first};
}

// A path from level a to level b must cross, at least once, the links of each digit that it has to
// change: those between levels a and b anyway, others where the two differ. So it covers an
// interval of levels, and goes to the nearer end first.
std::optional<std::uint32_t> Xgft::distance(RouterId from, RouterId to) const {
  std::uint32_t a = level_of(from), b = level_of(to);
  if (a > b) {
    std::swap(a, b);
    std::swap(from, to);
  }
  std::uint32_t low = a, high = b;
  for (std::uint32_t j = 2; j <= levels_; ++j) {
    if (j > a && j <= b) continue;
    if (digit(from, a, j) == digit(to, b, j)) continue;
    if (j <= a) low = std::min(low, j - 1);
    if (j > b) high = std::max(high, j);
  }
  return 2 * (high - low) - (b - a);
}

std::vector<std::string> Xgft::link_classes() const {
  std::vector<std::string> names;
  for (std::uint32_t i = 1; i < levels_; ++i) names.push_back(fmt::format("level{}", i));
  if (names.empty()) names.emplace_back("link");
  return names;
}

std::uint32_t Xgft::link_class(RouterId r, std::uint32_t port) const {
  const std::uint32_t level = level_of(r);
  return port < down_ports(level) ? level - 2 : level - 1;
}

std::string Xgft::describe() const {
  std::vector<std::uint32_t> m, w, q;
  for (std::uint32_t i = 1; i <= levels_; ++i) {
    m.push_back(children(i));
    w.push_back(parents(i));
    q.push_back(parallel(i));
  }
  std::string text =
      fmt::format("{}, XGFT({}; {}; {})", kind_, levels_, fmt::join(m, ","), fmt::join(w, ","));
  if (std::ranges::max(q) > 1) text += fmt::format(" with {} parallel links", fmt::join(q, ","));
  return text;
}

namespace {

struct XgftParams {
  std::vector<std::uint32_t> children;
  std::vector<std::uint32_t> parents;
  std::vector<std::uint32_t> parallel;

  static config::Fields<XgftParams> fields() {
    using P = XgftParams;
    return {
        config::field("children", &P::children,
                      "children of a switch, per level from below; the first are endpoints")
            .size(1, Xgft::kMaxLevels)
            .each(1, Xgft::kMaxRadix)
            .required(),
        config::field("parents", &P::parents,
                      "parents of a switch, per level from below; the top level has none")
            .size(0, Xgft::kMaxLevels - 1)
            .each(1, Xgft::kMaxRadix),
        config::field("parallel", &P::parallel,
                      "parallel links to each parent, per level from below; empty: 1 everywhere")
            .size(0, Xgft::kMaxLevels - 1)
            .each(1, Xgft::kMaxRadix)};
  }

  Xgft::Shape shape() const {
    Xgft::Shape s{children, {1}, {1}};
    s.parents.insert(s.parents.end(), parents.begin(), parents.end());
    s.parallel.insert(s.parallel.end(), parallel.begin(), parallel.end());
    s.parallel.resize(children.size(), 1);
    return s;
  }

  static void validate(const XgftParams& p, config::Section& section) {
    const std::size_t between = p.children.size() - 1;
    const auto wrong_size = [&](std::string_view key, std::size_t size) {
      section.error(key, fmt::format("'{}' has {} values; {} levels of switches need {}, one fewer "
                                     "than there are children",
                                     key, size, p.children.size(), between));
    };
    if (p.parents.size() != between) return wrong_size("parents", p.parents.size());
    if (!p.parallel.empty() && p.parallel.size() != between) {
      return wrong_size("parallel", p.parallel.size());
    }
    if (const std::string why = Xgft::complaint(p.shape()); !why.empty()) {
      section.error(&XgftParams::children, "this tree is too large: " + why);
    }
  }
};

class General final : public Xgft {
 public:
  General(const XgftParams& p, TopologyContext&) : Xgft("tree", p.shape()) {}
};

const config::Register<General, XgftParams> xgft{
    "xgft", "tree of switches with any number of children, parents and parallel links per level"};

// Trees of two or three levels of switches with `down` ports to endpoints and `up` ports up at the leaves,
// and half of the ports down above them. The top has as few switches as the number of pods allows.
void add_trees(std::vector<Instance>& all, std::uint64_t endpoints, std::uint32_t down, std::uint32_t up,
               std::uint32_t half) {
  const std::uint64_t radix = down + up, wide = 2 * half;
  for (const std::uint64_t pod : {std::uint64_t{down}, std::uint64_t{down} * half}) {
    const bool three = pod != down;
    const std::uint64_t top = three ? wide : radix;  // ports of a top switch
    const std::uint64_t ups = three ? half : up;     // ports up below it
    const std::uint64_t exact = (endpoints + pod - 1) / pod;
    for (const std::uint64_t pods : {exact, top}) {
      if (pods < 2 || pods > top) continue;
      std::uint64_t q = top / pods;
      while (ups % q) --q;
      const std::uint64_t leaves = three ? half * pods : pods;
      const std::uint64_t middle = three ? up * pods : 0, tops = (three ? up : 1) * (ups / q);
      all.push_back({three ? fmt::format("children = [{}, {}, {}], parents = [{}, {}], parallel = [1, {}]",
                                         down, half, pods, up, ups / q, q)
                           : fmt::format("children = [{}, {}], parents = [{}], parallel = [{}]", down, pods,
                                         ups / q, q),
                     pod * pods, leaves + middle + tops, leaves * radix + middle * wide + tops * pods * q,
                     static_cast<std::uint32_t>(std::max({radix, three ? wide : 0, pods * q})), 1});
    }
  }
}

const Family fat_tree_sizes{"fat-tree", "xgft", [](std::uint64_t endpoints) {
                              std::vector<Instance> all;
                              for (std::uint32_t half = 2; half <= 64; ++half) {
                                add_trees(all, endpoints, half, half, half);
                              }
                              return all;
                            }};
const Family tapered_sizes{"fat-tree-2to1", "xgft", [](std::uint64_t endpoints) {
                             std::vector<Instance> all;
                             for (std::uint32_t up = 2; up <= 42; up += 2) {
                               add_trees(all, endpoints, 2 * up, up, 3 * up / 2);
                             }
                             return all;
                           }};

}  // namespace
}  // namespace kasuri
