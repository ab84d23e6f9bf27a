// SPDX-License-Identifier: MIT
// Networks of CODES: what each model becomes, in which units, and that nothing is lost without a
// word.
#include "workload/traces/codes_network.h"

#include <fmt/format.h>

#include "workload/traces/test_trace.h"

namespace kasuri::trace {
namespace codes_network_test {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// The machine, with warnings that begin with their place.
CodesMachine imported(std::string_view text) {
  const TestFile file("network.conf", text);
  CodesMachine m = import_codes(file.path());
  for (std::string& w : m.warnings) w.erase(0, file.path().string().size());
  return m;
}

std::string refused(std::string_view text) {
  const TestFile file("network.conf", text);
  try {
    import_codes(file.path());
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Exit::usage);
    const std::string what = e.what();
    return what.substr(file.path().string().size());
  }
  return "";
}

std::string group(std::string_view lps, std::string_view params) {
  return fmt::format("LPGROUPS {{ MODELNET_GRP {{ {} }} }}\nPARAMS {{ {} }}\n", lps, params);
}

// CODES counts GiB/s; chunks are what has buffers and takes a decision.
TEST(Codes, Torus) {
  const CodesMachine m = imported(R"(# a comment
LPGROUPS
{
   MODELNET_GRP
   {
      repetitions="8";
      server="4";
      modelnet_torus="2";
   }
}
PARAMS
{
   packet_size="512";
   chunk_size="512";
   modelnet_order=( "torus" );
   modelnet_scheduler="round-robin";
   n_dims="3";
   dim_length="2,2,2";
   num_vc="2";
   link_bandwidth="11.9";
   cn_bandwidth="4";
   buffer_size="4096";
   router_delay="30.5";
   eager_limit="64000";
   soft_delay="200";
}
)");
  EXPECT_EQ(m.routers, 8u);
  EXPECT_EQ(m.nodes, 2u);
  EXPECT_EQ(m.servers, 4u);
  EXPECT_THAT(m.toml,
              HasSubstr("type = \"torus\"\nextents = [2, 2, 2]\nendpoints_per_router = 2\n"));
  EXPECT_THAT(
      m.toml,
      HasSubstr("[link]\nrate = \"12777527706 B/s\"  # 11.9 GiB/s\ncable_latency = \"0 s\""));
  EXPECT_THAT(m.toml, HasSubstr("link_rate = \"4294967296 B/s\"  # 4 GiB/s"));
  EXPECT_THAT(m.toml, HasSubstr("buffer = \"4096 B\"\nvcs = 2\n"));
  EXPECT_THAT(m.toml, HasSubstr("switch_traversal_time = \"30499 ps\""));
  EXPECT_THAT(m.toml, HasSubstr("packet = \"512 B\""));
  EXPECT_THAT(m.toml, HasSubstr("scheduler = \"round-robin\""));
  EXPECT_THAT(m.toml, HasSubstr("eager_limit = \"64000 B\"\nsend_overhead = \"200 ns\""));
  EXPECT_THAT(m.warnings, IsEmpty());
  // Ranks of a router are dealt to its nodes in turn.
  EXPECT_EQ(m.node_of(0), 0u);
  EXPECT_EQ(m.node_of(1), 1u);
  EXPECT_EQ(m.node_of(2), 0u);
  EXPECT_EQ(m.node_of(4), 2u);
}

// TraceRP's fat-tree and its 11.9 GB/s: fat-trees of CODES count GB/s.
TEST(Codes, FatTree) {
  const auto tree = [](std::string_view more) {
    return imported(
        group("repetitions=\"24\"; server=\"384\"; modelnet_fattree=\"12\"; fattree_switch=\"3\";",
              fmt::format("num_levels=\"3\"; switch_count=\"24,24\"; switch_radix=\"24\"; "
                          "link_bandwidth=\"11.9\"; cn_bandwidth=\"24\"; vc_size=\"65536\"; "
                          "cn_vc_size=\"32768\"; {}",
                          more)));
  };
  const CodesMachine adaptive = tree("routing=\"adaptive\";");
  EXPECT_THAT(adaptive.toml,
              AllOf(HasSubstr("type = \"pruned-tree\"\nradix = 24\npods = 2\n"),
                    HasSubstr("[routing]\ntype = \"adaptive-up-down\"\ncandidates = 12\n"),
                    HasSubstr("[link]\nrate = \"11900000000 B/s\"  # 11.9 GB/s"),
                    HasSubstr("link_rate = \"24000000000 B/s\""),
                    HasSubstr("[link.level1]\nbuffer = \"65536 B\""),
                    HasSubstr("[link.level2]\nbuffer = \"65536 B\""),
                    HasSubstr("[router]\nbuffer = \"32768 B\"\nvcs = 1\n"),
                    HasSubstr("receive_buffer = \"32768 B\"\n")));
  EXPECT_THAT(adaptive.warnings,
              ElementsAre(":2:26: warning: switch_count: only the first number, 24, is read"));
  EXPECT_THAT(tree("").toml, HasSubstr("adaptive-up-down"));
  const CodesMachine fixed = tree("routing=\"static\"; routing_folder=\"lft\";");
  EXPECT_THAT(fixed.toml, HasSubstr("type = \"d-mod-k\""));
  EXPECT_THAT(fixed.warnings.back(),
              HasSubstr("warning: the tables of static routing are not read"));
}

TEST(Codes, DragonflyRoutings) {
  const auto fly = [](std::string_view more) {
    return imported(
        group("repetitions=\"114\"; nw-lp=\"6\"; modelnet_dragonfly=\"3\"; "
              "modelnet_dragonfly_router=\"1\";",
              fmt::format("num_routers=\"6\"; packet_size=\"512\"; {}", more)));
  };
  const CodesMachine m =
      fly("local_vc_size=\"8192\"; global_vc_size=\"16384\"; cn_vc_size=\"4096\";");
  EXPECT_EQ(m.servers, 6u);
  EXPECT_THAT(m.toml,
              HasSubstr("routers_per_group = 6\nglobal_links = 3\nendpoints_per_router = 3\n"
                        "groups = 19\n"));
  EXPECT_THAT(
      m.toml,
      HasSubstr("[link.local]\nrate = \"5637144576 B/s\"  # 5.25 GiB/s\nbuffer = \"8192 B\""));
  EXPECT_THAT(
      m.toml,
      HasSubstr("[link.global]\nrate = \"5046586573 B/s\"  # 4.7 GiB/s\nbuffer = \"16384 B\""));
  EXPECT_THAT(m.toml, AllOf(HasSubstr("[router]\nbuffer = \"4096 B\"\nvcs = 3\n"),
                            HasSubstr("receive_buffer = \"4096 B\"\n")));
  struct Row {
    const char *codes, *ours;
    int vcs;
  };
  for (const Row& row :
       {Row{"minimal", "dragonfly-minimal", 3}, Row{"nonminimal", "valiant", 4},
        Row{"non-minimal", "valiant", 4}, Row{"adaptive", "ugal-l", 3},
        Row{"prog-adaptive", "progressive", 4}, Row{"odd", "dragonfly-minimal", 3}}) {
    const CodesMachine with = fly(fmt::format("routing=\"{}\";", row.codes));
    EXPECT_THAT(with.toml, HasSubstr(fmt::format("[routing]\ntype = \"{}\"\n", row.ours)));
    EXPECT_THAT(with.toml, HasSubstr(fmt::format("vcs = {}\n", row.vcs)));
    const std::string warnings = fmt::format("{}", fmt::join(with.warnings, "\n"));
    const bool more = row.vcs > 3, odd = row.codes == std::string("odd");
    EXPECT_EQ(warnings.find("3 virtual channels of CODES become 4") != warnings.npos, more)
        << warnings;
    EXPECT_EQ(warnings.find("routing \"odd\" of a dragonfly is not known") != warnings.npos, odd);
  }
}

TEST(Codes, NetworksOfWholeMessages) {
  const CodesMachine simple =
      imported(group("repetitions=\"16\"; server=\"1\"; modelnet_simplenet=\"2\";",
                     "net_startup_ns=\"1.5\"; net_bw_mbps=\"20000\"; packet_size=\"512\";"));
  EXPECT_THAT(simple.toml, HasSubstr("type = \"switch\"\nendpoints = 32\n"));
  EXPECT_THAT(simple.toml,
              HasSubstr("[network]\ntype = \"loggp\"\nlatency = \"1500 ps\"\ngap = \"0 ns\"\n"
                        "rate = \"20971520000 B/s\""));
  const TestFile table("netgauge.dat",
                       "# size n ...\n1 10 1 1 1 2.5 1 1 0.25 0.001 0\n"
                       "4096 10 1 1 1 3.5 1 1 0.5 0.0005 0\n");
  const CodesMachine loggp =
      imported(group("repetitions=\"2\"; server=\"1\"; modelnet_loggp=\"1\";",
                     fmt::format("net_config_file=\"{}\";", table.path().filename().string())));
  EXPECT_THAT(loggp.toml,
              HasSubstr("latency = \"3500 ns\"\ngap = \"500 ns\"\nrate = \"2000000000 B/s\""));
  EXPECT_THAT(loggp.warnings, ElementsAre(HasSubstr("only the row for 4096 B of 2 rows is imported")));
}

// netgauge's fits have rows without numbers, or with less than 0: the rest is what is known.
TEST(Codes, RowsOfNetgaugeThatAreNotUsableAreLeftOut) {
  const auto with = [](std::string_view rows) {
    const TestFile table("netgauge.dat", rows);
    return imported(group("repetitions=\"2\"; server=\"1\"; modelnet_loggp=\"1\";",
                          fmt::format("net_config_file=\"{}\";", table.path().filename().string())));
  };
  const CodesMachine m = with("1 10 13.6 23.3 145.6 6.782182 1.1 1.1 -nan -nan -nan\n"
                              "2 10 10.8 20.6 118.7 6.5 -1 1.1 1.25 0.001 -nan\n"
                              "4 10 10.8 20.6 118.7 6.5 1.1 1.1 -0.1 0.002 0\n"
                              "8 10 10.8 20.6 118.7 6.5 1.1 1.1 1 -0.002 0\n");
  EXPECT_THAT(m.toml, HasSubstr("latency = \"6500 ns\"\ngap = \"1250 ns\"\nrate = \"1000000000 B/s\""));
  EXPECT_THAT(m.warnings, ElementsAre(HasSubstr("only the row for 2 B of 4 rows"),
                                      HasSubstr("3 of the 4 rows have no usable L, g and G")));
  EXPECT_THROW(with("1 10 13.6 23.3 145.6 6.782182 1.1 1.1 -nan -nan -nan\n"), Error);
  EXPECT_THROW(with("1 10 13.6 23.3 145.6 6.782182 1.1 1.1\n"), Error);
}

// Two clusters, as in the example of CODES, are not the four nodes between them.
TEST(Codes, SeveralNetworksAreRefused) {
  EXPECT_THAT(refused(R"(LPGROUPS {
  FOO { repetitions="12"; node="1"; modelnet_simplenet@foo="1"; }
  FORWARDERS { repetitions="4"; forwarder="1"; modelnet_simplenet@foo="1"; modelnet_simplenet="1"; } }
PARAMS { net_startup_ns="8.0"; net_bw_mbps="5000"; }
)"),
              HasSubstr("modelnet_simplenet@foo: a second network with nodes, in addition to simplenet"));
  EXPECT_THAT(refused(R"(LPGROUPS { A { repetitions="4"; server="1"; modelnet_torus="1"; }
  B { repetitions="2"; server="1"; modelnet_simplenet="1"; } }
PARAMS { n_dims="1"; dim_length="4"; net_startup_ns="8.0"; net_bw_mbps="5000"; }
)"),
              HasSubstr(":2:36: error: modelnet_simplenet: a second network with nodes"));
}

