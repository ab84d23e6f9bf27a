// SPDX-License-Identifier: MIT
// The tables of the probe "chunks", from what its recorders counted by cells.
#pragma once

#include <string>
#include <vector>

#include "experiment/probe/probe.h"

namespace kasuri {

// Amounts by chunk and cell, as chunks.cpp numbers them.
struct ChunkCells {
  bool by_link;
  Table bytes;
  Table slower;  // by links: for how many picoseconds longer they were held, see network/net/slow_links.h
  Table ranks;
};

// `chunks`, `links_by_chunk`, `nics_by_chunk`, `routers_by_chunk`, `ranks_by_chunk`: what is not zero, by
// chunk and then by number.
std::vector<Table> make_chunk_tables(ChunkCells, const RunFacts&);
// For the reference page.
std::string describe_chunk_tables();

}  // namespace kasuri
