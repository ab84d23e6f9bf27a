// SPDX-License-Identifier: MIT
// An HDF5 identifier with the function that closes it. For the files that call HDF5's library.
#pragma once

#include <hdf5.h>

namespace kasuri {

class Hdf5Handle {
 public:
  Hdf5Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  Hdf5Handle(const Hdf5Handle&) = delete;
  Hdf5Handle& operator=(const Hdf5Handle&) = delete;
  ~Hdf5Handle() {
    if (id_ >= 0) close_(id_);
  }
  operator hid_t() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

// UTF-8 of any length.
inline Hdf5Handle hdf5_text_type() {
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, H5T_VARIABLE);
  H5Tset_cset(type, H5T_CSET_UTF8);
  return {type, H5Tclose};
}

}  // namespace kasuri
