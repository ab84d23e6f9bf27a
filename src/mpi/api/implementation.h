// SPDX-License-Identifier: MIT
// What src/mpi/api implements, for mgen_names.h.
// Written by tools/mpi-faces from src/mpi/api/mpi_*.txt: do not edit.

#pragma once

#include "mpi.h"

#define KASURI_MGEN_NAMES_H

#define MGEN_Comm MPI_Comm
#define MGEN_Datatype MPI_Datatype
#define MGEN_Op MPI_Op
#define MGEN_Request MPI_Request
#define MGEN_Group MPI_Group
#define MGEN_Message MPI_Message
#define MGEN_Info MPI_Info
#define MGEN_Errhandler MPI_Errhandler
#define MGEN_Win MPI_Win
#define MGEN_File MPI_File
#define MGEN_Status MPI_Status
#define MGEN_Aint MPI_Aint
#define MGEN_Count MPI_Count
#define MGEN_Offset MPI_Offset
#define MGEN_Fint MPI_Fint
#define MGEN_User_function MPI_User_function
#define MGEN_Comm_copy_attr_function MPI_Comm_copy_attr_function
#define MGEN_Comm_delete_attr_function MPI_Comm_delete_attr_function
#define MGEN_Comm_errhandler_function MPI_Comm_errhandler_function
#define MGEN_Copy_function MPI_Copy_function
#define MGEN_Delete_function MPI_Delete_function
#define MGEN_Handler_function MPI_Handler_function
#define MGEN_Type_copy_attr_function MPI_Type_copy_attr_function
#define MGEN_Type_delete_attr_function MPI_Type_delete_attr_function
#define MGEN_Win_copy_attr_function MPI_Win_copy_attr_function
#define MGEN_Win_delete_attr_function MPI_Win_delete_attr_function
#define MGEN_Win_errhandler_function MPI_Win_errhandler_function
#define MGEN_File_errhandler_function MPI_File_errhandler_function
#define MGEN_Datarep_conversion_function_c MPI_Datarep_conversion_function_c
#define MGEN_Datarep_conversion_function MPI_Datarep_conversion_function
#define MGEN_Datarep_extent_function MPI_Datarep_extent_function
#define MGEN_Grequest_query_function MPI_Grequest_query_function
#define MGEN_Grequest_free_function MPI_Grequest_free_function
#define MGEN_Grequest_cancel_function MPI_Grequest_cancel_function
#define MGEN_T_enum MPI_T_enum
#define MGEN_T_cvar_handle MPI_T_cvar_handle
#define MGEN_T_pvar_session MPI_T_pvar_session
#define MGEN_T_pvar_handle MPI_T_pvar_handle
#define MGEN_VERSION MPI_VERSION
#define MGEN_SUBVERSION MPI_SUBVERSION
#define MGEN_SUCCESS MPI_SUCCESS
#define MGEN_ERR_BUFFER MPI_ERR_BUFFER
#define MGEN_ERR_COUNT MPI_ERR_COUNT
#define MGEN_ERR_TYPE MPI_ERR_TYPE
#define MGEN_ERR_TAG MPI_ERR_TAG
#define MGEN_ERR_COMM MPI_ERR_COMM
#define MGEN_ERR_RANK MPI_ERR_RANK
#define MGEN_ERR_REQUEST MPI_ERR_REQUEST
#define MGEN_ERR_ROOT MPI_ERR_ROOT
#define MGEN_ERR_GROUP MPI_ERR_GROUP
#define MGEN_ERR_OP MPI_ERR_OP
#define MGEN_ERR_TOPOLOGY MPI_ERR_TOPOLOGY
#define MGEN_ERR_DIMS MPI_ERR_DIMS
#define MGEN_ERR_ARG MPI_ERR_ARG
#define MGEN_ERR_UNKNOWN MPI_ERR_UNKNOWN
#define MGEN_ERR_TRUNCATE MPI_ERR_TRUNCATE
#define MGEN_ERR_OTHER MPI_ERR_OTHER
#define MGEN_ERR_INTERN MPI_ERR_INTERN
#define MGEN_ERR_PENDING MPI_ERR_PENDING
#define MGEN_ERR_IN_STATUS MPI_ERR_IN_STATUS
#define MGEN_ERR_ACCESS MPI_ERR_ACCESS
#define MGEN_ERR_AMODE MPI_ERR_AMODE
#define MGEN_ERR_ASSERT MPI_ERR_ASSERT
#define MGEN_ERR_BAD_FILE MPI_ERR_BAD_FILE
#define MGEN_ERR_BASE MPI_ERR_BASE
#define MGEN_ERR_CONVERSION MPI_ERR_CONVERSION
#define MGEN_ERR_DISP MPI_ERR_DISP
#define MGEN_ERR_DUP_DATAREP MPI_ERR_DUP_DATAREP
#define MGEN_ERR_FILE_EXISTS MPI_ERR_FILE_EXISTS
#define MGEN_ERR_FILE_IN_USE MPI_ERR_FILE_IN_USE
#define MGEN_ERR_FILE MPI_ERR_FILE
#define MGEN_ERR_INFO_KEY MPI_ERR_INFO_KEY
#define MGEN_ERR_INFO_NOKEY MPI_ERR_INFO_NOKEY
#define MGEN_ERR_INFO_VALUE MPI_ERR_INFO_VALUE
#define MGEN_ERR_INFO MPI_ERR_INFO
#define MGEN_ERR_IO MPI_ERR_IO
#define MGEN_ERR_KEYVAL MPI_ERR_KEYVAL
#define MGEN_ERR_LOCKTYPE MPI_ERR_LOCKTYPE
#define MGEN_ERR_NAME MPI_ERR_NAME
#define MGEN_ERR_NO_MEM MPI_ERR_NO_MEM
#define MGEN_ERR_NOT_SAME MPI_ERR_NOT_SAME
#define MGEN_ERR_NO_SPACE MPI_ERR_NO_SPACE
#define MGEN_ERR_NO_SUCH_FILE MPI_ERR_NO_SUCH_FILE
#define MGEN_ERR_PORT MPI_ERR_PORT
#define MGEN_ERR_QUOTA MPI_ERR_QUOTA
#define MGEN_ERR_READ_ONLY MPI_ERR_READ_ONLY
#define MGEN_ERR_RMA_ATTACH MPI_ERR_RMA_ATTACH
#define MGEN_ERR_RMA_CONFLICT MPI_ERR_RMA_CONFLICT
#define MGEN_ERR_RMA_RANGE MPI_ERR_RMA_RANGE
#define MGEN_ERR_RMA_SHARED MPI_ERR_RMA_SHARED
#define MGEN_ERR_RMA_SYNC MPI_ERR_RMA_SYNC
#define MGEN_ERR_SERVICE MPI_ERR_SERVICE
#define MGEN_ERR_SIZE MPI_ERR_SIZE
#define MGEN_ERR_SPAWN MPI_ERR_SPAWN
#define MGEN_ERR_UNSUPPORTED_DATAREP MPI_ERR_UNSUPPORTED_DATAREP
#define MGEN_ERR_UNSUPPORTED_OPERATION MPI_ERR_UNSUPPORTED_OPERATION
#define MGEN_ERR_WIN MPI_ERR_WIN
#define MGEN_ERR_RMA_FLAVOR MPI_ERR_RMA_FLAVOR
#define MGEN_ERR_PROC_ABORTED MPI_ERR_PROC_ABORTED
#define MGEN_ERR_VALUE_TOO_LARGE MPI_ERR_VALUE_TOO_LARGE
#define MGEN_ERR_SESSION MPI_ERR_SESSION
#define MGEN_ERR_ERRHANDLER MPI_ERR_ERRHANDLER
#define MGEN_ERR_ABI MPI_ERR_ABI
#define MGEN_ERR_LASTCODE MPI_ERR_LASTCODE
#define MGEN_MAX_DATAREP_STRING MPI_MAX_DATAREP_STRING
#define MGEN_MAX_ERROR_STRING MPI_MAX_ERROR_STRING
#define MGEN_MAX_INFO_KEY MPI_MAX_INFO_KEY
#define MGEN_MAX_INFO_VAL MPI_MAX_INFO_VAL
#define MGEN_MAX_LIBRARY_VERSION_STRING MPI_MAX_LIBRARY_VERSION_STRING
#define MGEN_MAX_OBJECT_NAME MPI_MAX_OBJECT_NAME
#define MGEN_MAX_PORT_NAME MPI_MAX_PORT_NAME
#define MGEN_MAX_PROCESSOR_NAME MPI_MAX_PROCESSOR_NAME
#define MGEN_MAX_STRINGTAG_LEN MPI_MAX_STRINGTAG_LEN
#define MGEN_MAX_PSET_NAME_LEN MPI_MAX_PSET_NAME_LEN
#define MGEN_BSEND_OVERHEAD MPI_BSEND_OVERHEAD
#define MGEN_MODE_APPEND MPI_MODE_APPEND
#define MGEN_MODE_CREATE MPI_MODE_CREATE
#define MGEN_MODE_DELETE_ON_CLOSE MPI_MODE_DELETE_ON_CLOSE
#define MGEN_MODE_EXCL MPI_MODE_EXCL
#define MGEN_MODE_RDONLY MPI_MODE_RDONLY
#define MGEN_MODE_RDWR MPI_MODE_RDWR
#define MGEN_MODE_SEQUENTIAL MPI_MODE_SEQUENTIAL
#define MGEN_MODE_UNIQUE_OPEN MPI_MODE_UNIQUE_OPEN
#define MGEN_MODE_WRONLY MPI_MODE_WRONLY
#define MGEN_MODE_NOCHECK MPI_MODE_NOCHECK
#define MGEN_MODE_NOPRECEDE MPI_MODE_NOPRECEDE
#define MGEN_MODE_NOPUT MPI_MODE_NOPUT
#define MGEN_MODE_NOSTORE MPI_MODE_NOSTORE
#define MGEN_MODE_NOSUCCEED MPI_MODE_NOSUCCEED
#define MGEN_ANY_SOURCE MPI_ANY_SOURCE
#define MGEN_ANY_TAG MPI_ANY_TAG
#define MGEN_PROC_NULL MPI_PROC_NULL
#define MGEN_ROOT MPI_ROOT
#define MGEN_UNDEFINED MPI_UNDEFINED
#define MGEN_THREAD_SINGLE MPI_THREAD_SINGLE
#define MGEN_THREAD_FUNNELED MPI_THREAD_FUNNELED
#define MGEN_THREAD_SERIALIZED MPI_THREAD_SERIALIZED
#define MGEN_THREAD_MULTIPLE MPI_THREAD_MULTIPLE
#define MGEN_ORDER_C MPI_ORDER_C
#define MGEN_ORDER_FORTRAN MPI_ORDER_FORTRAN
#define MGEN_DISTRIBUTE_NONE MPI_DISTRIBUTE_NONE
#define MGEN_DISTRIBUTE_BLOCK MPI_DISTRIBUTE_BLOCK
#define MGEN_DISTRIBUTE_CYCLIC MPI_DISTRIBUTE_CYCLIC
#define MGEN_DISTRIBUTE_DFLT_DARG MPI_DISTRIBUTE_DFLT_DARG
#define MGEN_COMBINER_NAMED MPI_COMBINER_NAMED
#define MGEN_COMBINER_DUP MPI_COMBINER_DUP
#define MGEN_COMBINER_CONTIGUOUS MPI_COMBINER_CONTIGUOUS
#define MGEN_COMBINER_VECTOR MPI_COMBINER_VECTOR
#define MGEN_COMBINER_HVECTOR MPI_COMBINER_HVECTOR
#define MGEN_COMBINER_INDEXED MPI_COMBINER_INDEXED
#define MGEN_COMBINER_HINDEXED MPI_COMBINER_HINDEXED
#define MGEN_COMBINER_INDEXED_BLOCK MPI_COMBINER_INDEXED_BLOCK
#define MGEN_COMBINER_HINDEXED_BLOCK MPI_COMBINER_HINDEXED_BLOCK
#define MGEN_COMBINER_STRUCT MPI_COMBINER_STRUCT
#define MGEN_COMBINER_SUBARRAY MPI_COMBINER_SUBARRAY
#define MGEN_COMBINER_DARRAY MPI_COMBINER_DARRAY
#define MGEN_COMBINER_F90_REAL MPI_COMBINER_F90_REAL
#define MGEN_COMBINER_F90_COMPLEX MPI_COMBINER_F90_COMPLEX
#define MGEN_COMBINER_F90_INTEGER MPI_COMBINER_F90_INTEGER
#define MGEN_COMBINER_RESIZED MPI_COMBINER_RESIZED
#define MGEN_COMBINER_VALUE_INDEX MPI_COMBINER_VALUE_INDEX
#define MGEN_TYPECLASS_INTEGER MPI_TYPECLASS_INTEGER
#define MGEN_TYPECLASS_REAL MPI_TYPECLASS_REAL
#define MGEN_TYPECLASS_COMPLEX MPI_TYPECLASS_COMPLEX
#define MGEN_IDENT MPI_IDENT
#define MGEN_CONGRUENT MPI_CONGRUENT
#define MGEN_SIMILAR MPI_SIMILAR
#define MGEN_UNEQUAL MPI_UNEQUAL
#define MGEN_CART MPI_CART
#define MGEN_GRAPH MPI_GRAPH
#define MGEN_DIST_GRAPH MPI_DIST_GRAPH
#define MGEN_COMM_TYPE_SHARED MPI_COMM_TYPE_SHARED
#define MGEN_COMM_TYPE_HW_UNGUIDED MPI_COMM_TYPE_HW_UNGUIDED
#define MGEN_COMM_TYPE_HW_GUIDED MPI_COMM_TYPE_HW_GUIDED
#define MGEN_COMM_TYPE_RESOURCE_GUIDED MPI_COMM_TYPE_RESOURCE_GUIDED
#define MGEN_LOCK_EXCLUSIVE MPI_LOCK_EXCLUSIVE
#define MGEN_LOCK_SHARED MPI_LOCK_SHARED
#define MGEN_WIN_FLAVOR_CREATE MPI_WIN_FLAVOR_CREATE
#define MGEN_WIN_FLAVOR_ALLOCATE MPI_WIN_FLAVOR_ALLOCATE
#define MGEN_WIN_FLAVOR_DYNAMIC MPI_WIN_FLAVOR_DYNAMIC
#define MGEN_WIN_FLAVOR_SHARED MPI_WIN_FLAVOR_SHARED
#define MGEN_WIN_UNIFIED MPI_WIN_UNIFIED
#define MGEN_WIN_SEPARATE MPI_WIN_SEPARATE
#define MGEN_SEEK_CUR MPI_SEEK_CUR
#define MGEN_SEEK_END MPI_SEEK_END
#define MGEN_SEEK_SET MPI_SEEK_SET
#define MGEN_KEYVAL_INVALID MPI_KEYVAL_INVALID
#define MGEN_TAG_UB MPI_TAG_UB
#define MGEN_IO MPI_IO
#define MGEN_HOST MPI_HOST
#define MGEN_WTIME_IS_GLOBAL MPI_WTIME_IS_GLOBAL
#define MGEN_APPNUM MPI_APPNUM
#define MGEN_LASTUSEDCODE MPI_LASTUSEDCODE
#define MGEN_UNIVERSE_SIZE MPI_UNIVERSE_SIZE
#define MGEN_WIN_BASE MPI_WIN_BASE
#define MGEN_WIN_DISP_UNIT MPI_WIN_DISP_UNIT
#define MGEN_WIN_SIZE MPI_WIN_SIZE
#define MGEN_WIN_CREATE_FLAVOR MPI_WIN_CREATE_FLAVOR
#define MGEN_WIN_MODEL MPI_WIN_MODEL
#define MGEN_T_ERR_CANNOT_INIT MPI_T_ERR_CANNOT_INIT
#define MGEN_T_ERR_NOT_ACCESSIBLE MPI_T_ERR_NOT_ACCESSIBLE
#define MGEN_T_ERR_NOT_INITIALIZED MPI_T_ERR_NOT_INITIALIZED
#define MGEN_T_ERR_NOT_SUPPORTED MPI_T_ERR_NOT_SUPPORTED
#define MGEN_T_ERR_MEMORY MPI_T_ERR_MEMORY
#define MGEN_T_ERR_INVALID MPI_T_ERR_INVALID
#define MGEN_T_ERR_INVALID_INDEX MPI_T_ERR_INVALID_INDEX
#define MGEN_T_ERR_INVALID_ITEM MPI_T_ERR_INVALID_ITEM
#define MGEN_T_ERR_INVALID_SESSION MPI_T_ERR_INVALID_SESSION
#define MGEN_T_ERR_INVALID_HANDLE MPI_T_ERR_INVALID_HANDLE
#define MGEN_T_ERR_INVALID_NAME MPI_T_ERR_INVALID_NAME
#define MGEN_T_ERR_OUT_OF_HANDLES MPI_T_ERR_OUT_OF_HANDLES
#define MGEN_T_ERR_OUT_OF_SESSIONS MPI_T_ERR_OUT_OF_SESSIONS
#define MGEN_T_ERR_CVAR_SET_NOT_NOW MPI_T_ERR_CVAR_SET_NOT_NOW
#define MGEN_T_ERR_CVAR_SET_NEVER MPI_T_ERR_CVAR_SET_NEVER
#define MGEN_T_ERR_PVAR_NO_WRITE MPI_T_ERR_PVAR_NO_WRITE
#define MGEN_T_ERR_PVAR_NO_STARTSTOP MPI_T_ERR_PVAR_NO_STARTSTOP
#define MGEN_T_ERR_PVAR_NO_ATOMIC MPI_T_ERR_PVAR_NO_ATOMIC
#define MGEN_T_CB_REQUIRE_NONE MPI_T_CB_REQUIRE_NONE
#define MGEN_T_CB_REQUIRE_MPI_RESTRICTED MPI_T_CB_REQUIRE_MPI_RESTRICTED
#define MGEN_T_CB_REQUIRE_THREAD_SAFE MPI_T_CB_REQUIRE_THREAD_SAFE
#define MGEN_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE
#define MGEN_T_SOURCE_ORDERED MPI_T_SOURCE_ORDERED
#define MGEN_T_SOURCE_UNORDERED MPI_T_SOURCE_UNORDERED
#define MGEN_T_VERBOSITY_USER_BASIC MPI_T_VERBOSITY_USER_BASIC
#define MGEN_T_VERBOSITY_USER_DETAIL MPI_T_VERBOSITY_USER_DETAIL
#define MGEN_T_VERBOSITY_USER_ALL MPI_T_VERBOSITY_USER_ALL
#define MGEN_T_VERBOSITY_TUNER_BASIC MPI_T_VERBOSITY_TUNER_BASIC
#define MGEN_T_VERBOSITY_TUNER_DETAIL MPI_T_VERBOSITY_TUNER_DETAIL
#define MGEN_T_VERBOSITY_TUNER_ALL MPI_T_VERBOSITY_TUNER_ALL
#define MGEN_T_VERBOSITY_MPIDEV_BASIC MPI_T_VERBOSITY_MPIDEV_BASIC
#define MGEN_T_VERBOSITY_MPIDEV_DETAIL MPI_T_VERBOSITY_MPIDEV_DETAIL
#define MGEN_T_VERBOSITY_MPIDEV_ALL MPI_T_VERBOSITY_MPIDEV_ALL
#define MGEN_T_BIND_NO_OBJECT MPI_T_BIND_NO_OBJECT
#define MGEN_T_BIND_MPI_COMM MPI_T_BIND_MPI_COMM
#define MGEN_T_BIND_MPI_DATATYPE MPI_T_BIND_MPI_DATATYPE
#define MGEN_T_BIND_MPI_ERRHANDLER MPI_T_BIND_MPI_ERRHANDLER
#define MGEN_T_BIND_MPI_FILE MPI_T_BIND_MPI_FILE
#define MGEN_T_BIND_MPI_GROUP MPI_T_BIND_MPI_GROUP
#define MGEN_T_BIND_MPI_OP MPI_T_BIND_MPI_OP
#define MGEN_T_BIND_MPI_REQUEST MPI_T_BIND_MPI_REQUEST
#define MGEN_T_BIND_MPI_WIN MPI_T_BIND_MPI_WIN
#define MGEN_T_BIND_MPI_MESSAGE MPI_T_BIND_MPI_MESSAGE
#define MGEN_T_BIND_MPI_INFO MPI_T_BIND_MPI_INFO
#define MGEN_T_BIND_MPI_SESSION MPI_T_BIND_MPI_SESSION
#define MGEN_T_SCOPE_CONSTANT MPI_T_SCOPE_CONSTANT
#define MGEN_T_SCOPE_READONLY MPI_T_SCOPE_READONLY
#define MGEN_T_SCOPE_LOCAL MPI_T_SCOPE_LOCAL
#define MGEN_T_SCOPE_GROUP MPI_T_SCOPE_GROUP
#define MGEN_T_SCOPE_GROUP_EQ MPI_T_SCOPE_GROUP_EQ
#define MGEN_T_SCOPE_ALL MPI_T_SCOPE_ALL
#define MGEN_T_SCOPE_ALL_EQ MPI_T_SCOPE_ALL_EQ
#define MGEN_T_PVAR_CLASS_STATE MPI_T_PVAR_CLASS_STATE
#define MGEN_T_PVAR_CLASS_LEVEL MPI_T_PVAR_CLASS_LEVEL
#define MGEN_T_PVAR_CLASS_SIZE MPI_T_PVAR_CLASS_SIZE
#define MGEN_T_PVAR_CLASS_PERCENTAGE MPI_T_PVAR_CLASS_PERCENTAGE
#define MGEN_T_PVAR_CLASS_HIGHWATERMARK MPI_T_PVAR_CLASS_HIGHWATERMARK
#define MGEN_T_PVAR_CLASS_LOWWATERMARK MPI_T_PVAR_CLASS_LOWWATERMARK
#define MGEN_T_PVAR_CLASS_COUNTER MPI_T_PVAR_CLASS_COUNTER
#define MGEN_T_PVAR_CLASS_AGGREGATE MPI_T_PVAR_CLASS_AGGREGATE
#define MGEN_T_PVAR_CLASS_TIMER MPI_T_PVAR_CLASS_TIMER
#define MGEN_T_PVAR_CLASS_GENERIC MPI_T_PVAR_CLASS_GENERIC
#define MGEN_OP_NULL MPI_OP_NULL
#define MGEN_SUM MPI_SUM
#define MGEN_MIN MPI_MIN
#define MGEN_MAX MPI_MAX
#define MGEN_PROD MPI_PROD
#define MGEN_BAND MPI_BAND
#define MGEN_BOR MPI_BOR
#define MGEN_BXOR MPI_BXOR
#define MGEN_LAND MPI_LAND
#define MGEN_LOR MPI_LOR
#define MGEN_LXOR MPI_LXOR
#define MGEN_MINLOC MPI_MINLOC
#define MGEN_MAXLOC MPI_MAXLOC
#define MGEN_REPLACE MPI_REPLACE
#define MGEN_NO_OP MPI_NO_OP
#define MGEN_COMM_NULL MPI_COMM_NULL
#define MGEN_COMM_WORLD MPI_COMM_WORLD
#define MGEN_COMM_SELF MPI_COMM_SELF
#define MGEN_GROUP_NULL MPI_GROUP_NULL
#define MGEN_GROUP_EMPTY MPI_GROUP_EMPTY
#define MGEN_WIN_NULL MPI_WIN_NULL
#define MGEN_FILE_NULL MPI_FILE_NULL
#define MGEN_SESSION_NULL MPI_SESSION_NULL
#define MGEN_MESSAGE_NULL MPI_MESSAGE_NULL
#define MGEN_MESSAGE_NO_PROC MPI_MESSAGE_NO_PROC
#define MGEN_INFO_NULL MPI_INFO_NULL
#define MGEN_INFO_ENV MPI_INFO_ENV
#define MGEN_ERRHANDLER_NULL MPI_ERRHANDLER_NULL
#define MGEN_ERRORS_ARE_FATAL MPI_ERRORS_ARE_FATAL
#define MGEN_ERRORS_ABORT MPI_ERRORS_ABORT
#define MGEN_ERRORS_RETURN MPI_ERRORS_RETURN
#define MGEN_REQUEST_NULL MPI_REQUEST_NULL
#define MGEN_DATATYPE_NULL MPI_DATATYPE_NULL
#define MGEN_AINT MPI_AINT
#define MGEN_COUNT MPI_COUNT
#define MGEN_OFFSET MPI_OFFSET
#define MGEN_PACKED MPI_PACKED
#define MGEN_SHORT MPI_SHORT
#define MGEN_INT MPI_INT
#define MGEN_LONG MPI_LONG
#define MGEN_LONG_LONG MPI_LONG_LONG
#define MGEN_LONG_LONG_INT MPI_LONG_LONG_INT
#define MGEN_UNSIGNED_SHORT MPI_UNSIGNED_SHORT
#define MGEN_UNSIGNED MPI_UNSIGNED
#define MGEN_UNSIGNED_LONG MPI_UNSIGNED_LONG
#define MGEN_UNSIGNED_LONG_LONG MPI_UNSIGNED_LONG_LONG
#define MGEN_FLOAT MPI_FLOAT
#define MGEN_C_FLOAT_COMPLEX MPI_C_FLOAT_COMPLEX
#define MGEN_C_COMPLEX MPI_C_COMPLEX
#define MGEN_CXX_FLOAT_COMPLEX MPI_CXX_FLOAT_COMPLEX
#define MGEN_DOUBLE MPI_DOUBLE
#define MGEN_C_DOUBLE_COMPLEX MPI_C_DOUBLE_COMPLEX
#define MGEN_CXX_DOUBLE_COMPLEX MPI_CXX_DOUBLE_COMPLEX
#define MGEN_LOGICAL MPI_LOGICAL
#define MGEN_INTEGER MPI_INTEGER
#define MGEN_REAL MPI_REAL
#define MGEN_COMPLEX MPI_COMPLEX
#define MGEN_DOUBLE_PRECISION MPI_DOUBLE_PRECISION
#define MGEN_DOUBLE_COMPLEX MPI_DOUBLE_COMPLEX
#define MGEN_CHARACTER MPI_CHARACTER
#define MGEN_LONG_DOUBLE MPI_LONG_DOUBLE
#define MGEN_C_LONG_DOUBLE_COMPLEX MPI_C_LONG_DOUBLE_COMPLEX
#define MGEN_CXX_LONG_DOUBLE_COMPLEX MPI_CXX_LONG_DOUBLE_COMPLEX
#define MGEN_FLOAT_INT MPI_FLOAT_INT
#define MGEN_DOUBLE_INT MPI_DOUBLE_INT
#define MGEN_LONG_INT MPI_LONG_INT
#define MGEN_2INT MPI_2INT
#define MGEN_SHORT_INT MPI_SHORT_INT
#define MGEN_LONG_DOUBLE_INT MPI_LONG_DOUBLE_INT
#define MGEN_2REAL MPI_2REAL
#define MGEN_2DOUBLE_PRECISION MPI_2DOUBLE_PRECISION
#define MGEN_2INTEGER MPI_2INTEGER
#define MGEN_C_BOOL MPI_C_BOOL
#define MGEN_CXX_BOOL MPI_CXX_BOOL
#define MGEN_WCHAR MPI_WCHAR
#define MGEN_INT8_T MPI_INT8_T
#define MGEN_UINT8_T MPI_UINT8_T
#define MGEN_CHAR MPI_CHAR
#define MGEN_SIGNED_CHAR MPI_SIGNED_CHAR
#define MGEN_UNSIGNED_CHAR MPI_UNSIGNED_CHAR
#define MGEN_BYTE MPI_BYTE
#define MGEN_INT16_T MPI_INT16_T
#define MGEN_UINT16_T MPI_UINT16_T
#define MGEN_INT32_T MPI_INT32_T
#define MGEN_UINT32_T MPI_UINT32_T
#define MGEN_INT64_T MPI_INT64_T
#define MGEN_UINT64_T MPI_UINT64_T
#define MGEN_LOGICAL1 MPI_LOGICAL1
#define MGEN_INTEGER1 MPI_INTEGER1
#define MGEN_LOGICAL2 MPI_LOGICAL2
#define MGEN_INTEGER2 MPI_INTEGER2
#define MGEN_REAL2 MPI_REAL2
#define MGEN_LOGICAL4 MPI_LOGICAL4
#define MGEN_INTEGER4 MPI_INTEGER4
#define MGEN_REAL4 MPI_REAL4
#define MGEN_COMPLEX4 MPI_COMPLEX4
#define MGEN_LOGICAL8 MPI_LOGICAL8
#define MGEN_INTEGER8 MPI_INTEGER8
#define MGEN_REAL8 MPI_REAL8
#define MGEN_COMPLEX8 MPI_COMPLEX8
#define MGEN_LOGICAL16 MPI_LOGICAL16
#define MGEN_INTEGER16 MPI_INTEGER16
#define MGEN_REAL16 MPI_REAL16
#define MGEN_COMPLEX16 MPI_COMPLEX16
#define MGEN_COMPLEX32 MPI_COMPLEX32
#define MGEN_STATUS_IGNORE MPI_STATUS_IGNORE
#define MGEN_STATUSES_IGNORE MPI_STATUSES_IGNORE
#define MGEN_DISPLACEMENT_CURRENT MPI_DISPLACEMENT_CURRENT
#define MGEN_NULL_COPY_FN MPI_NULL_COPY_FN
#define MGEN_DUP_FN MPI_DUP_FN
#define MGEN_NULL_DELETE_FN MPI_NULL_DELETE_FN
#define MGEN_COMM_NULL_COPY_FN MPI_COMM_NULL_COPY_FN
#define MGEN_COMM_DUP_FN MPI_COMM_DUP_FN
#define MGEN_COMM_NULL_DELETE_FN MPI_COMM_NULL_DELETE_FN
#define MGEN_TYPE_NULL_COPY_FN MPI_TYPE_NULL_COPY_FN
#define MGEN_TYPE_DUP_FN MPI_TYPE_DUP_FN
#define MGEN_TYPE_NULL_DELETE_FN MPI_TYPE_NULL_DELETE_FN
#define MGEN_WIN_NULL_COPY_FN MPI_WIN_NULL_COPY_FN
#define MGEN_WIN_DUP_FN MPI_WIN_DUP_FN
#define MGEN_WIN_NULL_DELETE_FN MPI_WIN_NULL_DELETE_FN
#define MGEN_CONVERSION_FN_NULL MPI_CONVERSION_FN_NULL
#define MGEN_CONVERSION_FN_NULL_C MPI_CONVERSION_FN_NULL_C
#define MGEN_T_ENUM_NULL MPI_T_ENUM_NULL
#define MGEN_T_CVAR_HANDLE_NULL MPI_T_CVAR_HANDLE_NULL
#define MGEN_T_PVAR_SESSION_NULL MPI_T_PVAR_SESSION_NULL
#define MGEN_T_PVAR_HANDLE_NULL MPI_T_PVAR_HANDLE_NULL
#define MGEN_T_PVAR_ALL_HANDLES MPI_T_PVAR_ALL_HANDLES
#define MGEN_SOURCE MPI_SOURCE
#define MGEN_TAG MPI_TAG
#define MGEN_ERROR MPI_ERROR
#define MGEN_BOTTOM MPI_BOTTOM
#define MGEN_IN_PLACE MPI_IN_PLACE
#define MGEN_UNWEIGHTED MPI_UNWEIGHTED
#define MGEN_WEIGHTS_EMPTY MPI_WEIGHTS_EMPTY
#define MGEN_BUFFER_AUTOMATIC MPI_BUFFER_AUTOMATIC

