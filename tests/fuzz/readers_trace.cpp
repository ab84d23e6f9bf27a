// SPDX-License-Identifier: MIT
// Traces of each format, and what is imported from CODES and TraceR.
#include <algorithm>

#include "base/core/text_file.h"
#include "experiment/plan/config.h"
#include "experiment/plan/planning.h"
#include "reader.h"
#include "app/imports/importer.h"
#include "experiment/run/simulation.h"
#include "workload/traces/chakra_wire.h"
#include "workload/traces/codes_file.h"
#include "workload/traces/dumpi_writer.h"
#include "workload/traces/matching.h"
#include "workload/traces/recording.h"
#include "workload/traces/trace.h"
#include "workload/traces/tracer_config.h"

namespace kasuri::fuzz {
namespace {

namespace fs = std::filesystem;

// The streams of a trace that was opened come to an end, or to an Error of their own.
void go_through(const trace::Trace& t) {
  describe(t.summary());
  for (int rank = 0; rank < std::min(t.ranks(), 64); ++rank) {
    const auto stream = t.stream(rank);
    mpi::Operation op;
    for (int n = 0; n < 20'000; ++n) {
      op = {};
      if (!stream->next(Time{0}, op)) break;
      if (op.kind == mpi::Operation::Kind::wait_any) {
        require(!op.requests.empty(), "waiting for any needs requests");
        stream->ended(op.requests[0]);
      }
    }
  }
}

void read_trace(const Input& input) {
  const fs::path file = stored(input);
  go_through(*trace::open(file));
}

std::vector<Input> traces(std::string_view end) {
  std::vector<Input> all;
  for (const char* folder :
       {"tests/fuzz/corpus/trace", "tests/specimens/trace", "examples/traces"}) {
    for (Input& i : source_files(folder, {end})) {
      i.front().name = "trace" + std::string(end);
      all.push_back(std::move(i));
    }
  }
  return all;
}

const Reader goal{"goal",
                  "traces in GOAL",
                  [] { return traces(".goal"); },
                  {"num_ranks", "rank", "send", "recv", "calc", "requires", "irequires", "to",
                   "from", "tag", "cpu", "nic", "l1:", "{", "}", "b", "any"},
                  Place::file,
                  read_trace};

const Reader binary_goal{"goal-binary", "traces in GOAL's binary form", [] { return traces(".goalbin"); },
                         {}, Place::file, read_trace};

const Reader kineto{"kineto",
                    "profiles of PyTorch",
                    [] { return traces(".json"); },
                    {"\"traceEvents\"", "\"distributedInfo\"", "world_size", "pg_config", "cat", "kernel",
                     "cuda_runtime", "correlation", "launch", "Synchronize", "\"Collective name\"", "nccl",
                     "allreduce", "all_to_all", "reduce_scatter", "send", "recv", "In msg nelems", "dtype",
                     "Float", "Process Group Ranks", "[0, 1]", "stream", "\"ts\"", "\"dur\"", "1e300"},
                    Place::file,
                    read_trace};

const Reader actions{
    "time-independent",
    "traces of SimGrid's actions",
    [] { return traces(".txt"); },
    {"init",    "send",      "recv",       "isend",    "irecv",     "wait",       "waitall",
     "test",    "compute",   "bcast",      "reduce",   "allreduce", "alltoall",   "alltoallv",
     "gather",  "gatherv",   "scatter",    "scatterv", "allgather", "allgatherv", "reducescatter",
     "barrier", "comm_size", "comm_split", "comm_dup", "finalize",  "sendrecv",   "sleep"},
    Place::file,
    read_trace};

// --- OTF2: archives that Kasuri records ---

Input recorded(const std::string& program, int ranks) {
  const fs::path folder = scratch() / "recorded";
  fs::remove_all(folder);
  fs::create_directories(folder);
  config::Document document = config::Document::parse(
      "[topology]\ntype = 'torus'\nextents = [2, 2]\n[[jobs]]\npayload = true\nranks = " +
          std::to_string(ranks) + "\nprogram = '" KASURI_SOURCE_DIR "/tests/specimens/program/" +
          program + "'\n",
      "recorded.toml", scratch());
  Config c = config::read<Config>(document.root());
  document.finish();
  Plan plan = make_plan(c, document);
  const Results r = simulate(c, std::move(plan),
                             {.include_dir = KASURI_INCLUDE_DIR,
                              .progress = {},
                              .threads = 1,
                              .cores = 1,
                              .cluster = nullptr,
                              .tell = {},
                              .record = "otf2"});
  const fs::path anchor = folder / r.recording->write(folder).front();
  Input input{{fs::relative(anchor, scratch()).string(), read_text(anchor)}};
  for (const auto& f : fs::recursive_directory_iterator(folder)) {
    if (f.is_regular_file() && f.path() != anchor) {
      input.push_back({fs::relative(f.path(), scratch()).string(), read_text(f.path())});
    }
  }
  std::ranges::sort(input.begin() + 1, input.end(), {}, &File::name);
  fs::remove_all(folder);
  return input;
}

const Reader otf2{
    "otf2",
    "archives of OTF2",
    [] {
      return std::vector<Input>{recorded("communicators.c", 4), recorded("mixed.c", 4)};
    },
    {"OTF2", "traces"},
    Place::file,
    read_trace};

// --- Chakra: a file of each rank, as protocol buffers or JSON ---

std::vector<Input> chakra_traces() {
  using trace::WireWriter;
  const auto number = [](std::string_view name, std::uint32_t type, std::uint64_t value) {
    return WireWriter().text(1, name).number(type, value);
  };
  const auto node = [](std::uint64_t id, std::uint64_t type) {
    return WireWriter().number(1, id).text(2, "node").number(3, type).number(7, 3);
  };
  const char* const groups = R"([{"pg_name": "a", "ranks": [1, 0]}, {"pg_name": 2, "ranks": []}])";
  const char* const graph =
      R"({"workload_graph": [{"Id": 1, "Name": "a", "NodeType": 4, "runtime": 5, "is_cpu_op": true},
{"Id": 2, "Name": "b", "NodeType": 7, "comm_type": 6, "comm_size": 64, "data_deps": [1]}]})";
  Input binary, json;
  for (std::uint64_t me = 0; me < 2; ++me) {
    std::string text = WireWriter()
                           .text(1, "0.0.4")
                           .message(2, number("x", 9, 1))
                           .message(2, number("kasuri.streams", 9, me))
                           .framed();
    text += node(1, 1)
                .message(8, WireWriter().text(1, groups))
                .framed();
    text += node(2, 4).number(4, 1).message(10, number("num_ops", 13, 70)).framed();
    text += node(5, 4).message(10, number("kasuri.duration_ps", 9, 1'234'567)).framed();
    text += node(6, 1).number(5, 5).message(10, number("kasuri.duration_ps", 9, 70)).framed();
    text += node(3, 7)
                .text(5, std::string("\1\2", 2))
                .message(10, number("comm_type", 7, 0))
                .message(10, number("comm_size", 17, 600))
                .message(10, WireWriter().text(1, "pg_name").text(29, "a"))
                .framed();
    text += node(4, 5 + me)
                .number(5, 3)
                .message(10, number(me == 0 ? "comm_dst" : "comm_src", 11, 1 - me))
                .message(10, WireWriter().text(1, "comm_size").fixed32(19, 9))
                .message(10, WireWriter().text(1, "involved_dim").message(28, WireWriter().text(1, "\1\1")))
                .framed();
    binary.push_back({"chakra." + std::to_string(me) + ".et", text});
    json.push_back({"chakra." + std::to_string(me) + ".json", graph});
  }
  return {binary, json};
}

