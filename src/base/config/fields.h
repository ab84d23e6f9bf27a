// SPDX-License-Identifier: MIT
// Parameters of a component or section: a plain struct with one table of its fields, which is read
// by the parser, the error messages, `kasuri list`, `kasuri help`, the JSON schema and the
// reference page.
//
//   struct TorusParams {
//     std::vector<std::int64_t> extents;
//     BytesPerSecond rate = 5_GBps;                       // the default
//
//     static config::Fields<TorusParams> fields() {
//       using P = TorusParams;
//       return {config::field("extents", &P::extents, "routers along each dimension")
//                   .size(1, 8).each(1, 1 << 20).required(),
//               config::field("rate", &P::rate, "link rate per direction").or_unlimited()};
//     }
//     // Optional: conditions across fields, called when each field by itself was right.
//     static void validate(const TorusParams&, config::Section&);
//   };
//
// Members may be integers, double, bool, std::string, std::filesystem::path, Time, Bytes,
// BytesPerSecond, an enumeration with names (base/core/named_enum.h), config::Choice<Base>, another such
// struct (a sub-section), and std::vector or std::optional of those. A std::map from names to such
// structs takes all sub-sections that no other field has: [link.NAME] for any NAME. A std::map from
// names to Choice<Base> takes those that have the name of a component, with the keys of that
// component, or `NAME = true` for its defaults. Either map is the last of its table, under a name in
// capitals.
#pragma once

#include <any>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/core/member.h"
#include "base/core/named_enum.h"
#include "base/core/units.h"

namespace kasuri::config {

struct Component;  // component.h
struct Field;
struct Shape;
class Section;  // document.h

// A Params struct of any type, and a component chosen by name with its Params.
struct AnyParams {
  const Shape* shape = nullptr;
  std::any value;
  std::string key{};  // the name of a section in a map
};
struct AnyChoice {
  const Component* component = nullptr;  // null: nothing chosen
  std::any params;
};

// One value of a field, freed of the member's type.
using Scalar = std::variant<std::int64_t, double, bool, std::string, std::filesystem::path, Time,
                            Bytes, BytesPerSecond, AnyParams, AnyChoice>;
enum class Type { integer, number, boolean, text, path, time, bytes, rate, section, choice };

// Whether a comes before b, or is b; both hold the same type. Sections and choices have no order.
bool less(const Scalar& a, const Scalar& b);
bool same(const Scalar& a, const Scalar& b);

// A field's value: none (an unset std::optional), one, or any number (a std::vector or std::map).
using Value = std::optional<std::vector<Scalar>>;

// The name of an entry of a std::map.
const std::string& key_of(const Scalar&);

// One line of the table. Tables are long and not read often, so its code is out of line.
struct Field {
  Field();
  Field(const Field&);
  Field(Field&&) noexcept;
  Field& operator=(const Field&);
  Field& operator=(Field&&) noexcept;
  ~Field();

  // T is one of Scalar's types but a section or choice.
  template <class T>
  void set_min(T);
  template <class T>
  void set_max(T);
  template <class T>
  void add_choice(T);

  std::string name;
  std::string meaning;
  Type type{};
  bool list = false;
  bool keyed = false;              // a std::map
  bool optional = false;
  bool is_required = false;
  bool unlimited = false;          // "unlimited" is a legal value
  std::string unit_name;               // of a number: "W", "J/b"; empty for a pure one
  std::optional<Scalar> min, max;  // of each value
  std::size_t min_size = 0;
  std::size_t max_size = std::numeric_limits<std::size_t>::max();
  std::vector<Scalar> choices;     // if not empty, the only legal values
  std::vector<std::string> former_names;  // still read
  std::string_view kind;           // of a choice: "topology"
  const Shape& (*shape)() = nullptr;  // of a section

