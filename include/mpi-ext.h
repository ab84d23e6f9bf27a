/* SPDX-License-Identifier: MIT
 * Extensions that programs ask for: whether buffers may be in a device's memory. They may not.
 */
#ifndef KASURI_MPI_EXT_H
#define KASURI_MPI_EXT_H

#define MPIX_CUDA_AWARE_SUPPORT 0
#define MPIX_ROCM_AWARE_SUPPORT 0

static inline int MPIX_Query_cuda_support(void) { return 0; }
static inline int MPIX_Query_hip_support(void) { return 0; }
static inline int MPIX_Query_rocm_support(void) { return 0; }
static inline int MPIX_Query_ze_support(void) { return 0; }

#endif