const Reader chakra{"chakra",
                    "Chakra's execution traces",
                    chakra_traces,
                    {"comm_type", "comm_size", "comm_src", "comm_dst", "comm_tag", "pg_name", "ranks",
                        "involved_dim",
                     "is_cpu_op", "num_ops", "tensor_size", "workload_graph", "Id", "NodeType", "data_deps",
                     "ctrl_deps", "runtime", "kasuri.duration_ps", "kasuri.streams", "root_rank", "[", "]",
                     "{", "}"},
                    Place::file,
                    read_trace};

// --- DUMPI: .meta, and a binary file of each rank ---

// Any arguments of a function that replay leaves out, by the format's table.
void write_arguments(trace::DumpiWriter& w, std::string_view all) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    switch (all[i]) {
      case 'i': w.i(1); break;
      case 'h': w.h(40); break;
      case 'b': w.b(1); break;
      case 'q': w.q(99); break;
      case 's': w.status({8, 0, 1}); break;
      case 'A': w.list({1, 2}); break;
      case 'H': w.list({1, 2}, 2); break;
      case 'S': w.text("name"); break;
      case 'M': case 'N': case 'T': w.i(2).text("a").text("bc"); break;
      case 'U': w.i(1).i(1).text("a"); break;
      case 'L': w.i(1).list({0, 1, 1}); break;
      case 'x': case 'y': w.list({3}); break;
      case '{': i += 2; break;  // all integers are 1
      default: break;
    }
  }
}

