// SPDX-License-Identifier: MIT
#include "workload/traces/dumpi_format.h"

namespace kasuri::trace::dumpi {
namespace {

// clang-format off
constexpr FunctionRow kFunctionRows[kFunctions] = {
    {"MPI_Send", "ihiih"}, {"MPI_Recv", "ihiihs"}, {"MPI_Get_count", "shi"}, {"MPI_Bsend", "ihiih"},
    {"MPI_Ssend", "ihiih"}, {"MPI_Rsend", "ihiih"}, {"MPI_Buffer_attach", "i"}, {"MPI_Buffer_detach", "i"},
    {"MPI_Isend", "ihiihi"}, {"MPI_Ibsend", "ihiihi"}, {"MPI_Issend", "ihiihi"}, {"MPI_Irsend", "ihiihi"},
    {"MPI_Irecv", "ihiihi"}, {"MPI_Wait", "is"}, {"MPI_Test", "iis"}, {"MPI_Request_free", "i"},
    {"MPI_Waitany", "iAis"}, {"MPI_Testany", "iAiis"}, {"MPI_Waitall", "iAs"}, {"MPI_Testall", "iAis"},
    {"MPI_Waitsome", "iAiAs"}, {"MPI_Testsome", "iAiAs"}, {"MPI_Iprobe", "iihis"}, {"MPI_Probe", "iihs"},
    {"MPI_Cancel", "i"}, {"MPI_Test_cancelled", "si"}, {"MPI_Send_init", "ihiihi"},
    {"MPI_Bsend_init", "ihiihi"}, {"MPI_Ssend_init", "ihiihi"}, {"MPI_Rsend_init", "ihiihi"},
    {"MPI_Recv_init", "ihiihi"}, {"MPI_Start", "i"}, {"MPI_Startall", "iA"}, {"MPI_Sendrecv", "ihiiihiihs"},
    {"MPI_Sendrecv_replace", "ihiiiihs"}, {"MPI_Type_contiguous", "ihh"}, {"MPI_Type_vector", "iiihh"},
    {"MPI_Type_hvector", "iiihh"}, {"MPI_Type_indexed", "iAAhh"}, {"MPI_Type_hindexed", "iAAhh"},
    {"MPI_Type_struct", "iAxHh"}, {"MPI_Address", "i"}, {"MPI_Type_extent", "hi"}, {"MPI_Type_size", "hi"},
    {"MPI_Type_lb", "hi"}, {"MPI_Type_ub", "hi"}, {"MPI_Type_commit", "h"}, {"MPI_Type_free", "h"},
    {"MPI_Get_elements", "shi"}, {"MPI_Pack", "ihiiih"}, {"MPI_Unpack", "iiiihh"},
    {"MPI_Pack_size", "ihhi"}, {"MPI_Barrier", "h"}, {"MPI_Bcast", "ihih"}, {"MPI_Gather", "iihih{03ih}"},
    {"MPI_Gatherv", "iiihih{04AA}v"}, {"MPI_Scatter", "iihih{03ih}"}, {"MPI_Scatterv", "iihihih{05AA}"},
    {"MPI_Allgather", "ihihh"}, {"MPI_Allgatherv", "iihAAhh"}, {"MPI_Alltoall", "ihihh"},
    {"MPI_Alltoallv", "iAAhAAhh"}, {"MPI_Reduce", "ihbih"}, {"MPI_Op_create", "ib"}, {"MPI_Op_free", "b"},
    {"MPI_Allreduce", "ihbh"}, {"MPI_Reduce_scatter", "iAhbh"}, {"MPI_Scan", "ihbh"},
    {"MPI_Group_size", "hi"}, {"MPI_Group_rank", "hi"}, {"MPI_Group_translate_ranks", "hiAhA"},
    {"MPI_Group_compare", "hhb"}, {"MPI_Comm_group", "hh"}, {"MPI_Group_union", "hhh"},
    {"MPI_Group_intersection", "hhh"}, {"MPI_Group_difference", "hhh"}, {"MPI_Group_incl", "hiAh"},
    {"MPI_Group_excl", "hiAh"}, {"MPI_Group_range_incl", "hiLh"}, {"MPI_Group_range_excl", "hiLh"},
    {"MPI_Group_free", "h"}, {"MPI_Comm_size", "hi"}, {"MPI_Comm_rank", "hi"}, {"MPI_Comm_compare", "hhb"},
    {"MPI_Comm_dup", "hh"}, {"MPI_Comm_create", "hhh"}, {"MPI_Comm_split", "hiih"}, {"MPI_Comm_free", "h"},
    {"MPI_Comm_test_inter", "hi"}, {"MPI_Comm_remote_size", "hi"}, {"MPI_Comm_remote_group", "hh"},
    {"MPI_Intercomm_create", "hihiih"}, {"MPI_Intercomm_merge", "hih"}, {"MPI_Keyval_create", "h"},
    {"MPI_Keyval_free", "h"}, {"MPI_Attr_put", "hi"}, {"MPI_Attr_get", "hii"}, {"MPI_Attr_delete", "hi"},
    {"MPI_Topo_test", "hb"}, {"MPI_Cart_create", "hiAAih"}, {"MPI_Dims_create", "iiAA"},
    {"MPI_Graph_create", "ihiAAih"}, {"MPI_Graphdims_get", "hii"}, {"MPI_Graph_get", "iihiiAA"},
    {"MPI_Cartdim_get", "hi"}, {"MPI_Cart_get", "ihiAAy"}, {"MPI_Cart_rank", "ihAi"},
    {"MPI_Cart_coords", "ihiiA"}, {"MPI_Graph_neighbors_count", "hii"}, {"MPI_Graph_neighbors", "ihiiA"},
    {"MPI_Cart_shift", "hiiii"}, {"MPI_Cart_sub", "ihAh"}, {"MPI_Cart_map", "hiAAi"},
    {"MPI_Graph_map", "ihiAAi"}, {"MPI_Get_processor_name", "Si"}, {"MPI_Get_version", "ii"},
    {"MPI_Errhandler_create", "h"}, {"MPI_Errhandler_set", "hh"}, {"MPI_Errhandler_get", "hh"},
    {"MPI_Errhandler_free", "h"}, {"MPI_Error_string", "iSi"}, {"MPI_Error_class", "ii"}, {"MPI_Wtime", ""},
    {"MPI_Wtick", ""}, {"MPI_Init", "N"}, {"MPI_Finalize", ""}, {"MPI_Initialized", "i"},
    {"MPI_Abort", "hi", true}, {"MPI_Pcontrol", ""}, {"MPI_Close_port", "S"},
    {"MPI_Comm_accept", "Shihh", true}, {"MPI_Comm_connect", "Shihh", true}, {"MPI_Comm_disconnect", "h"},
    {"MPI_Comm_get_parent", "h"}, {"MPI_Comm_join", "ih", true}, {"MPI_Comm_spawn", "iihh{01STihA}", true},
    {"MPI_Comm_spawn_multiple", "iiihh{12iTUAHA}", true}, {"MPI_Lookup_name", "ShS"},
    {"MPI_Open_port", "hS"}, {"MPI_Publish_name", "ShS"}, {"MPI_Unpublish_name", "ShS"},
    {"MPI_Accumulate", "ihiiihbh", true}, {"MPI_Get", "ihiiihh", true}, {"MPI_Put", "ihiiihh", true},
    {"MPI_Win_complete", "h", true}, {"MPI_Win_create", "iihhh", true}, {"MPI_Win_fence", "bh", true},
    {"MPI_Win_free", "h", true}, {"MPI_Win_get_group", "hh"}, {"MPI_Win_lock", "bibh", true},
    {"MPI_Win_post", "hbh", true}, {"MPI_Win_start", "hbh", true}, {"MPI_Win_test", "hi", true},
    {"MPI_Win_unlock", "ih", true}, {"MPI_Win_wait", "h", true}, {"MPI_Alltoallw", "iAAHAAHh"},
    {"MPI_Exscan", "ihbh"}, {"MPI_Add_error_class", "i"}, {"MPI_Add_error_code", "ii"},
    {"MPI_Add_error_string", "iS"}, {"MPI_Comm_call_errhandler", "hi"}, {"MPI_Comm_create_keyval", "h"},
    {"MPI_Comm_delete_attr", "hh"}, {"MPI_Comm_free_keyval", "h"}, {"MPI_Comm_get_attr", "hhi"},
    {"MPI_Comm_get_name", "hSi"}, {"MPI_Comm_set_attr", "hh"}, {"MPI_Comm_set_name", "hS"},
    {"MPI_File_call_errhandler", "hi"}, {"MPI_Grequest_complete", "i"}, {"MPI_Grequest_start", "i"},
    {"MPI_Init_thread", "Mbb"}, {"MPI_Is_thread_main", "i"}, {"MPI_Query_thread", "b"},
    {"MPI_Status_set_cancelled", "si"}, {"MPI_Status_set_elements", "shi"}, {"MPI_Type_create_keyval", "h"},
    {"MPI_Type_delete_attr", "hh"}, {"MPI_Type_dup", "hh"}, {"MPI_Type_free_keyval", "h"},
    {"MPI_Type_get_attr", "hhi"}, {"MPI_Type_get_contents", "iiihiiiAAH"},
    {"MPI_Type_get_envelope", "hiiib"}, {"MPI_Type_get_name", "hSi"}, {"MPI_Type_set_attr", "hh"},
    {"MPI_Type_set_name", "hS"}, {"MPI_Type_match_size", "bih"}, {"MPI_Win_call_errhandler", "hi"},
    {"MPI_Win_create_keyval", "h"}, {"MPI_Win_delete_attr", "hh"}, {"MPI_Win_free_keyval", "h"},
    {"MPI_Win_get_attr", "hhi"}, {"MPI_Win_get_name", "hSi"}, {"MPI_Win_set_attr", "hh"},
    {"MPI_Win_set_name", "hS"}, {"MPI_Alloc_mem", "ih"}, {"MPI_Comm_create_errhandler", "h"},
    {"MPI_Comm_get_errhandler", "hh"}, {"MPI_Comm_set_errhandler", "hh"},
    {"MPI_File_create_errhandler", "h"}, {"MPI_File_get_errhandler", "hh"},
    {"MPI_File_set_errhandler", "hh"}, {"MPI_Finalized", "i"}, {"MPI_Free_mem", ""},
    {"MPI_Get_address", "i"}, {"MPI_Info_create", "h"}, {"MPI_Info_delete", "hS"}, {"MPI_Info_dup", "hh"},
    {"MPI_Info_free", "h"}, {"MPI_Info_get", "hSiSi"}, {"MPI_Info_get_nkeys", "hi"},
    {"MPI_Info_get_nthkey", "hiS"}, {"MPI_Info_get_valuelen", "hSii"}, {"MPI_Info_set", "hSS"},
    {"MPI_Pack_external", "Sihiii"}, {"MPI_Pack_external_size", "Sihi"}, {"MPI_Request_get_status", "iis"},
    {"MPI_Type_create_darray", "iiiASAAbhh"}, {"MPI_Type_create_hindexed", "iAAhh"},
    {"MPI_Type_create_hvector", "iiihh"}, {"MPI_Type_create_indexed_block", "iiAhh"},
    {"MPI_Type_create_resized", "hiih"}, {"MPI_Type_create_struct", "iAAHh"},
    {"MPI_Type_create_subarray", "iAAAbhh"}, {"MPI_Type_get_extent", "hii"},
    {"MPI_Type_get_true_extent", "hii"}, {"MPI_Unpack_external", "Siiiih"},
    {"MPI_Win_create_errhandler", "h"}, {"MPI_Win_get_errhandler", "hh"}, {"MPI_Win_set_errhandler", "hh"},
    {"MPI_File_open", "hSbhh", true}, {"MPI_File_close", "h", true}, {"MPI_File_delete", "Sh"},
    {"MPI_File_set_size", "hq", true}, {"MPI_File_preallocate", "hq", true}, {"MPI_File_get_size", "hq"},
    {"MPI_File_get_group", "hh"}, {"MPI_File_get_amode", "hb"}, {"MPI_File_set_info", "hh"},
    {"MPI_File_get_info", "hh"}, {"MPI_File_set_view", "hqhhSh", true}, {"MPI_File_get_view", "hqhhS"},
    {"MPI_File_read_at", "hqihs", true}, {"MPI_File_read_at_all", "hqihs", true},
    {"MPI_File_write_at", "hqihs", true}, {"MPI_File_write_at_all", "hqihs", true},
    {"MPI_File_iread_at", "hqihi", true}, {"MPI_File_iwrite_at", "hqihi", true},
    {"MPI_File_read", "hihs", true}, {"MPI_File_read_all", "hihs", true}, {"MPI_File_write", "hihs", true},
    {"MPI_File_write_all", "hihs", true}, {"MPI_File_iread", "hihi", true},
    {"MPI_File_iwrite", "hihi", true}, {"MPI_File_seek", "hqb"}, {"MPI_File_get_position", "hq"},
    {"MPI_File_get_byte_offset", "hqq"}, {"MPI_File_read_shared", "hihs", true},
    {"MPI_File_write_shared", "hihs", true}, {"MPI_File_iread_shared", "hihi", true},
    {"MPI_File_iwrite_shared", "hihi", true}, {"MPI_File_read_ordered", "hihs", true},
    {"MPI_File_write_ordered", "hihs", true}, {"MPI_File_seek_shared", "hqb", true},
    {"MPI_File_get_position_shared", "hq"}, {"MPI_File_read_at_all_begin", "hqih", true},
    {"MPI_File_read_at_all_end", "hs", true}, {"MPI_File_write_at_all_begin", "hqih", true},
    {"MPI_File_write_at_all_end", "hs", true}, {"MPI_File_read_all_begin", "hih", true},
    {"MPI_File_read_all_end", "hs", true}, {"MPI_File_write_all_begin", "hih", true},
    {"MPI_File_write_all_end", "hs", true}, {"MPI_File_read_ordered_begin", "hih", true},
    {"MPI_File_read_ordered_end", "hs", true}, {"MPI_File_write_ordered_begin", "hih", true},
    {"MPI_File_write_ordered_end", "hs", true}, {"MPI_File_get_type_extent", "hhi"},
    {"MPI_Register_datarep", "S"}, {"MPI_File_set_atomicity", "hi"}, {"MPI_File_get_atomicity", "hi"},
    {"MPI_File_sync", "h", true}, {"MPIO_Test", "iis"}, {"MPIO_Wait", "is"}, {"MPIO_Testall", "iAis"},
    {"MPIO_Waitall", "iAs"}, {"MPIO_Testany", "iAiis"}, {"MPIO_Waitany", "iAis"},
    {"MPIO_Waitsome", "iAiAs"}, {"MPIO_Testsome", "iAiAs"},
};
// clang-format on

static_assert(kFunctionRows[kBarrier].name == "MPI_Barrier");
static_assert(kFunctionRows[kAllreduce].name == "MPI_Allreduce");
static_assert(kFunctionRows[kCommSplit].name == "MPI_Comm_split");
static_assert(kFunctionRows[kCartSub].name == "MPI_Cart_sub");
static_assert(kFunctionRows[kTypeMatchSize].name == "MPI_Type_match_size");
static_assert(kFunctionRows[kRequestGetStatus].name == "MPI_Request_get_status");
static_assert(kFunctionRows[kGroupRangeExcl].name == "MPI_Group_range_excl");
static_assert(kFunctionRows[kGraphCreate].name == "MPI_Graph_create");
static_assert(kFunctionRows[kFinalize].name == "MPI_Finalize");
static_assert(kFunctionRows[kAlltoallw].name == "MPI_Alltoallw");
static_assert(kFunctionRows[kInitThread].name == "MPI_Init_thread");
static_assert(kFunctionRows[kTypeCreateSubarray].name == "MPI_Type_create_subarray");
static_assert(kFunctionRows[kFunctions - 1].name == "MPIO_Testsome");

constexpr FunctionRow kEnter{"function entered", "q"}, kExit{"function left", "q"};

}  // namespace

const FunctionRow* function(std::uint16_t number) {
  if (number < kFunctions) return &kFunctionRows[number];
  return number == kFunctionEnter ? &kEnter : number == kFunctionExit ? &kExit : nullptr;
}

}  // namespace kasuri::trace::dumpi
