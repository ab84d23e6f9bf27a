// SPDX-License-Identifier: MIT
// Loading a configuration, walking its sections, and the final report.
#include "base/config/document.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "base/config/plugins.h"
#include "base/config/state.h"
#include "base/core/errors.h"
#include "base/core/text_file.h"

namespace kasuri::config {

namespace fs = std::filesystem;

Document::Document(std::unique_ptr<DocumentState> state, std::span<const std::string> overrides)
    : state_(std::move(state)) {
  std::uint32_t source = 0;
  for (const std::string& o : overrides) {
    apply_override(state_->root, o, ++source, state_->diagnostics);
  }
  load_plugins(*state_);
}
Document::Document(Document&&) noexcept = default;
Document& Document::operator=(Document&&) noexcept = default;
Document::~Document() = default;

namespace {

std::string text_of(const fs::path& file) {
  const auto refuse = [&](std::string_view why) {
    throw Error(Exit::usage, ErrorPlace(file.string()), std::string(why));
  };
  std::error_code ignored;
  if (fs::is_directory(file, ignored)) refuse("this is a directory, not a configuration file");
  std::ifstream in(file, std::ios::binary);
  if (!in) refuse(fmt::format("cannot be read: {}", std::strerror(errno)));
  // One byte more than allowed, so that neither a huge file nor a device can fill the memory.
  return rest_of(in, Document::kMaxBytes + 1);
}

Node tree_of(std::string_view text, const std::string& name) {
  if (text.size() > Document::kMaxBytes) {
    throw Error(Exit::usage, ErrorPlace(name),
                "the file is larger than 4 MiB, the most that a configuration may have");
  }
  return parse_toml(text, name);
}

fs::path folder_of(const fs::path& directory) { return fs::absolute(directory.empty() ? "." : directory); }

}  // namespace

Document Document::load(const fs::path& file, std::span<const std::string> overrides) {
  return parse(text_of(file), file.string(), file.parent_path(), overrides);
}

Document Document::parse(std::string_view text, std::string name, const fs::path& directory,
                         std::span<const std::string> overrides) {
  auto state = std::make_unique<DocumentState>(
      DocumentState{name, folder_of(directory), {}, tree_of(text, name), {}, Diagnostics(name)});
  return Document(std::move(state), overrides);
}

Document Document::load_over(const fs::path& base, const fs::path& file,
                             std::span<const std::string> overrides) {
  return parse_over(base, text_of(file), file.string(), file.parent_path(), overrides);
}

Document Document::parse_over(const fs::path& base, std::string_view text, std::string name,
                              const fs::path& directory, std::span<const std::string> overrides) {
  Node root = tree_of(text_of(base), base.string());
  Node own = tree_of(text, name);
  Diagnostics diagnostics(name, base.string());
  set_source(root, Position::kBase);
  // Of a question about the machine, which is no file, its own jobs are no part.
  if (name.starts_with('(')) std::erase_if(root.items, [](const Node& n) { return n.name == "jobs"; });
  if (const Node* jobs = root.find("jobs")) {
    diagnostics.error(jobs->key, fmt::format("a machine has no jobs; put them into {}", name));
  }
  const Node *topology = own.find("topology"), *first = root.find("topology");
  if (topology && first) {
    diagnostics.error(topology->key,
                      fmt::format("a second [topology]: the machine has one ({}:{}); remove one of them, "
                                  "or change single keys by --set topology.KEY=VALUE",
                                  base.string(), first->key.line));
  }
  lay_over(root, std::move(own));
  auto state = std::make_unique<DocumentState>(
      DocumentState{std::move(name), folder_of(directory), folder_of(base.parent_path()),
                     std::move(root), {}, std::move(diagnostics)});
  return Document(std::move(state), overrides);
}

Section Document::root() { return Section(*state_, state_->root, ""); }
const std::string& Document::name() const { return state_->name; }
const fs::path& Document::directory() const { return state_->directory; }
bool Document::has_errors() const { return !state_->diagnostics.empty(); }
std::string Document::notes() const { return state_->diagnostics.notes(); }

namespace {

std::string all_known(const Node& table, const std::string& path) {
  if (table.known.empty()) return "; nothing can be set here";
  constexpr std::size_t kMany = 16;
  if (table.known.size() > kMany) return "";
  return fmt::format("; {} has: {}", path.empty() ? "a configuration" : '[' + path + ']',
                     join(table.known));
}

// Keys that nothing asked for, in sections that something looked into.
void report_unknown(const Node& node, const std::string& path, Diagnostics& diagnostics) {
  if (node.kind == Node::Kind::array) {
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      report_unknown(node.items[i], fmt::format("{}[{}]", path, i), diagnostics);
    }
    return;
  }
  if (!node.opened) return;
  for (const Node& member : node.items) {
    if (member.used) {
      report_unknown(member, path.empty() ? member.name : path + '.' + member.name, diagnostics);
    } else {
      diagnostics.error(member.key,
                        fmt::format("unknown {} '{}'{}",
                                    member.kind == Node::Kind::table ? "section" : "key",
                                    member.name,
                                    did_you_mean(member.name, node.known, all_known(node, path))));
    }
  }
}

}  // namespace

