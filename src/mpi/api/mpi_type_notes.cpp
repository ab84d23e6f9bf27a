// SPDX-License-Identifier: MIT
// Names and attributes of datatypes (MPI 4.1, sections 7.8 and 7.7.4), and datatypes by the size of what
// they hold.
#include "mpi/api/kept.h"

namespace mpi = kasuri::mpi;
using mpi::Call;
using mpi::Kept;
using mpi::TypeKeyval;

namespace kasuri::mpi {
namespace {

constexpr int kFirstTypeKeyval = 1 << 24;  // keys of communicators and windows have other numbers

TypeKeyval& type_keyval_of(Call& call, int key) {
  auto& all = Kept::of(call).type_keyvals;
  const std::ptrdiff_t i = std::ptrdiff_t{key} - kFirstTypeKeyval;
  if (i < 0 || i >= std::ssize(all)) {
    call.fail_as(MPI_ERR_KEYVAL, "key {} does not exist", key);
  }
  return all[static_cast<std::size_t>(i)];
}

// Runs a function of the program's, when no call is under way.
template <class Function>
void run_type_function(const char* name, Function function) {
  int code = MPI_SUCCESS;
  try {
    code = function();
  } catch (...) {
    Call call(name);
    call.world().mistakes().fail_with_exception(call.coroutine(), "left the attribute's function");
  }
  if (code == MPI_SUCCESS) return;
  Call call(name);
  call.fail_as(code, "the attribute's function returned {}", code);
}

// Takes the attribute away if its function agrees.
void erase_type_attribute(const char* name, MPI_Datatype type, int key, bool must_be_there) {
  TypeKeyval keyval{};
  void* value = nullptr;
  {
    Call call(name);
    keyval = type_keyval_of(call, key);
    auto& attributes = Kept::of(call).types[type].attributes;
    const auto found = attributes.find(key);
    if (found == attributes.end()) {
      if (must_be_there) call.fail_as(MPI_ERR_KEYVAL, "the datatype has no attribute of this key");
      return;
    }
    value = found->second;
  }
  if (keyval.erase) run_type_function(name, [&] { return keyval.erase(type, key, value, keyval.extra); });
  Call call(name);
  Kept::of(call).types[type].attributes.erase(key);
}

AttributeList attributes_of(const char* name, MPI_Datatype type) {
  Call call(name);
  const Kept* const kept = Kept::find(call);
  if (!kept) return {};
  const auto& types = kept->types;
  const auto found = types.find(type);
  return found == types.end() ? AttributeList() : found->second.attributes;
}

}  // namespace

void end_type_attributes(const char* name, MPI_Datatype type) {
  const AttributeList all = attributes_of(name, type);
  for (auto a = all.end(); a != all.begin();) erase_type_attribute(name, type, (--a)->first, false);
  Call call(name);
  if (Kept* const kept = Kept::find(call)) kept->types.erase(type);
}

void copy_type_attributes(const char* name, MPI_Datatype from, MPI_Datatype to) {
  for (const auto& [key, value] : attributes_of(name, from)) {
    const TypeKeyval keyval = [&, k = key] {
      Call call(name);
      return type_keyval_of(call, k);
    }();
    if (!keyval.copy) continue;
    void* copy = value;
    int copies = 1;
    if (keyval.copy != MPI_TYPE_DUP_FN) {
      run_type_function(name, [&, k = key, v = value] {
        return keyval.copy(from, k, keyval.extra, v, &copy, &copies);
      });
    }
    Call call(name);
    if (copies) Kept::of(call).types[to].attributes.set(key, copy);
  }
}

}  // namespace kasuri::mpi

