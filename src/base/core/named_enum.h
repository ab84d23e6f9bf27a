// SPDX-License-Identifier: MIT
// Enumerations whose values have names, in configurations and in text. Values count from 0:
//
//   enum class SendOrder { first_come, round_robin };
//   constexpr auto names_of(SendOrder) { return name_table("first-come", "round-robin"); }
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <string_view>
#include <type_traits>

namespace kasuri {

template <class... Name>
constexpr std::array<std::string_view, sizeof...(Name)> name_table(Name... name) {
  return {name...};
}

template <class E>
concept NamedEnum = std::is_enum_v<E> && requires(E e) {
  { names_of(e)[0] } -> std::convertible_to<std::string_view>;
};

template <NamedEnum E>
constexpr std::string_view name_of(E e) {
  return names_of(e)[static_cast<std::size_t>(e)];
}

}  // namespace kasuri
