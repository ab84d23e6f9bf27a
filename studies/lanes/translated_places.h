// SPDX-License-Identifier: MIT
// Where translated code finds rows of memory: the same for all groups of a chip.
#pragma once

#include <vector>

#include "studies/lanes/lane_group.h"
#include "studies/lanes/translation.h"

namespace kasuri::emu {

struct TranslatedPlaces {
  translated::Run run = nullptr;
  std::vector<int> read_at, write_at;  // as in translated::Frame
};

template <class Core>
TranslatedPlaces translated_places(const LaneChip<Core>& lanes, const Translation& translation) {
  using Rows = LaneRows<Core>;
  constexpr std::uint32_t kCell = sizeof(typename Rows::Cell);
  TranslatedPlaces places{translation.run(), {}, {}};
  for (std::uint32_t row = 0; row < Rows::kRows; ++row) {
    const int place = lanes.rows.place(row);
    const bool in_code =
        row * kCell < lanes.chip.code_end() && (row + 1) * kCell > lanes.chip.code_begin();
    places.read_at.push_back(place);
    places.write_at.push_back(in_code ? -1 : place);
  }
  return places;
}

}  // namespace kasuri::emu
