// SPDX-License-Identifier: MIT
// Chakra's execution traces: every type of an attribute, both forms of lists, gzip, JSON; what is
// refused, with node and file.
#include <fmt/format.h>
#include <zlib.h>

#include <bit>
#include <chrono>
#include <set>

#include "workload/traces/chakra_groups.h"
#include "workload/traces/chakra_order.h"
#include "workload/traces/chakra_recorded.h"
#include "workload/traces/test_chakra.h"
#include "workload/traces/test_trace.h"

namespace kasuri::trace {
namespace chakra_test {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<ChakraNode> nodes_of(const std::filesystem::path& file) {
  std::vector<ChakraNode> all;
  read_chakra(file, [&](ChakraNode& n) { all.push_back(n); });
  return all;
}

ChakraNode node_with(const WireWriter& attribute) {
  const TestChakra t("chakra-attribute", {{TestNode(1, ChakraType::comm_coll).attribute(attribute)}});
  return nodes_of(t.first()).at(0);
}

// A reader that knows one type only reads 0 from the others.
TEST(Chakra, AcceptsWholeNumbersOfEveryType) {
  const auto size = [] { return WireWriter().text(1, "comm_size"); };
  constexpr std::int64_t kValue = 100'000;
  constexpr auto kBits = static_cast<std::uint64_t>(kValue);
  for (const std::uint32_t plain : {7u, 9u, 11u, 13u}) {
    EXPECT_EQ(node_with(size().number(plain, kBits)).comm_size, kValue) << plain;
  }
  for (const std::uint32_t zigzag : {15u, 17u}) {
    EXPECT_EQ(node_with(size().number(zigzag, to_zigzag(kValue))).comm_size, kValue) << zigzag;
    EXPECT_EQ(node_with(size().number(zigzag, to_zigzag(-kValue))).comm_size, -kValue) << zigzag;
  }
  for (const std::uint32_t fixed32 : {19u, 23u}) {
    EXPECT_EQ(node_with(size().fixed32(fixed32, kValue)).comm_size, kValue) << fixed32;
  }
  EXPECT_EQ(node_with(size().fixed32(23, static_cast<std::uint32_t>(-5))).comm_size, -5);
  for (const std::uint32_t fixed64 : {21u, 25u}) {
    EXPECT_EQ(node_with(size().fixed64(fixed64, kBits)).comm_size, kValue) << fixed64;
  }
  EXPECT_EQ(node_with(size().fixed64(3, std::bit_cast<std::uint64_t>(1e5))).comm_size, kValue);
  EXPECT_EQ(node_with(size().fixed32(5, std::bit_cast<std::uint32_t>(1e5f))).comm_size, kValue);
  EXPECT_EQ(node_with(size().text(29, "100000")).comm_size, kValue);
  EXPECT_EQ(node_with(size().text(31, "100000")).comm_size, kValue);
  EXPECT_EQ(node_with(size().number(9, static_cast<std::uint64_t>(-3))).comm_size, -3);
  EXPECT_TRUE(node_with(WireWriter().text(1, "is_cpu_op").number(27, 1)).is_cpu_op);
  EXPECT_TRUE(node_with(WireWriter().text(1, "is_cpu_op").number(7, 1)).is_cpu_op);
  EXPECT_EQ(node_with(WireWriter().text(1, "pg_name").number(7, 12)).group, "12");
  EXPECT_EQ(node_with(WireWriter().text(1, "comm_type").text(29, "ALL_TO_ALL")).comm_type, 6);
}

TEST(Chakra, RefusesNumbersThatAreNotWhole) {
  for (const auto& value :
       {WireWriter().text(1, "comm_size").fixed64(3, std::bit_cast<std::uint64_t>(0.5)),
        WireWriter().text(1, "comm_size").number(13, UINT64_MAX)}) {
    const TestChakra t("chakra-part", {{TestNode(1, ChakraType::comm_coll).attribute(value)}});
    EXPECT_THAT(refusal(t.first()), HasSubstr("attribute 'comm_size' is no whole number below 2^63"));
  }
}

TEST(Chakra, ReadsListsPackedAndUnpacked) {
  TestNode unpacked = TestNode::compute(4, 1);
  unpacked.fields().number(4, 1).number(4, 2).number(5, 3);
  const TestChakra t("chakra-lists",
                     {{TestNode::compute(1, 1), TestNode::compute(2, 1), TestNode::compute(3, 1),
                       unpacked, TestNode::compute(5, 1).after({1, 2, 3, 4})}});
  const auto nodes = nodes_of(t.first());
  EXPECT_THAT(nodes[3].deps, ElementsAre(1, 2, 3));
  EXPECT_THAT(nodes[4].deps, ElementsAre(1, 2, 3, 4));
  for (const bool packed : {false, true}) {
    WireWriter list;
    if (packed) list.text(1, std::string("\1\0\1", 3));
    else list.number(1, 1).number(1, 0).number(1, 1);
    EXPECT_TRUE(node_with(WireWriter().text(1, "involved_dim").message(28, list)).leaves_out_dimensions);
  }
  EXPECT_FALSE(node_with(WireWriter().text(1, "involved_dim").message(28, WireWriter().number(1, 1)))
                   .leaves_out_dimensions);
}

std::vector<std::vector<TestNode>> two_ranks() {
  std::vector<std::vector<TestNode>> ranks;
  for (int me = 0; me < 2; ++me) {
    ranks.push_back(
        {TestNode::compute(10, 5), TestNode::collective(11, 0, 4096).after({10}),
         me == 0 ? TestNode::send(12, 1, 100, 3).after({11}) : TestNode::receive(12, 0, 100, 3)});
  }
  return ranks;
}

TEST(Chakra, CountsWhatItHolds) {
  const TestChakra t("chakra-counts", two_ranks());
  for (const auto& path : {t.first(), t.folder() / "t.1.et", t.pattern()}) {
    const auto trace = open(path);
    const Summary& s = trace->summary();
    EXPECT_EQ(s.format, "chakra");
    EXPECT_EQ(s.ranks, 2);
    EXPECT_EQ(s.events, 6u);
    EXPECT_EQ(s.sends, 1u);
    EXPECT_EQ(s.receives, 1u);
    EXPECT_EQ(s.bytes.n, 100);
    EXPECT_EQ(s.collectives, 2u);
    EXPECT_EQ(s.collective_bytes.n, 8192);
    EXPECT_EQ(s.computing.ps, 10'000'000);
    EXPECT_EQ(s.calls.at("ALL_REDUCE"), 2u);
  }
  EXPECT_THAT(files_of(t.pattern()), ElementsAre(t.first(), t.folder() / "t.1.et"));
}

// Of a communication the traced libraries have a node of the CPU, too, which has none of its attributes.
TEST(Chakra, CallsOfCommunicationOnTheCpuAreComputation) {
  const auto of_host = [](std::uint64_t id, ChakraType type) {
    return TestNode(id, type, "c10d::allreduce_").micros(3).number("is_cpu_op", 1);
  };
  auto ranks = two_ranks();
  for (auto& rank : ranks) {
    rank.push_back(of_host(20, ChakraType::comm_coll).after({10}));
    rank.push_back(of_host(21, ChakraType::comm_send));
    rank.push_back(of_host(22, ChakraType::comm_recv));
  }
  const TestChakra t("chakra-host", ranks);
  const auto trace = open(t.first());
  EXPECT_EQ(trace->summary().computing.ps, 2 * (5 + 3 * 3) * 1'000'000);
  EXPECT_EQ(trace->summary().collectives, 2u);
  EXPECT_THAT(departures(trace->summary()), ElementsAre(HasSubstr("6 nodes of the CPU are calls of")));
  ranks[0].push_back(TestNode(30, ChakraType::comm_coll, "c10d::allreduce_").number("is_cpu_op", 0));
  const TestChakra device("chakra-host", ranks);
  EXPECT_THAT(refusal(device.first()), HasSubstr("has no attribute comm_type"));
}

TEST(Chakra, ReadsWhatGzipHasCompressed) {
  const auto ranks = two_ranks();
  const TestChakra t("chakra-gzip");
  for (std::size_t r = 0; r < 2; ++r) {
    const std::string bytes = TestChakra::bytes_of(ranks[r]);
    const std::string path = (t.folder() / fmt::format("t.{}.et", r)).string();
    gzFile out = gzopen(path.c_str(), "wb");
    gzwrite(out, bytes.data(), static_cast<unsigned>(bytes.size()));
    gzclose(out);
  }
  EXPECT_EQ(open(t.first())->summary().events, 6u);
  const std::string whole = read_text(t.first());
  ASSERT_EQ(whole.substr(0, 2), "\x1f\x8b");
  t.put(0, whole.substr(0, whole.size() - 12));
  EXPECT_THAT(refusal(t.first()), HasSubstr("the compressed data are damaged or truncated"));
}

TEST(Chakra, ReadsJson) {
  const TestChakra t("chakra-json");
  for (int me = 0; me < 2; ++me) {
    t.put(static_cast<std::size_t>(me),
          fmt::format(R"({{
  "workload_graph": [
    {{"Id": 1, "Name": "mm", "NodeType": 4, "is_cpu_op": false, "runtime": 5, "data_deps": []}},
    {{"Id": 2, "Name": "sum", "NodeType": "COMM_COLL_NODE", "comm_type": 0, "comm_size": "4096",
     "data_deps": [1], "pg_name": "pair"}},
    {{"Id": 3, "Name": "p2p", "NodeType": {}, "comm_size": 100, "comm_src": 0, "comm_dst": 1,
        "ctrl_deps": [2]}}
  ]
}})",
                      me == 0 ? 5 : 6),
          ".json");
  }
  write_text(t.folder() / "t.groups.json", R"({"pair": [1, 0]})");
  const auto trace = open(t.folder() / "t.0.json");
  EXPECT_EQ(trace->summary().events, 6u);
  EXPECT_EQ(trace->summary().sends, 1u);
  EXPECT_EQ(trace->summary().computing.ps, 10'000'000);
  EXPECT_THAT(*trace->communicators(), ElementsAre(ElementsAre(1, 0)));
  t.put(0, R"({"workload_graph": [{"Id": 1, "Name": "x", "NodeType": 4, "runtime": -2}]})", ".json");
  EXPECT_THAT(refusal(t.folder() / "t.0.json"),
              HasSubstr("entry 0 of workload_graph, node 1: \"runtime\" is negative"));
  t.put(0, R"({"workload_graph": [{"Id": 1,)", ".json");
  EXPECT_THAT(refusal(t.folder() / "t.0.json"), HasSubstr("is not JSON"));
}

