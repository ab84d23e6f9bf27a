// SPDX-License-Identifier: MIT
#include "experiment/plan/placement.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/core/words.h"
#include "network/topology/line_file.h"
#include "network/topology/named.h"
#include "network/placement/placement.h"
#include "network/placement/mapping.h"

namespace kasuri {
namespace {

// Who has which nodes.
class Nodes {
 public:
  Nodes(const Config& c, const Topology& t)
      : c_(c),
        t_(t),
        nics_(static_cast<std::uint32_t>(c.nic.per_node)),
        owner_(t.endpoints() / nics_, kNobody) {}

  const Topology& topology() const { return t_; }
  std::uint32_t nics_per_node() const { return nics_; }
  std::uint32_t count() const { return static_cast<std::uint32_t>(owner_.size()); }

  // Why a job cannot have a node; "" if it can.
  std::string why_not(std::size_t job, NodeId n) const {
    const std::uint32_t other = owner_[n.v];
    if (other == kNobody || (c_.jobs[job].share_nodes && c_.jobs[other].share_nodes)) return "";
    return fmt::format("it belongs to job '{}'; to share nodes, set share_nodes = true in both jobs",
                       job_name(c_.jobs[other]));
  }
  std::vector<NodeId> free(std::size_t job) const {
    std::vector<NodeId> all;
    for (std::uint32_t n = 0; n < count(); ++n) {
      const std::uint32_t other = owner_[n];
      if (other == kNobody || (c_.jobs[job].share_nodes && c_.jobs[other].share_nodes)) {
        all.push_back({n});
      }
    }
    return all;
  }
  void give(std::size_t job, std::span<const NodeId> nodes) {
    for (const NodeId n : nodes) owner_[n.v] = static_cast<std::uint32_t>(job);
  }

