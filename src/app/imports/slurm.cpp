// SPDX-License-Identifier: MIT
// Slurm's topology.conf: trees of switches (topology/tree) and blocks (topology/block). It says who is
// below whom, not how many links there are nor how fast: switches get uplinks as fast as all that is
// below them.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "app/imports/importer.h"

namespace kasuri::imports {
namespace {

constexpr std::uint64_t kMostNames = 1u << 22;

// Names of a list such as "tux[0-3,07],login,r[1-2]n[01-16]".
class HostList {
 public:
  HostList(const Source& s, Place at) : source_(s), at_(at) {}

  std::vector<std::string> names(std::string_view list) {
    std::vector<std::string> all;
    std::size_t begin = 0;
    int depth = 0;
    for (std::size_t i = 0; i <= list.size(); ++i) {
      const char c = i < list.size() ? list[i] : ',';
      depth += (c == '[') - (c == ']');
      if (depth < 0 || depth > 1) fail(i, "brackets that do not match");
      if (c != ',' || depth > 0) continue;
      if (i > begin) expand("", list.substr(begin, i - begin), begin, all);
      begin = i + 1;
    }
    if (depth != 0) fail(list.size(), "a bracket without its end");
    return all;
  }

 private:
  [[noreturn]] void fail(std::size_t offset, std::string_view what) const {
    source_.fail({at_.line, at_.column + offset}, what);
  }
  void expand(const std::string& prefix, std::string_view rest, std::size_t offset,
              std::vector<std::string>& all) {
    const std::size_t open = rest.find('[');
    if (open == rest.npos) {
      if (all.size() == kMostNames) fail(offset, fmt::format("more than {} names", kMostNames));
      all.push_back(prefix + std::string(rest));
      return;
    }
    const std::size_t close = rest.find(']', open);
    std::string_view ranges = rest.substr(open + 1, close - open - 1);
    const std::string before = prefix + std::string(rest.substr(0, open));
    while (!ranges.empty()) {
      const std::size_t end = std::min(ranges.find(','), ranges.size());
      const std::string_view range = ranges.substr(0, end);
      const std::size_t dash = std::min(range.find('-'), range.size());
      const Place place{at_.line, at_.column + offset + open + 1};
      const auto low =
          number_of(source_, place, "a number of a list", range.substr(0, dash), 0, 999999999);
      const auto high = dash == range.size() ? low
                                             : number_of(source_, place, "the end of a range",
                                                         range.substr(dash + 1), low, low + kMostNames);
      for (std::uint64_t n = low; n <= high; ++n) {
        expand(fmt::format("{}{:0{}}", before, n, dash), rest.substr(close + 1), offset + close + 1, all);
      }
      ranges.remove_prefix(std::min(end + 1, ranges.size()));
    }
  }

  const Source& source_;
  Place at_;
};

struct Switch {
  std::vector<std::string> nodes, below;
  Place at;
  std::uint64_t carried = 0;  // nodes' links that its uplinks carry
  std::uint64_t parents = 0;
  enum { fresh, begun, done } state = fresh;
};

class Tree {
 public:
  explicit Tree(const Source& s) : source_(s) {
    std::string whole;
    std::uint64_t number = 0, first = 0;
    for (const std::string_view line : s.lines()) {
      ++number;
      if (whole.empty()) first = number;
      whole += line.substr(0, line.find('#'));
      if (whole.ends_with('\\')) {
        whole.back() = ' ';
        continue;
      }
      read(whole, first);
      whole.clear();
    }
    if (order_.empty()) source_.fail({}, "there is no switch and no block");
    if (blocks_) join_blocks();
    for (const std::string& name : order_) {
      for (const std::string& below : switches_.at(name).below) {
        const auto found = switches_.find(below);
        if (found == switches_.end()) {
          source_.fail(switches_.at(name).at,
                       fmt::format("switch {} is above {}, which is not in the file", name, below));
        }
        ++found->second.parents;
      }
    }
  }

