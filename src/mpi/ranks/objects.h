// SPDX-License-Identifier: MIT
// What a rank makes and names by handles: communicators, groups, datatypes, persistent requests, its
// buffer for buffered sends. They are its own; other ranks learn of them by messages only.
#pragma once

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mpi/ranks/collective.h"
#include "mpi/ranks/communicator.h"
#include "mpi/ranks/layout.h"
#include "mpi/ranks/request.h"

struct KasuriComm;  // only ever a handle

namespace kasuri::mpi {

class Call;
struct PackedCall;

// A persistent request: what each start begins.
struct PersistentRequest {
  std::function<Handle(Call&)> begin;
  Communicator* comm = nullptr;
  bool started = false;
  Handle active = nullptr;  // of the last start, while it is not complete
  std::optional<std::uint32_t> number;  // of a collective
};

// A contiguous stand-in for data of a message under way.
struct Packed {
  std::byte* stand_in = nullptr;
  void* original = nullptr;        // of a receive
  const Layout* layout = nullptr;
  std::int64_t count = 0;
};

// Buffered sends (MPI 4.1, section 3.6): space is counted, the data lies in the library's own
// buffers.
struct SendBuffer {
  struct Use {
    Handle request;
    std::byte* data;
    Bytes bytes;
  };
  void* address = nullptr;  // null: none attached
  Bytes size{0};
  Bytes used{0};
  std::vector<Use> uses;
};

// A key of attributes (MPI 4.1, section 7.7.2), with functions of the program's; null ones do nothing.
struct Keyval {
  using Copy = int(::KasuriComm*, int key, void* extra, void* value, void* copy, int* copies);
  using Delete = int(::KasuriComm*, int key, void* value, void* extra);
  Copy* copy;
  Delete* erase;
  void* extra;
  bool freed = false;
};

// A function for errors (section 9.3).
using ErrorFunction = void(::KasuriComm**, int* code, ...);

// Values by their keys, in the order in which they were set: the latest ends first (section 11.2.4).
class AttributeList {
 public:
  using One = std::pair<int, void*>;
  auto begin() const { return all_.begin(); }
  auto end() const { return all_.end(); }
  auto find(int key) const {
    return std::find_if(all_.begin(), all_.end(), [key](const One& a) { return a.first == key; });
  }
  bool contains(int key) const { return find(key) != end(); }
  void set(int key, void* value) {
    erase(key);
    all_.emplace_back(key, value);
  }
  void erase(int key) {
    std::erase_if(all_, [key](const One& a) { return a.first == key; });
  }

 private:
  std::vector<One> all_;
};

// What a rank has attached to a communicator.
struct CommNotes {
  AttributeList attributes;
  std::uintptr_t error_handler = 0;  // 0: the usual one
  bool returns_errors = false;       // it does
  std::optional<std::string> name;
};

// Several threads of a rank (rank_threads.h).
struct ThreadsOfRank {
  virtual ~ThreadsOfRank() = default;
  // Whether another one than that which runs is in this collective call, or another call of its kind and
  // number.
  virtual bool any_is_in(const MatchKey& message) const = 0;
};

// What the functions of MPI keep for a rank (mpi/api/kept.h).
struct KeptByApi {
  virtual ~KeptByApi() = default;
  // Returns if the call's error is not returned to the rank; else throws what the function's face catches.
  virtual void return_error(Call&, int error) = 0;
};

struct RankObjects {
  // Contexts count up from the world's; an odd one belongs to the collectives.
  RankObjects(std::uint32_t rank, std::uint32_t world_context) : next_context(world_context + 4) {
    self.context = world_context + 2;
    self.group = {.size = 1, .first = rank};
    self.name = "the rank itself";
  }

  std::uint32_t next_context;
  std::shared_ptr<void> library;          // state of the C library, of mpi/api/own_library.cpp
  std::set<std::uint32_t> duplicates;  // contexts of MGEN_Comm_idup, and those that others knew already
  std::uint32_t persistent_of_world = 0;  // persistent collectives made on the world's communicator
  Communicator self;
  // By handle, in the order in which they were made; null: freed. Handles are not used again, so
  // that one used after its end is noticed.
  std::vector<std::unique_ptr<Communicator>> communicators;
  std::vector<std::unique_ptr<Group>> groups;
  std::deque<Layout> datatypes;  // freed ones stay: messages under way may use them
  std::deque<UserOp> operations;  // and so do these
  std::vector<std::unique_ptr<PersistentRequest>> persistent;
  SendBuffer buffer;
  std::vector<Keyval> keyvals;
  std::vector<ErrorFunction*> error_functions;
  std::map<const Communicator*, CommNotes> notes;
  std::vector<std::function<void()>> exit_functions;    // see hosted_calls.h
  std::map<int, struct sigaction> signal_actions;
  std::unique_ptr<ThreadsOfRank> threads;               // see rank_threads.h
  std::unique_ptr<KeptByApi> kept_by_api;               // null until needed
  int ranks_of_job = 0, number_of_job = 0;  // for attributes that point to them
};

}  // namespace kasuri::mpi
