// SPDX-License-Identifier: MIT
// Operations that a scan has stored: as they were, also over the borders of small buffers; loops; and that
// no trace is read again.
#include "workload/traces/stored.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "workload/traces/test_archive.h"
#include "workload/traces/test_trace.h"

namespace kasuri::trace {
namespace stored_test {

using testing::ElementsAre;

using mpi::Operation;
using K = Operation::Kind;

TEST(Stored, ComesBackAsItWas) {
  const std::vector<std::uint32_t> requests{0, 1, 200};
  const std::vector<int> out{1, 0, 1 << 30}, in{7};
  const std::vector<Operation> all{
      {.kind = K::compute, .time = Time{INT64_MAX / 4}},
      {.kind = K::send, .peer = 3, .tag = 0, .bytes = Bytes{0}},
      {.kind = K::isend, .peer = 1 << 30, .tag = INT32_MAX, .bytes = Bytes{std::int64_t{1} << 40},
       .request = 200, .comm = 70'000, .mode = mpi::SendMode::synchronous},
      {.kind = K::ireceive, .peer = mpi::kAnySource, .tag = mpi::kAnyTag, .bytes = Bytes{9}, .request = 1},
      {.kind = K::wait, .request = 1},
      {.kind = K::wait_for, .requests = requests},
      {.kind = K::wait_all},
      {.kind = K::poll},
      {.kind = K::collective, .bytes = Bytes{5}, .collective = mpi::Collective::alltoallv, .root = 2,
       .element = 16, .out = out, .in = in},
      {.kind = K::icollective, .request = 3, .collective = mpi::Collective::exscan},
      {.kind = K::split, .comm = 1, .colour = -5, .key = INT32_MIN}};
  StoredFile file("t");
  file.begin_rank();
  file.put(all[0]);
  file.end_rank();
  file.begin_rank();
  for (const Operation& op : all) file.put(op);
  const SumsOfMembers sums{.call = 1'000'000, .me = 9};
  file.put(all[8], &sums);
  const StoredRank rank = file.end_rank();
  EXPECT_EQ(rank.requests, 201u);
  const auto stored = file.file();
  for (const std::size_t buffer : {1, 3, 16, 4096}) {
    StoredOperations in_file(stored, rank, 1, buffer);
    for (std::size_t i = 0; i <= all.size(); ++i) {
      const Operation& was = all[i < all.size() ? i : 8];
      Operation op;
      ASSERT_TRUE(in_file.next(op));
      EXPECT_EQ(op.kind, was.kind);
      EXPECT_EQ(op.peer, was.peer);
      EXPECT_EQ(op.tag, was.tag);
      EXPECT_EQ(op.bytes, was.bytes);
      EXPECT_EQ(op.time, was.time);
      EXPECT_EQ(op.request, was.request);
      EXPECT_EQ(op.collective, was.collective);
      EXPECT_EQ(op.root, was.root);
      EXPECT_EQ(op.comm, was.comm);
      EXPECT_EQ(op.mode, was.mode);
      EXPECT_EQ(op.colour, was.colour);
      EXPECT_EQ(op.key, was.key);
      EXPECT_EQ(op.element, was.element);
      EXPECT_TRUE(std::ranges::equal(op.requests, was.requests));
      EXPECT_TRUE(std::ranges::equal(op.out, was.out));
      EXPECT_TRUE(std::ranges::equal(op.in, was.in));
    }
    ASSERT_TRUE(in_file.sums().has_value());
    EXPECT_EQ(in_file.sums()->call, 1'000'000u);
    EXPECT_EQ(in_file.sums()->me, 9u);
    Operation none;
    EXPECT_FALSE(in_file.next(none));
  }
}

// A loop that leaves a request open and one that was begun before it: nothing waits for what is not under
// way, and nothing is begun under a number in use.
TEST(Stored, LoopsKeepRequestsApart) {
  StoredFile file("t");
  file.begin_rank();
  file.put({.kind = K::ireceive, .request = 0});
  file.begin_loop();
  file.put({.kind = K::isend, .request = 1});
  file.put({.kind = K::wait, .request = 0});
  file.end_loop();
  const std::vector<std::uint32_t> both{0, 1};
  file.put({.kind = K::wait_for, .requests = both});
  const StoredRank rank = file.end_rank();
  StoredOperations in_file(file.file(), rank, 3, 16);
  std::vector<std::string> all;
  for (Operation op; in_file.next(op); op = {}) {
    const char* const name = op.kind == K::ireceive ? "receive" : op.kind == K::isend ? "send" : "wait";
    const std::string text = op.kind == K::wait_for
                                 ? fmt::format("{} {}", name, fmt::join(op.requests, " "))
                                 : fmt::format("{} {}", name, op.request);
    all.push_back(text);
  }
  EXPECT_THAT(all, ElementsAre("receive 0", "send 1", "wait 0", "send 2", "send 3", "wait 3"));
}

TEST(Stored, ATraceIsReadOnce) {
  std::unique_ptr<Trace> otf2, text;
  {
    TestArchive a("once", 2);
    a.location(0).send(1, 100);
    a.location(1).receive(0, 100);
    otf2 = open(a.close());
    const TestFile file("once.txt", "0 send 1 0 100\n1 recv 0 0 100\n0 finalize\n1 finalize\n");
    text = open(file.path());
  }
  for (const Trace* trace : {otf2.get(), text.get()}) {
    EXPECT_THAT(operations(*trace, 0), testing::Contains("send 1 100"));
    EXPECT_THAT(operations(*trace, 1), testing::Contains("receive 0 100"));
  }
}

}  // namespace stored_test
}  // namespace kasuri::trace