extern "C" {
int MGEN_Pcontrol(int level, ...);
int MGEN_Init(int *argc, char ***argv);
int MGEN_Initialized(int *flag);
int MGEN_Finalize(void);
int MGEN_Finalized(int *flag);
int MGEN_Abort(MPI_Comm comm, int code);
int MGEN_Init_thread(int *argc, char ***argv, int required, int *provided);
int MGEN_Query_thread(int *provided);
int MGEN_Get_processor_name(char *name, int *length);
int MGEN_Is_thread_main(int *flag);
int MGEN_Get_version(int *version, int *subversion);
int MGEN_Get_library_version(char *version, int *length);
int MGEN_Alloc_mem(MPI_Aint size, MPI_Info info, void *address_of_pointer);
int MGEN_Free_mem(void *address);
int MGEN_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
int MGEN_Send_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm);
int MGEN_Ssend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
int MGEN_Ssend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm);
int MGEN_Rsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
int MGEN_Rsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm);
int MGEN_Bsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
int MGEN_Bsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm);
int MGEN_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Status *status);
int MGEN_Recv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Status *status);
int MGEN_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request);
int MGEN_Isend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request);
int MGEN_Issend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request);
int MGEN_Issend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request);
int MGEN_Irsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request);
int MGEN_Irsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request);
int MGEN_Ibsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request);
int MGEN_Ibsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request);
int MGEN_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Request *request);
int MGEN_Irecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Request *request);
int MGEN_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
    void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
    MPI_Status *status);
