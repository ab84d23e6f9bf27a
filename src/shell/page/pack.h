// SPDX-License-Identifier: MIT
// What a page is made of: a header in JSON and arrays of numbers, packed. An array is split into the
// bytes of its numbers (all low bytes first), each byte becomes its difference to the one before, and the
// whole is deflated (zlib, RFC 1950) and written in base64 (RFC 4648). The browser undoes this with its
// DecompressionStream; see web/src/data.ts.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

namespace kasuri::view {

using Json = nlohmann::ordered_json;

class Pack {
 public:
  Json header = Json::object();

  // `stride`: a byte's difference is to the one so many before: 1, or the length of a row of a table.
  void add(const std::string& name, std::span<const std::uint8_t>, std::size_t stride = 1);
  void add(const std::string& name, std::span<const std::uint16_t>);
  void add(const std::string& name, std::span<const std::uint32_t>);
  void add(const std::string& name, std::span<const float>);

  // Bytes of base64.
  std::size_t size() const { return size_; }
  std::size_t size_of(const std::string& name) const;
  // The elements of the page: a script for the header, and one for each array.
  std::string html() const;

 private:
  struct Array {
    std::string name, text;
  };
  void put(const std::string& name, const char* type, std::size_t length, std::size_t bytes_each,
           const std::uint8_t* data, std::size_t stride);

  std::vector<Array> arrays_;
  std::size_t size_ = 0;
};

// A number from 0 to `most` in one or two bytes: its square root, so that small ones can be told apart.
std::uint8_t byte_of(double value, double most);
std::uint16_t word_of(double value, double most);
// From -most to most: 128 is 0.
std::uint8_t signed_byte_of(double value, double most);

}  // namespace kasuri::view