  Imported made() {
    Imported out;
    GraphText graph, links;
    std::string nodes;
    std::uint64_t endpoints = 0;
    std::set<std::string> known;
    for (const std::string& name : order_) {
      const Switch& s = switches_.at(name);
      graph.router(name, s.nodes.size());
      for (const std::string& n : s.nodes) {
        if (!known.insert(n).second)
          source_.fail(s.at, fmt::format("node {} is at another switch, too", n));
        nodes += fmt::format("{} {}\n", endpoints++, n);
      }
      carried(name);
    }
    if (endpoints == 0) source_.fail({}, "no switch has nodes");
    for (const std::string& name : order_) {
      for (const std::string& b : switches_.at(name).below) {
        const Switch& s = switches_.at(b);
        links.link(name, b, gigabits(kNodeRate * std::max(1.0, double(s.carried)) / double(s.parents)));
      }
    }
    out.warnings = std::move(warnings_);
    out.files = {{"fabric.net", graph.text() + links.text()}, {"nodes.txt", nodes}};
    out.toml = fmt::format(
        "# {} switches, {} nodes; nodes.txt says which name is which node.\n"
        "# topology.conf says who is below whom and nothing else. Assumed: nodes have {:g} Gb/s, the "
        "links above a\n"
        "# switch together as much as all nodes below it (no oversubscription). fabric.net has the "
        "rates.\n"
        "[topology]\ntype = \"graph\"\nfile = \"fabric.net\"\n\n[link]\nrate = \"{}\"\n\n",
        order_.size(), endpoints, kNodeRate, gigabits(kNodeRate));
    return out;
  }

 private:
  static constexpr double kNodeRate = 100;

  void read(std::string_view line, std::uint64_t number) {
    const auto words = words_of(line);
    if (words.empty()) return;
    Switch s;
    s.at = {number, words[0].column};
    std::string name;
    for (const Word& w : words) {
      const std::size_t equals = w.text.find('=');
      if (equals == w.text.npos) source_.fail({number, w.column}, "expected KEY=VALUE");
      const std::string_view key = w.text.substr(0, equals), value = w.text.substr(equals + 1);
      HostList list(source_, {number, w.column + equals + 1});
      if (same_letters(key, "SwitchName") || same_letters(key, "BlockName")) {
        name = value;
        blocks_ |= same_letters(key, "BlockName");
      } else if (same_letters(key, "Nodes")) {
        s.nodes = list.names(value);
      } else if (same_letters(key, "Switches")) {
        s.below = list.names(value);
      } else if (!same_letters(key, "BlockSizes")) {
        warnings_.push_back(source_.warning({number, w.column}, fmt::format("{} is not used", key)));
      }
    }
    if (name.empty()) {
      if (same_letters(words[0].text.substr(0, 10), "BlockSizes")) return;
      source_.fail({number, words[0].column}, "expected SwitchName= or BlockName=");
    }
    if (const auto [old, fresh] = switches_.try_emplace(name, s); !fresh) {
      source_.fail(s.at, fmt::format("{} is in line {}, too", name, old->second.at.line));
    }
    order_.push_back(name);
  }
  // Blocks are joined by a switch that the file does not name.
  void join_blocks() {
    Switch top;
    top.below = order_;
    std::string name = "between-blocks";
    while (switches_.contains(name)) name += '-';
    switches_[name] = top;
    order_.push_back(name);
  }
  std::uint64_t carried(const std::string& name, int level = 0) {
    Switch& s = switches_.at(name);
    if (s.state == Switch::done) return s.carried;
    if (s.state == Switch::begun) source_.fail(s.at, fmt::format("switch {} is below itself", name));
    if (level == 64) source_.fail(s.at, "more than 64 levels of switches");
    s.state = Switch::begun;
    s.carried = s.nodes.size();
    for (const std::string& b : s.below) {
      const std::uint64_t below = carried(b, level + 1), parents = switches_.at(b).parents;
      s.carried += (below + parents - 1) / parents;
    }
    s.state = Switch::done;
    return s.carried;
  }

  const Source& source_;
  std::map<std::string, Switch> switches_;
  std::vector<std::string> order_, warnings_;
  bool blocks_ = false;
};

const Importer slurm{"slurm", "Slurm's topology.conf: SwitchName= or BlockName= lines",
                     [](const Source& s) {
                       for (const std::string_view line : s.lines()) {
                         const auto words = words_of(line);
                         if (words.empty() || words[0].text.starts_with('#')) continue;
                         const std::string_view key = words[0].text.substr(0, words[0].text.find('='));
                         return same_letters(key, "SwitchName") || same_letters(key, "BlockName");
                       }
                       return false;
                     },
                     [](const Source& s) { return Tree(s).made(); }};

}  // namespace
}  // namespace kasuri::imports
