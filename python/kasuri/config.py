# SPDX-License-Identifier: MIT
"""Typed classes of the sections and components of a configuration, for editors and for `help()`.

    from kasuri.config import Config, Job, TorusTopology, UniformPattern
    config = Config(topology=TorusTopology(extents=[4, 4]), jobs=[Job(pattern=UniformPattern(load=0.3))])

Fields that are not given keep Kasuri's defaults. Times, sizes and rates are text with a unit: "100 ns".
The build writes the classes from the schema of the program.
"""
from ._binary import find_built

find_built()
from ._classes import *  # noqa: E402,F401,F403
