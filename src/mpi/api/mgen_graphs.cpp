// SPDX-License-Identifier: MIT
// mgen.h: graph topologies (MPI 4.1, sections 8.5.3 and 8.5.4). Ranks keep their order: `reorder` is a
// permission.
#include <algorithm>

#include "mpi/ranks/communicators.h"
#include "mpi/api/mgen_handles.h"

namespace mpi = kasuri::mpi;
using mpi::Call;
using mpi::Communicator;
using mpi::Edge;
using mpi::Graph;
using mpi::Neighbours;

namespace {

const Graph& graph_of(Call& call, MPI_Comm comm) {
  const Communicator& c = comm_of(call, comm);
  if (!c.graph) call.fail_as(MPI_ERR_TOPOLOGY, "the communicator has no graph");
  return *c.graph;
}

std::size_t index_end(std::span<const int> index) {
  return index.empty() ? 0 : static_cast<std::size_t>(std::max(index.back(), 0));
}

void check_graph(Call& call, std::span<const int> index, const int edges[]) {
  int end = 0;
  for (const int i : index) {
    if (i < end) call.fail_as(MPI_ERR_ARG, "index {} is less than the one before", i);
    end = i;
  }
  for (int e = 0; e < end; ++e) {
    if (edges[e] < 0 || edges[e] >= std::ssize(index)) {
      call.fail_as(MPI_ERR_ARG,
                   "an edge leads to node {}; the graph has nodes 0 to {}", edges[e],
                   std::ssize(index) - 1);
    }
  }
}

std::vector<int> copy_of(std::span<const int> all) { return {all.begin(), all.end()}; }

MPI_Comm finish(Call& call, Communicator& parent, const mpi::Group& group, Neighbours neighbours,
                 std::shared_ptr<const Graph> graph) {
  Communicator* fresh = mpi::create(call, parent, group, mpi::Making::graph);
  if (mpi::Recorder* r = call.world().recorder()) [[unlikely]] {
    r->makes(call.rank(), parent, static_cast<std::uint32_t>(mpi::Making::graph), 0, 0, fresh);
  }
  if (fresh) {
    fresh->neighbours = std::make_unique<Neighbours>(std::move(neighbours));
    fresh->graph = std::move(graph);
  }
  return handle_of(call, fresh);
}

bool has_weights(const int* weights) { return weights != MPI_UNWEIGHTED && weights != MPI_WEIGHTS_EMPTY; }

// All of them are ranks of the communicator.
std::vector<int> ranks(Call& call, const Communicator& comm, int n, const int all[]) {
  call.check_count(n);
  for (int i = 0; i < n; ++i) call.check_rank(comm, all[i]);
  return {all, all + n};
}

std::vector<int> weights_of(Call& call, int n, const int weights[]) {
  if (!has_weights(weights)) return std::vector<int>(static_cast<std::size_t>(n), 1);
  for (int i = 0; i < n; ++i) {
    if (weights[i] < 0) call.fail_as(MPI_ERR_ARG, "weight {} is negative", weights[i]);
  }
  return {weights, weights + n};
}

}  // namespace

