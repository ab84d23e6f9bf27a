// SPDX-License-Identifier: MIT
// Synthetic demands: those of the paper (ch. 5) and patterns of data centres. Each demand draws
// from its own stream, (seed, number of the demand, stream), so that none depends on the others.
#include "studies/chip/demand.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/config/registry.h"
#include "base/core/logarithm.h"
#include "base/core/rng.h"

namespace kasuri::chip {
namespace {

enum DemandStream : std::uint32_t { kSizes = 16, kPairs, kOrder, kSpots };

constexpr std::int64_t kMostBits = std::int64_t{1} << 40;

// A standard normal number by the polar method (Marsaglia & Bray 1964): the same bits everywhere,
// since it needs no trigonometry.
double normal(std::uint64_t seed, std::uint32_t component) {
  for (std::uint64_t attempt = 0;; ++attempt) {
    const auto random = random_at(seed, component, kSizes, attempt);
    const double u = 2 * unit_interval(random[0]) - 1, v = 2 * unit_interval(random[1]) - 1;
    const double s = u * u + v * v;
    if (s > 0 && s < 1) return u * std::sqrt(-2 * portable_log(s) / s);
  }
}

// The i-th of all ordered pairs of different servers.
Demand ordered_pair(std::uint64_t i, std::uint32_t servers) {
  const auto source = static_cast<std::uint32_t>(i / (servers - 1));
  const auto other = static_cast<std::uint32_t>(i % (servers - 1));
  return {{source}, {other < source ? other : other + 1}, 0};
}

std::uint64_t ordered_pairs(std::uint32_t servers) {
  return std::uint64_t{servers} * (servers - 1);
}

// All servers in an order drawn from the seed.
std::vector<ServerId> shuffled(std::uint32_t servers, std::uint64_t seed) {
  std::vector<ServerId> all(servers);
  for (std::uint32_t i = 0; i < servers; ++i) all[i] = {i};
  for (std::uint32_t i = servers - 1; i > 0; --i) {
    std::swap(all[i], all[below(random_at(seed, i, kSpots, 0)[0], i + 1)]);
  }
  return all;
}

struct AllParams {
  double mean_bits = 500;
  double sigma_bits = 20;

  static config::Fields<AllParams> fields() {
    using P = AllParams;
    return {config::field("mean_bits", &P::mean_bits, "mean size of a demand").range(0, 1e9),
            config::field("sigma_bits", &P::sigma_bits,
                          "standard deviation of the sizes (normal, rounded, at least 0)")
                .range(0, 1e9)};
  }
};

struct All final : DemandPattern {
  All(const AllParams& p, const DemandContext& c) : params(p), context(c) {}

  std::vector<Demand> demands() const override {
    std::vector<Demand> all(ordered_pairs(context.servers));
    for (std::uint32_t i = 0; i < all.size(); ++i) {
      all[i] = ordered_pair(i, context.servers);
      const double bits = params.mean_bits + params.sigma_bits * normal(context.seed, i);
      all[i].bits = std::max<std::int64_t>(0, std::llround(bits));
    }
    return all;
  }

  AllParams params;
  DemandContext context;
};

struct PairsParams {
  std::uint32_t pairs = 100;
  std::int64_t bits = 1000;

  static config::Fields<PairsParams> fields() {
    using P = PairsParams;
    return {config::field("pairs", &P::pairs,
                          "number of ordered pairs of different servers, drawn independently")
                .range(1, 50'000'000),
            config::field("bits", &P::bits, "size of each demand").range(0, kMostBits)};
  }
};

struct Pairs final : DemandPattern {
  Pairs(const PairsParams& p, const DemandContext& c) : params(p), context(c) {}

  std::vector<Demand> demands() const override {
    std::vector<Demand> all;
    for (std::uint32_t i = 0; i < params.pairs; ++i) {
      const std::uint64_t random = random_at(context.seed, i, kPairs, 0)[0];
      all.push_back(ordered_pair(below(random, ordered_pairs(context.servers)), context.servers));
      all.back().bits = params.bits;
    }
    return all;
  }

  PairsParams params;
  DemandContext context;
};

struct IncastParams {
  std::uint32_t sinks = 4;
  std::uint32_t sources = 32;
  std::int64_t bits = 1000;

  static config::Fields<IncastParams> fields() {
    using P = IncastParams;
    return {config::field("sinks", &P::sinks, "servers that receive").at_least(1),
            config::field("sources", &P::sources, "servers that send to each sink").at_least(1),
            config::field("bits", &P::bits, "size of each demand").range(0, kMostBits)};
  }
};

// Many to one: the sinks come first in an order drawn from the seed, the sources of sink k follow
// it in that order, around.
struct Incast final : DemandPattern {
  Incast(const IncastParams& p, const DemandContext& c) : params(p), context(c) {}

