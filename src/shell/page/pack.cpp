// SPDX-License-Identifier: MIT
#include "shell/page/pack.h"

#include <zlib.h>

#include <algorithm>
#include <cmath>

#include "base/core/check.h"

namespace kasuri::view {
namespace {

std::string base64(const std::vector<Bytef>& data) {
  constexpr const char* kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((data.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < data.size(); i += 3) {
    const std::size_t left = data.size() - i;
    const std::uint32_t bits = std::uint32_t{data[i]} << 16 | (left > 1 ? data[i + 1] << 8 : 0) |
                               (left > 2 ? data[i + 2] : 0);
    out += kLetters[bits >> 18];
    out += kLetters[bits >> 12 & 63];
    out += left > 1 ? kLetters[bits >> 6 & 63] : '=';
    out += left > 2 ? kLetters[bits & 63] : '=';
  }
  return out;
}

std::vector<Bytef> deflated(const std::vector<Bytef>& data) {
  uLongf size = compressBound(data.size());
  std::vector<Bytef> out(size);
  check(compress2(out.data(), &size, data.data(), data.size(), 6) == Z_OK, "data can be deflated");
  out.resize(size);
  return out;
}

// No `</script>` may end the header early.
std::string harmless(std::string json) {
  for (std::size_t at = 0; (at = json.find('<', at)) != json.npos;) json.replace(at, 1, "\\u003c");
  return json;
}

}  // namespace

void Pack::put(const std::string& name, const char* type, std::size_t length, std::size_t bytes_each,
               const std::uint8_t* data, std::size_t stride) {
  std::vector<Bytef> bytes(length * bytes_each);
  for (std::size_t b = 0; b < bytes_each; ++b) {
    for (std::size_t i = 0; i < length; ++i) bytes[b * length + i] = data[i * bytes_each + b];
  }
  for (std::size_t i = bytes.size(); i-- > stride;) {
    bytes[i] = static_cast<Bytef>(bytes[i] - bytes[i - stride]);
  }
  arrays_.push_back({name, base64(deflated(bytes))});
  size_ += arrays_.back().text.size();
  header["arrays"][name] = {{"type", type}, {"length", length}, {"stride", stride}};
}

void Pack::add(const std::string& name, std::span<const std::uint8_t> v, std::size_t stride) {
  put(name, "u8", v.size(), 1, v.data(), stride);
}
void Pack::add(const std::string& name, std::span<const std::uint16_t> v) {
  put(name, "u16", v.size(), 2, reinterpret_cast<const std::uint8_t*>(v.data()), 1);
}
// Numbers that grow step by step are small as differences.
void Pack::add(const std::string& name, std::span<const std::uint32_t> v) {
  std::vector<std::uint32_t> steps(v.begin(), v.end());
  for (std::size_t i = steps.size(); i-- > 1;) steps[i] -= steps[i - 1];
  put(name, "u32", steps.size(), 4, reinterpret_cast<const std::uint8_t*>(steps.data()), 1);
}
void Pack::add(const std::string& name, std::span<const float> v) {
  put(name, "f32", v.size(), 4, reinterpret_cast<const std::uint8_t*>(v.data()), 1);
}

std::size_t Pack::size_of(const std::string& name) const {
  const auto at = std::ranges::find(arrays_, name, &Array::name);
  return at == arrays_.end() ? 0 : at->text.size();
}

std::string Pack::html() const {
  std::string out = "<script type=\"application/json\" id=\"kasuri-header\">" +
                    harmless(header.dump(-1, ' ', false, Json::error_handler_t::replace)) + "</script>\n";
  out.reserve(out.size() + size_ + arrays_.size() * 100);
  for (const Array& a : arrays_) {
    out += "<script type=\"text/plain\" id=\"data-" + a.name + "\">" + a.text + "</script>\n";
  }
  return out;
}

std::uint8_t byte_of(double value, double most) {
  if (!(most > 0) || !(value > 0)) return 0;
  return static_cast<std::uint8_t>(std::lround(255 * std::sqrt(std::min(1.0, value / most))));
}

std::uint16_t word_of(double value, double most) {
  if (!(most > 0) || !(value > 0)) return 0;
  return static_cast<std::uint16_t>(std::lround(65535 * std::sqrt(std::min(1.0, value / most))));
}

std::uint8_t signed_byte_of(double value, double most) {
  if (!(most > 0)) return 128;
  const double root = 127 * std::sqrt(std::min(1.0, std::abs(value) / most));
  return static_cast<std::uint8_t>(128 + (value < 0 ? -1 : 1) * std::lround(root));
}

}  // namespace kasuri::view
