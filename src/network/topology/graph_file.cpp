// SPDX-License-Identifier: MIT
#include "network/topology/graph_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <unordered_map>

#include "base/config/diagnostics.h"
#include "base/core/parse_units.h"
#include "network/topology/line_file.h"

namespace kasuri {
namespace {

constexpr std::uint32_t kMaxPort = 4095;

using Problems = std::vector<std::string>;

// Hands each attribute to `take`, which returns what is wrong with it; others are unknown.
template <class Take>
Problems each(const Attributes& attributes, std::span<const std::string> known, Take take) {
  Problems all;
  for (const auto& [name, value] : attributes) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      all.push_back(
          fmt::format("unknown attribute '{}'{}", name,
                      config::did_you_mean(name, known, "; known: " + config::join(known))));
    } else if (std::string why = take(name, value); !why.empty()) {
      all.push_back(fmt::format("'{}': {}", name, why));
    }
  }
  return all;
}

std::string number(std::string_view text, std::uint32_t most, std::optional<std::uint32_t>& out) {
  out = parse_index(text);
  if (out && *out <= most) return "";
  return fmt::format("'{}' is not a number from 0 to {}", text, most);
}

// What bits and time cost: "energy" or "power".
std::string quantity(std::string_view name, std::string_view text, double& energy, double& power) {
  const bool is_energy = name == "energy";
  const auto value = parse_quantity(text, is_energy ? "J/b" : "W");
  if (!value) return value.error;
  if (value.value < 0 || value.value > (is_energy ? 1e-3 : 1e6)) {
    return is_energy ? "an energy is from 0 J/b to 1 mJ/b" : "a power is from 0 W to 1 MW";
  }
  (is_energy ? energy : power) = value.value;
  return "";
}

}  // namespace

std::vector<std::string> read_attributes(const Attributes& attributes, GraphData::Router& r) {
  static const std::array<std::string, 3> known{"endpoints", "energy", "power"};
  return each(attributes, known, [&](std::string_view name, const std::string& value) {
    if (name != "endpoints") return quantity(name, value, r.energy, r.power);
    return number(value, kMaxPort, r.endpoints);
  });
}

std::vector<std::string> read_attributes(const Attributes& attributes, GraphData::Link& l) {
  static const std::array<std::string, 7> known{"class", "rate", "latency", "source_port",
                                                "target_port", "energy", "power"};
  return each(attributes, known, [&](std::string_view name, const std::string& value) {
    if (name == "class") {
      l.kind = value;
      return std::string(value.empty() ? "a class needs a name" : "");
    }
    if (name == "energy" || name == "power") return quantity(name, value, l.energy, l.power);
    if (name == "source_port") return number(value, kMaxPort, l.from_port);
    if (name == "target_port") return number(value, kMaxPort, l.to_port);
    if (name == "rate") {
      const auto rate = parse_rate(value);
      if (rate && rate.value.n < 1000) return std::string("a link needs at least 1 kB/s");
      l.facts.rate = rate.value;
      return rate.error;
    }
    const auto latency = parse_time(value);
    if (latency && (latency.value < Time{0} || latency.value > Time{1'000'000'000})) {
      return std::string("a cable's latency is from 0 ps to 1 ms");
    }
    l.facts.cable_latency = latency.value;
    return latency.error;
  });
}

namespace {

class EdgeList {
 public:
  explicit EdgeList(const std::filesystem::path& file) : file_(file) {}

  GraphData read() {
    file_.read([&](std::size_t line, std::span<const Word> words) { take(line, words); });
    file_.finish();
    return std::move(graph_);
  }

 private:
  using Word = LineFile::Word;

  void take(std::size_t line, std::span<const Word> words) {
    const std::string& kind = words[0].text;
    if (kind == "router") {
      if (words.size() < 2) return file_.error(line, words[0].column, "expected `router NAME`");
      const auto [at, is_new] = indices_.try_emplace(words[1].text, graph_.routers.size());
      if (is_new) graph_.routers.push_back({.name = words[1].text, .endpoints = {}});
      if (!declared_.try_emplace(words[1].text, line).second) {
        return file_.error(line, words[1].column,
                           fmt::format("router '{}' is already in line {}", words[1].text,
                                       declared_[words[1].text]));
      }
      report(line, words[1].column,
             read_attributes(attributes(line, words.subspan(2)), graph_.routers[at->second]));
    } else if (kind == "link" || kind == "channel") {
      if (words.size() < 3) {
        return file_.error(line, words[0].column,
                           fmt::format("expected `{} NAME[:PORT] NAME[:PORT]`", kind));
      }
      GraphData::Link l{.from = 0,
                        .to = 0,
                        .from_port = {},
                        .to_port = {},
                        .both = kind == "link",
                        .kind = {},
                        .facts = {},
                        .where = file_.place(line)};
      l.from = end(line, words[1], l.from_port);
      l.to = end(line, words[2], l.to_port);
      report(line, words[0].column, read_attributes(attributes(line, words.subspan(3)), l));
      graph_.links.push_back(std::move(l));
    } else {
      file_.error(line, words[0].column,
                  fmt::format("a line begins with router, link or channel, not '{}'", kind));
    }
  }

  // NAME or NAME:PORT.
  std::uint32_t end(std::size_t line, const Word& word, std::optional<std::uint32_t>& port) {
    const std::size_t colon = word.text.rfind(':');
    const std::string name = word.text.substr(0, colon);
    if (colon != std::string::npos) {
      const std::string why = number(word.text.substr(colon + 1), kMaxPort, port);
      if (!why.empty()) file_.error(line, word.column + colon + 1, "port " + why);
    }
    const auto [at, is_new] = indices_.try_emplace(name, graph_.routers.size());
    if (is_new) graph_.routers.push_back({.name = name, .endpoints = {}});
    return static_cast<std::uint32_t>(at->second);
  }

  Attributes attributes(std::size_t line, std::span<const Word> words) {
    Attributes all;
    for (const Word& w : words) {
      const std::size_t equals = w.text.find('=');
      if (equals == std::string::npos) {
        file_.error(line, w.column, fmt::format("expected KEY=VALUE, not '{}'", w.text));
      } else if (!all.emplace(w.text.substr(0, equals), w.text.substr(equals + 1)).second) {
        file_.error(line, w.column, fmt::format("'{}' is given twice", w.text.substr(0, equals)));
      }
    }
    return all;
  }

  void report(std::size_t line, std::size_t column, const Problems& problems) {
    for (const std::string& why : problems) file_.error(line, column, why);
  }

  LineFile file_;
  GraphData graph_;
  std::unordered_map<std::string, std::size_t> indices_;
  std::unordered_map<std::string, std::size_t> declared_;  // by `router`, in which line
};

}  // namespace

GraphData read_graph(const std::filesystem::path& file) {
  return is_boost_graph(file) ? read_boost_graph(file) : EdgeList(file).read();
}

}  // namespace kasuri
