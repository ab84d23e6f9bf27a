// SPDX-License-Identifier: MIT
// What `ibnetdiscover` prints of an InfiniBand fabric, and the network files of ibsim, which are the same
// without speeds: a record for each switch and each channel adapter, a line for each connected port.
// Both ends have a line; that of the switch is used.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "app/imports/importer.h"

namespace kasuri::imports {
namespace {

struct Cable {
  std::string to, speed;
  std::uint64_t from_port = 0, to_port = 0;
  Place at;
};
struct Node {
  bool is_switch = false, counts = true;
  std::string name;
  std::uint64_t ports = 0;
  Place at;
  std::vector<Cable> cables;
};

// Gb/s of data of one lane; two words name some speeds (4xFDR10).
double lane_rate(std::string_view speed) {
  constexpr std::pair<std::string_view, double> kSpeeds[] = {{"SDR", 2},    {"DDR", 4},     {"QDR", 8},
                                                             {"FDR10", 10}, {"FDR", 13.64}, {"EDR", 25},
                                                             {"HDR", 50},   {"NDR", 100},   {"XDR", 200}};
  for (const auto& [name, rate] : kSpeeds) {
    if (speed == name) return rate;
  }
  return 0;
}

class Fabric {
 public:
  explicit Fabric(const Source& s) : source_(s) {
    const auto lines = s.lines();
    for (std::size_t i = 0; i < lines.size(); ++i) line(lines[i], i + 1);
    for (const auto& [id, node] : nodes_) {
      for (const Cable& c : node.cables) {
        if (!nodes_.contains(c.to)) source_.fail(c.at, fmt::format("\"{}\" is no node of this file", c.to));
      }
    }
  }
  Imported made();

 private:
  // From `at` on: the text in quotes, and where it ends.
  std::string in_quotes(std::string_view line, std::size_t& at, std::uint64_t number) const {
    const std::size_t end = line.find('"', at + 1);
    if (end == line.npos) source_.fail({number, at + 1}, "this name has no closing quote");
    std::string text(line.substr(at + 1, end - at - 1));
    at = end + 1;
    return text;
  }
  std::uint64_t in_brackets(std::string_view line, std::size_t& at, std::uint64_t number) const {
    const std::size_t end = std::min(line.find(']', at), line.size());
    const std::uint64_t port =
        number_of(source_, {number, at + 2}, "a port", line.substr(at + 1, end - at - 1), 1, 1023);
    at = end + 1;
    return port;
  }
  void line(std::string_view text, std::uint64_t number) {
    const auto words = words_of(text);
    if (words.empty() || words[0].text.starts_with('#')) return;
    const std::string_view first = words[0].text;
    if (first.starts_with('[')) return port(text, words[0].column - 1, number);
    const bool is_switch = same_letters(first, "switch");
    if (!is_switch && !same_letters(first, "ca") && !same_letters(first, "hca") &&
        !same_letters(first, "rt")) {
      return;  // vendid=, devid=, sysimgguid=, caguid=, …
    }
    std::size_t at = text.find('"');
    if (words.size() < 3 || at == text.npos) {
      source_.fail({number, 1}, fmt::format("expected '{} PORTS \"ID\"'", first));
    }
    Node n{is_switch,
           true,
           "",
           number_of(source_, {number, words[1].column}, "the number of ports", words[1].text, 1, 1023),
           {number, 1}};
    now_ = in_quotes(text, at, number);
    if (const std::size_t name = text.find('"', at); name != text.npos) {
      at = name;
      n.name = in_quotes(text, at, number);
    }
    n.counts = n.name.find("Aggregation Node") == n.name.npos;  // part of a switch that reduces (SHARP)
    if (const auto [old, fresh] = nodes_.try_emplace(now_, n); !fresh) {
      source_.fail({number, 1}, fmt::format("\"{}\" is in line {}, too", now_, old->second.at.line));
    }
    order_.push_back(now_);
  }
  void port(std::string_view text, std::size_t at, std::uint64_t number) {
    const Place place{number, at + 1};
    if (now_.empty()) source_.fail(place, "a port of no switch or channel adapter");
    Cable c{"", "", in_brackets(text, at, number), 0, place};
    if (c.from_port > nodes_.at(now_).ports) {
      source_.fail(place, fmt::format("port {} of \"{}\", which has {}", c.from_port, now_,
                                      nodes_.at(now_).ports));
    }
    at = text.find('"', at);
    if (at == text.npos) return;  // nothing is connected
    c.to = in_quotes(text, at, number);
    if (at < text.size() && text[at] == '[') c.to_port = in_brackets(text, at, number);
    const auto words = words_of(text);
    for (const Word& w : words) {
      if (w.text.size() > 3 && w.text[1] == 'x' && lane_rate(w.text.substr(2)) > 0) c.speed = w.text;
      if (w.text.size() > 4 && w.text[2] == 'x' && lane_rate(w.text.substr(3)) > 0) c.speed = w.text;
    }
    nodes_.at(now_).cables.push_back(std::move(c));
  }
  static double rate(std::string_view speed) {
    const std::size_t x = speed.find('x');
    if (x == speed.npos) return 0;
    return std::atof(std::string(speed.substr(0, x)).c_str()) * lane_rate(speed.substr(x + 1));
  }

