// SPDX-License-Identifier: MIT
// OTF2 archives that others write: what Score-P counts of each kind of collective, all kinds of events,
// and damage. What Kasuri records itself is replayed in run/.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fstream>
#include <utility>

#include "workload/traces/otf2_sums.h"
#include "workload/traces/test_archive.h"
#include "workload/traces/test_trace.h"

namespace kasuri::trace {
namespace otf2_test {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using mpi::Operation;

// A rank's collectives: their blocks, as mpi::Operation has them.
std::vector<std::string> collectives(const Trace& trace, int rank) {
  std::vector<std::string> all;
  const auto stream = trace.stream(rank);
  for (Operation op; stream->next(Time{0}, op); op = {}) {
    if (op.kind != Operation::Kind::collective && op.kind != Operation::Kind::icollective) continue;
    std::string text = fmt::format("{} {}", name_of(op.collective), op.bytes.n);
    if (!op.out.empty()) text += fmt::format(" out {}", fmt::join(op.out, " "));
    if (!op.in.empty()) text += fmt::format(" in {}", fmt::join(op.in, " "));
    all.push_back(text);
  }
  return all;
}

// A call of each collective by four ranks, on blocks of 20 bytes, as Score-P counts them
// (scorep_mpi_coll.inc.c of Score-P 8): with MPI_IN_PLACE a rank moves nothing to itself.
TEST(Otf2, BlocksAreAsLargeAsTheySayInPlaceToo) {
  constexpr std::uint64_t n = 4, b = 20;
  for (const bool in_place : {false, true}) {
    TestArchive a("otf2", n);
    for (std::uint32_t r = 0; r < n; ++r) {
      auto& l = a.location(r);
      const std::uint64_t counted = in_place ? n - 1 : n;
      const bool root = r == 2;
      const std::uint64_t own = root && in_place ? 0 : b, all = root ? counted * b : 0;
      l.collective("MPI_Barrier", OTF2_COLLECTIVE_OP_BARRIER, 0, 0);
      l.collective("MPI_Bcast", OTF2_COLLECTIVE_OP_BCAST, root ? n * b : 0, b, 2);
      l.collective("MPI_Reduce", OTF2_COLLECTIVE_OP_REDUCE, own, all, 2);
      l.collective("MPI_Gather", OTF2_COLLECTIVE_OP_GATHER, own, all, 2);
      l.collective("MPI_Scatter", OTF2_COLLECTIVE_OP_SCATTER, all, own, 2);
      l.collective("MPI_Allgather", OTF2_COLLECTIVE_OP_ALLGATHER, counted * b, counted * b);
      l.collective("MPI_Alltoall", OTF2_COLLECTIVE_OP_ALLTOALL, counted * b, counted * b);
      l.collective("MPI_Allreduce", OTF2_COLLECTIVE_OP_ALLREDUCE, counted * b, counted * b);
      l.collective("MPI_Reduce_scatter_block", OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK, counted * b,
                   counted * b);
      l.collective("MPI_Scan", OTF2_COLLECTIVE_OP_SCAN, (counted - r) * b, (r + (in_place ? 0 : 1)) * b);
      l.collective("MPI_Exscan", OTF2_COLLECTIVE_OP_EXSCAN, (n - 1 - r) * b, r * b);
    }
    const auto trace = open(a.close());
    EXPECT_EQ(trace->summary().collectives, 11 * n);
    for (int r = 0; r < static_cast<int>(n); ++r) {
      EXPECT_THAT(collectives(*trace, r),
                  ElementsAre("barrier 0", "bcast 20", "reduce 20", "gather 20", "scatter 20",
                              "allgather 20", "alltoall 20",
                              "allreduce 20",
                              "reduce_scatter_block 20", "scan 20", "exscan 20"));
    }
  }
}

// Three blocks in place or four: what divides, then what is whole words, then four.
TEST(Otf2, SumsThatOnlyFitInPlaceAreInPlace) {
  TestArchive a("otf2", 4);
  for (std::uint32_t r = 0; r < 4; ++r) {
    for (const std::uint64_t sum : {30, 60, 96, 12, 36, 40}) {
      a.location(r).collective("MPI_Allreduce", OTF2_COLLECTIVE_OP_ALLREDUCE, sum, sum);
    }
  }
  EXPECT_THAT(collectives(*open(a.close()), 0),
              ElementsAre("allreduce 10", "allreduce 20", "allreduce 24", "allreduce 4", "allreduce 12",
                          "allreduce 10"));
}

// Ranks 0, 1, 2 give 10, 20 and 30 bytes, and so on: each rank's event has sums only.
TEST(Otf2, BlocksOfAnySizeComeOfAllMembersSums) {
  for (const bool in_place : {false, true}) {
    TestArchive a("otf2", 3);
    for (std::uint32_t r = 0; r < 3; ++r) {
      auto& l = a.location(r);
      const std::uint64_t own = 10 * (r + 1), counted = in_place ? 2 : 3, self = in_place ? own : 0;
      const bool root = r == 1;
      const std::uint64_t mine = root && in_place ? 0 : own;
      l.collective("MPI_Gatherv", OTF2_COLLECTIVE_OP_GATHERV, mine, root ? 60 - self : 0, 1);
      l.collective("MPI_Scatterv", OTF2_COLLECTIVE_OP_SCATTERV, root ? 60 - self : 0, mine, 1);
      l.collective("MPI_Allgatherv", OTF2_COLLECTIVE_OP_ALLGATHERV, counted * own, 60 - self);
      l.collective("MPI_Reduce_scatter", OTF2_COLLECTIVE_OP_REDUCE_SCATTER, 60 - self, counted * own);
    }
    const auto trace = open(a.close());
    for (int r = 0; r < 3; ++r) {
      const int own = 10 * (r + 1), mine = r == 1 && in_place ? 0 : own;
      EXPECT_THAT(collectives(*trace, r),
                  ElementsAre(fmt::format("gatherv {}", mine),
                              fmt::format("scatterv {}{}", mine,
                                          r != 1     ? ""
                                          : in_place ? " out 10 0 30"
                                                     : " out 10 20 30"),
                              fmt::format("allgatherv {} in 10 20 30", own),
                              fmt::format("reduce_scatter {} in 10 20 30", own)));
    }
  }
}

// What each rank sends is exact, what it gets nearly: the bytes of a row in proportion to the columns.
TEST(Otf2, AnAlltoallvKeepsWhatEachRankSendsAndGets) {
  const std::vector<Otf2Sums::Sum> sums{{1000, 300}, {0, 0}, {500, 900}, {7, 307}};
  std::vector<std::uint64_t> got(4);
  for (std::size_t r = 0; r < 4; ++r) {
    const Otf2Blocks blocks = blocks_of(mpi::Collective::alltoallv, sums, 0, r);
    ASSERT_EQ(blocks.out.size(), 4u);
    std::uint64_t sent = 0;
    for (std::size_t to = 0; to < 4; ++to) {
      sent += static_cast<std::uint64_t>(blocks.out[to]);
      got[to] += static_cast<std::uint64_t>(blocks.out[to]);
    }
    EXPECT_EQ(sent, sums[r].sent);
    EXPECT_EQ(blocks.out[1], 0);
  }
  for (std::size_t r = 0; r < 4; ++r) EXPECT_NEAR(got[r], sums[r].received, 3);

  TestArchive a("otf2", 4);
  for (std::uint32_t r = 0; r < 4; ++r) {
    a.location(r).collective("MPI_Alltoallw", OTF2_COLLECTIVE_OP_ALLTOALLW, sums[r].sent, sums[r].received);
  }
  EXPECT_THAT(collectives(*open(a.close()), 2), ElementsAre("alltoallv 125 out 99 0 299 102"));
}

// Two that do not block on two communicators, complete in another order than they were begun; the loop
// goes through them three times.
TEST(Otf2, SumsAreThoseOfTheSameCall) {
  TestArchive a("otf2", 3);
  const OTF2_CommRef others = a.comm({2, 0, 1});
  for (std::uint32_t r = 0; r < 3; ++r) {
    auto& l = a.location(r);
    const std::uint64_t one = r + 1, two = 100 * (r + 1);
    l.collective("MPI_Allgatherv", OTF2_COLLECTIVE_OP_ALLGATHERV, 3 * 7, 21);
    l.enter("TRACER_Loop", OTF2_PARADIGM_USER);
    for (const std::uint64_t id : {1, 2, 3}) {
      l.enter("MPI_Iallgatherv").say(OTF2_EvtWriter_NonBlockingCollectiveRequest, id).leave();
    }
    l.enter("MPI_Waitall");
    const auto complete = [&](std::uint64_t id, OTF2_CommRef comm, std::uint64_t own, std::uint64_t all) {
      l.say(OTF2_EvtWriter_NonBlockingCollectiveComplete, OTF2_COLLECTIVE_OP_ALLGATHERV, comm,
            OTF2_COLLECTIVE_ROOT_NONE, 3 * own, all, id);
    };
    complete(3, TestArchive::kWorld, two, 600);
    complete(2, others, 10 * one, 60);
    complete(1, TestArchive::kWorld, one, 6);
    l.leave();
    l.leave();
  }
  ReplayParams three;
  three.iterations = 3;
  const auto trace = open(a.close(), three);
  EXPECT_TRUE(trace->loops());
  std::vector<std::string> expected{"allgatherv 7 in 7 7 7"};
  for (int i = 0; i < 3; ++i) {
    expected.insert(expected.end(), {"allgatherv 2 in 1 2 3", "allgatherv 20 in 30 10 20",
                                     "allgatherv 200 in 100 200 300"});
  }
  EXPECT_EQ(collectives(*trace, 1), expected);
}

// Requests of every fate, a Sendrecv, a message to oneself, between groups, and by ranks of the world.
TEST(Otf2, MessagesOfEveryKind) {
  TestArchive a("otf2", 3);
  const OTF2_CommRef self = a.comm({});
  const OTF2_CommRef between = a.comm({0}, {2, 1});
  const OTF2_CommRef global = a.comm({2, 1}, {}, OTF2_GROUP_FLAG_GLOBAL_MEMBERS);
  auto& zero = a.location(0);
  zero.enter("MPI_Init").leave();
  zero.enter("MPI_Isend").say(OTF2_EvtWriter_MpiIsend, 1u, 0u, 5u, std::uint64_t{100}, std::uint64_t{1});
  zero.leave().enter("MPI_Irecv").say(OTF2_EvtWriter_MpiIrecvRequest, std::uint64_t{2}).leave();
  zero.enter("MPI_Irecv").say(OTF2_EvtWriter_MpiIrecvRequest, std::uint64_t{3}).leave();
  zero.enter("MPI_Test").say(OTF2_EvtWriter_MpiRequestTest, std::uint64_t{2}).leave();
  zero.enter("MPI_Waitall").say(OTF2_EvtWriter_MpiIsendComplete, std::uint64_t{1});
  zero.say(OTF2_EvtWriter_MpiIrecv, 1u, 0u, 6u, std::uint64_t{200}, std::uint64_t{2}).leave();
  zero.enter("MPI_Wait").say(OTF2_EvtWriter_MpiRequestCancelled, std::uint64_t{3}).leave();
  zero.send(0, 9, self).receive(0, 9, self);
  zero.send(1, 77, between);  // to rank 1 of the world
  auto& one = a.location(1);
  one.enter("MPI_Sendrecv").say(OTF2_EvtWriter_MpiSend, 0u, 0u, 6u, std::uint64_t{200});
  one.say(OTF2_EvtWriter_MpiRecv, 0u, 0u, 5u, std::uint64_t{100}).leave();
  one.receive(0, 77, between).send(2, 33, global);
  a.location(2).receive(1, 33, global);
  const auto trace = open(a.close());
  const Summary& s = trace->summary();
  EXPECT_EQ(std::pair(s.sends, s.receives), std::pair(std::uint64_t{5}, std::uint64_t{5}));
  EXPECT_EQ(s.bytes, Bytes{100 + 9 + 77 + 200 + 33});
  const auto messages = [&](int rank) {
    std::vector<std::string> all = operations(*trace, rank);
    std::erase_if(all, [](const std::string& op) { return op.starts_with("compute"); });
    return all;
  };
  EXPECT_THAT(messages(0), ElementsAre("isend 1 100", "ireceive 1 200", "other", "wait for 2", "send 0 9",
                                       "receive 0 9", "send 2 77"));
  EXPECT_THAT(messages(1), ElementsAre("ireceive 0 100", "isend 0 200", "wait for 2", "receive 0 77",
                                       "send 0 33"));
  EXPECT_THAT(messages(2), ElementsAre("receive 1 33"));
}

// All that is no message nor computation of a rank is in the report.
TEST(Otf2, WhatIsLeftOutIsTold) {
  TestArchive a("otf2", 2, {OTF2_LOCATION_TYPE_CPU_THREAD, OTF2_LOCATION_TYPE_ACCELERATOR_STREAM,
                            OTF2_LOCATION_TYPE_METRIC});
  const OTF2_CommRef between = a.comm({0}, {1});
  for (std::uint32_t r = 0; r < 2; ++r) {
    auto& l = a.location(r);
    l.enter("main", OTF2_PARADIGM_COMPILER);
    l.enter("!$omp parallel", OTF2_PARADIGM_OPENMP);
    l.say(OTF2_EvtWriter_ThreadFork, OTF2_PARADIGM_OPENMP, 2u);
    l.say(OTF2_EvtWriter_ThreadJoin, OTF2_PARADIGM_OPENMP).leave();
    l.say(OTF2_EvtWriter_BufferFlush, std::uint64_t{20000}).at(20000);
    l.enter("MPI_Neighbor_alltoall").leave();
    l.collective("MPI_Neighbor_allgather", OTF2_COLLECTIVE_OP_ALLGATHER, 50 + r, 50);
    l.collective("MPI_Bcast", OTF2_COLLECTIVE_OP_BCAST, 0, 10, OTF2_COLLECTIVE_ROOT_THIS_GROUP, between);
    l.leave();
  }
  a.location(2).enter("work", OTF2_PARADIGM_OPENMP).leave();
  a.location(3).enter("kernel", OTF2_PARADIGM_CUDA).leave().enter("kernel", OTF2_PARADIGM_CUDA).leave();
  a.location(4).say(OTF2_EvtWriter_ParameterInt, 0u, std::int64_t{1});
  const auto trace = open(a.close());
  using Ignored = std::map<std::string, std::uint64_t>;
  EXPECT_EQ(trace->summary().ignored,
            (Ignored{{"ThreadFork", 2},
                     {"ThreadJoin", 2},
                     {"MPI_Neighbor_alltoall of unknown size", 2},
                     {"collectives among unknown neighbours", 2},
                     {"collectives on communicators between groups", 2},
                     {"events of other threads", 2},
                     {"events of accelerators", 4},
                     {"events of locations of metrics", 1}}));
  EXPECT_THAT(collectives(*trace, 0), IsEmpty());
}

// Score-P before 7 has no events of non-blocking collectives: enter and leave only. Of a barrier of the
// only communicator no more need be known.
TEST(Otf2, NonBlockingCollectivesWithoutEventsAreTold) {
  for (const bool alone : {true, false}) {
    TestArchive a("otf2", 2);
    if (!alone) a.comm({1, 0});
    for (std::uint32_t r = 0; r < 2; ++r) {
      auto& l = a.location(r);
      l.enter("MPI_Iallreduce").leave().enter("MPI_Wait").leave();
      l.enter("MPI_Ibarrier").leave();
      if (r == 0) l.send(1, 8);
      else l.receive(0, 8);
      l.enter("MPI_Wait").leave();
      l.enter("MPI_Ibarrier").leave();
      l.collective("MPI_Allreduce", OTF2_COLLECTIVE_OP_ALLREDUCE, 16, 16);
      l.enter("MPI_Comm_free").leave().enter("MPI_Graph_neighbors").leave();
    }
    const auto trace = open(a.close());
    const Summary& s = trace->summary();
    EXPECT_EQ(s.ignored.at("MPI_Iallreduce of unknown size"), 2u);
    EXPECT_EQ(s.ignored.size(), alone ? 1u : 2u);
    std::vector<std::string> all = operations(*trace, 0);
    std::erase_if(all, [](const std::string& op) { return op.starts_with("compute"); });
    if (alone) {
      EXPECT_THAT(all, ElementsAre("send 1 8", "barrier 0", "barrier 0", "allreduce 8"));
      EXPECT_THAT(s.notes, ElementsAre(HasSubstr("4 calls of MPI_Ibarrier without an event")));
    } else {
      EXPECT_EQ(s.ignored.at("MPI_Ibarrier without its event"), 4u);
      EXPECT_THAT(all, ElementsAre("send 1 8", "allreduce 8"));
    }
    EXPECT_THAT(departures(s).front(), HasSubstr("replay leaves out "));
  }
}

// Score-P 8 writes MPI_Init and MPI_Finalize as the making and the end of the communicator of all ranks.
TEST(Otf2, InitAndFinalizeSendNothing) {
  TestArchive a("otf2", 4);
  for (std::uint32_t r = 0; r < 4; ++r) {
    auto& l = a.location(r);
    l.collective(r % 2 ? "MPI_Init_thread" : "MPI_Init", OTF2_COLLECTIVE_OP_CREATE_HANDLE, 0, 0);
    l.collective("MPI_Comm_dup", OTF2_COLLECTIVE_OP_CREATE_HANDLE, 0, 0);
    l.collective("MPI_Finalize", OTF2_COLLECTIVE_OP_DESTROY_HANDLE, 0, 0);
  }
  const auto trace = open(a.close());
  EXPECT_EQ(trace->summary().collectives, 4u);
  const auto stream = trace->stream(1);
  std::vector<Operation::Kind> kinds;
  for (Operation op; stream->next(Time{0}, op); op = {}) {
    if (op.kind != Operation::Kind::compute) kinds.push_back(op.kind);
  }
  EXPECT_THAT(kinds, ElementsAre(Operation::Kind::duplicate));
}

// To MPI_PROC_NULL there is no message: a note, for nothing need be missing.
TEST(Otf2, SendsWithoutMessagesAreNoted) {
  TestArchive a("otf2", 1);
  a.location(0).enter("MPI_Sendrecv").leave().enter("MPI_Irecv").leave().enter("MPI_Waitall").leave();
  const auto trace = open(a.close());
  EXPECT_THAT(trace->summary().ignored, IsEmpty());
  EXPECT_THAT(trace->summary().notes,
              ElementsAre(HasSubstr("2 calls that send or receive have no message")));
}

TEST(Otf2, WithoutMpiProcessesOnlyCompute) {
  TestArchive a("otf2", 2, {OTF2_LOCATION_TYPE_CPU_THREAD}, false);
  for (std::size_t l = 0; l < 3; ++l) {
    a.location(l).enter("main", OTF2_PARADIGM_COMPILER).wait(4000).leave();
  }
  const auto trace = open(a.close());
  EXPECT_EQ(trace->ranks(), 2);
  EXPECT_THAT(operations(*trace, 1), ElementsAre("compute 5000000"));
  EXPECT_THAT(trace->summary().notes, ElementsAre(HasSubstr("no MPI")));
  EXPECT_EQ(trace->summary().ignored.at("events of other threads"), 2u);
}

std::string refused(TestArchive& a) { return refusal(a.close()); }

TEST(Otf2, WindowsThatAreNotKnownAreNamed) {
  for (const bool defined : {false, true}) {
    TestArchive a("otf2", 2);
    if (defined) a.window("halo", TestArchive::kWorld);
    a.location(1).enter("MPI_Put").say(OTF2_EvtWriter_RmaPut, 7u, 0u, std::uint64_t{8}, std::uint64_t{1});
    a.location(1).leave();
    const std::string there = defined ? "there are 0 ('halo')" : "the archive defines none";
    EXPECT_THAT(refused(a), HasSubstr("event 2: window 7 is not defined; " + there));
  }
  TestArchive a("otf2", 2);
  const OTF2_RmaWinRef w = a.window("halo", a.comm({0, 1}, {}) + 1);
  a.location(0).enter("MPI_Win_create").say(OTF2_EvtWriter_RmaWinCreate, w).leave();
  EXPECT_THAT(refused(a),
              HasSubstr("window 0 ('halo') is of communicator '', whose members are not known"));
}

TEST(Otf2, WhatDoesNotFitTogetherIsRefused) {
  {
    TestArchive a("otf2", 2);
    a.location(1).enter("work", OTF2_PARADIGM_USER).at(1ull << 62).leave();
    EXPECT_THAT(refused(a), HasSubstr("rank 1 (location 1), event 2: it is at tick 4611686018427388904"));
  }
  {
    TestArchive a("otf2", 2);
    a.location(0).send(1, 8);
    EXPECT_THAT(refused(a), AllOf(HasSubstr(", event 2: error: rank 0"), HasSubstr("is never received")));
  }
  {
    TestArchive a("otf2", 2);
    a.location(0).send(1, 8).send(1, 9);
    a.location(1).receive(0, 8).receive(0, 7);
    EXPECT_THAT(refused(a), HasSubstr("of the messages from rank 0 to rank 1 with tag 0 2 bytes more "
                                      "are sent than received"));
  }
  {
    TestArchive a("otf2", 2, {OTF2_LOCATION_TYPE_CPU_THREAD});
    a.location(1).send(0, 8);
    a.location(2).receive(1, 8);
    EXPECT_THAT(refused(a), HasSubstr("3 events are of threads other than the first of their rank"));
  }
  {
    TestArchive a("otf2", 2);
    a.location(1).send(5, 8);
    EXPECT_THAT(refused(a), HasSubstr("rank 1 (location 1), event 3: rank 5 does not exist"));
  }
  {
    TestArchive a("otf2", 2);
    a.location(0).collective("MPI_Bcast", OTF2_COLLECTIVE_OP_BCAST, 8, 8, OTF2_COLLECTIVE_ROOT_SELF);
    EXPECT_THAT(refused(a), HasSubstr("the root 4294967294 does not exist"));
  }
  {
    TestArchive a("otf2", 2);
    a.location(0).collective("MPI_Barrier", OTF2_COLLECTIVE_OP_BARRIER, 0, 0);
    EXPECT_THAT(refused(a), HasSubstr("1 of the 2 ranks call collectives on all ranks"));
  }
  {
    TestArchive a("otf2", 3);
    const OTF2_CommRef some = a.comm({0, 1});
    a.location(2).collective("MPI_Barrier", OTF2_COLLECTIVE_OP_BARRIER, 0, 0, 0, some);
    EXPECT_THAT(refused(a), HasSubstr("the rank is no member of communicator"));
  }
  {
    TestArchive a("otf2", 2);
    a.comm({0, 7});
    EXPECT_THAT(refused(a), HasSubstr("has a rank 7, but ranks are 0 to 1"));
  }
  {
    TestArchive a("otf2", 3);
    a.comm({0, 1, 1});
    EXPECT_THAT(refused(a), HasSubstr("has rank 1 twice"));
  }
  {
    TestArchive a("otf2", 2);
    for (std::uint32_t r = 0; r < 2; ++r) {
      a.location(r).collective("MPI_Scatterv", OTF2_COLLECTIVE_OP_SCATTERV, 0, std::uint64_t{5} << 30, 0);
    }
    const auto trace = open(a.close());
    EXPECT_THROW(operations(*trace, 0), Error);
  }
}

// Whatever happens to the files, the answer is a trace or one error.
class Damaged : public testing::Test {
 protected:
  Damaged() : archive_("damaged", 3) {
    for (std::uint32_t r = 0; r < 3; ++r) {
      auto& l = archive_.location(r);
      l.enter("MPI_Init").leave();
      for (int i = 0; i < 40; ++i) {
        l.send((r + 1) % 3, 100).receive((r + 2) % 3, 100);
        l.collective("MPI_Allgatherv", OTF2_COLLECTIVE_OP_ALLGATHERV, 30, 30);
      }
    }
    anchor_ = archive_.close();
    for (const auto& f : std::filesystem::recursive_directory_iterator(anchor_.parent_path())) {
      if (f.is_regular_file()) files_.push_back(f.path());
    }
    std::ranges::sort(files_);
  }
  // What comes of it when the file holds this; "": nothing is wrong.
  std::string with(const std::filesystem::path& file, const std::string* text) {
    const std::string whole = read(file);
    if (text) write_text(file, *text);
    else std::filesystem::remove(file);
    const std::string why = refusal(anchor_);
    write_text(file, whole);
    return why;
  }
  static std::string read(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  TestArchive archive_;
  std::filesystem::path anchor_;
  std::vector<std::filesystem::path> files_;
};

TEST_F(Damaged, MissingFilesAreRefused) {
  EXPECT_EQ(refusal(anchor_), "");
  ASSERT_EQ(files_.size(), 8u);  // the anchor, global definitions, definitions and events of three ranks
  for (const auto& file : files_) EXPECT_THAT(with(file, nullptr), HasSubstr("error")) << file;
}

TEST_F(Damaged, TruncatedFilesAreRefused) {
  for (const auto& file : files_) {
    const std::string whole = read(file);
    // How many definitions a rank has, nothing tells: only where one is cut in two is that noticed.
    const bool of_rank = file.extension() == ".def" && file.parent_path() != anchor_.parent_path();
    for (const std::size_t n : {std::size_t{0}, std::size_t{1}, whole.size() / 4, whole.size() / 2}) {
      const std::string cut = whole.substr(0, n);
      // What earlier owners of memory left must not complete the file.
      for (std::size_t size : {4 << 20, 1 << 20, 256 << 10}) {
        const std::vector<std::string> left(4, whole + std::string(size - whole.size(), ' '));
      }
      const std::string why = with(file, &cut);
      if (n >= 2 && of_rank) continue;
      EXPECT_THAT(why, HasSubstr("error")) << file << ", " << n << " bytes";
    }
    // What stands behind the last event or definition need not be missed.
    const std::string cut = whole.substr(0, whole.size() - 2);
    with(file, &cut);
  }
}

TEST_F(Damaged, ChangedBytesEndInATraceOrAnError) {
  std::uint64_t state = 1;
  for (int i = 0; i < 60; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const auto& file = files_[state >> 33 & 7];
    std::string text = read(file);
    text[(state >> 40) % text.size()] ^= static_cast<char>(1 << (state >> 36 & 7));
    with(file, &text);
  }
}

}  // namespace otf2_test
}  // namespace kasuri::trace
