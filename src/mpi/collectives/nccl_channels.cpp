// SPDX-License-Identifier: MIT
#include "mpi/collectives/nccl_channels.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace kasuri::mpi::nccl {
namespace {

constexpr int kCreditLanes = NcclParams::kMostChannels;  // above those of data
constexpr int kMulticastLanes = kMostNvlsChannels;        // there are no credits beside these
constexpr Bytes kCredit{8};
// NCCL's latency of a hop contains the links'. What they take in the simulation is left out here; between
// servers that is assumed.
constexpr Time kLinksBetween{400'000};

// Messages of one connection, counted by either side.
struct Connection {
  std::int64_t messages = 0;  // so far
  std::int64_t credits = 0;   // got or given, each for half of the window
  std::int64_t all = 0;       // messages of the lane
};

class Engine {
 public:
  Engine(Team& team, const CollectiveCall& call, const Timing& timing, const Lanes& lanes)
      : team_(team),
        call_(call),
        p_(team.nccl()),
        timing_(timing),
        lanes_(lanes),
        runs_(lanes.size()),
        incoming_(team, {space() * call.element()}),
        order_(team.server_order()),
        servers_(team.servers()),
        nics_free_(static_cast<std::size_t>(order_->per_server)),
        rate_(rate_of(timing)),
        proxy_free_(team.proxy_free()) {
    std::int64_t at = 0;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      runs_[i].incoming = at;
      at += lanes[i]->scratch();
      count(i);
    }
  }

  void run() {
    team_.pause(timing_.start);
    if (timing_.stream.n != INT64_MAX) take_turns();
    going_.resize(lanes_.size());
    std::iota(going_.begin(), going_.end(), 0u);
    for (;;) {
      // Piece by piece, so that the proxy and the NIC have those of all lanes in the order in which they
      // are ready.
      while (!going_.empty()) std::erase_if(going_, [&](std::uint32_t i) { return !advance(i); });
      if (waits_.empty()) break;
      team_.wait_first(waits_);
      choose_going();
    }
    Time last = team_.now();
    for (const Run& r : runs_) last = std::max(last, r.free);
    if (last > team_.now()) team_.pause(last - team_.now());
  }

 private:
  struct Run {
    std::int64_t next = 0, all = 0;  // pieces
    bool posted = false;             // the receives of the next one
    bool goes = false;               // something that it waited for has come
    std::array<Handle, Piece::kMost> receives{};
    std::array<Handle, Piece::kMost> credits{};
    std::array<Connection, Piece::kMost> in{}, out{};
    std::int64_t incoming = 0;  // its space
    Time free{0};
  };

  // What blocks of one GPU store interleaves word by word, so that none takes longer than its share of the
  // links. Messages do so if they do not all leave at once.
  void take_turns() {
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
      const Piece p = lanes_[i]->pieces() > 0 ? lanes_[i]->piece(0) : Piece{};
      const std::int64_t bytes = std::max(p.elements, p.leaving) * call_.element();
      const Time all = Bytes{std::min(on_wire(timing_.protocol, bytes), timing_.stream.n)} /
                       std::min(rate_, timing_.share);
      const auto turn = static_cast<std::int64_t>(i), turns = static_cast<std::int64_t>(lanes_.size());
      runs_[i].free = team_.now() + Time{all.ps * turn / turns};
    }
  }

  std::int64_t space() const {
    std::int64_t sum = 0;
    for (const auto& lane : lanes_) sum += lane->scratch();
    return sum;
  }

  // Messages of its connections: of those, the last need no credits.
  void count(std::size_t i) {
    const Lane& lane = *lanes_[i];
    std::int64_t in = 0, out = 0;
    const std::int64_t all = runs_[i].all = lane.pieces();
    for (std::int64_t k = 0; k < all; ++k) {
      const Piece p = lane.piece(k);
      in += p.elements > 0 && p.sources[0] >= 0;
      out += p.leaving > 0 && p.targets[0] >= 0;
    }
    for (Connection& c : runs_[i].in) c.all = in;
    for (Connection& c : runs_[i].out) c.all = out;
  }

  NcclProtocol protocol_of(const Lane& lane) const {
    return lane.protocol == NcclProtocol::automatic ? timing_.protocol : lane.protocol;
  }
  static int number(const Lane& lane, const Piece& p) {
    return lane.channel() + (p.multicast ? kMulticastLanes : 0);
  }
  static BytesPerSecond rate_of(const Timing& t) {
    if (t.channels == 1) return t.block_rate;
    return {static_cast<std::int64_t>(static_cast<double>(t.block_rate.n) * t.channels)};
  }
  BytesPerSecond rate_of(const Lane& lane) const {
    return lane.protocol == NcclProtocol::automatic ? rate_ : block_rate(p_, lane.protocol);
  }
  BytesPerSecond store_rate(const Lane& lane) const { return std::min(rate_of(lane), timing_.share); }
  static std::int64_t half(const Lane& lane) { return std::max<std::int64_t>(1, lane.window / 2); }

