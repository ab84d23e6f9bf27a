// SPDX-License-Identifier: MIT
// Names of what programs are made of: symbols, types, and the lines of source behind addresses.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <typeinfo>

namespace kasuri {

// A symbol as its source names it. Only names of C++ (Itanium C++ ABI, section 5.1) are mangled: the C
// variable `n` is no __int128, which has that name among types.
std::string demangle_symbol(std::string_view symbol);
std::string type_name(const std::type_info&);

// The innermost of these calls that is code of the same object as `within`: "solve (heat.c:12)". The
// first address is an instruction, the others are where calls return to. Asks addr2line (binutils) for
// the debug information of the object; without either, the symbol or the object's name must do. Empty
// if none of the calls is the object's.
std::string describe_place(std::span<void* const> calls, const void* within);

}  // namespace kasuri
