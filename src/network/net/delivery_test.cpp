// SPDX-License-Identifier: MIT
// Sums of deliveries that do not fit into 64 bits.
#include "network/net/delivery.h"

#include <gtest/gtest.h>

namespace kasuri {
namespace delivery_test {

// A sum that does not fit is too large, never negative.
TEST(DeliveryStatistics, DoesNotOverflow) {
  DeliveryStatistics sum;
  DeliveryStatistics part;
  part.packets = 1;
  part.queueing = part.latency = part.message_latency = Time{INT64_MAX / 2};
  for (int i = 0; i < 3; ++i) sum += part;
  EXPECT_EQ(sum.packets, 3u);
  EXPECT_EQ(sum.queueing, kNever);
  EXPECT_EQ(sum.latency, kNever);
  EXPECT_EQ(sum.message_latency, kNever);
}

}  // namespace delivery_test
}  // namespace kasuri