Input dumpi_trace(const std::vector<trace::DumpiWriter>& ranks, trace::dumpi::Version version,
                  int offsets) {
  const auto n = static_cast<std::uint32_t>(ranks.size());
  const std::string prefix = "dumpi" + std::to_string(n);  // files of other inputs stay
  Input input{{"dumpi.meta", trace::DumpiWriter::meta(n, prefix, version)}};
  std::vector<std::int32_t> sizes(32, 4);
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    input.push_back({prefix + "-000" + std::to_string(r) + ".bin",
                     ranks[r].file({.type_sizes = sizes,
                                    .functions = {{77, "solve"}},
                                    .untraced = {{trace::dumpi::kIprobe, 2}},
                                    .offsets = offsets})});
  }
  return input;
}

std::vector<Input> dumpi_traces() {
  using namespace trace::dumpi;
  using W = trace::DumpiWriter;
  std::vector<Input> all;
  for (const Version v : {Version{0, 6, 1}, Version{7, 1, 0}}) {
    std::vector<W> ranks;
    for (int me = 0; me < 3; ++me) {
      W& w = ranks.emplace_back(v);
      std::uint64_t t = 0;
      const auto call = [&](std::uint16_t f) -> W& { return t += 2000, w.call(f, t - 1000, t); };
      const int left = (me + 2) % 3, right = (me + 1) % 3;
      call(kCommSize).h(kCommWorld).i(3);
      call(kFunctionEnter).q(77);
      call(kTypeContiguous).i(3).h(kInt).h(kFirstUserType);
      call(kIrecv).i(9).h(kFirstUserType).i(kAny).i(kAny).h(kCommWorld).i(2);
      call(kIsend).i(3).h(kFirstUserType).i(right).i(5).h(kCommWorld).i(3);
      call(kWaitall).i(2).list({2, 3}).statuses(std::vector<W::Status>{{36, left, 5}, {}});
      call(kSendInit).i(1).h(kInt).i(right).i(6).h(kCommWorld).i(4);
      call(kRecvInit).i(1).h(kInt).i(left).i(6).h(kCommWorld).i(5);
      call(kStartall).i(2).list({4, 5});
      call(kWaitsome).i(2).list({4, 5}).i(2).list({0, 1}).statuses();
      call(kIrecv).i(9).h(kInt).i(left).i(9).h(kCommWorld).i(2);
      call(kCancel).i(2);
      call(kWait).i(2).status({0, 0, 0, true});
      call(kFunctionExit).q(77);
      call(kSendrecv).i(2).h(kInt).i(right).i(1).i(2).h(kInt).i(left).i(1).h(kCommWorld).statuses();
      call(kCommSplit).h(kCommWorld).i(me / 2).i(-me).h(4);
      call(kCommGroup).h(kCommWorld).h(3);
      call(kGroupIncl).h(3).i(2).list({2, 0}).h(4);
      call(kGroupRangeExcl).h(4).i(1).i(1).list({0, 0, 1}).h(5);
      call(kCommCreate).h(kCommWorld).h(4).h(me == 1 ? kCommNull : 5);
      call(kCartCreate).h(kCommWorld).i(1).list({3}).list({1}).i(0).h(6);
      call(kCartSub).i(1).h(6).list({1}).h(7);
      call(kIntercommCreate).h(4).i(0).h(kCommWorld).i(me / 2 ? 1 : 2).i(3).h(8);
      call(kIntercommMerge).h(8).i(me / 2).h(9);
      call(kBcast).i(5).h(kInt).i(2).h(9);
      call(kAllreduce).i(6).h(kDouble).b(kSum).h(7);
      W& gather = call(kGatherv).i(me).i(3).i(me).h(kInt).i(0).h(kCommWorld);
      if (me == 0) gather.list({0, 1, 2}).list({0, 0, 1});
      gather.h(kInt);
      call(kAlltoallv).i(3).list({1, 1, 1}).list({0, 1, 2}).h(kInt).list({1, 1, 1}).list({0, 1, 2}).h(kInt);
      w.h(kCommWorld);
      call(kReduceScatter).i(3).list({1, 2, 3}).h(kDouble).b(kSum).h(kCommWorld);
      call(kFinalize);
    }
    all.push_back(dumpi_trace(ranks, v, v < kStructOffsets ? 4 : 7));
  }
  std::vector<W> rank(1);
  for (std::uint16_t f = 0; f < kFunctions; ++f) {
    const FunctionRow& row = *function(f);
    if (f < kTypeContiguous || (f >= kBarrier && f < kCommSize) || (f > kCommRank && f < kInit) ||
        f == kAlltoallw || f == kExscan) {
      continue;  // these mean something
    }
    rank[0].call(f, 1000u * f, 1000u * f + 400);
    if (f == kCommSize || f == kCommRank) rank[0].h(kCommSelf).i(0);
    else write_arguments(rank[0], row.arguments);
  }
  all.push_back(dumpi_trace(rank, {7, 1, 0}, 7));
  return all;
}

