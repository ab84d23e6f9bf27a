// SPDX-License-Identifier: MIT
#include "mpi/collectives/nccl_nvls.h"

#include <algorithm>

#include "mpi/collectives/nccl_lanes.h"

namespace kasuri::mpi::nccl {
namespace {

// A lane that needs no credits.
constexpr std::int64_t kNoWindow = std::int64_t{1} << 40;

struct Setup {
  NvlsShare share;
  NvlsPeers peers;
  void* data;
  std::int64_t element;

  int others() const { return share.heads - 1; }
  int after(int gpu, int round) const { return (gpu + 1 + round) % share.heads; }
  int rank(int gpu) const { return peers.locals[static_cast<std::size_t>(gpu)]; }
  void* at(const Share& s) const { return offset(data, {s.at * element}); }
};

// Blocks of pieces, one piece for each other GPU: the loops that slots hold are scattered, then a loop
// is gathered and the next one scattered, then the last loops are gathered.
class CopyLane final : public Lane {
 public:
  CopyLane(int channel, const Setup& s) : Lane(channel), s_(s), loops_(s.share.loops()) {
    window = kNoWindow;
    ahead_ = std::min<std::int64_t>(kSlots, loops_);
  }

  std::int64_t pieces() const override { return 2 * loops_ * s_.others(); }

  Piece piece(std::int64_t i) const override {
    const std::int64_t block = i / s_.others();
    const int round = static_cast<int>(i % s_.others());
    const std::int64_t j = block - ahead_, alternating = 2 * (loops_ - ahead_);
    if (block < ahead_) return scatter(block, round);
    if (j < alternating) return j % 2 == 0 ? gather(j / 2, round) : scatter(ahead_ + j / 2, round);
    return gather(j - alternating / 2, round);
  }

 private:
  // Warps copy the whole loop before they let others have a chunk.
  Piece scatter(std::int64_t loop, int round) const {
    const int to = s_.after(s_.peers.gpu, round);
    const Share chunk = s_.share.of(loop, to);
    Piece p{.leaving = chunk.count, .from = s_.at(chunk), .targets = {s_.rank(to), -1, -1}};
    p.moved = round == 0 ? s_.share.in_loop(loop) : 0;
    return p;
  }

  // Other warps do this while later loops are scattered: only the last one takes longer.
  Piece gather(std::int64_t loop, int round) const {
    const int from = s_.after(s_.peers.gpu, round);
    const Share chunk = s_.share.of(loop, from);
    Piece p{.elements = chunk.count, .to = s_.at(chunk), .sources = {s_.rank(from), -1, -1}};
    p.moved = loop == loops_ - 1 && round == s_.others() - 1 ? s_.share.in_loop(loop) : 0;
    p.multicast = true;
    return p;
  }

  Setup s_;
  std::int64_t loops_, ahead_;
};

// The same pieces for a head's chunk of each loop.
class HeadLane final : public Lane {
 public:
  HeadLane(int channel, const Setup& s) : Lane(channel), s_(s) {
    window = kNoWindow;
    largest = std::min(s.share.chunk, s.share.share.count);
    sources = Piece::kMost;
  }

  std::int64_t pieces() const override {
    return s_.share.loops() * static_cast<std::int64_t>(of_loop_.size());
  }

  Piece piece(std::int64_t i) const override {
    const auto n = static_cast<std::int64_t>(of_loop_.size());
    const Share chunk = s_.share.of(i / n, s_.peers.gpu);
    Piece p = of_loop_[static_cast<std::size_t>(i % n)];
    if (p.sources[0] >= 0) p.elements = chunk.count;
    if (p.targets[0] >= 0) p.leaving = chunk.count;
    p.to = s_.at(chunk);
    p.from = p.to;
    return p;
  }

  void receive(const std::array<int, Piece::kMost>& from, bool combines) {
    if (from[0] >= 0) of_loop_.push_back({.combines = combines, .sources = from, .moved = 0});
  }
  void send(const std::array<int, Piece::kMost>& to, bool multicast) {
    if (to[0] >= 0) of_loop_.push_back({.targets = to, .moved = 0, .multicast = multicast});
  }

  // Of all other GPUs of the server, or to them.
  void reduce() { in_groups([this](const auto& from) { receive(from, true); }); }
  void multicast() { in_groups([this](const auto& to) { send(to, true); }); }

 private:
  template <class Use>
  void in_groups(const Use& use) {
    std::array<int, Piece::kMost> group{-1, -1, -1};
    for (int i = 0; i < s_.others(); ++i) {
      const auto k = static_cast<std::size_t>(i) % Piece::kMost;
      group[k] = s_.rank(s_.after(s_.peers.gpu, i));
      if (k + 1 < Piece::kMost && i + 1 < s_.others()) continue;
      use(group);
      group.fill(-1);
    }
  }

  Setup s_;
  std::vector<Piece> of_loop_;
};

}  // namespace

Share NvlsShare::of(std::int64_t loop, int head) const {
  const std::int64_t all = in_loop(loop), each = std::min(chunk, (all + heads - 1) / heads);
  const std::int64_t at = std::min(all, head * each);
  return {share.at + loop * heads * chunk + at, std::min(each, all - at)};
}

void add_nvls(Lanes& lanes, int channel, const NvlsShare& share, const NvlsPeers& peers, void* data,
              std::int64_t element) {
  if (share.share.count == 0) return;
  const Setup setup{share, peers, data, element};
  if (setup.others() > 0) lanes.push_back(std::make_unique<CopyLane>(channel, setup));
  auto up = std::make_unique<HeadLane>(channel, setup);
  up->reduce();
  up->receive(peers.children, true);
  if (peers.parent < 0) {
    up->send(peers.children, false);
    up->multicast();
  } else {
    up->send({peers.parent, -1, -1}, false);
  }
  lanes.push_back(std::move(up));
  if (peers.parent < 0) return;
  auto down = std::make_unique<HeadLane>(channel, setup);
  down->receive({peers.parent, -1, -1}, false);
  down->send(peers.children, false);
  down->multicast();
  lanes.push_back(std::move(down));
}

}  // namespace kasuri::mpi::nccl
