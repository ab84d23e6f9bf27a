! SPDX-License-Identifier: MIT
! Types, modules with allocatable data, attributes, operations, handlers through mpi_f08.
module state
  implicit none
  real(8), allocatable, save :: field(:,:)
  integer, save :: steps = 5
  type :: particle
    real(8) :: x(3)
    integer :: kind
  end type
end module

module callbacks
  use mpi_f08
  implicit none
  integer, save :: copies = 0, deletions = 0, errors = 0
contains
  subroutine copy(oldcomm, comm_keyval, extra_state, attribute_val_in, attribute_val_out, flag, ierror)
    type(MPI_Comm) :: oldcomm
    integer :: comm_keyval, ierror
    integer(MPI_ADDRESS_KIND) :: extra_state, attribute_val_in, attribute_val_out
    logical :: flag
    attribute_val_out = attribute_val_in + extra_state
    flag = .true.
    copies = copies + 1
    ierror = MPI_SUCCESS
  end subroutine
  subroutine erase(comm, comm_keyval, attribute_val, extra_state, ierror)
    type(MPI_Comm) :: comm
    integer :: comm_keyval, ierror
    integer(MPI_ADDRESS_KIND) :: attribute_val, extra_state
    deletions = deletions + 1
    ierror = MPI_SUCCESS
  end subroutine
  subroutine handler(comm, error_code)
    type(MPI_Comm) :: comm
    integer :: error_code
    errors = errors + 1
  end subroutine
  subroutine longer(invec, inoutvec, len, datatype)
    use, intrinsic :: iso_c_binding
    type(c_ptr), value :: invec, inoutvec
    integer :: len
    type(MPI_Datatype) :: datatype
    integer, pointer :: a(:), b(:)
    call c_f_pointer(invec, a, [len])
    call c_f_pointer(inoutvec, b, [len])
    if (datatype /= MPI_INTEGER) error stop 9
    b = max(a, b)
  end subroutine
end module

program main
  use mpi_f08
  use state
  use callbacks
  implicit none
  integer :: me, np, i, n, key, ierr, length
  type(MPI_Comm) :: row, dup
  type(MPI_Datatype) :: ptype, rtype, qtype
  type(MPI_Status) :: status
  type(MPI_Request) :: requests(2)
  type(MPI_Op) :: op
  type(MPI_Info) :: info
  type(MPI_Errhandler) :: eh
  type(particle) :: p(10), q(10)
  integer(MPI_ADDRESS_KIND) :: base, places(2), val, lb, extent
  logical :: flag
  character(20) :: text
  character(MPI_MAX_ERROR_STRING) :: message
  real(16) :: quad
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, me)
  call MPI_Comm_size(MPI_COMM_WORLD, np)
  steps = steps + me
  allocate(field(4, me + 1))
  field = me
  call MPI_Barrier(MPI_COMM_WORLD)
  if (steps /= 5 + me .or. size(field, 2) /= me + 1) print *, 'module data are shared'
  call MPI_Get_address(p(1)%x, places(1))
  call MPI_Get_address(p(1)%kind, places(2))
  base = places(1)
  call MPI_Type_create_struct(2, [3, 1], places - base, [MPI_DOUBLE_PRECISION, MPI_INTEGER], ptype)
  call MPI_Type_create_resized(ptype, 0_MPI_ADDRESS_KIND, 32_MPI_ADDRESS_KIND, rtype)
  call MPI_Type_commit(rtype)
  call MPI_Type_get_extent(rtype, lb, extent)
  if (extent /= 32) print *, 'extent', extent
  do i = 1, 10
    p(i)%x = me + i
    p(i)%kind = me * 100 + i
  end do
  call MPI_Irecv(q, 10, rtype, modulo(me - 1, np), 7, MPI_COMM_WORLD, requests(1))
  call MPI_Isend(p, 10, rtype, modulo(me + 1, np), 7, MPI_COMM_WORLD, requests(2))
  do
    call MPI_Waitany(2, requests, i, status)
    if (i == MPI_UNDEFINED) exit
    if (i < 1 .or. i > 2) print *, 'index', i
    if (i == 1 .and. status%MPI_TAG /= 7) print *, 'tag', status%MPI_TAG
  end do
  if (q(10)%kind /= modulo(me - 1, np) * 100 + 10) print *, 'particles'
  if (requests(1) /= MPI_REQUEST_NULL) print *, 'request'
  call MPI_Comm_split(MPI_COMM_WORLD, mod(me, 2), me, row)
  call MPI_Comm_create_keyval(copy, erase, key, 5_MPI_ADDRESS_KIND)
  call MPI_Comm_set_attr(row, key, 37_MPI_ADDRESS_KIND)
  call MPI_Comm_dup(row, dup)
  call MPI_Comm_get_attr(dup, key, val, flag)
  if (.not. flag .or. val /= 42 .or. copies /= 1) print *, 'attribute', val, flag
  call MPI_Comm_free(dup)
  if (deletions /= 1) print *, 'deletions', deletions
  call MPI_Comm_set_name(row, 'row  ')
  call MPI_Comm_get_name(row, text, length)
  if (text /= 'row' .or. length /= 3) print *, 'name ', text, length
  call MPI_Op_create(longer, .true., op)
  n = me
  call MPI_Allreduce(MPI_IN_PLACE, n, 1, MPI_INTEGER, op, MPI_COMM_WORLD)
  if (n /= np - 1) print *, 'op', n
  call MPI_Info_create(info)
  call MPI_Info_set(info, ' key ', 'value')
  call MPI_Info_get(info, 'key', 20, text, flag)
  if (.not. flag .or. text /= 'value') print *, 'info ', text
  call MPI_Comm_create_errhandler(handler, eh)
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, eh)
  call MPI_Send(n, 1, MPI_INTEGER, np + 5, 0, MPI_COMM_WORLD, ierr)
  if (errors /= 1 .or. ierr == MPI_SUCCESS) print *, 'handler', errors, ierr
  call MPI_Error_string(ierr, message, length)
  if (length < 3) print *, 'string'
  call MPI_Type_create_f90_real(30, MPI_UNDEFINED, qtype)
  quad = 1.0_16 / 3
  call MPI_Allreduce(MPI_IN_PLACE, quad, 1, qtype, MPI_SUM, MPI_COMM_WORLD)
  if (abs(quad - np / 3.0_16) > 1e-30_16) print *, 'quad', quad
  call MPI_Bcast(n, 1_MPI_COUNT_KIND, MPI_INTEGER, 0, MPI_COMM_WORLD)
  call MPI_Recv(n, 1, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  call MPI_Sizeof(p(1)%x, n, ierr)
  if (n /= 8) print *, 'sizeof', n
  if (me == 0) print '(a)', 'all is well'
  call MPI_Finalize()
end program