int MGEN_Sendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest,
    int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag,
    MPI_Comm comm, MPI_Status *status);
int MGEN_Sendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source,
    int recvtag, MPI_Comm comm, MPI_Status *status);
int MGEN_Sendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag,
    int source, int recvtag, MPI_Comm comm, MPI_Status *status);
int MGEN_Isendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
    void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
    MPI_Request *request);
int MGEN_Isendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest,
    int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag,
    MPI_Comm comm, MPI_Request *request);
int MGEN_Isendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source,
    int recvtag, MPI_Comm comm, MPI_Request *request);
int MGEN_Isendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag,
    int source, int recvtag, MPI_Comm comm, MPI_Request *request);
int MGEN_Get_count(const MPI_Status *status, MPI_Datatype datatype, int *count);
int MGEN_Get_count_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count);
int MGEN_Get_elements(const MPI_Status *status, MPI_Datatype datatype, int *count);
int MGEN_Get_elements_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count);
int MGEN_Status_set_elements_x(MPI_Status *status, MPI_Datatype datatype, MPI_Count count);
int MGEN_Status_set_elements(MPI_Status *status, MPI_Datatype datatype, int count);
int MGEN_Status_set_cancelled(MPI_Status *status, int flag);
int MGEN_Get_elements_x(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count);
int MGEN_Buffer_attach(void *buffer, int size);
int MGEN_Buffer_attach_c(void *buffer, MPI_Count size);
int MGEN_Buffer_detach(void *buffer_address, int *size);
int MGEN_Buffer_detach_c(void *buffer_address, MPI_Count *size);
int MGEN_Wait(MPI_Request *request, MPI_Status *status);
int MGEN_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]);
int MGEN_Waitany(int count, MPI_Request requests[], int *index, MPI_Status *status);
int MGEN_Waitsome(int incount, MPI_Request requests[], int *outcount, int indices[],
    MPI_Status statuses[]);
