// SPDX-License-Identifier: MIT
// A router is one block of memory, so that handling a packet touches few cache lines: header, input
// ports, input VCs, requests per output (a set of input VCs), room per output VC, output ports.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <string>
#include <vector>

#include "core/pool.h"
#include "net/fabric.h"
#include "net/link.h"
#include "net/topology.h"
#include "router/router.h"

namespace kasuri {

struct RouterLayout {
  struct Header {
    RouterId id;
    std::uint32_t first_endpoint;        // global, as packets know it
    std::uint32_t first_local_endpoint;
    std::uint16_t degree;  // router-to-router ports; the endpoints' ports follow
    std::uint16_t ports;
  };
  struct InputPort {
    Time free;            // from when a packet of this port may be granted
    SenderPort upstream;  // whom credits go to
  };
  struct InputVc {
    std::uint32_t first;  // queue of packets
    std::uint32_t last;
    Time ready;  // the request time of the packet at its head; if empty, the earliest possible
  };

  // An input VC's index is its port << vc_bits | its VC.
  std::uint32_t vc_bits = 0;
  std::uint32_t words = 1;  // of a set of input VCs
  std::uint32_t ports = 0;  // of the largest router
  std::size_t inputs = 0, vcs = 0, requests = 0, room = 0, outputs = 0;  // offsets in the block
  std::size_t stride = 0;

  // All routers get the block of the largest one.
  RouterLayout(const Topology& t, std::uint32_t vc_count) {
    for (std::uint32_t r = 0; r < t.routers(); ++r) {
      ports = std::max(ports, t.degree({r}) + t.endpoints_at({r}));
    }
    const auto align = [](std::size_t n, std::size_t to) { return (n + to - 1) / to * to; };
    vc_bits = static_cast<std::uint32_t>(std::bit_width(vc_count - 1));
    const std::size_t input_vcs = std::size_t{ports} << vc_bits;
    words = static_cast<std::uint32_t>(std::max<std::size_t>(1, (input_vcs + 63) / 64));
    inputs = align(sizeof(Header), alignof(InputPort));
    vcs = inputs + ports * sizeof(InputPort);
    requests = vcs + input_vcs * sizeof(InputVc);
    room = requests + ports * words * sizeof(std::uint64_t);
    outputs = align(room + ports * vc_count * sizeof(std::int32_t), alignof(OutputPort));
    stride = align(outputs + ports * sizeof(OutputPort), 64);
  }
};

// The routers of one part of the machine, by their local numbers.
class RouterBlocks {
 public:
  using Header = RouterLayout::Header;
  using InputPort = RouterLayout::InputPort;
  using InputVc = RouterLayout::InputVc;

  // All queues empty, all room free.
  explicit RouterBlocks(const Fabric&);

  // Of a router; they count from 0.
  std::uint32_t input_vcs() const { return layout_.words * 64; }
  static constexpr std::uint32_t kNone = UINT32_MAX;

  // Routers::blocked and at_rest.
  std::vector<BlockedPacket> blocked_in(const Fabric&) const;
  bool all_at_rest(Fabric&, std::string& why);
  // Bytes per VC of the input buffer that a router's output leads to.
  static std::int32_t buffer_behind(const Fabric& f, RouterId r, std::uint32_t port) {
    const std::int32_t own = f.link_classes[f.topology.link_class(r, port)].buffer;
    return own ? own : f.vc_buffer;
  }

  // The sender of a channel that crosses a cut to here, SenderPort::component.
  struct Sender {
    std::uint16_t part;
    std::uint16_t port;
    std::uint32_t router;
  };
  const Sender& sender_across(std::uint32_t i) const { return senders_across_[i]; }

  std::size_t bytes() const { return blocks_.size(); }
  std::byte* block(std::uint32_t r) { return &blocks_[r * layout_.stride]; }
  const std::byte* block(std::uint32_t r) const { return &blocks_[r * layout_.stride]; }

  static Header& header(std::byte* b) { return *at<Header>(b, 0); }
  static const Header& header(const std::byte* b) { return *at<Header>(b, 0); }
  OutputPort* outputs(std::byte* b) const { return at<OutputPort>(b, layout_.outputs); }
  const OutputPort* outputs(const std::byte* b) const { return at<OutputPort>(b, layout_.outputs); }
  InputPort* inputs(std::byte* b) const { return at<InputPort>(b, layout_.inputs); }
  InputVc* vcs(std::byte* b) const { return at<InputVc>(b, layout_.vcs); }
  const InputVc* vcs(const std::byte* b) const { return at<InputVc>(b, layout_.vcs); }
  // The set of input VCs that want output `out`, layout_.words long.
  std::uint64_t* requests(std::byte* b, std::uint32_t out) const {
    return at<std::uint64_t>(b, layout_.requests) + out * layout_.words;
  }
  bool no_requests(std::byte* b, std::uint32_t out) const {
    const std::uint64_t* set = requests(b, out);
    for (std::uint32_t w = 0; w < layout_.words; ++w) {
      if (set[w]) return false;
    }
    return true;
  }
  // How many packets want output `out`.
  std::uint32_t waiting(std::byte* b, std::uint32_t out) const {
    const std::uint64_t* set = requests(b, out);
    int n = 0;
    for (std::uint32_t w = 0; w < layout_.words; ++w) n += std::popcount(set[w]);
    return static_cast<std::uint32_t>(n);
  }
  void add_request(std::byte* b, std::uint32_t out, std::uint32_t input_vc) const {
    requests(b, out)[input_vc / 64] |= std::uint64_t{1} << (input_vc % 64);
  }
  void drop_request(std::byte* b, std::uint32_t out, std::uint32_t input_vc) const {
    requests(b, out)[input_vc / 64] &= ~(std::uint64_t{1} << (input_vc % 64));
  }
  // Free bytes of each VC behind output `out`.
  std::int32_t* room(std::byte* b, std::uint32_t out) const {
    return at<std::int32_t>(b, layout_.room) + out * vc_count_;
  }

  // The packet goes to its NIC here.
  static void eject(const Header& h, Packet& p) {
    p.route = static_cast<std::uint16_t>(h.degree + (p.destination.v - h.first_endpoint));
    p.vc_mask = 1;
  }
  std::uint32_t port_of(std::uint32_t input_vc) const { return input_vc >> layout_.vc_bits; }
  std::uint16_t vc_of(std::uint32_t input_vc) const {
    return static_cast<std::uint16_t>(input_vc & ((1u << layout_.vc_bits) - 1));
  }

 protected:
  RouterLayout layout_;

 private:
  template <class T>
  static T* at(std::byte* b, std::size_t offset) {
    return reinterpret_cast<T*>(b + offset);
  }
  template <class T>
  static const T* at(const std::byte* b, std::size_t offset) {
    return reinterpret_cast<const T*>(b + offset);
  }

  void connect(const Fabric&, std::uint32_t r);
  void connect_across(const Fabric&);

  std::uint32_t vc_count_;
  std::vector<Sender> senders_across_;
  LazyArray<std::byte> blocks_;
};

}  // namespace kasuri
