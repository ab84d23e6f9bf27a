// SPDX-License-Identifier: MIT
// The resolved configuration as TOML: every key, in the order of the tables, values with units.
// Reading it again gives the same values, and writing those the same text.
//
//   config::Writer out;
//   out.section("topology", topology_choice).section("nic", nic_params).sections("jobs", jobs);
//   write_file(path, out.text());
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/config/fields.h"

namespace kasuri::config {

class Writer {
 public:
  // A Params struct or a Choice.
  template <class T>
  Writer& section(std::string_view name, const T& value) {
    write(name, detail::to_scalar(value), Place::alone);
    return *this;
  }
  // [[name]] for each.
  template <class T>
  Writer& sections(std::string_view name, const std::vector<T>& values) {
    for (const T& v : values) write(name, detail::to_scalar(v), Place::list);
    return *this;
  }
  // The keys of a Params struct at the top of the file; call it before the others.
  template <class P>
  Writer& top(const P& params) {
    write("", detail::to_scalar(params), Place::alone);
    return *this;
  }

  const std::string& text() const { return text_; }

 private:
  enum class Place { alone, list, keyed };  // keyed: an entry of a std::map
  void write(std::string_view path, const Scalar& value, Place);
  void write_body(const std::string& path, const Shape&, const void* params);

  std::string text_;
};

}  // namespace kasuri::config
