// SPDX-License-Identifier: MIT
// Configurations of BookSim 2, with networks of `anynet`: "key = value;" in any order, comments from //.
// A flit has 16 bytes, a cycle 1 ns. docs/models.md has what the keys correspond to.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "app/imports/importer.h"

namespace kasuri::imports {
namespace {

constexpr int kFlit = 16;

struct Setting {
  std::string value;
  Place at;
};

class Config {
 public:
  explicit Config(const Source& s) : source_(s) {
    std::uint64_t number = 0;
    for (const std::string_view whole : s.lines()) {
      ++number;
      std::string_view line = whole.substr(0, std::min(whole.find("//"), whole.size()));
      for (std::size_t at = 0; at < line.size();) {
        const std::size_t end = std::min(line.find(';', at), line.size());
        statement(line.substr(at, end - at), {number, at + 1});
        at = end + 1;
      }
    }
  }

  Imported made();

 private:
  static std::string_view trimmed(std::string_view s) {
    const std::size_t first = s.find_first_not_of(" \t\"");
    if (first == s.npos) return {};
    return s.substr(first, s.find_last_not_of(" \t\"") - first + 1);
  }
  void statement(std::string_view text, Place at) {
    if (trimmed(text).empty()) return;
    const std::size_t equals = text.find('=');
    if (equals == text.npos)
      source_.fail(at, fmt::format("expected 'key = value;', not '{}'", trimmed(text)));
    settings_[std::string(trimmed(text.substr(0, equals)))] = {
        std::string(trimmed(text.substr(equals + 1))), at};
  }
  Place place(const std::string& key) const {
    const auto found = settings_.find(key);
    return found == settings_.end() ? Place{} : found->second.at;
  }
  std::string text(const std::string& key, const std::string& usual) {
    used_.insert(key);
    const auto found = settings_.find(key);
    return found == settings_.end() ? usual : found->second.value;
  }
  std::uint64_t number(const std::string& key, std::uint64_t usual, std::uint64_t least,
                       std::uint64_t most) {
    const std::string value = text(key, std::to_string(usual));
    return number_of(source_, place(key), key, value, least, most);
  }
  double real(const std::string& key, double usual) {
    const std::string value = text(key, "");
    return value.empty() ? usual : real_of(source_, place(key), key, value);
  }
  void warn(const std::string& key, std::string_view what) {
    out_.warnings.push_back(source_.warning(place(key), what));
  }
  static std::string cycles(double n) { return fmt::format("\"{:.10g} ps\"", std::round(n * 1000)); }
  static std::string flits(std::uint64_t n) { return fmt::format("\"{} B\"", n * kFlit); }

  void topology();
  void anynet();
  void routing();
  void router();
  void traffic();
  void unused();

