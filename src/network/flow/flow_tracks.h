// SPDX-License-Identifier: MIT
// What others are told of the links that messages use at flow level: power models, tables by chunks of
// time, and whose the links are. Kept only while somebody listens.
//
// A link is in use while a message crosses it, at whatever rate. A message wants each link of its path when
// its head would come there; what links take to wake up adds up along the path, as it does for packets.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "network/flow/flow_paths.h"
#include "network/net/machine_part.h"

namespace kasuri {

class FlowTracks {
 public:
  FlowTracks(MachinePart& f, const LinkNumbers& numbers) : f_(f), numbers_(numbers) {}

  static bool wanted(const MachinePart& f) { return f.power || f.split; }

  // A message of `job` begins at a NIC. A link sends it in `sends`; 0: others share the link meanwhile.
  // Returns for how long it waits for links to wake up, together.
  Time begin(std::uint32_t record, std::uint32_t nic, const FlowPath&, Time now, Time sends,
             std::uint16_t job);
  // The links of a message that has begun, until it ends.
  std::span<const LinkUse> uses(std::uint32_t record) const { return tracks_[record].uses; }
  // Its bytes have left the NIC between `from` and `to`. Its links are free when its tail has passed.
  // `buffer`: of a flow, in which its rate fills a buffer.
  static constexpr Time kShort{-1};
  void end(std::uint32_t record, Time from, Time to, Bytes, Time buffer);

  // When the last tail left by an output of a router, or from a NIC; 0 if none did.
  Time last_tail(RouterId r, std::uint32_t port) const { return tail_of(numbers_.of(r, port)); }
  Time last_tail(EndpointId nic) const { return tail_of(numbers_.count() + nic.v); }

  std::uint64_t memory_bytes() const;

 private:
  struct Link {
    Time tail{0}, told{0};
    Time passed{0};  // all that waited for it to wake up
    std::uint32_t users = 0;
  };
  struct Track {
    std::vector<FlowCrossing> crossings;
    std::vector<LinkUse> uses;
    Time nic_wakes{0}, wakes{0};  // of the link from the NIC, and of all
    std::uint32_t nic = 0;
    std::uint16_t job = 0;
  };

  Time tail_of(std::uint32_t link) const { return links_.empty() ? Time{0} : links_[link].tail; }
  template <class Wanted>
  Time wake(Link&, Time want, Time sends, Wanted);
  void carried(const Track&, const FlowCrossing&, Time from, Time to, Bytes);

  MachinePart& f_;
  const LinkNumbers& numbers_;
  std::vector<Link> links_;    // outputs, then those of NICs
  std::vector<Track> tracks_;  // by record
};

}  // namespace kasuri
