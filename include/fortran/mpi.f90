! SPDX-License-Identifier: MIT
! use mpi: constants, and functions with their arguments.
! Written by tools/mpi-faces from src/mpi/api/mpi_*.txt: do not edit.
module mpi
  use kasuri_mpi_types
  use kasuri_mpi_sizeof
  implicit none
  integer, parameter :: MPI_STATUS_SIZE = 8
  integer, parameter :: MPI_SOURCE = 1
  integer, parameter :: MPI_TAG = 2
  integer, parameter :: MPI_ERROR = 3
  integer, parameter :: MPI_ADDRESS_KIND = 8
  integer, parameter :: MPI_OFFSET_KIND = 8
  integer, parameter :: MPI_COUNT_KIND = 8
  integer, parameter :: MPI_INTEGER_KIND = 4
  logical, parameter :: MPI_SUBARRAYS_SUPPORTED = .false.
  logical, parameter :: MPI_ASYNC_PROTECTS_NONBLOCKING = .false.
  integer, parameter :: MPI_VERSION = 4
  integer, parameter :: MPI_SUBVERSION = 1
  integer, parameter :: MPI_SUCCESS = 0
  integer, parameter :: MPI_ERR_BUFFER = 1
  integer, parameter :: MPI_ERR_COUNT = 2
  integer, parameter :: MPI_ERR_TYPE = 3
  integer, parameter :: MPI_ERR_TAG = 4
  integer, parameter :: MPI_ERR_COMM = 5
  integer, parameter :: MPI_ERR_RANK = 6
  integer, parameter :: MPI_ERR_REQUEST = 7
  integer, parameter :: MPI_ERR_ROOT = 8
  integer, parameter :: MPI_ERR_GROUP = 9
  integer, parameter :: MPI_ERR_OP = 10
  integer, parameter :: MPI_ERR_TOPOLOGY = 11
  integer, parameter :: MPI_ERR_DIMS = 12
  integer, parameter :: MPI_ERR_ARG = 13
  integer, parameter :: MPI_ERR_UNKNOWN = 14
  integer, parameter :: MPI_ERR_TRUNCATE = 15
  integer, parameter :: MPI_ERR_OTHER = 16
  integer, parameter :: MPI_ERR_INTERN = 17
  integer, parameter :: MPI_ERR_PENDING = 18
  integer, parameter :: MPI_ERR_IN_STATUS = 19
  integer, parameter :: MPI_ERR_ACCESS = 20
  integer, parameter :: MPI_ERR_AMODE = 21
  integer, parameter :: MPI_ERR_ASSERT = 22
  integer, parameter :: MPI_ERR_BAD_FILE = 23
  integer, parameter :: MPI_ERR_BASE = 24
  integer, parameter :: MPI_ERR_CONVERSION = 25
  integer, parameter :: MPI_ERR_DISP = 26
  integer, parameter :: MPI_ERR_DUP_DATAREP = 27
  integer, parameter :: MPI_ERR_FILE_EXISTS = 28
  integer, parameter :: MPI_ERR_FILE_IN_USE = 29
  integer, parameter :: MPI_ERR_FILE = 30
  integer, parameter :: MPI_ERR_INFO_KEY = 31
  integer, parameter :: MPI_ERR_INFO_NOKEY = 32
  integer, parameter :: MPI_ERR_INFO_VALUE = 33
  integer, parameter :: MPI_ERR_INFO = 34
  integer, parameter :: MPI_ERR_IO = 35
  integer, parameter :: MPI_ERR_KEYVAL = 36
  integer, parameter :: MPI_ERR_LOCKTYPE = 37
  integer, parameter :: MPI_ERR_NAME = 38
  integer, parameter :: MPI_ERR_NO_MEM = 39
  integer, parameter :: MPI_ERR_NOT_SAME = 40
  integer, parameter :: MPI_ERR_NO_SPACE = 41
  integer, parameter :: MPI_ERR_NO_SUCH_FILE = 42
  integer, parameter :: MPI_ERR_PORT = 43
  integer, parameter :: MPI_ERR_QUOTA = 44
  integer, parameter :: MPI_ERR_READ_ONLY = 45
  integer, parameter :: MPI_ERR_RMA_ATTACH = 46
  integer, parameter :: MPI_ERR_RMA_CONFLICT = 47
  integer, parameter :: MPI_ERR_RMA_RANGE = 48
  integer, parameter :: MPI_ERR_RMA_SHARED = 49
  integer, parameter :: MPI_ERR_RMA_SYNC = 50
  integer, parameter :: MPI_ERR_SERVICE = 51
  integer, parameter :: MPI_ERR_SIZE = 52
  integer, parameter :: MPI_ERR_SPAWN = 53
  integer, parameter :: MPI_ERR_UNSUPPORTED_DATAREP = 54
  integer, parameter :: MPI_ERR_UNSUPPORTED_OPERATION = 55
  integer, parameter :: MPI_ERR_WIN = 56
  integer, parameter :: MPI_ERR_RMA_FLAVOR = 57
  integer, parameter :: MPI_ERR_PROC_ABORTED = 58
  integer, parameter :: MPI_ERR_VALUE_TOO_LARGE = 59
  integer, parameter :: MPI_ERR_SESSION = 60
  integer, parameter :: MPI_ERR_ERRHANDLER = 61
  integer, parameter :: MPI_ERR_ABI = 62
  integer, parameter :: MPI_ERR_LASTCODE = 16383
  integer, parameter :: MPI_MAX_DATAREP_STRING = 127
  integer, parameter :: MPI_MAX_ERROR_STRING = 511
  integer, parameter :: MPI_MAX_INFO_KEY = 255
  integer, parameter :: MPI_MAX_INFO_VAL = 1023
  integer, parameter :: MPI_MAX_LIBRARY_VERSION_STRING = 8191
  integer, parameter :: MPI_MAX_OBJECT_NAME = 127
  integer, parameter :: MPI_MAX_PORT_NAME = 1023
  integer, parameter :: MPI_MAX_PROCESSOR_NAME = 255
  integer, parameter :: MPI_MAX_STRINGTAG_LEN = 1023
  integer, parameter :: MPI_MAX_PSET_NAME_LEN = 1023
  integer, parameter :: MPI_BSEND_OVERHEAD = 512
  integer, parameter :: MPI_MODE_APPEND = 1
  integer, parameter :: MPI_MODE_CREATE = 2
  integer, parameter :: MPI_MODE_DELETE_ON_CLOSE = 4
  integer, parameter :: MPI_MODE_EXCL = 8
  integer, parameter :: MPI_MODE_RDONLY = 16
  integer, parameter :: MPI_MODE_RDWR = 32
  integer, parameter :: MPI_MODE_SEQUENTIAL = 64
  integer, parameter :: MPI_MODE_UNIQUE_OPEN = 128
  integer, parameter :: MPI_MODE_WRONLY = 256
  integer, parameter :: MPI_MODE_NOCHECK = 1024
  integer, parameter :: MPI_MODE_NOPRECEDE = 2048
  integer, parameter :: MPI_MODE_NOPUT = 4096
  integer, parameter :: MPI_MODE_NOSTORE = 8192
  integer, parameter :: MPI_MODE_NOSUCCEED = 16384
  integer, parameter :: MPI_ANY_SOURCE = -1
  integer, parameter :: MPI_ANY_TAG = -2
  integer, parameter :: MPI_PROC_NULL = -3
  integer, parameter :: MPI_ROOT = -4
  integer, parameter :: MPI_UNDEFINED = -32766
  integer, parameter :: MPI_THREAD_SINGLE = 0
  integer, parameter :: MPI_THREAD_FUNNELED = 1024
  integer, parameter :: MPI_THREAD_SERIALIZED = 2048
  integer, parameter :: MPI_THREAD_MULTIPLE = 4096
  integer, parameter :: MPI_ORDER_C = 12
  integer, parameter :: MPI_ORDER_FORTRAN = 15
  integer, parameter :: MPI_DISTRIBUTE_NONE = 16
  integer, parameter :: MPI_DISTRIBUTE_BLOCK = 17
  integer, parameter :: MPI_DISTRIBUTE_CYCLIC = 18
  integer, parameter :: MPI_DISTRIBUTE_DFLT_DARG = 19
  integer, parameter :: MPI_COMBINER_NAMED = 101
  integer, parameter :: MPI_COMBINER_DUP = 102
  integer, parameter :: MPI_COMBINER_CONTIGUOUS = 103
  integer, parameter :: MPI_COMBINER_VECTOR = 104
  integer, parameter :: MPI_COMBINER_HVECTOR = 105
  integer, parameter :: MPI_COMBINER_INDEXED = 106
  integer, parameter :: MPI_COMBINER_HINDEXED = 107
  integer, parameter :: MPI_COMBINER_INDEXED_BLOCK = 108
  integer, parameter :: MPI_COMBINER_HINDEXED_BLOCK = 109
  integer, parameter :: MPI_COMBINER_STRUCT = 110
  integer, parameter :: MPI_COMBINER_SUBARRAY = 111
  integer, parameter :: MPI_COMBINER_DARRAY = 112
  integer, parameter :: MPI_COMBINER_F90_REAL = 113
  integer, parameter :: MPI_COMBINER_F90_COMPLEX = 114
  integer, parameter :: MPI_COMBINER_F90_INTEGER = 115
  integer, parameter :: MPI_COMBINER_RESIZED = 116
  integer, parameter :: MPI_COMBINER_VALUE_INDEX = 117
  integer, parameter :: MPI_TYPECLASS_INTEGER = 192
  integer, parameter :: MPI_TYPECLASS_REAL = 193
  integer, parameter :: MPI_TYPECLASS_COMPLEX = 194
  integer, parameter :: MPI_IDENT = 201
  integer, parameter :: MPI_CONGRUENT = 202
  integer, parameter :: MPI_SIMILAR = 203
  integer, parameter :: MPI_UNEQUAL = 204
  integer, parameter :: MPI_CART = 211
  integer, parameter :: MPI_GRAPH = 212
  integer, parameter :: MPI_DIST_GRAPH = 213
  integer, parameter :: MPI_COMM_TYPE_SHARED = 221
  integer, parameter :: MPI_COMM_TYPE_HW_UNGUIDED = 222
  integer, parameter :: MPI_COMM_TYPE_HW_GUIDED = 223
  integer, parameter :: MPI_COMM_TYPE_RESOURCE_GUIDED = 224
  integer, parameter :: MPI_LOCK_EXCLUSIVE = 301
  integer, parameter :: MPI_LOCK_SHARED = 302
  integer, parameter :: MPI_WIN_FLAVOR_CREATE = 311
  integer, parameter :: MPI_WIN_FLAVOR_ALLOCATE = 312
  integer, parameter :: MPI_WIN_FLAVOR_DYNAMIC = 313
  integer, parameter :: MPI_WIN_FLAVOR_SHARED = 314
  integer, parameter :: MPI_WIN_UNIFIED = 321
  integer, parameter :: MPI_WIN_SEPARATE = 322
  integer, parameter :: MPI_SEEK_CUR = 401
  integer, parameter :: MPI_SEEK_END = 402
  integer, parameter :: MPI_SEEK_SET = 403
  integer, parameter :: MPI_KEYVAL_INVALID = 0
  integer, parameter :: MPI_TAG_UB = 501
  integer, parameter :: MPI_IO = 502
  integer, parameter :: MPI_HOST = 503
  integer, parameter :: MPI_WTIME_IS_GLOBAL = 504
  integer, parameter :: MPI_APPNUM = 505
  integer, parameter :: MPI_LASTUSEDCODE = 506
  integer, parameter :: MPI_UNIVERSE_SIZE = 507
  integer, parameter :: MPI_WIN_BASE = 601
  integer, parameter :: MPI_WIN_DISP_UNIT = 602
  integer, parameter :: MPI_WIN_SIZE = 603
  integer, parameter :: MPI_WIN_CREATE_FLAVOR = 604
  integer, parameter :: MPI_WIN_MODEL = 605
  integer, parameter :: MPI_OP_NULL = 32
  integer, parameter :: MPI_SUM = 33
  integer, parameter :: MPI_MIN = 34
  integer, parameter :: MPI_MAX = 35
  integer, parameter :: MPI_PROD = 36
  integer, parameter :: MPI_BAND = 40
  integer, parameter :: MPI_BOR = 41
  integer, parameter :: MPI_BXOR = 42
  integer, parameter :: MPI_LAND = 48
  integer, parameter :: MPI_LOR = 49
  integer, parameter :: MPI_LXOR = 50
  integer, parameter :: MPI_MINLOC = 56
  integer, parameter :: MPI_MAXLOC = 57
  integer, parameter :: MPI_REPLACE = 60
  integer, parameter :: MPI_NO_OP = 61
  integer, parameter :: MPI_COMM_NULL = 256
  integer, parameter :: MPI_COMM_WORLD = 257
  integer, parameter :: MPI_COMM_SELF = 258
  integer, parameter :: MPI_GROUP_NULL = 264
  integer, parameter :: MPI_GROUP_EMPTY = 265
  integer, parameter :: MPI_WIN_NULL = 272
  integer, parameter :: MPI_FILE_NULL = 280
  integer, parameter :: MPI_SESSION_NULL = 288
  integer, parameter :: MPI_MESSAGE_NULL = 296
  integer, parameter :: MPI_MESSAGE_NO_PROC = 297
  integer, parameter :: MPI_INFO_NULL = 304
  integer, parameter :: MPI_INFO_ENV = 305
  integer, parameter :: MPI_ERRHANDLER_NULL = 320
  integer, parameter :: MPI_ERRORS_ARE_FATAL = 321
  integer, parameter :: MPI_ERRORS_ABORT = 322
  integer, parameter :: MPI_ERRORS_RETURN = 323
  integer, parameter :: MPI_REQUEST_NULL = 384
  integer, parameter :: MPI_DATATYPE_NULL = 512
  integer, parameter :: MPI_AINT = 513
  integer, parameter :: MPI_COUNT = 514
  integer, parameter :: MPI_OFFSET = 515
  integer, parameter :: MPI_PACKED = 519
  integer, parameter :: MPI_SHORT = 520
  integer, parameter :: MPI_INT = 521
  integer, parameter :: MPI_LONG = 522
  integer, parameter :: MPI_LONG_LONG = 523
  integer, parameter :: MPI_LONG_LONG_INT = 523
  integer, parameter :: MPI_UNSIGNED_SHORT = 524
  integer, parameter :: MPI_UNSIGNED = 525
  integer, parameter :: MPI_UNSIGNED_LONG = 526
  integer, parameter :: MPI_UNSIGNED_LONG_LONG = 527
  integer, parameter :: MPI_FLOAT = 528
  integer, parameter :: MPI_C_FLOAT_COMPLEX = 530
  integer, parameter :: MPI_C_COMPLEX = 530
  integer, parameter :: MPI_CXX_FLOAT_COMPLEX = 531
  integer, parameter :: MPI_DOUBLE = 532
  integer, parameter :: MPI_C_DOUBLE_COMPLEX = 534
  integer, parameter :: MPI_CXX_DOUBLE_COMPLEX = 535
  integer, parameter :: MPI_LOGICAL = 536
  integer, parameter :: MPI_INTEGER = 537
  integer, parameter :: MPI_REAL = 538
  integer, parameter :: MPI_COMPLEX = 539
  integer, parameter :: MPI_DOUBLE_PRECISION = 540
  integer, parameter :: MPI_DOUBLE_COMPLEX = 541
  integer, parameter :: MPI_CHARACTER = 542
  integer, parameter :: MPI_LONG_DOUBLE = 544
  integer, parameter :: MPI_C_LONG_DOUBLE_COMPLEX = 548
  integer, parameter :: MPI_CXX_LONG_DOUBLE_COMPLEX = 549
  integer, parameter :: MPI_FLOAT_INT = 552
  integer, parameter :: MPI_DOUBLE_INT = 553
  integer, parameter :: MPI_LONG_INT = 554
  integer, parameter :: MPI_2INT = 555
  integer, parameter :: MPI_SHORT_INT = 556
  integer, parameter :: MPI_LONG_DOUBLE_INT = 557
  integer, parameter :: MPI_2REAL = 560
  integer, parameter :: MPI_2DOUBLE_PRECISION = 561
  integer, parameter :: MPI_2INTEGER = 562
  integer, parameter :: MPI_C_BOOL = 568
  integer, parameter :: MPI_CXX_BOOL = 569
  integer, parameter :: MPI_WCHAR = 572
  integer, parameter :: MPI_INT8_T = 576
  integer, parameter :: MPI_UINT8_T = 577
  integer, parameter :: MPI_CHAR = 579
  integer, parameter :: MPI_SIGNED_CHAR = 580
  integer, parameter :: MPI_UNSIGNED_CHAR = 581
  integer, parameter :: MPI_BYTE = 583
  integer, parameter :: MPI_INT16_T = 584
  integer, parameter :: MPI_UINT16_T = 585
  integer, parameter :: MPI_INT32_T = 592
  integer, parameter :: MPI_UINT32_T = 593
  integer, parameter :: MPI_INT64_T = 600
  integer, parameter :: MPI_UINT64_T = 601
  integer, parameter :: MPI_LOGICAL1 = 704
  integer, parameter :: MPI_INTEGER1 = 705
  integer, parameter :: MPI_LOGICAL2 = 712
  integer, parameter :: MPI_INTEGER2 = 713
  integer, parameter :: MPI_REAL2 = 714
  integer, parameter :: MPI_LOGICAL4 = 720
  integer, parameter :: MPI_INTEGER4 = 721
  integer, parameter :: MPI_REAL4 = 722
  integer, parameter :: MPI_COMPLEX4 = 723
  integer, parameter :: MPI_LOGICAL8 = 728
  integer, parameter :: MPI_INTEGER8 = 729
  integer, parameter :: MPI_REAL8 = 730
  integer, parameter :: MPI_COMPLEX8 = 731
  integer, parameter :: MPI_LOGICAL16 = 736
  integer, parameter :: MPI_INTEGER16 = 737
  integer, parameter :: MPI_REAL16 = 738
  integer, parameter :: MPI_COMPLEX16 = 739
  integer, parameter :: MPI_COMPLEX32 = 747
  integer(8), parameter :: MPI_DISPLACEMENT_CURRENT = -1
  integer, bind(C, name="kasuri_mpi_status_ignore_") :: MPI_STATUS_IGNORE(8)
  integer, bind(C, name="kasuri_mpi_statuses_ignore_") :: MPI_STATUSES_IGNORE(8,1)
  external :: MPI_NULL_COPY_FN
  external :: MPI_NULL_DELETE_FN
  external :: MPI_DUP_FN
  external :: MPI_COMM_NULL_COPY_FN
  external :: MPI_COMM_NULL_DELETE_FN
  external :: MPI_COMM_DUP_FN
  external :: MPI_TYPE_NULL_COPY_FN
  external :: MPI_TYPE_NULL_DELETE_FN
  external :: MPI_TYPE_DUP_FN
  external :: MPI_WIN_NULL_COPY_FN
  external :: MPI_WIN_NULL_DELETE_FN
  external :: MPI_WIN_DUP_FN
  interface
    subroutine MPI_Pcontrol(level, ierror)
      integer, intent(in) :: level
      integer :: ierror
    end subroutine
    subroutine PMPI_Pcontrol(level, ierror)
      integer, intent(in) :: level
      integer :: ierror
    end subroutine
    subroutine MPI_Init(ierror)
      integer :: ierror
    end subroutine
    subroutine PMPI_Init(ierror)
      integer :: ierror
    end subroutine
    subroutine MPI_Initialized(flag, ierror)
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine PMPI_Initialized(flag, ierror)
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Finalize(ierror)
      integer :: ierror
    end subroutine
    subroutine PMPI_Finalize(ierror)
      integer :: ierror
    end subroutine
    subroutine MPI_Finalized(flag, ierror)
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine PMPI_Finalized(flag, ierror)
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Abort(comm, code, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: code
      integer :: ierror
    end subroutine
    subroutine PMPI_Abort(comm, code, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: code
      integer :: ierror
    end subroutine
    subroutine MPI_Init_thread(required, provided, ierror)
      integer, intent(in) :: required
      integer :: provided
      integer :: ierror
    end subroutine
    subroutine PMPI_Init_thread(required, provided, ierror)
      integer, intent(in) :: required
      integer :: provided
      integer :: ierror
    end subroutine
    subroutine MPI_Query_thread(provided, ierror)
      integer :: provided
      integer :: ierror
    end subroutine
    subroutine PMPI_Query_thread(provided, ierror)
      integer :: provided
      integer :: ierror
    end subroutine
    subroutine MPI_Get_processor_name(name, length, ierror)
      character(len=*) :: name
      integer :: length
      integer :: ierror
    end subroutine
    subroutine PMPI_Get_processor_name(name, length, ierror)
      character(len=*) :: name
      integer :: length
      integer :: ierror
    end subroutine
    subroutine MPI_Is_thread_main(flag, ierror)
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine PMPI_Is_thread_main(flag, ierror)
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Get_version(version, subversion, ierror)
      integer :: version
      integer :: subversion
      integer :: ierror
    end subroutine
    subroutine PMPI_Get_version(version, subversion, ierror)
      integer :: version
      integer :: subversion
      integer :: ierror
    end subroutine
    subroutine MPI_Get_library_version(version, length, ierror)
      character(len=*) :: version
      integer :: length
      integer :: ierror
    end subroutine
    subroutine PMPI_Get_library_version(version, length, ierror)
      character(len=*) :: version
      integer :: length
      integer :: ierror
    end subroutine
    subroutine MPI_Alloc_mem(size, info, address_of_pointer, ierror)
      integer(8), intent(in) :: size
      integer, intent(in) :: info
      integer(8) :: address_of_pointer
      integer :: ierror
    end subroutine
    subroutine PMPI_Alloc_mem(size, info, address_of_pointer, ierror)
      integer(8), intent(in) :: size
      integer, intent(in) :: info
      integer(8) :: address_of_pointer
      integer :: ierror
    end subroutine
    subroutine MPI_Free_mem(address, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: address
      type(*), dimension(*) :: address
      integer :: ierror
    end subroutine
    subroutine PMPI_Free_mem(address, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: address
      type(*), dimension(*) :: address
      integer :: ierror
    end subroutine
    subroutine MPI_Send(buf, count, datatype, dest, tag, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine PMPI_Send(buf, count, datatype, dest, tag, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine MPI_Ssend(buf, count, datatype, dest, tag, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine PMPI_Ssend(buf, count, datatype, dest, tag, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine MPI_Rsend(buf, count, datatype, dest, tag, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine PMPI_Rsend(buf, count, datatype, dest, tag, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine MPI_Bsend(buf, count, datatype, dest, tag, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine PMPI_Bsend(buf, count, datatype, dest, tag, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine MPI_Recv(buf, count, datatype, source, tag, comm, status, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: source
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine PMPI_Recv(buf, count, datatype, source, tag, comm, status, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: source
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine MPI_Isend(buf, count, datatype, dest, tag, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Isend(buf, count, datatype, dest, tag, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Issend(buf, count, datatype, dest, tag, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Issend(buf, count, datatype, dest, tag, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Irsend(buf, count, datatype, dest, tag, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Irsend(buf, count, datatype, dest, tag, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Ibsend(buf, count, datatype, dest, tag, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Ibsend(buf, count, datatype, dest, tag, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Irecv(buf, count, datatype, source, tag, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: source
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Irecv(buf, count, datatype, source, tag, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: source
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, &
        recvtype, source, recvtag, comm, status, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      integer, intent(in) :: comm
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine PMPI_Sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, &
        recvtype, source, recvtag, comm, status, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      integer, intent(in) :: comm
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine MPI_Sendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, &
        status, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      integer, intent(in) :: comm
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine PMPI_Sendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, &
        status, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      integer, intent(in) :: comm
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine MPI_Isendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, &
        recvtype, source, recvtag, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Isendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, &
        recvtype, source, recvtag, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Isendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, &
        request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Isendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, &
        request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Get_count(status, datatype, count, ierror)
      integer :: status(8)
      integer, intent(in) :: datatype
      integer :: count
      integer :: ierror
    end subroutine
    subroutine PMPI_Get_count(status, datatype, count, ierror)
      integer :: status(8)
      integer, intent(in) :: datatype
      integer :: count
      integer :: ierror
    end subroutine
    subroutine MPI_Get_elements(status, datatype, count, ierror)
      integer :: status(8)
      integer, intent(in) :: datatype
      integer :: count
      integer :: ierror
    end subroutine
    subroutine PMPI_Get_elements(status, datatype, count, ierror)
      integer :: status(8)
      integer, intent(in) :: datatype
      integer :: count
      integer :: ierror
    end subroutine
    subroutine MPI_Status_set_elements_x(status, datatype, count, ierror)
      integer :: status(8)
      integer, intent(in) :: datatype
      integer(8), intent(in) :: count
      integer :: ierror
    end subroutine
    subroutine PMPI_Status_set_elements_x(status, datatype, count, ierror)
      integer :: status(8)
      integer, intent(in) :: datatype
      integer(8), intent(in) :: count
      integer :: ierror
    end subroutine
    subroutine MPI_Status_set_elements(status, datatype, count, ierror)
      integer :: status(8)
      integer, intent(in) :: datatype
      integer, intent(in) :: count
      integer :: ierror
    end subroutine
    subroutine PMPI_Status_set_elements(status, datatype, count, ierror)
      integer :: status(8)
      integer, intent(in) :: datatype
      integer, intent(in) :: count
      integer :: ierror
    end subroutine
    subroutine MPI_Status_set_cancelled(status, flag, ierror)
      integer :: status(8)
      logical, intent(in) :: flag
      integer :: ierror
    end subroutine
    subroutine PMPI_Status_set_cancelled(status, flag, ierror)
      integer :: status(8)
      logical, intent(in) :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Get_elements_x(status, datatype, count, ierror)
      integer :: status(8)
      integer, intent(in) :: datatype
      integer(8) :: count
      integer :: ierror
    end subroutine
    subroutine PMPI_Get_elements_x(status, datatype, count, ierror)
      integer :: status(8)
      integer, intent(in) :: datatype
      integer(8) :: count
      integer :: ierror
    end subroutine
    subroutine MPI_Buffer_attach(buffer, size, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
      type(*), dimension(*) :: buffer
      integer, intent(in) :: size
      integer :: ierror
    end subroutine
    subroutine PMPI_Buffer_attach(buffer, size, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
      type(*), dimension(*) :: buffer
      integer, intent(in) :: size
      integer :: ierror
    end subroutine
    subroutine MPI_Buffer_detach(buffer_address, size, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer_address
      type(*), dimension(*) :: buffer_address
      integer :: size
      integer :: ierror
    end subroutine
    subroutine PMPI_Buffer_detach(buffer_address, size, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer_address
      type(*), dimension(*) :: buffer_address
      integer :: size
      integer :: ierror
    end subroutine
    subroutine MPI_Wait(request, status, ierror)
      integer :: request
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine PMPI_Wait(request, status, ierror)
      integer :: request
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine MPI_Waitall(count, requests, statuses, ierror)
      integer, intent(in) :: count
      integer :: requests(*)
      integer :: statuses(8,*)
      integer :: ierror
    end subroutine
    subroutine PMPI_Waitall(count, requests, statuses, ierror)
      integer, intent(in) :: count
      integer :: requests(*)
      integer :: statuses(8,*)
      integer :: ierror
    end subroutine
    subroutine MPI_Waitany(count, requests, index, status, ierror)
      integer, intent(in) :: count
      integer :: requests(*)
      integer :: index
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine PMPI_Waitany(count, requests, index, status, ierror)
      integer, intent(in) :: count
      integer :: requests(*)
      integer :: index
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine MPI_Waitsome(incount, requests, outcount, indices, statuses, ierror)
      integer, intent(in) :: incount
      integer :: requests(*)
      integer :: outcount
      integer :: indices(*)
      integer :: statuses(8,*)
      integer :: ierror
    end subroutine
    subroutine PMPI_Waitsome(incount, requests, outcount, indices, statuses, ierror)
      integer, intent(in) :: incount
      integer :: requests(*)
      integer :: outcount
      integer :: indices(*)
      integer :: statuses(8,*)
      integer :: ierror
    end subroutine
    subroutine MPI_Test(request, flag, status, ierror)
      integer :: request
      logical :: flag
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine PMPI_Test(request, flag, status, ierror)
      integer :: request
      logical :: flag
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine MPI_Testall(count, requests, flag, statuses, ierror)
      integer, intent(in) :: count
      integer :: requests(*)
      logical :: flag
      integer :: statuses(8,*)
      integer :: ierror
    end subroutine
    subroutine PMPI_Testall(count, requests, flag, statuses, ierror)
      integer, intent(in) :: count
      integer :: requests(*)
      logical :: flag
      integer :: statuses(8,*)
      integer :: ierror
    end subroutine
    subroutine MPI_Testany(count, requests, index, flag, status, ierror)
      integer, intent(in) :: count
      integer :: requests(*)
      integer :: index
      logical :: flag
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine PMPI_Testany(count, requests, index, flag, status, ierror)
      integer, intent(in) :: count
      integer :: requests(*)
      integer :: index
      logical :: flag
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine MPI_Testsome(incount, requests, outcount, indices, statuses, ierror)
      integer, intent(in) :: incount
      integer :: requests(*)
      integer :: outcount
      integer :: indices(*)
      integer :: statuses(8,*)
      integer :: ierror
    end subroutine
    subroutine PMPI_Testsome(incount, requests, outcount, indices, statuses, ierror)
      integer, intent(in) :: incount
      integer :: requests(*)
      integer :: outcount
      integer :: indices(*)
      integer :: statuses(8,*)
      integer :: ierror
    end subroutine
    subroutine MPI_Request_get_status(request, flag, status, ierror)
      integer, intent(in) :: request
      logical :: flag
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine PMPI_Request_get_status(request, flag, status, ierror)
      integer, intent(in) :: request
      logical :: flag
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine MPI_Request_get_status_all(count, requests, flag, statuses, ierror)
      integer, intent(in) :: count
      integer :: requests(*)
      logical :: flag
      integer :: statuses(8,*)
      integer :: ierror
    end subroutine
    subroutine PMPI_Request_get_status_all(count, requests, flag, statuses, ierror)
      integer, intent(in) :: count
      integer :: requests(*)
      logical :: flag
      integer :: statuses(8,*)
      integer :: ierror
    end subroutine
    subroutine MPI_Request_get_status_any(count, requests, index, flag, status, ierror)
      integer, intent(in) :: count
      integer :: requests(*)
      integer :: index
      logical :: flag
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine PMPI_Request_get_status_any(count, requests, index, flag, status, ierror)
      integer, intent(in) :: count
      integer :: requests(*)
      integer :: index
      logical :: flag
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine MPI_Request_get_status_some(incount, requests, outcount, indices, statuses, ierror)
      integer, intent(in) :: incount
      integer :: requests(*)
      integer :: outcount
      integer :: indices(*)
      integer :: statuses(8,*)
      integer :: ierror
    end subroutine
    subroutine PMPI_Request_get_status_some(incount, requests, outcount, indices, statuses, ierror)
      integer, intent(in) :: incount
      integer :: requests(*)
      integer :: outcount
      integer :: indices(*)
      integer :: statuses(8,*)
      integer :: ierror
    end subroutine
    subroutine MPI_Status_get_source(status, source, ierror)
      integer :: status(8)
      integer :: source
      integer :: ierror
    end subroutine
    subroutine PMPI_Status_get_source(status, source, ierror)
      integer :: status(8)
      integer :: source
      integer :: ierror
    end subroutine
    subroutine MPI_Status_get_tag(status, tag, ierror)
      integer :: status(8)
      integer :: tag
      integer :: ierror
    end subroutine
    subroutine PMPI_Status_get_tag(status, tag, ierror)
      integer :: status(8)
      integer :: tag
      integer :: ierror
    end subroutine
    subroutine MPI_Status_get_error(status, error, ierror)
      integer :: status(8)
      integer :: error
      integer :: ierror
    end subroutine
    subroutine PMPI_Status_get_error(status, error, ierror)
      integer :: status(8)
      integer :: error
      integer :: ierror
    end subroutine
    subroutine MPI_Status_set_source(status, source, ierror)
      integer :: status(8)
      integer, intent(in) :: source
      integer :: ierror
    end subroutine
    subroutine PMPI_Status_set_source(status, source, ierror)
      integer :: status(8)
      integer, intent(in) :: source
      integer :: ierror
    end subroutine
    subroutine MPI_Status_set_tag(status, tag, ierror)
      integer :: status(8)
      integer, intent(in) :: tag
      integer :: ierror
    end subroutine
    subroutine PMPI_Status_set_tag(status, tag, ierror)
      integer :: status(8)
      integer, intent(in) :: tag
      integer :: ierror
    end subroutine
    subroutine MPI_Status_set_error(status, error, ierror)
      integer :: status(8)
      integer, intent(in) :: error
      integer :: ierror
    end subroutine
    subroutine PMPI_Status_set_error(status, error, ierror)
      integer :: status(8)
      integer, intent(in) :: error
      integer :: ierror
    end subroutine
    subroutine MPI_Request_free(request, ierror)
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Request_free(request, ierror)
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Cancel(request, ierror)
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Cancel(request, ierror)
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Test_cancelled(status, flag, ierror)
      integer :: status(8)
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine PMPI_Test_cancelled(status, flag, ierror)
      integer :: status(8)
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Send_init(buf, count, datatype, dest, tag, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Send_init(buf, count, datatype, dest, tag, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Ssend_init(buf, count, datatype, dest, tag, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Ssend_init(buf, count, datatype, dest, tag, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Rsend_init(buf, count, datatype, dest, tag, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Rsend_init(buf, count, datatype, dest, tag, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Bsend_init(buf, count, datatype, dest, tag, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Bsend_init(buf, count, datatype, dest, tag, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Recv_init(buf, count, datatype, source, tag, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: source
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Recv_init(buf, count, datatype, source, tag, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: source
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Grequest_start(query, release, cancel, extra, request, ierror)
      external :: query
      external :: release
      external :: cancel
      integer(8) :: extra
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Grequest_start(query, release, cancel, extra, request, ierror)
      external :: query
      external :: release
      external :: cancel
      integer(8) :: extra
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Grequest_complete(request, ierror)
      integer, intent(in) :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Grequest_complete(request, ierror)
      integer, intent(in) :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Start(request, ierror)
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Start(request, ierror)
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Startall(count, requests, ierror)
      integer, intent(in) :: count
      integer :: requests(*)
      integer :: ierror
    end subroutine
    subroutine PMPI_Startall(count, requests, ierror)
      integer, intent(in) :: count
      integer :: requests(*)
      integer :: ierror
    end subroutine
    subroutine MPI_Probe(source, tag, comm, status, ierror)
      integer, intent(in) :: source
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine PMPI_Probe(source, tag, comm, status, ierror)
      integer, intent(in) :: source
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine MPI_Iprobe(source, tag, comm, flag, status, ierror)
      integer, intent(in) :: source
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      logical :: flag
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine PMPI_Iprobe(source, tag, comm, flag, status, ierror)
      integer, intent(in) :: source
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      logical :: flag
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine MPI_Mprobe(source, tag, comm, message, status, ierror)
      integer, intent(in) :: source
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: message
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine PMPI_Mprobe(source, tag, comm, message, status, ierror)
      integer, intent(in) :: source
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      integer :: message
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine MPI_Improbe(source, tag, comm, flag, message, status, ierror)
      integer, intent(in) :: source
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      logical :: flag
      integer :: message
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine PMPI_Improbe(source, tag, comm, flag, message, status, ierror)
      integer, intent(in) :: source
      integer, intent(in) :: tag
      integer, intent(in) :: comm
      logical :: flag
      integer :: message
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine MPI_Mrecv(buf, count, datatype, message, status, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: message
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine PMPI_Mrecv(buf, count, datatype, message, status, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: message
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine MPI_Imrecv(buf, count, datatype, message, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: message
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Imrecv(buf, count, datatype, message, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: message
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_rank(comm, rank, ierror)
      integer, intent(in) :: comm
      integer :: rank
      integer :: ierror
    end subroutine
    subroutine PMPI_Comm_rank(comm, rank, ierror)
      integer, intent(in) :: comm
      integer :: rank
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_size(comm, size, ierror)
      integer, intent(in) :: comm
      integer :: size
      integer :: ierror
    end subroutine
    subroutine PMPI_Comm_size(comm, size, ierror)
      integer, intent(in) :: comm
      integer :: size
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_dup(comm, newcomm, ierror)
      integer, intent(in) :: comm
      integer :: newcomm
      integer :: ierror
    end subroutine
    subroutine PMPI_Comm_dup(comm, newcomm, ierror)
      integer, intent(in) :: comm
      integer :: newcomm
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_dup_with_info(comm, info, newcomm, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: newcomm
      integer :: ierror
    end subroutine
    subroutine PMPI_Comm_dup_with_info(comm, info, newcomm, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: newcomm
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_idup(comm, newcomm, request, ierror)
      integer, intent(in) :: comm
      integer :: newcomm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Comm_idup(comm, newcomm, request, ierror)
      integer, intent(in) :: comm
      integer :: newcomm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_idup_with_info(comm, info, newcomm, request, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: newcomm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Comm_idup_with_info(comm, info, newcomm, request, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: newcomm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_test_inter(comm, flag, ierror)
      integer, intent(in) :: comm
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine PMPI_Comm_test_inter(comm, flag, ierror)
      integer, intent(in) :: comm
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_set_info(comm, info, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: ierror
    end subroutine
    subroutine PMPI_Comm_set_info(comm, info, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_get_info(comm, info, ierror)
      integer, intent(in) :: comm
      integer :: info
      integer :: ierror
    end subroutine
    subroutine PMPI_Comm_get_info(comm, info, ierror)
      integer, intent(in) :: comm
      integer :: info
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_set_name(comm, name, ierror)
      integer, intent(in) :: comm
      character(len=*), intent(in) :: name
      integer :: ierror
    end subroutine
    subroutine PMPI_Comm_set_name(comm, name, ierror)
      integer, intent(in) :: comm
      character(len=*), intent(in) :: name
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_get_name(comm, name, length, ierror)
      integer, intent(in) :: comm
      character(len=*) :: name
      integer :: length
      integer :: ierror
    end subroutine
    subroutine PMPI_Comm_get_name(comm, name, length, ierror)
      integer, intent(in) :: comm
      character(len=*) :: name
      integer :: length
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_split(comm, color, key, newcomm, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: color
      integer, intent(in) :: key
      integer :: newcomm
      integer :: ierror
    end subroutine
    subroutine PMPI_Comm_split(comm, color, key, newcomm, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: color
      integer, intent(in) :: key
      integer :: newcomm
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_split_type(comm, type, key, info, newcomm, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: type
      integer, intent(in) :: key
      integer, intent(in) :: info
      integer :: newcomm
      integer :: ierror
    end subroutine
    subroutine PMPI_Comm_split_type(comm, type, key, info, newcomm, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: type
      integer, intent(in) :: key
      integer, intent(in) :: info
      integer :: newcomm
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_create(comm, group, newcomm, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: group
      integer :: newcomm
      integer :: ierror
    end subroutine
    subroutine PMPI_Comm_create(comm, group, newcomm, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: group
      integer :: newcomm
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_create_group(comm, group, tag, newcomm, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: group
      integer, intent(in) :: tag
      integer :: newcomm
      integer :: ierror
    end subroutine
    subroutine PMPI_Comm_create_group(comm, group, tag, newcomm, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: group
      integer, intent(in) :: tag
      integer :: newcomm
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_create_from_group(group, stringtag, info, handler, newcomm, ierror)
      integer, intent(in) :: group
      character(len=*), intent(in) :: stringtag
      integer, intent(in) :: info
      integer, intent(in) :: handler
      integer :: newcomm
      integer :: ierror
    end subroutine
    subroutine PMPI_Comm_create_from_group(group, stringtag, info, handler, newcomm, ierror)
      integer, intent(in) :: group
      character(len=*), intent(in) :: stringtag
      integer, intent(in) :: info
      integer, intent(in) :: handler
      integer :: newcomm
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_remote_size(comm, size, ierror)
      integer, intent(in) :: comm
      integer :: size
      integer :: ierror
    end subroutine
    subroutine PMPI_Comm_remote_size(comm, size, ierror)
      integer, intent(in) :: comm
      integer :: size
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_remote_group(comm, group, ierror)
      integer, intent(in) :: comm
      integer :: group
      integer :: ierror
    end subroutine
    subroutine PMPI_Comm_remote_group(comm, group, ierror)
      integer, intent(in) :: comm
      integer :: group
      integer :: ierror
    end subroutine
    subroutine MPI_Intercomm_create(local, leader, peer, remote_leader, tag, newcomm, ierror)
      integer, intent(in) :: local
      integer, intent(in) :: leader
      integer, intent(in) :: peer
      integer, intent(in) :: remote_leader
      integer, intent(in) :: tag
      integer :: newcomm
      integer :: ierror
    end subroutine
    subroutine PMPI_Intercomm_create(local, leader, peer, remote_leader, tag, newcomm, ierror)
      integer, intent(in) :: local
      integer, intent(in) :: leader
      integer, intent(in) :: peer
      integer, intent(in) :: remote_leader
      integer, intent(in) :: tag
      integer :: newcomm
      integer :: ierror
    end subroutine
    subroutine MPI_Intercomm_create_from_groups(local, leader, remote, remote_leader, stringtag, &
        info, handler, newcomm, ierror)
      integer, intent(in) :: local
      integer, intent(in) :: leader
      integer, intent(in) :: remote
      integer, intent(in) :: remote_leader
      character(len=*), intent(in) :: stringtag
      integer, intent(in) :: info
      integer, intent(in) :: handler
      integer :: newcomm
      integer :: ierror
    end subroutine
    subroutine PMPI_Intercomm_create_from_groups(local, leader, remote, remote_leader, stringtag, &
        info, handler, newcomm, ierror)
      integer, intent(in) :: local
      integer, intent(in) :: leader
      integer, intent(in) :: remote
      integer, intent(in) :: remote_leader
      character(len=*), intent(in) :: stringtag
      integer, intent(in) :: info
      integer, intent(in) :: handler
      integer :: newcomm
      integer :: ierror
    end subroutine
    subroutine MPI_Intercomm_merge(inter, high, newcomm, ierror)
      integer, intent(in) :: inter
      logical, intent(in) :: high
      integer :: newcomm
      integer :: ierror
    end subroutine
    subroutine PMPI_Intercomm_merge(inter, high, newcomm, ierror)
      integer, intent(in) :: inter
      logical, intent(in) :: high
      integer :: newcomm
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_compare(a, b, result, ierror)
      integer, intent(in) :: a
      integer, intent(in) :: b
      integer :: result
      integer :: ierror
    end subroutine
    subroutine PMPI_Comm_compare(a, b, result, ierror)
      integer, intent(in) :: a
      integer, intent(in) :: b
      integer :: result
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_free(comm, ierror)
      integer :: comm
      integer :: ierror
    end subroutine
    subroutine PMPI_Comm_free(comm, ierror)
      integer :: comm
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_get_parent(parent, ierror)
      integer :: parent
      integer :: ierror
    end subroutine
    subroutine PMPI_Comm_get_parent(parent, ierror)
      integer :: parent
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_group(comm, group, ierror)
      integer, intent(in) :: comm
      integer :: group
      integer :: ierror
    end subroutine
    subroutine PMPI_Comm_group(comm, group, ierror)
      integer, intent(in) :: comm
      integer :: group
      integer :: ierror
    end subroutine
    subroutine MPI_Group_rank(group, rank, ierror)
      integer, intent(in) :: group
      integer :: rank
      integer :: ierror
    end subroutine
    subroutine PMPI_Group_rank(group, rank, ierror)
      integer, intent(in) :: group
      integer :: rank
      integer :: ierror
    end subroutine
    subroutine MPI_Group_size(group, size, ierror)
      integer, intent(in) :: group
      integer :: size
      integer :: ierror
    end subroutine
    subroutine PMPI_Group_size(group, size, ierror)
      integer, intent(in) :: group
      integer :: size
      integer :: ierror
    end subroutine
    subroutine MPI_Group_incl(group, n, ranks, newgroup, ierror)
      integer, intent(in) :: group
      integer, intent(in) :: n
      integer :: ranks(*)
      integer :: newgroup
      integer :: ierror
    end subroutine
    subroutine PMPI_Group_incl(group, n, ranks, newgroup, ierror)
      integer, intent(in) :: group
      integer, intent(in) :: n
      integer :: ranks(*)
      integer :: newgroup
      integer :: ierror
    end subroutine
    subroutine MPI_Group_excl(group, n, ranks, newgroup, ierror)
      integer, intent(in) :: group
      integer, intent(in) :: n
      integer :: ranks(*)
      integer :: newgroup
      integer :: ierror
    end subroutine
    subroutine PMPI_Group_excl(group, n, ranks, newgroup, ierror)
      integer, intent(in) :: group
      integer, intent(in) :: n
      integer :: ranks(*)
      integer :: newgroup
      integer :: ierror
    end subroutine
    subroutine MPI_Group_range_incl(group, n, ranges, newgroup, ierror)
      integer, intent(in) :: group
      integer, intent(in) :: n
      integer :: ranges(3,*)
      integer :: newgroup
      integer :: ierror
    end subroutine
    subroutine PMPI_Group_range_incl(group, n, ranges, newgroup, ierror)
      integer, intent(in) :: group
      integer, intent(in) :: n
      integer :: ranges(3,*)
      integer :: newgroup
      integer :: ierror
    end subroutine
    subroutine MPI_Group_range_excl(group, n, ranges, newgroup, ierror)
      integer, intent(in) :: group
      integer, intent(in) :: n
      integer :: ranges(3,*)
      integer :: newgroup
      integer :: ierror
    end subroutine
    subroutine PMPI_Group_range_excl(group, n, ranges, newgroup, ierror)
      integer, intent(in) :: group
      integer, intent(in) :: n
      integer :: ranges(3,*)
      integer :: newgroup
      integer :: ierror
    end subroutine
    subroutine MPI_Group_union(a, b, newgroup, ierror)
      integer, intent(in) :: a
      integer, intent(in) :: b
      integer :: newgroup
      integer :: ierror
    end subroutine
    subroutine PMPI_Group_union(a, b, newgroup, ierror)
      integer, intent(in) :: a
      integer, intent(in) :: b
      integer :: newgroup
      integer :: ierror
    end subroutine
    subroutine MPI_Group_intersection(a, b, newgroup, ierror)
      integer, intent(in) :: a
      integer, intent(in) :: b
      integer :: newgroup
      integer :: ierror
    end subroutine
    subroutine PMPI_Group_intersection(a, b, newgroup, ierror)
      integer, intent(in) :: a
      integer, intent(in) :: b
      integer :: newgroup
      integer :: ierror
    end subroutine
    subroutine MPI_Group_difference(a, b, newgroup, ierror)
      integer, intent(in) :: a
      integer, intent(in) :: b
      integer :: newgroup
      integer :: ierror
    end subroutine
    subroutine PMPI_Group_difference(a, b, newgroup, ierror)
      integer, intent(in) :: a
      integer, intent(in) :: b
      integer :: newgroup
      integer :: ierror
    end subroutine
    subroutine MPI_Group_translate_ranks(a, n, ranks, b, result, ierror)
      integer, intent(in) :: a
      integer, intent(in) :: n
      integer :: ranks(*)
      integer, intent(in) :: b
      integer :: result(*)
      integer :: ierror
    end subroutine
    subroutine PMPI_Group_translate_ranks(a, n, ranks, b, result, ierror)
      integer, intent(in) :: a
      integer, intent(in) :: n
      integer :: ranks(*)
      integer, intent(in) :: b
      integer :: result(*)
      integer :: ierror
    end subroutine
    subroutine MPI_Group_compare(a, b, result, ierror)
      integer, intent(in) :: a
      integer, intent(in) :: b
      integer :: result
      integer :: ierror
    end subroutine
    subroutine PMPI_Group_compare(a, b, result, ierror)
      integer, intent(in) :: a
      integer, intent(in) :: b
      integer :: result
      integer :: ierror
    end subroutine
    subroutine MPI_Group_free(group, ierror)
      integer :: group
      integer :: ierror
    end subroutine
    subroutine PMPI_Group_free(group, ierror)
      integer :: group
      integer :: ierror
    end subroutine
    subroutine MPI_Topo_test(comm, kind, ierror)
      integer, intent(in) :: comm
      integer :: kind
      integer :: ierror
    end subroutine
    subroutine PMPI_Topo_test(comm, kind, ierror)
      integer, intent(in) :: comm
      integer :: kind
      integer :: ierror
    end subroutine
    subroutine MPI_Dims_create(nodes, ndims, dims, ierror)
      integer, intent(in) :: nodes
      integer, intent(in) :: ndims
      integer :: dims(*)
      integer :: ierror
    end subroutine
    subroutine PMPI_Dims_create(nodes, ndims, dims, ierror)
      integer, intent(in) :: nodes
      integer, intent(in) :: ndims
      integer :: dims(*)
      integer :: ierror
    end subroutine
    subroutine MPI_Cart_create(comm, ndims, dims, periods, reorder, cart, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: ndims
      integer :: dims(*)
      logical :: periods(*)
      logical, intent(in) :: reorder
      integer :: cart
      integer :: ierror
    end subroutine
    subroutine PMPI_Cart_create(comm, ndims, dims, periods, reorder, cart, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: ndims
      integer :: dims(*)
      logical :: periods(*)
      logical, intent(in) :: reorder
      integer :: cart
      integer :: ierror
    end subroutine
    subroutine MPI_Cart_sub(cart, remain, newcomm, ierror)
      integer, intent(in) :: cart
      logical :: remain(*)
      integer :: newcomm
      integer :: ierror
    end subroutine
    subroutine PMPI_Cart_sub(cart, remain, newcomm, ierror)
      integer, intent(in) :: cart
      logical :: remain(*)
      integer :: newcomm
      integer :: ierror
    end subroutine
    subroutine MPI_Cartdim_get(cart, ndims, ierror)
      integer, intent(in) :: cart
      integer :: ndims
      integer :: ierror
    end subroutine
    subroutine PMPI_Cartdim_get(cart, ndims, ierror)
      integer, intent(in) :: cart
      integer :: ndims
      integer :: ierror
    end subroutine
    subroutine MPI_Cart_get(cart, maxdims, dims, periods, coords, ierror)
      integer, intent(in) :: cart
      integer, intent(in) :: maxdims
      integer :: dims(*)
      logical :: periods(*)
      integer :: coords(*)
      integer :: ierror
    end subroutine
    subroutine PMPI_Cart_get(cart, maxdims, dims, periods, coords, ierror)
      integer, intent(in) :: cart
      integer, intent(in) :: maxdims
      integer :: dims(*)
      logical :: periods(*)
      integer :: coords(*)
      integer :: ierror
    end subroutine
    subroutine MPI_Cart_rank(cart, coords, rank, ierror)
      integer, intent(in) :: cart
      integer :: coords(*)
      integer :: rank
      integer :: ierror
    end subroutine
    subroutine PMPI_Cart_rank(cart, coords, rank, ierror)
      integer, intent(in) :: cart
      integer :: coords(*)
      integer :: rank
      integer :: ierror
    end subroutine
    subroutine MPI_Cart_coords(cart, rank, maxdims, coords, ierror)
      integer, intent(in) :: cart
      integer, intent(in) :: rank
      integer, intent(in) :: maxdims
      integer :: coords(*)
      integer :: ierror
    end subroutine
    subroutine PMPI_Cart_coords(cart, rank, maxdims, coords, ierror)
      integer, intent(in) :: cart
      integer, intent(in) :: rank
      integer, intent(in) :: maxdims
      integer :: coords(*)
      integer :: ierror
    end subroutine
    subroutine MPI_Cart_shift(cart, dimension, displacement, source, dest, ierror)
      integer, intent(in) :: cart
      integer, intent(in) :: dimension
      integer, intent(in) :: displacement
      integer :: source
      integer :: dest
      integer :: ierror
    end subroutine
    subroutine PMPI_Cart_shift(cart, dimension, displacement, source, dest, ierror)
      integer, intent(in) :: cart
      integer, intent(in) :: dimension
      integer, intent(in) :: displacement
      integer :: source
      integer :: dest
      integer :: ierror
    end subroutine
    subroutine MPI_Cart_map(comm, ndims, dims, periods, rank, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: ndims
      integer :: dims(*)
      logical :: periods(*)
      integer :: rank
      integer :: ierror
    end subroutine
    subroutine PMPI_Cart_map(comm, ndims, dims, periods, rank, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: ndims
      integer :: dims(*)
      logical :: periods(*)
      integer :: rank
      integer :: ierror
    end subroutine
    subroutine MPI_Graph_create(comm, nodes, index, edges, reorder, graph, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: nodes
      integer :: index(*)
      integer :: edges(*)
      logical, intent(in) :: reorder
      integer :: graph
      integer :: ierror
    end subroutine
    subroutine PMPI_Graph_create(comm, nodes, index, edges, reorder, graph, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: nodes
      integer :: index(*)
      integer :: edges(*)
      logical, intent(in) :: reorder
      integer :: graph
      integer :: ierror
    end subroutine
    subroutine MPI_Graphdims_get(graph, nodes, edges, ierror)
      integer, intent(in) :: graph
      integer :: nodes
      integer :: edges
      integer :: ierror
    end subroutine
    subroutine PMPI_Graphdims_get(graph, nodes, edges, ierror)
      integer, intent(in) :: graph
      integer :: nodes
      integer :: edges
      integer :: ierror
    end subroutine
    subroutine MPI_Graph_get(graph, maxindex, maxedges, index, edges, ierror)
      integer, intent(in) :: graph
      integer, intent(in) :: maxindex
      integer, intent(in) :: maxedges
      integer :: index(*)
      integer :: edges(*)
      integer :: ierror
    end subroutine
    subroutine PMPI_Graph_get(graph, maxindex, maxedges, index, edges, ierror)
      integer, intent(in) :: graph
      integer, intent(in) :: maxindex
      integer, intent(in) :: maxedges
      integer :: index(*)
      integer :: edges(*)
      integer :: ierror
    end subroutine
    subroutine MPI_Graph_neighbors_count(graph, rank, count, ierror)
      integer, intent(in) :: graph
      integer, intent(in) :: rank
      integer :: count
      integer :: ierror
    end subroutine
    subroutine PMPI_Graph_neighbors_count(graph, rank, count, ierror)
      integer, intent(in) :: graph
      integer, intent(in) :: rank
      integer :: count
      integer :: ierror
    end subroutine
    subroutine MPI_Graph_neighbors(graph, rank, maxneighbors, neighbors, ierror)
      integer, intent(in) :: graph
      integer, intent(in) :: rank
      integer, intent(in) :: maxneighbors
      integer :: neighbors(*)
      integer :: ierror
    end subroutine
    subroutine PMPI_Graph_neighbors(graph, rank, maxneighbors, neighbors, ierror)
      integer, intent(in) :: graph
      integer, intent(in) :: rank
      integer, intent(in) :: maxneighbors
      integer :: neighbors(*)
      integer :: ierror
    end subroutine
    subroutine MPI_Graph_map(comm, nodes, index, edges, rank, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: nodes
      integer :: index(*)
      integer :: edges(*)
      integer :: rank
      integer :: ierror
    end subroutine
    subroutine PMPI_Graph_map(comm, nodes, index, edges, rank, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: nodes
      integer :: index(*)
      integer :: edges(*)
      integer :: rank
      integer :: ierror
    end subroutine
    subroutine MPI_Dist_graph_create_adjacent(comm, indegree, sources, sourceweights, outdegree, &
        destinations, destweights, info, reorder, graph, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: indegree
      integer :: sources(*)
      integer :: sourceweights(*)
      integer, intent(in) :: outdegree
      integer :: destinations(*)
      integer :: destweights(*)
      integer, intent(in) :: info
      logical, intent(in) :: reorder
      integer :: graph
      integer :: ierror
    end subroutine
    subroutine PMPI_Dist_graph_create_adjacent(comm, indegree, sources, sourceweights, outdegree, &
        destinations, destweights, info, reorder, graph, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: indegree
      integer :: sources(*)
      integer :: sourceweights(*)
      integer, intent(in) :: outdegree
      integer :: destinations(*)
      integer :: destweights(*)
      integer, intent(in) :: info
      logical, intent(in) :: reorder
      integer :: graph
      integer :: ierror
    end subroutine
    subroutine MPI_Dist_graph_create(comm, n, sources, degrees, destinations, weights, info, &
        reorder, graph, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: n
      integer :: sources(*)
      integer :: degrees(*)
      integer :: destinations(*)
      integer :: weights(*)
      integer, intent(in) :: info
      logical, intent(in) :: reorder
      integer :: graph
      integer :: ierror
    end subroutine
    subroutine PMPI_Dist_graph_create(comm, n, sources, degrees, destinations, weights, info, &
        reorder, graph, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: n
      integer :: sources(*)
      integer :: degrees(*)
      integer :: destinations(*)
      integer :: weights(*)
      integer, intent(in) :: info
      logical, intent(in) :: reorder
      integer :: graph
      integer :: ierror
    end subroutine
    subroutine MPI_Dist_graph_neighbors_count(graph, indegree, outdegree, weighted, ierror)
      integer, intent(in) :: graph
      integer :: indegree
      integer :: outdegree
      logical :: weighted
      integer :: ierror
    end subroutine
    subroutine PMPI_Dist_graph_neighbors_count(graph, indegree, outdegree, weighted, ierror)
      integer, intent(in) :: graph
      integer :: indegree
      integer :: outdegree
      logical :: weighted
      integer :: ierror
    end subroutine
    subroutine MPI_Dist_graph_neighbors(graph, maxindegree, sources, sourceweights, maxoutdegree, &
        destinations, destweights, ierror)
      integer, intent(in) :: graph
      integer, intent(in) :: maxindegree
      integer :: sources(*)
      integer :: sourceweights(*)
      integer, intent(in) :: maxoutdegree
      integer :: destinations(*)
      integer :: destweights(*)
      integer :: ierror
    end subroutine
    subroutine PMPI_Dist_graph_neighbors(graph, maxindegree, sources, sourceweights, maxoutdegree, &
        destinations, destweights, ierror)
      integer, intent(in) :: graph
      integer, intent(in) :: maxindegree
      integer :: sources(*)
      integer :: sourceweights(*)
      integer, intent(in) :: maxoutdegree
      integer :: destinations(*)
      integer :: destweights(*)
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_create_keyval(copy, erase, keyval, extra, ierror)
      external :: copy
      external :: erase
      integer :: keyval
      integer(8) :: extra
      integer :: ierror
    end subroutine
    subroutine PMPI_Comm_create_keyval(copy, erase, keyval, extra, ierror)
      external :: copy
      external :: erase
      integer :: keyval
      integer(8) :: extra
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_free_keyval(keyval, ierror)
      integer :: keyval
      integer :: ierror
    end subroutine
    subroutine PMPI_Comm_free_keyval(keyval, ierror)
      integer :: keyval
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_set_attr(comm, keyval, value, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: keyval
      integer(8) :: value
      integer :: ierror
    end subroutine
    subroutine PMPI_Comm_set_attr(comm, keyval, value, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: keyval
      integer(8) :: value
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_get_attr(comm, keyval, address_of_value, flag, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: keyval
      integer(8) :: address_of_value
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine PMPI_Comm_get_attr(comm, keyval, address_of_value, flag, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: keyval
      integer(8) :: address_of_value
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_delete_attr(comm, keyval, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: keyval
      integer :: ierror
    end subroutine
    subroutine PMPI_Comm_delete_attr(comm, keyval, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: keyval
      integer :: ierror
    end subroutine
    subroutine MPI_Type_create_keyval(copy, erase, keyval, extra, ierror)
      external :: copy
      external :: erase
      integer :: keyval
      integer(8) :: extra
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_create_keyval(copy, erase, keyval, extra, ierror)
      external :: copy
      external :: erase
      integer :: keyval
      integer(8) :: extra
      integer :: ierror
    end subroutine
    subroutine MPI_Type_free_keyval(keyval, ierror)
      integer :: keyval
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_free_keyval(keyval, ierror)
      integer :: keyval
      integer :: ierror
    end subroutine
    subroutine MPI_Type_set_attr(datatype, keyval, value, ierror)
      integer, intent(in) :: datatype
      integer, intent(in) :: keyval
      integer(8) :: value
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_set_attr(datatype, keyval, value, ierror)
      integer, intent(in) :: datatype
      integer, intent(in) :: keyval
      integer(8) :: value
      integer :: ierror
    end subroutine
    subroutine MPI_Type_get_attr(datatype, keyval, address_of_value, flag, ierror)
      integer, intent(in) :: datatype
      integer, intent(in) :: keyval
      integer(8) :: address_of_value
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_get_attr(datatype, keyval, address_of_value, flag, ierror)
      integer, intent(in) :: datatype
      integer, intent(in) :: keyval
      integer(8) :: address_of_value
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Type_delete_attr(datatype, keyval, ierror)
      integer, intent(in) :: datatype
      integer, intent(in) :: keyval
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_delete_attr(datatype, keyval, ierror)
      integer, intent(in) :: datatype
      integer, intent(in) :: keyval
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_create_errhandler(function, handler, ierror)
      external :: function
      integer :: handler
      integer :: ierror
    end subroutine
    subroutine PMPI_Comm_create_errhandler(function, handler, ierror)
      external :: function
      integer :: handler
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_set_errhandler(comm, handler, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: handler
      integer :: ierror
    end subroutine
    subroutine PMPI_Comm_set_errhandler(comm, handler, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: handler
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_get_errhandler(comm, handler, ierror)
      integer, intent(in) :: comm
      integer :: handler
      integer :: ierror
    end subroutine
    subroutine PMPI_Comm_get_errhandler(comm, handler, ierror)
      integer, intent(in) :: comm
      integer :: handler
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_call_errhandler(comm, code, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: code
      integer :: ierror
    end subroutine
    subroutine PMPI_Comm_call_errhandler(comm, code, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: code
      integer :: ierror
    end subroutine
    subroutine MPI_Errhandler_free(handler, ierror)
      integer :: handler
      integer :: ierror
    end subroutine
    subroutine PMPI_Errhandler_free(handler, ierror)
      integer :: handler
      integer :: ierror
    end subroutine
    subroutine MPI_Error_class(code, errorclass, ierror)
      integer, intent(in) :: code
      integer :: errorclass
      integer :: ierror
    end subroutine
    subroutine PMPI_Error_class(code, errorclass, ierror)
      integer, intent(in) :: code
      integer :: errorclass
      integer :: ierror
    end subroutine
    subroutine MPI_Error_string(code, string, length, ierror)
      integer, intent(in) :: code
      character(len=*) :: string
      integer :: length
      integer :: ierror
    end subroutine
    subroutine PMPI_Error_string(code, string, length, ierror)
      integer, intent(in) :: code
      character(len=*) :: string
      integer :: length
      integer :: ierror
    end subroutine
    subroutine MPI_Add_error_class(errorclass, ierror)
      integer :: errorclass
      integer :: ierror
    end subroutine
    subroutine PMPI_Add_error_class(errorclass, ierror)
      integer :: errorclass
      integer :: ierror
    end subroutine
    subroutine MPI_Add_error_code(errorclass, errorcode, ierror)
      integer, intent(in) :: errorclass
      integer :: errorcode
      integer :: ierror
    end subroutine
    subroutine PMPI_Add_error_code(errorclass, errorcode, ierror)
      integer, intent(in) :: errorclass
      integer :: errorcode
      integer :: ierror
    end subroutine
    subroutine MPI_Add_error_string(errorcode, string, ierror)
      integer, intent(in) :: errorcode
      character(len=*), intent(in) :: string
      integer :: ierror
    end subroutine
    subroutine PMPI_Add_error_string(errorcode, string, ierror)
      integer, intent(in) :: errorcode
      character(len=*), intent(in) :: string
      integer :: ierror
    end subroutine
    subroutine MPI_Remove_error_class(errorclass, ierror)
      integer, intent(in) :: errorclass
      integer :: ierror
    end subroutine
    subroutine PMPI_Remove_error_class(errorclass, ierror)
      integer, intent(in) :: errorclass
      integer :: ierror
    end subroutine
    subroutine MPI_Remove_error_code(errorcode, ierror)
      integer, intent(in) :: errorcode
      integer :: ierror
    end subroutine
    subroutine PMPI_Remove_error_code(errorcode, ierror)
      integer, intent(in) :: errorcode
      integer :: ierror
    end subroutine
    subroutine MPI_Remove_error_string(errorcode, ierror)
      integer, intent(in) :: errorcode
      integer :: ierror
    end subroutine
    subroutine PMPI_Remove_error_string(errorcode, ierror)
      integer, intent(in) :: errorcode
      integer :: ierror
    end subroutine
    subroutine MPI_Type_contiguous(count, old, newtype, ierror)
      integer, intent(in) :: count
      integer, intent(in) :: old
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_contiguous(count, old, newtype, ierror)
      integer, intent(in) :: count
      integer, intent(in) :: old
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_vector(count, blocklength, stride, old, newtype, ierror)
      integer, intent(in) :: count
      integer, intent(in) :: blocklength
      integer, intent(in) :: stride
      integer, intent(in) :: old
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_vector(count, blocklength, stride, old, newtype, ierror)
      integer, intent(in) :: count
      integer, intent(in) :: blocklength
      integer, intent(in) :: stride
      integer, intent(in) :: old
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_create_hvector(count, blocklength, stride, old, newtype, ierror)
      integer, intent(in) :: count
      integer, intent(in) :: blocklength
      integer(8), intent(in) :: stride
      integer, intent(in) :: old
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_create_hvector(count, blocklength, stride, old, newtype, ierror)
      integer, intent(in) :: count
      integer, intent(in) :: blocklength
      integer(8), intent(in) :: stride
      integer, intent(in) :: old
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_create_resized(old, lower, extent, newtype, ierror)
      integer, intent(in) :: old
      integer(8), intent(in) :: lower
      integer(8), intent(in) :: extent
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_create_resized(old, lower, extent, newtype, ierror)
      integer, intent(in) :: old
      integer(8), intent(in) :: lower
      integer(8), intent(in) :: extent
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_indexed(count, blocklengths, displs, old, newtype, ierror)
      integer, intent(in) :: count
      integer :: blocklengths(*)
      integer :: displs(*)
      integer, intent(in) :: old
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_indexed(count, blocklengths, displs, old, newtype, ierror)
      integer, intent(in) :: count
      integer :: blocklengths(*)
      integer :: displs(*)
      integer, intent(in) :: old
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_create_indexed_block(count, blocklength, displs, old, newtype, ierror)
      integer, intent(in) :: count
      integer, intent(in) :: blocklength
      integer :: displs(*)
      integer, intent(in) :: old
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_create_indexed_block(count, blocklength, displs, old, newtype, ierror)
      integer, intent(in) :: count
      integer, intent(in) :: blocklength
      integer :: displs(*)
      integer, intent(in) :: old
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_create_hindexed(count, blocklengths, displs, old, newtype, ierror)
      integer, intent(in) :: count
      integer :: blocklengths(*)
      integer(8) :: displs(*)
      integer, intent(in) :: old
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_create_hindexed(count, blocklengths, displs, old, newtype, ierror)
      integer, intent(in) :: count
      integer :: blocklengths(*)
      integer(8) :: displs(*)
      integer, intent(in) :: old
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_create_hindexed_block(count, blocklength, displs, old, newtype, ierror)
      integer, intent(in) :: count
      integer, intent(in) :: blocklength
      integer(8) :: displs(*)
      integer, intent(in) :: old
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_create_hindexed_block(count, blocklength, displs, old, newtype, ierror)
      integer, intent(in) :: count
      integer, intent(in) :: blocklength
      integer(8) :: displs(*)
      integer, intent(in) :: old
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_create_struct(count, blocklengths, displs, types, newtype, ierror)
      integer, intent(in) :: count
      integer :: blocklengths(*)
      integer(8) :: displs(*)
      integer :: types(*)
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_create_struct(count, blocklengths, displs, types, newtype, ierror)
      integer, intent(in) :: count
      integer :: blocklengths(*)
      integer(8) :: displs(*)
      integer :: types(*)
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_create_subarray(ndims, sizes, subsizes, starts, order, old, newtype, &
        ierror)
      integer, intent(in) :: ndims
      integer :: sizes(*)
      integer :: subsizes(*)
      integer :: starts(*)
      integer, intent(in) :: order
      integer, intent(in) :: old
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_create_subarray(ndims, sizes, subsizes, starts, order, old, newtype, &
        ierror)
      integer, intent(in) :: ndims
      integer :: sizes(*)
      integer :: subsizes(*)
      integer :: starts(*)
      integer, intent(in) :: order
      integer, intent(in) :: old
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_create_darray(size, rank, ndims, gsizes, distribs, dargs, psizes, order, &
        old, newtype, ierror)
      integer, intent(in) :: size
      integer, intent(in) :: rank
      integer, intent(in) :: ndims
      integer :: gsizes(*)
      integer :: distribs(*)
      integer :: dargs(*)
      integer :: psizes(*)
      integer, intent(in) :: order
      integer, intent(in) :: old
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_create_darray(size, rank, ndims, gsizes, distribs, dargs, psizes, order, &
        old, newtype, ierror)
      integer, intent(in) :: size
      integer, intent(in) :: rank
      integer, intent(in) :: ndims
      integer :: gsizes(*)
      integer :: distribs(*)
      integer :: dargs(*)
      integer :: psizes(*)
      integer, intent(in) :: order
      integer, intent(in) :: old
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_get_envelope(datatype, integers, addresses, datatypes, combiner, ierror)
      integer, intent(in) :: datatype
      integer :: integers
      integer :: addresses
      integer :: datatypes
      integer :: combiner
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_get_envelope(datatype, integers, addresses, datatypes, combiner, ierror)
      integer, intent(in) :: datatype
      integer :: integers
      integer :: addresses
      integer :: datatypes
      integer :: combiner
      integer :: ierror
    end subroutine
    subroutine MPI_Type_get_contents(datatype, max_integers, max_addresses, max_datatypes, &
        integers, addresses, datatypes, ierror)
      integer, intent(in) :: datatype
      integer, intent(in) :: max_integers
      integer, intent(in) :: max_addresses
      integer, intent(in) :: max_datatypes
      integer :: integers(*)
      integer(8) :: addresses(*)
      integer :: datatypes(*)
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_get_contents(datatype, max_integers, max_addresses, max_datatypes, &
        integers, addresses, datatypes, ierror)
      integer, intent(in) :: datatype
      integer, intent(in) :: max_integers
      integer, intent(in) :: max_addresses
      integer, intent(in) :: max_datatypes
      integer :: integers(*)
      integer(8) :: addresses(*)
      integer :: datatypes(*)
      integer :: ierror
    end subroutine
    subroutine MPI_Type_dup(old, newtype, ierror)
      integer, intent(in) :: old
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_dup(old, newtype, ierror)
      integer, intent(in) :: old
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_set_name(datatype, name, ierror)
      integer, intent(in) :: datatype
      character(len=*), intent(in) :: name
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_set_name(datatype, name, ierror)
      integer, intent(in) :: datatype
      character(len=*), intent(in) :: name
      integer :: ierror
    end subroutine
    subroutine MPI_Type_get_name(datatype, name, length, ierror)
      integer, intent(in) :: datatype
      character(len=*) :: name
      integer :: length
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_get_name(datatype, name, length, ierror)
      integer, intent(in) :: datatype
      character(len=*) :: name
      integer :: length
      integer :: ierror
    end subroutine
    subroutine MPI_Type_get_value_index(value, index, pair, ierror)
      integer, intent(in) :: value
      integer, intent(in) :: index
      integer :: pair
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_get_value_index(value, index, pair, ierror)
      integer, intent(in) :: value
      integer, intent(in) :: index
      integer :: pair
      integer :: ierror
    end subroutine
    subroutine MPI_Type_match_size(typeclass, size, datatype, ierror)
      integer, intent(in) :: typeclass
      integer, intent(in) :: size
      integer :: datatype
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_match_size(typeclass, size, datatype, ierror)
      integer, intent(in) :: typeclass
      integer, intent(in) :: size
      integer :: datatype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_commit(datatype, ierror)
      integer :: datatype
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_commit(datatype, ierror)
      integer :: datatype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_free(datatype, ierror)
      integer :: datatype
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_free(datatype, ierror)
      integer :: datatype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_size(datatype, size, ierror)
      integer, intent(in) :: datatype
      integer :: size
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_size(datatype, size, ierror)
      integer, intent(in) :: datatype
      integer :: size
      integer :: ierror
    end subroutine
    subroutine MPI_Type_get_extent(datatype, lower, extent, ierror)
      integer, intent(in) :: datatype
      integer(8) :: lower
      integer(8) :: extent
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_get_extent(datatype, lower, extent, ierror)
      integer, intent(in) :: datatype
      integer(8) :: lower
      integer(8) :: extent
      integer :: ierror
    end subroutine
    subroutine MPI_Type_get_true_extent(datatype, lower, extent, ierror)
      integer, intent(in) :: datatype
      integer(8) :: lower
      integer(8) :: extent
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_get_true_extent(datatype, lower, extent, ierror)
      integer, intent(in) :: datatype
      integer(8) :: lower
      integer(8) :: extent
      integer :: ierror
    end subroutine
    subroutine MPI_Type_size_x(datatype, size, ierror)
      integer, intent(in) :: datatype
      integer(8) :: size
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_size_x(datatype, size, ierror)
      integer, intent(in) :: datatype
      integer(8) :: size
      integer :: ierror
    end subroutine
    subroutine MPI_Type_get_extent_x(datatype, lower, extent, ierror)
      integer, intent(in) :: datatype
      integer(8) :: lower
      integer(8) :: extent
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_get_extent_x(datatype, lower, extent, ierror)
      integer, intent(in) :: datatype
      integer(8) :: lower
      integer(8) :: extent
      integer :: ierror
    end subroutine
    subroutine MPI_Type_get_true_extent_x(datatype, lower, extent, ierror)
      integer, intent(in) :: datatype
      integer(8) :: lower
      integer(8) :: extent
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_get_true_extent_x(datatype, lower, extent, ierror)
      integer, intent(in) :: datatype
      integer(8) :: lower
      integer(8) :: extent
      integer :: ierror
    end subroutine
    integer(8) function MPI_Aint_add(base, displacement)
      integer(8), intent(in) :: base
      integer(8), intent(in) :: displacement
    end function
    integer(8) function PMPI_Aint_add(base, displacement)
      integer(8), intent(in) :: base
      integer(8), intent(in) :: displacement
    end function
    integer(8) function MPI_Aint_diff(a, b)
      integer(8), intent(in) :: a
      integer(8), intent(in) :: b
    end function
    integer(8) function PMPI_Aint_diff(a, b)
      integer(8), intent(in) :: a
      integer(8), intent(in) :: b
    end function
    subroutine MPI_Get_address(location, address, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: location
      type(*), dimension(*) :: location
      integer(8) :: address
      integer :: ierror
    end subroutine
    subroutine PMPI_Get_address(location, address, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: location
      type(*), dimension(*) :: location
      integer(8) :: address
      integer :: ierror
    end subroutine
    subroutine MPI_Pack(inbuf, incount, datatype, outbuf, outsize, position, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
      type(*), dimension(*) :: inbuf
      integer, intent(in) :: incount
      integer, intent(in) :: datatype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
      type(*), dimension(*) :: outbuf
      integer, intent(in) :: outsize
      integer :: position
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine PMPI_Pack(inbuf, incount, datatype, outbuf, outsize, position, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
      type(*), dimension(*) :: inbuf
      integer, intent(in) :: incount
      integer, intent(in) :: datatype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
      type(*), dimension(*) :: outbuf
      integer, intent(in) :: outsize
      integer :: position
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine MPI_Unpack(inbuf, insize, position, outbuf, outcount, datatype, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
      type(*), dimension(*) :: inbuf
      integer, intent(in) :: insize
      integer :: position
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
      type(*), dimension(*) :: outbuf
      integer, intent(in) :: outcount
      integer, intent(in) :: datatype
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine PMPI_Unpack(inbuf, insize, position, outbuf, outcount, datatype, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
      type(*), dimension(*) :: inbuf
      integer, intent(in) :: insize
      integer :: position
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
      type(*), dimension(*) :: outbuf
      integer, intent(in) :: outcount
      integer, intent(in) :: datatype
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine MPI_Pack_external(datarep, inbuf, incount, datatype, outbuf, outsize, position, &
        ierror)
      character(len=*), intent(in) :: datarep
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
      type(*), dimension(*) :: inbuf
      integer, intent(in) :: incount
      integer, intent(in) :: datatype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
      type(*), dimension(*) :: outbuf
      integer(8), intent(in) :: outsize
      integer(8) :: position
      integer :: ierror
    end subroutine
    subroutine PMPI_Pack_external(datarep, inbuf, incount, datatype, outbuf, outsize, position, &
        ierror)
      character(len=*), intent(in) :: datarep
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
      type(*), dimension(*) :: inbuf
      integer, intent(in) :: incount
      integer, intent(in) :: datatype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
      type(*), dimension(*) :: outbuf
      integer(8), intent(in) :: outsize
      integer(8) :: position
      integer :: ierror
    end subroutine
    subroutine MPI_Unpack_external(datarep, inbuf, insize, position, outbuf, outcount, datatype, &
        ierror)
      character(len=*), intent(in) :: datarep
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
      type(*), dimension(*) :: inbuf
      integer(8), intent(in) :: insize
      integer(8) :: position
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
      type(*), dimension(*) :: outbuf
      integer, intent(in) :: outcount
      integer, intent(in) :: datatype
      integer :: ierror
    end subroutine
    subroutine PMPI_Unpack_external(datarep, inbuf, insize, position, outbuf, outcount, datatype, &
        ierror)
      character(len=*), intent(in) :: datarep
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
      type(*), dimension(*) :: inbuf
      integer(8), intent(in) :: insize
      integer(8) :: position
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
      type(*), dimension(*) :: outbuf
      integer, intent(in) :: outcount
      integer, intent(in) :: datatype
      integer :: ierror
    end subroutine
    subroutine MPI_Pack_external_size(datarep, incount, datatype, size, ierror)
      character(len=*), intent(in) :: datarep
      integer, intent(in) :: incount
      integer, intent(in) :: datatype
      integer(8) :: size
      integer :: ierror
    end subroutine
    subroutine PMPI_Pack_external_size(datarep, incount, datatype, size, ierror)
      character(len=*), intent(in) :: datarep
      integer, intent(in) :: incount
      integer, intent(in) :: datatype
      integer(8) :: size
      integer :: ierror
    end subroutine
    subroutine MPI_Pack_size(incount, datatype, comm, size, ierror)
      integer, intent(in) :: incount
      integer, intent(in) :: datatype
      integer, intent(in) :: comm
      integer :: size
      integer :: ierror
    end subroutine
    subroutine PMPI_Pack_size(incount, datatype, comm, size, ierror)
      integer, intent(in) :: incount
      integer, intent(in) :: datatype
      integer, intent(in) :: comm
      integer :: size
      integer :: ierror
    end subroutine
    subroutine MPI_Op_create(function, commute, op, ierror)
      external :: function
      logical, intent(in) :: commute
      integer :: op
      integer :: ierror
    end subroutine
    subroutine PMPI_Op_create(function, commute, op, ierror)
      external :: function
      logical, intent(in) :: commute
      integer :: op
      integer :: ierror
    end subroutine
    subroutine MPI_Op_free(op, ierror)
      integer :: op
      integer :: ierror
    end subroutine
    subroutine PMPI_Op_free(op, ierror)
      integer :: op
      integer :: ierror
    end subroutine
    subroutine MPI_Op_commutative(op, commute, ierror)
      integer, intent(in) :: op
      logical :: commute
      integer :: ierror
    end subroutine
    subroutine PMPI_Op_commutative(op, commute, ierror)
      integer, intent(in) :: op
      logical :: commute
      integer :: ierror
    end subroutine
    subroutine MPI_Reduce_local(inbuf, inoutbuf, count, datatype, op, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
      type(*), dimension(*) :: inbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: inoutbuf
      type(*), dimension(*) :: inoutbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer :: ierror
    end subroutine
    subroutine PMPI_Reduce_local(inbuf, inoutbuf, count, datatype, op, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
      type(*), dimension(*) :: inbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: inoutbuf
      type(*), dimension(*) :: inoutbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer :: ierror
    end subroutine
    double precision function MPI_Wtime()
    end function
    double precision function PMPI_Wtime()
    end function
    double precision function MPI_Wtick()
    end function
    double precision function PMPI_Wtick()
    end function
    subroutine MPI_Barrier(comm, ierror)
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine PMPI_Barrier(comm, ierror)
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine MPI_Ibarrier(comm, request, ierror)
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Ibarrier(comm, request, ierror)
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Barrier_init(comm, info, request, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Barrier_init(comm, info, request, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Bcast(buf, count, datatype, root, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine PMPI_Bcast(buf, count, datatype, root, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine MPI_Ibcast(buf, count, datatype, root, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Ibcast(buf, count, datatype, root, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Bcast_init(buf, count, datatype, root, comm, info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Bcast_init(buf, count, datatype, root, comm, info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Reduce(sendbuf, recvbuf, count, datatype, op, root, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine PMPI_Reduce(sendbuf, recvbuf, count, datatype, op, root, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine MPI_Ireduce(sendbuf, recvbuf, count, datatype, op, root, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Ireduce(sendbuf, recvbuf, count, datatype, op, root, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Reduce_init(sendbuf, recvbuf, count, datatype, op, root, comm, info, request, &
        ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Reduce_init(sendbuf, recvbuf, count, datatype, op, root, comm, info, request, &
        ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Allreduce(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine PMPI_Allreduce(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine MPI_Iallreduce(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Iallreduce(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Allreduce_init(sendbuf, recvbuf, count, datatype, op, comm, info, request, &
        ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Allreduce_init(sendbuf, recvbuf, count, datatype, op, comm, info, request, &
        ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, &
        ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine PMPI_Gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, &
        ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine MPI_Igather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, &
        request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Igather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, &
        request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Gather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, &
        comm, info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Gather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, &
        comm, info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, &
        root, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine PMPI_Gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, &
        root, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine MPI_Igatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, &
        root, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Igatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, &
        root, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Gatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, root, comm, info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Gatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, root, comm, info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, &
        ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine PMPI_Scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, &
        ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine MPI_Iscatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, &
        request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Iscatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, &
        comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Scatter_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, &
        comm, info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Scatter_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, &
        comm, info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, &
        root, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendcounts
      integer :: sendcounts(*)
      integer :: displs(*)
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine PMPI_Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, &
        root, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendcounts
      integer :: sendcounts(*)
      integer :: displs(*)
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine MPI_Iscatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, &
        root, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendcounts
      integer :: sendcounts(*)
      integer :: displs(*)
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Iscatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, &
        root, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendcounts
      integer :: sendcounts(*)
      integer :: displs(*)
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Scatterv_init(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, &
        recvtype, root, comm, info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendcounts
      integer :: sendcounts(*)
      integer :: displs(*)
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Scatterv_init(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, &
        recvtype, root, comm, info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendcounts
      integer :: sendcounts(*)
      integer :: displs(*)
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: root
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine PMPI_Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine MPI_Iallgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Iallgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, &
        comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine PMPI_Allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, &
        comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine MPI_Iallgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, &
        comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Iallgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, comm, info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, comm, info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine PMPI_Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine MPI_Ialltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Ialltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, &
        recvtype, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendcounts
      integer :: sendcounts(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sdispls
      integer :: sdispls(*)
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine PMPI_Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, &
        recvtype, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendcounts
      integer :: sendcounts(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sdispls
      integer :: sdispls(*)
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine MPI_Ialltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, &
        recvtype, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendcounts
      integer :: sendcounts(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sdispls
      integer :: sdispls(*)
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Ialltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, &
        rdispls, recvtype, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendcounts
      integer :: sendcounts(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sdispls
      integer :: sdispls(*)
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, &
        rdispls, recvtype, comm, info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendcounts
      integer :: sendcounts(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sdispls
      integer :: sdispls(*)
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, &
        rdispls, recvtype, comm, info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendcounts
      integer :: sendcounts(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sdispls
      integer :: sdispls(*)
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, &
        recvtypes, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendcounts
      integer :: sendcounts(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sdispls
      integer :: sdispls(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendtypes
      integer :: sendtypes(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtypes(*)
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine PMPI_Alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, &
        rdispls, recvtypes, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendcounts
      integer :: sendcounts(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sdispls
      integer :: sdispls(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendtypes
      integer :: sendtypes(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtypes(*)
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine MPI_Ialltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, &
        rdispls, recvtypes, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendcounts
      integer :: sendcounts(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sdispls
      integer :: sdispls(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendtypes
      integer :: sendtypes(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtypes(*)
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Ialltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, &
        rdispls, recvtypes, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendcounts
      integer :: sendcounts(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sdispls
      integer :: sdispls(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendtypes
      integer :: sendtypes(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtypes(*)
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, &
        rdispls, recvtypes, comm, info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendcounts
      integer :: sendcounts(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sdispls
      integer :: sdispls(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendtypes
      integer :: sendtypes(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtypes(*)
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, &
        rdispls, recvtypes, comm, info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendcounts
      integer :: sendcounts(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sdispls
      integer :: sdispls(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendtypes
      integer :: sendtypes(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtypes(*)
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine PMPI_Reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine MPI_Ireduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, request, &
        ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Ireduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, request, &
        ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Reduce_scatter_init(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, &
        request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Reduce_scatter_init(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, &
        request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine PMPI_Reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine MPI_Ireduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, request, &
        ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Ireduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, request, &
        ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Reduce_scatter_block_init(sendbuf, recvbuf, recvcount, datatype, op, comm, info, &
        request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Reduce_scatter_block_init(sendbuf, recvbuf, recvcount, datatype, op, comm, &
        info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Scan(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine PMPI_Scan(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine MPI_Iscan(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Iscan(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Scan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Scan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Exscan(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine PMPI_Exscan(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine MPI_Iexscan(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Iexscan(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Exscan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Exscan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer, intent(in) :: op
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Neighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine PMPI_Neighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine MPI_Ineighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Ineighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Neighbor_allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Neighbor_allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Neighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine PMPI_Neighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine MPI_Ineighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Ineighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Neighbor_allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, &
        displs, recvtype, comm, info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Neighbor_allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, &
        displs, recvtype, comm, info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Neighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine PMPI_Neighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine MPI_Ineighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Ineighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Neighbor_alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Neighbor_alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer, intent(in) :: sendcount
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Neighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, &
        rdispls, recvtype, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendcounts
      integer :: sendcounts(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sdispls
      integer :: sdispls(*)
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine PMPI_Neighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, &
        rdispls, recvtype, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendcounts
      integer :: sendcounts(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sdispls
      integer :: sdispls(*)
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine MPI_Ineighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, &
        rdispls, recvtype, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendcounts
      integer :: sendcounts(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sdispls
      integer :: sdispls(*)
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Ineighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendcounts
      integer :: sendcounts(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sdispls
      integer :: sdispls(*)
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Neighbor_alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendcounts
      integer :: sendcounts(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sdispls
      integer :: sdispls(*)
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Neighbor_alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendcounts
      integer :: sendcounts(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sdispls
      integer :: sdispls(*)
      integer, intent(in) :: sendtype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer, intent(in) :: recvtype
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Neighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, &
        rdispls, recvtypes, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendcounts
      integer :: sendcounts(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sdispls
      integer(8) :: sdispls(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendtypes
      integer :: sendtypes(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer(8) :: rdispls(*)
      integer :: recvtypes(*)
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine PMPI_Neighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendcounts
      integer :: sendcounts(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sdispls
      integer(8) :: sdispls(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendtypes
      integer :: sendtypes(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer(8) :: rdispls(*)
      integer :: recvtypes(*)
      integer, intent(in) :: comm
      integer :: ierror
    end subroutine
    subroutine MPI_Ineighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendcounts
      integer :: sendcounts(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sdispls
      integer(8) :: sdispls(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendtypes
      integer :: sendtypes(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer(8) :: rdispls(*)
      integer :: recvtypes(*)
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Ineighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendcounts
      integer :: sendcounts(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sdispls
      integer(8) :: sdispls(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendtypes
      integer :: sendtypes(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer(8) :: rdispls(*)
      integer :: recvtypes(*)
      integer, intent(in) :: comm
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Neighbor_alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendcounts
      integer :: sendcounts(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sdispls
      integer(8) :: sdispls(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendtypes
      integer :: sendtypes(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer(8) :: rdispls(*)
      integer :: recvtypes(*)
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Neighbor_alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, info, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendcounts
      integer :: sendcounts(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sdispls
      integer(8) :: sdispls(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendtypes
      integer :: sendtypes(*)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer(8) :: rdispls(*)
      integer :: recvtypes(*)
      integer, intent(in) :: comm
      integer, intent(in) :: info
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Type_create_f90_real(digits, exponent, newtype, ierror)
      integer, intent(in) :: digits
      integer, intent(in) :: exponent
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_create_f90_real(digits, exponent, newtype, ierror)
      integer, intent(in) :: digits
      integer, intent(in) :: exponent
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_create_f90_complex(digits, exponent, newtype, ierror)
      integer, intent(in) :: digits
      integer, intent(in) :: exponent
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_create_f90_complex(digits, exponent, newtype, ierror)
      integer, intent(in) :: digits
      integer, intent(in) :: exponent
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_create_f90_integer(digits, newtype, ierror)
      integer, intent(in) :: digits
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_create_f90_integer(digits, newtype, ierror)
      integer, intent(in) :: digits
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine MPI_Info_create(info, ierror)
      integer :: info
      integer :: ierror
    end subroutine
    subroutine PMPI_Info_create(info, ierror)
      integer :: info
      integer :: ierror
    end subroutine
    subroutine MPI_Info_create_env(info, ierror)
      integer :: info
      integer :: ierror
    end subroutine
    subroutine PMPI_Info_create_env(info, ierror)
      integer :: info
      integer :: ierror
    end subroutine
    subroutine MPI_Info_dup(info, newinfo, ierror)
      integer, intent(in) :: info
      integer :: newinfo
      integer :: ierror
    end subroutine
    subroutine PMPI_Info_dup(info, newinfo, ierror)
      integer, intent(in) :: info
      integer :: newinfo
      integer :: ierror
    end subroutine
    subroutine MPI_Info_free(info, ierror)
      integer :: info
      integer :: ierror
    end subroutine
    subroutine PMPI_Info_free(info, ierror)
      integer :: info
      integer :: ierror
    end subroutine
    subroutine MPI_Info_set(info, key, value, ierror)
      integer, intent(in) :: info
      character(len=*), intent(in) :: key
      character(len=*), intent(in) :: value
      integer :: ierror
    end subroutine
    subroutine PMPI_Info_set(info, key, value, ierror)
      integer, intent(in) :: info
      character(len=*), intent(in) :: key
      character(len=*), intent(in) :: value
      integer :: ierror
    end subroutine
    subroutine MPI_Info_delete(info, key, ierror)
      integer, intent(in) :: info
      character(len=*), intent(in) :: key
      integer :: ierror
    end subroutine
    subroutine PMPI_Info_delete(info, key, ierror)
      integer, intent(in) :: info
      character(len=*), intent(in) :: key
      integer :: ierror
    end subroutine
    subroutine MPI_Info_get(info, key, length, value, flag, ierror)
      integer, intent(in) :: info
      character(len=*), intent(in) :: key
      integer, intent(in) :: length
      character(len=*) :: value
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine PMPI_Info_get(info, key, length, value, flag, ierror)
      integer, intent(in) :: info
      character(len=*), intent(in) :: key
      integer, intent(in) :: length
      character(len=*) :: value
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Info_get_string(info, key, length, value, flag, ierror)
      integer, intent(in) :: info
      character(len=*), intent(in) :: key
      integer :: length
      character(len=*) :: value
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine PMPI_Info_get_string(info, key, length, value, flag, ierror)
      integer, intent(in) :: info
      character(len=*), intent(in) :: key
      integer :: length
      character(len=*) :: value
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Info_get_valuelen(info, key, length, flag, ierror)
      integer, intent(in) :: info
      character(len=*), intent(in) :: key
      integer :: length
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine PMPI_Info_get_valuelen(info, key, length, flag, ierror)
      integer, intent(in) :: info
      character(len=*), intent(in) :: key
      integer :: length
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Info_get_nkeys(info, keys, ierror)
      integer, intent(in) :: info
      integer :: keys
      integer :: ierror
    end subroutine
    subroutine PMPI_Info_get_nkeys(info, keys, ierror)
      integer, intent(in) :: info
      integer :: keys
      integer :: ierror
    end subroutine
    subroutine MPI_Info_get_nthkey(info, n, key, ierror)
      integer, intent(in) :: info
      integer, intent(in) :: n
      character(len=*) :: key
      integer :: ierror
    end subroutine
    subroutine PMPI_Info_get_nthkey(info, n, key, ierror)
      integer, intent(in) :: info
      integer, intent(in) :: n
      character(len=*) :: key
      integer :: ierror
    end subroutine
    subroutine MPI_Win_create(base, size, disp_unit, info, comm, win, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: base
      type(*), dimension(*) :: base
      integer(8), intent(in) :: size
      integer, intent(in) :: disp_unit
      integer, intent(in) :: info
      integer, intent(in) :: comm
      integer :: win
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_create(base, size, disp_unit, info, comm, win, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: base
      type(*), dimension(*) :: base
      integer(8), intent(in) :: size
      integer, intent(in) :: disp_unit
      integer, intent(in) :: info
      integer, intent(in) :: comm
      integer :: win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_allocate(size, disp_unit, info, comm, baseptr, win, ierror)
      integer(8), intent(in) :: size
      integer, intent(in) :: disp_unit
      integer, intent(in) :: info
      integer, intent(in) :: comm
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: baseptr
      type(*), dimension(*) :: baseptr
      integer :: win
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_allocate(size, disp_unit, info, comm, baseptr, win, ierror)
      integer(8), intent(in) :: size
      integer, intent(in) :: disp_unit
      integer, intent(in) :: info
      integer, intent(in) :: comm
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: baseptr
      type(*), dimension(*) :: baseptr
      integer :: win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_allocate_shared(size, disp_unit, info, comm, baseptr, win, ierror)
      integer(8), intent(in) :: size
      integer, intent(in) :: disp_unit
      integer, intent(in) :: info
      integer, intent(in) :: comm
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: baseptr
      type(*), dimension(*) :: baseptr
      integer :: win
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_allocate_shared(size, disp_unit, info, comm, baseptr, win, ierror)
      integer(8), intent(in) :: size
      integer, intent(in) :: disp_unit
      integer, intent(in) :: info
      integer, intent(in) :: comm
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: baseptr
      type(*), dimension(*) :: baseptr
      integer :: win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_shared_query(win, rank, size, disp_unit, baseptr, ierror)
      integer, intent(in) :: win
      integer, intent(in) :: rank
      integer(8) :: size
      integer :: disp_unit
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: baseptr
      type(*), dimension(*) :: baseptr
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_shared_query(win, rank, size, disp_unit, baseptr, ierror)
      integer, intent(in) :: win
      integer, intent(in) :: rank
      integer(8) :: size
      integer :: disp_unit
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: baseptr
      type(*), dimension(*) :: baseptr
      integer :: ierror
    end subroutine
    subroutine MPI_Win_create_dynamic(info, comm, win, ierror)
      integer, intent(in) :: info
      integer, intent(in) :: comm
      integer :: win
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_create_dynamic(info, comm, win, ierror)
      integer, intent(in) :: info
      integer, intent(in) :: comm
      integer :: win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_attach(win, base, size, ierror)
      integer, intent(in) :: win
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: base
      type(*), dimension(*) :: base
      integer(8), intent(in) :: size
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_attach(win, base, size, ierror)
      integer, intent(in) :: win
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: base
      type(*), dimension(*) :: base
      integer(8), intent(in) :: size
      integer :: ierror
    end subroutine
    subroutine MPI_Win_detach(win, base, ierror)
      integer, intent(in) :: win
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: base
      type(*), dimension(*) :: base
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_detach(win, base, ierror)
      integer, intent(in) :: win
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: base
      type(*), dimension(*) :: base
      integer :: ierror
    end subroutine
    subroutine MPI_Win_free(win, ierror)
      integer :: win
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_free(win, ierror)
      integer :: win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_get_group(win, group, ierror)
      integer, intent(in) :: win
      integer :: group
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_get_group(win, group, ierror)
      integer, intent(in) :: win
      integer :: group
      integer :: ierror
    end subroutine
    subroutine MPI_Win_set_info(win, info, ierror)
      integer, intent(in) :: win
      integer, intent(in) :: info
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_set_info(win, info, ierror)
      integer, intent(in) :: win
      integer, intent(in) :: info
      integer :: ierror
    end subroutine
    subroutine MPI_Win_get_info(win, info, ierror)
      integer, intent(in) :: win
      integer :: info
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_get_info(win, info, ierror)
      integer, intent(in) :: win
      integer :: info
      integer :: ierror
    end subroutine
    subroutine MPI_Win_set_name(win, name, ierror)
      integer, intent(in) :: win
      character(len=*), intent(in) :: name
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_set_name(win, name, ierror)
      integer, intent(in) :: win
      character(len=*), intent(in) :: name
      integer :: ierror
    end subroutine
    subroutine MPI_Win_get_name(win, name, length, ierror)
      integer, intent(in) :: win
      character(len=*) :: name
      integer :: length
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_get_name(win, name, length, ierror)
      integer, intent(in) :: win
      character(len=*) :: name
      integer :: length
      integer :: ierror
    end subroutine
    subroutine MPI_Win_create_keyval(copy, erase, keyval, extra, ierror)
      external :: copy
      external :: erase
      integer :: keyval
      integer(8) :: extra
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_create_keyval(copy, erase, keyval, extra, ierror)
      external :: copy
      external :: erase
      integer :: keyval
      integer(8) :: extra
      integer :: ierror
    end subroutine
    subroutine MPI_Win_free_keyval(keyval, ierror)
      integer :: keyval
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_free_keyval(keyval, ierror)
      integer :: keyval
      integer :: ierror
    end subroutine
    subroutine MPI_Win_set_attr(win, keyval, value, ierror)
      integer, intent(in) :: win
      integer, intent(in) :: keyval
      integer(8) :: value
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_set_attr(win, keyval, value, ierror)
      integer, intent(in) :: win
      integer, intent(in) :: keyval
      integer(8) :: value
      integer :: ierror
    end subroutine
    subroutine MPI_Win_get_attr(win, keyval, address_of_value, flag, ierror)
      integer, intent(in) :: win
      integer, intent(in) :: keyval
      integer(8) :: address_of_value
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_get_attr(win, keyval, address_of_value, flag, ierror)
      integer, intent(in) :: win
      integer, intent(in) :: keyval
      integer(8) :: address_of_value
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Win_delete_attr(win, keyval, ierror)
      integer, intent(in) :: win
      integer, intent(in) :: keyval
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_delete_attr(win, keyval, ierror)
      integer, intent(in) :: win
      integer, intent(in) :: keyval
      integer :: ierror
    end subroutine
    subroutine MPI_Win_create_errhandler(function, handler, ierror)
      external :: function
      integer :: handler
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_create_errhandler(function, handler, ierror)
      external :: function
      integer :: handler
      integer :: ierror
    end subroutine
    subroutine MPI_Win_set_errhandler(win, handler, ierror)
      integer, intent(in) :: win
      integer, intent(in) :: handler
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_set_errhandler(win, handler, ierror)
      integer, intent(in) :: win
      integer, intent(in) :: handler
      integer :: ierror
    end subroutine
    subroutine MPI_Win_get_errhandler(win, handler, ierror)
      integer, intent(in) :: win
      integer :: handler
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_get_errhandler(win, handler, ierror)
      integer, intent(in) :: win
      integer :: handler
      integer :: ierror
    end subroutine
    subroutine MPI_Win_call_errhandler(win, code, ierror)
      integer, intent(in) :: win
      integer, intent(in) :: code
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_call_errhandler(win, code, ierror)
      integer, intent(in) :: win
      integer, intent(in) :: code
      integer :: ierror
    end subroutine
    subroutine MPI_Put(origin, count, type, target, disp, target_count, target_type, win, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: origin
      type(*), dimension(*) :: origin
      integer, intent(in) :: count
      integer, intent(in) :: type
      integer, intent(in) :: target
      integer(8), intent(in) :: disp
      integer, intent(in) :: target_count
      integer, intent(in) :: target_type
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine PMPI_Put(origin, count, type, target, disp, target_count, target_type, win, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: origin
      type(*), dimension(*) :: origin
      integer, intent(in) :: count
      integer, intent(in) :: type
      integer, intent(in) :: target
      integer(8), intent(in) :: disp
      integer, intent(in) :: target_count
      integer, intent(in) :: target_type
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine MPI_Get(origin, count, type, target, disp, target_count, target_type, win, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: origin
      type(*), dimension(*) :: origin
      integer, intent(in) :: count
      integer, intent(in) :: type
      integer, intent(in) :: target
      integer(8), intent(in) :: disp
      integer, intent(in) :: target_count
      integer, intent(in) :: target_type
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine PMPI_Get(origin, count, type, target, disp, target_count, target_type, win, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: origin
      type(*), dimension(*) :: origin
      integer, intent(in) :: count
      integer, intent(in) :: type
      integer, intent(in) :: target
      integer(8), intent(in) :: disp
      integer, intent(in) :: target_count
      integer, intent(in) :: target_type
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine MPI_Accumulate(origin, count, type, target, disp, target_count, target_type, op, &
        win, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: origin
      type(*), dimension(*) :: origin
      integer, intent(in) :: count
      integer, intent(in) :: type
      integer, intent(in) :: target
      integer(8), intent(in) :: disp
      integer, intent(in) :: target_count
      integer, intent(in) :: target_type
      integer, intent(in) :: op
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine PMPI_Accumulate(origin, count, type, target, disp, target_count, target_type, op, &
        win, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: origin
      type(*), dimension(*) :: origin
      integer, intent(in) :: count
      integer, intent(in) :: type
      integer, intent(in) :: target
      integer(8), intent(in) :: disp
      integer, intent(in) :: target_count
      integer, intent(in) :: target_type
      integer, intent(in) :: op
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine MPI_Get_accumulate(origin, count, type, result, result_count, result_type, target, &
        disp, target_count, target_type, op, win, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: origin
      type(*), dimension(*) :: origin
      integer, intent(in) :: count
      integer, intent(in) :: type
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: result
      type(*), dimension(*) :: result
      integer, intent(in) :: result_count
      integer, intent(in) :: result_type
      integer, intent(in) :: target
      integer(8), intent(in) :: disp
      integer, intent(in) :: target_count
      integer, intent(in) :: target_type
      integer, intent(in) :: op
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine PMPI_Get_accumulate(origin, count, type, result, result_count, result_type, target, &
        disp, target_count, target_type, op, win, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: origin
      type(*), dimension(*) :: origin
      integer, intent(in) :: count
      integer, intent(in) :: type
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: result
      type(*), dimension(*) :: result
      integer, intent(in) :: result_count
      integer, intent(in) :: result_type
      integer, intent(in) :: target
      integer(8), intent(in) :: disp
      integer, intent(in) :: target_count
      integer, intent(in) :: target_type
      integer, intent(in) :: op
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine MPI_Fetch_and_op(origin, result, type, target, disp, op, win, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: origin
      type(*), dimension(*) :: origin
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: result
      type(*), dimension(*) :: result
      integer, intent(in) :: type
      integer, intent(in) :: target
      integer(8), intent(in) :: disp
      integer, intent(in) :: op
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine PMPI_Fetch_and_op(origin, result, type, target, disp, op, win, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: origin
      type(*), dimension(*) :: origin
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: result
      type(*), dimension(*) :: result
      integer, intent(in) :: type
      integer, intent(in) :: target
      integer(8), intent(in) :: disp
      integer, intent(in) :: op
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine MPI_Compare_and_swap(origin, compare, result, type, target, disp, win, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: origin
      type(*), dimension(*) :: origin
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: compare
      type(*), dimension(*) :: compare
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: result
      type(*), dimension(*) :: result
      integer, intent(in) :: type
      integer, intent(in) :: target
      integer(8), intent(in) :: disp
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine PMPI_Compare_and_swap(origin, compare, result, type, target, disp, win, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: origin
      type(*), dimension(*) :: origin
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: compare
      type(*), dimension(*) :: compare
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: result
      type(*), dimension(*) :: result
      integer, intent(in) :: type
      integer, intent(in) :: target
      integer(8), intent(in) :: disp
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine MPI_Rput(origin, count, type, target, disp, target_count, target_type, win, request, &
        ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: origin
      type(*), dimension(*) :: origin
      integer, intent(in) :: count
      integer, intent(in) :: type
      integer, intent(in) :: target
      integer(8), intent(in) :: disp
      integer, intent(in) :: target_count
      integer, intent(in) :: target_type
      integer, intent(in) :: win
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Rput(origin, count, type, target, disp, target_count, target_type, win, &
        request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: origin
      type(*), dimension(*) :: origin
      integer, intent(in) :: count
      integer, intent(in) :: type
      integer, intent(in) :: target
      integer(8), intent(in) :: disp
      integer, intent(in) :: target_count
      integer, intent(in) :: target_type
      integer, intent(in) :: win
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Rget(origin, count, type, target, disp, target_count, target_type, win, request, &
        ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: origin
      type(*), dimension(*) :: origin
      integer, intent(in) :: count
      integer, intent(in) :: type
      integer, intent(in) :: target
      integer(8), intent(in) :: disp
      integer, intent(in) :: target_count
      integer, intent(in) :: target_type
      integer, intent(in) :: win
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Rget(origin, count, type, target, disp, target_count, target_type, win, &
        request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: origin
      type(*), dimension(*) :: origin
      integer, intent(in) :: count
      integer, intent(in) :: type
      integer, intent(in) :: target
      integer(8), intent(in) :: disp
      integer, intent(in) :: target_count
      integer, intent(in) :: target_type
      integer, intent(in) :: win
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Raccumulate(origin, count, type, target, disp, target_count, target_type, op, &
        win, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: origin
      type(*), dimension(*) :: origin
      integer, intent(in) :: count
      integer, intent(in) :: type
      integer, intent(in) :: target
      integer(8), intent(in) :: disp
      integer, intent(in) :: target_count
      integer, intent(in) :: target_type
      integer, intent(in) :: op
      integer, intent(in) :: win
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Raccumulate(origin, count, type, target, disp, target_count, target_type, op, &
        win, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: origin
      type(*), dimension(*) :: origin
      integer, intent(in) :: count
      integer, intent(in) :: type
      integer, intent(in) :: target
      integer(8), intent(in) :: disp
      integer, intent(in) :: target_count
      integer, intent(in) :: target_type
      integer, intent(in) :: op
      integer, intent(in) :: win
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Rget_accumulate(origin, count, type, result, result_count, result_type, target, &
        disp, target_count, target_type, op, win, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: origin
      type(*), dimension(*) :: origin
      integer, intent(in) :: count
      integer, intent(in) :: type
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: result
      type(*), dimension(*) :: result
      integer, intent(in) :: result_count
      integer, intent(in) :: result_type
      integer, intent(in) :: target
      integer(8), intent(in) :: disp
      integer, intent(in) :: target_count
      integer, intent(in) :: target_type
      integer, intent(in) :: op
      integer, intent(in) :: win
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_Rget_accumulate(origin, count, type, result, result_count, result_type, target, &
        disp, target_count, target_type, op, win, request, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: origin
      type(*), dimension(*) :: origin
      integer, intent(in) :: count
      integer, intent(in) :: type
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: result
      type(*), dimension(*) :: result
      integer, intent(in) :: result_count
      integer, intent(in) :: result_type
      integer, intent(in) :: target
      integer(8), intent(in) :: disp
      integer, intent(in) :: target_count
      integer, intent(in) :: target_type
      integer, intent(in) :: op
      integer, intent(in) :: win
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Win_fence(assertion, win, ierror)
      integer, intent(in) :: assertion
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_fence(assertion, win, ierror)
      integer, intent(in) :: assertion
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_post(group, assertion, win, ierror)
      integer, intent(in) :: group
      integer, intent(in) :: assertion
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_post(group, assertion, win, ierror)
      integer, intent(in) :: group
      integer, intent(in) :: assertion
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_start(group, assertion, win, ierror)
      integer, intent(in) :: group
      integer, intent(in) :: assertion
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_start(group, assertion, win, ierror)
      integer, intent(in) :: group
      integer, intent(in) :: assertion
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_complete(win, ierror)
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_complete(win, ierror)
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_wait(win, ierror)
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_wait(win, ierror)
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_test(win, flag, ierror)
      integer, intent(in) :: win
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_test(win, flag, ierror)
      integer, intent(in) :: win
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Win_lock(type, rank, assertion, win, ierror)
      integer, intent(in) :: type
      integer, intent(in) :: rank
      integer, intent(in) :: assertion
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_lock(type, rank, assertion, win, ierror)
      integer, intent(in) :: type
      integer, intent(in) :: rank
      integer, intent(in) :: assertion
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_unlock(rank, win, ierror)
      integer, intent(in) :: rank
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_unlock(rank, win, ierror)
      integer, intent(in) :: rank
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_lock_all(assertion, win, ierror)
      integer, intent(in) :: assertion
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_lock_all(assertion, win, ierror)
      integer, intent(in) :: assertion
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_unlock_all(win, ierror)
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_unlock_all(win, ierror)
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_flush(rank, win, ierror)
      integer, intent(in) :: rank
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_flush(rank, win, ierror)
      integer, intent(in) :: rank
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_flush_all(win, ierror)
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_flush_all(win, ierror)
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_flush_local(rank, win, ierror)
      integer, intent(in) :: rank
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_flush_local(rank, win, ierror)
      integer, intent(in) :: rank
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_flush_local_all(win, ierror)
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_flush_local_all(win, ierror)
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_sync(win, ierror)
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_sync(win, ierror)
      integer, intent(in) :: win
      integer :: ierror
    end subroutine
    subroutine MPI_File_open(comm, filename, amode, info, fh, ierror)
      integer, intent(in) :: comm
      character(len=*), intent(in) :: filename
      integer, intent(in) :: amode
      integer, intent(in) :: info
      integer :: fh
      integer :: ierror
    end subroutine
    subroutine PMPI_File_open(comm, filename, amode, info, fh, ierror)
      integer, intent(in) :: comm
      character(len=*), intent(in) :: filename
      integer, intent(in) :: amode
      integer, intent(in) :: info
      integer :: fh
      integer :: ierror
    end subroutine
    subroutine MPI_File_close(fh, ierror)
      integer :: fh
      integer :: ierror
    end subroutine
    subroutine PMPI_File_close(fh, ierror)
      integer :: fh
      integer :: ierror
    end subroutine
    subroutine MPI_File_delete(filename, info, ierror)
      character(len=*), intent(in) :: filename
      integer, intent(in) :: info
      integer :: ierror
    end subroutine
    subroutine PMPI_File_delete(filename, info, ierror)
      character(len=*), intent(in) :: filename
      integer, intent(in) :: info
      integer :: ierror
    end subroutine
    subroutine MPI_File_set_size(fh, size, ierror)
      integer, intent(in) :: fh
      integer(8), intent(in) :: size
      integer :: ierror
    end subroutine
    subroutine PMPI_File_set_size(fh, size, ierror)
      integer, intent(in) :: fh
      integer(8), intent(in) :: size
      integer :: ierror
    end subroutine
    subroutine MPI_File_preallocate(fh, size, ierror)
      integer, intent(in) :: fh
      integer(8), intent(in) :: size
      integer :: ierror
    end subroutine
    subroutine PMPI_File_preallocate(fh, size, ierror)
      integer, intent(in) :: fh
      integer(8), intent(in) :: size
      integer :: ierror
    end subroutine
    subroutine MPI_File_get_size(fh, size, ierror)
      integer, intent(in) :: fh
      integer(8) :: size
      integer :: ierror
    end subroutine
    subroutine PMPI_File_get_size(fh, size, ierror)
      integer, intent(in) :: fh
      integer(8) :: size
      integer :: ierror
    end subroutine
    subroutine MPI_File_get_group(fh, group, ierror)
      integer, intent(in) :: fh
      integer :: group
      integer :: ierror
    end subroutine
    subroutine PMPI_File_get_group(fh, group, ierror)
      integer, intent(in) :: fh
      integer :: group
      integer :: ierror
    end subroutine
    subroutine MPI_File_get_amode(fh, amode, ierror)
      integer, intent(in) :: fh
      integer :: amode
      integer :: ierror
    end subroutine
    subroutine PMPI_File_get_amode(fh, amode, ierror)
      integer, intent(in) :: fh
      integer :: amode
      integer :: ierror
    end subroutine
    subroutine MPI_File_set_info(fh, info, ierror)
      integer, intent(in) :: fh
      integer, intent(in) :: info
      integer :: ierror
    end subroutine
    subroutine PMPI_File_set_info(fh, info, ierror)
      integer, intent(in) :: fh
      integer, intent(in) :: info
      integer :: ierror
    end subroutine
    subroutine MPI_File_get_info(fh, info, ierror)
      integer, intent(in) :: fh
      integer :: info
      integer :: ierror
    end subroutine
    subroutine PMPI_File_get_info(fh, info, ierror)
      integer, intent(in) :: fh
      integer :: info
      integer :: ierror
    end subroutine
    subroutine MPI_File_set_view(fh, disp, etype, filetype, datarep, info, ierror)
      integer, intent(in) :: fh
      integer(8), intent(in) :: disp
      integer, intent(in) :: etype
      integer, intent(in) :: filetype
      character(len=*), intent(in) :: datarep
      integer, intent(in) :: info
      integer :: ierror
    end subroutine
    subroutine PMPI_File_set_view(fh, disp, etype, filetype, datarep, info, ierror)
      integer, intent(in) :: fh
      integer(8), intent(in) :: disp
      integer, intent(in) :: etype
      integer, intent(in) :: filetype
      character(len=*), intent(in) :: datarep
      integer, intent(in) :: info
      integer :: ierror
    end subroutine
    subroutine MPI_File_get_view(fh, disp, etype, filetype, datarep, ierror)
      integer, intent(in) :: fh
      integer(8) :: disp
      integer :: etype
      integer :: filetype
      character(len=*) :: datarep
      integer :: ierror
    end subroutine
    subroutine PMPI_File_get_view(fh, disp, etype, filetype, datarep, ierror)
      integer, intent(in) :: fh
      integer(8) :: disp
      integer :: etype
      integer :: filetype
      character(len=*) :: datarep
      integer :: ierror
    end subroutine
    subroutine MPI_File_read_at(fh, offset, buf, count, datatype, status, ierror)
      integer, intent(in) :: fh
      integer(8), intent(in) :: offset
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine PMPI_File_read_at(fh, offset, buf, count, datatype, status, ierror)
      integer, intent(in) :: fh
      integer(8), intent(in) :: offset
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine MPI_File_read_at_all(fh, offset, buf, count, datatype, status, ierror)
      integer, intent(in) :: fh
      integer(8), intent(in) :: offset
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine PMPI_File_read_at_all(fh, offset, buf, count, datatype, status, ierror)
      integer, intent(in) :: fh
      integer(8), intent(in) :: offset
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine MPI_File_iread_at(fh, offset, buf, count, datatype, request, ierror)
      integer, intent(in) :: fh
      integer(8), intent(in) :: offset
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_File_iread_at(fh, offset, buf, count, datatype, request, ierror)
      integer, intent(in) :: fh
      integer(8), intent(in) :: offset
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_File_iread_at_all(fh, offset, buf, count, datatype, request, ierror)
      integer, intent(in) :: fh
      integer(8), intent(in) :: offset
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_File_iread_at_all(fh, offset, buf, count, datatype, request, ierror)
      integer, intent(in) :: fh
      integer(8), intent(in) :: offset
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_File_write_at(fh, offset, buf, count, datatype, status, ierror)
      integer, intent(in) :: fh
      integer(8), intent(in) :: offset
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine PMPI_File_write_at(fh, offset, buf, count, datatype, status, ierror)
      integer, intent(in) :: fh
      integer(8), intent(in) :: offset
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine MPI_File_write_at_all(fh, offset, buf, count, datatype, status, ierror)
      integer, intent(in) :: fh
      integer(8), intent(in) :: offset
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine PMPI_File_write_at_all(fh, offset, buf, count, datatype, status, ierror)
      integer, intent(in) :: fh
      integer(8), intent(in) :: offset
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine MPI_File_iwrite_at(fh, offset, buf, count, datatype, request, ierror)
      integer, intent(in) :: fh
      integer(8), intent(in) :: offset
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_File_iwrite_at(fh, offset, buf, count, datatype, request, ierror)
      integer, intent(in) :: fh
      integer(8), intent(in) :: offset
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_File_iwrite_at_all(fh, offset, buf, count, datatype, request, ierror)
      integer, intent(in) :: fh
      integer(8), intent(in) :: offset
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_File_iwrite_at_all(fh, offset, buf, count, datatype, request, ierror)
      integer, intent(in) :: fh
      integer(8), intent(in) :: offset
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_File_read(fh, buf, count, datatype, status, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine PMPI_File_read(fh, buf, count, datatype, status, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine MPI_File_read_all(fh, buf, count, datatype, status, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine PMPI_File_read_all(fh, buf, count, datatype, status, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine MPI_File_read_shared(fh, buf, count, datatype, status, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine PMPI_File_read_shared(fh, buf, count, datatype, status, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine MPI_File_read_ordered(fh, buf, count, datatype, status, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine PMPI_File_read_ordered(fh, buf, count, datatype, status, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine MPI_File_iread(fh, buf, count, datatype, request, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_File_iread(fh, buf, count, datatype, request, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_File_iread_all(fh, buf, count, datatype, request, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_File_iread_all(fh, buf, count, datatype, request, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_File_iread_shared(fh, buf, count, datatype, request, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_File_iread_shared(fh, buf, count, datatype, request, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_File_write(fh, buf, count, datatype, status, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine PMPI_File_write(fh, buf, count, datatype, status, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine MPI_File_write_all(fh, buf, count, datatype, status, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine PMPI_File_write_all(fh, buf, count, datatype, status, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine MPI_File_write_shared(fh, buf, count, datatype, status, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine PMPI_File_write_shared(fh, buf, count, datatype, status, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine MPI_File_write_ordered(fh, buf, count, datatype, status, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine PMPI_File_write_ordered(fh, buf, count, datatype, status, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine MPI_File_iwrite(fh, buf, count, datatype, request, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_File_iwrite(fh, buf, count, datatype, request, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_File_iwrite_all(fh, buf, count, datatype, request, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_File_iwrite_all(fh, buf, count, datatype, request, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_File_iwrite_shared(fh, buf, count, datatype, request, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer :: ierror
    end subroutine
    subroutine PMPI_File_iwrite_shared(fh, buf, count, datatype, request, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_File_read_at_all_begin(fh, offset, buf, count, datatype, ierror)
      integer, intent(in) :: fh
      integer(8), intent(in) :: offset
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: ierror
    end subroutine
    subroutine PMPI_File_read_at_all_begin(fh, offset, buf, count, datatype, ierror)
      integer, intent(in) :: fh
      integer(8), intent(in) :: offset
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: ierror
    end subroutine
    subroutine MPI_File_read_at_all_end(fh, buf, status, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine PMPI_File_read_at_all_end(fh, buf, status, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine MPI_File_read_all_begin(fh, buf, count, datatype, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: ierror
    end subroutine
    subroutine PMPI_File_read_all_begin(fh, buf, count, datatype, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: ierror
    end subroutine
    subroutine MPI_File_read_all_end(fh, buf, status, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine PMPI_File_read_all_end(fh, buf, status, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine MPI_File_read_ordered_begin(fh, buf, count, datatype, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: ierror
    end subroutine
    subroutine PMPI_File_read_ordered_begin(fh, buf, count, datatype, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: ierror
    end subroutine
    subroutine MPI_File_read_ordered_end(fh, buf, status, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine PMPI_File_read_ordered_end(fh, buf, status, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine MPI_File_write_at_all_begin(fh, offset, buf, count, datatype, ierror)
      integer, intent(in) :: fh
      integer(8), intent(in) :: offset
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: ierror
    end subroutine
    subroutine PMPI_File_write_at_all_begin(fh, offset, buf, count, datatype, ierror)
      integer, intent(in) :: fh
      integer(8), intent(in) :: offset
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: ierror
    end subroutine
    subroutine MPI_File_write_at_all_end(fh, buf, status, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine PMPI_File_write_at_all_end(fh, buf, status, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine MPI_File_write_all_begin(fh, buf, count, datatype, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: ierror
    end subroutine
    subroutine PMPI_File_write_all_begin(fh, buf, count, datatype, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: ierror
    end subroutine
    subroutine MPI_File_write_all_end(fh, buf, status, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine PMPI_File_write_all_end(fh, buf, status, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine MPI_File_write_ordered_begin(fh, buf, count, datatype, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: ierror
    end subroutine
    subroutine PMPI_File_write_ordered_begin(fh, buf, count, datatype, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      integer, intent(in) :: datatype
      integer :: ierror
    end subroutine
    subroutine MPI_File_write_ordered_end(fh, buf, status, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine PMPI_File_write_ordered_end(fh, buf, status, ierror)
      integer, intent(in) :: fh
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      type(*), dimension(*) :: buf
      integer :: status(8)
      integer :: ierror
    end subroutine
    subroutine MPI_File_seek(fh, offset, whence, ierror)
      integer, intent(in) :: fh
      integer(8), intent(in) :: offset
      integer, intent(in) :: whence
      integer :: ierror
    end subroutine
    subroutine PMPI_File_seek(fh, offset, whence, ierror)
      integer, intent(in) :: fh
      integer(8), intent(in) :: offset
      integer, intent(in) :: whence
      integer :: ierror
    end subroutine
    subroutine MPI_File_get_position(fh, offset, ierror)
      integer, intent(in) :: fh
      integer(8) :: offset
      integer :: ierror
    end subroutine
    subroutine PMPI_File_get_position(fh, offset, ierror)
      integer, intent(in) :: fh
      integer(8) :: offset
      integer :: ierror
    end subroutine
    subroutine MPI_File_get_byte_offset(fh, offset, disp, ierror)
      integer, intent(in) :: fh
      integer(8), intent(in) :: offset
      integer(8) :: disp
      integer :: ierror
    end subroutine
    subroutine PMPI_File_get_byte_offset(fh, offset, disp, ierror)
      integer, intent(in) :: fh
      integer(8), intent(in) :: offset
      integer(8) :: disp
      integer :: ierror
    end subroutine
    subroutine MPI_File_seek_shared(fh, offset, whence, ierror)
      integer, intent(in) :: fh
      integer(8), intent(in) :: offset
      integer, intent(in) :: whence
      integer :: ierror
    end subroutine
    subroutine PMPI_File_seek_shared(fh, offset, whence, ierror)
      integer, intent(in) :: fh
      integer(8), intent(in) :: offset
      integer, intent(in) :: whence
      integer :: ierror
    end subroutine
    subroutine MPI_File_get_position_shared(fh, offset, ierror)
      integer, intent(in) :: fh
      integer(8) :: offset
      integer :: ierror
    end subroutine
    subroutine PMPI_File_get_position_shared(fh, offset, ierror)
      integer, intent(in) :: fh
      integer(8) :: offset
      integer :: ierror
    end subroutine
    subroutine MPI_File_get_type_extent(fh, datatype, extent, ierror)
      integer, intent(in) :: fh
      integer, intent(in) :: datatype
      integer(8) :: extent
      integer :: ierror
    end subroutine
    subroutine PMPI_File_get_type_extent(fh, datatype, extent, ierror)
      integer, intent(in) :: fh
      integer, intent(in) :: datatype
      integer(8) :: extent
      integer :: ierror
    end subroutine
    subroutine MPI_File_set_atomicity(fh, flag, ierror)
      integer, intent(in) :: fh
      logical, intent(in) :: flag
      integer :: ierror
    end subroutine
    subroutine PMPI_File_set_atomicity(fh, flag, ierror)
      integer, intent(in) :: fh
      logical, intent(in) :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_File_get_atomicity(fh, flag, ierror)
      integer, intent(in) :: fh
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine PMPI_File_get_atomicity(fh, flag, ierror)
      integer, intent(in) :: fh
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_File_sync(fh, ierror)
      integer, intent(in) :: fh
      integer :: ierror
    end subroutine
    subroutine PMPI_File_sync(fh, ierror)
      integer, intent(in) :: fh
      integer :: ierror
    end subroutine
    subroutine MPI_File_create_errhandler(function, handler, ierror)
      external :: function
      integer :: handler
      integer :: ierror
    end subroutine
    subroutine PMPI_File_create_errhandler(function, handler, ierror)
      external :: function
      integer :: handler
      integer :: ierror
    end subroutine
    subroutine MPI_File_set_errhandler(fh, handler, ierror)
      integer, intent(in) :: fh
      integer, intent(in) :: handler
      integer :: ierror
    end subroutine
    subroutine PMPI_File_set_errhandler(fh, handler, ierror)
      integer, intent(in) :: fh
      integer, intent(in) :: handler
      integer :: ierror
    end subroutine
    subroutine MPI_File_get_errhandler(fh, handler, ierror)
      integer, intent(in) :: fh
      integer :: handler
      integer :: ierror
    end subroutine
    subroutine PMPI_File_get_errhandler(fh, handler, ierror)
      integer, intent(in) :: fh
      integer :: handler
      integer :: ierror
    end subroutine
    subroutine MPI_File_call_errhandler(fh, code, ierror)
      integer, intent(in) :: fh
      integer, intent(in) :: code
      integer :: ierror
    end subroutine
    subroutine PMPI_File_call_errhandler(fh, code, ierror)
      integer, intent(in) :: fh
      integer, intent(in) :: code
      integer :: ierror
    end subroutine
    subroutine MPI_Address(location, address, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: location
      type(*), dimension(*) :: location
      integer :: address
      integer :: ierror
    end subroutine
    subroutine PMPI_Address(location, address, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: location
      type(*), dimension(*) :: location
      integer :: address
      integer :: ierror
    end subroutine
    subroutine MPI_Attr_put(comm, keyval, value, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: keyval
      integer :: value
      integer :: ierror
    end subroutine
    subroutine PMPI_Attr_put(comm, keyval, value, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: keyval
      integer :: value
      integer :: ierror
    end subroutine
    subroutine MPI_Attr_get(comm, keyval, address_of_value, flag, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: keyval
      integer :: address_of_value
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine PMPI_Attr_get(comm, keyval, address_of_value, flag, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: keyval
      integer :: address_of_value
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Attr_delete(comm, keyval, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: keyval
      integer :: ierror
    end subroutine
    subroutine PMPI_Attr_delete(comm, keyval, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: keyval
      integer :: ierror
    end subroutine
    subroutine MPI_Keyval_create(copy, erase, keyval, extra, ierror)
      external :: copy
      external :: erase
      integer :: keyval
      integer :: extra
      integer :: ierror
    end subroutine
    subroutine PMPI_Keyval_create(copy, erase, keyval, extra, ierror)
      external :: copy
      external :: erase
      integer :: keyval
      integer :: extra
      integer :: ierror
    end subroutine
    subroutine MPI_Keyval_free(keyval, ierror)
      integer :: keyval
      integer :: ierror
    end subroutine
    subroutine PMPI_Keyval_free(keyval, ierror)
      integer :: keyval
      integer :: ierror
    end subroutine
    subroutine MPI_Errhandler_create(function, handler, ierror)
      external :: function
      integer :: handler
      integer :: ierror
    end subroutine
    subroutine PMPI_Errhandler_create(function, handler, ierror)
      external :: function
      integer :: handler
      integer :: ierror
    end subroutine
    subroutine MPI_Errhandler_set(comm, handler, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: handler
      integer :: ierror
    end subroutine
    subroutine PMPI_Errhandler_set(comm, handler, ierror)
      integer, intent(in) :: comm
      integer, intent(in) :: handler
      integer :: ierror
    end subroutine
    subroutine MPI_Errhandler_get(comm, handler, ierror)
      integer, intent(in) :: comm
      integer :: handler
      integer :: ierror
    end subroutine
    subroutine PMPI_Errhandler_get(comm, handler, ierror)
      integer, intent(in) :: comm
      integer :: handler
      integer :: ierror
    end subroutine
    subroutine MPI_Type_extent(datatype, extent, ierror)
      integer, intent(in) :: datatype
      integer :: extent
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_extent(datatype, extent, ierror)
      integer, intent(in) :: datatype
      integer :: extent
      integer :: ierror
    end subroutine
    subroutine MPI_Type_lb(datatype, lower, ierror)
      integer, intent(in) :: datatype
      integer :: lower
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_lb(datatype, lower, ierror)
      integer, intent(in) :: datatype
      integer :: lower
      integer :: ierror
    end subroutine
    subroutine MPI_Type_ub(datatype, upper, ierror)
      integer, intent(in) :: datatype
      integer :: upper
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_ub(datatype, upper, ierror)
      integer, intent(in) :: datatype
      integer :: upper
      integer :: ierror
    end subroutine
    subroutine MPI_Type_hvector(count, blocklength, stride, old, newtype, ierror)
      integer, intent(in) :: count
      integer, intent(in) :: blocklength
      integer, intent(in) :: stride
      integer, intent(in) :: old
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_hvector(count, blocklength, stride, old, newtype, ierror)
      integer, intent(in) :: count
      integer, intent(in) :: blocklength
      integer, intent(in) :: stride
      integer, intent(in) :: old
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_hindexed(count, blocklengths, displs, old, newtype, ierror)
      integer, intent(in) :: count
      integer :: blocklengths(*)
      integer :: displs(*)
      integer, intent(in) :: old
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_hindexed(count, blocklengths, displs, old, newtype, ierror)
      integer, intent(in) :: count
      integer :: blocklengths(*)
      integer :: displs(*)
      integer, intent(in) :: old
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_struct(count, blocklengths, displs, types, newtype, ierror)
      integer, intent(in) :: count
      integer :: blocklengths(*)
      integer :: displs(*)
      integer :: types(*)
      integer :: newtype
      integer :: ierror
    end subroutine
    subroutine PMPI_Type_struct(count, blocklengths, displs, types, newtype, ierror)
      integer, intent(in) :: count
      integer :: blocklengths(*)
      integer :: displs(*)
      integer :: types(*)
      integer :: newtype
      integer :: ierror
    end subroutine
  end interface
end module mpi