  const Source& source_;
  std::map<std::string, Setting> settings_;
  std::set<std::string> used_;
  Imported out_;
  std::string family_, local_, global_;
  std::uint64_t vcs_ = 16;
  double wire_ = 1;
  bool by_stage_ = false;
};

void Config::topology() {
  family_ = text("topology", "torus");
  const auto k = number("k", 8, 1, 4096), n = number("n", 2, 1, 12), c = number("c", 1, 1, 4096);
  const bool lengths = number("use_noc_latency", 1, 0, 1) == 1;
  std::string extents = fmt::format("{}", k);
  for (std::uint64_t i = 1; i < n; ++i) extents += fmt::format(", {}", k);
  out_.toml += "[topology]\n";
  if (family_ == "mesh" || family_ == "torus" || family_ == "cmesh") {
    const bool concentrated = family_ == "cmesh";
    out_.toml +=
        fmt::format("type = \"{}\"\nextents = [{}]\n", family_ == "torus" ? "torus" : "mesh", extents);
    if (concentrated) {
      out_.toml += fmt::format("endpoints_per_router = {}\n", c);
      for (const char* key : {"x", "y", "xr", "yr"}) used_.insert(key);
      warn("topology", "nodes of a router are numbered one after the other here, by xr and yr there");
    }
    wire_ = family_ == "torus" && lengths ? 2 : 1;
  } else if (family_ == "flatfly") {
    out_.toml += fmt::format("type = \"hyperx\"\nextents = [{}]\nendpoints_per_router = {}\n",
                             n > 1 ? extents.substr(0, extents.rfind(',')) : extents, c);
    for (const char* key : {"x", "y", "xr", "yr"}) used_.insert(key);
    if (lengths) warn("topology", "channels get one cycle; with use_noc_latency they have lengths there");
  } else if (family_ == "fattree") {
    out_.toml += fmt::format("type = \"k-ary-n-tree\"\narity = {}\nlevels = {}\n", k, n);
  } else if (family_ == "dragonflynew") {
    out_.toml += fmt::format(
        "type = \"dragonfly\"\nrouters_per_group = {}\nglobal_links = {}\n"
        "endpoints_per_router = {}\n",
        2 * k, k, k);
    local_ = cycles(10), global_ = cycles(100);
  } else if (family_ == "anynet") {
    anynet();
  } else {
    source_.fail(
        place("topology"),
        fmt::format("topology '{}' has no counterpart; these have: mesh, torus, cmesh, flatfly, fattree, "
                    "dragonflynew, anynet",
                    family_));
  }
  if (number("subnets", 1, 1, 64) > 1) warn("subnets", "one of the subnets is imported");
}

// Lines "router 0 node 0 node 1 router 1 15": what router 0 has, with cycles of latency where they are
// not 1.
void Config::anynet() {
  const std::string name = text("network_file", "");
  if (name.empty()) source_.fail(place("topology"), "anynet needs network_file");
  if (std::filesystem::path(name).is_absolute() || name.find("..") != name.npos) {
    source_.fail(place("network_file"), "network_file must be in the folder of the configuration");
  }
  const Source net(source_.path().parent_path() / name);
  std::map<std::uint64_t, std::uint64_t> nodes;  // router of each
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::string> links;
  std::set<std::uint64_t> routers;
  std::uint64_t line = 0;
  for (const std::string_view whole : net.lines()) {
    ++line;
    const auto words = words_of(whole);
    if (words.empty()) continue;
    if (words.size() < 2 || words[0].text != "router") net.fail({line, 1}, "expected 'router N …'");
    const auto id = [&](std::size_t i) {
      return number_of(net, {line, words[i].column}, "a number", words[i].text, 0, 1u << 20);
    };
    const std::uint64_t here = id(1);
    routers.insert(here);
    for (std::size_t i = 2; i < words.size();) {
      const std::string_view what = words[i].text;
      if ((what != "router" && what != "node") || i + 1 == words.size()) {
        net.fail({line, words[i].column}, "expected 'router N' or 'node N'");
      }
      const std::uint64_t other = id(i + 1);
      std::uint64_t latency = 1;
      i += 2;
      if (i < words.size() && words[i].text != "router" && words[i].text != "node") latency = id(i++);
      if (what == "node") {
        if (const auto [old, fresh] = nodes.try_emplace(other, here); !fresh && old->second != here) {
          net.fail({line, words[i - 1].column},
                   fmt::format("node {} is at router {}, too", other, old->second));
        }
      } else if (other == here) {
        net.fail({line, words[i - 1].column}, "a router joined to itself");
      } else {
        links[std::minmax(here, other)] = fmt::format("{} ns", std::max<std::uint64_t>(latency, 1));
        routers.insert(other);
      }
    }
  }
  GraphText graph, channels;
  std::map<std::uint64_t, std::uint64_t> count;
  for (const auto& [node, router] : nodes) ++count[router];
  for (const std::uint64_t r : routers) graph.router(std::to_string(r), count[r]);
  for (const auto& [ends, latency] : links) {
    channels.link(std::to_string(ends.first), std::to_string(ends.second), "", latency);
  }
  std::uint64_t before = 0;
  for (const auto& [node, router] : nodes) {
    if (router < before) {
      out_.warnings.push_back(
          net.warning({}, "nodes are numbered by their routers here, in another order there"));
      break;
    }
    before = router;
  }
  out_.files.push_back({"network.net", graph.text() + channels.text()});
  out_.toml += "type = \"graph\"\nfile = \"network.net\"\n";
}

void Config::routing() {
  const std::string f = text("routing_function", "none");
  const bool grid = family_ == "mesh" || family_ == "torus" || family_ == "cmesh";
  std::string type, more;
  if (grid && (f == "dor" || f == "dim_order" || f == "dor_no_express")) {
    type = "dimension-order";
    if (family_ == "torus") more = "dateline = \"fixed-half\"\nties = \"drawn\"\n";
  } else if (grid && f == "min_adapt") {
    type = "minimal-adaptive", more = "requests = \"first\"\n";
  } else if (f == "valiant") {
    type = "valiant";
  } else if (family_ == "fattree" && f == "nca") {
    type = "random-up-down";
  } else if (family_ == "dragonflynew" && f == "min") {
    type = "dragonfly-minimal", more = "channels = \"by-stage\"\n", by_stage_ = true;
  } else if (family_ == "dragonflynew" && f == "ugal") {
    type = "ugal-node";
  } else if (family_ == "flatfly" && (f == "ran_min" || f == "xyyx")) {
    type = f == "ran_min" ? "minimal" : "dimension-order";
  } else if (family_ == "flatfly" && f == "ugal") {
    type = "ugal-l";
  } else if (!(family_ == "anynet" && f == "min")) {
    warn("routing_function",
         fmt::format("routing_function '{}' of {} has no counterpart: the usual routing of the "
                     "topology instead",
                     f, family_));
  }
  if (!type.empty()) out_.toml += fmt::format("\n[routing]\ntype = \"{}\"  # {}\n{}", type, f, more);
}

void Config::router() {
  const double speedup = real("internal_speedup", 1);
  vcs_ = number("num_vcs", 16, 1, 32);
  out_.toml += fmt::format(
      "\n# A flit has 16 bytes and takes a cycle of 1 ns.\n[router]\npreset = \"booksim2-iq\"\n"
      "vcs = {}  # num_vcs\nbuffer = {}  # vc_buf_size\n",
      vcs_, flits(number("vc_buf_size", 8, 1, 1u << 20)));
  if (const auto delay = number("routing_delay", 1, 0, 1000); delay > 0) {
    out_.toml += fmt::format("routing_time = {}  # routing_delay\n", cycles(double(delay)));
  }
  const std::pair<const char*, const char*> stages[] = {{"vc_alloc_delay", "vc_allocation_time"},
                                                        {"sw_alloc_delay", "switch_allocation_time"},
                                                        {"st_final_delay", "switch_traversal_time"}};
  for (const auto& [there, here] : stages) {
    const auto delay = number(there, 1, 1, 1000);
    out_.toml +=
        fmt::format("{} = {}  # {}\n", here, cycles(double(delay) / std::max(speedup, 1.0)), there);
  }
  if (speedup > 1) out_.toml += fmt::format("speedup = {:g}  # internal_speedup\n", speedup);
  if (by_stage_ || family_ == "dragonflynew") out_.toml += "ejection_vcs = \"arrival\"\n";
  if (number("hold_switch_for_packet", 0, 0, 1))
    out_.toml += "hold_switch = true  # hold_switch_for_packet\n";
  if (number("wait_for_tail_credit", 0, 0, 1)) out_.toml += "wait_for_tail_credit = true\n";
  out_.toml +=
      fmt::format("\n[link]\nrate = \"16 GB/s\"\ncable_latency = {}\ncredit_time = {}  # credit_delay\n",
                  cycles(wire_), cycles(double(number("credit_delay", 0, 0, 1000))));
  if (!local_.empty()) out_.toml += fmt::format("\n[link.local]\ncable_latency = {}\n", local_);
  if (!global_.empty()) out_.toml += fmt::format("\n[link.global]\ncable_latency = {}\n", global_);
  for (const char* key : {"vc_allocator", "sw_allocator"}) {
    if (const std::string a = text(key, "islip"); a != "islip") {
      warn(key, fmt::format("{} '{}': allocation here is iSLIP of one iteration", key, a));
    }
  }
  if (number("alloc_iters", 1, 1, 64) > 1) warn("alloc_iters", "allocation here has one iteration");
}

void Config::traffic() {
  const auto size = number("packet_size", 1, 1, 4096);
  const bool in_flits = number("injection_rate_uses_flits", 0, 0, 1) == 1;
  const double rate = real("injection_rate", 0.1), load = in_flits ? rate : rate * double(size);
  constexpr std::pair<std::string_view, std::string_view> kPatterns[] = {{"uniform", "uniform"},
                                                                         {"transpose", "transpose"},
                                                                         {"bitcomp", "bit-complement"},
                                                                         {"tornado", "tornado"},
                                                                         {"neighbor", "neighbour"}};
  const std::string wanted = text("traffic", "uniform");
  const auto known = std::ranges::find(kPatterns, std::string_view(wanted),
                                       &std::pair<std::string_view, std::string_view>::first);
  if (known == std::end(kPatterns)) {
    warn("traffic", fmt::format("traffic '{}' has no counterpart: uniform instead", wanted));
  }
  if (const std::string p = text("injection_process", "bernoulli"); p != "bernoulli") {
    warn("injection_process", fmt::format("injection_process '{}': bernoulli instead", p));
  }
  out_.toml += fmt::format(
      "\n[nic]\npacket = {0}  # packet_size\nsmallest_packet = {0}\nreceive_buffer = \"64 KiB\"\n"
      "loopback = \"router\"\n",
      flits(size));
  std::uint64_t seed = 0;
  if (const std::string s = text("seed", "0"); s != "time") seed = number("seed", 0, 0, UINT32_MAX);
  // The stages of a dragonfly close a circle of channels (docs/fabrics.md).
  out_.toml += fmt::format("\n[run]\nseed = {}\n{}", seed,
                           family_ == "dragonflynew" ? "deadlock_check = false\n" : "");
  out_.toml +=
      fmt::format("\n[measure]\ninterval = \"{} ns\"  # sample_period\nprecision = 0.01\nmost = 200\n",
                  std::max<std::uint64_t>(number("sample_period", 1000, 1, 1u << 30), 1000));
  out_.toml += fmt::format(
      "\n[[jobs]]\n[jobs.pattern]\ntype = \"{}\"  # traffic\nself = true\nload = {:.10g}  # "
      "injection_rate\nmessage = {}\n"
      "process = \"bernoulli\"\nslot = \"1 ns\"\nduration = \"1 s\"\n",
      known == std::end(kPatterns) ? "uniform" : known->second, load, flits(size));
}

void Config::unused() {
  // What only says how long to measure, or what to print.
  constexpr std::string_view kSilent[] = {"sim_type",
                                          "sim_count",
                                          "warmup_periods",
                                          "max_samples",
                                          "latency_thres",
                                          "measure_stats",
                                          "router",
                                          "priority",
                                          "print_csv_results",
                                          "watch_out",
                                          "stats_out",
                                          "include_queuing",
                                          "deadlock_warn_timeout",
                                          "speculative",
                                          "in_ports",
                                          "out_ports",
                                          "noq",
                                          "st_prepare_delay"};
  const bool reads = text("use_read_write", "0") != "0";
  if (reads)
    warn("use_read_write", "reads, writes and their replies are not imported: packets of one kind");
  for (const auto& [key, setting] : settings_) {
    if (used_.contains(key) || std::ranges::find(kSilent, key) != std::end(kSilent)) continue;
    if (key.starts_with("read_") || key.starts_with("write_") || key.ends_with("_thres")) continue;
    const bool plain = (key == "input_speedup" || key == "output_speedup") && setting.value == "1";
    if (!plain) warn(key, fmt::format("{} is not used", key));
  }
}

Imported Config::made() {
  topology();
  routing();
  router();
  traffic();
  unused();
  out_.has_jobs = true;
  return std::move(out_);
}

const Importer booksim{"booksim", "a configuration of BookSim 2: topology = …; routing_function = …;",
                       [](const Source& s) {
                         for (const std::string_view line : s.lines()) {
                           const auto words = words_of(line);
                           if (line.starts_with('<')) return false;
                           if (words.size() < 2 || line.find(';') == line.npos) continue;
                           if (words[0].text.starts_with("topology") && line.find('=') != line.npos)
                             return true;
                         }
                         return false;
                       },
                       [](const Source& s) { return Config(s).made(); }};

}  // namespace
}  // namespace kasuri::imports