extern "C" {

int MGEN_Graph_create(MPI_Comm comm, int nodes, const int index[], const int edges[], int,
                      MPI_Comm* handle) {
  Call call("MGEN_Graph_create");
  Communicator& parent = comm_of(call, comm);
  mpi::refuse_between(call, parent);
  if (nodes < 0 || nodes > parent.size()) {
    call.fail_as(MPI_ERR_ARG,
                 "a graph of {} nodes does not fit a communicator of {} ranks", nodes, parent.size());
  }
  const std::span<const int> all_index(index, static_cast<std::size_t>(nodes));
  const std::span<const int> all_edges(edges, index_end(all_index));
  std::shared_ptr<const Graph> graph = call.ranks().graphs().find(all_index, all_edges);
  if (!graph) {
    check_graph(call, all_index, edges);
    graph = std::make_shared<Graph>(Graph{copy_of(all_index), copy_of(all_edges)});
    call.ranks().graphs().keep(graph);
  }
  const int me = parent.group.index_of(call.rank());
  const std::vector<int> mine = me < nodes ? copy_of(graph->neighbours(me)) : std::vector<int>{};
  *handle = finish(call, parent, call.ranks().groups().slice(parent.group, 0, 1, nodes),
                   Neighbours::of_graph(mine, mine),                   std::move(graph));
  return MPI_SUCCESS;
}

int MGEN_Graphdims_get(MPI_Comm comm, int* nodes, int* edges) {
  Call call("MGEN_Graphdims_get");
  const Graph& g = graph_of(call, comm);
  *nodes = static_cast<int>(g.index.size());
  *edges = static_cast<int>(g.edges.size());
  return MPI_SUCCESS;
}

int MGEN_Graph_get(MPI_Comm comm, int maxindex, int maxedges, int index[], int edges[]) {
  Call call("MGEN_Graph_get");
  const Graph& g = graph_of(call, comm);
  std::copy_n(g.index.begin(), std::clamp<std::ptrdiff_t>(maxindex, 0, std::ssize(g.index)), index);
  std::copy_n(g.edges.begin(), std::clamp<std::ptrdiff_t>(maxedges, 0, std::ssize(g.edges)), edges);
  return MPI_SUCCESS;
}

int MGEN_Graph_neighbors_count(MPI_Comm comm, int rank, int* count) {
  Call call("MGEN_Graph_neighbors_count");
  const Graph& g = graph_of(call, comm);
  call.check_rank(comm_of(call, comm), rank);
  *count = static_cast<int>(g.neighbours(rank).size());
  return MPI_SUCCESS;
}

int MGEN_Graph_neighbors(MPI_Comm comm, int rank, int most, int neighbors[]) {
  Call call("MGEN_Graph_neighbors");
  const Graph& g = graph_of(call, comm);
  call.check_rank(comm_of(call, comm), rank);
  const auto all = g.neighbours(rank);
  std::copy_n(all.begin(), std::clamp<std::ptrdiff_t>(most, 0, std::ssize(all)), neighbors);
  return MPI_SUCCESS;
}

int MGEN_Graph_map(MPI_Comm comm, int nodes, const int[], const int[], int* rank) {
  Call call("MGEN_Graph_map");
  const int own = comm_of(call, comm).group.index_of(call.rank());
  *rank = own < nodes ? own : MPI_UNDEFINED;
  return MPI_SUCCESS;
}

int MGEN_Dist_graph_create_adjacent(MPI_Comm comm, int indegree, const int sources[],
                                    const int sourceweights[], int outdegree, const int destinations[],
                                    const int destweights[], MPI_Info, int, MPI_Comm* handle) {
  Call call("MGEN_Dist_graph_create_adjacent");
  Communicator& parent = comm_of(call, comm);
  mpi::refuse_between(call, parent);
  Neighbours n = Neighbours::of_graph(ranks(call, parent, indegree, sources),
                                      ranks(call, parent, outdegree, destinations));
  const int me = parent.group.index_of(call.rank());
  const auto from_me = std::ranges::count(n.sources, me), to_me = std::ranges::count(n.destinations, me);
  if (from_me != to_me) {
    call.fail_as(MPI_ERR_TOPOLOGY,
                 "this rank is {} times its own source, but {} times its own destination", from_me, to_me);
  }
  n.weighted = sourceweights != MPI_UNWEIGHTED;
  n.source_weights = weights_of(call, indegree, sourceweights);
  n.destination_weights = weights_of(call, outdegree, destweights);
  *handle = finish(call, parent, parent.group, std::move(n), nullptr);
  return MPI_SUCCESS;
}

int MGEN_Dist_graph_create(MPI_Comm comm, int n, const int sources[], const int degrees[],
                           const int destinations[], const int weights[], MPI_Info, int,
                           MPI_Comm* handle) {
  Call call("MGEN_Dist_graph_create");
  Communicator& parent = comm_of(call, comm);
  mpi::refuse_between(call, parent);
  ranks(call, parent, n, sources);
  int edges = 0;
  for (int i = 0; i < n; ++i) {
    call.check_count(degrees[i]);
    edges += degrees[i];
  }
  ranks(call, parent, edges, destinations);
  const std::vector<int> all_weights = weights_of(call, edges, weights);
  std::vector<Edge> given;
  for (int i = 0, e = 0; i < n; ++i) {
    for (int k = 0; k < degrees[i]; ++k, ++e) {
      given.push_back({sources[i], destinations[e], all_weights[static_cast<std::size_t>(e)]});
    }
  }
  const int me = parent.group.index_of(call.rank());
  Neighbours mine;
  for (const Edge& e : mpi::deal_out(call, parent, given)) {
    if (e.to == me) {
      mine.sources.push_back(e.from);
      mine.source_weights.push_back(e.weight);
    }
    if (e.from == me) {
      mine.destinations.push_back(e.to);
      mine.destination_weights.push_back(e.weight);
    }
  }
  Neighbours whole = Neighbours::of_graph(std::move(mine.sources), std::move(mine.destinations));
  whole.source_weights = std::move(mine.source_weights);
  whole.destination_weights = std::move(mine.destination_weights);
  whole.weighted = weights != MPI_UNWEIGHTED;
  *handle = finish(call, parent, parent.group, std::move(whole), nullptr);
  return MPI_SUCCESS;
}

int MGEN_Dist_graph_neighbors_count(MPI_Comm comm, int* indegree, int* outdegree, int* weighted) {
  Call call("MGEN_Dist_graph_neighbors_count");
  const Communicator& c = comm_of(call, comm);
  if (!c.neighbours || c.cartesian || c.graph) {
    call.fail_as(MPI_ERR_TOPOLOGY, "the communicator has no distributed graph");
  }
  *indegree = static_cast<int>(c.neighbours->sources.size());
  *outdegree = static_cast<int>(c.neighbours->destinations.size());
  *weighted = c.neighbours->weighted;
  return MPI_SUCCESS;
}

int MGEN_Dist_graph_neighbors(MPI_Comm comm, int maxindegree, int sources[], int sourceweights[],
                              int maxoutdegree, int destinations[], int destweights[]) {
  Call call("MGEN_Dist_graph_neighbors");
  const Communicator& c = comm_of(call, comm);
  if (!c.neighbours || c.cartesian || c.graph) {
    call.fail_as(MPI_ERR_TOPOLOGY, "the communicator has no distributed graph");
  }
  const auto copy = [](const std::vector<int>& all, int most, int to[]) {
    std::copy_n(all.begin(), std::clamp<std::ptrdiff_t>(most, 0, std::ssize(all)), to);
  };
  const Neighbours& n = *c.neighbours;
  copy(n.sources, maxindegree, sources);
  copy(n.destinations, maxoutdegree, destinations);
  if (n.weighted && has_weights(sourceweights)) copy(n.source_weights, maxindegree, sourceweights);
  if (n.weighted && has_weights(destweights)) copy(n.destination_weights, maxoutdegree, destweights);
  return MPI_SUCCESS;
}

}  // extern "C"
