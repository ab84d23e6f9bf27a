/* SPDX-License-Identifier: MIT
 * What a program may do wrong with windows, intercommunicators and requests: each ends the job with a
 * message that names rank, call and simulated time. suite.py runs them one by one and compares the exit
 * code, and the message with the regular expression above each. */
#include "check.h"

static int *base;
static MPI_Win win;
static int x = 5;
static void begin(void) { MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
    &base, &win); }

/* 1: rank 0, MPI_Put at .*: 4 bytes at displacement 4 of the window of rank 1 are outside */
TEST(put_outside) {
  begin();
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&x, 1, MPI_INT, 1, 4, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
}
/* 1: rank 0, MPI_Get at .*: 8 bytes at displacement 0 .* are outside */
TEST(get_outside_with_strides) {
  MPI_Datatype t;
  int y[2];
  MPI_Type_vector(2, 1, 4, MPI_INT, &t);
  MPI_Type_commit(&t);
  begin();
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Get(y, 2, MPI_INT, 1, 0, 1, t, win);
  MPI_Win_fence(0, win);
}
/* 1: rank 0, MPI_Put at .* are outside of it */
TEST(huge_displacement) {
  begin();
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&x, 1, MPI_INT, 1, (MPI_Aint)1 << 62, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
}
/* 1: rank 0, MPI_Put at .*: displacement -1 is negative */
TEST(negative_displacement) {
  begin();
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&x, 1, MPI_INT, 1, -1, 1, MPI_INT, win);
}
/* 1: rank 0, MPI_Put at .*: no epoch for an access to rank 1 */
TEST(put_without_epoch) {
  begin();
  if (rank == 0) MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
}
/* 1: MPI_Put at .*: no epoch for an access to rank 1 */
TEST(put_to_a_rank_that_is_not_locked) {
  begin();
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  if (rank == 0) MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_unlock(0, win);
}
/* 1: MPI_Win_unlock at .*: the lock of the window of rank 0 is not held */
TEST(unlock_without_lock) {
  begin();
  MPI_Win_unlock(0, win);
}
/* 1: MPI_Win_lock at .*: a lock of the window of rank 0 is held already */
TEST(lock_twice) {
  begin();
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
}
/* 1: MPI_Win_free at .*: an epoch of the window is still open */
TEST(free_with_a_lock) {
  begin();
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Win_free(&win);
}
/* 1: MPI_Win_fence at .*: the window is not valid, or was freed */
TEST(use_after_free) {
  MPI_Win old;
  begin();
  old = win;
  MPI_Win_free(&win);
  MPI_Win_fence(0, old);
}
/* 1: MPI_Win_fence at .*: the window is MPI_WIN_NULL */
TEST(window_null) { MPI_Win_fence(0, MPI_WIN_NULL); }
/* 1: MPI_Win_wait at .*: MPI_Win_post was not called before */
TEST(wait_without_post) {
  begin();
  MPI_Win_wait(win);
}
/* 1: MPI_Win_complete at .*: MPI_Win_start was not called before */
TEST(complete_without_start) {
  begin();
  MPI_Win_complete(win);
}
/* 1: MPI_Win_flush at .*: no lock is held */
TEST(flush_without_lock) {
  begin();
  MPI_Win_flush(0, win);
}
/* 1: MPI_Put at .*: 4 bytes at the origin, but 8 at the target */
TEST(sizes_differ) {
  begin();
  MPI_Win_fence(0, win);
  MPI_Put(&x, 1, MPI_INT, 0, 0, 2, MPI_INT, win);
}
/* 1: MPI_Accumulate at .*: an accumulate takes datatypes made of one predefined */
TEST(accumulate_of_mixed_types) {
  MPI_Datatype t, types[2] = {MPI_INT, MPI_FLOAT};
  int lengths[2] = {1, 1}, y[2] = {0, 0};
  MPI_Aint places[2] = {0, 4};
  MPI_Type_create_struct(2, lengths, places, types, &t);
  MPI_Type_commit(&t);
  begin();
  MPI_Win_fence(0, win);
  MPI_Accumulate(y, 1, t, 0, 0, 1, t, MPI_SUM, win);
}
static void own(void *a, void *b, int *n, MPI_Datatype *t) { (void)a, (void)b, (void)n, (void)t; }
/* 1: MPI_Accumulate at .*: an operation of the program's own is not possible */
TEST(accumulate_with_own_operation) {
  MPI_Op op;
  MPI_Op_create(own, 1, &op);
  begin();
  MPI_Win_fence(0, win);
  MPI_Accumulate(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, op, win);
}
/* 1: MPI_Compare_and_swap at .*: the datatype is not one of integers */
TEST(compare_and_swap_of_double) {
  double a = 0, b = 0, c;
  begin();
  MPI_Win_fence(0, win);
  MPI_Compare_and_swap(&a, &b, &c, MPI_DOUBLE, 0, 0, win);
}
/* 1: MPI_Win_allocate_shared at .*: rank \d+ of the communicator is on another node */
TEST(shared_on_several_nodes) { MPI_Win_allocate_shared(4, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    }
/* 1: MPI_Win_create at .*: size -1 is negative */
TEST(negative_size) { MPI_Win_create(NULL, -1, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win); }
/* 1: MPI_Win_create at .*: the unit of displacements, 0, is not positive */
TEST(unit_of_zero) { MPI_Win_create(NULL, 0, 0, MPI_INFO_NULL, MPI_COMM_WORLD, &win); }
/* 1: MPI_Win_attach at .*: the window is not dynamic */
TEST(attach_to_a_window_that_is_not_dynamic) {
  begin();
  MPI_Win_attach(win, &x, 4);
}
/* 1: rank 0, MPI_Put at .* of the window of rank 1 are outside */
TEST(address_that_is_not_attached) {
  MPI_Win w;
  MPI_Aint at;
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Get_address(&x, &at);
  MPI_Win_fence(0, w);
  if (rank == 0) MPI_Put(&x, 1, MPI_INT, 1, at, 1, MPI_INT, w);
  MPI_Win_fence(0, w);
}
/* 3: rank 1 .*MPI_Win_lock.*the lock of the window of rank 0 */
TEST(never_unlocked) {
  begin();
  if (rank == 0) MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  MPI_Barrier(MPI_COMM_WORLD);
}
/* 3: rank 1 .*MPI_Win_start.*MPI_Win_post by a rank of its group */
TEST(never_posted) {
  MPI_Group all, one;
  int zero = 0;
  begin();
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &zero, &one);
  if (rank == 1) MPI_Win_start(one, 0, win);
  MPI_Barrier(MPI_COMM_WORLD);
}
/* 3: rank 0 .*MPI_Win_wait.*MPI_Win_complete by the ranks of its group */
TEST(never_completed) {
  MPI_Group all, one;
  int other = 1;
  begin();
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &other, &one);
  if (rank == 0) {
    MPI_Win_post(one, 0, win);
    MPI_Win_wait(win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
}
/* 1: rank 0, MPI_Put at .*: the buffer 0x1000 \(4 bytes\) cannot be read */
TEST(buffer_that_cannot_be_read) {
  begin();
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put((void *)4096, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
}
/* 3: rank 0 .*MPI_Wait.*a generalised request of its own */
TEST(general_request_never_completed) {
  MPI_Request r;
  if (rank == 0) {
    MPI_Grequest_start((MPI_Grequest_query_function *)own, (MPI_Grequest_free_function *)own,
                       (MPI_Grequest_cancel_function *)own, NULL, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  }
}
/* 1: MPI_Comm_remote_size at .*: the communicator is no intercommunicator */
TEST(remote_size_of_the_world) {
  int n;
  MPI_Comm_remote_size(MPI_COMM_WORLD, &n);
}
static MPI_Comm between(void) {
  MPI_Comm local, inter;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &local);
  MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, rank % 2 ? 0 : 1, 0, &inter);
  return inter;
}
/* 1: MPI_Scan at .*: this collective does not exist on intercommunicators */
TEST(scan_between_groups) {
  int y;
  MPI_Scan(&x, &y, 1, MPI_INT, MPI_SUM, between());
}
/* 1: MPI_Cart_create at .*: the communicator is an intercommunicator */
TEST(grid_between_groups) {
  MPI_Comm c, inter = between();
  int d[1] = {2}, p[1] = {0};
  MPI_Cart_create(inter, 1, d, p, 0, &c);
}
/* 1: rank 0, MPI_Intercomm_create at .*: the remote leader, rank 1, is a rank of the own */
TEST(leader_of_the_own_group) {
  MPI_Comm inter;
  MPI_Intercomm_create(MPI_COMM_WORLD, 0, MPI_COMM_WORLD, 1, 0, &inter);
}
/* 1: mismatched collectives */
TEST(two_groups_call_different_collectives) {
  MPI_Comm inter = between();
  int y;
  if (rank % 2) MPI_Allreduce(&x, &y, 1, MPI_INT, MPI_SUM, inter);
  else MPI_Bcast(&x, 1, MPI_INT, rank == 0 ? MPI_ROOT : MPI_PROC_NULL, inter);
  MPI_Barrier(MPI_COMM_WORLD);
}
/* 1: MPI_Win_create at .*: the communicator is an intercommunicator */
TEST(window_between_groups) { MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, between(), &win); }
/* 1: MPI_Accumulate at .*: MPI_NO_OP does not accumulate anything */
TEST(accumulate_of_nothing) {
  begin();
  MPI_Win_fence(0, win);
  MPI_Accumulate(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_NO_OP, win);
}
/* 1: MPI_Comm_split_type at .*: the communicator is an intercommunicator */
TEST(split_by_node_between_groups) {
  MPI_Comm c;
  MPI_Comm_split_type(between(), MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &c);
}
