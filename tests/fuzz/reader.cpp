// SPDX-License-Identifier: MIT
#include "reader.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <exception>
#include <iterator>
#include <typeinfo>

#include "base/core/errors.h"
#include "base/core/text_file.h"

namespace kasuri::fuzz {
namespace {

namespace fs = std::filesystem;

std::vector<const Reader*>& registry() {
  static std::vector<const Reader*> all;
  return all;
}

// "…:3: " or "…:3:14: " before "error: ".
bool has_line(std::string_view before) {
  if (!before.ends_with(": ")) return false;
  before.remove_suffix(2);
  std::size_t digits = 0;
  while (!before.empty() && std::isdigit(static_cast<unsigned char>(before.back()))) {
    before.remove_suffix(1);
    ++digits;
  }
  return digits > 0 && before.ends_with(':');
}

// Files that inputs leave open add up. Files that a reader opens once do not, nor do those that a thread
// is about to close.
bool leaves_files_open() {
  const auto count = std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator());
  static const auto after_first_input = count;
  return count > after_first_input + 16;
}

// What is wrong with a message, or nothing. Names of files may have line ends.
std::string_view flaw(std::string_view message, Place place) {
  const std::size_t error = message.find("error: ");
  if (error == message.npos || error == 0) return "a refusal must say whose error it is";
  if (message.size() == error + 7) return "a refusal must say what is wrong";
  if (place == Place::line && !has_line(message.substr(0, error)))
    return "a refusal must name a line";
  return {};
}

bool read(const Reader& reader, const Input& input, std::string* refusal) {
  try {
    reader.read(input);
    return true;
  } catch (const Finding&) {
    throw;
  } catch (const Error& e) {
    if (e.code() != Exit::usage && e.code() != Exit::limit) {
      throw Finding{
          fmt::format("an error of the wrong kind, {}: {}", static_cast<int>(e.code()), e.what())};
    }
    // A message is a C string: a name with a zero byte cuts it short.
    const bool cut = std::ranges::any_of(
        input, [](const File& f) { return f.bytes.find('\0') != f.bytes.npos; });
    if (const auto why = flaw(e.what(), reader.place); !why.empty() && !cut) {
      throw Finding{fmt::format("{}: {}", why, e.what())};
    }
    if (refusal) *refusal = e.what();
    return false;
  } catch (const std::exception& e) {
    throw Finding{fmt::format("an exception of type {}: {}", typeid(e).name(), e.what())};
  }
}

}  // namespace

Reader::Reader(std::string_view n, std::string_view m, Seeds s, std::vector<std::string> w, Place p,
               Read r)
    : name(n), meaning(m), seeds(s), words(std::move(w)), place(p), read(r) {
  auto& all = registry();
  all.insert(std::ranges::upper_bound(all, name, {}, &Reader::name), this);
}

const std::vector<const Reader*>& readers() { return registry(); }

const fs::path& scratch() {
  static const struct Folder {
    Folder() {
      std::error_code unknown;
      const fs::path memory =
          fs::is_directory("/dev/shm", unknown) ? "/dev/shm" : fs::temp_directory_path();
      path = memory / fmt::format("kasuri-fuzz-{}", getpid());
      fs::create_directories(path);
    }
    ~Folder() {
      std::error_code ignored;
      fs::remove_all(path, ignored);
    }
    fs::path path;
  } folder;
  return folder.path;
}

fs::path stored(const Input& input) {
  for (const File& f : input) write_text(scratch() / f.name, f.bytes);
  return scratch() / input.front().name;
}

void require(bool holds, std::string_view why, std::string_view shown) {
  if (!holds) throw Finding{fmt::format("{}\n{}", why, shown)};
}

bool judge(const Reader& reader, const Input& input, std::string* refusal) {
  const bool accepted = read(reader, input, refusal);
  require(!leaves_files_open(), "inputs leave files open");
  return accepted;
}

Input source_file(const std::string& path) {
  const fs::path file = fs::path(KASURI_SOURCE_DIR) / path;
  return {{file.filename().string(), read_text(file)}};
}

std::vector<Input> source_files(const std::string& folder,
                                std::initializer_list<std::string_view> ends) {
  std::vector<std::string> paths;
  const fs::path root = fs::path(KASURI_SOURCE_DIR) / folder;
  for (const auto& f : fs::recursive_directory_iterator(root)) {
    const std::string path = f.path().string();
    const auto fits = [&](std::string_view end) { return path.ends_with(end); };
    if (f.is_regular_file() && std::ranges::any_of(ends, fits)) paths.push_back(path);
  }
  std::ranges::sort(paths);
  std::vector<Input> all;
  for (const std::string& p : paths)
    all.push_back({{fs::path(p).filename().string(), read_text(p)}});
  return all;
}

Input text_input(std::string name, std::string text) {
  return {{std::move(name), std::move(text)}};
}

}  // namespace kasuri::fuzz