int MGEN_Test(MPI_Request *request, int *flag, MPI_Status *status);
int MGEN_Testall(int count, MPI_Request requests[], int *flag, MPI_Status statuses[]);
int MGEN_Testany(int count, MPI_Request requests[], int *index, int *flag, MPI_Status *status);
int MGEN_Testsome(int incount, MPI_Request requests[], int *outcount, int indices[],
    MPI_Status statuses[]);
int MGEN_Request_get_status(MPI_Request request, int *flag, MPI_Status *status);
int MGEN_Request_get_status_all(int count, const MPI_Request requests[], int *flag,
    MPI_Status statuses[]);
int MGEN_Request_get_status_any(int count, const MPI_Request requests[], int *index, int *flag,
    MPI_Status *status);
int MGEN_Request_get_status_some(int incount, const MPI_Request requests[], int *outcount, int indices[],
    MPI_Status statuses[]);
int MGEN_Status_get_source(const MPI_Status *status, int *source);
int MGEN_Status_get_tag(const MPI_Status *status, int *tag);
int MGEN_Status_get_error(const MPI_Status *status, int *error);
int MGEN_Status_set_source(MPI_Status *status, int source);
int MGEN_Status_set_tag(MPI_Status *status, int tag);
int MGEN_Status_set_error(MPI_Status *status, int error);
int MGEN_Request_free(MPI_Request *request);
int MGEN_Cancel(MPI_Request *request);
int MGEN_Test_cancelled(const MPI_Status *status, int *flag);
int MGEN_Send_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request);
int MGEN_Send_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request);
int MGEN_Ssend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request);
int MGEN_Ssend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request);
int MGEN_Rsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request);
int MGEN_Rsend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request);
int MGEN_Bsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request);
int MGEN_Bsend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request);
int MGEN_Recv_init(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Request *request);
int MGEN_Recv_init_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
    MPI_Comm comm, MPI_Request *request);
int MGEN_Grequest_start(MPI_Grequest_query_function *query, MPI_Grequest_free_function *release,
    MPI_Grequest_cancel_function *cancel, void *extra, MPI_Request *request);
int MGEN_Grequest_complete(MPI_Request request);
int MGEN_Start(MPI_Request *request);
int MGEN_Startall(int count, MPI_Request requests[]);
int MGEN_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status);
int MGEN_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status);
int MGEN_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status);
int MGEN_Improbe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message, MPI_Status *status);
int MGEN_Mrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Status *status);
int MGEN_Mrecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message,
    MPI_Status *status);
int MGEN_Imrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Request *request);
int MGEN_Imrecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message,
    MPI_Request *request);
int MGEN_Comm_rank(MPI_Comm comm, int *rank);
int MGEN_Comm_size(MPI_Comm comm, int *size);
int MGEN_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm);
int MGEN_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm);
int MGEN_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request);
int MGEN_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm, MPI_Request *request);
int MGEN_Comm_test_inter(MPI_Comm comm, int *flag);
int MGEN_Comm_set_info(MPI_Comm comm, MPI_Info info);
int MGEN_Comm_get_info(MPI_Comm comm, MPI_Info *info);
int MGEN_Comm_set_name(MPI_Comm comm, const char *name);
int MGEN_Comm_get_name(MPI_Comm comm, char *name, int *length);
int MGEN_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm);
int MGEN_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *newcomm);
int MGEN_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm);
int MGEN_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm);
int MGEN_Comm_create_from_group(MPI_Group group, const char *stringtag, MPI_Info info,
    MPI_Errhandler handler, MPI_Comm *newcomm);
int MGEN_Comm_remote_size(MPI_Comm comm, int *size);
int MGEN_Comm_remote_group(MPI_Comm comm, MPI_Group *group);
int MGEN_Intercomm_create(MPI_Comm local, int leader, MPI_Comm peer, int remote_leader, int tag,
    MPI_Comm *newcomm);
