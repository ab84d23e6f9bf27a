// SPDX-License-Identifier: MIT
#include "mpi/api/external32.h"

#include <algorithm>
#include <cstring>

namespace mpi = kasuri::mpi;
using mpi::Call;
using mpi::ExternalForm;

namespace kasuri::mpi {

std::vector<ExternalForm::Part> ExternalForm::parts_of(Call& call, MPI_Datatype type) {
  constexpr Part kInt{4, 4, Kind::plain}, kLong{8, 4, Kind::with_sign}, kQuad{16, 16, Kind::long_double};
  if (type == MPI_LONG) return {kLong};
  if (type == MPI_UNSIGNED_LONG) return {{8, 4, Kind::plain}};
  if (type == MPI_WCHAR) return {{4, 2, Kind::with_sign}};
  const Element e = element_of(call, type);
  const auto pair = [](std::int64_t bytes) { return std::vector<Part>(2, {bytes, bytes, Kind::plain}); };
  switch (e.type) {
    using enum Type;
    case c32:
    case f32_i32:
    case i32_i32:
    case f32_f32: return pair(4);
    case c64:
    case f64_f64: return pair(8);
    case c128: return pair(16);
    case f64_i32: return {{8, 8, Kind::plain}, kInt};
    case i64_i32: return {kLong, kInt};
    case i16_i32: return {{2, 2, Kind::plain}, kInt};
    case f80: return {kQuad};
    case c80: return {kQuad, kQuad};
    case f80_i32: return {kQuad, kInt};
    default: return {{e.size, e.size, Kind::plain}};
  }
}

ExternalForm::ExternalForm(Call& call, MPI_Datatype type) {
  for (const auto& [base, times] : sequence_of(call, type)) {
    runs_.push_back({parts_of(call, base), times});
    for (const Part& p : runs_.back().parts) {
      native_ += p.native * times;
      external_ += p.external * times;
      keeps_sizes_ = keeps_sizes_ && p.native == p.external;
    }
  }
}

// Integers are cut, or extended with their sign.
void ExternalForm::convert(const Part& p, const std::byte* from, std::byte* to, bool out) {
  std::byte number[16];
  if (p.kind == Kind::long_double) {
#if defined(__SIZEOF_FLOAT128__)
    __extension__ using Quadruple = __float128;
    Quadruple quadruple = 0;
    long double own = 0;
    if (out) {
      std::memcpy(&own, from, sizeof own);
      quadruple = own;
      std::memcpy(number, &quadruple, sizeof number);
      std::reverse_copy(number, number + sizeof number, to);
    } else {
      std::reverse_copy(from, from + sizeof number, number);
      std::memcpy(&quadruple, number, sizeof number);
      own = static_cast<long double>(quadruple);
      std::memset(to, 0, sizeof own);
      std::memcpy(to, &own, 10);
    }
    return;
#endif
  }
  const std::int64_t n_from = out ? p.native : p.external, n_to = out ? p.external : p.native;
  const std::int64_t common = std::min(n_from, n_to);
  const bool negative =
      p.kind == Kind::with_sign && (std::to_integer<int>(from[out ? n_from - 1 : 0]) & 0x80);
  std::memset(to, negative ? 0xff : 0, static_cast<std::size_t>(n_to));
  for (std::int64_t b = 0; b < common; ++b) {
    if (out) to[n_to - 1 - b] = from[b];
    else to[b] = from[n_from - 1 - b];
  }
}

void ExternalForm::to_external(std::int64_t elements, const std::byte* native, std::byte* external) const {
  for (std::int64_t k = 0; k < elements; ++k) {
    for (const Run& run : runs_) {
      for (std::int64_t i = 0; i < run.times; ++i) {
        for (const Part& p : run.parts) {
          convert(p, native, external, true);
          native += p.native, external += p.external;
        }
      }
    }
  }
}

std::int64_t ExternalForm::to_native(std::int64_t bytes, const std::byte* external,
                                     std::byte* native) const {
  std::int64_t done = 0;
  while (bytes > 0 && external_ > 0) {
    for (const Run& run : runs_) {
      for (std::int64_t i = 0; i < run.times; ++i) {
        for (const Part& p : run.parts) {
          if (bytes < p.external) return done;
          convert(p, external, native, false);
          native += p.native, external += p.external, bytes -= p.external, done += p.native;
        }
      }
    }
  }
  return done;
}

}  // namespace kasuri::mpi

namespace {

void check_representation(Call& call, const char* name) {
  if (std::strcmp(name, "external32") == 0) return;
  call.fail_as(MPI_ERR_UNSUPPORTED_DATAREP,
               fmt::format("the representation '{}' is not external32", name));
}

ExternalForm form_of(Call& call, const char* representation, int count, MPI_Datatype type) {
  check_representation(call, representation);
  call.check_count(count);
  mpi::element_of(call, type);
  return ExternalForm(call, type);
}

}  // namespace

extern "C" {

int MGEN_Pack_external_size(const char* representation, int count, MPI_Datatype type, MPI_Aint* size) {
  Call call("MGEN_Pack_external_size");
  *size = count * form_of(call, representation, count, type).external_bytes();
  return MPI_SUCCESS;
}

int MGEN_Pack_external(const char* representation, const void* inbuf, int count, MPI_Datatype type,
                       void* outbuf, MPI_Aint outsize, MPI_Aint* position) {
  Call call("MGEN_Pack_external");
  const ExternalForm form = form_of(call, representation, count, type);
  const std::int64_t external = count * form.external_bytes();
  if (*position < 0 || *position + external > outsize) {
    call.fail_as(MPI_ERR_TRUNCATE, "{} bytes at position {} do not fit a buffer of {} bytes",
                                    external, *position, outsize);
  }
  std::vector<std::byte> native(static_cast<std::size_t>(count * form.native_bytes()));
  const mpi::Layout layout = mpi::layout_of(call, type);
  auto* const to = static_cast<std::byte*>(outbuf) + *position;
  if (!kasuri::without_fault([&] { layout.pack(inbuf, count, native.data()); })) {
    call.fail_as(MPI_ERR_BUFFER, "the buffer cannot be read");
  }
  call.check_access(to, 0, external, kasuri::Bytes{external}, true);
  form.to_external(count, native.data(), to);
  *position += external;
  return MPI_SUCCESS;
}

int MGEN_Unpack_external(const char* representation, const void* inbuf, MPI_Aint insize,
                         MPI_Aint* position, void* outbuf, int count, MPI_Datatype type) {
  Call call("MGEN_Unpack_external");
  const ExternalForm form = form_of(call, representation, count, type);
  const std::int64_t external = count * form.external_bytes();
  if (*position < 0 || *position + external > insize) {
    call.fail_as(MPI_ERR_TRUNCATE, "{} bytes at position {} are not in a buffer of {} bytes",
                                    external, *position, insize);
  }
  std::vector<std::byte> native(static_cast<std::size_t>(count * form.native_bytes()));
  const mpi::Layout layout = mpi::layout_of(call, type);
  const auto* const from = static_cast<const std::byte*>(inbuf) + *position;
  call.check_access(from, 0, external, kasuri::Bytes{external}, false);
  form.to_native(external, from, native.data());
  if (!kasuri::without_fault([&] { layout.unpack(native.data(), 0, std::ssize(native), outbuf); })) {
    call.fail_as(MPI_ERR_BUFFER, "the buffer cannot be written");
  }
  *position += external;
  return MPI_SUCCESS;
}

}  // extern "C"