  std::function<const void*(const void* params)> address;  // of the member
  std::function<Value(const void* params)> get;
  std::function<void(void* params, const Value&)> set;
};

// What there is to know of a Params type.
struct Shape {
  const std::vector<Field>& (*fields)();
  std::any (*defaults)();
  void* (*address)(std::any&);
  void (*validate)(const void* params, Section&);  // null if it has none
};

template <class P>
struct Fields;

template <class P>
concept Params = requires {
  { P::fields() } -> std::same_as<Fields<P>>;
};

template <class P>
const Shape& shape_of();
// The key of the field whose member is at this address in `params`.
const std::string& key_at(const Shape&, const void* params, const void* member);

// Refuses (as our own mistake) a table with a bad or repeated name or no meaning.
std::vector<Field> checked(std::vector<Field>);

namespace detail {

template <class M>
struct Member {  // how a member holds values of its element type
  using Element = M;
};
template <class E>
struct Member<std::vector<E>> {
  using Element = E;
};
template <class E>
struct Member<std::map<std::string, E>> {
  using Element = E;
};
template <class M>
struct Member<std::optional<M>> : Member<M> {};

template <class M>
inline constexpr bool is_list = false;
template <class E>
inline constexpr bool is_list<std::vector<E>> = true;
template <class M>
inline constexpr bool is_list<std::optional<M>> = is_list<M>;

template <class M>
inline constexpr bool is_keyed = false;
template <class E>
inline constexpr bool is_keyed<std::map<std::string, E>> = true;

template <class M>
inline constexpr bool is_optional = false;
template <class M>
inline constexpr bool is_optional<std::optional<M>> = true;

template <class E>
constexpr Type type_of() {
  if constexpr (std::same_as<E, bool>) return Type::boolean;
  else if constexpr (std::integral<E>) return Type::integer;
  else if constexpr (std::floating_point<E>) return Type::number;
  else if constexpr (std::same_as<E, std::string> || NamedEnum<E>) return Type::text;
  else if constexpr (std::same_as<E, std::filesystem::path>) return Type::path;
  else if constexpr (std::same_as<E, Time>) return Type::time;
  else if constexpr (std::same_as<E, Bytes>) return Type::bytes;
  else if constexpr (std::same_as<E, BytesPerSecond>) return Type::rate;
  else if constexpr (std::derived_from<E, AnyChoice>) return Type::choice;
  else return Type::section;
}

// A value as the type that Scalar has for it.
template <class E>
auto plain(const E& e) {
  constexpr Type type = type_of<E>();
  if constexpr (type == Type::integer) return static_cast<std::int64_t>(e);
  else if constexpr (type == Type::number) return static_cast<double>(e);
  else if constexpr (NamedEnum<E>) return std::string(name_of(e));
  else return e;
}

template <class E>
Scalar to_scalar(const E& e) {
  constexpr Type type = type_of<E>();
  if constexpr (type == Type::choice) return static_cast<const AnyChoice&>(e);
  else if constexpr (type == Type::section) return AnyParams{&shape_of<E>(), e};
  else return plain(e);
}

template <NamedEnum E>
E named(std::string_view name) {
  constexpr auto all = names_of(E{});
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i] == name) return static_cast<E>(i);
  }
  return {};  // Field::choices refuses others
}

template <class E>
E from_scalar(const Scalar& s) {
  constexpr Type type = type_of<E>();
  if constexpr (type == Type::integer) return static_cast<E>(std::get<std::int64_t>(s));
  else if constexpr (type == Type::number) return static_cast<E>(std::get<double>(s));
  else if constexpr (type == Type::choice) return E(std::get<AnyChoice>(s));
  else if constexpr (type == Type::section) return std::any_cast<E>(std::get<AnyParams>(s).value);
  else if constexpr (NamedEnum<E>) return named<E>(std::get<std::string>(s));
  else return std::get<E>(s);
}

template <class M>
Value to_value(const M& m) {
  if constexpr (is_optional<M>) {
    return m ? to_value(*m) : Value{};
  } else {
    std::vector<Scalar> all;
    if constexpr (is_list<M>) {
      for (const auto& e : m) all.push_back(to_scalar<typename Member<M>::Element>(e));
    } else if constexpr (is_keyed<M>) {
      using E = typename Member<M>::Element;
      for (const auto& [key, e] : m) {
        if constexpr (type_of<E>() == Type::choice) all.push_back(to_scalar(e));
        else all.push_back(AnyParams{&shape_of<E>(), e, key});
      }
    } else {
      all.push_back(to_scalar(m));
    }
    return all;
  }
}

