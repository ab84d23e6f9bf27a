// SPDX-License-Identifier: MIT
// Platforms of SimGrid with one <cluster>: flat, TORUS, FAT_TREE or DRAGONFLY. Zones of hosts whose
// routes are given one by one say which links a message shares, not which switches there are.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/imports/xml.h"

namespace kasuri::imports {
namespace {

// "125MBps", "1Gbps", "50us", "1e-6": a number with a unit, in the first unit of the list.
double with_unit(const Source& s, Place at, std::string_view key, const std::string& text,
                 std::initializer_list<std::pair<std::string_view, double>> units) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789.+-eE"), text.size());
  const double value = real_of(s, at, key, std::string_view(text).substr(0, end));
  std::string known;
  for (const auto& [unit, factor] : units) {
    if (std::string_view(text).substr(end) == unit) return value * factor;
    known += fmt::format(" {}", unit);
  }
  s.fail(at, fmt::format("{} is '{}', which has none of the units{}", key, text, known));
}

class Cluster {
 public:
  Cluster(const Source& s, const Element& e) : source_(s), e_(e) {
    rate_ = bytes_per_second("bw", need("bw"));
    latency_ = seconds("lat", need("lat"));
    for (const auto& part : split(need("radical"), ',')) {
      const std::size_t dash = std::min(part.find('-'), part.size());
      const auto low = number("radical", part.substr(0, dash), 0, 1u << 30);
      hosts_ += dash == part.size() ? 1
                                    : number("radical", part.substr(dash + 1), low, 1u << 30) - low + 1;
    }
    shape_ = e.get("topology", "FLAT");
    std::ranges::transform(shape_, shape_.begin(), ::toupper);
  }

  Imported made() {
    out_.toml = fmt::format(
        "# Cluster {}: {} hosts. Latencies are SimGrid's, of links; routers have their defaults "
        "besides.\n",
        with_quotes(e_.get("id")), hosts_);
    if (shape_ == "TORUS")
      torus();
    else if (shape_ == "FAT_TREE")
      fat_tree();
    else if (shape_ == "DRAGONFLY")
      dragonfly();
    else if (shape_ == "FLAT")
      flat();
    else
      fail(fmt::format("topology {} is not TORUS, FAT_TREE, DRAGONFLY or FLAT", shape_));
    if (e_.get("sharing_policy", "SPLITDUPLEX") != "SPLITDUPLEX") {
      warn("sharing_policy: links have both directions at full rate here");
    }
    for (const char* key : {"limiter_link", "loopback_bw", "loopback_lat"}) {
      if (e_.find(key)) warn(fmt::format("{} is not used", key));
    }
    if (const std::string* speed = e_.find("speed")) {
      out_.toml += fmt::format("# speed = {}: see jobs.compute for what programs compute.\n\n",
                               with_quotes(*speed));
    }
    return std::move(out_);
  }