void read_dumpi(const Input& input) {
  const auto t = trace::open(stored(input));
  go_through(*t);
  trace::Matching(*t, Bytes{16}).run();
}

const Reader dumpi{"dumpi",
                   "traces of sst-dumpi",
                   dumpi_traces,
                   {"numprocs=", "fileprefix=", "dumpi"},
                   Place::file,
                   read_dumpi};

// --- CODES and TraceR: what is made of them must be a configuration, if one whose values may be
// illegal ---

void require_configuration(const std::string& toml) {
  try {
    config::Document document = config::Document::parse(toml, "imported.toml", scratch());
    config::read<Config>(document.root());
    document.finish();
  } catch (const Error& e) {
    const std::string_view why = e.what();
    // Names are taken over as they are.
    if (why.find("utf-8") != why.npos || why.find("control characters") != why.npos) throw;
    if (why.find("unknown") == why.npos && why.find("not TOML") == why.npos) throw;
    require(false, "what is imported must be a configuration", e.what() + ("\n" + toml));
  }
}

constexpr const char* kSomeJob =
    "[[jobs]]\npattern = { type = 'uniform', load = 0.1, message = '4 KiB', duration = '100 us' "
    "}\n";

void read_codes(const Input& input) {
  require_configuration(trace::import_codes(stored(input)).toml + kSomeJob);
}