TEST(Chakra, KnowsProcessGroups) {
  const auto group = [](std::int64_t me) {
    return std::vector<TestNode>{
        TestNode(1, ChakraType::metadata, "## process_group:init ##")
            .values(
                R"([{"pg_name": "0", "ranks": []}, {"pg_name": 7, "ranks": [0, 2], "group_size": 2}])"),
        TestNode::collective(2, 0, 64).text("pg_name", "0"),
        TestNode::collective(3, 0, 64).number("comm_group", me == 1 ? 0 : 7).after({2})};
  };
  const TestChakra t("chakra-groups", {group(0), group(1), group(2)});
  const std::string uneven = refusal(t.first());
  EXPECT_THAT(uneven, HasSubstr("not the same number"));  // rank 1 calls on all once more
  t.put(1, TestChakra::bytes_of({group(1)[0], group(1)[1]}));
  EXPECT_THAT(*open(t.first())->communicators(), ElementsAre(ElementsAre(0, 2)));
  t.put(1, TestChakra::bytes_of({group(1)[0], TestNode::collective(5, 0, 8).text("pg_name", "7")}));
  EXPECT_THAT(refusal(t.folder() / "t.1.et"),
              HasSubstr(": node 5 ('collective'): rank 1 is no member of process group '7'"));
  t.put(1, TestChakra::bytes_of({group(1)[0], TestNode::collective(5, 0, 8).text("pg_name", "x")}));
  EXPECT_THAT(refusal(t.folder() / "t.1.et"),
              HasSubstr("process group 'x' is not known; there are 0, 7"));
  const char* const beyond = R"([{"pg_name": "a", "ranks": [0, 3]}])";
  t.put(1, TestChakra::bytes_of({TestNode(1, ChakraType::metadata).values(beyond)}));
  EXPECT_THAT(refusal(t.folder() / "t.1.et"),
              HasSubstr("node 1 ('n'): process group 'a': rank 3 does not exist; ranks are 0 to 2"));
}

