// SPDX-License-Identifier: MIT
// Destination tables, as the linear forwarding tables of InfiniBand switches (IBTA, vol. 1, 14.2):
// at each router an output port for each destination, from a file, or of shortest paths over lowest
// ports. Nothing keeps such tables from closing cycles; the check before the run tells.
//
// A file has lines `ROUTER DESTINATION PORT`, or `ROUTER DESTINATION PORT VC` for one virtual
// channel instead of all. Routers are named as `kasuri topo` does, or by number.

#include <fmt/format.h>

#include <unordered_map>

#include "base/config/registry.h"
#include "base/core/errors.h"
#include "network/net/routing.h"
#include "network/routing/next_hops.h"
#include "network/topology/line_file.h"

namespace kasuri {
namespace {

struct TablesParams {
  std::optional<std::filesystem::path> file;

  static config::Fields<TablesParams> fields() {
    return {config::field("file", &TablesParams::file,
                          "file with lines `ROUTER DESTINATION PORT`, optionally with a virtual channel; "
                          "default: shortest paths over lowest ports")};
  }
};

class Tables final : public Routing {
 public:
  Tables(const TablesParams& p, RoutingContext& c)
      : topology_(c.topology),
        vcs_(c.vcs),
        terminals_(c.topology),
        ports_{{c.topology, terminals_}},
        failures_(c.failures && c.failures->any() ? c.failures : nullptr),
        any_(static_cast<std::uint32_t>((std::uint64_t{1} << c.vcs) - 1)),
        from_file_(p.file.has_value()) {
    if (!p.file) {
      ports_.clear();
      for (std::uint32_t epoch = 0; epoch < (failures_ ? failures_->epochs() : 1); ++epoch) {
        ports_.push_back(
            ShortestPaths(topology_, terminals_, false, failures_, epoch).next_table());
      }
      return;
    }
    LineFile file(*p.file);
    read(file);
    file.finish();
    check_paths(file);
    file.finish();
  }

  Route route(const RouteInput& input, RouterId, RouterId target) const override {
    const std::uint32_t to = terminals_.index(target);
    const std::uint16_t port = ports_[input.path].port(input.at, to);
    if (vc_.empty()) return {port, any_};
    const std::uint8_t vc = vc_[entry(input.at, to)];
    return {port, vc == kAny ? any_ : 1u << vc};
  }
  std::uint32_t paths() const override { return static_cast<std::uint32_t>(ports_.size()); }
  bool avoids_failures() const override { return !from_file_; }
  std::uint32_t epochs() const override { return paths(); }
  bool minimal() const override { return !from_file_ && !failures_; }
  std::optional<std::uint32_t> hop_limit() const override { return topology_.routers() - 1; }
  std::string describe() const override {
    return from_file_ ? "destination tables from a file" : "destination tables of shortest paths";
  }

 private:
  static constexpr std::uint8_t kAny = UINT8_MAX;

  std::size_t entry(RouterId at, std::uint32_t terminal) const {
    return std::size_t{at.v} * terminals_.count() + terminal;
  }

  void read(LineFile& file) {
    std::unordered_map<std::string, std::uint32_t> names;
    for (std::uint32_t r = 0; r < topology_.routers(); ++r) names.emplace(topology_.name({r}), r);
    const auto router = [&](const std::string& word) -> std::optional<std::uint32_t> {
      if (const auto named = names.find(word); named != names.end()) return named->second;
      const auto r = parse_index(word);
      return r && *r < topology_.routers() ? r : std::nullopt;
    };
    file.read([&](std::size_t line, std::span<const LineFile::Word> words) {
      if (words.size() != 3 && words.size() != 4) {
        return file.error(line, words[0].column, "expected `ROUTER DESTINATION PORT` or also a VC");
      }
      const auto at = router(words[0].text), to = router(words[1].text);
      for (const auto& [r, word] : {std::pair(at, &words[0]), {to, &words[1]}}) {
        if (!r) file.error(line, word->column, fmt::format("there is no router '{}'", word->text));
      }
      if (!at || !to) return;
      const std::uint32_t terminal = terminals_.index({*to});
      if (terminal == Terminals::kNone) {
        return file.error(
            line, words[1].column,
            fmt::format("router '{}' is no destination: it has no endpoint", words[1].text));
      }
      const auto port = parse_index(words[2].text);
      const std::uint32_t degree = topology_.degree({*at});
      if (!port || *port >= degree) {
        return file.error(line, words[2].column,
                          fmt::format("router '{}' has ports 0 to {}, not '{}'", words[0].text,
                                      degree - 1, words[2].text));
      }
      std::uint16_t& stored = ports_[0].port({*at}, terminal);
      if (stored != NextHops::kNone) {
        return file.error(
            line, words[0].column,
            fmt::format("router '{}' has a port for '{}' already", words[0].text, words[1].text));
      }
      stored = static_cast<std::uint16_t>(*port);
      if (words.size() == 3) return;
      const auto vc = parse_index(words[3].text);
      if (!vc || *vc >= vcs_) {
        return file.error(line, words[3].column,
                          fmt::format("virtual channels are 0 to {} (router.vcs), not '{}'",
                                      vcs_ - 1, words[3].text));
      }
      if (vc_.empty()) vc_.assign(std::size_t{topology_.routers()} * terminals_.count(), kAny);
      vc_[entry({*at}, terminal)] = static_cast<std::uint8_t>(*vc);
    });
  }

  // From every router with endpoints to every other: an entry at each step, and no cycle.
  void check_paths(LineFile& file) const {
    for (std::uint32_t to = 0; to < terminals_.count(); ++to) {
      std::vector<bool> good(topology_.routers());
      good[terminals_[to].v] = true;
      for (std::uint32_t from = 0; from < terminals_.count(); ++from) {
        std::vector<std::uint32_t> path;
        RouterId at = terminals_[from];
        while (!good[at.v]) {
          const std::string journey =
              fmt::format("on the path from router '{}' to '{}'", topology_.name(terminals_[from]),
                          topology_.name(terminals_[to]));
          if (ports_[0].port(at, to) == NextHops::kNone) {
            return file.error(fmt::format("router '{}' has no port for destination '{}', {}",
                                          topology_.name(at), topology_.name(terminals_[to]),
                                          journey));
          }
          if (path.size() > topology_.routers()) {
            return file.error(fmt::format("the tables have a cycle through router '{}', {}",
                                          topology_.name(at), journey));
          }
          path.push_back(at.v);
          at = topology_.neighbour(at, ports_[0].port(at, to)).router;
        }
        for (const std::uint32_t r : path) good[r] = true;
      }
    }
  }

  const Topology& topology_;
  std::uint32_t vcs_;
  Terminals terminals_;
  std::vector<NextHops> ports_;  // by epoch
  const Failures* failures_;     // null if nothing fails
  std::uint32_t any_;
  bool from_file_;
  std::vector<std::uint8_t> vc_;  // of each entry; empty if the file names none
};

const config::Register<Tables, TablesParams> tables{
    "tables", "any graph: one output port per destination, from a file or by shortest paths"};

}  // namespace
}  // namespace kasuri
