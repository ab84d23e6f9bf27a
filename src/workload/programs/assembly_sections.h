// SPDX-License-Identifier: MIT
// To which section each line of an assembly goes (GNU as: .section, .pushsection, .previous, …).
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kasuri {

// Without white space at both ends.
std::string trimmed(std::string_view line);

class AssemblySections {
 public:
  struct Section {
    std::string name = ".text", group;
    bool operator<(const Section& o) const { return std::pair(name, group) < std::pair(o.name, o.group); }
  };
  const Section& now() const { return now_; }
  bool is_text() const { return now_.name.starts_with(".text") || now_.name.starts_with(".init"); }
  // Part of what each rank has a copy of (rebased_globals.h): writable, or constants of the medium model.
  bool is_copied() const;

  // A line without white space at both ends.
  void read(std::string_view line);

 private:
  void enter(Section s) {
    previous_ = now_;
    now_ = std::move(s);
  }
  Section now_, previous_;
  std::vector<Section> stack_;
  std::map<std::string, std::string, std::less<>> flags_;  // by name, where a line has given them
};

}  // namespace kasuri
