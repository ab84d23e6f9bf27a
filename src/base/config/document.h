// SPDX-License-Identifier: MIT
// A configuration: one TOML file, `--set` overrides, and everything that is wrong with it.
//
//   config::Document document = config::Document::load("config.toml", overrides);
//   config::Section root = document.root();
//   const auto nic = config::read<NicParams>(root.section("nic"));
//   const auto topology = config::read<config::Choice<Topology>>(root.section("topology"));
//   for (config::Section job : root.sections("jobs")) jobs.push_back(config::read<JobParams>(job));
//   document.finish();   // throws one Error that lists every mistake
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/config/diagnostics.h"
#include "base/config/fields.h"

namespace kasuri::config {

struct Node;           // node.h
struct DocumentState;  // state.h

// A view of one table of the document, present or not. It remembers which keys were asked for.
class Section {
 public:
  // "topology", "jobs[0]"; "" for the whole document.
  const std::string& path() const { return path_; }
  // Whether the user wrote this section, or this key of it.
  bool present() const;
  bool has(std::string_view key) const;

  // The table `key`; if absent, a section that reads as defaults.
  Section section(std::string_view key);
  // The array of tables `key`; empty if absent.
  std::vector<Section> sections(std::string_view key);

  // The key may be there, and is none of the reader's business.
  void skip(std::string_view key);

  // A mistake at the value of `key` (at the section if the key is absent), or of the section.
  void error(std::string_view key, std::string message);
  void error(std::string message);
  template <class P, class M>
  void error(M P::*member, std::string message) {
    error(std::string_view(key_for(member)), std::move(message));
  }

 private:
  friend class Document;
  friend class Reader;
  Section(DocumentState& state, Node& node, std::string path)
      : state_(&state), node_(&node), path_(std::move(path)) {}

  DocumentState* state_;
  Node* node_;
  std::string path_;
};

class Document {
 public:
  // Overrides are "key=value" with a dotted key ("jobs.0.args"); the value is TOML, or else a
  // string. Throws Error(Exit::usage) if the file cannot be read or is not TOML.
  static Document load(const std::filesystem::path& file,
                       std::span<const std::string> overrides = {});
  // The same on top of another file, whose keys hold where `file` has none. Neither [[jobs]] of `base` nor
  // a second [topology] are allowed.
  static Document load_over(const std::filesystem::path& base, const std::filesystem::path& file,
                            std::span<const std::string> overrides = {});
  // The same from text; `name` stands in messages, relative paths start from `directory`.
  static Document parse(std::string_view text, std::string name,
                        const std::filesystem::path& directory = ".",
                        std::span<const std::string> overrides = {});

  static Document parse_over(const std::filesystem::path& base, std::string_view text, std::string name,
                             const std::filesystem::path& directory = ".",
                             std::span<const std::string> overrides = {});

  Document(Document&&) noexcept;
  Document& operator=(Document&&) noexcept;
  ~Document();

  Section root();
  const std::string& name() const;
  const std::filesystem::path& directory() const;
  bool has_errors() const;
  // Remarks on what was read, `file:line:col: note: message` each: former names of keys.
  std::string notes() const;

  // Adds a diagnostic for each key that nothing asked for; throws Error(Exit::usage) with all
  // diagnostics if there are any.
  void finish();

  static constexpr std::size_t kMaxBytes = std::size_t{4} << 20;

 private:
  Document(std::unique_ptr<DocumentState>, std::span<const std::string> overrides);
  std::unique_ptr<DocumentState> state_;
};

// "[topology]" or "the configuration", for messages.
std::string in_words(const Section&);

// Reads a struct of this shape; what is missing or wrong keeps its default and is reported.
void read_params(void* params, const Shape&, Section&);
// Reads the component of this kind that `type` names.
AnyChoice read_choice(std::string_view kind, Section&);

// Reads a Params struct or a Choice.
template <class T>
T read(Section section) {
  if constexpr (std::derived_from<T, AnyChoice>) {
    return T(read_choice(T::kKind, section));
  } else {
    T params{};
    read_params(&params, shape_of<T>(), section);
    return params;
  }
}

}  // namespace kasuri::config
