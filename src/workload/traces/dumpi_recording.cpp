// SPDX-License-Identifier: MIT
#include "workload/traces/dumpi_recording.h"

#include <fstream>

#include "base/core/errors.h"
#include "base/core/text_file.h"

namespace kasuri::trace {

using namespace dumpi;

std::vector<std::string> DumpiRecording::write(const std::filesystem::path& folder) {
  for (const Log& log : ranks_) {
    if (log.refused.empty()) continue;
    throw Error(Exit::usage, ErrorPlace("kasuri"),
                fmt::format("--record dumpi: DUMPI has no record of {}; record otf2", log.refused));
  }
  std::vector<std::string> names;
  for (std::size_t j = 0; j < jobs_.size(); ++j) {
    const std::string name = file_name(j), in = name + "-dumpi";
    std::filesystem::create_directories(folder / in);
    for (std::uint32_t r = 0; r < jobs_[j].ranks; ++r) {
      Log& log = ranks_[jobs_[j].first_rank + r];
      std::vector<std::int32_t> sizes(kTypeSizes.begin(), kTypeSizes.end());
      sizes[0] = sizes[1] = 0;
      const auto file = folder / in / fmt::format("{}-{:04}.bin", name, r);
      std::ofstream out(file, std::ios::binary);
      log.before.each(spill_, [&](std::span<const char> some) {
        out.write(some.data(), static_cast<std::streamsize>(some.size()));
      });
      out << log.writer.file({.type_sizes = sizes});
      out.flush();
      if (!out) throw Error(Exit::limit, ErrorPlace(file.string()), "cannot be written");
      log.writer = DumpiWriter();
    }
    write_text(folder / in / (name + ".meta"), DumpiWriter::meta(jobs_[j].ranks, name));
    names.push_back(fmt::format("{}/{}.meta", in, name));
  }
  return names;
}

namespace {

const RecordingFormat dumpi_recording_format{"dumpi", "a DUMPI trace of calls, in nanoseconds",
                             [](std::vector<RecordedJob> jobs) -> std::unique_ptr<Recording> {
                               return std::make_unique<DumpiRecording>(std::move(jobs));
                             }};

}  // namespace
}  // namespace kasuri::trace
