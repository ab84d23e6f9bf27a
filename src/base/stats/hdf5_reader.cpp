// SPDX-License-Identifier: MIT
// Reading tables in a process of its own: HDF5's library crashes on some damaged files, and goes on for
// ever on others. Long columns come in pieces, so that no process holds them twice and each piece is a
// step.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "base/core/errors.h"
#include "base/core/guarded_process.h"
#include "base/stats/hdf5.h"
#include "base/stats/hdf5_contents.h"

namespace kasuri {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double kMostIdle = 60;
#else
constexpr double kMostIdle = 2;  // s of CPU time for one piece, which takes some milliseconds
#endif
constexpr std::size_t kPiece = 1 << 20, kPieceOfTexts = 1 << 14;  // rows

enum class Question : std::uint8_t {
  open, has, rows, integers, numbers, texts, tables, columns, kind, unit, attribute
};

void write_texts(ArchiveWriter& out, const std::vector<std::string>& all) {
  out(all.size());
  for (const std::string& s : all) out(s);
}

std::vector<std::string> read_texts(const ByteBuffer& bytes) {
  ArchiveReader in(bytes);
  std::size_t n = 0;
  in(n);
  std::vector<std::string> all(n);
  for (std::string& s : all) in(s);
  return all;
}

// In the other process.
void answer_question(const Hdf5Contents& file, std::span<const std::byte> question, ByteBuffer& answer) {
  ArchiveReader in(question);
  ArchiveWriter out(answer);
  Question what{};
  std::string table, name;
  std::size_t first = 0, count = 0;
  in(what), in(table), in(name), in(first), in(count);
  const std::string path = fmt::format("{}/{}", table, name);
  switch (what) {
    case Question::open: break;
    case Question::has: return out(file.has(table, name));
    case Question::rows: return out(file.rows(table, name));
    case Question::integers: return out(file.integers(path, first, count));
    case Question::numbers: return out(file.numbers(path, first, count));
    case Question::texts: return write_texts(out, file.texts(path, first, count));
    case Question::tables: return write_texts(out, file.tables());
    case Question::columns: return write_texts(out, file.columns(table));
    case Question::kind: return out(file.kind(path));
    case Question::unit: return out(file.unit(path));
    case Question::attribute: return out(file.attribute(name));
  }
}

std::string quoted(const std::string& cell) {
  if (cell.find_first_of(",\"\r\n") == cell.npos) return cell;
  std::string out = "\"";
  for (const char c : cell) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

}  // namespace

struct Hdf5Reader::Process {
  explicit Process(const std::filesystem::path& path)
      : process({path, "HDF5's library", size_of(path), kMostIdle, "the file"},
                [path, file = std::shared_ptr<Hdf5Contents>()](std::span<const std::byte> question,
                                                               ByteBuffer& answer) mutable {
                  if (!file) file = std::make_shared<Hdf5Contents>(path);
                  answer_question(*file, question, answer);
                }) {}

  ByteBuffer ask(Question what, std::string_view table = {}, std::string_view name = {},
                 std::size_t first = 0, std::size_t count = 0) {
    ByteBuffer question;
    ArchiveWriter out(question);
    out(what), out(std::string(table)), out(std::string(name)), out(first), out(count);
    return process.ask(question);
  }
  template <class T>
  T value(Question what, std::string_view table = {}, std::string_view name = {}) {
    const ByteBuffer bytes = ask(what, table, name);
    T found{};
    ArchiveReader{bytes}(found);
    return found;
  }
  template <class T>
  std::vector<T> column(Question what, std::string_view table, std::string_view name) {
    const auto rows = value<std::size_t>(Question::rows, table, name);
    std::vector<T> all, piece;
    all.reserve(rows);
    while (all.size() < rows) {
      const ByteBuffer bytes = ask(what, table, name, all.size(), std::min(kPiece, rows - all.size()));
      ArchiveReader{bytes}(piece);
      all.insert(all.end(), piece.begin(), piece.end());
    }
    return all;
  }
  static std::uint64_t size_of(const std::filesystem::path& path) {
    std::error_code unknown;
    const auto size = std::filesystem::file_size(path, unknown);
    return unknown ? 0 : size;
  }

