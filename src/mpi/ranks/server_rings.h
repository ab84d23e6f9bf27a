// SPDX-License-Identifier: MIT
// Rings through the GPUs of a server that share its links evenly, as NCCL and RCCL search for them
// (NVIDIA/nccl, src/graph/search.cc). Where GPUs have links to each other, one ring uses one link of each;
// rings of different orders use the others.
//
// Upper bound: a GPU with d links is passed by at most d rings that have no link in common. Eight GPUs
// with links to all others have seven such rings; four and six have fewer than that (Tillson, 1980), but
// twice as many rings of which two share each link. So the search is for rings of which at most one uses
// each link, then for rings of which at most two do, and takes those with more rings for each use.
//
// The search draws rings one after the other from the links that are left, beginning again with another
// order of neighbours when it ends below the bound; it is the same in each run, and ends after a number of
// steps. Within one server channels take turns at the rings. Between servers a channel enters at the GPU of
// its NIC and leaves at the GPU before that one: its ring is chosen so that as many channels leave by each
// NIC as enter by it.
//
// Not modelled: the channels of different rates that NCCL finds on machines with PCIe and NVLink.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

namespace kasuri::mpi {

struct ServerRings;

// What is known of the network within a server. One thread asks it for rings.
struct ServerLinks {
  std::uint32_t gpus = 0;
  // Links of one rate from GPU a to GPU b, [a * gpus + b]; empty: they meet at switches.
  std::vector<std::uint8_t> links;
  // The GPUs in the order in which a walk along the branches of the network passes them: in a tree the
  // ring in this order uses each link once in each direction.
  std::vector<std::uint16_t> walk;

  std::uint8_t between(std::size_t a, std::size_t b) const { return links[a * gpus + b]; }
  // ServerRings::of(), found once.
  std::shared_ptr<const ServerRings> rings(const std::vector<std::uint16_t>& gpus, int nics) const;
  // Links of a GPU, where GPUs have links to each other: of the one with the most.
  std::uint32_t degree() const;

  mutable std::map<std::vector<std::uint16_t>, std::shared_ptr<const ServerRings>> found{};
};

struct ServerRings {
  static constexpr int kMostChannels = 64;

  struct Use {
    std::vector<std::uint16_t> ring;  // of each channel
    std::vector<double> busiest;      // by number of channels: those that the busiest link serves
  };

  std::vector<std::vector<std::uint16_t>> orders;  // of GPUs, by their places within the server
  std::uint32_t degree = 0;                        // links of a GPU to others; 0: they meet at switches
  Use within, between;                             // one server, and several

  const Use& use(bool between_servers) const { return between_servers ? between : within; }
  std::span<const std::uint16_t> order(int channel, bool between_servers) const {
    return orders[use(between_servers).ring[static_cast<std::size_t>(channel)]];
  }
  int count() const { return static_cast<int>(orders.size()); }

  // Of some GPUs of a server, in ascending order. Null: a ring in this order is as good as others.
  static std::shared_ptr<const ServerRings> of(const ServerLinks&, std::span<const std::uint16_t> gpus,
                                               int nics);
};

// Of GPUs of a server with so many NICs, the one at which a channel enters, and the NIC of a GPU.
int head_of(int channel, int nics, int gpus);
int nic_serving(int gpu, int nics, int gpus);

}  // namespace kasuri::mpi
