// SPDX-License-Identifier: MIT
// Jellyfish (Singla, Hong, Popa & Godfrey, "Jellyfish: networking data centers randomly", NSDI 2012): a
// random regular graph. It begins as a ring with chords, which has the right degrees and hangs together;
// pairs of links then exchange ends, at random, as often as makes any regular graph about as probable as
// any other (Cooper, Dyer & Greenhill, "Sampling regular graphs and a peer-to-peer network", 2007: the
// number of steps that is known to suffice is far larger; ten for each link do in practice). Exchanges go
// on until the graph hangs together. The graph is a function of the parameters and `seed`.

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/config/document.h"
#include "base/config/registry.h"
#include "base/core/check.h"
#include "base/core/hash.h"
#include "base/core/rng.h"
#include "network/topology/family.h"
#include "network/topology/listed.h"

namespace kasuri {
namespace {

constexpr std::uint32_t kMostDrawn = 1024;

struct JellyfishParams {
  std::uint32_t routers = 0;
  std::uint32_t links_per_router = 0;
  std::uint32_t endpoints_per_router = 1;
  std::uint64_t seed = 1;

  static config::Fields<JellyfishParams> fields() {
    using P = JellyfishParams;
    return {config::field("routers", &P::routers, "number of routers").range(3, 10'000'000).required(),
            config::field("links_per_router", &P::links_per_router,
                          "links of each router to others; routers × links_per_router is even")
                .range(2, kMostDrawn)
                .required(),
            config::field("endpoints_per_router", &P::endpoints_per_router,
                          "terminal ports (NICs) of each router")
                .range(1, 4096),
            config::field("seed", &P::seed, "selects one of the graphs")};
  }
  static void validate(const JellyfishParams& p, config::Section& section) {
    if (p.links_per_router >= p.routers) {
      section.error(&JellyfishParams::links_per_router,
                    fmt::format("a router has at most one link to each other: with {} routers at most {}",
                                p.routers, nearest(p, p.routers - 1)));
    } else if (std::uint64_t{p.routers} * p.links_per_router % 2) {
      const std::uint32_t above = p.links_per_router + 1;
      section.error(&JellyfishParams::links_per_router,
                    fmt::format("{0} routers cannot have {1} links each: {0} × {1} is odd; the nearest: "
                                "{2} links{3}, or {4} or {5} routers",
                                p.routers, p.links_per_router, p.links_per_router - 1,
                                above < p.routers ? fmt::format(" or {}", above) : "", p.routers - 1,
                                p.routers + 1));
    } else if (std::uint64_t{p.routers} * p.links_per_router > Listed::kMostChannels) {
      section.error(&JellyfishParams::routers,
                    fmt::format("{} routers with {} links each are more than the {} channels that can be "
                                "listed; at most {} routers",
                                p.routers, p.links_per_router, Listed::kMostChannels,
                                Listed::kMostChannels / p.links_per_router));
    } else if (std::uint64_t{p.routers} * p.endpoints_per_router > Listed::kMostIds) {
      section.error(&JellyfishParams::endpoints_per_router,
                    fmt::format("{} routers with {} endpoints each are too many; at most {} each",
                                p.routers, p.endpoints_per_router, Listed::kMostIds / p.routers));
    }
  }
  static std::uint32_t nearest(const JellyfishParams& p, std::uint32_t links) {
    return std::uint64_t{p.routers} * links % 2 ? links - 1 : links;
  }
};

class RandomGraph {
 public:
  using Edge = std::pair<std::uint32_t, std::uint32_t>;

  RandomGraph(std::uint32_t routers, std::uint32_t degree, std::uint64_t seed)
      : n_(routers), degree_(degree), seed_(seed), near_(std::size_t{routers} * degree) {
    if (degree == 2) {
      draw_ring();
      return;
    }
    // Chords to the next degree / 2 routers, and if it is odd, which takes an even number, to the opposite
    // one: all different, since the degree is below n.
    for (std::uint32_t r = 0; r < n_; ++r) {
      for (std::uint32_t d = 1; d <= degree / 2; ++d) edges_.emplace_back(r, (r + d) % n_);
      if (degree % 2 && r < n_ / 2) edges_.emplace_back(r, r + n_ / 2);
    }
    std::vector<std::uint32_t> filled(n_);
    for (const auto& [a, b] : edges_) {
      near_[std::size_t{a} * degree_ + filled[a]++] = b;
      near_[std::size_t{b} * degree_ + filled[b]++] = a;
    }
    constexpr std::uint64_t kExchanges = 10;
    do {
      for (std::uint64_t i = 0; i < kExchanges * edges_.size(); ++i) exchange();
    } while (!connected());
  }
  const std::vector<Edge>& edges() const { return edges_; }