  GuardedProcess process;
};

Hdf5Reader::Hdf5Reader(const std::filesystem::path& path)
    : path_(path), process_(std::make_unique<Process>(path)) {
  process_->ask(Question::open);
}

Hdf5Reader::~Hdf5Reader() = default;

void Hdf5Reader::failed(std::string_view what) const {
  throw Error(Exit::usage, ErrorPlace(path_.string()), std::string(what));
}

bool Hdf5Reader::has(std::string_view table, std::string_view name) const {
  return process_->value<bool>(Question::has, table, name);
}

std::size_t Hdf5Reader::rows(std::string_view table, std::string_view name) const {
  return process_->value<std::size_t>(Question::rows, table, name);
}

std::vector<std::int64_t> Hdf5Reader::column(std::string_view table, std::string_view name) const {
  return process_->column<std::int64_t>(Question::integers, table, name);
}

std::vector<std::int64_t> Hdf5Reader::rows_of(std::string_view table, std::string_view name,
                                              std::size_t rows) const {
  std::vector<std::int64_t> values = column(table, name);
  for (const std::int64_t v : values) {
    if (v >= 0 && static_cast<std::size_t>(v) < rows) continue;
    failed(fmt::format("column {}/{} names row {} of {}", table, name, v, rows));
  }
  return values;
}

std::vector<double> Hdf5Reader::numbers(std::string_view table, std::string_view name) const {
  return process_->column<double>(Question::numbers, table, name);
}

std::vector<std::string> Hdf5Reader::texts(std::string_view table, std::string_view name) const {
  const std::size_t rows = this->rows(table, name);
  std::vector<std::string> all;
  while (all.size() < rows) {
    const std::size_t count = std::min(kPieceOfTexts, rows - all.size());
    std::ranges::move(read_texts(process_->ask(Question::texts, table, name, all.size(), count)),
                      std::back_inserter(all));
  }
  return all;
}

std::vector<std::string> Hdf5Reader::tables() const { return read_texts(process_->ask(Question::tables)); }

std::vector<std::string> Hdf5Reader::columns(std::string_view table) const {
  return read_texts(process_->ask(Question::columns, table));
}

Hdf5Reader::Kind Hdf5Reader::kind(std::string_view table, std::string_view name) const {
  return process_->value<Kind>(Question::kind, table, name);
}

std::string Hdf5Reader::unit(std::string_view table, std::string_view name) const {
  return process_->value<std::string>(Question::unit, table, name);
}

std::string Hdf5Reader::attribute(std::string_view name) const {
  return process_->value<std::string>(Question::attribute, "", name);
}

std::string Hdf5Reader::csv(std::string_view table) const {
  const std::vector<std::string> names = columns(table);
  std::vector<std::vector<std::string>> cells;
  std::size_t rows = 0;
  for (const std::string& name : names) {
    std::vector<std::string>& column = cells.emplace_back();
    const Kind what = kind(table, name);
    if (what == Kind::texts) {
      for (const std::string& s : texts(table, name)) column.push_back(quoted(s));
    } else if (what == Kind::numbers) {
      for (const double x : numbers(table, name)) column.push_back(fmt::format("{}", x));
    } else {
      for (const std::int64_t x : this->column(table, name)) column.push_back(std::to_string(x));
    }
    rows = std::max(rows, column.size());
  }
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i) text += ',';
    text += quoted(names[i]);
  }
  text += "\r\n";
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (i) text += ',';
      if (r < cells[i].size()) text += cells[i][r];
    }
    text += "\r\n";
  }
  return text;
}

}  // namespace kasuri
