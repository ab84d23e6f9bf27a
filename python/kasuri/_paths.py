# SPDX-License-Identifier: MIT
# Written by tools/python-config from `kasuri schema`: do not edit.
"""Keys whose values are paths."""

PATH_KEYS = frozenset({"file", "mapping_file", "plugins", "program", "trace"})