const std::vector<std::string> kCodes{"LPGROUPS",
                                      "PARAMS",
                                      "MODELNET_GRP",
                                      "repetitions",
                                      "server",
                                      "modelnet_torus",
                                      "modelnet_dragonfly",
                                      "modelnet_fattree",
                                      "dragonfly_router",
                                      "fattree_switch",
                                      "n_dims",
                                      "dim_length",
                                      "link_bandwidth",
                                      "packet_size",
                                      "buffer_size",
                                      "num_vc",
                                      "chunk_size",
                                      "modelnet_order",
                                      "num_routers",
                                      "local_bandwidth",
                                      "global_bandwidth",
                                      "cn_bandwidth",
                                      "routing",
                                      "adaptive",
                                      "minimal",
                                      "nonminimal",
                                      "ft_type",
                                      "num_levels",
                                      "switch_count",
                                      "switch_radix",
                                      "router_delay",
                                      "soft_delay",
                                      "message_size"};

const Reader codes{"codes",
                   "network files of CODES",
                   [] { return source_files("tests/specimens/tracer", {".conf"}); },
                   kCodes,
                   Place::file,
                   read_codes};

// Of the network only that it is written as one: hosts of a file need not reach each other.
void read_import(const Input& input) {
  const imports::Source source(stored(input));
  const imports::Imported all = imports::importer_of(source).read(source);
  for (const auto& [name, text] : all.files) write_text(scratch() / name, text);
  require(!all.toml.empty(), "something is imported");
}

const Reader import_reader{
    "import", "files of other tools, for `kasuri import`",
    [] {
      std::vector<Input> all = source_files(
          "tests/specimens/import", {".ibnetdiscover", ".conf", ".booksim", ".xml", ".topo", ".ns3"});
      for (Input& i : all) i.push_back(source_file("tests/specimens/import/any.net").front());
      return all;
    },
    {"Switch", "Ca", "\"S-0001\"[1]", "4xHDR", "SwitchName=", "Switches=a[0-9]", "BlockName=b Nodes=n[1-2]",
     "\\", "topology = torus;", "k = 4;", "routing_function = min_adapt;", "packet_size = 20;", "<cluster",
     "radical=\"0-3\"", "topology=\"DRAGONFLY\"", "topo_parameters=\"2;2,2;1,2;1,2\"", "<gpu rank=\"1\">",
     "<nvlink target=\"x\" count=\"2\"/>", "</gpu>", "<net speed=\"100000\"/>", "Radix_Down 4", "Tier 1",
     "Bundle 2", "0 4 100Gbps 1us 0", "router 1 node 2"},
    Place::file, read_import};

// The job file, its map as 32-bit integers, and the trace that it names.
void read_tracer(const Input& input) {
  const fs::path jobs = stored(input);
  const auto network = trace::import_codes(scratch() / "torus.conf");
  const trace::TracerImport all = trace::import_tracer(jobs, network, scratch());
  for (const trace::ImportedFile& f : all.files) write_text(scratch() / f.name, f.text);
  require_configuration(all.toml);
}

std::vector<Input> tracer_jobs() {
  stored(source_file("tests/specimens/tracer/torus.conf"));
  stored({{"chain.goal", source_file("tests/specimens/trace/chain.goal").front().bytes}});
  std::string map;
  for (int n = 0; n < 4; ++n) map += std::string{static_cast<char>(n), 0, 0, 0};
  const Input jobs = source_file("tests/specimens/tracer/tracer_config");
  std::vector<Input> all{jobs};
  for (const char* text :
       {"NA\n1\nchain.goal NA 4 1\n", "map\n1\nchain.goal map 4 2\nM 0 100 200\nS 0 10 20\n",
        "NA\n2\nchain.goal map 4 1\nchain.goal NA 4 1\nT 0 0.5\nE 0 main 0.1\n"}) {
    all.push_back({{"tracer_config", text}, {"map", map}});
  }
  return all;
}

const Reader tracer{"tracer",    "job files of TraceR with their maps",
                    tracer_jobs, {"NA", "map", "chain.goal", "M", "S", "T", "E", "all", "main"},
                    Place::file, read_tracer};

}  // namespace
}  // namespace kasuri::fuzz
