// SPDX-License-Identifier: MIT
// Traces of each format, and what is imported from CODES and TraceR.
#include <algorithm>

#include "core/text_file.h"
#include "reader.h"
#include "sim/config.h"
#include "sim/plan.h"
#include "sim/simulation.h"
#include "trace/codes_file.h"
#include "trace/recording.h"
#include "trace/trace.h"
#include "trace/tracer_config.h"

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
                             {.include_dir = KASURI_SOURCE_DIR "/include",
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