int MGEN_Intercomm_create_from_groups(MPI_Group local, int leader, MPI_Group remote, int remote_leader,
    const char *stringtag, MPI_Info info, MPI_Errhandler handler, MPI_Comm *newcomm);
int MGEN_Intercomm_merge(MPI_Comm inter, int high, MPI_Comm *newcomm);
int MGEN_Comm_compare(MPI_Comm a, MPI_Comm b, int *result);
int MGEN_Comm_free(MPI_Comm *comm);
int MGEN_Comm_get_parent(MPI_Comm *parent);
int MGEN_Comm_group(MPI_Comm comm, MPI_Group *group);
int MGEN_Group_rank(MPI_Group group, int *rank);
int MGEN_Group_size(MPI_Group group, int *size);
int MGEN_Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup);
int MGEN_Group_excl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup);
int MGEN_Group_range_incl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup);
int MGEN_Group_range_excl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup);
int MGEN_Group_union(MPI_Group a, MPI_Group b, MPI_Group *newgroup);
int MGEN_Group_intersection(MPI_Group a, MPI_Group b, MPI_Group *newgroup);
int MGEN_Group_difference(MPI_Group a, MPI_Group b, MPI_Group *newgroup);
int MGEN_Group_translate_ranks(MPI_Group a, int n, const int ranks[], MPI_Group b, int result[]);
int MGEN_Group_compare(MPI_Group a, MPI_Group b, int *result);
int MGEN_Group_free(MPI_Group *group);
int MGEN_Topo_test(MPI_Comm comm, int *kind);
int MGEN_Dims_create(int nodes, int ndims, int dims[]);
int MGEN_Cart_create(MPI_Comm comm, int ndims, const int dims[], const int periods[], int reorder,
    MPI_Comm *cart);
int MGEN_Cart_sub(MPI_Comm cart, const int remain[], MPI_Comm *newcomm);
int MGEN_Cartdim_get(MPI_Comm cart, int *ndims);
int MGEN_Cart_get(MPI_Comm cart, int maxdims, int dims[], int periods[], int coords[]);
int MGEN_Cart_rank(MPI_Comm cart, const int coords[], int *rank);
int MGEN_Cart_coords(MPI_Comm cart, int rank, int maxdims, int coords[]);
int MGEN_Cart_shift(MPI_Comm cart, int dimension, int displacement, int *source, int *dest);
int MGEN_Cart_map(MPI_Comm comm, int ndims, const int dims[], const int periods[], int *rank);
int MGEN_Graph_create(MPI_Comm comm, int nodes, const int index[], const int edges[], int reorder,
    MPI_Comm *graph);
int MGEN_Graphdims_get(MPI_Comm graph, int *nodes, int *edges);
int MGEN_Graph_get(MPI_Comm graph, int maxindex, int maxedges, int index[], int edges[]);
int MGEN_Graph_neighbors_count(MPI_Comm graph, int rank, int *count);
int MGEN_Graph_neighbors(MPI_Comm graph, int rank, int maxneighbors, int neighbors[]);
int MGEN_Graph_map(MPI_Comm comm, int nodes, const int index[], const int edges[], int *rank);
int MGEN_Dist_graph_create_adjacent(MPI_Comm comm, int indegree, const int sources[],
    const int *sourceweights, int outdegree, const int destinations[], const int *destweights,
    MPI_Info info, int reorder, MPI_Comm *graph);
int MGEN_Dist_graph_create(MPI_Comm comm, int n, const int sources[], const int degrees[],
    const int destinations[], const int *weights, MPI_Info info, int reorder, MPI_Comm *graph);
int MGEN_Dist_graph_neighbors_count(MPI_Comm graph, int *indegree, int *outdegree, int *weighted);
int MGEN_Dist_graph_neighbors(MPI_Comm graph, int maxindegree, int sources[], int *sourceweights,
    int maxoutdegree, int destinations[], int *destweights);
int MGEN_Comm_create_keyval(MPI_Comm_copy_attr_function *copy, MPI_Comm_delete_attr_function *erase,
    int *keyval, void *extra);
int MGEN_Comm_free_keyval(int *keyval);
int MGEN_Comm_set_attr(MPI_Comm comm, int keyval, void *value);
int MGEN_Comm_get_attr(MPI_Comm comm, int keyval, void *address_of_value, int *flag);
int MGEN_Comm_delete_attr(MPI_Comm comm, int keyval);
int MGEN_Type_create_keyval(MPI_Type_copy_attr_function *copy, MPI_Type_delete_attr_function *erase,
    int *keyval, void *extra);
int MGEN_Type_free_keyval(int *keyval);
int MGEN_Type_set_attr(MPI_Datatype datatype, int keyval, void *value);
int MGEN_Type_get_attr(MPI_Datatype datatype, int keyval, void *address_of_value, int *flag);
int MGEN_Type_delete_attr(MPI_Datatype datatype, int keyval);
int MGEN_Comm_create_errhandler(MPI_Comm_errhandler_function *function, MPI_Errhandler *handler);
int MGEN_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler handler);
int MGEN_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *handler);
int MGEN_Comm_call_errhandler(MPI_Comm comm, int code);
int MGEN_Errhandler_free(MPI_Errhandler *handler);
int MGEN_Error_class(int code, int *errorclass);
int MGEN_Error_string(int code, char *string, int *length);
int MGEN_Add_error_class(int *errorclass);
int MGEN_Add_error_code(int errorclass, int *errorcode);
int MGEN_Add_error_string(int errorcode, const char *string);
int MGEN_Remove_error_class(int errorclass);
int MGEN_Remove_error_code(int errorcode);
int MGEN_Remove_error_string(int errorcode);
int MGEN_Type_contiguous(int count, MPI_Datatype old, MPI_Datatype *newtype);
int MGEN_Type_contiguous_c(MPI_Count count, MPI_Datatype old, MPI_Datatype *newtype);
int MGEN_Type_vector(int count, int blocklength, int stride, MPI_Datatype old, MPI_Datatype *newtype);
int MGEN_Type_vector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype old,
    MPI_Datatype *newtype);
int MGEN_Type_create_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype old,
    MPI_Datatype *newtype);
int MGEN_Type_create_hvector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype old,
    MPI_Datatype *newtype);
int MGEN_Type_create_resized(MPI_Datatype old, MPI_Aint lower, MPI_Aint extent, MPI_Datatype *newtype);
int MGEN_Type_create_resized_c(MPI_Datatype old, MPI_Count lower, MPI_Count extent,
    MPI_Datatype *newtype);
int MGEN_Type_indexed(int count, const int blocklengths[], const int displs[], MPI_Datatype old,
    MPI_Datatype *newtype);
int MGEN_Type_indexed_c(MPI_Count count, const MPI_Count blocklengths[], const MPI_Count displs[],
    MPI_Datatype old, MPI_Datatype *newtype);
int MGEN_Type_create_indexed_block(int count, int blocklength, const int displs[], MPI_Datatype old,
    MPI_Datatype *newtype);
int MGEN_Type_create_indexed_block_c(MPI_Count count, MPI_Count blocklength, const MPI_Count displs[],
    MPI_Datatype old, MPI_Datatype *newtype);
int MGEN_Type_create_hindexed(int count, const int blocklengths[], const MPI_Aint displs[],
    MPI_Datatype old, MPI_Datatype *newtype);
int MGEN_Type_create_hindexed_c(MPI_Count count, const MPI_Count blocklengths[], const MPI_Count displs[],
    MPI_Datatype old, MPI_Datatype *newtype);
int MGEN_Type_create_hindexed_block(int count, int blocklength, const MPI_Aint displs[], MPI_Datatype old,
    MPI_Datatype *newtype);
int MGEN_Type_create_hindexed_block_c(MPI_Count count, MPI_Count blocklength, const MPI_Count displs[],
    MPI_Datatype old, MPI_Datatype *newtype);
int MGEN_Type_create_struct(int count, const int blocklengths[], const MPI_Aint displs[],
    const MPI_Datatype types[], MPI_Datatype *newtype);
int MGEN_Type_create_struct_c(MPI_Count count, const MPI_Count blocklengths[], const MPI_Count displs[],
    const MPI_Datatype types[], MPI_Datatype *newtype);
int MGEN_Type_create_subarray(int ndims, const int sizes[], const int subsizes[], const int starts[],
    int order, MPI_Datatype old, MPI_Datatype *newtype);
int MGEN_Type_create_subarray_c(int ndims, const MPI_Count sizes[], const MPI_Count subsizes[],
    const MPI_Count starts[], int order, MPI_Datatype old, MPI_Datatype *newtype);
int MGEN_Type_create_darray(int size, int rank, int ndims, const int gsizes[], const int distribs[],
    const int dargs[], const int psizes[], int order, MPI_Datatype old, MPI_Datatype *newtype);
int MGEN_Type_create_darray_c(int size, int rank, int ndims, const MPI_Count gsizes[],
    const int distribs[], const int dargs[], const int psizes[], int order, MPI_Datatype old,
    MPI_Datatype *newtype);
int MGEN_Type_get_envelope(MPI_Datatype datatype, int *integers, int *addresses, int *datatypes,
    int *combiner);
int MGEN_Type_get_contents(MPI_Datatype datatype, int max_integers, int max_addresses, int max_datatypes,
    int integers[], MPI_Aint addresses[], MPI_Datatype datatypes[]);
