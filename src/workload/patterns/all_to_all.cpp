// SPDX-License-Identifier: MIT
// Closed loops: ranks send to others in turn, each with at most so many messages in flight. In an
// all-to-all, each sends to all others, from the next rank on, so that ranks in step never send to the same
// one. In an outcast, a few send to all others, in an incast all others to a few. A message is in flight
// until its sender knows that it has come; on routers with credits, where nobody says so, until it left.
#include <fmt/format.h>

#include <algorithm>

#include "base/config/registry.h"
#include "base/core/errors.h"
#include "workload/patterns/pattern.h"

namespace kasuri {
namespace {

struct AllToAllParams {
  Bytes message{65'536};
  std::uint32_t window = 1;
  std::uint32_t rounds = 1;

  template <class P>
  static config::Fields<P> common() {
    using namespace literals;
    return {config::field("message", &P::message, "payload of a message").range(0_B, Bytes{1 << 30}),
            config::field("window", &P::window,
                          "most messages in flight from each sender: with credits, until they have left "
                          "its NIC, which sends one after the other unless nic.scheduler is round-robin; "
                          "on an Ethernet, until they are acknowledged")
                .at_least(1),
            config::field("rounds", &P::rounds, "how often each sender sends to all of its receivers")
                .range(1, 1u << 30)};
  }
  static config::Fields<AllToAllParams> fields() { return common<AllToAllParams>(); }
};

struct OutcastParams : AllToAllParams {
  std::uint32_t senders = 1;

  static config::Fields<OutcastParams> fields() {
    auto all = common<OutcastParams>();
    all.push_back(config::field("senders", &OutcastParams::senders,
                                "how many ranks send, the first ones; the others receive").at_least(1));
    return all;
  }
};

struct IncastParams : AllToAllParams {
  std::uint32_t receivers = 1;

  static config::Fields<IncastParams> fields() {
    auto all = common<IncastParams>();
    all.push_back(config::field("receivers", &IncastParams::receivers,
                                "how many ranks receive, the first ones; the others send").at_least(1));
    return all;
  }
};

// Numbers of ranks, from `first` on.
struct Ranks {
  std::uint32_t first, n;
};

class AllToAll : public Pattern, public TransportClient {
 public:
  AllToAll(const AllToAllParams& p, PatternContext& c) : AllToAll(p, c, all(c), all(c), true) {}

  void start() override {
    if (each_ == 0) return;
    next_.assign(c_.here.size(), 0);
    for (std::uint32_t i = 0; i < c_.here.size(); ++i) {
      const std::uint32_t rank = c_.here[i];
      if (rank - senders_.first >= senders_.n) continue;
      tally_.pending += static_cast<std::int64_t>(each_);
      c_.partition.post({c_.start,
                         order_key(Phase::node, {c_.first_sender + c_.nodes[rank].v}, c_.sequence(rank)), i,
                         0, 0, begin_});
    }
  }
  PatternTally tally() const override { return tally_; }
  std::uint64_t memory_bytes() const override { return next_.capacity() * sizeof(next_[0]); }
  void on_sent(const Message& m) override { send(static_cast<std::uint32_t>(m.user[0])); }
  void on_arrived(const Message&) override {
    --tally_.pending;
    tally_.last = later(tally_.last, c_.partition.now());
  }

 protected:
  // `to_others`: both are the same, and nobody sends to itself.
  AllToAll(const AllToAllParams& p, PatternContext& c, Ranks senders, Ranks receivers,
           bool to_others = false)
      : p_(p),
        c_(c),
        client_(c_.transport.add_client(*this)),
        begin_(c_.partition.add_handler<&AllToAll::begin>(this)),
        senders_(senders),
        receivers_(receivers),
        to_others_(to_others),
        each_(std::uint64_t{receivers.n - to_others} * p.rounds) {
    c_.set_places(begin_);
  }
  static Ranks all(const PatternContext& c) { return {0, static_cast<std::uint32_t>(c.nodes.size())}; }
  // The first so many ranks, as `key` has them, or the others; both must have some.
  static Ranks share(const PatternContext& c, std::uint32_t first, std::string_view key, bool others) {
    const std::uint32_t ranks = all(c).n;
    if (first < ranks) return others ? Ranks{first, ranks - first} : Ranks{0, first};
    throw Error(Exit::usage, fmt::format("'{}' is {}, but there are {} ranks, of which at least one does "
                                         "the opposite: lower it", key, first, ranks));
  }

 private:
  bool begin(const Event& e) {
    for (std::uint32_t n = 0; n < p_.window && next_[e.target] < each_; ++n) send(e.target);
    return true;
  }
  std::uint32_t destination(std::uint32_t rank, std::uint64_t k) const {
    const auto turn = static_cast<std::uint32_t>(k % (receivers_.n - to_others_));
    return receivers_.first + (rank + to_others_ + turn) % receivers_.n;
  }
  // The next message of a rank, by its place among those here.
  void send(std::uint32_t i) {
    if (next_[i] == each_) return;
    const std::uint32_t rank = c_.here[i];
    const Message m{.source = c_.nodes[rank],
                    .destination = c_.nodes[destination(rank, next_[i]++)],
                    .size = p_.message,
                    .client = client_,
                    .wants_sent = true,
                    .job = static_cast<std::uint16_t>(c_.job),
                    .user = {i}};
    ++tally_.messages;
    tally_.bytes += m.size;
    tally_.wire += c_.on_network(m);
    c_.transport.send(m);
  }

  AllToAllParams p_;
  PatternContext c_;
  std::uint8_t client_;
  EventKind begin_;
  Ranks senders_, receivers_;
  bool to_others_;
  std::uint64_t each_;               // messages of a sender
  std::vector<std::uint64_t> next_;  // message, by rank here
  PatternTally tally_;
};

class Outcast final : public AllToAll {
 public:
  Outcast(const OutcastParams& p, PatternContext& c)
      : AllToAll(p, c, share(c, p.senders, "senders", false), share(c, p.senders, "senders", true)) {}
};

class Incast final : public AllToAll {
 public:
  Incast(const IncastParams& p, PatternContext& c)
      : AllToAll(p, c, share(c, p.receivers, "receivers", true),
                 share(c, p.receivers, "receivers", false)) {}
};

const config::Register<AllToAll, AllToAllParams> all_to_all{
    "all-to-all", "closed loop: each rank sends to all others, with a window of messages in flight"};
const config::Register<Outcast, OutcastParams> outcast{
    "outcast", "closed loop: a few ranks send to all others, with a window of messages in flight"};
const config::Register<Incast, IncastParams> incast{
    "incast", "closed loop: all other ranks send to a few, with a window of messages in flight"};

}  // namespace
}  // namespace kasuri