void Document::finish() {
  report_unknown(state_->root, "", state_->diagnostics);
  if (!state_->diagnostics.empty()) throw Error::of_lines(Exit::usage, state_->diagnostics.text());
}

bool Section::present() const { return !node_->absent; }
bool Section::has(std::string_view key) const { return node_->find(key); }

Section Section::section(std::string_view key) {
  std::string path = path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
  Node* found = node_->ask(key);
  if (found && found->kind == Node::Kind::table) {
    found->used = found->opened = true;
    return Section(*state_, *found, std::move(path));
  }
  // A choice may be written as a string, its name; read_params() refuses other uses of it.
  if (found && found->kind == Node::Kind::text) return Section(*state_, *found, std::move(path));
  if (found) {
    found->used = true;
    state_->diagnostics.error(found->value, fmt::format("'{}' must be a section, not {}", path,
                                                        found->kind_name()));
  }
  Node& absent = state_->absent.emplace_back();
  absent.absent = true;
  absent.broken = found;
  absent.key = node_->key;
  return Section(*state_, absent, std::move(path));
}

std::vector<Section> Section::sections(std::string_view key) {
  std::vector<Section> all;
  Node* found = node_->ask(key);
  if (!found) return all;
  found->used = true;
  const std::string path = path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
  if (found->kind != Node::Kind::array) {
    state_->diagnostics.error(found->key, fmt::format("'{0}' must be a list of sections, [[{0}]], "
                                                      "not {1}", path, found->kind_name()));
    return all;
  }
  for (std::size_t i = 0; i < found->items.size(); ++i) {
    Node& item = found->items[i];
    item.used = true;
    if (item.kind == Node::Kind::table || item.kind == Node::Kind::text) {
      item.opened = item.kind == Node::Kind::table;
      all.push_back(Section(*state_, item, fmt::format("{}[{}]", path, i)));
    } else {
      state_->diagnostics.error(item.value, fmt::format("'{}[{}]' must be a section, not {}", path,
                                                        i, item.kind_name()));
    }
  }
  return all;
}

void Section::skip(std::string_view key) {
  if (Node* found = node_->ask(key)) found->used = true;
}

void Section::error(std::string_view key, std::string message) {
  const Node* found = node_->find(key);
  if (found) {
    state_->diagnostics.error(found->kind == Node::Kind::table ? found->key : found->value,
                              std::move(message));
  } else {
    state_->diagnostics.error(node_->key, std::move(message));
  }
}

void Section::error(std::string message) {
  state_->diagnostics.error(node_->key, std::move(message));
}

std::string in_words(const Section& section) {
  return section.path().empty() ? "the configuration" : '[' + section.path() + ']';
}

}  // namespace kasuri::config