extern "C" {

int MGEN_Type_create_keyval(MPI_Type_copy_attr_function* copy, MPI_Type_delete_attr_function* erase,
                            int* keyval, void* extra) {
  Call call("MGEN_Type_create_keyval");
  auto& all = Kept::of(call).type_keyvals;
  *keyval = mpi::kFirstTypeKeyval + static_cast<int>(all.size());
  all.push_back({copy, erase, extra});
  return MPI_SUCCESS;
}

int MGEN_Type_free_keyval(int* keyval) {
  Call call("MGEN_Type_free_keyval");
  mpi::type_keyval_of(call, *keyval).freed = true;
  *keyval = MPI_KEYVAL_INVALID;
  return MPI_SUCCESS;
}

int MGEN_Type_set_attr(MPI_Datatype type, int keyval, void* value) {
  {
    Call call("MGEN_Type_set_attr");
    mpi::element_of(call, type, false);
    if (mpi::type_keyval_of(call, keyval).freed) call.fail_as(MPI_ERR_KEYVAL, "the key was freed before");
  }
  mpi::erase_type_attribute("MGEN_Type_set_attr", type, keyval, false);
  Call call("MGEN_Type_set_attr");
  Kept::of(call).types[type].attributes.set(keyval, value);
  return MPI_SUCCESS;
}

int MGEN_Type_get_attr(MPI_Datatype type, int keyval, void* address_of_value, int* flag) {
  Call call("MGEN_Type_get_attr");
  mpi::element_of(call, type, false);
  mpi::type_keyval_of(call, keyval);
  const auto& attributes = Kept::of(call).types[type].attributes;
  const auto found = attributes.find(keyval);
  *flag = found != attributes.end();
  if (*flag) *static_cast<void**>(address_of_value) = found->second;
  return MPI_SUCCESS;
}

int MGEN_Type_delete_attr(MPI_Datatype type, int keyval) {
  mpi::erase_type_attribute("MGEN_Type_delete_attr", type, keyval, true);
  return MPI_SUCCESS;
}

int MGEN_Type_set_name(MPI_Datatype type, const char* name) {
  Call call("MGEN_Type_set_name");
  mpi::element_of(call, type, false);
  Kept::of(call).types[type].name = std::string(name).substr(0, MPI_MAX_OBJECT_NAME - 1);
  return MPI_SUCCESS;
}

int MGEN_Type_get_name(MPI_Datatype type, char* name, int* length) {
  Call call("MGEN_Type_get_name");
  std::string text;
  if (type == MPI_DATATYPE_NULL) {
    text = "MPI_DATATYPE_NULL";
  } else {
    mpi::element_of(call, type, false);
    const auto i = reinterpret_cast<std::uintptr_t>(type) - mpi::kFirstDatatype;
    if (i < mpi::kDatatypes) text = std::string("MPI_") + mpi::kPredefined[i].name;
    const auto& types = Kept::of(call).types;
    if (const auto found = types.find(type); found != types.end()) text = found->second.name.value_or(text);
  }
  mpi::give_text(text, name, MPI_MAX_OBJECT_NAME, length);
  return MPI_SUCCESS;
}

int MGEN_Type_match_size(int type_class, int size, MPI_Datatype* type) {
  Call call("MGEN_Type_match_size");
  *type = MPI_DATATYPE_NULL;
  if (type_class == MPI_TYPECLASS_INTEGER) {
    *type = size == 1   ? MPI_INTEGER1
            : size == 2 ? MPI_INTEGER2
            : size == 4 ? MPI_INTEGER4
            : size == 8 ? MPI_INTEGER8
                        : MPI_DATATYPE_NULL;
  } else if (type_class == MPI_TYPECLASS_REAL) {
    *type = size == 4    ? MPI_REAL4
            : size == 8  ? MPI_REAL8
            : size == 16 ? MPI_REAL16
                         : MPI_DATATYPE_NULL;
  } else if (type_class == MPI_TYPECLASS_COMPLEX) {
    *type = size == 8    ? MPI_COMPLEX8
            : size == 16 ? MPI_COMPLEX16
            : size == 32 ? MPI_COMPLEX32
                         : MPI_DATATYPE_NULL;
  } else {
    call.fail_as(MPI_ERR_ARG, "{} is no class of datatypes", type_class);
  }
  if (*type == MPI_DATATYPE_NULL) {
    call.fail_as(MPI_ERR_ARG, "there is no such datatype of {} bytes", size);
  }
  return MPI_SUCCESS;
}

}  // extern "C"
