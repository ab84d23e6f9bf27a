// SPDX-License-Identifier: MIT
// Fields in words.
#include "base/config/fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/config/component.h"
#include "base/config/diagnostics.h"
#include "base/core/check.h"

namespace kasuri::config {
namespace {

struct Words {
  std::string name, names;  // in a table
  std::string one, many;
};

bool is_positive_rate(const Field& f) {
  return f.min && f.type == Type::rate && std::get<BytesPerSecond>(*f.min).n == 1;
}

Words words(const Field& f) {
  constexpr std::string_view kRates = "such as \"25 GB/s\" or \"200 Gb/s\"";
  const std::string_view above = is_positive_rate(f) ? "above zero " : "";
  switch (f.type) {
    case Type::integer: return {"integer", "integers", "an integer", "integers"};
    case Type::number:
      if (f.unit_name.empty()) return {"number", "numbers", "a number", "numbers"};
      return {"number in " + f.unit_name, "numbers in " + f.unit_name,
              fmt::format("a quantity such as \"1 {}\"", f.unit_name),
              fmt::format("quantities such as \"1 {}\"", f.unit_name)};
    case Type::boolean: return {"boolean", "booleans", "true or false", "booleans"};
    case Type::text: return {"string", "strings", "a string", "strings"};
    case Type::path: return {"path", "paths", "a path", "paths"};
    case Type::time:
      return {"time", "times", "a time such as \"100 ns\"", "times such as \"100 ns\""};
    case Type::bytes:
      return {"size", "sizes", "a size such as \"2 KiB\"", "sizes such as \"2 KiB\""};
    case Type::rate:
      return {"rate", "rates", fmt::format("a rate {}{}", above, kRates),
              fmt::format("rates {}{}", above, kRates)};
    case Type::section: return {"section", "sections", "a section", "sections"};
    case Type::choice:
      return {std::string(f.kind), std::string(f.kind), fmt::format("a {}", f.kind),
              fmt::format("choices of {}", f.kind)};
  }
  return {};
}

// Whether a bound says more than the type does.
bool says_something(const std::optional<Scalar>& bound) {
  if (!bound) return false;
  const auto* integer = std::get_if<std::int64_t>(&*bound);
  return !integer || (*integer != INT64_MIN && *integer != INT64_MAX);
}

std::string bound(const Scalar& s, const Field& f) {
  const auto* number = std::get_if<double>(&s);
  return number && f.unit_name.empty() ? fmt::format("{}", *number) : to_toml(s, f);
}

// "1 to 64", "at least 1", "at most 64", "one of 1, 2" or "".
std::string bounds(const Field& f) {
  if (!f.choices.empty()) {
    std::vector<std::string> legal;
    for (const Scalar& c : f.choices) legal.push_back(to_toml(c, f));
    return "one of " + join(legal);
  }
  const bool low = says_something(f.min) && !is_positive_rate(f);
  const bool high = says_something(f.max);
  if (low && high) return fmt::format("{} to {}", bound(*f.min, f), bound(*f.max, f));
  if (low) return "at least " + bound(*f.min, f);
  if (high) return "at most " + bound(*f.max, f);
  return "";
}

// "1 to 8", "at least 1", "3", or "" for any number.
std::string sizes(const Field& f) {
  const bool open = f.max_size == std::numeric_limits<std::size_t>::max();
  if (open) return f.min_size == 0 ? "" : fmt::format("at least {}", f.min_size);
  if (f.min_size == f.max_size) return fmt::format("{}", f.min_size);
  return fmt::format("{} to {}", f.min_size, f.max_size);
}

}  // namespace

Field::Field() = default;
Field::Field(const Field&) = default;
Field::Field(Field&&) noexcept = default;
Field& Field::operator=(const Field&) = default;
Field& Field::operator=(Field&&) noexcept = default;
Field::~Field() = default;

template <class T>
void Field::set_min(T least) {
  min = std::move(least);
}

template <class T>
void Field::set_max(T most) {
  max = std::move(most);
}

template <class T>
void Field::add_choice(T choice) {
  choices.push_back(std::move(choice));
}

#define KASURI_DEFINE(T)                \
  template void Field::set_min<T>(T);   \
  template void Field::set_max<T>(T);   \
  template void Field::add_choice<T>(T);
KASURI_DEFINE(std::int64_t)
KASURI_DEFINE(double)
KASURI_DEFINE(bool)
KASURI_DEFINE(std::string)
KASURI_DEFINE(std::filesystem::path)
KASURI_DEFINE(Time)
KASURI_DEFINE(Bytes)
KASURI_DEFINE(BytesPerSecond)
#undef KASURI_DEFINE

namespace detail {

#define KASURI_DEFINE(M)                        \
  template struct MemberType<M>;                \
  template struct MemberType<std::optional<M>>; \
  template struct MemberType<std::vector<M>>;
KASURI_MEMBER_TYPES(KASURI_DEFINE)
#undef KASURI_DEFINE

void make_field(Field& f, std::string_view name, std::string_view meaning, std::ptrdiff_t offset,
                const Accessors& member) {
  f.name = name;
  f.meaning = meaning;
  member.describe(f);
  f.address = [offset](const void* params) { return member_at(params, offset); };
  f.get = [offset, get = member.get](const void* params) { return get(member_at(params, offset)); };
  f.set = [offset, set = member.set](void* params, const Value& value) {
    set(member_at(params, offset), value);
  };
}

}  // namespace detail

const std::string& key_of(const Scalar& entry) {
  if (const auto* section = std::get_if<AnyParams>(&entry)) return section->key;
  return std::get<AnyChoice>(entry).component->name;
}

bool less(const Scalar& a, const Scalar& b) {
  check(a.index() == b.index(), "values of one field have one type");
  return std::visit(
      [&]<class T>(const T& x) {
        if constexpr (requires { x < x; }) {
          return x < std::get<T>(b);
        } else {
          return false;
        }
      },
      a);
}

bool same(const Scalar& a, const Scalar& b) { return !less(a, b) && !less(b, a); }

const std::string& key_at(const Shape& shape, const void* params, const void* member) {
  const std::vector<Field>& fields = shape.fields();
  const auto is_it = [&](const Field& f) { return f.address(params) == member; };
  const auto found = std::ranges::find_if(fields, is_it);
  check(found != fields.end(), "a key that a message names is in its table");
  return found->name;
}

std::string describe_type(const Field& f) {
  if (!f.list) return words(f).one;
  const std::string size = sizes(f);
  return fmt::format("a list of {}{}{}", size, size.empty() ? "" : " ", words(f).many);
}

std::string describe_range(const Field& f) {
  std::string range = bounds(f);
  if (!range.empty()) {
    // "an integer from 1 to 64", but "a time such as ..., from ..." and "a list, each from ...".
    const bool two_sided = says_something(f.min) && says_something(f.max) && f.choices.empty();
    const bool plain = !f.list && two_sided &&
                       (f.type == Type::integer || (f.type == Type::number && f.unit_name.empty()));
    range = fmt::format("{}{}{}{}", plain ? "" : ",", f.list ? " each" : "",
                        two_sided && !is_positive_rate(f) ? " from " : " ", range);
  }
  if (f.unlimited) range += ", or \"unlimited\"";
  return range;
}

std::string short_type(const Field& f) {
  return f.list ? "list of " + words(f).names : words(f).name;
}

std::string short_range(const Field& f) {
  std::string all = sizes(f);
  if (!all.empty()) all += f.min_size == 1 && f.max_size == 1 ? " value" : " values";
  const std::string each = bounds(f);
  if (!each.empty()) all += (all.empty() ? "" : ", ") + (f.list ? "each " + each : each);
  if (is_positive_rate(f)) all += all.empty() ? "above zero" : "";
  if (f.unlimited) all += all.empty() ? "any or unlimited" : " or unlimited";
  if (f.choices.empty()) std::erase(all, '"');
  return all;
}

std::string describe_default(const Field& f, const Shape& owner) {
  if (f.is_required) return "required";
  std::any defaults = owner.defaults();
  const Value value = f.get(owner.address(defaults));
  if (!value || f.keyed) return "not set";
  if (f.list) return to_toml(*value, f);
  if (const auto* choice = std::get_if<AnyChoice>(&value->front())) {
    if (!choice->component) return "not set";
  }
  return to_toml(value->front(), f);
}

std::vector<Field> checked(std::vector<Field> fields) {
  std::set<std::string> names;
  for (const Field& f : fields) {
    check(!f.name.empty() && std::ranges::all_of(f.name, [&](unsigned char c) {
      const bool letter = f.keyed ? c >= 'A' && c <= 'Z' : c >= 'a' && c <= 'z';
      return letter || (c >= '0' && c <= '9') || c == '_';
    }), "a field's name is in snake_case, or in capitals if it represents any name");
    check(!f.keyed || &f == &fields.back(), "sections of any name come after the others");
    check(names.insert(f.name).second, "a field's name is unique in its table");
    check(!f.meaning.empty(), "a field has a meaning");
  }
  return fields;
}

}  // namespace kasuri::config
