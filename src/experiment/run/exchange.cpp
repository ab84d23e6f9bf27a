// SPDX-License-Identifier: MIT
#include "experiment/run/exchange.h"

#include <array>

#include "network/net/payload.h"

namespace kasuri {
namespace {

// What the window loop reduces over all processes: the least of each.
std::array<std::int64_t, 4> words(const Lane::Report& r, Time next, bool stopped) {
  return {next.ps, r.lookahead.ps, r.stop.ps, stopped ? 0 : 1};
}

// Where parts of one process go in a message to another: sender, receiver, how much.
struct BatchHeader {
  std::uint16_t from, to;
  std::uint32_t packets, credits, notifications, signals, messages;
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
    for (std::uint16_t k = 0; k < parts; ++k) {
      const auto to = static_cast<std::uint16_t>(peer * parts + k);
      const MessageBatch& batch = domain->fabric().channels.sent(number, to);
      if (batch.empty()) continue;
      archive(BatchHeader{domain->part(), to, static_cast<std::uint32_t>(batch.packets.size()),
                           static_cast<std::uint32_t>(batch.credits.size()),
                           static_cast<std::uint32_t>(batch.notifications.size()),
                           static_cast<std::uint32_t>(batch.signals.size()),
                           static_cast<std::uint32_t>(batch.messages.size())});
      archive.raw(batch.packets.data(), batch.packets.size() * sizeof(Crossing));
      archive.raw(batch.credits.data(), batch.credits.size() * sizeof(CrossingCredit));
      archive.raw(batch.notifications.data(), batch.notifications.size() * sizeof(CrossingNotification));
      archive.raw(batch.signals.data(), batch.signals.size() * sizeof(Event));
      archive.raw(batch.messages.data(), batch.messages.size() * sizeof(CrossingMessage));
      // A payload leaves this process for good: its pointer means nothing elsewhere.
      const auto give = [&archive](const Message& m) {
        if (!m.payload) return;
        write_payload(archive, m.payload);
        free_payload(m.payload);
      };
      for (const Crossing& c : batch.packets) give(c.message);
      for (const CrossingMessage& c : batch.messages) give(c.message);
    }
  }
}

void ClusterExchange::unpack(const ByteBuffer& in) {
  ArchiveReader archive(in);
  while (!archive.at_end()) {
    BatchHeader h{};
    archive(h);
    MessageBatch& batch = batches_[{h.from, h.to}];
    batch.packets.resize(h.packets);
    batch.credits.resize(h.credits);
    batch.notifications.resize(h.notifications);
    batch.signals.resize(h.signals);
    batch.messages.resize(h.messages);
    archive.raw(batch.packets.data(), h.packets * sizeof(Crossing));
    archive.raw(batch.credits.data(), h.credits * sizeof(CrossingCredit));
    archive.raw(batch.notifications.data(), h.notifications * sizeof(CrossingNotification));
    archive.raw(batch.signals.data(), h.signals * sizeof(Event));
    archive.raw(batch.messages.data(), h.messages * sizeof(CrossingMessage));
    const auto take = [&archive](Message& m) {
      if (m.payload) m.payload = read_payload(archive);
    };
    for (Crossing& c : batch.packets) take(c.message);
    for (CrossingMessage& c : batch.messages) take(c.message);
    here_[h.to % here_.size()]->receive(&batch);
  }
}

}  // namespace kasuri
