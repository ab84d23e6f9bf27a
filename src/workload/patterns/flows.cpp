// SPDX-License-Identifier: MIT
// Flows of datacentres: a Poisson process of messages whose sizes have a published distribution, or that of
// a file, between random ranks. Distributions are linear between their points. Those here are the ones that
// HPCC was evaluated with (Li et al., SIGCOMM 2019): web search of DCTCP (Alizadeh et al., SIGCOMM 2010)
// and Hadoop at Facebook (Roy et al., SIGCOMM 2015).
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "base/config/document.h"
#include "base/config/registry.h"
#include "base/core/errors.h"
#include "base/core/rng.h"
#include "network/topology/line_file.h"
#include "workload/patterns/open_loop.h"

namespace kasuri {
namespace {

struct SizePoint {
  double bytes, percent;  // of the flows that are not larger
};
using SizePoints = std::vector<SizePoint>;

const SizePoints kWebSearch{{0, 0},       {1e4, 15},  {2e4, 20},  {3e4, 30}, {5e4, 40}, {8e4, 53},
                            {2e5, 60},    {1e6, 70},  {2e6, 80},  {5e6, 90}, {1e7, 97}, {3e7, 100}};
const SizePoints kHadoop{{0, 0},     {100, 1},   {200, 2},   {300, 5},   {350, 15},
                         {400, 20},  {500, 30},  {600, 40},  {700, 50},  {1000, 60},
                         {2000, 67}, {7000, 70}, {3e4, 72},  {5e4, 82},  {8e4, 87},
                         {1.2e5, 90}, {3e5, 95}, {1e6, 97.5}, {2e6, 99}, {1e7, 100}};

struct FlowsParams : OpenLoopParams {
  enum class Sizes { websearch, hadoop };
  friend constexpr auto names_of(Sizes) { return name_table("websearch", "hadoop"); }

  std::optional<Sizes> sizes;
  std::optional<std::filesystem::path> file;

  static config::Fields<FlowsParams> fields() {
    using P = FlowsParams;
    config::Fields<P> all = open_loop_fields<P>(
        {config::field("sizes", &P::sizes, "distribution of sizes; default: websearch"),
         config::field("file", &P::file,
                       "file of the distribution instead: lines `BYTES PERCENT`, the share of flows up to "
                       "this size, up to 100; linear in between")});
    std::erase_if(all, [](const auto& f) { return f.name == "message"; });
    return all;
  }
  static void validate(const FlowsParams& p, config::Section& section) {
    if (!p.sizes || !p.file) return;
    section.error(&FlowsParams::sizes, "'file' has the distribution: remove one");
    section.error(&FlowsParams::file, fmt::format("'sizes' is '{}': remove one", name_of(*p.sizes)));
  }
};

std::optional<double> number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !(value >= 0)) return std::nullopt;
  return value;
}

SizePoints read_sizes(const std::filesystem::path& path) {
  LineFile file(path);
  SizePoints points;
  file.read([&](std::size_t line, std::span<const LineFile::Word> words) {
    if (words.size() != 2) return file.error(line, words[0].column, "expected `BYTES PERCENT`");
    const auto bytes = number(words[0].text), percent = number(words[1].text);
    if (!bytes || *bytes > 1 << 30 || (!points.empty() && *bytes < points.back().bytes)) {
      return file.error(line, words[0].column,
                        fmt::format("sizes are 0 to 1073741824 B and ascend; '{}'", words[0].text));
    }
    if (!percent || *percent > 100 || (!points.empty() && *percent < points.back().percent)) {
      return file.error(line, words[1].column,
                        fmt::format("shares are 0 to 100 % and ascend; '{}'", words[1].text));
    }
    if (points.empty() && *percent > 0) points.push_back({*bytes, 0});
    points.push_back({*bytes, *percent});
  });
  if (points.empty() || points.back().percent != 100) file.error("the last line must have 100 %");
  file.finish();
  return points;
}

class Flows final : public OpenLoop {
 public:
  Flows(const FlowsParams& p, PatternContext& c)
      : Flows(p, c, p.file ? read_sizes(*p.file)
                           : p.sizes == FlowsParams::Sizes::hadoop ? kHadoop : kWebSearch) {}
  bool demand(std::uint32_t rank, const DemandSink& sink) const override {
    for (std::uint32_t to = 0; to < ranks(); ++to) {
      if (to != rank) sink(to, 1.0 / (ranks() - !includes_self()));
    }
    return true;
  }

 private:
  Flows(const FlowsParams& p, PatternContext& c, SizePoints points)
      : OpenLoop(with_mean(p, points), c), points_(std::move(points)) {}

  static OpenLoopParams with_mean(OpenLoopParams p, const SizePoints& points) {
    double mean = 0;
    for (std::size_t i = 1; i < points.size(); ++i) {
      const SizePoint &a = points[i - 1], &b = points[i];
      mean += (b.percent - a.percent) / 100 * (a.bytes + b.bytes) / 2;
    }
    p.message = Bytes{std::max<std::int64_t>(1, static_cast<std::int64_t>(mean))};
    return p;
  }
  bool sends(std::uint32_t) const override { return true; }
  std::uint32_t destination(std::uint32_t rank, std::uint64_t bits) const override {
    const auto to = static_cast<std::uint32_t>(below(bits, ranks() - !includes_self()));
    return to + (!includes_self() && to >= rank);
  }
  Bytes size(std::uint32_t i) override {
    const double percent = unit_interval(draw(i)[0]) * 100;
    const auto b = std::ranges::lower_bound(points_, percent, {}, &SizePoint::percent);
    const auto a = b == points_.begin() ? b : b - 1;
    const double part = b->percent > a->percent ? (percent - a->percent) / (b->percent - a->percent) : 1;
    const double bytes = a->bytes + part * (b->bytes - a->bytes);
    return Bytes{std::max<std::int64_t>(1, static_cast<std::int64_t>(bytes))};
  }

  SizePoints points_;
};

const config::Register<Flows, FlowsParams> flows{
    "flows", "open loop: flows of datacentres between random ranks, by a distribution of their sizes"};

}  // namespace
}  // namespace kasuri
