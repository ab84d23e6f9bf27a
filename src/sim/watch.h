// SPDX-License-Identifier: MIT
// What one part of the machine records where [statistics] asks for more than sums: splits in time, the use
// of buffers, a timeline. Records of several parts are put together by ids, so that they do not show
// how the machine was cut.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "mpi/world.h"
#include "net/fabric.h"
#include "stats/time_split.h"

namespace kasuri {

struct StatisticsParams;

// What is split over chunks of time.
enum class Split : std::uint8_t { none, routers, links };

// A packet in an input buffer of a router.
struct BufferUse {
  std::uint32_t router;
  std::uint16_t port, vc;
  Time entered;            // its head
  Time left;               // its last byte: the buffer is free; -1: it is still there
  std::uint32_t output;    // port by which it left
  std::uint32_t bytes;
  std::uint32_t source, destination;  // NICs
  std::uint32_t sequence;  // of the source NIC's packets
  std::uint32_t unused = 0;
};

// One thing that a rank did: an activity, or kActivities for a whole collective.
struct RankSpan {
  std::uint32_t rank;  // numbered over all jobs that are programs
  std::uint16_t what;
  std::uint16_t name;  // of the call or collective, in Watched::names
  Time from, to;
};

// A message with data on its way.
struct MessageSpan {
  std::int32_t from, to;  // ranks as above; -1: unknown, or a pattern's
  std::uint32_t source, destination;  // nodes
  std::uint16_t job;
  std::uint16_t traffic;
  std::uint32_t unused = 0;
  Bytes bytes;
  Time posted, arrived;
};

// A packet on a link.
struct LinkSpan {
  std::uint32_t link;  // row of the table of links
  std::uint32_t bytes;
  std::uint32_t source, destination;
  Time head, tail;
};

struct Watched {
  // Bytes. By links: cells are rows of the table of links, then NICs (what they inject). By routers: cell
  // 3 r + 0 is what router r sends to others, + 1 to its NICs, + 2 what its NICs inject.
  Split split = Split::none;
  SplitRows bytes;
  SplitRows slower;  // by links: for how many picoseconds longer they were held, see net/slow_links.h
  // Picoseconds; cell = rank × kRankColumns + activity, or kActivities: in collectives.
  SplitRows ranks;
  std::vector<BufferUse> buffers;
  std::vector<std::string> names;
  std::vector<RankSpan> spans;
  std::vector<MessageSpan> messages;
  std::vector<LinkSpan> links;

  static constexpr std::uint32_t kRankColumns = mpi::RankSplit::kColumns;
  void merge(Watched&&);
  void sort();
};

template <class Archive>
void transfer(Archive& a, Watched& w) {
  a(w.split), transfer(a, w.bytes), transfer(a, w.slower), transfer(a, w.ranks), a(w.buffers);
  std::size_t n = w.names.size();
  a(n);
  w.names.resize(n);
  for (std::string& name : w.names) a(name);
  a(w.spans), a(w.messages), a(w.links);
}

class Watch final : public PacketObserver, public mpi::RankObserver {
 public:
  // Observes what is asked for from now on; fabric and world must outlive it. `split`: what "auto" came
  // to.
  Watch(const StatisticsParams&, Split split, Fabric&, mpi::World&);

  Watched take();

  void entered(std::uint32_t router, std::uint32_t input_vc, std::uint32_t packet,
               Time head) override;
  void left(std::uint32_t router, std::uint32_t port, std::uint32_t packet, Time head, Time tail,
            Time freed) override;
  void arrived(const Message&, Time posted) override;
  void spent(std::uint32_t rank, mpi::Activity, Time from, Time to, const char* call) override;
  void in_collective(std::uint32_t rank, std::size_t code, Time from, Time to) override;

 private:
  struct Window {
    Time from{0}, until{-1};
    bool meets(Time a, Time b) const { return a < until && from <= b; }
  };
  void split_sums(Time chunk);
  std::uint16_t name(const char* text);
  void add_span(std::uint32_t rank, std::size_t what, Time from, Time to, const char* name);

  Fabric& f_;
  mpi::World& world_;
  Split split_;
  LinkSplit bytes_;
  mpi::RankSplit ranks_;
  std::vector<std::uint32_t> ids_;    // of bytes_'s cells, in all of the machine
  std::vector<std::uint32_t> first_;  // row of each router's first output in the table of links
  std::vector<bool> watched_;             // routers whose buffers are
  Window buffers_, ranks_window_, messages_window_, links_window_;
  std::unordered_map<std::uint32_t, std::size_t> open_;  // packets in watched buffers
  std::map<const char*, std::uint16_t> names_;
  Watched done_;
};

}  // namespace kasuri
