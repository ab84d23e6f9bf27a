// SPDX-License-Identifier: MIT
#include "network/nic/message_records.h"

#include <gtest/gtest.h>

namespace kasuri {
namespace message_records_test {

void expect_same(const Message& a, const Message& b) {
  EXPECT_EQ(a.source, b.source);
  EXPECT_EQ(a.destination, b.destination);
  EXPECT_EQ(a.size, b.size);
  EXPECT_EQ(a.client, b.client);
  EXPECT_EQ(a.wants_sent, b.wants_sent);
  EXPECT_EQ(a.nic, b.nic);
  EXPECT_EQ(a.ways, b.ways);
  EXPECT_EQ(a.traffic, b.traffic);
  EXPECT_EQ(a.job, b.job);
  EXPECT_EQ(a.payload, b.payload);
  EXPECT_EQ(a.user, b.user);
}

// Of all kinds, numbered.
Message made(std::uint32_t i) {
  static std::byte bytes[100];
  Message m{.source = {i},
            .destination = {~i},
            .size = Bytes{std::int64_t{i} << 20},
            .client = static_cast<std::uint8_t>(i),
            .wants_sent = i % 2 == 1,
            .nic = i % 3 == 0 ? Message::kAnyNic : static_cast<std::uint8_t>(i % 64),
            .ways = static_cast<std::uint8_t>(i % 16),
            .traffic = static_cast<Traffic>(i % kTraffics),
            .job = static_cast<std::uint16_t>(i * 5)};
  if (i % 5 == 0) m.payload = &bytes[i % 100];
  if (i % 7 == 0) m.user[i % 4] = i + 1;
  return m;
}

TEST(MessageRecords, GiveMessagesBackAsTheyWere) {
  MessageRecords records;
  for (int round = 0; round < 3; ++round) {
    std::vector<std::uint32_t> of;
    for (std::uint32_t i = 0; i < 3000; ++i) {
      of.push_back(records.take(made(i), Time{i}, Time{2 * i}));
      EXPECT_EQ(records[of[i]].posted, Time{i});
      EXPECT_EQ(records[of[i]].ready, Time{2 * i});
      EXPECT_EQ(records[of[i]].sending, made(i).wants_sent);
    }
    for (std::uint32_t i = 0; i < 3000; ++i) {
      expect_same(records.message(of[i]), made(i));
      EXPECT_EQ(records.payload(of[i]), made(i).payload);
    }
    EXPECT_EQ(records.in_use(), 3000u);
    for (std::uint32_t i = 0; i < 3000; ++i) records.free(of[(i * 7 + 1) % 3000]);
  }
}

TEST(MessageRecords, TakeAPayloadLater) {
  MessageRecords records;
  std::byte bytes[2];
  for (const std::uint32_t i : {1u, 5u, 7u, 35u}) {  // without and with what lies apart
    Message m = made(i);
    const std::uint32_t at = records.take(m, Time{0}, Time{0});
    for (std::byte* const payload : {&bytes[0], static_cast<std::byte*>(nullptr), &bytes[1]}) {
      records.set_payload(at, payload);
      m.payload = payload;
      expect_same(records.message(at), m);
    }
  }
}

TEST(MessageRecords, LetGoOfTheirMemoryWhenNoMessageIsUnderWay) {
  MessageRecords records;
  std::vector<std::uint32_t> taken;
  for (std::uint32_t i = 0; i < 20'000; ++i) taken.push_back(records.take(made(7 * i), Time{0}, Time{0}));
  const std::uint64_t full = records.memory_bytes();
  EXPECT_GE(full, 20'000 * (sizeof(MessageRecord) + 40));
  records.release_memory();
  EXPECT_EQ(records.memory_bytes(), full);
  for (const std::uint32_t i : taken) records.free(i);
  records.release_memory();
  EXPECT_EQ(records.memory_bytes(), 0u);
  expect_same(records.message(records.take(made(35), Time{0}, Time{0})), made(35));
}

}  // namespace message_records_test
}  // namespace kasuri
