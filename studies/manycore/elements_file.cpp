// SPDX-License-Identifier: MIT
#include "studies/manycore/elements_file.h"

#include <vector>

#include "base/stats/hdf5.h"

namespace kasuri::emu {

void write_elements(const std::filesystem::path& path, Shape shape,
                    std::span<const std::int64_t> clocks) {
  Hdf5File file(path);
  std::vector<std::int64_t> place(clocks.size());
  for (std::size_t i = 0; i < place.size(); ++i)
    place[i] = static_cast<std::int64_t>(i >> shape.log_pipes);
  file.column("elements", "rank", "", place);
  for (std::size_t i = 0; i < place.size(); ++i)
    place[i] = static_cast<std::int64_t>(i & (shape.pipes() - 1));
  file.column("elements", "pipe", "", place);
  file.column("elements", "clock", "clocks", clocks);
  file.close();
}

}  // namespace kasuri::emu
