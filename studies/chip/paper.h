// SPDX-License-Identifier: MIT
// All experiments of the paper by one command: its tables beside its published values, its figures,
// searches over what it leaves unstated, and sweeps that ask where its conclusions hold.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "studies/chip/batch.h"
#include "studies/chip/paper_tables.h"

namespace kasuri::chip {

struct PaperOptions {
  std::filesystem::path folder;  // for report.md and the figures
  std::uint32_t seeds = 10;      // of all pairs; random pairs spread more and get four times that
  unsigned threads = 1;
  std::vector<std::string> chapters;  // of the report, empty: all
};

// What the report can hold, in its order.
const std::vector<std::string>& paper_chapters();

// Runs variations of this configuration file. Returns the report, which also stands in the folder.
std::string reproduce_paper(const std::string& file, const Overrides& base, const PaperOptions&);

// --- Its chapters, as Markdown ---

struct Study {
  Batch batch;
  PaperOptions options;

  std::uint32_t seeds(const PaperColumn& c) const {
    return c.all_pairs ? options.seeds : 4 * options.seeds;
  }
};

std::string tables_chapter(Study&);    // paper_report.cpp
std::string wirings_chapter(Study&);   // paper_readings.cpp
std::string readings_chapter(Study&);
std::string sweeps_chapter(Study&);    // paper_sweeps.cpp
std::string planners_chapter(Study&);  // paper_planners.cpp

// "| a | b |" lines.
std::string markdown_row(const std::vector<std::string>& cells);
std::string markdown_head(const std::vector<std::string>& cells);
std::string picture(const Study&, const std::string& name, const std::string& svg,
                    const std::string& caption);

// The structures that are compared throughout.
struct Contender {
  std::string name;
  Overrides overrides;
};
const std::vector<Contender>& contenders();

}  // namespace kasuri::chip