TEST(Chakra, RefusesGraphsThatNeverEnd) {
  const TestChakra cycle("chakra-cycle",
                         {{TestNode::compute(1, 1), TestNode::compute(2, 1).after({1, 4}),
                           TestNode::compute(3, 1).after({2}), TestNode::compute(4, 1).after({3})}});
  EXPECT_THAT(refusal(cycle.first()),
              HasSubstr("nodes depend on each other in a cycle: node 2 ('compute')"));
  const TestChakra itself("chakra-itself", {{TestNode::compute(1, 1).after({1})}});
  EXPECT_THAT(refusal(itself.first()), HasSubstr("in a cycle: node 1 ('compute') → node 1 ('compute')"));
  const TestChakra open_end("chakra-open", {{TestNode::compute(1, 1).after({9})}});
  EXPECT_THAT(refusal(open_end.first()),
              HasSubstr("node 1 ('compute') depends on node 9, which the file does not have"));
  const TestChakra twice("chakra-twice", {{TestNode::compute(1, 1), TestNode::compute(1, 2)}});
  EXPECT_THAT(refusal(twice.first()), HasSubstr("have the same id"));
}

TEST(Chakra, RefusesMissingRanksAndMessages) {
  const TestChakra t("chakra-missing", two_ranks());
  std::filesystem::rename(t.folder() / "t.1.et", t.folder() / "t.3.et");
  EXPECT_THAT(refusal(t.first()), HasSubstr("files of 2 of 4 ranks; ranks 1, 2 have none"));
  std::filesystem::remove(t.folder() / "t.3.et");
  EXPECT_THAT(refusal(t.first()),
              HasSubstr("node 12 ('send'): comm_dst is rank 1, which does not exist"));
  t.put(1, TestChakra::bytes_of({TestNode::collective(1, 0, 4096)}));
  EXPECT_THAT(refusal(t.first()), HasSubstr("node 12 ('send')"));
  EXPECT_THAT(refusal(t.first()),
              HasSubstr("1 message from rank 0 to rank 1 with tag 3 is never received"));
  EXPECT_THAT(refusal(t.folder() / "u.*.et"), HasSubstr("no such trace"));
}