 private:
  [[noreturn]] void fail(std::string_view what) const { source_.fail(e_.at, what); }
  void warn(std::string_view what) { out_.warnings.push_back(source_.warning(e_.at, what)); }
  std::string need(std::string_view key) const {
    const std::string* const value = e_.find(key);
    if (!value) fail(fmt::format("this cluster has no {}", key));
    return *value;
  }
  double bytes_per_second(std::string_view key, const std::string& text) const {
    return with_unit(source_, e_.at, key, text,
                     {{"Bps", 1},
                      {"kBps", 1e3},
                      {"MBps", 1e6},
                      {"GBps", 1e9},
                      {"TBps", 1e12},
                      {"bps", 0.125},
                      {"kbps", 125},
                      {"Mbps", 125e3},
                      {"Gbps", 125e6},
                      {"Tbps", 125e9},
                      {"KiBps", 1024},
                      {"MiBps", 1048576},
                      {"GiBps", 1073741824},
                      {"", 1}});
  }
  double seconds(std::string_view key, const std::string& text) const {
    return with_unit(source_, e_.at, key, text,
                     {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}, {"ps", 1e-12}, {"", 1}});
  }
  std::uint64_t number(std::string_view key, std::string_view word, std::uint64_t least,
                       std::uint64_t most) const {
    return number_of(source_, e_.at, key, word, least, most);
  }
  static std::vector<std::string> split(std::string_view text, char by) {
    std::vector<std::string> all;
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t end = std::min(text.find(by, at), text.size());
      all.emplace_back(text.substr(at, end - at));
      at = end + 1;
    }
    return all;
  }
  std::vector<std::uint64_t> numbers(std::string_view list, std::size_t count) const {
    std::vector<std::uint64_t> all;
    for (const std::string& word : split(list, ','))
      all.push_back(number("topo_parameters", word, 1, 4096));
    if (all.size() != count) {
      fail(fmt::format("topo_parameters has {} numbers in '{}', not {}", all.size(), list, count));
    }
    return all;
  }
  static std::string list(const std::vector<std::uint64_t>& all) {
    std::string text;
    for (const auto n : all) text += fmt::format("{}{}", text.empty() ? "" : ", ", n);
    return text;
  }
  void check(std::uint64_t made) const {
    if (made != hosts_)
      fail(fmt::format("radical names {} hosts, topo_parameters make {}", hosts_, made));
  }
  static std::string time(double s) { return fmt::format("\"{:.10g} ns\"", s * 1e9); }
  static std::string rate(double r) { return fmt::format("\"{:.10g} GB/s\"", std::round(r) / 1e9); }
  // `to_host`: whether hosts have a link of their own; else their router is their NIC.
  void links(bool to_host) {
    out_.toml += fmt::format("\n[link]\nrate = {}\ncable_latency = {}\n\n", rate(rate_), time(latency_));
    if (!to_host) out_.toml += "[nic]\ncable_latency = \"0 ns\"  # a host is its router\n\n";
  }

  void torus() {
    const auto extents = numbers(need("topo_parameters"), split(need("topo_parameters"), ',').size());
    std::uint64_t all = 1;
    for (const auto n : extents) all = std::min<std::uint64_t>(all * n, 1u << 30);
    check(all);
    out_.toml += fmt::format("[topology]\ntype = \"torus\"\nextents = [{}]\n", list(extents));
    links(false);
  }
  void fat_tree() {
    const auto parts = split(need("topo_parameters"), ';');
    if (parts.size() != 4) fail("topo_parameters of a FAT_TREE are LEVELS;CHILDREN;PARENTS;LINKS");
    const auto levels = number("topo_parameters", parts[0], 1, 12);
    const auto children = numbers(parts[1], levels), parents = numbers(parts[2], levels),
               parallel = numbers(parts[3], levels);
    std::uint64_t all = 1;
    for (const auto n : children) all = std::min<std::uint64_t>(all * n, 1u << 30);
    check(all);
    if (parents[0] != 1 || parallel[0] != 1)
      fail("hosts with several links to a FAT_TREE have no counterpart");
    out_.toml += fmt::format(
        "[topology]\ntype = \"xgft\"\nchildren = [{}]\nparents = [{}]\nparallel = [{}]\n", list(children),
        list({parents.begin() + 1, parents.end()}), list({parallel.begin() + 1, parallel.end()}));
    links(true);
  }
  // Groups of chassis of blades: blades of a chassis are joined, blades of one number of a group's
  // chassis, and each pair of groups by one link; each kind is so many times as fast.
  void dragonfly() {
    const auto parts = split(need("topo_parameters"), ';');
    if (parts.size() != 4)
      fail("topo_parameters of a DRAGONFLY are GROUPS,LINKS;CHASSIS,LINKS;ROUTERS,LINKS;NODES");
    const auto groups = numbers(parts[0], 2), chassis = numbers(parts[1], 2),
               blades = numbers(parts[2], 2);
    const auto nodes = number("topo_parameters", parts[3], 1, 4096);
    const auto per_group = chassis[0] * blades[0];
    check(std::min<std::uint64_t>(groups[0] * per_group, 1u << 30) * nodes);
    if (groups[0] > per_group)
      fail(fmt::format("{} groups need as many routers each, not {}", groups[0], per_group));
    GraphText graph, cables;
    const auto name = [&](std::uint64_t g, std::uint64_t r) { return fmt::format("{}-{}", g, r); };
    const auto times = [&](std::uint64_t n) { return gigabits(rate_ * double(n) * 8e-9); };
    for (std::uint64_t g = 0; g < groups[0]; ++g) {
      for (std::uint64_t r = 0; r < per_group; ++r) graph.router(name(g, r), nodes);
      for (std::uint64_t r = 0; r < per_group; ++r) {
        for (std::uint64_t o = r + 1; o < per_group; ++o) {
          if (r / blades[0] == o / blades[0])
            cables.link(name(g, r), name(g, o), times(blades[1]));
          else if (r % blades[0] == o % blades[0])
            cables.link(name(g, r), name(g, o), times(chassis[1]));
        }
      }
      for (std::uint64_t o = g + 1; o < groups[0]; ++o)
        cables.link(name(g, o), name(o, g), times(groups[1]));
    }
    out_.files.push_back({"dragonfly.net", graph.text() + cables.text()});
    out_.toml += "[topology]\ntype = \"graph\"\nfile = \"dragonfly.net\"\n";
    links(true);
  }
  void flat() {
    if (hosts_ > 32768) fail(fmt::format("{} hosts at one switch; at most 32,768 can be", hosts_));
    if (const std::string* backbone = e_.find("bb_bw")) {
      warn(fmt::format("bb_bw = {}: the switch that joins the hosts has no limit here", *backbone));
    }
    if (const std::string* backbone = e_.find("bb_lat")) latency_ += seconds("bb_lat", *backbone) / 2;
    out_.toml += fmt::format("[topology]\ntype = \"switch\"\nendpoints = {}\n", hosts_);
    links(true);
  }

  const Source& source_;
  const Element& e_;
  double rate_ = 0, latency_ = 0;
  std::uint64_t hosts_ = 0;
  std::string shape_;
  Imported out_;
};

const Importer simgrid{
    "simgrid", "a platform of SimGrid in XML: one <cluster>",
    [](const Source& s) { return s.contains("<platform"); },
    [](const Source& s) {
      const Element root = read_xml(s);
      std::vector<const Element*> clusters;
      for_each_named(root, "cluster", [&](const Element& e) { clusters.push_back(&e); });
      if (clusters.empty()) {
        s.fail(root.at,
               "there is no <cluster>; hosts with routes of their own cannot be imported: "
               "they do not say which switches there are");
      }
      if (clusters.size() > 1) {
        s.fail(clusters[1]->at, fmt::format("a second cluster, after the one in line {}: a "
                                            "configuration is one machine",
                                            clusters[0]->at.line));
      }
      return Cluster(s, *clusters[0]).made();
    }};

}  // namespace
}  // namespace kasuri::imports
