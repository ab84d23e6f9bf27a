// SPDX-License-Identifier: MIT
// Demands from a CSV file: rows "source,target,bits", servers counted from 0; or, as a matrix, one
// row of sizes per source. Empty lines and lines that start with # are skipped; so is a first line
// "source,target,bits".
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "studies/chip/demand.h"
#include "base/config/registry.h"
#include "base/core/errors.h"
#include "base/core/text_file.h"

namespace kasuri::chip {
namespace {

enum class DemandFormat { list, matrix };
constexpr auto names_of(DemandFormat) { return name_table("list", "matrix"); }

struct FileParams {
  std::filesystem::path path;
  DemandFormat format = DemandFormat::list;

  static config::Fields<FileParams> fields() {
    using P = FileParams;
    return {config::field("path", &P::path, "CSV file").required(),
            config::field("format", &P::format,
                          "rows of source,target,bits, or a matrix with a row for each source")};
  }
};

class DemandFile final : public DemandPattern {
 public:
  DemandFile(const FileParams& p, const DemandContext& c)
      : name_(p.path.string()), text_(read_text(p.path)), servers_(c.servers),
        is_matrix_(p.format == DemandFormat::matrix) {}

  std::vector<Demand> demands() const override {
    std::vector<Demand> all;
    std::uint32_t line = 0, row = 0;
    for (std::size_t from = 0; from < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', from), text_.size());
      std::string_view text(text_.data() + from, end - from);
      from = end + 1;
      ++line;
      if (text.ends_with('\r')) text.remove_suffix(1);
      const bool blank = text.find_first_not_of(" \t") == std::string_view::npos;
      if (blank || text.starts_with('#') || (line == 1 && text == "source,target,bits")) continue;
      take(text, line, row++, all);
    }
    if (is_matrix_ && row != servers_) {
      refuse(std::max(line, 1u), 0, fmt::format("the matrix has {} rows for {} servers", row, servers_));
    }
    if (all.empty()) refuse(std::max(line, 1u), 0, "no demands: no server sends anything");
    return all;
  }

 private:
  struct Cell {
    std::size_t column;
    std::int64_t value;
  };

  [[noreturn]] void refuse(std::uint32_t line, std::size_t column, std::string_view why) const {
    throw Error(Exit::usage, ErrorPlace(name_, line, column + 1), std::string(why));
  }

  void take(std::string_view text, std::uint32_t line, std::uint32_t row,
            std::vector<Demand>& all) const {
    const std::vector<Cell> cells = split(text, line);
    const std::size_t want = is_matrix_ ? servers_ : 3;
    if (cells.size() != want) {
      refuse(line, 0, fmt::format("{} values; a row has {}", cells.size(),
                                  is_matrix_ ? fmt::format("one for each of the {} servers", want)
                                             : "three: source,target,bits"));
    }
    if (is_matrix_) {
      if (row >= servers_) refuse(line, 0, fmt::format("more than {} rows", servers_));
      for (std::uint32_t to = 0; to < servers_; ++to) {
        if (to == row && cells[to].value != 0) {
          refuse(line, cells[to].column, "a server sends nothing to itself");
        }
        if (to != row && cells[to].value > 0) all.push_back({{row}, {to}, cells[to].value});
      }
      return;
    }
    for (const Cell& c : {cells[0], cells[1]}) {
      if (c.value >= servers_) {
        refuse(line, c.column, fmt::format("there is no server {}; servers are 0 to {}", c.value,
                                           servers_ - 1));
      }
    }
    if (cells[0].value == cells[1].value) {
      refuse(line, cells[1].column, "a server sends nothing to itself");
    }
    all.push_back({{static_cast<std::uint32_t>(cells[0].value)},
                   {static_cast<std::uint32_t>(cells[1].value)}, cells[2].value});
  }

  std::vector<Cell> split(std::string_view text, std::uint32_t line) const {
    constexpr std::int64_t kMostOfOne = std::int64_t{1} << 40;
    std::vector<Cell> cells;
    for (std::size_t from = 0; from <= text.size();) {
      const std::size_t end = std::min(text.find(',', from), text.size());
      std::size_t first = from, last = end;
      while (first < last && (text[first] == ' ' || text[first] == '\t')) ++first;
      while (last > first && (text[last - 1] == ' ' || text[last - 1] == '\t')) --last;
      const std::string_view word = text.substr(first, last - first);
      std::int64_t value = 0;
      const auto [rest, failure] = std::from_chars(word.data(), word.data() + word.size(), value);
      if (failure != std::errc{} || rest != word.data() + word.size()) {
        refuse(line, first, fmt::format("'{}' is not an integer", word.substr(0, 40)));
      }
      if (value < 0) refuse(line, first, fmt::format("{} is negative", value));
      if (value > kMostOfOne) refuse(line, first, fmt::format("{} is more than 2^40", value));
      cells.push_back({first, value});
      from = end + 1;
    }
    return cells;
  }

  std::string name_, text_;
  std::uint32_t servers_;
  bool is_matrix_;
};

const config::Register<DemandFile, FileParams> file{"file", "demands from a CSV file"};

}  // namespace
}  // namespace kasuri::chip
