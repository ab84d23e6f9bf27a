// SPDX-License-Identifier: MIT
#include "experiment/run/exchange.h"

#include <array>

#include "network/model/network_part.h"
#include "experiment/run/domain.h"
namespace kasuri {
namespace {

// What the window loop reduces over all processes: the least of each.
std::array<std::int64_t, 4> words(const Lane::Report& r, Time next, bool stopped) {
  return {next.ps, r.lookahead.ps, r.stop.ps, stopped ? 0 : 1};
}

// Where a box of one process goes in a message to another.
struct BoxHeader {
  std::uint16_t from, to;
};

}  // namespace

ClusterExchange::ClusterExchange(Cluster& cluster, std::span<const std::unique_ptr<Domain>> here,
                                 std::vector<unsigned> peers)
    : cluster_(cluster),
      here_(here),
      peers_(std::move(peers)),
      out_(peers_.size()),
      in_(peers_.size()) {}

void ClusterExchange::swap(std::uint64_t number, Lane::Report& all, Time& next, bool& stopped) {
  for (std::size_t i = 0; i < peers_.size(); ++i) pack(number, peers_[i], out_[i]);
  cluster_.exchange(peers_, out_, in_);
  for (const ByteBuffer& buffer : in_) unpack(buffer);
  std::array<std::int64_t, 4> w = words(all, next, stopped);
  cluster_.least(w);
  next = {w[0]};
  all.lookahead = {w[1]};
  all.stop = {w[2]};
  stopped = w[3] == 0;
}

void ClusterExchange::pack(std::uint64_t number, unsigned peer, ByteBuffer& out) {
  out.clear();
  ArchiveWriter archive(out);
  const auto parts = static_cast<std::uint16_t>(here_.size());
  for (const auto& domain : here_) {
    Crossings& crossings = *domain->network().crossings();
    for (std::uint16_t k = 0; k < parts; ++k) {
      const auto to = static_cast<std::uint16_t>(peer * parts + k);
      if (!crossings.any(number, to)) continue;
      archive(BoxHeader{domain->network().machine().part, to});
      crossings.pack(number, to, archive);
    }
  }
}

void ClusterExchange::unpack(const ByteBuffer& in) {
  ArchiveReader archive(in);
  while (!archive.at_end()) {
    BoxHeader h{};
    archive(h);
    here_[h.to % here_.size()]->network().crossings()->unpack(h.from, archive);
  }
}

}  // namespace kasuri
