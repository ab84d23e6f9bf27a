// SPDX-License-Identifier: MIT
#include "sim/watch.h"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <tuple>

#include "power/results.h"
#include "sim/statistics.h"

namespace kasuri {
namespace {

template <class T>
void append_all(std::vector<T>& to, std::vector<T>&& from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

}  // namespace

void Watched::merge(Watched&& o) {
  split = std::max(split, o.split);
  bytes.merge(std::move(o.bytes));
  slower.merge(std::move(o.slower));
  ranks.merge(std::move(o.ranks));
  append_all(buffers, std::move(o.buffers));
  std::vector<std::uint16_t> renamed;
  for (const std::string& name : o.names) {
    const auto at = std::ranges::find(names, name);
    renamed.push_back(static_cast<std::uint16_t>(at - names.begin()));
    if (at == names.end()) names.push_back(name);
  }
  for (RankSpan& s : o.spans) s.name = renamed[s.name];
  append_all(spans, std::move(o.spans));
  append_all(messages, std::move(o.messages));
  append_all(links, std::move(o.links));
}

// Into orders that no cut can change; chunks of both splits to one length.
void Watched::sort() {
  const Time longer = std::max({bytes.chunk, slower.chunk, ranks.chunk});
  bytes.lengthen(longer);
  slower.lengthen(longer);
  ranks.lengthen(longer);
  const std::vector<std::string> before = names;
  std::ranges::sort(names);
  names.erase(std::ranges::unique(names).begin(), names.end());
  for (RankSpan& s : spans) {
    s.name = static_cast<std::uint16_t>(std::ranges::lower_bound(names, before[s.name]) - names.begin());
  }
  std::ranges::sort(buffers, {}, [](const BufferUse& b) {
    return std::tuple(b.router, b.port, b.vc, b.entered, b.source, b.sequence);
  });
  std::ranges::sort(spans, {}, [](const RankSpan& s) {
    return std::tuple(s.rank, s.from, -s.what, s.to);
  });
  std::ranges::sort(messages, {}, [](const MessageSpan& m) {
    return std::tuple(m.posted, m.source, m.destination, m.arrived, m.from, m.to, m.bytes, m.job,
                      m.traffic);
  });
  std::ranges::sort(links, {}, [](const LinkSpan& l) { return std::tuple(l.link, l.head); });
}

Watch::Watch(const StatisticsParams& p, Split split, Fabric& fabric, mpi::World& world)
    : f_(fabric), world_(world), split_(split) {
  done_.split = split;
  if (split_ != Split::none) split_sums(p.chunk.value_or(Time{0}));
  if (p.buffers) {
    buffers_ = {p.buffers->from, p.buffers->until};
    watched_.resize(f_.router_count());
    for (const std::uint32_t r : p.buffers->routers) {
      if (f_.decomposition.owner(RouterId{r}) != f_.part) continue;
      watched_[f_.decomposition.local(RouterId{r})] = true;
      f_.arrival_observer = this;
    }
  }
  if (p.timeline) {
    const std::vector<std::uint32_t> all = first_outputs(f_.topology);
    for (std::uint32_t r = 0; r < f_.router_count(); ++r) first_.push_back(all[f_.router(r).v]);
    const Window window{p.timeline->from, p.timeline->until};
    if (p.timeline->ranks) ranks_window_ = window;
    if (p.timeline->messages) messages_window_ = window;
    if (p.timeline->links) links_window_ = window;
  }
  if (p.buffers || p.timeline) f_.observer = this;
  if (ranks_window_.until > Time{0}) world_.observe(*this);
}

// Chunks of this length, or of one that adapts.
void Watch::split_sums(Time chunk) {
  const Topology& t = f_.topology;
  const std::vector<std::uint32_t> global = first_outputs(t);
  const bool by_link = bytes_.by_link = split_ == Split::links;
  for (std::uint32_t r = 0; r < f_.router_count(); ++r) {
    const RouterId id = f_.router(r);
    bytes_.first.push_back(static_cast<std::uint32_t>(ids_.size()));
    if (by_link) {
      for (std::uint32_t link = global[id.v]; link < global[id.v + 1]; ++link) ids_.push_back(link);
    } else {
      for (std::uint32_t k = 0; k < 3; ++k) ids_.push_back(3 * id.v + k);
    }
  }
  for (std::uint32_t r = 0; r < f_.router_count(); ++r) {
    const RouterId id = f_.router(r);
    for (std::uint32_t k = 0; k < t.endpoints_at(id); ++k) {
      bytes_.of_nic.push_back(by_link ? static_cast<std::uint32_t>(ids_.size())
                                      : bytes_.first[r] + 2);
      if (by_link) ids_.push_back(global.back() + t.first_endpoint(id).v + k);
    }
  }
  bytes_.bytes = TimeSplit(ids_.size(), chunk);
  bytes_.slower = TimeSplit(ids_.size(), chunk);
  f_.split = &bytes_;

  ranks_.first.resize(world_.ranks());
  std::uint32_t cells = 0;
  for (const std::uint32_t rank : world_.here()) {
    ranks_.first[rank] = cells;
    cells += Watched::kRankColumns;
  }
  ranks_.time = TimeSplit(cells, chunk);
  if (cells) world_.split_time(ranks_);
}

void Watch::entered(std::uint32_t router, std::uint32_t input_vc, std::uint32_t packet, Time head) {
  if (!watched_[router] || !buffers_.meets(head, head)) return;
  const auto bits = static_cast<unsigned>(std::bit_width(f_.vcs - 1));
  const Packet& p = f_.packets[packet];
  open_[packet] = done_.buffers.size();
  done_.buffers.push_back({f_.router(router).v, static_cast<std::uint16_t>(input_vc >> bits),
                           static_cast<std::uint16_t>(input_vc & ((1u << bits) - 1)), head, Time{-1},
                           0, p.bytes, p.source.v, p.destination.v, p.sequence});
}

void Watch::left(std::uint32_t router, std::uint32_t port, std::uint32_t packet, Time head, Time tail,
                 Time freed) {
  if (links_window_.meets(head, tail)) {
    const Packet& p = f_.packets[packet];
    done_.links.push_back({first_[router] + port, p.bytes, p.source.v, p.destination.v, head, tail});
  }
  if (open_.empty() || !watched_[router]) return;
  const auto at = open_.find(packet);
  if (at == open_.end()) return;
  done_.buffers[at->second].left = freed;
  done_.buffers[at->second].output = port;
  open_.erase(at);
}

void Watch::arrived(const Message& m, Time posted) {
  const Time now = f_.partition.now();
  if (!messages_window_.meets(posted, now) || m.traffic == Traffic::control) return;
  mpi::World::Ends ends;
  if (m.traffic != Traffic::pattern) ends = world_.ends_of(m);
  done_.messages.push_back({static_cast<std::int32_t>(ends.from), static_cast<std::int32_t>(ends.to),
                            m.source.v, m.destination.v, m.job, static_cast<std::uint16_t>(m.traffic),
                            0, m.size, posted, now});
}

void Watch::spent(std::uint32_t rank, mpi::Activity what, Time from, Time to, const char* call) {
  add_span(rank, static_cast<std::size_t>(what), from, to, call ? call : "");
}

void Watch::in_collective(std::uint32_t rank, std::size_t code, Time from, Time to) {
  static const auto names = [] {
    std::array<std::string, std::tuple_size_v<mpi::CollectiveAccounts>> all;
    for (std::size_t c = 0; c < all.size(); ++c) all[c] = mpi::collective_name(c);
    return all;
  }();
  add_span(rank, mpi::kActivities, from, to, names[code].c_str());
}

std::uint16_t Watch::name(const char* text) {
  const auto [at, is_new] = names_.try_emplace(text, static_cast<std::uint16_t>(done_.names.size()));
  if (is_new) done_.names.emplace_back(text);
  return at->second;
}

void Watch::add_span(std::uint32_t rank, std::size_t what, Time from, Time to, const char* call) {
  if (!ranks_window_.meets(from, to) || from == to) return;
  done_.spans.push_back({rank, static_cast<std::uint16_t>(what), name(call), from, to});
}

Watched Watch::take() {
  if (split_ != Split::none) {
    done_.bytes = bytes_.bytes.take(ids_);
    if (f_.slow) done_.slower = bytes_.slower.take(ids_);
    std::vector<std::uint32_t> cells;
    for (const std::uint32_t rank : world_.here()) {
      for (std::uint32_t c = 0; c < Watched::kRankColumns; ++c) {
        cells.push_back(rank * Watched::kRankColumns + c);
      }
    }
    done_.ranks = ranks_.time.take(cells);
  }
  return std::move(done_);
}

}  // namespace kasuri
