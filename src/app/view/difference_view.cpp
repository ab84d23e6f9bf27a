// SPDX-License-Identifier: MIT
// The difference of two runs, after minus before, on one machine: links are matched by the routers at
// their ends. Both runs are cut into the same slices of simulated time.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "base/core/errors.h"
#include "base/core/units.h"
#include "shell/page/quantity.h"
#include "app/view/views.h"

namespace kasuri::view {
namespace {

constexpr std::size_t kSlices = 64;

// The links of both, those of the first before those that only the second has.
struct BothNetworks {
  Network all;
  std::vector<std::int64_t> of_before, of_after;  // by row of each run's table of links; -1: to a NIC
  std::size_t only_before = 0, only_after = 0;

  BothNetworks(const RunSource& a, const RunSource& b) : all(Network::of(a.tables)) {
    const Network other = Network::of(b.tables);
    if (other.routers != all.routers || other.coordinates != all.coordinates) {
      throw Error(
          Exit::usage, ErrorPlace("kasuri view"),
          fmt::format("the two runs have different machines: {} has {} routers ({}), {} has {} ({}); the "
                      "difference is drawn for the same routers",
                      a.name, all.routers, all.title, b.name, other.routers, other.title));
    }
    if (all.title != other.title) all.title += " and " + other.title;
    using Key =
        std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // from, to, which of parallel ones
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> count;
    std::map<Key, std::size_t> number;
    of_before.assign(a.tables.column("links", "from").size(), -1);
    of_after.assign(b.tables.column("links", "from").size(), -1);
    for (std::size_t i = 0; i < all.from.size(); ++i) {
      number[{all.from[i], all.to[i], count[{all.from[i], all.to[i]}]++}] = i;
      of_before[all.row[i]] = static_cast<std::int64_t>(i);
    }
    only_before = all.from.size();
    count.clear();
    for (std::size_t i = 0; i < other.from.size(); ++i) {
      const Key key{other.from[i], other.to[i], count[{other.from[i], other.to[i]}]++};
      const auto known = number.find(key);
      if (known != number.end()) {
        of_after[other.row[i]] = static_cast<std::int64_t>(known->second);
        --only_before;
        continue;
      }
      ++only_after;
      of_after[other.row[i]] = static_cast<std::int64_t>(all.from.size());
      all.from.push_back(other.from[i]);
      all.to.push_back(other.to[i]);
      all.row.push_back(UINT32_MAX);
      all.link_class.push_back(
          std::min<std::uint8_t>(other.link_class[i], static_cast<std::uint8_t>(all.classes.size() - 1)));
    }
  }
};

class DifferenceView {
 public:
  DifferenceView(const RunSource& a, const RunSource& b, const ViewOptions& o)
      : a_(a),
        b_(b),
        both_(a, b),
        options_(o),
        time_a_(a.summary.at("time_ps").get<double>()),
        time_b_(b.summary.at("time_ps").get<double>()) {}

  Pack pack() {
    p_.header["kind"] = "difference";
    p_.header["title"] = fmt::format("{} − {}", b_.name, a_.name);
    const double end = std::max({1.0, time_a_, time_b_});
    p_.header["time_ps"] = end;
    add_network(p_, both_.all, place(both_.all));
    facts();
    std::vector<double> begin, until;
    for (std::size_t i = 0; i < kSlices; ++i) {
      begin.push_back(end * static_cast<double>(i) / kSlices);
      until.push_back(end * static_cast<double>(i + 1) / kSlices);
    }
    add_axis(p_, "slices", begin, until);
    slice_ = end / kSlices;
    std::vector<double> weight(both_.all.from.size(), 0);
    Quantity busy = totals("busy", "busy", "%", 100);
    Quantity bytes = totals("bytes", "throughput", "B/s", 1e12);
    for (std::size_t i = 0; i < weight.size(); ++i) weight[i] = std::abs(busy.total[i]);
    rows_ =
        choose_rows(weight, both_.all.link_class, both_.all.from, both_.all.routers, options_.most_links);
    p_.header["own_links"] = rows_.own;
    p_.add("link-row", rows_.row);
    put(std::move(busy), "busy", 100);
    put(std::move(bytes), "bytes", 1e12);
    return std::move(p_);
  }

