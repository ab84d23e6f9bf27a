// SPDX-License-Identifier: MIT
#include "mpi/ranks/file_view.h"

#include <algorithm>

namespace kasuri::mpi {

std::vector<storage::Extent> FileView::extents(std::int64_t offset, std::int64_t bytes) const {
  const std::int64_t first = offset * etype;
  if (bytes == 0) return {};
  if (filetype.is_contiguous()) return {{displacement + first, bytes}};
  std::vector<storage::Extent> all;
  for (const Layout::Piece& p : filetype.places(first, first + bytes)) {
    all.push_back({displacement + p.place, p.bytes});
  }
  return all;
}

std::int64_t FileView::place(std::int64_t offset) const {
  const std::int64_t first = offset * etype;
  if (filetype.is_contiguous()) return displacement + first;
  return displacement + filetype.places(first, first + 1).front().place;
}

std::int64_t FileView::end(std::int64_t file_size) const {
  const std::int64_t left = file_size - displacement;
  if (left <= 0) return 0;
  if (filetype.is_contiguous()) return (left + etype - 1) / etype;
  const std::int64_t whole = left / filetype.extent, rest = left % filetype.extent;
  std::int64_t data = whole * filetype.size;
  for (const Layout::Piece& p : filetype.places(0, filetype.size)) {
    data += std::clamp<std::int64_t>(rest - p.place, 0, p.bytes);
  }
  return (data + etype - 1) / etype;
}

}  // namespace kasuri::mpi
