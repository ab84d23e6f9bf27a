// SPDX-License-Identifier: MIT
// The memory of routers: of their own ports, where these are few against the ports of the largest router.
#include "network/router/layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "network/topology/test_topology.h"

namespace kasuri {
namespace layout_test {

std::uint64_t ports_of(const Topology& t) {
  std::uint64_t all = 0;
  for (std::uint32_t r = 0; r < t.routers(); ++r) all += t.degree({r}) + t.endpoints_at({r});
  return all;
}

TEST(RouterLayout, EqualRoutersHaveEqualBlocks) {
  const auto torus = topology_from("type = \"torus\"\nextents = [4, 4]");
  const RouterLayout layout(*torus, 2);
  RouterLayout::Header h{};
  EXPECT_TRUE(layout.even);
  EXPECT_EQ(layout.ports, 5u);
  EXPECT_EQ(layout.all_ports, ports_of(*torus));
  EXPECT_EQ(layout.all_bytes, 16 * layout.lay_out(h, 5));
}

// A spine has 2,048 ports; that of 280,640 routers, with a set of 4,096 requests for each, was 330 GB.
TEST(RouterLayout, PodsNeedWhatTheirPortsNeed) {
  const auto pod = topology_from("type = \"gpu-pod\"\ntemplate = \"spectrum-x\"\ngpus = 131072");
  const RouterLayout layout(*pod, 2);
  RouterLayout::Header h{};
  EXPECT_FALSE(layout.even);
  EXPECT_EQ(layout.ports, 2048u);
  EXPECT_EQ(layout.all_ports, ports_of(*pod));
  EXPECT_GT(layout.lay_out(h, layout.ports) * pod->routers(), 190ull << 30);
  EXPECT_LT(layout.all_bytes, 1ull << 30);
}

// The parts of a block follow each other, each on a boundary of its own.
TEST(RouterLayout, PartsDoNotOverlap) {
  const auto torus = topology_from("type = \"torus\"\nextents = [4, 4]");
  for (const std::uint32_t vcs : {1u, 2u, 3u, 8u}) {
    const RouterLayout layout(*torus, vcs);
    for (std::uint32_t ports = 1; ports < 200; ports += 7) {
      RouterLayout::Header h{};
      const std::size_t bytes = layout.lay_out(h, ports);
      const std::size_t input_vcs = std::size_t{ports} << layout.vc_bits;
      EXPECT_GE(h.words * kSetBits, input_vcs);
      EXPECT_LT((h.words - 1) * kSetBits, std::max<std::size_t>(input_vcs, 1));
      EXPECT_EQ(h.room, RouterLayout::kQueues + input_vcs * sizeof(InputQueue) + ports * 4);
      const std::size_t room_end = h.room + ports * vcs * sizeof(std::int32_t);
      EXPECT_GE(h.first_port, room_end);
      EXPECT_EQ(h.first_port % alignof(RouterPort), 0u);
      if (h.words > 1) {
        EXPECT_GE(h.requests, room_end);
        EXPECT_LE(h.requests + ports * h.words * sizeof(SetWord), h.first_port);
      } else {  // the last word of each port
        EXPECT_EQ(h.requests, h.first_port + sizeof(RouterPort) - sizeof(SetWord));
        EXPECT_EQ(h.request_stride, sizeof(RouterPort));
      }
      EXPECT_GE(bytes, h.first_port + ports * sizeof(RouterPort));
    }
  }
}

}  // namespace layout_test
}  // namespace kasuri
