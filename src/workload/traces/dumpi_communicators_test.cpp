// SPDX-License-Identifier: MIT
// DUMPI traces: communicators, and what is refused.
#include <fmt/format.h>

#include <functional>
#include <map>
#include <vector>

#include "workload/traces/matching.h"
#include "workload/traces/test_dumpi.h"

namespace kasuri::trace {
namespace dumpi_communicators_test {

using namespace dumpi;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Key;
using testing::Pair;
using W = DumpiWriter;

// --- communicators ---

TEST(Dumpi, CommunicatorsOfSplitDupAndCreate) {
  const TestTrace files(of_all(6, [](int me) {
    Program p;
    constexpr int kHalf = 4, kCopy = 5, kSome = 6;
    p.call(kCommSplit).h(kCommWorld).i(me % 2).i(-me).h(kHalf);  // 4 2 0 and 5 3 1
    p.call(kCommDup).h(kHalf).h(kCopy);
    p.call(kCommGroup).h(kCommWorld).h(3);
    p.call(kGroupIncl).h(3).i(3).list({5, 0, 2}).h(4);
    p.call(kGroupRangeIncl).h(3).i(1).i(1).list({0, 4, 4}).h(5);  // 0 4
    p.call(kGroupDifference).h(4).h(5).h(6);                      // 5 2
    p.call(kGroupUnion).h(6).h(5).h(7);                           // 5 2 0 4
    p.call(kGroupExcl).h(7).i(1).list({0}).h(8);                  // 2 0 4
    const bool in = me == 0 || me == 2 || me == 4;
    p.call(kCommCreate).h(kCommWorld).h(8).h(in ? kSome : kCommNull);
    const int place = 2 - me / 2;
    if (place < 2) p.send(kSend, 8, kByte, place + 1, 0, kCopy);
    if (place > 0) p.receive(8, kByte, place - 1, 0, {}, kCopy);
    if (in) p.call(kBcast).i(5).h(kInt).i(0).h(kSome);
    p.call(kCommFree).h(kHalf);
    p.call(kCommSplit)
        .h(kCommWorld)
        .i(me < 3 ? 0 : -32766)
        .i(0)
        .h(me < 3 ? kHalf : kCommNull);  // the handle again
    if (me < 3) p.call(kBarrier).h(kHalf);
    return p.w.file();
  }));
  const auto t = open(files.path());
  EXPECT_EQ(t->summary().communicators, 7u);
  EXPECT_EQ(t->summary().sends, 4u);
  EXPECT_EQ(t->summary().collectives, 6u * 4 + 3 + 3);
  EXPECT_THAT(*t->communicators(),
              testing::UnorderedElementsAre(ElementsAre(4u, 2u, 0u), ElementsAre(5u, 3u, 1u),
                                            ElementsAre(4u, 2u, 0u), ElementsAre(5u, 3u, 1u),
                                            ElementsAre(2u, 0u, 4u), ElementsAre(0u, 1u, 2u)));
  EXPECT_TRUE(Matching(*t, Bytes{0}).run());
}

TEST(Dumpi, CartesianCommunicatorsAndTheirParts) {
  const TestTrace files(of_all(7, [](int me) {
    Program p;
    p.call(kCartCreate).h(kCommWorld).i(2).list({2, 3}).list({1, 1}).i(1).h(me < 6 ? 4 : kCommNull);
    if (me == 6) return p.w.file();
    p.call(kCommRank).h(4).i(5 - me);  // the library has turned them around
    const int place = 5 - me;
    p.call(kCartSub).i(2).h(4).list({0, 1}).h(5);  // rows of three
    p.call(kCartSub).i(2).h(4).list({1, 0}).h(6);  // columns of two
    p.call(kBcast).i(1).h(kInt).i(2).h(5);
    if (place < 3)
      p.send(kSend, 1, kByte, 1, 0, 6);
    else
      p.receive(1, kByte, 0, 0, {}, 6);
    return p.w.file();
  }));
  const auto t = open(files.path());
  EXPECT_THAT(*t->communicators(),
              testing::UnorderedElementsAre(
                  ElementsAre(5u, 4u, 3u, 2u, 1u, 0u), ElementsAre(5u, 4u, 3u), ElementsAre(2u, 1u, 0u),
                  ElementsAre(5u, 2u), ElementsAre(4u, 1u), ElementsAre(3u, 0u)));
  EXPECT_TRUE(Matching(*t, Bytes{0}).run());
}

TEST(Dumpi, CommunicatorsBetweenGroupsCarryMessages) {
  const TestTrace files(of_all(5, [](int me) {
    Program p;
    const bool low = me < 2;
    p.call(kCommSplit).h(kCommWorld).i(low).i(me).h(4);
    p.call(kIntercommCreate).h(4).i(0).h(kCommWorld).i(low ? 2 : 0).i(17).h(5);
    if (low)
      p.send(kSend, 10, kByte, me + 1, 0, 5);
    else if (me > 2)
      p.receive(10, kByte, me - 3, 0, {}, 5);
    p.call(kBarrier).h(5);
    p.call(kIntercommMerge).h(5).i(low).h(6);
    p.call(kBcast).i(1).h(kInt).i(4).h(6);
    return p.w.file();
  }));
  const auto t = open(files.path());
  EXPECT_THAT(*t->communicators(), Contains(ElementsAre(2u, 3u, 4u, 0u, 1u)));
  EXPECT_EQ(t->summary().sends, 2u);
  EXPECT_THAT(t->summary().ignored,
              ElementsAre(Pair("collectives on communicators between groups", 5)));
  EXPECT_TRUE(Matching(*t, Bytes{0}).run());
}

TEST(Dumpi, CommunicatorsThatDumpiDoesNotRecord) {
  const TestTrace files(of_all(2, [](int me) {
    Program p;
    p.call(kBarrier).h(9);  // of MPI_Comm_split_type
    me ? p.send(kSend, 1, kByte, 0, 0, 9) : p.receive(1, kByte, 1, 0, {}, 9);
    p.call(kCommDup).h(9).h(10);
    p.call(kBarrier).h(10);
    p.call(146).b(0).h(1);  // Win_fence
    return p.w.file({.untraced = {{kIprobe, 4}}});
  }));
  const auto t = open(files.path());
  EXPECT_EQ(t->summary().sends, 0u);
  EXPECT_THAT(t->summary().ignored,
              ElementsAre(Pair("MPI_Iprobe, which the tracer was configured to leave out", 8),
                          Pair("MPI_Win_fence", 2),
                          Pair("collectives on communicators with unknown members", 4),
                          Pair("messages on communicators with unknown members", 2)));
}

TEST(Dumpi, FunctionsOfTheProgramAreRegions) {
  W w;
  w.call(kBarrier, 0, 1000).h(kCommWorld);
  w.call(kFunctionEnter, 2000, 2000).q(77);
  w.call(kBarrier, 5000, 6000).h(kCommWorld);
  w.call(kFunctionExit, 8000, 8000).q(77);
  w.call(kBarrier, 9000, 9500).h(kCommWorld);
  const TestTrace files({w.file({.functions = {{77, "solve"}}})});
  const auto t = open(files.path());
  EXPECT_EQ(t->summary().regions.at("solve").computing, Time{5'000'000});
  EXPECT_EQ(t->summary().computing, Time{7'000'000});
  ReplayParams params;
  params.regions.by_name["solve"] = {.time = Time{42}};
  const auto again = open(files.path(), params);
  EXPECT_THAT(operations(*again, 0),
              ElementsAre("barrier 0", "compute 1000042", "barrier 0", "compute 1000000", "barrier 0"));
}

// --- what is refused ---

TEST(Dumpi, DamagedFilesAreRefusedWithTheByte) {
  Program a;
  a.send(kSend, 3, kByte, 0, 1).receive(3, kByte, 0, 1);
  const std::string good = a.w.file();
  const auto why = [](const std::vector<std::string>& ranks, std::string meta = "") {
    const TestTrace files(ranks, std::move(meta));
    return refusal(files.path());
  };
  EXPECT_EQ(why({good}), "");
  EXPECT_THAT(why({good}, W::meta(2, "run")),
              AllOf(HasSubstr("numprocs=2"), HasSubstr("run-0001.bin")));
  EXPECT_THAT(why({good, good}, W::meta(1, "run")), HasSubstr("run-0001.bin, a file of rank 1"));
  EXPECT_THAT(why({good}, W::meta(1, "elsewhere")), "");  // the name of the .meta file
  EXPECT_THAT(why({}, W::meta(1, "run")), AllOf(HasSubstr(":5:1: error: "), HasSubstr("run-0000.bin")));
  EXPECT_THAT(why({good}, "hostname=x\nnumprocs=-1\n"), HasSubstr(":2:1: error: numprocs=-1"));
  EXPECT_THAT(why({good}, "hostname=x\nfileprefix=run\n"), HasSubstr("no line numprocs="));
  EXPECT_THAT(why({good}, W::meta(100'000'000, "run")), HasSubstr("no file of rank 1"));
  EXPECT_THAT(why({"\xff" + good.substr(1, 3) + "dUMPI" + good.substr(8)}),
              HasSubstr("byte 0: rank 0: not a DUMPI trace"));
  for (std::size_t n = 0; n < good.size(); n += 7) {
    EXPECT_THAT(why({good.substr(0, n)}), HasSubstr("run-0000.bin: error: byte ")) << n;
  }
  std::string beyond = good;
  beyond[beyond.size() - 32 + 5] = 1;  // the header's offset
  EXPECT_THAT(why({beyond}), AllOf(HasSubstr("points to byte 6"), HasSubstr("for its header")));
  std::string unknown = good;
  unknown[17] = 99, unknown[16] = 1;
  EXPECT_THAT(why({unknown}), HasSubstr("byte 16: rank 0: there is no function 355"));
  const auto one = [&](const std::function<void(Program&)>& f) {
    Program p;
    f(p);
    return why({p.w.file()});
  };
  EXPECT_THAT(one([](Program& p) { p.send(kSend, -3, kByte, 0, 1); }), HasSubstr("a count of -3"));
  EXPECT_THAT(one([](Program& p) { p.send(kSend, 3, kByte, 4, 1); }),
              HasSubstr("rank 4 does not exist"));
  EXPECT_THAT(one([](Program& p) { p.send(kSend, 3, kByte, 0, 1); }), HasSubstr("never received"));
  EXPECT_THAT(one([](Program& p) { p.call(kWaitall).i(9).i(0x7fffffff); }),
              HasSubstr("a list of 2147483647"));
  EXPECT_THAT(one([](Program& p) { p.call(kBcast).i(1).h(kInt).i(3).h(kCommWorld); }),
              HasSubstr("the root 3"));
  EXPECT_THAT(one([](Program& p) { p.call(kCommSize).h(kCommWorld).i(8); }),
              HasSubstr("returns 8 ranks"));
  EXPECT_THAT(one([](Program& p) { p.call(kCommRank).h(kCommWorld).i(8); }),
              HasSubstr("file of another rank"));
  EXPECT_THAT(one([](Program& p) { p.w.call(kBarrier, 0, 0).h(2).h(52).b(0x18).h(2); }),
              HasSubstr("bits of no meaning"));
  EXPECT_THAT(one([](Program& p) {
                p.call(kAllgatherv).i(1).i(1).h(kInt).list({1, 2}).list({1}).h(kInt).h(2);
              }),
              HasSubstr("2 sizes of blocks"));
  EXPECT_THAT(why({good, good}), HasSubstr("rank 1"));
}

TEST(Dumpi, CommunicatorsThatDoNotFitTogether) {
  const auto why = [](const std::function<void(Program&, int)>& f) {
    const TestTrace files(of_all(2, [&](int me) {
      Program p;
      f(p, me);
      return p.w.file();
    }));
    return refusal(files.path());
  };
  EXPECT_THAT(why([](Program& p, int me) {
                if (me) p.call(kCommDup).h(2).h(4);
              }),
              AllOf(HasSubstr(
                  "run-0001.bin: error: byte 16: rank 1: MPI_Comm_dup, which only 1 of the 2 ranks")));
  EXPECT_THAT(why([](Program& p, int me) {
                me ? p.call(kCommDup).h(2).h(4) : p.call(kCommSplit).h(2).i(0).i(0).h(4);
              }),
              HasSubstr("on the same communicator"));
  EXPECT_THAT(why([](Program& p, int) {
                p.call(kCommGroup).h(2).h(3);
                p.call(kGroupIncl).h(3).i(1).list({2}).h(4);
                p.call(kCommCreate).h(2).h(4).h(4);
              }),
              HasSubstr("member 2 of a group of 2"));
  EXPECT_THAT(why([](Program& p, int) {
                p.call(kCommSplit).h(2).i(0).i(0).h(4);
                p.call(kIntercommCreate).h(4).i(0).h(2).i(1).i(0).h(5);
              }),
              HasSubstr("no other group of ranks"));
}

TEST(Dumpi, AFileOfOneRankNamesTheMetaFile) {
  const TestTrace files({Program().w.file()});
  EXPECT_THAT(refusal(files.rank(0)), HasSubstr("give the .meta file"));
  EXPECT_THAT(files_of(files.path()), ElementsAre(files.path(), files.rank(0)));
}

}  // namespace dumpi_communicators_test
}  // namespace kasuri::trace