template <class M>
M from_value(const Value& value) {
  using E = typename Member<M>::Element;
  if constexpr (is_optional<M>) {
    if (!value) return std::nullopt;
    return from_value<typename M::value_type>(value);
  } else if constexpr (is_list<M>) {
    M all;
    for (const Scalar& s : *value) all.push_back(from_scalar<E>(s));
    return all;
  } else if constexpr (is_keyed<M>) {
    M all;
    for (const Scalar& s : *value) all[key_of(s)] = from_scalar<E>(s);
    return all;
  } else {
    return from_scalar<E>(value->front());
  }
}

// What a field needs to know of the type of its member, as functions that do not depend on the struct.
template <class M>
struct MemberType {
  static void describe(Field&);
  static Value get(const void* member);
  static void set(void* member, const Value&);
};

template <class M>
void MemberType<M>::describe(Field& f) {
  using E = typename Member<M>::Element;
  f.type = type_of<E>();
  f.list = is_list<M>;
  f.keyed = is_keyed<M>;
  f.optional = is_optional<M>;
  if constexpr (type_of<E>() == Type::choice) f.kind = E::kKind;
  if constexpr (type_of<E>() == Type::section) f.shape = &shape_of<E>;
  if constexpr (type_of<E>() == Type::integer) {
    using Limits = std::numeric_limits<E>;
    f.set_min(static_cast<std::int64_t>(Limits::min()));
    f.set_max(std::cmp_less(Limits::max(), INT64_MAX) ? static_cast<std::int64_t>(Limits::max())
                                                      : INT64_MAX);
  }
  if constexpr (NamedEnum<E>) {
    for (const std::string_view n : names_of(E{})) f.add_choice(std::string(n));
  }
  // A rate of zero would take for ever; a field that means it says so with range().
  if constexpr (type_of<E>() == Type::rate) f.set_min(BytesPerSecond{1});
}

template <class M>
Value MemberType<M>::get(const void* member) {
  return to_value(*static_cast<const M*>(member));
}

template <class M>
void MemberType<M>::set(void* member, const Value& value) {
  *static_cast<M*>(member) = from_value<M>(value);
}

// The types of most members are compiled once, in fields.cpp.
#define KASURI_MEMBER_TYPES(of)                                                              \
  of(bool) of(int) of(unsigned) of(std::int64_t) of(std::uint64_t) of(double) of(std::string) \
  of(std::filesystem::path) of(Time) of(Bytes) of(BytesPerSecond)
#define KASURI_DECLARE(M)                              \
  extern template struct MemberType<M>;                \
  extern template struct MemberType<std::optional<M>>; \
  extern template struct MemberType<std::vector<M>>;
KASURI_MEMBER_TYPES(KASURI_DECLARE)
#undef KASURI_DECLARE

struct Accessors {
  void (*describe)(Field&);
  Value (*get)(const void* member);
  void (*set)(void* member, const Value&);
};
// A field whose member lies `offset` bytes into its struct.
void make_field(Field&, std::string_view name, std::string_view meaning, std::ptrdiff_t offset,
                const Accessors&);

}  // namespace detail

// A line of the table of P, or of a struct that P begins with.
template <class P>
struct FieldOf : Field {
  FieldOf() = default;
  template <class B>
    requires std::derived_from<P, B>
  FieldOf(const FieldOf<B>& line) : Field(line) {}
};

