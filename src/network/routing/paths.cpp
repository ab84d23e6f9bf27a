// SPDX-License-Identifier: MIT
// Paths from a file, one for each pair of routers with endpoints that it names: source routing, as
// of planned traffic (`kasuri chip --export` writes such files). Unlike tables by destination,
// paths of two sources that meet may part again. Other pairs take shortest paths, over links of all
// classes but those in `avoid`. All paths are put into layers of virtual channels that cannot
// deadlock (network/routing/layers.h), those of the file last.
//
// A file has lines `SOURCE TARGET PORT PORT ...`: the output port of each router from the source
// on, the last one leading to the target. Routers are named as `kasuri topo` does, or by number.

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/config/diagnostics.h"
#include "base/config/registry.h"
#include "base/core/errors.h"
#include "base/core/long_step.h"
#include "network/net/routing.h"
#include "network/net/too_few_vcs.h"
#include "network/routing/layers.h"
#include "network/routing/next_hops.h"
#include "network/routing/table_memory.h"
#include "network/topology/line_file.h"

namespace kasuri {
namespace {

struct PathsParams {
  std::optional<std::filesystem::path> file;
  std::vector<std::string> avoid;
  bool balanced = true;

  static config::Fields<PathsParams> fields() {
    using P = PathsParams;
    return {
        config::field("file", &P::file,
                      "file with lines `SOURCE TARGET PORT PORT ...`, the output port of each router on "
                      "the path; default: shortest paths for all pairs"),
        config::field("avoid", &P::avoid,
                      "link classes that paths of other pairs do not use")
            .size(0, 16),
        config::field("balanced", &P::balanced,
                      "whether paths of other pairs are spread over channels; false: lowest ports")};
  }
};

class Paths final : public Routing {
 public:
  Paths(const PathsParams& p, RoutingContext& c)
      : topology_(c.topology), terminals_(c.topology), of_source_(terminals_.count()) {
    refuse_large_tables("paths", topology_, terminals_, 1, 1);
    if (p.file) {
      LineFile file(*p.file);
      read(file);
      file.finish();
    }
    find_others(p.avoid, p.balanced);
    assign_layers();
    if (layers_ > c.vcs) {
      throw TooFewVcs(fmt::format("routing 'paths' needs {} virtual channels to be free of deadlock on {}, "
                                  "not {}; raise router.vcs",
                                  layers_ > kMaxVcs ? fmt::format("more than {}", kMaxVcs)
                                                    : fmt::format("{}", layers_),
                                  topology_.describe(), c.vcs));
    }
    for (std::uint32_t layer = 0; layer < layers_; ++layer) {
      masks_.push_back(vc_range(layer * c.vcs / layers_, (layer + 1) * c.vcs / layers_));
    }
  }

  Route route(const RouteInput& input, RouterId source, RouterId target) const override {
    const std::uint32_t from = terminals_.index(source), to = terminals_.index(target);
    if (const Given* given = find(from, to)) {
      for (std::uint32_t i = given->first;; ++i) {
        if (steps_[i].router == input.at) return {steps_[i].port, masks_[given->layer]};
      }
    }
    return {others_->port(input.at, to), masks_[layer_[pair(from, to)]]};
  }
  bool minimal() const override { return steps_.empty() && !avoids_; }
  std::optional<std::uint32_t> hop_limit() const override { return topology_.routers() - 1; }
  std::optional<DeadlockArgument> deadlock_argument() const override {
    return free_by_layers();
  }
  std::string describe() const override {
    return fmt::format("{} paths from a file, shortest paths between others, {} layer{}", given_,
                       layers_, layers_ == 1 ? "" : "s");
  }

 private:
  struct Given {
    std::uint32_t to;     // terminal
    std::uint32_t first;  // of steps_
    std::uint32_t size;
    std::uint32_t line;
    std::uint8_t layer = 0;
  };

  std::size_t pair(std::uint32_t from, std::uint32_t to) const {
    return std::size_t{from} * terminals_.count() + to;
  }