// Of the 8-byte message at byte 9: its second field claims more than there is, then its varint never
// ends.
TEST(Chakra, NamesTheByteOfDamage) {
  const TestChakra t("chakra-damage");
  const std::string head = WireWriter().text(1, "0.0.4").framed();
  ASSERT_EQ(head.size(), 8u);
  t.put(0, head + std::string("\x04\x08\x01\x12\x7f", 5));
  EXPECT_THAT(refusal(t.first()),
              HasSubstr("at byte 12: field 2 claims 127 bytes, but the message has 0 more"));
  t.put(0, head + std::string("\x03\x08\xff\xff", 4));
  EXPECT_THAT(refusal(t.first()), HasSubstr("at byte 10: the message ends within a varint"));
  t.put(0, head + "\x0c\x08" + std::string(10, '\xff') + "\x01");
  EXPECT_THAT(refusal(t.first()), HasSubstr("a varint has more than"));
  t.put(0, head + "\x40\x08\x01");
  EXPECT_THAT(refusal(t.first()),
              HasSubstr("at byte 9: the file is truncated: of a message of 64 bytes it has 2"));
  t.put(0, head + "\xff\xff\xff\xff\x7f");
  EXPECT_THAT(refusal(t.first()),
              HasSubstr("at byte 8: a message of 34359738367 bytes; at most 268435456"));
  t.put(0, head + "\xff\xff\xff\xff\xff\x7f");
  EXPECT_THAT(refusal(t.first()), HasSubstr("at byte 8: the length of a message has more than 32 bits"));
  t.put(0, "");
  EXPECT_THAT(refusal(t.first()), HasSubstr("the trace is empty"));
}

TEST(Chakra, RefusesNodesThatSayTooLittle) {
  const auto why = [](const TestNode& node) {
    const TestChakra t("chakra-little", {{node}});
    return refusal(t.first());
  };
  EXPECT_THAT(why(TestNode(1, ChakraType::comm_coll)),
              HasSubstr("node 1 ('n'): has no attribute comm_type"));
  EXPECT_THAT(why(TestNode::collective(1, 10, 8)),
              HasSubstr("comm_type 10 is not known; legal are 0 to 9"));
  EXPECT_THAT(why(TestNode::collective(1, 0, -8)), HasSubstr("comm_size is -8; legal are 0 to"));
  EXPECT_THAT(why(TestNode(1, ChakraType::comm_send)), HasSubstr("has no attribute comm_dst"));
  EXPECT_THAT(why(TestNode(1, ChakraType::invalid)), HasSubstr("has no type"));
  EXPECT_THAT(why(TestNode::collective(1, 0, 8).attribute(
                  WireWriter().text(1, "involved_dim").message(28, WireWriter().number(1, 0)))),
              HasSubstr("involved_dim leaves out dimensions"));
}