 private:
  void facts() {
    const auto both = [&](const char* name, auto text) {
      add_fact(p_, name, fmt::format("{} → {}", text(a_.summary), text(b_.summary)));
    };
    both("run", [&](const Json& s) { return &s == &a_.summary ? a_.name : b_.name; });
    both("simulated time",
         [](const Json& s) { return to_string(Time{s.at("time_ps").get<std::int64_t>()}); });
    both("links busy",
         [](const Json& s) { return fmt::format("{:.1f} %", 100 * s.value("link_busy_ratio", 0.0)); });
    both("mean packet latency", [](const Json& s) {
      return to_string(Time{s.value("mean_packet_latency_ps", std::int64_t{0})});
    });
    both("result hash", [](const Json& s) { return s.at("result_hash").get<std::string>(); });
    if (both_.only_before)
      add_fact(p_, "links of " + a_.name + " alone", fmt::format("{}", both_.only_before));
    if (both_.only_after)
      add_fact(p_, "links of " + b_.name + " alone", fmt::format("{}", both_.only_after));
  }

  Quantity totals(const char* column, const char* name, const char* unit, double scale) {
    Quantity q{.id = column, .name = name, .unit = unit, .of = "links", .is_difference = true};
    q.total.assign(both_.all.from.size(), 0);
    const auto add = [&](const RunSource& run, const std::vector<std::int64_t>& number, double time,
                         double sign) {
      const auto values = run.tables.column("links", column);
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (number[i] >= 0)
          q.total[static_cast<std::size_t>(number[i])] +=
              sign * static_cast<double>(values[i]) * scale / std::max(1.0, time);
      }
    };
    add(a_, both_.of_before, time_a_, -1);
    add(b_, both_.of_after, time_b_, 1);
    return q;
  }

  // The amounts of each chunk go to the slices that it meets, in proportion.
  void add_slices(Quantity& q, const RunSource& run, const std::vector<std::int64_t>& number,
                  const char* column, double scale, double sign) {
    const Hdf5Reader& f = run.tables;
    const auto begin = f.column("chunks", "begin"), end = f.column("chunks", "end");
    const auto chunk = f.rows_of("links_by_chunk", "chunk", begin.size()),
               link = f.rows_of("links_by_chunk", "link", number.size()),
               values = f.column("links_by_chunk", column);
    for (std::size_t i = 0; i < chunk.size(); ++i) {
      const std::int64_t k = number[static_cast<std::size_t>(link[i])];
      if (k < 0 || values[i] == 0) continue;
      const auto c = static_cast<std::size_t>(chunk[i]);
      const auto from = static_cast<double>(begin[c]),
                 to = std::max(from + 1, static_cast<double>(end[c]));
      const auto last = std::min(kSlices - 1, static_cast<std::size_t>(std::max(0.0, (to - 1) / slice_)));
      for (auto s = static_cast<std::size_t>(from / slice_); s <= last; ++s) {
        const double low = std::max(from, slice_ * static_cast<double>(s));
        const double high = std::min(to, slice_ * static_cast<double>(s + 1));
        if (high <= low) continue;
        q.samples.chunk.push_back(static_cast<std::int64_t>(s));
        q.samples.item.push_back(k);
        q.samples.value.push_back(sign * static_cast<double>(values[i]) * (high - low) / (to - from) *
                                  scale / slice_);
      }
    }
  }

  void put(Quantity q, const char* column, double scale) {
    const auto has = [](const RunSource& r) {
      return r.tables.has("links_by_chunk", "link") && r.tables.has("chunks", "begin");
    };
    if (has(a_) && has(b_)) {
      q.axis = "slices";
      add_slices(q, a_, both_.of_before, column, scale, -1);
      add_slices(q, b_, both_.of_after, column, scale, 1);
    } else if (std::string_view(column) == "busy") {
      add_missing(p_, "the difference over time: both runs must have kept it", "kasuri run --statistics");
    }
    add_quantity(p_, q, both_.all.from.size(), q.axis.empty() ? 0 : kSlices, &rows_);
  }

  const RunSource &a_, &b_;
  BothNetworks both_;
  ViewOptions options_;
  double time_a_, time_b_, slice_ = 1;
  Pack p_;
  LinkRows rows_;
};

}  // namespace

Pack difference_view(const RunSource& before, const RunSource& after, const ViewOptions& options) {
  return DifferenceView(before, after, options).pack();
}

}  // namespace kasuri::view
