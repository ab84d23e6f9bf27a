/* SPDX-License-Identifier: MIT
 * What the table of MPI's functions has. Written by tools/mpi-faces from src/mpi/api/mpi_*.txt: do not edit.
 */
#define KASURI_HAS_WINDOWS 1
#define KASURI_HAS_FILES 1
#define KASURI_HAS_INTERCOMMUNICATORS 1