int MGEN_Type_dup(MPI_Datatype old, MPI_Datatype *newtype);
int MGEN_Type_set_name(MPI_Datatype datatype, const char *name);
int MGEN_Type_get_name(MPI_Datatype datatype, char *name, int *length);
int MGEN_Type_get_value_index(MPI_Datatype value, MPI_Datatype index, MPI_Datatype *pair);
int MGEN_Type_match_size(int typeclass, int size, MPI_Datatype *datatype);
int MGEN_Type_commit(MPI_Datatype *datatype);
int MGEN_Type_free(MPI_Datatype *datatype);
int MGEN_Type_size(MPI_Datatype datatype, int *size);
int MGEN_Type_size_c(MPI_Datatype datatype, MPI_Count *size);
int MGEN_Type_get_extent(MPI_Datatype datatype, MPI_Aint *lower, MPI_Aint *extent);
int MGEN_Type_get_extent_c(MPI_Datatype datatype, MPI_Count *lower, MPI_Count *extent);
int MGEN_Type_get_true_extent(MPI_Datatype datatype, MPI_Aint *lower, MPI_Aint *extent);
int MGEN_Type_get_true_extent_c(MPI_Datatype datatype, MPI_Count *lower, MPI_Count *extent);
int MGEN_Type_size_x(MPI_Datatype datatype, MPI_Count *size);
int MGEN_Type_get_extent_x(MPI_Datatype datatype, MPI_Count *lower, MPI_Count *extent);
int MGEN_Type_get_true_extent_x(MPI_Datatype datatype, MPI_Count *lower, MPI_Count *extent);
MPI_Aint MGEN_Aint_add(MPI_Aint base, MPI_Aint displacement);
MPI_Aint MGEN_Aint_diff(MPI_Aint a, MPI_Aint b);
int MGEN_Get_address(const void *location, MPI_Aint *address);
int MGEN_Pack(const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, int outsize,
    int *position, MPI_Comm comm);
int MGEN_Pack_c(const void *inbuf, MPI_Count incount, MPI_Datatype datatype, void *outbuf,
    MPI_Count outsize, MPI_Count *position, MPI_Comm comm);
int MGEN_Unpack(const void *inbuf, int insize, int *position, void *outbuf, int outcount,
    MPI_Datatype datatype, MPI_Comm comm);
int MGEN_Unpack_c(const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf,
    MPI_Count outcount, MPI_Datatype datatype, MPI_Comm comm);
int MGEN_Pack_external(const char *datarep, const void *inbuf, int incount, MPI_Datatype datatype,
    void *outbuf, MPI_Aint outsize, MPI_Aint *position);
int MGEN_Pack_external_c(const char *datarep, const void *inbuf, MPI_Count incount, MPI_Datatype datatype,
    void *outbuf, MPI_Count outsize, MPI_Count *position);
int MGEN_Unpack_external(const char *datarep, const void *inbuf, MPI_Aint insize, MPI_Aint *position,
    void *outbuf, int outcount, MPI_Datatype datatype);
int MGEN_Unpack_external_c(const char *datarep, const void *inbuf, MPI_Count insize, MPI_Count *position,
    void *outbuf, MPI_Count outcount, MPI_Datatype datatype);
int MGEN_Pack_external_size(const char *datarep, int incount, MPI_Datatype datatype, MPI_Aint *size);
int MGEN_Pack_external_size_c(const char *datarep, MPI_Count incount, MPI_Datatype datatype,
    MPI_Count *size);
int MGEN_Pack_size(int incount, MPI_Datatype datatype, MPI_Comm comm, int *size);
int MGEN_Pack_size_c(MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm, MPI_Count *size);
int MGEN_Op_create(MPI_User_function *function, int commute, MPI_Op *op);
int MGEN_Op_free(MPI_Op *op);
int MGEN_Op_commutative(MPI_Op op, int *commute);
int MGEN_Reduce_local(const void *inbuf, void *inoutbuf, int count, MPI_Datatype datatype, MPI_Op op);
int MGEN_Reduce_local_c(const void *inbuf, void *inoutbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op);
double MGEN_Wtime(void);
double MGEN_Wtick(void);
int MGEN_Barrier(MPI_Comm comm);
int MGEN_Ibarrier(MPI_Comm comm, MPI_Request *request);
int MGEN_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MGEN_Bcast(void *buf, int count, MPI_Datatype datatype, int root, MPI_Comm comm);
int MGEN_Bcast_c(void *buf, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm);
int MGEN_Ibcast(void *buf, int count, MPI_Datatype datatype, int root, MPI_Comm comm,
    MPI_Request *request);
int MGEN_Ibcast_c(void *buf, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
    MPI_Request *request);
int MGEN_Bcast_init(void *buf, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info,
    MPI_Request *request);
int MGEN_Bcast_init_c(void *buf, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
    MPI_Info info, MPI_Request *request);
int MGEN_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
    MPI_Comm comm);
int MGEN_Reduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    int root, MPI_Comm comm);
int MGEN_Ireduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
    int root, MPI_Comm comm, MPI_Request *request);
int MGEN_Ireduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    int root, MPI_Comm comm, MPI_Request *request);
int MGEN_Reduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
    int root, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MGEN_Reduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MGEN_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm);
int MGEN_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm);
int MGEN_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Request *request);
int MGEN_Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm, MPI_Request *request);
int MGEN_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MGEN_Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MGEN_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
    MPI_Datatype recvtype, int root, MPI_Comm comm);
int MGEN_Gather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
int MGEN_Igather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
    MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request);
int MGEN_Igather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request);
int MGEN_Gather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MGEN_Gather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
    MPI_Request *request);
int MGEN_Gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm);
int MGEN_Gatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root,
    MPI_Comm comm);
int MGEN_Igatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm,
    MPI_Request *request);
int MGEN_Igatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm,
    MPI_Request *request);
int MGEN_Gatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm,
    MPI_Info info, MPI_Request *request);
int MGEN_Gatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm,
    MPI_Info info, MPI_Request *request);
int MGEN_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
    MPI_Datatype recvtype, int root, MPI_Comm comm);
int MGEN_Scatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
int MGEN_Iscatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
    MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request);
int MGEN_Iscatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request);
int MGEN_Scatter_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MGEN_Scatter_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
    MPI_Request *request);
int MGEN_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype,
    void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
int MGEN_Scatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
    MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
    MPI_Comm comm);
int MGEN_Iscatterv(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype,
    void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request);
int MGEN_Iscatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
    MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
    MPI_Comm comm, MPI_Request *request);
int MGEN_Scatterv_init(const void *sendbuf, const int sendcounts[], const int displs[],
    MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
    MPI_Info info, MPI_Request *request);
int MGEN_Scatterv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
    MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
    MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MGEN_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
int MGEN_Allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
int MGEN_Iallgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
int MGEN_Iallgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
int MGEN_Allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MGEN_Allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MGEN_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm);
int MGEN_Allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm);
int MGEN_Iallgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm,
    MPI_Request *request);
int MGEN_Iallgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm,
    MPI_Request *request);
int MGEN_Allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
    MPI_Request *request);
int MGEN_Allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm,
    MPI_Info info, MPI_Request *request);
int MGEN_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
    MPI_Datatype recvtype, MPI_Comm comm);
int MGEN_Alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
int MGEN_Ialltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
int MGEN_Ialltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
int MGEN_Alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MGEN_Alltoall_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MGEN_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm);
int MGEN_Alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm);
int MGEN_Ialltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
int MGEN_Ialltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
int MGEN_Alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MGEN_Alltoallv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MGEN_Alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm);
int MGEN_Alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm);
int MGEN_Ialltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request);
int MGEN_Ialltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request);
int MGEN_Alltoallw_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MGEN_Alltoallw_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MGEN_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm);
int MGEN_Reduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
int MGEN_Ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[],
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request);
int MGEN_Ireduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request);
int MGEN_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[],
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MGEN_Reduce_scatter_init_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MGEN_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm);
int MGEN_Reduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
int MGEN_Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm, MPI_Request *request);
int MGEN_Ireduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request);
int MGEN_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount,
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MGEN_Reduce_scatter_block_init_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MGEN_Scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm);
int MGEN_Scan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm);
int MGEN_Iscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Request *request);
int MGEN_Iscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Request *request);
int MGEN_Scan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MGEN_Scan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MGEN_Exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm);
int MGEN_Exscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm);
int MGEN_Iexscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Request *request);
int MGEN_Iexscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Request *request);
int MGEN_Exscan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MGEN_Exscan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MGEN_Neighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
int MGEN_Neighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
int MGEN_Ineighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
int MGEN_Ineighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
int MGEN_Neighbor_allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MGEN_Neighbor_allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
    MPI_Request *request);
int MGEN_Neighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm);
int MGEN_Neighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
    MPI_Comm comm);
int MGEN_Ineighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm,
    MPI_Request *request);
int MGEN_Ineighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
    MPI_Comm comm, MPI_Request *request);
int MGEN_Neighbor_allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
    void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm,
    MPI_Info info, MPI_Request *request);
int MGEN_Neighbor_allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
    MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MGEN_Neighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
int MGEN_Neighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
int MGEN_Ineighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
int MGEN_Ineighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
int MGEN_Neighbor_alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MGEN_Neighbor_alltoall_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
    MPI_Request *request);
int MGEN_Neighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm);
int MGEN_Neighbor_alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm);
int MGEN_Ineighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
int MGEN_Ineighbor_alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[],
    const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
    const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
int MGEN_Neighbor_alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MGEN_Neighbor_alltoallv_init_c(const void *sendbuf, const MPI_Count sendcounts[],
    const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
    const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MGEN_Neighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm);
int MGEN_Neighbor_alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm);
int MGEN_Ineighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request);
int MGEN_Ineighbor_alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[],
    const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[],
    const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request);