  // The lanes for which something has come; what the others wait for stays.
  void choose_going() {
    for (std::size_t k = 0; k < waits_.size(); ++k) runs_[waiting_[k]].goes |= team_.is_done(waits_[k]);
    std::size_t kept = 0;
    for (std::size_t k = 0; k < waits_.size(); ++k) {
      if (runs_[waiting_[k]].goes) continue;
      waits_[kept] = waits_[k];
      waiting_[kept++] = waiting_[k];
    }
    waits_.resize(kept);
    waiting_.resize(kept);
    for (std::uint32_t i = 0; i < runs_.size(); ++i) {
      if (std::exchange(runs_[i].goes, false)) going_.push_back(i);
    }
  }

  void wait_for(Handle h, std::uint32_t lane) {
    waits_.push_back(h);
    waiting_.push_back(lane);
  }

  // Whether it has done a piece.
  bool advance(std::uint32_t i) {
    const Lane& lane = *lanes_[i];
    Run& run = runs_[i];
    if (run.next == run.all) return false;
    const Piece p = lane.piece(run.next);
    if (!run.posted) begin(lane, run, p);
    const bool came = has_come(run, i);
    const bool may_leave = has_credits(lane, run, p, i);
    if (!came || !may_leave) return false;
    work(lane, run, p);
    run.posted = false;
    ++run.next;
    return true;
  }

  void begin(const Lane& lane, Run& run, const Piece& p) {
    run.posted = true;
    if (p.coming_in_all >= 0) run.in.fill({.all = p.coming_in_all});
    if (p.leaving_in_all >= 0) run.out.fill({.all = p.leaving_in_all});
    if (p.elements == 0) return;
    for (std::size_t k = 0; k < Piece::kMost; ++k) {
      if (p.sources[k] < 0) continue;
      void* const to = p.combines ? space_of(lane, run, k) : p.to;
      run.receives[k] =
          team_.ireceive_on(number(lane, p), p.sources[k], to, {p.elements * call_.element()});
    }
  }

  void* space_of(const Lane& lane, const Run& run, std::size_t k) const {
    const std::int64_t at = run.incoming + static_cast<std::int64_t>(k) * lane.largest;
    return offset(incoming_.data(), {at * call_.element()});
  }

  bool has_come(Run& run, std::uint32_t number) {
    bool all = true;
    for (Handle& h : run.receives) {
      if (!h) continue;
      if (team_.is_done(h)) {
        team_.end(std::exchange(h, nullptr));
      } else {
        wait_for(h, number);
        all = false;
      }
    }
    return all;
  }

  bool has_credits(const Lane& lane, Run& run, const Piece& p, std::uint32_t number) {
    if (p.leaving == 0) return true;
    bool all = true;
    for (std::size_t k = 0; k < Piece::kMost; ++k) {
      if (p.targets[k] < 0) continue;
      Connection& c = run.out[k];
      while (c.messages >= (2 + c.credits) * half(lane)) {
        Handle& h = run.credits[k];
        if (!h) h = team_.ireceive_on(kCreditLanes + lane.channel(), p.targets[k], nullptr, kCredit);
        if (!team_.is_done(h)) {
          wait_for(h, number);
          all = false;
          break;
        }
        team_.end(std::exchange(h, nullptr));
        ++c.credits;
      }
    }
    return all;
  }

  void work(const Lane& lane, Run& run, const Piece& p) {
    const std::int64_t element = call_.element();
    const std::int64_t moved = p.moved >= 0 ? p.moved : std::max(p.elements, p.leaving);
    const Bytes wire{on_wire(protocol_of(lane), moved * element)};
    run.free = std::max(run.free, team_.now()) + wire / (p.leaving > 0 ? store_rate(lane) : rate_of(lane));
    if (p.elements > 0) {
      for (std::size_t k = 0; k < Piece::kMost; ++k) {
        if (p.sources[k] < 0) continue;
        if (p.combines) team_.combine(call_, space_of(lane, run, k), p.to, p.elements);
        give_credit(lane, run, p.sources[k], run.in[k]);
      }
    }
    if (p.leaving == 0) return;
    const Bytes size{p.leaving * element};
    for (std::size_t k = 0; k < Piece::kMost; ++k) {
      if (p.targets[k] < 0) continue;
      ++run.out[k].messages;
      const Bytes on_link = on_links(lane, size, p.targets[k]);
      team_.post(p.targets[k], p.from, size,
                 {.lane = number(lane, p),
                  .delay = departure(lane, p.targets[k], run.free, on_link) - team_.now(),
                  .wire = on_link});
    }
  }