// Times end at 2^63 ps: of a node, of a rank, and in replay. Sums over ranks may be longer.
TEST(Chakra, RefusesTimesWithoutEnd) {
  const auto taking = [](std::int64_t ps, std::size_t nodes) {
    std::vector<TestNode> all;
    for (std::uint64_t id = 1; id <= nodes; ++id) {
      all.push_back(TestNode(id, ChakraType::comp, "mm").number("kasuri.duration_ps", ps));
    }
    return all;
  };
  constexpr std::int64_t kMost = INT64_MAX / 4;
  {
    const TestChakra t("chakra-long", {taking(1, 1), taking(INT64_MAX, 1)});
    EXPECT_THAT(
        refusal(t.first()),
        HasSubstr(
            "t.1.et: error: node 1 ('mm'): it takes 9223372036854775807 ps; a node may take at most"));
  }
  {
    const TestChakra t("chakra-long", {taking(kMost, 5)});
    EXPECT_THAT(
        refusal(t.first()),
        HasSubstr("node 5 ('mm'): this node and those before it take longer than"));
  }
  {
    const TestChakra t("chakra-long", {{TestNode::compute(1, UINT64_MAX)}});
    EXPECT_THAT(refusal(t.first()), HasSubstr("node 1 ('compute'): it takes 18446744073709551615 µs"));
  }
  const TestChakra t("chakra-long", {taking(kMost, 3), taking(kMost, 3)});
  EXPECT_EQ(open(t.first())->summary().computing, kNever);
  ReplayParams slower;
  slower.compute_scale = 1e6;
  EXPECT_THROW(open(t.first(), slower), Error);
}

TEST(Chakra, RefusesANumberOfStreams) {
  const TestChakra t("chakra-streams");
  t.put(0, WireWriter()
                   .text(1, "0.0.4")
                   .message(2, WireWriter().text(1, "kasuri.streams").number(9, 7))
                   .framed() +
               TestNode::compute(1, 1).bytes());
  EXPECT_THAT(refusal(t.first()), HasSubstr("kasuri.streams is 7; legal are 0"));
}

// All ranks know the groups of the side file; none has a copy of them, which would take an hour here.
TEST(Chakra, RanksShareTheGroupsOfTheSideFile) {
  constexpr std::uint32_t kRanks = 100'000, kGroups = 20'000;
  const TestChakra t("chakra-share");
  std::string json = "{";
  for (std::uint32_t g = 0; g < kGroups; ++g) {
    json += fmt::format("{}\"g{}\": [{}, {}]", g ? ", " : "", g, 2 * g, 2 * g + 1);
  }
  write_text(t.folder() / "t.groups.json", json + "}");
  ChakraGroups groups(t.folder() / "t.groups.json", kRanks);
  const auto begin = std::chrono::steady_clock::now();
  for (std::uint32_t rank = 0; rank < kRanks; ++rank) {
    groups.begin_rank();
    if (rank < 2 * kGroups) {
      EXPECT_EQ(groups.find(t.first(), "here", fmt::format("g{}", rank / 2), rank),
                groups.find(t.first(), "here", fmt::format("g{}", rank / 2), rank));
    }
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
  groups.define(t.first(), "here", R"([{"pg_name": "own", "ranks": [0, 99999]}])");
  EXPECT_GT(groups.find(t.first(), "here", "own", 99999), kGroups);
  groups.begin_rank();
  EXPECT_THROW(groups.find(t.first(), "here", "own", 0), Error);
}

// As many as would collide if they were hashes of 30 bits.
TEST(Chakra, RecordedTagsAndGroupsAreDifferent) {
  RecordedNames names(0);
  RecordedGroups groups;
  std::set<std::int64_t> tags;
  std::set<std::uint32_t> numbers;
  RecordedGroups::Known known;
  constexpr std::uint32_t kMany = 200'000;
  for (std::uint32_t i = 0; i < kMany; ++i) {
    names.add_tag(2 + 2 * (i % 7), static_cast<std::int32_t>(i));
    numbers.insert(groups.number(2, {.size = 2, .first = i, .stride = 3}, known));
    names.add_group(i);
  }
  names.finish();
  std::set<std::string> named;
  for (std::uint32_t i = 0; i < kMany; ++i) {
    tags.insert(names.tag(2 + 2 * (i % 7), static_cast<std::int32_t>(i)));
    named.insert(names.group(i));
  }
  EXPECT_EQ(tags.size(), kMany);
  EXPECT_EQ(numbers.size(), kMany);
  EXPECT_EQ(named.size(), kMany);
  EXPECT_GE(*tags.begin(), 1 << 30);
  EXPECT_LE(*tags.rbegin(), INT32_MAX);
  EXPECT_EQ(names.tag(0, 17), 17);
}

TEST(Chakra, NodesComeAfterWhatTheyDependOn) {
  ChakraOrder order;
  order.add("x", 7, "last", {5, 6});
  order.add("x", 6, "middle", {5});
  order.add("x", 5, "first", {});
  order.add("x", 4, "alone", {});
  order.sort("x");
  EXPECT_THAT(order.sorted(), ElementsAre(2, 1, 0, 3));
  EXPECT_THAT(order.dependences(0), ElementsAre(0, 1));
}

}  // namespace chakra_test
}  // namespace kasuri::trace
