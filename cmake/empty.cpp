// SPDX-License-Identifier: MIT
// A precompiled header needs a target with a source.