  Bytes on_links(const Lane& lane, Bytes data, int to) const {
    const std::int64_t wire = on_wire(protocol_of(lane), data.n);
    if (!team_.shares_server(to)) return {wire};
    return {static_cast<std::int64_t>(static_cast<double>(wire) * timing_.wire_factor)};
  }

  // When a piece that is ready then leaves.
  Time departure(const Lane& lane, int to, Time ready, Bytes size) {
    const bool within = team_.shares_server(to);
    const Time hop = hop_latency(timing_.algorithm, protocol_of(lane), within);
    if (within) {
      const auto moved = static_cast<std::int64_t>(static_cast<double>(size.n) / timing_.wire_factor);
      const Time early = Bytes{std::max<std::int64_t>(0, moved - timing_.stream.n)} / store_rate(lane);
      return std::max(team_.now(), ready + std::max(Time{0}, hop - servers_.nearest) - early);
    }
    const Time each = times_channels(p_.proxy_time);
    const Time sent = std::max(ready, proxy_free_) + each;
    const Time busy = size / p_.proxy_rate + times_channels(p_.proxy_gap);
    proxy_free_ = sent + std::max(Time{0}, busy - each);
    // The NIC reads a piece as its wire takes it on, and takes turns at its connections packet by packet:
    // credits, which are short, do not wait behind pieces. In the simulation they would, in queues.
    Time& nic = nics_free_[static_cast<std::size_t>(order_->place(to) % order_->per_server)];
    const Time begins = std::max({nic, sent, ready + hop - kLinksBetween});
    nic = begins + size / servers_.nic_rate;
    return begins;
  }

  Time times_channels(Time t) const {
    return Time{static_cast<std::int64_t>(static_cast<double>(t.ps) * timing_.channels)};
  }

  void give_credit(const Lane& lane, Run& run, int source, Connection& c) {
    const std::int64_t each = half(lane);
    if (++c.messages % each != 0 || c.messages + each >= c.all) return;
    ++c.credits;
    // What blocks store over a direct link interleaves word by word, so that a credit waits for no piece.
    // Here it does, in queues: about as long as the block takes, so it leaves before that.
    const bool direct = timing_.stream.n != INT64_MAX && !servers_.multicast;
    const Time delay = direct && team_.shares_server(source) ? Time{0} : run.free - team_.now();
    team_.post(source, nullptr, kCredit,
               {.lane = kCreditLanes + lane.channel(), .delay = delay, .wire = kCredit});
  }

  Team& team_;
  const CollectiveCall& call_;
  const NcclParams& p_;
  Timing timing_;
  const Lanes& lanes_;
  std::vector<Run> runs_;
  Team::Scratch incoming_;
  std::vector<Handle> waits_;
  std::vector<std::uint32_t> waiting_;  // the lane of each of these
  std::vector<std::uint32_t> going_;  // lanes that have not come to a stop yet
  std::shared_ptr<const ServerOrder> order_;
  GpuServers servers_;
  std::vector<Time> nics_free_;  // for each GPU of other servers: with PXN, its NIC takes this one's pieces
  BytesPerSecond rate_;  // of a lane
  Time& proxy_free_;  // of the GPU
};

}  // namespace

void run_lanes(Team& team, const CollectiveCall& call, const Timing& timing, const Lanes& lanes) {
  Engine(team, call, timing, lanes).run();
}

Call::Call(Team& team, Collective which, double bytes, NcclAlgorithm set)
    : order(team.server_order()) {
  shape = {.ranks = team.size(),
           .servers = team.size() / order->per_server,
           .of = team.servers(),
           .rings = order->rings.get()};
  choice = choose(team.nccl(), shape, which, bytes, set);
  team.takes_form(form_of(choice));
}

RingOrder Call::ring(const Team& team, int rank, int channel) const {
  const Place place(*order, team.size(), rank);
  return RingOrder(place, channel, shape.heads(), shape.rings);
}

Share share_of(std::int64_t total, int channel, int channels, std::int64_t grain) {
  const std::int64_t grains = (total + grain - 1) / grain;
  const std::int64_t begin = std::min(total, grains * channel / channels * grain);
  const std::int64_t end = std::min(total, grains * (channel + 1) / channels * grain);
  return {begin, end - begin};
}

}  // namespace kasuri::mpi::nccl
