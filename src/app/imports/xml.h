// SPDX-License-Identifier: MIT
// A file in XML as a tree of elements that know their places.
#pragma once

#include <deque>
#include <map>
#include <string>

#include "app/imports/importer.h"

namespace kasuri::imports {

struct Element {
  std::string name;
  std::map<std::string, std::string, std::less<>> attributes;
  std::deque<Element> children;  // references to them stay valid
  Place at;

  const std::string* find(std::string_view attribute) const {
    const auto found = attributes.find(attribute);
    return found == attributes.end() ? nullptr : &found->second;
  }
  std::string get(std::string_view attribute, std::string_view otherwise = "") const {
    const std::string* const value = find(attribute);
    return value ? *value : std::string(otherwise);
  }
};

// The root. Throws Error with the place of what is no XML.
Element read_xml(const Source&);
// Calls f(element) for all of this name, in the order of the file.
template <class F>
void for_each_named(const Element& in, std::string_view name, F&& f) {
  if (in.name == name) f(in);
  for (const Element& child : in.children) for_each_named(child, name, f);
}

}  // namespace kasuri::imports