int MGEN_Neighbor_alltoallw_init(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MGEN_Neighbor_alltoallw_init_c(const void *sendbuf, const MPI_Count sendcounts[],
    const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[],
    const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info,
    MPI_Request *request);
MPI_Fint MGEN_Comm_c2f(MPI_Comm comm);
MPI_Comm MGEN_Comm_f2c(MPI_Fint comm);
MPI_Fint MGEN_Type_c2f(MPI_Datatype datatype);
MPI_Datatype MGEN_Type_f2c(MPI_Fint datatype);
MPI_Fint MGEN_Group_c2f(MPI_Group group);
MPI_Group MGEN_Group_f2c(MPI_Fint group);
MPI_Fint MGEN_Request_c2f(MPI_Request request);
MPI_Request MGEN_Request_f2c(MPI_Fint request);
MPI_Fint MGEN_Op_c2f(MPI_Op op);
MPI_Op MGEN_Op_f2c(MPI_Fint op);
MPI_Fint MGEN_Info_c2f(MPI_Info info);
MPI_Info MGEN_Info_f2c(MPI_Fint info);
MPI_Fint MGEN_Errhandler_c2f(MPI_Errhandler handler);
MPI_Errhandler MGEN_Errhandler_f2c(MPI_Fint handler);
MPI_Fint MGEN_File_c2f(MPI_File file);
MPI_File MGEN_File_f2c(MPI_Fint file);
MPI_Fint MGEN_Win_c2f(MPI_Win win);
MPI_Win MGEN_Win_f2c(MPI_Fint win);
MPI_Fint MGEN_Message_c2f(MPI_Message message);
MPI_Message MGEN_Message_f2c(MPI_Fint message);
int MGEN_Status_c2f(const MPI_Status *status, MPI_Fint *fortran);
int MGEN_Status_f2c(const MPI_Fint *fortran, MPI_Status *status);
int MGEN_Type_create_f90_real(int digits, int exponent, MPI_Datatype *newtype);
int MGEN_Type_create_f90_complex(int digits, int exponent, MPI_Datatype *newtype);
int MGEN_Type_create_f90_integer(int digits, MPI_Datatype *newtype);
int MGEN_Info_create(MPI_Info *info);
int MGEN_Info_create_env(int argc, char *argv[], MPI_Info *info);
int MGEN_Info_dup(MPI_Info info, MPI_Info *newinfo);
int MGEN_Info_free(MPI_Info *info);
int MGEN_Info_set(MPI_Info info, const char *key, const char *value);
int MGEN_Info_delete(MPI_Info info, const char *key);
int MGEN_Info_get(MPI_Info info, const char *key, int length, char *value, int *flag);
int MGEN_Info_get_string(MPI_Info info, const char *key, int *length, char *value, int *flag);
int MGEN_Info_get_valuelen(MPI_Info info, const char *key, int *length, int *flag);
int MGEN_Info_get_nkeys(MPI_Info info, int *keys);
int MGEN_Info_get_nthkey(MPI_Info info, int n, char *key);
int MGEN_Win_create(void *base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win *win);
int MGEN_Win_create_c(void *base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
    MPI_Win *win);
int MGEN_Win_allocate(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr,
    MPI_Win *win);
int MGEN_Win_allocate_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr,
    MPI_Win *win);
int MGEN_Win_allocate_shared(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr,
    MPI_Win *win);
int MGEN_Win_allocate_shared_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
    void *baseptr, MPI_Win *win);
int MGEN_Win_shared_query(MPI_Win win, int rank, MPI_Aint *size, int *disp_unit, void *baseptr);
int MGEN_Win_shared_query_c(MPI_Win win, int rank, MPI_Aint *size, MPI_Aint *disp_unit, void *baseptr);
int MGEN_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win *win);
int MGEN_Win_attach(MPI_Win win, void *base, MPI_Aint size);
int MGEN_Win_detach(MPI_Win win, const void *base);
int MGEN_Win_free(MPI_Win *win);
int MGEN_Win_get_group(MPI_Win win, MPI_Group *group);
int MGEN_Win_set_info(MPI_Win win, MPI_Info info);
int MGEN_Win_get_info(MPI_Win win, MPI_Info *info);
int MGEN_Win_set_name(MPI_Win win, const char *name);
int MGEN_Win_get_name(MPI_Win win, char *name, int *length);
int MGEN_Win_create_keyval(MPI_Win_copy_attr_function *copy, MPI_Win_delete_attr_function *erase,
    int *keyval, void *extra);
int MGEN_Win_free_keyval(int *keyval);
int MGEN_Win_set_attr(MPI_Win win, int keyval, void *value);
int MGEN_Win_get_attr(MPI_Win win, int keyval, void *address_of_value, int *flag);
int MGEN_Win_delete_attr(MPI_Win win, int keyval);
int MGEN_Win_create_errhandler(MPI_Win_errhandler_function *function, MPI_Errhandler *handler);
int MGEN_Win_set_errhandler(MPI_Win win, MPI_Errhandler handler);
int MGEN_Win_get_errhandler(MPI_Win win, MPI_Errhandler *handler);
int MGEN_Win_call_errhandler(MPI_Win win, int code);
int MGEN_Put(const void *origin, int count, MPI_Datatype type, int target, MPI_Aint disp,
    int target_count, MPI_Datatype target_type, MPI_Win win);
int MGEN_Put_c(const void *origin, MPI_Count count, MPI_Datatype type, int target, MPI_Aint disp,
    MPI_Count target_count, MPI_Datatype target_type, MPI_Win win);
int MGEN_Get(void *origin, int count, MPI_Datatype type, int target, MPI_Aint disp, int target_count,
    MPI_Datatype target_type, MPI_Win win);
int MGEN_Get_c(void *origin, MPI_Count count, MPI_Datatype type, int target, MPI_Aint disp,
    MPI_Count target_count, MPI_Datatype target_type, MPI_Win win);
int MGEN_Accumulate(const void *origin, int count, MPI_Datatype type, int target, MPI_Aint disp,
    int target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win);
int MGEN_Accumulate_c(const void *origin, MPI_Count count, MPI_Datatype type, int target, MPI_Aint disp,
    MPI_Count target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win);
int MGEN_Get_accumulate(const void *origin, int count, MPI_Datatype type, void *result, int result_count,
    MPI_Datatype result_type, int target, MPI_Aint disp, int target_count, MPI_Datatype target_type,
    MPI_Op op, MPI_Win win);
int MGEN_Get_accumulate_c(const void *origin, MPI_Count count, MPI_Datatype type, void *result,
    MPI_Count result_count, MPI_Datatype result_type, int target, MPI_Aint disp, MPI_Count target_count,
    MPI_Datatype target_type, MPI_Op op, MPI_Win win);
int MGEN_Fetch_and_op(const void *origin, void *result, MPI_Datatype type, int target, MPI_Aint disp,
    MPI_Op op, MPI_Win win);
int MGEN_Compare_and_swap(const void *origin, const void *compare, void *result, MPI_Datatype type,
    int target, MPI_Aint disp, MPI_Win win);
int MGEN_Rput(const void *origin, int count, MPI_Datatype type, int target, MPI_Aint disp,
    int target_count, MPI_Datatype target_type, MPI_Win win, MPI_Request *request);
int MGEN_Rput_c(const void *origin, MPI_Count count, MPI_Datatype type, int target, MPI_Aint disp,
    MPI_Count target_count, MPI_Datatype target_type, MPI_Win win, MPI_Request *request);
int MGEN_Rget(void *origin, int count, MPI_Datatype type, int target, MPI_Aint disp, int target_count,
    MPI_Datatype target_type, MPI_Win win, MPI_Request *request);
int MGEN_Rget_c(void *origin, MPI_Count count, MPI_Datatype type, int target, MPI_Aint disp,
    MPI_Count target_count, MPI_Datatype target_type, MPI_Win win, MPI_Request *request);
int MGEN_Raccumulate(const void *origin, int count, MPI_Datatype type, int target, MPI_Aint disp,
    int target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win, MPI_Request *request);
int MGEN_Raccumulate_c(const void *origin, MPI_Count count, MPI_Datatype type, int target, MPI_Aint disp,
    MPI_Count target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win, MPI_Request *request);
int MGEN_Rget_accumulate(const void *origin, int count, MPI_Datatype type, void *result, int result_count,
    MPI_Datatype result_type, int target, MPI_Aint disp, int target_count, MPI_Datatype target_type,
    MPI_Op op, MPI_Win win, MPI_Request *request);
int MGEN_Rget_accumulate_c(const void *origin, MPI_Count count, MPI_Datatype type, void *result,
    MPI_Count result_count, MPI_Datatype result_type, int target, MPI_Aint disp, MPI_Count target_count,
    MPI_Datatype target_type, MPI_Op op, MPI_Win win, MPI_Request *request);
int MGEN_Win_fence(int assertion, MPI_Win win);
int MGEN_Win_post(MPI_Group group, int assertion, MPI_Win win);
int MGEN_Win_start(MPI_Group group, int assertion, MPI_Win win);
int MGEN_Win_complete(MPI_Win win);
int MGEN_Win_wait(MPI_Win win);
int MGEN_Win_test(MPI_Win win, int *flag);
int MGEN_Win_lock(int type, int rank, int assertion, MPI_Win win);
int MGEN_Win_unlock(int rank, MPI_Win win);
int MGEN_Win_lock_all(int assertion, MPI_Win win);
int MGEN_Win_unlock_all(MPI_Win win);
int MGEN_Win_flush(int rank, MPI_Win win);
int MGEN_Win_flush_all(MPI_Win win);
int MGEN_Win_flush_local(int rank, MPI_Win win);
int MGEN_Win_flush_local_all(MPI_Win win);
int MGEN_Win_sync(MPI_Win win);
int MGEN_File_open(MPI_Comm comm, const char *filename, int amode, MPI_Info info, MPI_File *fh);
int MGEN_File_close(MPI_File *fh);
int MGEN_File_delete(const char *filename, MPI_Info info);
int MGEN_File_set_size(MPI_File fh, MPI_Offset size);
int MGEN_File_preallocate(MPI_File fh, MPI_Offset size);
int MGEN_File_get_size(MPI_File fh, MPI_Offset *size);
int MGEN_File_get_group(MPI_File fh, MPI_Group *group);
int MGEN_File_get_amode(MPI_File fh, int *amode);
int MGEN_File_set_info(MPI_File fh, MPI_Info info);
int MGEN_File_get_info(MPI_File fh, MPI_Info *info);
int MGEN_File_set_view(MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype,
    const char *datarep, MPI_Info info);