  std::vector<Demand> demands() const override {
    const std::vector<ServerId> servers = shuffled(context.servers, context.seed);
    const std::uint32_t n = context.servers, sources = std::min(params.sources, n - 1);
    std::vector<Demand> all;
    for (std::uint32_t k = 0; k < std::min(params.sinks, n); ++k) {
      for (std::uint32_t i = 1; i <= sources; ++i) {
        all.push_back({servers[(k + std::uint64_t{i}) % n], servers[k], params.bits});
      }
    }
    return all;
  }

  IncastParams params;
  DemandContext context;
};

struct ShuffleParams {
  std::uint32_t mappers = 16;
  std::uint32_t reducers = 16;
  std::int64_t bits = 1000;

  static config::Fields<ShuffleParams> fields() {
    using P = ShuffleParams;
    return {config::field("mappers", &P::mappers, "servers that send").at_least(1),
            config::field("reducers", &P::reducers, "servers that receive from each mapper")
                .at_least(1),
            config::field("bits", &P::bits, "size of each demand").range(0, kMostBits)};
  }
};

// The middle of a map-reduce job: disjoint mappers and reducers where there are servers enough.
struct Shuffle final : DemandPattern {
  Shuffle(const ShuffleParams& p, const DemandContext& c) : params(p), context(c) {}

  std::vector<Demand> demands() const override {
    const std::vector<ServerId> servers = shuffled(context.servers, context.seed);
    const std::uint32_t n = context.servers;
    std::vector<Demand> all;
    for (std::uint32_t m = 0; m < std::min(params.mappers, n); ++m) {
      for (std::uint32_t r = 0; r < std::min(params.reducers, n); ++r) {
        const ServerId source = servers[m], target = servers[n - 1 - r];
        if (source != target) all.push_back({source, target, params.bits});
      }
    }
    return all;
  }

  ShuffleParams params;
  DemandContext context;
};

struct HotSpotParams {
  std::uint32_t pairs = 500;
  std::uint32_t spots = 4;
  double share = 0.5;
  std::int64_t bits = 1000;

  static config::Fields<HotSpotParams> fields() {
    using P = HotSpotParams;
    return {config::field("pairs", &P::pairs, "number of demands").range(1, 50'000'000),
            config::field("spots", &P::spots, "servers that are hot spots").at_least(1),
            config::field("share", &P::share, "share of the demands that go to a hot spot")
                .range(0, 1),
            config::field("bits", &P::bits, "size of each demand").range(0, kMostBits)};
  }
};

struct HotSpots final : DemandPattern {
  HotSpots(const HotSpotParams& p, const DemandContext& c) : params(p), context(c) {}

  std::vector<Demand> demands() const override {
    const std::vector<ServerId> servers = shuffled(context.servers, context.seed);
    const std::uint32_t n = context.servers, spots = std::min(params.spots, n);
    std::vector<Demand> all;
    for (std::uint32_t i = 0; i < params.pairs; ++i) {
      const auto random = random_at(context.seed, i, kPairs, 0);
      const auto random2 = random_at(context.seed, i, kPairs, 1);
      Demand d = ordered_pair(below(random[0], ordered_pairs(n)), n);
      const ServerId spot = servers[below(random[1], spots)];
      if (unit_interval(random2[0]) <= params.share && spot != d.source) d.target = spot;
      d.bits = params.bits;
      all.push_back(d);
    }
    return all;
  }

  HotSpotParams params;
  DemandContext context;
};

const config::Register<All, AllParams> every_pair{"all", "every ordered pair; normally distributed sizes"};
const config::Register<Pairs, PairsParams> pairs{"pairs", "random pairs with equal sizes"};
const config::Register<Incast, IncastParams> incast{"incast", "many servers send to a few sinks"};
const config::Register<Shuffle, ShuffleParams> shuffle{"shuffle", "each mapper sends to each reducer"};
const config::Register<HotSpots, HotSpotParams> hot_spots{
    "hot_spots", "random pairs; a share of them goes to a few servers"};

}  // namespace

std::vector<std::uint32_t> planning_order(const std::vector<Demand>& demands, std::uint64_t seed) {
  struct Key {
    std::int64_t bits;
    std::uint64_t draw;
    std::uint32_t demand;
  };
  std::vector<Key> keys;
  for (std::uint32_t i = 0; i < demands.size(); ++i) {
    keys.push_back({demands[i].bits, random_at(seed, i, kOrder, 0)[0], i});
  }
  std::ranges::sort(keys, [](const Key& a, const Key& b) {
    return std::tie(b.bits, a.draw, a.demand) < std::tie(a.bits, b.draw, b.demand);
  });
  std::vector<std::uint32_t> order;
  for (const Key& k : keys) order.push_back(k.demand);
  return order;
}

}  // namespace kasuri::chip