// What is changed, what is unknown, and what is known not to matter, in the order of the file.
TEST(Codes, NothingIsLostWithoutAWord) {
  const CodesMachine m =
      imported(R"(LPGROUPS { G { repetitions="4"; server="1"; modelnet_torus="1"; lsm="1"; }
  H { repetitions="1"; modelnet_simplenet="1"; } }
PARAMS {
  n_dims="1"; dim_length="4"; packet_size="4096"; chunk_size="512";
  buffer_size="100"; message_size="656"; frobnicate="1"; soft_delay@a="3";
  modelnet_order=("torus","simplenet"); modelnet_scheduler="priority"; buffer_size="200";
}
extra { a="1"; }
)");
  EXPECT_THAT(
      m.warnings,
      ElementsAre(
          HasSubstr(":1:65: warning: lsm of g is not known"),
          HasSubstr(":2:3: warning: group h is not imported"),
          HasSubstr(":2:24: warning: modelnet_simplenet: a second network"),
          HasSubstr(":3:1: warning: 1 virtual channel of CODES become"),
          HasSubstr(":4:51: warning: packets of 4096 B travel in chunks of 512 B"),
          HasSubstr(":5:22: warning: message_size is not imported: the size of ROSS' events"),
          HasSubstr(":5:42: warning: frobnicate of params is not known"),
          HasSubstr(":5:58: warning: soft_delay@a of params is not known"),
          HasSubstr(":6:3: warning: modelnet_order: network simplenet is not imported"),
          HasSubstr(":6:41: warning: scheduler \"priority\" is not known"),
          HasSubstr(":6:72: warning: buffer_size is given again (first at line 5)"),
          HasSubstr(":6:72: warning: buffer_size = 200 B holds no chunk of 512 B: 512 B instead"),
          HasSubstr(":8:1: warning: group extra is not imported")));
  EXPECT_THAT(m.toml, HasSubstr("packet = \"512 B\""));
  EXPECT_THAT(m.toml, HasSubstr("buffer = \"512 B\"\nvcs = 2\n"));
}