  const Source& source_;
  std::map<std::string, Node> nodes_;
  std::vector<std::string> order_;
  std::string now_;
};

Imported Fabric::made() {
  Imported out;
  GraphText graph;
  std::string hosts;
  std::map<std::string, std::string> names;  // of switches, one for each
  std::map<std::string, int> taken;
  for (const std::string& id : order_) {
    const Node& n = nodes_.at(id);
    if (n.is_switch) ++taken[n.name];
  }
  for (const std::string& id : order_) {
    const Node& n = nodes_.at(id);
    if (n.is_switch) names[id] = n.name.empty() ? id : taken[n.name] > 1 ? n.name + " " + id : n.name;
  }
  if (names.empty()) source_.fail({}, "there is no switch");
  std::map<double, std::uint64_t> host_rates;
  std::uint64_t endpoints = 0;
  std::string links;
  std::map<std::string, std::uint64_t> ports_of;
  GraphText cables;
  for (const std::string& id : order_) {
    if (!nodes_.at(id).is_switch) continue;
    std::uint64_t here = 0;
    for (const Cable& c : nodes_.at(id).cables) {
      const Node& to = nodes_.at(c.to);
      const double r = rate(c.speed);
      if (to.is_switch) {
        if (std::pair(id, c.from_port) < std::pair(c.to, c.to_port)) {
          cables.link(names[id], names[c.to], r > 0 ? gigabits(r) : "");
        }
      } else if (to.counts) {
        ++host_rates[r];
        ++here;
        if (++ports_of[c.to] == 2) {
          out.warnings.push_back(
              source_.warning(to.at, fmt::format("\"{}\" has several ports: each is a node of its own",
                                                 to.name.empty() ? c.to : to.name)));
        }
        hosts += fmt::format("{} {}\n", endpoints + here - 1, to.name.empty() ? c.to : to.name);
      }
    }
    graph.router(names[id], here);
    endpoints += here;
  }
  if (endpoints == 0) source_.fail({}, "no channel adapter is connected to a switch");
  const auto usual = std::ranges::max_element(host_rates, {}, [](const auto& r) { return r.second; });
  if (host_rates.size() > 1) {
    out.warnings.push_back(
        source_.warning({}, fmt::format("links of hosts have {} rates; all get the rate of most, {} of {}",
                                        host_rates.size(), usual->second, endpoints)));
  }
  const std::string link = gigabits(usual->first > 0 ? usual->first : 100);
  out.files = {{"fabric.net", graph.text() + cables.text()}, {"nodes.txt", hosts}};
  out.toml = fmt::format(
      "# {} switches, {} hosts; nodes.txt says which host is which node.\n"
      "[topology]\ntype = \"graph\"\nfile = \"fabric.net\"\n\n"
      "# {}. Not in the file: cable_latency, router.buffer; these are defaults.\n"
      "[link]\nrate = \"{}\"\n\n",
      names.size(), endpoints,
      usual->first > 0 ? "Of the hosts' links; fabric.net has the others' rates"
                       : "Not in the file: the speed of links. This is an assumption",
      link);
  return out;
}

const Importer ibnetdiscover{
    "ibnetdiscover", "an InfiniBand fabric: what `ibnetdiscover` prints, or a network file of ibsim",
    [](const Source& s) {
      for (const std::string_view line : s.lines()) {
        const auto words = words_of(line);
        if (words.size() < 3 || !words[2].text.starts_with('"')) continue;
        if (same_letters(words[0].text, "switch") || same_letters(words[0].text, "ca") ||
            same_letters(words[0].text, "hca")) {
          return true;
        }
      }
      return false;
    },
    [](const Source& s) { return Fabric(s).made(); }};

}  // namespace
}  // namespace kasuri::imports