 private:
  // One ring through all routers: other graphs of degree 2 do not hang together.
  void draw_ring() {
    std::vector<std::uint32_t> order(n_);
    for (std::uint32_t i = 0; i < n_; ++i) {
      const auto j = static_cast<std::uint32_t>(below(draw()[0], i + 1));
      order[i] = order[j];
      order[j] = i;
    }
    for (std::uint32_t i = 0; i < n_; ++i) edges_.emplace_back(order[i], order[(i + 1) % n_]);
  }

  // (a, b) and (c, d) become (a, d) and (c, b), unless routers would be joined twice or to themselves.
  void exchange() {
    const auto words = draw();
    const std::uint64_t i = below(words[0], edges_.size());
    const std::uint64_t j = below(mix(words[1]), edges_.size());
    auto& [a, b] = edges_[i];
    auto [c, d] = edges_[j];
    if (words[1] & 1) std::swap(c, d);
    if (i == j || a == d || c == b || a == c || b == d || joined(a, d) || joined(c, b)) return;
    replace(a, b, d);
    replace(d, c, a);
    replace(c, d, b);
    replace(b, a, c);
    edges_[j] = {c, b};
    b = d;
  }
  bool joined(std::uint32_t a, std::uint32_t b) const {
    const auto row = near_.begin() + static_cast<std::ptrdiff_t>(std::size_t{a} * degree_);
    return std::find(row, row + degree_, b) != row + degree_;
  }
  void replace(std::uint32_t at, std::uint32_t what, std::uint32_t with) {
    const auto row = near_.begin() + static_cast<std::ptrdiff_t>(std::size_t{at} * degree_);
    *std::find(row, row + degree_, what) = with;
  }
  bool connected() const {
    std::vector<bool> seen(n_);
    std::vector<std::uint32_t> reached{0};
    seen[0] = true;
    for (std::size_t i = 0; i < reached.size(); ++i) {
      for (std::uint32_t p = 0; p < degree_; ++p) {
        const std::uint32_t next = near_[std::size_t{reached[i]} * degree_ + p];
        if (seen[next]) continue;
        seen[next] = true;
        reached.push_back(next);
      }
    }
    return reached.size() == n_;
  }
  std::array<std::uint64_t, 2> draw() { return random_at(seed_, 0, 0, drawn_++); }

  std::uint32_t n_, degree_;
  std::uint64_t seed_;
  std::uint64_t drawn_ = 0;
  std::vector<std::uint32_t> near_;  // the neighbours of each router
  std::vector<Edge> edges_;
};

class Jellyfish final : public Listed {
 public:
  Jellyfish(const JellyfishParams& p, TopologyContext&)
      : Listed(p.routers, p.endpoints_per_router,
               RandomGraph(p.routers, p.links_per_router, p.seed).edges()),
        seed_(p.seed) {}
  std::string_view usual_routing() const override { return "minimal"; }
  std::string describe() const override {
    return fmt::format("jellyfish, {} routers of degree {} with {} endpoints each, seed {}", routers(),
                       degree({0}), endpoints_per_router(), seed_);
  }

 private:
  std::uint64_t seed_;
};

const config::Register<Jellyfish, JellyfishParams> jellyfish{
    "jellyfish", "a random graph of routers with equally many links"};

// Two thirds of the ports of a router are links, as where the paper has as many endpoints as a fat tree of
// equal switches.
const Family jellyfish_sizes{"jellyfish", [](std::uint64_t endpoints) {
                     std::vector<Instance> all;
                     for (std::uint32_t radix = 6; radix <= 128; radix += 2) {
                       const std::uint32_t p = radix / 3;
                       std::uint64_t routers = (endpoints + p - 1) / p;
                       routers += routers % 2;
                       // Not so many that paths become long.
                       const std::uint64_t links = radix - p;
                       if (routers < 2 * std::uint64_t{radix} || routers > links * links) continue;
                       all.push_back({fmt::format("routers = {}, links_per_router = {}, "
                                                  "endpoints_per_router = {}",
                                                  routers, radix - p, p),
                                      routers * p, routers, routers * radix, radix, 1});
                     }
                     return all;
                   }};

}  // namespace
}  // namespace kasuri