TEST(Codes, MistakesAreRefusedWithTheirPlace) {
  EXPECT_EQ(refused("LPGROUPS {"), ":1:11: error: expected '}' before the end of the file");
  EXPECT_EQ(refused("a=b;"), ":1:3: error: expected '\"'");
  EXPECT_EQ(refused(std::string_view("a=\0;", 4)), ":1:3: error: a zero byte: not a text file");
  EXPECT_EQ(refused("LPGROUPS { G { x=\"1\"; } }"), ":1:1: error: the file has no PARAMS");
  EXPECT_THAT(refused("LPGROUPS { G { x=\"1\"; } } PARAMS { }"),
              HasSubstr("is not a torus, fat-tree"));
  EXPECT_THAT(refused(group("modelnet_slimfly=\"1\";", "")),
              HasSubstr("but modelnet_slimfly; fabrics of"));
  EXPECT_EQ(refused(group("modelnet_torus=\"1\";", "n_dims=\"x\";")),
            ":2:10: error: n_dims must be a number from 1 to 8, not \"x\"");
  EXPECT_EQ(
      refused(group("repetitions=\"5\"; modelnet_torus=\"1\";", "n_dims=\"1\"; dim_length=\"4\";")),
      ":1:27: error: repetitions is 5, but dim_length makes 4 routers");
  EXPECT_THAT(
      refused(group("repetitions=\"67108864\"; server=\"67108864\"; modelnet_simplenet=\"1\";",
                    "net_startup_ns=\"1\"; net_bw_mbps=\"1\";")),
      HasSubstr("are more places than the 16777216 there can be"));
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "g{";
  EXPECT_THAT(refused(deep), HasSubstr(":1:34: error: groups are nested at most 16 deep"));
}

}  // namespace codes_network_test
}  // namespace kasuri::trace
