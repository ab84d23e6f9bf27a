// SPDX-License-Identifier: MIT
// DUMPI traces, written byte by byte as the format's documentation describes them.
#include <fmt/format.h>

#include <functional>
#include <map>
#include <vector>

#include "workload/traces/matching.h"
#include "workload/traces/test_dumpi.h"

namespace kasuri::trace {
namespace dumpi_test {

using namespace dumpi;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Key;
using testing::Pair;
using W = DumpiWriter;

// --- messages ---

TEST(Dumpi, MessagesAndTheTimeBetweenCalls) {
  Program a, b;
  a.w.call(kInit, 0, 500).i(0);
  a.send(kSend, 10, kInt, 1, 5)
      .send(kSsend, 3, kDouble, 1, 6)
      .send(kBsend, 1, kByte, 1, 7)
      .send(kRsend, 1, kByte, 1, 7);
  a.call(kFinalize);
  b.receive(10, kInt, 0, 5)
      .receive(3, kDouble, 0, 6)
      .receive(100, kByte, 0, 7, {{1, 0, 7}})
      .receive(1, kByte, 0, 7);
  const TestTrace files({a.w.file(), b.w.file()});
  const auto t = open(files.path());
  const Summary& s = t->summary();
  EXPECT_EQ(s.format, "dumpi");
  EXPECT_EQ(s.ranks, 2);
  EXPECT_EQ(s.sends, 4u);
  EXPECT_EQ(s.receives, 4u);
  EXPECT_EQ(s.events, 10u);
  EXPECT_EQ(s.bytes, Bytes{40 + 24 + 2});
  EXPECT_EQ(s.computing, Time{500'000 + 4 * 1'000'000 + 3 * 1'000'000});
  EXPECT_THAT(s.calls, AllOf(Contains(Pair("MPI_Recv", 4)), Contains(Pair("MPI_Init", 1))));
  EXPECT_THAT(operations(*t, 0), ElementsAre("compute 500000", "send 1 40", "compute 1000000",
                                             "send 1 24", "compute 1000000", "send 1 1",
                                             "compute 1000000", "send 1 1", "compute 1000000"));
  EXPECT_EQ(operations(*t, 1).front(), "receive 0 40");
  EXPECT_TRUE(s.ignored.empty());
  EXPECT_TRUE(s.notes.empty());
}

TEST(Dumpi, WaitsOfAllKinds) {
  Program a, b;
  for (int r = 2; r < 10; ++r) a.begin(r % 2 ? kIssend : kIsend, r, kByte, 1, 0, r);
  for (int r = 2; r < 10; ++r) b.begin(kIrecv, r, kByte, 0, 0, r);
  for (Program* p : {&a, &b}) {
    p->wait(2);
    p->call(kTest).i(3).i(0).statuses();
    p->call(kTest).i(3).i(1).statuses();
    p->call(kWaitany).i(2).list({4, 5}).i(1).statuses();
    p->call(kTestany).i(2).list({4, 1}).i(-32766).i(0).statuses();
    p->call(kTestany).i(2).list({4, 1}).i(0).i(1).statuses();
    p->call(kTestall).i(2).list({6, 7}).i(0).statuses();
    p->call(kTestsome).i(2).list({6, 7}).i(0).list({}).statuses();
    p->call(kWaitsome).i(2).list({6, 7}).i(2).list({1, 0}).statuses();
    p->call(kRequestGetStatus).i(8).i(0).statuses();
    p->call(kWaitall).i(3).list({8, 1, 9}).statuses();
  }
  const TestTrace files({a.w.file(), b.w.file()});
  const auto t = open(files.path());
  EXPECT_EQ(t->summary().sends, 8u);
  EXPECT_EQ(t->summary().receives, 8u);
  std::vector<std::string> rest = operations(*t, 1);
  std::erase(rest, "compute 1000000");
  ASSERT_GT(rest.size(), 8u);
  rest.erase(rest.begin(), rest.begin() + 8);
  EXPECT_THAT(rest, ElementsAre("wait 0", "other", "wait 1", "wait 3", "other", "wait 2", "other",
                                "other", "wait for 2", "other", "wait for 2"));
  EXPECT_TRUE(Matching(*t, Bytes{0}).run());
}

TEST(Dumpi, WildcardsAreReplayedAsWhatTheyMatched) {
  Program a, b, c;
  a.begin(kIrecv, 10, kByte, kAny, kAny, 2).begin(kIrecv, 10, kByte, kAny, 4, 3);
  a.receive(10, kByte, kAny, 9, {{7, 2, 9}});
  a.call(kWaitall).i(2).list({2, 3}).statuses(std::vector<W::Status>{{5, 2, 8}, {6, 1, 4}});
  b.send(kSend, 6, kByte, 0, 4);
  c.send(kSend, 7, kByte, 0, 9).send(kSend, 5, kByte, 0, 8);
  const TestTrace files({a.w.file(), b.w.file(), c.w.file()});
  const auto t = open(files.path());
  std::vector<std::string> all = operations(*t, 0);
  std::erase(all, "compute 1000000");
  EXPECT_THAT(all, ElementsAre("ireceive 2 10", "ireceive 1 10", "receive 2 10", "wait for 2"));
  Matching m(*t, Bytes{0});
  m.run();
  EXPECT_FALSE(m.has_wildcards());
}

TEST(Dumpi, OldStatusesHaveNoTagAndOldRequestsEightBits) {
  Program a({0, 6, 2}), b({0, 6, 2});
  a.begin(kIsend, 10, kByte, 1, 3, 2).begin(kIsend, 20, kByte, 1, 3, 2);
  b.begin(kIrecv, 10, kByte, kAny, 3, 2).begin(kIrecv, 20, kByte, 0, 3, 2);
  for (Program* p : {&a, &b}) {
    p->wait(2, {{10, 0, 0}});
    p->wait(2, {{20, 0, 0}});
  }
  b.call(kCommRank).h(kCommWorld).i(1);
  const TestTrace files({a.w.file(), b.w.file()});
  const auto t = open(files.path());
  EXPECT_EQ(t->summary().receives, 2u);
  EXPECT_THAT(operations(*t, 1), AllOf(Contains("ireceive 0 10"), Contains("ireceive 0 20"),
                                       Contains("wait 0"), Contains("wait 1")));
}

TEST(Dumpi, FewerOffsetsInTheIndex) {
  for (const int offsets : {4, 5, 6, 7}) {
    Program a({0, 5, 1});
    a.call(kSend).i(1).h(kFirstUserType).i(0).i(0).h(kCommSelf);
    a.receive(1, kFirstUserType, 0, 0, {}, kCommSelf);
    std::vector<std::int32_t> sizes(kFirstUserType + 1, 4);
    const TestTrace files({a.w.file({.type_sizes = sizes, .offsets = offsets})});
    const auto t = open(files.path());
    EXPECT_EQ(t->summary().bytes, Bytes{offsets == 7 ? 4 : 0}) << offsets;
    EXPECT_EQ(t->summary().ignored.size(), offsets == 7 ? 0u : 1u) << offsets;
  }
}

TEST(Dumpi, ArgumentsOfOldVersions) {
  for (const Version v : {Version{0, 6, 1}, Version{0, 6, 8}, Version{7, 1, 0}}) {
    Program a(v);
    W& init = a.call(kInit).i(2);
    if (v < kInitOnce) init.i(2);
    init.text("program").text("-n");
    W& s = a.call(kTypeStruct).i(2).list({1, 2});
    v < kStructOffsets ? s.i(0) : s.list({0, 8});
    s.list({kInt, kDouble}, 2).h(kFirstUserType);
    W& g = a.call(kCartGet).i(1).h(kCommWorld).i(1).list({1}).list({0});
    v < kCartCoords ? g.i(0) : g.list({0});
    a.send(kSend, 3, kFirstUserType, 0, 1).receive(3, kFirstUserType, 0, 1);
    const TestTrace files({a.w.file()});
    EXPECT_EQ(open(files.path())->summary().bytes, Bytes{3 * 20});
  }
}

TEST(Dumpi, MasksTimesAndThreads) {
  for (const std::uint8_t mask : {0x00, 0x04, 0x08, 0x0c, 0x43, 0x4f, 0xcf}) {
    Program a({7, 1, 0}, mask);
    a.send(kSend, 3, kByte, 0, 1).receive(3, kByte, 0, 1, {{3, 0, 1}});
    const TestTrace files({a.w.file()});
    const auto t = open(files.path());
    EXPECT_EQ(t->summary().receives, 1u) << int{mask};
    EXPECT_EQ(t->summary().computing, (Time{mask & 0x0c ? 1'000'000 : 0})) << int{mask};
    EXPECT_EQ(t->summary().notes.size(), mask & 0x0c ? 0u : 1u);
  }
  W w;
  constexpr std::uint64_t kSecond = 1'000'000'000;
  w.call(kBarrier, 65535 * kSecond, 65535 * kSecond + 500).h(kCommWorld);
  w.call(kBarrier, (65536 + 2) * kSecond, (65536 + 3) * kSecond)
      .h(kCommWorld);                                           // the clock has gone around
  w.call(kBarrier, 2 * kSecond, 5 * kSecond, 1).h(kCommWorld);  // of another thread meanwhile
  w.call(kBarrier, 6 * kSecond, 7 * kSecond).h(kCommWorld);
  const TestTrace files({w.file()});
  const auto t = open(files.path());
  EXPECT_EQ(t->summary().computing, (Time{3'000'000'000'000 - 500'000 + 1'000'000'000'000}));
  EXPECT_THAT(t->summary().notes, ElementsAre(HasSubstr("several threads")));
}

TEST(Dumpi, PersistentRequests) {
  Program a, b;
  a.begin(kSsendInit, 4, kInt, 1, 2, 5).begin(kRecvInit, 4, kInt, 1, 3, 6);
  b.begin(kRecvInit, 9, kInt, 0, 2, 2).begin(kSendInit, 4, kInt, 0, 3, 3);
  for (int k = 0; k < 3; ++k) {
    a.call(kStart).i(5);
    a.call(kStart).i(6);
    a.call(kWaitall).i(2).list({5, 6}).statuses();
    b.call(kStartall).i(2).list({2, 3});
    b.wait(2).wait(3);
  }
  a.call(kRequestFree).i(5);
  const TestTrace files({a.w.file(), b.w.file()});
  const auto t = open(files.path());
  EXPECT_EQ(t->summary().sends, 6u);
  EXPECT_EQ(t->summary().receives, 6u);
  EXPECT_EQ(t->summary().bytes, Bytes{6 * 16});
  EXPECT_TRUE(Matching(*t, Bytes{0}).run());
}

TEST(Dumpi, SendrecvAndNobody) {
  Program a, b;
  // Of a chain: to the right, from the left. −1 is MPI_PROC_NULL here, and MPI_ANY_SOURCE.
  a.call(kSendrecv).i(5).h(kByte).i(1).i(0).i(5).h(kByte).i(-1).i(0).h(kCommWorld).statuses();
  b.call(kSendrecv).i(5).h(kByte).i(-1).i(0).i(5).h(kByte).i(0).i(0).h(kCommWorld).statuses();
  a.call(kSendrecvReplace).i(6).h(kByte).i(1).i(1).i(1).i(1).h(kCommWorld).statuses();
  b.call(kSendrecvReplace).i(6).h(kByte).i(0).i(1).i(0).i(1).h(kCommWorld).statuses();
  a.begin(kIrecv, 5, kByte, -1, 7, 2).wait(2, {{0, -1, -1}});  // its status tells that it was nobody
  b.begin(kIrecv, 5, kByte, -1, 7, 2).wait(2);
  b.begin(kIrecv, 5, kByte, -2, 7, 2).wait(2);
  b.begin(kIsend, 5, kByte, -2, 7, 2).wait(2);
  const TestTrace files({a.w.file(), b.w.file()});
  const auto t = open(files.path());
  EXPECT_EQ(t->summary().sends, 3u);
  EXPECT_EQ(t->summary().receives, 3u);
  std::vector<std::string> all = operations(*t, 1);
  std::erase_if(all, [](const std::string& o) { return o.starts_with("compute"); });
  EXPECT_THAT(all, ElementsAre("ireceive 0 5", "wait 0", "ireceive 0 6", "isend 0 6", "wait for 2"));
  EXPECT_TRUE(Matching(*t, Bytes{1000}).run());
  EXPECT_TRUE(t->summary().notes.empty());
}

TEST(Dumpi, ReceivesFromAnyWithoutAStatusStayWildcards) {
  Program a, b;
  a.begin(kIrecv, 5, kByte, -1, 7, 2).wait(2);
  b.send(kSend, 5, kByte, 0, 7);
  const TestTrace files({a.w.file(), b.w.file()});
  const auto t = open(files.path());
  EXPECT_EQ(t->summary().receives, 1u);
  EXPECT_EQ(operations(*t, 0).front(), "ireceive -1 5");
}

TEST(Dumpi, CancelledAndUnfinishedRequests) {
  Program a, b;
  a.begin(kIrecv, 5, kByte, 1, 7, 2);
  a.call(kCancel).i(2);
  a.wait(2, {{0, 0, 0, true}});
  a.begin(kIrecv, 5, kByte, 1, 7, 2).wait(2);
  a.begin(kIrecv, 5, kByte, 1, 9, 3);  // nobody sends it
  b.send(kSend, 5, kByte, 0, 7);
  b.call(kIprobe).i(0).i(1).h(kCommWorld).i(0).statuses();
  b.call(kProbe).i(0).i(1).h(kCommWorld).statuses();
  const TestTrace files({a.w.file(), b.w.file()});
  const auto t = open(files.path());
  EXPECT_EQ(t->summary().receives, 1u);
  EXPECT_THAT(t->summary().ignored, AllOf(Contains(Pair("requests that were cancelled", 1)),
                                          Contains(Pair("requests that are never complete", 1))));
  EXPECT_TRUE(Matching(*t, Bytes{0}).run());
}

// --- datatypes ---

TEST(Dumpi, SizesOfDatatypes) {
  Program a;
  constexpr int kUser = kFirstUserType;
  const auto exchange = [&](int type) { a.send(kSend, 1, type, 0, 1).receive(1, type, 0, 1); };
  const auto pass = [&](std::vector<std::int32_t> record) {
    const TestTrace files({a.w.file({.type_sizes = std::move(record)})});
    a = Program();
    const auto t = open(files.path());
    EXPECT_TRUE(t->summary().ignored.empty());
    return t->summary().bytes.n;
  };
  for (int type = 2; type < kUser; ++type) exchange(type);
  EXPECT_EQ(pass({}), 1 + 1 + 1 + 1 + 4 + 2 + 2 + 4 + 4 + 8 + 8 + 4 + 8 + 16 + 8 + 8 + 8 + 1 + 8 + 12 +
                          12 + 6 + 8 + 20);
  a.call(kTypeContiguous).i(3).h(kInt).h(kUser), exchange(kUser);
  EXPECT_EQ(pass({}), 12);
  a.call(kTypeVector).i(3).i(2).i(9).h(kInt).h(kUser), exchange(kUser);
  EXPECT_EQ(pass({}), 24);
  a.call(kTypeIndexed).i(2).list({3, 1}).list({0, 9}).h(kInt).h(kUser), exchange(kUser);
  EXPECT_EQ(pass({}), 16);
  a.call(kTypeCreateStruct).i(2).list({3, 1}).list({0, 9}).list({kInt, kDouble}, 2).h(kUser),
      exchange(kUser);
  EXPECT_EQ(pass({}), 20);
  a.call(kTypeCreateSubarray).i(2).list({9, 9}).list({3, 2}).list({0, 0}).b(1).h(kInt).h(kUser),
      exchange(kUser);
  EXPECT_EQ(pass({}), 24);
  a.call(kTypeCreateResized).h(kInt).i(0).i(100).h(kUser), exchange(kUser);
  EXPECT_EQ(pass({}), 4);
  // The record knows types that no call makes, as Fortran's.
  std::vector<std::int32_t> record(kUser + 2);
  record[kInt] = 8, record[kUser + 1] = 5;
  exchange(kInt), exchange(kUser + 1);
  EXPECT_EQ(pass(record), 13);
  // A handle is used again: the record has the first.
  record[kUser] = 12;
  a.call(kTypeContiguous).i(3).h(kByte).h(kUser), exchange(kUser);
  a.call(kTypeFree).h(kUser);
  a.call(kTypeContiguous).i(7).h(kByte).h(kUser), exchange(kUser);
  EXPECT_EQ(pass(record), 12 + 7);
}

// --- collectives ---

TEST(Dumpi, CollectivesWithTheirBlocks) {
  const TestTrace files(of_all(3, [](int me) {
    Program p;
    p.call(kBarrier).h(kCommWorld);
    p.call(kBcast).i(5).h(kInt).i(1).h(kCommWorld);
    p.call(kReduce).i(5).h(kDouble).b(kSum).i(0).h(kCommWorld);
    p.call(kAllreduce).i(6).h(kDouble).b(kSum).h(kCommWorld);
    p.call(kScan).i(1).h(kInt).b(kSum).h(kCommWorld);
    p.call(kExscan).i(1).h(kInt).b(kSum).h(kCommWorld);
    W& gather =
        p.call(kGather).i(me).i(me == 2 ? -1 : 3).h(kInt).i(2).h(kCommWorld);  // in place on the root
    if (me == 2) gather.i(3).h(kInt);
    W& scatter = p.call(kScatter).i(me).i(4).h(kInt).i(0).h(kCommWorld);
    if (me == 0) scatter.i(4).h(kInt);
    p.call(kAllgather).i(2).h(kInt).i(2).h(kInt).h(kCommWorld);
    p.call(kAlltoall).i(3).h(kByte).i(3).h(kByte).h(kCommWorld);
    W& gatherv = p.call(kGatherv).i(me).i(3).i(me + 1).h(kInt).i(0).h(kCommWorld);
    if (me == 0) gatherv.list({1, 2, 3}).list({0, 1, 3});
    gatherv.h(kInt);
    W& scatterv = p.call(kScatterv).i(me).i(3).h(kInt).i(me + 1).h(kInt).i(1).h(kCommWorld);
    if (me == 1) scatterv.list({1, 2, 3}).list({0, 1, 3});
    p.call(kAllgatherv).i(3).i(me + 1).h(kInt).list({1, 2, 3}).list({0, 1, 3}).h(kInt).h(kCommWorld);
    p.call(kAlltoallv)
        .i(3)
        .list({me, me, me})
        .list({0, 0, 0})
        .h(kInt)
        .list({0, 1, 2})
        .list({0, 0, 0})
        .h(kInt)
        .h(kCommWorld);
    p.call(kAlltoallw).i(3).list({1, 1, 1}).list({0, 0, 0}).list({kByte, kInt, kDouble}, 2);
    const int type = me == 0 ? kByte : me == 1 ? kInt : kDouble;
    p.w.list({1, 1, 1}).list({0, 0, 0}).list({type, type, type}, 2).h(kCommWorld);
    p.call(kReduceScatter).i(3).list({1, 2, 3}).h(kDouble).b(kSum).h(kCommWorld);
    p.call(kAllreduce).i(1).h(kInt).b(kSum).h(kCommSelf);
    return p.w.file();
  }));
  const auto t = open(files.path());
  EXPECT_EQ(t->summary().collectives, 3u * 16);
  EXPECT_TRUE(t->summary().ignored.empty());
  std::vector<std::string> all = operations(*t, 1);
  std::erase_if(all, [](const std::string& o) { return o.starts_with("compute"); });
  EXPECT_THAT(all, ElementsAre("barrier 0", "bcast 20", "reduce 40", "allreduce 48", "scan 4",
                               "exscan 4", "gather 12", "scatter 16", "allgather 8", "alltoall 3",
                               "gatherv 8", "scatterv 8", "allgatherv 8", "alltoallv 0", "alltoallv 0",
                               "reduce_scatter 16"));
  EXPECT_TRUE(Matching(*t, Bytes{0}).run());
  const auto stream = t->stream(1);
  int seen = 0;
  for (mpi::Operation op; stream->next(Time{0}, op); op = {}) {
    if (op.kind != mpi::Operation::Kind::collective) continue;
    if (op.collective == mpi::Collective::scatterv) {
      EXPECT_THAT(op.out, ElementsAre(4, 8, 12));
    } else if (op.collective == mpi::Collective::allreduce) {
      EXPECT_EQ(op.element, 8);
    } else if (op.collective == mpi::Collective::alltoallv) {
      const std::vector<int> out = seen ? std::vector{1, 4, 8} : std::vector{4, 4, 4};
      const std::vector<int> in = seen ? std::vector{4, 4, 4} : std::vector{0, 4, 8};
      ++seen;
      EXPECT_THAT(op.out, testing::ElementsAreArray(out));
      EXPECT_THAT(op.in, testing::ElementsAreArray(in));
    }
  }
  EXPECT_EQ(seen, 2);
}

// First the root alone wrote the datatype that it receives; no version tells from when on all ranks
// did.
TEST(Dumpi, GathervOfOlderVersionsIsShorter) {
  for (const std::uint8_t mask : {W::kUsual, std::uint8_t{0x08}, std::uint8_t{0x03}}) {
    const TestTrace files(of_all(2, [&](int me) {
      Program p({0, 6, 5}, mask);
      for (int k = 0; k < 3; ++k) {
        W& w = p.call(kGatherv).i(me).i(2).i(7).h(kInt).i(0).h(kCommWorld);
        if (me == 0) w.list({7, 7}).list({0, 7}).h(kInt);
      }
      return p.w.file();
    }));
    EXPECT_EQ(open(files.path())->summary().collectives, 6u) << int{mask};
  }
}

}  // namespace dumpi_test
}  // namespace kasuri::trace
