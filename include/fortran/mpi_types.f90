! SPDX-License-Identifier: MIT
! The types of mpi_f08, which the module mpi has, too.
! Written by tools/mpi-faces from src/mpi/api/mpi_*.txt: do not edit.
module kasuri_mpi_types
  implicit none
  type, bind(C) :: MPI_Status
    integer :: MPI_SOURCE, MPI_TAG, MPI_ERROR
    integer, private :: internal(5)
  end type MPI_Status
  type, bind(C) :: MPI_Comm
    integer :: MPI_VAL
  end type MPI_Comm
  type, bind(C) :: MPI_Datatype
    integer :: MPI_VAL
  end type MPI_Datatype
  type, bind(C) :: MPI_Op
    integer :: MPI_VAL
  end type MPI_Op
  type, bind(C) :: MPI_Request
    integer :: MPI_VAL
  end type MPI_Request
  type, bind(C) :: MPI_Group
    integer :: MPI_VAL
  end type MPI_Group
  type, bind(C) :: MPI_Message
    integer :: MPI_VAL
  end type MPI_Message
  type, bind(C) :: MPI_Info
    integer :: MPI_VAL
  end type MPI_Info
  type, bind(C) :: MPI_Errhandler
    integer :: MPI_VAL
  end type MPI_Errhandler
  type, bind(C) :: MPI_Win
    integer :: MPI_VAL
  end type MPI_Win
  type, bind(C) :: MPI_File
    integer :: MPI_VAL
  end type MPI_File
  type, bind(C) :: MPI_Session
    integer :: MPI_VAL
  end type MPI_Session
  integer, bind(C, name="kasuri_mpi_bottom_") :: MPI_BOTTOM
  integer, bind(C, name="kasuri_mpi_in_place_") :: MPI_IN_PLACE
  integer, bind(C, name="kasuri_mpi_buffer_automatic_") :: MPI_BUFFER_AUTOMATIC
  integer, bind(C, name="kasuri_mpi_unweighted_") :: MPI_UNWEIGHTED(1)
  integer, bind(C, name="kasuri_mpi_weights_empty_") :: MPI_WEIGHTS_EMPTY(1)
  integer, bind(C, name="kasuri_mpi_errcodes_ignore_") :: MPI_ERRCODES_IGNORE(1)
  character, bind(C, name="kasuri_mpi_argv_null_") :: MPI_ARGV_NULL(1)
  character, bind(C, name="kasuri_mpi_argvs_null_") :: MPI_ARGVS_NULL(1,1)
  interface operator(==)
    module procedure same_comm
    module procedure same_datatype
    module procedure same_op
    module procedure same_request
    module procedure same_group
    module procedure same_message
    module procedure same_info
    module procedure same_errhandler
    module procedure same_win
    module procedure same_file
    module procedure same_session
  end interface
  interface operator(/=)
    module procedure other_comm
    module procedure other_datatype
    module procedure other_op
    module procedure other_request
    module procedure other_group
    module procedure other_message
    module procedure other_info
    module procedure other_errhandler
    module procedure other_win
    module procedure other_file
    module procedure other_session
  end interface
contains
  elemental logical function same_comm(a, b)
    type(MPI_Comm), intent(in) :: a, b
    same_comm = a%MPI_VAL == b%MPI_VAL
  end function
  elemental logical function same_datatype(a, b)
    type(MPI_Datatype), intent(in) :: a, b
    same_datatype = a%MPI_VAL == b%MPI_VAL
  end function
  elemental logical function same_op(a, b)
    type(MPI_Op), intent(in) :: a, b
    same_op = a%MPI_VAL == b%MPI_VAL
  end function
  elemental logical function same_request(a, b)
    type(MPI_Request), intent(in) :: a, b
    same_request = a%MPI_VAL == b%MPI_VAL
  end function
  elemental logical function same_group(a, b)
    type(MPI_Group), intent(in) :: a, b
    same_group = a%MPI_VAL == b%MPI_VAL
  end function
  elemental logical function same_message(a, b)
    type(MPI_Message), intent(in) :: a, b
    same_message = a%MPI_VAL == b%MPI_VAL
  end function
  elemental logical function same_info(a, b)
    type(MPI_Info), intent(in) :: a, b
    same_info = a%MPI_VAL == b%MPI_VAL
  end function
  elemental logical function same_errhandler(a, b)
    type(MPI_Errhandler), intent(in) :: a, b
    same_errhandler = a%MPI_VAL == b%MPI_VAL
  end function
  elemental logical function same_win(a, b)
    type(MPI_Win), intent(in) :: a, b
    same_win = a%MPI_VAL == b%MPI_VAL
  end function
  elemental logical function same_file(a, b)
    type(MPI_File), intent(in) :: a, b
    same_file = a%MPI_VAL == b%MPI_VAL
  end function
  elemental logical function same_session(a, b)
    type(MPI_Session), intent(in) :: a, b
    same_session = a%MPI_VAL == b%MPI_VAL
  end function
  elemental logical function other_comm(a, b)
    type(MPI_Comm), intent(in) :: a, b
    other_comm = a%MPI_VAL /= b%MPI_VAL
  end function
  elemental logical function other_datatype(a, b)
    type(MPI_Datatype), intent(in) :: a, b
    other_datatype = a%MPI_VAL /= b%MPI_VAL
  end function
  elemental logical function other_op(a, b)
    type(MPI_Op), intent(in) :: a, b
    other_op = a%MPI_VAL /= b%MPI_VAL
  end function
  elemental logical function other_request(a, b)
    type(MPI_Request), intent(in) :: a, b
    other_request = a%MPI_VAL /= b%MPI_VAL
  end function
  elemental logical function other_group(a, b)
    type(MPI_Group), intent(in) :: a, b
    other_group = a%MPI_VAL /= b%MPI_VAL
  end function
  elemental logical function other_message(a, b)
    type(MPI_Message), intent(in) :: a, b
    other_message = a%MPI_VAL /= b%MPI_VAL
  end function
  elemental logical function other_info(a, b)
    type(MPI_Info), intent(in) :: a, b
    other_info = a%MPI_VAL /= b%MPI_VAL
  end function
  elemental logical function other_errhandler(a, b)
    type(MPI_Errhandler), intent(in) :: a, b
    other_errhandler = a%MPI_VAL /= b%MPI_VAL
  end function
  elemental logical function other_win(a, b)
    type(MPI_Win), intent(in) :: a, b
    other_win = a%MPI_VAL /= b%MPI_VAL
  end function
  elemental logical function other_file(a, b)
    type(MPI_File), intent(in) :: a, b
    other_file = a%MPI_VAL /= b%MPI_VAL
  end function
  elemental logical function other_session(a, b)
    type(MPI_Session), intent(in) :: a, b
    other_session = a%MPI_VAL /= b%MPI_VAL
  end function
end module kasuri_mpi_types
