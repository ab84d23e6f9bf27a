// SPDX-License-Identifier: MIT
// Topology files of htsim (.topo: trees of two or three tiers), and those of the ns-3 simulations of
// HPCC's authors (a list of links). Both become Ethernets.
#include <fmt/format.h>

#include <map>
#include <set>

#include "app/imports/importer.h"

namespace kasuri::imports {
namespace {

struct Tier {
  std::map<std::string, std::pair<std::uint64_t, Place>> settings;
};

Imported tree(const Source& s) {
  std::map<std::string, std::pair<std::uint64_t, Place>> all;
  std::vector<Tier> tiers;
  std::uint64_t line = 0;
  for (const std::string_view whole : s.lines()) {
    const auto words = words_of(whole.substr(0, whole.find('#')));
    ++line;
    if (words.empty()) continue;
    if (words.size() != 2) s.fail({line, words[0].column}, "expected a name and a number");
    const auto value = number_of(s, {line, words[1].column}, words[0].text, words[1].text, 0, 1u << 20);
    if (words[0].text == "Tier") {
      if (value != tiers.size()) s.fail({line, 1}, fmt::format("expected Tier {}", tiers.size()));
      tiers.emplace_back();
    } else {
      (tiers.empty() ? all : tiers.back().settings)[std::string(words[0].text)] = {
          value, {line, words[1].column}};
    }
  }
  const auto need = [&](const auto& in, const std::string& key) {
    const auto found = in.find(key);
    if (found == in.end() || found->second.first == 0)
      s.fail({}, fmt::format("{} is missing, or 0", key));
    return found->second.first;
  };
  const std::uint64_t nodes = need(all, "Nodes"), count = need(all, "Tiers");
  if (count != tiers.size() || count < 2 || count > 3) {
    s.fail(all["Tiers"].second,
           fmt::format("{} tiers, of which {} are described; 2 or 3 are known", count, tiers.size()));
  }
  Imported out;
  const auto optional = [&](const Tier& t, const std::string& key, std::uint64_t otherwise) {
    const auto found = t.settings.find(key);
    return found == t.settings.end() ? otherwise : found->second.first;
  };
  std::string children, parents, parallel, rates;
  std::uint64_t below = 1;
  std::set<std::string> speeds;
  for (std::size_t i = 0; i < tiers.size(); ++i) {
    const Tier& t = tiers[i];
    const std::uint64_t bundle = std::max<std::uint64_t>(optional(t, "Bundle", 1), 1);
    // Of the topmost tier the nodes decide: its switches may have ports to spare.
    const std::uint64_t down = i + 1 < tiers.size() ? need(t.settings, "Radix_Down") / bundle
                                                    : nodes / below;
    if (down == 0 || (i + 1 == tiers.size() && nodes % below)) {
      s.fail(
          all["Nodes"].second,
          fmt::format("{} nodes are not a multiple of the {} below a switch of the top", nodes, below));
    }
    children += fmt::format("{}{}", i ? ", " : "", down);
    if (i > 0) parallel += fmt::format("{}{}", i > 1 ? ", " : "", bundle);
    below *= down;
    if (i + 1 < tiers.size()) {
      const std::uint64_t next = std::max<std::uint64_t>(optional(tiers[i + 1], "Bundle", 1), 1);
      const std::uint64_t up = need(t.settings, "Radix_Up");
      if (up % next)
        s.fail(t.settings.at("Radix_Up").second,
               fmt::format("Radix_Up is no multiple of Bundle {}", next));
      parents += fmt::format("{}{}", i ? ", " : "", up / next);
    }
    speeds.insert(fmt::format("{}", need(t.settings, "Downlink_speed_Gbps")));
    if (i > 0) {
      rates +=
          fmt::format("\n[link.level{}]\nrate = \"{} Gb/s\"\ncable_latency = \"{} ns\"\n", i,
                      need(t.settings, "Downlink_speed_Gbps"),
                      optional(t, "Downlink_Latency_ns", 1000) + optional(t, "Switch_Latency_ns", 0));
    }
  }
  const Tier& first = tiers[0];
  const auto latency = optional(first, "Downlink_Latency_ns", 1000) +
                       optional(first, "Switch_Latency_ns", 0);
  out.toml = fmt::format(
      "# A switch's own latency is in the cables below it. Not in the file: queues, marks; see `kasuri "
      "help ethernet`.\n"
      "[topology]\ntype = \"xgft\"\nchildren = [{}]\nparents = [{}]\nparallel = [{}]\n\n"
      "[link]\nrate = \"{} Gb/s\"\ncable_latency = \"{} ns\"\n{}\n[ethernet]\npreset = \"uec-1.0\"\n\n",
      children, parents, parallel, need(first.settings, "Downlink_speed_Gbps"), latency, rates);
  return out;
}

// "NODES SWITCHES LINKS", the numbers of the switches, then "FROM TO RATE DELAY ERRORS" for each link.
Imported link_list(const Source& s) {
  const auto lines = s.lines();
  std::vector<std::pair<Word, std::uint64_t>> words;  // with their lines
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (const Word& w : words_of(lines[i])) words.push_back({w, i + 1});
  }
  std::size_t at = 0;
  const auto place = [&] {
    return at < words.size() ? Place{words[at].second, words[at].first.column} : Place{};
  };
  const auto word = [&]() -> std::string_view {
    if (at == words.size()) s.fail({lines.size(), 0}, "the file ends before its last link");
    return words[at++].first.text;
  };
  const auto number = [&](std::string_view what, std::uint64_t most) {
    const Place p = place();
    return number_of(s, p, what, word(), 0, most);
  };
  const auto nodes = number("the number of nodes", 1u << 22),
             count = number("the number of switches", nodes),
             links = number("the number of links", 1u << 24);
  std::set<std::uint64_t> switches;
  for (std::uint64_t i = 0; i < count; ++i) switches.insert(number("a switch", nodes - 1));
  struct Link {
    std::uint64_t from, to;
    std::string rate, delay;
  };
  std::vector<Link> all;
  std::map<std::uint64_t, std::uint64_t> hosts, cables_of_host;
  std::map<std::pair<std::string, std::string>, std::uint64_t> at_hosts;
  Imported out;
  for (std::uint64_t i = 0; i < links; ++i) {
    const Place p = place();
    Link l{number("a node", nodes - 1), number("a node", nodes - 1), std::string(word()),
           std::string(word())};
    if (real_of(s, place(), "the share of packets that are lost", word()) > 0) {
      out.warnings.push_back(s.warning(p, "lost packets of this link are not imported: see [faults]"));
    }
    if (!l.rate.ends_with("Gbps") && !l.rate.ends_with("Mbps")) s.fail(p, "a rate ends in Gbps or Mbps");
    l.rate.replace(l.rate.size() - 3, 3, "b/s");
    const bool a = switches.contains(l.from), b = switches.contains(l.to);
    if (!a && !b) s.fail(p, "a link between two hosts");
    if (a != b) {
      const std::uint64_t host = a ? l.to : l.from;
      if (++cables_of_host[host] == 2) s.fail(p, fmt::format("host {} has a second link", host));
      ++hosts[a ? l.from : l.to];
      ++at_hosts[{l.rate, l.delay}];
    } else {
      all.push_back(l);
    }
  }
  if (at_hosts.empty()) s.fail({}, "no host has a link");
  if (at_hosts.size() > 1)
    out.warnings.push_back(s.warning({}, "hosts' links differ; all get what most have"));
  const auto usual =
      std::ranges::max_element(at_hosts, {}, [](const auto& r) { return r.second; })->first;
  GraphText graph, cables;
  for (const std::uint64_t w : switches) graph.router(std::to_string(w), hosts[w]);
  for (const Link& l : all) cables.link(std::to_string(l.from), std::to_string(l.to), l.rate, l.delay);
  out.files.push_back({"fabric.net", graph.text() + cables.text()});
  out.toml = fmt::format(
      "[topology]\ntype = \"graph\"\nfile = \"fabric.net\"\n\n"
      "[link]\nrate = {}\ncable_latency = {}\n\n[ethernet]\npreset = \"uec-1.0\"\n\n",
      with_quotes(usual.first), with_quotes(usual.second));
  return out;
}

const Importer htsim{"htsim", "a topology of htsim (.topo): Nodes, Tiers, Tier 0 …",
                     [](const Source& s) { return s.contains("Radix_Down") && s.contains("Tiers"); },
                     tree};
const Importer ns3{
    "ns3-links",
    "a topology of HPCC's ns-3 simulations: nodes, switches, links, then a line for each link",
    [](const Source& s) {
      const auto lines = s.lines();
      if (lines.size() < 3 || words_of(lines[0]).size() != 3) return false;
      const auto link = words_of(lines[2]);
      return link.size() == 5 && link[2].text.ends_with("bps");
    },
    link_list};

}  // namespace
}  // namespace kasuri::imports
