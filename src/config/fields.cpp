// SPDX-License-Identifier: MIT
// Fields in words.
#include "config/fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "config/diagnostics.h"
#include "core/check.h"

namespace kasuri::config {
namespace {

struct Words {
  std::string one, many;
};

Words words(const Field& f) {
  switch (f.type) {
    case Type::integer: return {"an integer", "integers"};
    case Type::number:
      if (f.unit_name.empty()) return {"a number", "numbers"};
      return {fmt::format("a quantity such as \"1 {}\"", f.unit_name),
              fmt::format("quantities such as \"1 {}\"", f.unit_name)};
    case Type::boolean: return {"true or false", "booleans"};
    case Type::text: return {"a string", "strings"};
    case Type::path: return {"a path", "paths"};
    case Type::time: return {"a time such as \"100 ns\"", "times such as \"100 ns\""};
    case Type::bytes: return {"a size such as \"2 KiB\"", "sizes such as \"2 KiB\""};
    case Type::rate:
      return {"a rate such as \"25 GB/s\" or \"200 Gb/s\"",
              "rates such as \"25 GB/s\" or \"200 Gb/s\""};
    case Type::section: return {"a section", "sections"};
    case Type::choice: return {fmt::format("a {}", f.kind), fmt::format("choices of {}", f.kind)};
  }
  return {};
}

// Whether a bound says more than the type does.
bool says_something(const Field& f, const std::optional<Scalar>& bound) {
  if (!bound || !f.choices.empty()) return false;
  const auto* integer = std::get_if<std::int64_t>(&*bound);
  return !integer || (*integer != INT64_MIN && *integer != INT64_MAX);
}

}  // namespace

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

std::string describe_type(const Field& f) {
  if (!f.list) return words(f).one;
  const std::string many = words(f).many;
  const bool open = f.max_size == std::numeric_limits<std::size_t>::max();
  if (open && f.min_size == 0) return "a list of " + many;
  if (open) return fmt::format("a list of at least {} {}", f.min_size, many);
  if (f.min_size == f.max_size) return fmt::format("a list of {} {}", f.min_size, many);
  return fmt::format("a list of {} to {} {}", f.min_size, f.max_size, many);
}

std::string describe_range(const Field& f) {
  const std::string each = f.list ? ", each" : f.type == Type::integer || f.type == Type::number ||
                                                       !f.choices.empty()
                                                   ? ""
                                                   : ",";
  std::string range;
  if (!f.choices.empty()) {
    std::vector<std::string> legal;
    for (const Scalar& c : f.choices) legal.push_back(to_toml(c, f));
    range = fmt::format("{} one of {}", f.list ? ", each" : ",", join(legal));
  } else if (says_something(f, f.min) && says_something(f, f.max)) {
    range = fmt::format("{} from {} to {}", each, to_toml(*f.min, f), to_toml(*f.max, f));
  } else if (says_something(f, f.min)) {
    range = fmt::format("{} at least {}", f.list ? each : ",", to_toml(*f.min, f));
  } else if (says_something(f, f.max)) {
    range = fmt::format("{} at most {}", f.list ? each : ",", to_toml(*f.max, f));
  }
  if (f.unlimited) range += ", or \"unlimited\"";
  return range;
}

std::string describe_default(const Field& f, const Shape& owner) {
  if (f.is_required) return "required";
  std::any defaults = owner.defaults();
  const Value value = f.get(owner.address(defaults));
  if (!value) return "not set";
  if (f.list) return to_toml(*value, f);
  if (const auto* choice = std::get_if<AnyChoice>(&value->front())) {
    if (!choice->component) return "not set";
  }
  return to_toml(value->front(), f);
}

std::vector<Field> checked(std::vector<Field> fields) {
  std::set<std::string> names;
  for (const Field& f : fields) {
    check(!f.name.empty() && std::ranges::all_of(f.name, [](unsigned char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    }), "a field's name is in snake_case");
    check(names.insert(f.name).second, "a field's name is unique in its table");
    check(!f.meaning.empty(), "a field says what it means");
  }
  return fields;
}

}  // namespace kasuri::config