 private:
  static constexpr std::uint32_t kNobody = UINT32_MAX;
  const Config& c_;
  const Topology& t_;
  std::uint32_t nics_;
  std::vector<std::uint32_t> owner_;
};

// The words of a line; a comma parts them too, but not within coordinates.
std::vector<LineFile::Word> at_commas(std::span<const LineFile::Word> words) {
  std::vector<LineFile::Word> all;
  for (const LineFile::Word& w : words) {
    for (std::size_t from = 0; from < w.text.size();) {
      const std::size_t close = w.text[from] == '(' ? w.text.find(')', from) : from;
      const std::size_t to = std::min(w.text.find(',', close), w.text.size());
      if (to > from) all.push_back({w.text.substr(from, to - from), w.column + from});
      from = to + 1;
    }
  }
  return all;
}

std::vector<NodeId> read_mapping(const std::filesystem::path& path, std::uint64_t ranks,
                                 std::size_t job, const Nodes& nodes) {
  LineFile file(path);
  Named named(nodes.topology());
  std::vector<NodeId> node_of(ranks);
  std::vector<std::uint32_t> line_of(ranks, 0);
  std::size_t last = 0;
  std::optional<bool> in_turn;  // no ranks are given: the n-th line is that of rank n
  std::uint32_t next = 0;
  file.read([&](std::size_t number, std::span<const LineFile::Word> line) {
    last = number;
    const std::vector<LineFile::Word> words = at_commas(line);
    if (words.empty()) return;
    if (!in_turn) in_turn = words.size() == 1 && !parse_index(words[0].text);
    const auto rank = *in_turn ? std::optional(next++) : parse_index(words[0].text);
    const std::size_t at = *in_turn ? 0 : 1;
    if (!rank || words.size() != at + 1) {
      const std::size_t wrong = !rank ? 0 : std::min(at + 1, words.size());
      return file.error(number,
                        wrong < words.size() ? words[wrong].column
                                             : words[0].column + words[0].text.size(),
                        *in_turn ? "expected one node, as in the lines before"
                                 : "expected `rank node`, where a node is a number or (x,y,z)");
    }
    std::string why;
    const auto node = named.node(words[at].text, nodes.nics_per_node(), why);
    if (*rank >= ranks) {
      file.error(number, words[0].column,
                 fmt::format("rank {} does not exist; ranks are 0 to {}", *rank, ranks - 1));
    } else if (!node) {
      file.error(number, words[at].column, why);
    } else if (line_of[*rank]) {
      file.error(number, words[0].column,
                 fmt::format("rank {} is already in line {}", *rank, line_of[*rank]));
    } else if (const std::string taken = nodes.why_not(job, *node); !taken.empty()) {
      file.error(number, words[at].column, fmt::format("node {}: {}", node->v, taken));
    } else {
      line_of[*rank] = static_cast<std::uint32_t>(number);
      node_of[*rank] = *node;
    }
  });
  const auto missing = static_cast<std::uint64_t>(std::ranges::count(line_of, 0u));
  if (missing) {
    const auto first = std::ranges::find(line_of, 0u) - line_of.begin();
    file.error(last + 1, 1, fmt::format("{} of {} ranks have no node, the first is rank {}",
                                        missing, ranks, first));
  }
  file.finish();
  return node_of;
}

// The first `ranks` places on these nodes.
std::vector<NodeId> slots_on(std::span<const NodeId> chosen, const JobParams& job,
                             std::uint64_t ranks, const Nodes& nodes) {
  const std::size_t per_node = job.ranks_per_node;
  const auto router = [&](NodeId n) {
    return nodes.topology().router_of({n.v * nodes.nics_per_node()});
  };
  std::vector<NodeId> slots;
  slots.reserve(ranks);
  for (std::size_t first = 0, end; first < chosen.size(); first = end) {
    // Nodes over which places are dealt out together.
    end = first + 1;
    if (job.layout == RankLayout::cyclic) end = chosen.size();
    while (job.layout == RankLayout::router_cyclic && end < chosen.size() &&
           router(chosen[end]) == router(chosen[first])) {
      ++end;
    }
    for (std::size_t i = 0; i < (end - first) * per_node && slots.size() < ranks; ++i) {
      slots.push_back(chosen[first + i % (end - first)]);
    }
  }
  return slots;
}

// What a component throws is reported where it, or else the job, was written.
template <class T, class Context, class F>
auto ask(const std::optional<config::Choice<T>>& choice, Context& context, config::Section& section,
         F call) -> decltype(call(*choice->make(context))) {
  try {
    return call(*(choice ? *choice : config::Choice<T>("linear")).make(context));
  } catch (const Error& e) {
    // What speaks of a file of its own is complete.
    if (e.has_place()) throw;
    section.error(T::kKind, e.what());
    return {};
  }
}

std::vector<NodeId> place(const Config& c, std::size_t i, std::optional<std::uint32_t> asked, Nodes& nodes,
                          config::Section& section) {
  const JobParams& job = c.jobs[i];
  const std::vector<NodeId> free = nodes.free(i);
  const std::uint64_t room = std::uint64_t{free.size()} * job.ranks_per_node;
  const std::uint64_t ranks = asked ? *asked : room;
  if (ranks == 0 && asked) return {};  // its motif is wrong, which has been said
  if (ranks > UINT32_MAX >> 2) {
    section.error("ranks_per_node", fmt::format("{} ranks; at most {} are possible",
                                                ranks, UINT32_MAX >> 2));
    return {};
  }
  if (job.mapping_file) return read_mapping(*job.mapping_file, ranks, i, nodes);
  if (free.empty()) {
    section.error(fmt::format("no free node for this job: all {} belong to earlier jobs; give those fewer "
                              "ranks, or share nodes (share_nodes = true)",
                              nodes.count()));
    return {};
  }
  if (ranks > room) {
    const bool all = free.size() == nodes.count();
    section.error(
        "ranks",
        fmt::format("{} ranks do not fit on {} with {} each; at most {}, or ranks_per_node = {}{}",
                    ranks,
                    all ? counted(nodes.count(), "node")
                        : fmt::format("the {} of {} nodes that are free", free.size(), nodes.count()),
                    counted(job.ranks_per_node, "rank"), room,
                    (ranks + free.size() - 1) / free.size(),
                    all ? "" : ", or share_nodes = true in all jobs"));
    return {};
  }
  const auto wanted =
      static_cast<std::uint32_t>((ranks + job.ranks_per_node - 1) / job.ranks_per_node);
  PlacementContext placement{.topology = nodes.topology(),
                             .nics_per_node = nodes.nics_per_node(),
                             .free = free,
                             .count = wanted,
                             .seed = c.run.seed,
                             .job = static_cast<std::uint32_t>(i),
                             .why_not = [&](NodeId n) { return nodes.why_not(i, n); }};
  const std::vector<NodeId> chosen =
      ask(job.placement, placement, section, [](const Placement& p) { return p.choose(); });
  if (chosen.empty()) return {};
  std::vector<NodeId> slots = slots_on(chosen, job, ranks, nodes);
  if (!job.mapping) return slots;
  MappingContext mapping{.topology = nodes.topology(),
                         .nics_per_node = nodes.nics_per_node(),
                         .slots = slots,
                         .seed = c.run.seed,
                         .job = static_cast<std::uint32_t>(i)};
  const std::vector<std::uint32_t> slot_of =
      ask(job.mapping, mapping, section, [](const Mapping& m) { return m.arrange(); });
  std::vector<NodeId> node_of;
  node_of.reserve(slot_of.size());
  for (const std::uint32_t s : slot_of) node_of.push_back(slots[s]);
  return node_of;
}

// Whether a job says by name which nodes it takes; such jobs come first.
bool names_its_nodes(const JobParams& job) {
  return job.mapping_file || (job.placement && job.placement->name() == "file");
}

}  // namespace

std::vector<std::vector<NodeId>> place_jobs(const Config& c, const Topology& t,
                                            std::span<const PlannedJob> jobs, config::Document& document) {
  Nodes nodes(c, t);
  std::vector<config::Section> sections = document.root().sections("jobs");
  std::vector<std::vector<NodeId>> all(c.jobs.size());
  for (const bool by_name : {true, false}) {
    for (std::size_t i = 0; i < c.jobs.size(); ++i) {
      if (names_its_nodes(c.jobs[i]) != by_name) continue;
      all[i] = place(c, i, jobs[i].ranks, nodes, sections[i]);
      nodes.give(i, all[i]);
    }
  }
  return all;
}

}  // namespace kasuri