  const Given* find(std::uint32_t from, std::uint32_t to) const {
    const std::vector<Given>& all = of_source_[from];
    const auto at = std::ranges::lower_bound(all, to, {}, &Given::to);
    return at != all.end() && at->to == to ? &*at : nullptr;
  }

  void read(LineFile& file) {
    std::unordered_map<std::string, std::uint32_t> names;
    for (std::uint32_t r = 0; r < topology_.routers(); ++r) names.emplace(topology_.name({r}), r);
    file.read([&](std::size_t line, std::span<const LineFile::Word> words) {
      if (words.size() < 3) {
        return file.error(line, words[0].column,
                          "expected `SOURCE TARGET PORT PORT ...`: the routers of both ends, and "
                          "the output port of each router on the path");
      }
      const std::uint32_t from = terminal(names, file, line, words[0]);
      const std::uint32_t to = terminal(names, file, line, words[1]);
      if (from == Terminals::kNone || to == Terminals::kNone) return;
      if (from == to) return file.error(line, words[1].column, "source and target are one router");
      const auto first = static_cast<std::uint32_t>(steps_.size());
      if (!take(file, line, words, from, to)) return steps_.resize(first);
      of_source_[from].push_back({to, first, static_cast<std::uint32_t>(steps_.size()) - first,
                                  static_cast<std::uint32_t>(line)});
      ++given_;
    });
    for (std::vector<Given>& all : of_source_) {
      std::ranges::stable_sort(all, {}, &Given::to);
      for (std::size_t i = 1; i < all.size(); ++i) {
        if (all[i].to != all[i - 1].to) continue;
        file.error(all[i].line, 1,
                   fmt::format("line {} already has a path of this pair", all[i - 1].line));
      }
    }
  }

  std::uint32_t terminal(const std::unordered_map<std::string, std::uint32_t>& names,
                         LineFile& file, std::size_t line, const LineFile::Word& word) const {
    const auto named = names.find(word.text);
    const auto number = parse_index(word.text);
    std::optional<std::uint32_t> r;
    if (named != names.end())
      r = named->second;
    else if (number && *number < topology_.routers())
      r = *number;
    if (!r) {
      file.error(line, word.column, fmt::format("there is no router '{}'", word.text));
      return Terminals::kNone;
    }
    const std::uint32_t t = terminals_.index({*r});
    if (t == Terminals::kNone) {
      file.error(line, word.column, fmt::format("router '{}' has no endpoint", word.text));
    }
    return t;
  }

  // Walks the path and appends its steps.
  bool take(LineFile& file, std::size_t line, std::span<const LineFile::Word> words,
            std::uint32_t from, std::uint32_t to) {
    const std::size_t first = steps_.size();
    RouterId at = terminals_[from];
    for (const LineFile::Word& word : words.subspan(2)) {
      const auto port = parse_index(word.text);
      const std::uint32_t degree = topology_.degree(at);
      const auto refuse = [&](const std::string& why) {
        file.error(line, word.column, why);
        return false;
      };
      if (!port || *port >= degree) {
        return refuse(fmt::format("router '{}' has {}, not '{}'", topology_.name(at),
                                  degree ? fmt::format("ports 0 to {}", degree - 1) : "no port",
                                  word.text));
      }
      const bool again =
          std::any_of(steps_.begin() + static_cast<std::ptrdiff_t>(first), steps_.end(),
                      [&](const PortRef& s) { return s.router == at; });
      if (again) {
        return refuse(fmt::format("the path passes router '{}' twice", topology_.name(at)));
      }
      if (at == terminals_[to]) {
        return refuse(
            fmt::format("the path goes on after its target, router '{}'", topology_.name(at)));
      }
      steps_.push_back({at, static_cast<std::uint16_t>(*port)});
      at = topology_.neighbour(at, *port).router;
    }
    if (at == terminals_[to]) return true;
    file.error(line, words.back().column,
               fmt::format("the path ends at router '{}', not at '{}'", topology_.name(at),
                           topology_.name(terminals_[to])));
    return false;
  }