int MGEN_File_get_view(MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype, MPI_Datatype *filetype,
    char *datarep);
int MGEN_File_read_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
    MPI_Status *status);
int MGEN_File_read_at_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status);
int MGEN_File_read_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
    MPI_Status *status);
int MGEN_File_read_at_all_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Status *status);
int MGEN_File_iread_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
    MPI_Request *request);
int MGEN_File_iread_at_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Request *request);
int MGEN_File_iread_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
    MPI_Request *request);
int MGEN_File_iread_at_all_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Request *request);
int MGEN_File_write_at(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype,
    MPI_Status *status);
int MGEN_File_write_at_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Status *status);
int MGEN_File_write_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count,
    MPI_Datatype datatype, MPI_Status *status);
int MGEN_File_write_at_all_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Status *status);
int MGEN_File_iwrite_at(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype,
    MPI_Request *request);
int MGEN_File_iwrite_at_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Request *request);
int MGEN_File_iwrite_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count,
    MPI_Datatype datatype, MPI_Request *request);
int MGEN_File_iwrite_at_all_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Request *request);
int MGEN_File_read(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status);
int MGEN_File_read_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status);
int MGEN_File_read_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status);
int MGEN_File_read_all_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status);
int MGEN_File_read_shared(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status);
int MGEN_File_read_shared_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status);
int MGEN_File_read_ordered(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status);
int MGEN_File_read_ordered_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status);
int MGEN_File_iread(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request);
int MGEN_File_iread_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request);
int MGEN_File_iread_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request);
int MGEN_File_iread_all_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request);
int MGEN_File_iread_shared(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
    MPI_Request *request);
int MGEN_File_iread_shared_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request);
int MGEN_File_write(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status);
int MGEN_File_write_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status);
int MGEN_File_write_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
    MPI_Status *status);
int MGEN_File_write_all_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status);
int MGEN_File_write_shared(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
    MPI_Status *status);
int MGEN_File_write_shared_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status);
int MGEN_File_write_ordered(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
    MPI_Status *status);
int MGEN_File_write_ordered_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status);
int MGEN_File_iwrite(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
    MPI_Request *request);
int MGEN_File_iwrite_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request);
int MGEN_File_iwrite_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
    MPI_Request *request);
int MGEN_File_iwrite_all_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request);
int MGEN_File_iwrite_shared(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
    MPI_Request *request);
int MGEN_File_iwrite_shared_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request);
int MGEN_File_read_at_all_begin(MPI_File fh, MPI_Offset offset, void *buf, int count,
    MPI_Datatype datatype);
int MGEN_File_read_at_all_begin_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
    MPI_Datatype datatype);
int MGEN_File_read_at_all_end(MPI_File fh, void *buf, MPI_Status *status);
int MGEN_File_read_all_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype);
int MGEN_File_read_all_begin_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype);
int MGEN_File_read_all_end(MPI_File fh, void *buf, MPI_Status *status);
int MGEN_File_read_ordered_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype);
int MGEN_File_read_ordered_begin_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype);
int MGEN_File_read_ordered_end(MPI_File fh, void *buf, MPI_Status *status);
int MGEN_File_write_at_all_begin(MPI_File fh, MPI_Offset offset, const void *buf, int count,
    MPI_Datatype datatype);
int MGEN_File_write_at_all_begin_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
    MPI_Datatype datatype);
int MGEN_File_write_at_all_end(MPI_File fh, const void *buf, MPI_Status *status);
int MGEN_File_write_all_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype);
int MGEN_File_write_all_begin_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype);
int MGEN_File_write_all_end(MPI_File fh, const void *buf, MPI_Status *status);
int MGEN_File_write_ordered_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype);
int MGEN_File_write_ordered_begin_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype);
int MGEN_File_write_ordered_end(MPI_File fh, const void *buf, MPI_Status *status);
int MGEN_File_seek(MPI_File fh, MPI_Offset offset, int whence);
int MGEN_File_get_position(MPI_File fh, MPI_Offset *offset);
int MGEN_File_get_byte_offset(MPI_File fh, MPI_Offset offset, MPI_Offset *disp);
int MGEN_File_seek_shared(MPI_File fh, MPI_Offset offset, int whence);
int MGEN_File_get_position_shared(MPI_File fh, MPI_Offset *offset);
int MGEN_File_get_type_extent(MPI_File fh, MPI_Datatype datatype, MPI_Aint *extent);
int MGEN_File_get_type_extent_c(MPI_File fh, MPI_Datatype datatype, MPI_Count *extent);
int MGEN_Register_datarep(const char *datarep, MPI_Datarep_conversion_function *read,
    MPI_Datarep_conversion_function *write, MPI_Datarep_extent_function *extent, void *extra);
int MGEN_Register_datarep_c(const char *datarep, MPI_Datarep_conversion_function_c *read,
    MPI_Datarep_conversion_function_c *write, MPI_Datarep_extent_function *extent, void *extra);
int MGEN_File_set_atomicity(MPI_File fh, int flag);
int MGEN_File_get_atomicity(MPI_File fh, int *flag);
int MGEN_File_sync(MPI_File fh);
int MGEN_File_create_errhandler(MPI_File_errhandler_function *function, MPI_Errhandler *handler);
int MGEN_File_set_errhandler(MPI_File fh, MPI_Errhandler handler);
int MGEN_File_get_errhandler(MPI_File fh, MPI_Errhandler *handler);
int MGEN_File_call_errhandler(MPI_File fh, int code);
int MGEN_T_init_thread(int required, int *provided);
int MGEN_T_finalize(void);
int MGEN_T_enum_get_info(MPI_T_enum type, int *number, char *name, int *length);
int MGEN_T_enum_get_item(MPI_T_enum type, int index, int *value, char *name, int *length);
int MGEN_T_cvar_get_num(int *number);
int MGEN_T_cvar_get_info(int index, char *name, int *name_length, int *verbosity, MPI_Datatype *datatype,
    MPI_T_enum *type, char *text, int *text_length, int *bind, int *scope);
int MGEN_T_cvar_get_index(const char *name, int *index);
int MGEN_T_cvar_handle_alloc(int index, void *object, MPI_T_cvar_handle *handle, int *count);
int MGEN_T_cvar_handle_free(MPI_T_cvar_handle *handle);
int MGEN_T_cvar_read(MPI_T_cvar_handle handle, void *buf);
int MGEN_T_cvar_write(MPI_T_cvar_handle handle, const void *buf);
int MGEN_T_pvar_get_num(int *number);
int MGEN_T_pvar_get_info(int index, char *name, int *name_length, int *verbosity, int *kind,
    MPI_Datatype *datatype, MPI_T_enum *type, char *text, int *text_length, int *bind, int *readonly,
    int *continuous, int *atomic);
int MGEN_T_pvar_get_index(const char *name, int kind, int *index);
int MGEN_T_pvar_session_create(MPI_T_pvar_session *session);
int MGEN_T_pvar_session_free(MPI_T_pvar_session *session);
int MGEN_T_pvar_handle_alloc(MPI_T_pvar_session session, int index, void *object,
    MPI_T_pvar_handle *handle, int *count);
int MGEN_T_pvar_handle_free(MPI_T_pvar_session session, MPI_T_pvar_handle *handle);
int MGEN_T_pvar_start(MPI_T_pvar_session session, MPI_T_pvar_handle handle);
int MGEN_T_pvar_stop(MPI_T_pvar_session session, MPI_T_pvar_handle handle);
int MGEN_T_pvar_read(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf);
int MGEN_T_pvar_write(MPI_T_pvar_session session, MPI_T_pvar_handle handle, const void *buf);
int MGEN_T_pvar_reset(MPI_T_pvar_session session, MPI_T_pvar_handle handle);
int MGEN_T_pvar_readreset(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf);
int MGEN_T_category_get_num(int *number);
int MGEN_T_category_get_info(int index, char *name, int *name_length, char *text, int *text_length,
    int *cvars, int *pvars, int *categories);
int MGEN_T_category_get_index(const char *name, int *index);
int MGEN_T_category_get_cvars(int category, int length, int indices[]);
int MGEN_T_category_get_pvars(int category, int length, int indices[]);
int MGEN_T_category_get_categories(int category, int length, int indices[]);
int MGEN_T_category_changed(int *stamp);
int MGEN_Address(void *location, MPI_Aint *address);
int MGEN_Attr_put(MPI_Comm comm, int keyval, void *value);
int MGEN_Attr_get(MPI_Comm comm, int keyval, void *address_of_value, int *flag);
int MGEN_Attr_delete(MPI_Comm comm, int keyval);
int MGEN_Keyval_create(MPI_Copy_function *copy, MPI_Delete_function *erase, int *keyval, void *extra);
int MGEN_Keyval_free(int *keyval);
int MGEN_Errhandler_create(MPI_Handler_function *function, MPI_Errhandler *handler);
int MGEN_Errhandler_set(MPI_Comm comm, MPI_Errhandler handler);
int MGEN_Errhandler_get(MPI_Comm comm, MPI_Errhandler *handler);
int MGEN_Type_extent(MPI_Datatype datatype, MPI_Aint *extent);
int MGEN_Type_lb(MPI_Datatype datatype, MPI_Aint *lower);
int MGEN_Type_ub(MPI_Datatype datatype, MPI_Aint *upper);
int MGEN_Type_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype old,
    MPI_Datatype *newtype);
int MGEN_Type_hindexed(int count, int blocklengths[], MPI_Aint displs[], MPI_Datatype old,
    MPI_Datatype *newtype);
int MGEN_Type_struct(int count, int blocklengths[], MPI_Aint displs[], MPI_Datatype types[],
    MPI_Datatype *newtype);
}

#include "mgen.h"