// A line in the making; E is the type of one value.
template <class P, class E>
struct FieldBuilder : FieldOf<P> {
  FieldBuilder& range(E least, E most) {
    this->set_min(detail::plain(least));
    this->set_max(detail::plain(most));
    return *this;
  }
  FieldBuilder& at_least(E least) {
    this->set_min(detail::plain(least));
    return *this;
  }
  // The range of each value of a list.
  FieldBuilder& each(E least, E most) { return range(least, most); }
  // The number of values of a list.
  FieldBuilder& size(std::size_t least, std::size_t most) {
    this->min_size = least;
    this->max_size = most;
    return *this;
  }
  FieldBuilder& one_of(std::initializer_list<E> legal) {
    for (const E& e : legal) this->add_choice(detail::plain(e));
    return *this;
  }
  FieldBuilder& required() {
    this->is_required = true;
    return *this;
  }
  // A name that configurations had for it before: it is read, and `kasuri check` mentions the new one.
  FieldBuilder& formerly(std::string_view former) {
    this->former_names.emplace_back(former);
    return *this;
  }
  FieldBuilder& or_unlimited() {
    this->unlimited = true;
    return *this;
  }
  // Of a double: values carry this unit with an SI prefix ("W" reads "250 mW" as 0.25).
  FieldBuilder& unit(std::string_view symbol)
    requires std::floating_point<E>
  {
    this->unit_name = symbol;
    return *this;
  }
};

template <class P, class M>
auto field(std::string_view name, M P::*member, std::string_view meaning) {
  using Member = detail::MemberType<M>;
  FieldBuilder<P, typename detail::Member<M>::Element> f;
  detail::make_field(f, name, meaning, offset_of(member),
                     {&Member::describe, &Member::get, &Member::set});
  return f;
}

// The lines of a member's table that are lines of its owner's.
template <class P, class M>
std::vector<Field> within(M P::*member, std::vector<Field> lines) {
  const std::ptrdiff_t offset = offset_of(member);
  for (Field& f : lines) {
    f.address = [=, address = f.address](const void* p) {
      return address(static_cast<const std::byte*>(p) + offset);
    };
    f.get = [=, get = f.get](const void* p) { return get(static_cast<const std::byte*>(p) + offset); };
    f.set = [=, set = f.set](void* p, const Value& v) { set(static_cast<std::byte*>(p) + offset, v); };
  }
  return lines;
}

template <class P>
struct Fields : std::vector<Field> {
  Fields() = default;
  Fields(std::initializer_list<FieldOf<P>> lines) {
    reserve(lines.size());
    for (const Field& line : lines) push_back(line);
  }
};

// Of a component that has nothing to set.
struct NoParams {
  static Fields<NoParams> fields() { return {}; }
};

template <class P>
const Shape& shape_of() {
  static_assert(Params<P>, "a Params struct needs `static config::Fields<P> fields()`");
  static constexpr auto validate = [] {
    void (*call)(const void*, Section&) = nullptr;
    if constexpr (requires(const P& p, Section& s) { P::validate(p, s); }) {
      call = [](const void* p, Section& s) { P::validate(*static_cast<const P*>(p), s); };
    }
    return call;
  }();
  static const Shape shape{
      .fields = []() -> const std::vector<Field>& {
        static const std::vector<Field> fields = checked(P::fields());
        return fields;
      },
      .defaults = [] { return std::any(P{}); },
      .address = [](std::any& value) -> void* { return std::any_cast<P>(&value); },
      .validate = validate};
  return shape;
}

// The key of a member, as its table has it.
template <class P, class M>
const std::string& key_for(M P::*member) {
  static const P params{};
  return key_at(shape_of<P>(), &params, &(params.*member));
}

// --- Words about a field, for messages and reference pages ---

// "a list of 1 to 8 integers, each from 1 to 1048576".
std::string describe_type(const Field&);
// What follows the type: " from 1 to 64", ", each at least 1", ", one of \"fast\", \"fair\""; "" if
// all values of the type are legal.
std::string describe_range(const Field&);
// For the columns of a table: "list of integers", "number in W"; "1 to 8 values, each 1 to 9".
std::string short_type(const Field&);
std::string short_range(const Field&);
// The default as TOML: "5 GB/s" in quotes, 4, "required", "not set".
std::string describe_default(const Field&, const Shape& owner);
// A value of a field as TOML on one line; sections and choices as inline tables.
std::string to_toml(const Scalar&, const Field&);
std::string to_toml(const std::vector<Scalar>&, const Field&);

}  // namespace kasuri::config