  // Shortest paths without links of these classes, which are left out as if they had failed.
  void find_others(const std::vector<std::string>& avoid, bool balanced) {
    const std::vector<std::string> classes = topology_.link_classes();
    std::vector<bool> avoided(classes.size());
    for (const std::string& name : avoid) {
      const auto at = std::ranges::find(classes, name);
      if (at == classes.end()) {
        throw Error(Exit::usage, fmt::format("routing 'paths': {} has no links of class '{}' "
                                             "(routing.avoid); it has: {}",
                                             topology_.describe(), name, config::join(classes)));
      }
      avoided[static_cast<std::size_t>(at - classes.begin())] = true;
    }
    Failures without(topology_);
    for (std::uint32_t r = 0; r < topology_.routers(); ++r) {
      for (std::uint16_t p = 0; p < topology_.degree({r}); ++p) {
        if (!avoided[topology_.link_class({r}, p)]) continue;
        without.fail(PortRef{{r}, p}, Time{0});
        avoids_ = true;
      }
    }
    without.settle(Time{0});
    others_ =
        ShortestPaths(topology_, terminals_, balanced, avoids_ ? &without : nullptr).next_table();
    for (std::uint32_t from = 0; from < terminals_.count(); ++from) {
      for (std::uint32_t to = 0; to < terminals_.count(); ++to) {
        if (from == to || find(from, to)) continue;
        if (others_->port(terminals_[from], to) != NextHops::kNone) continue;
        throw Error(Exit::usage,
                    fmt::format("routing 'paths': without links of class {} there is no path from router "
                                "'{}' to '{}', and the file has none; shorten routing.avoid, or add a path "
                                "to the file",
                                config::join(avoid), topology_.name(terminals_[from]),
                                topology_.name(terminals_[to])));
      }
    }
  }

  void assign_layers() {
    Layers layers(topology_);
    layer_.assign(std::size_t{terminals_.count()} * terminals_.count(), 0);
    LongStep step("routing: paths in layers without deadlock", terminals_.count());
    for (std::uint32_t to = 0; to < terminals_.count(); ++to) {
      if (!place_others(to, layers)) return;
      step.at(to + 1);
    }
    for (std::vector<Given>& all : of_source_) {
      for (Given& g : all) {
        const std::uint32_t layer = layers.place(std::span(steps_).subspan(g.first, g.size));
        layers_ = layers.count();
        if (layers_ > kMaxVcs) return;
        g.layer = static_cast<std::uint8_t>(layer);
      }
    }
  }

  // Paths to one terminal make a tree: what leads to a router from which the rest is in the first
  // layer already needs only its beginning placed there.
  bool place_others(std::uint32_t to, Layers& layers) {
    std::vector<bool> placed(topology_.routers());
    std::vector<PortRef> beginning;
    for (std::uint32_t from = 0; from < terminals_.count(); ++from) {
      if (from == to || find(from, to)) continue;
      beginning.clear();
      for (RouterId at = terminals_[from]; at != terminals_[to];) {
        const std::uint16_t port = others_->port(at, to);
        beginning.push_back({at, port});
        if (placed[at.v]) break;
        at = topology_.neighbour(at, port).router;
      }
      if (layers.place_in(0, beginning)) {
        for (const PortRef& p : beginning) placed[p.router.v] = true;
        continue;
      }
      const std::uint32_t layer = layers.place(*others_, terminals_[from], terminals_, to);
      layers_ = layers.count();
      if (layers_ > kMaxVcs) return false;
      layer_[pair(from, to)] = static_cast<std::uint8_t>(layer);
    }
    return true;
  }

  const Topology& topology_;
  Terminals terminals_;
  std::vector<std::vector<Given>> of_source_;  // by target
  std::vector<PortRef> steps_;                 // of all paths
  std::size_t given_ = 0;
  bool avoids_ = false;
  std::optional<NextHops> others_;
  std::uint32_t layers_ = 1;
  std::vector<std::uint8_t> layer_;  // of each pair without a given path
  std::vector<std::uint32_t> masks_;
};

const config::Register<Paths, PathsParams> paths{
    "paths", "any graph: paths from a file; shortest paths for other pairs"};

}  // namespace
}  // namespace kasuri
