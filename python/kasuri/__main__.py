# SPDX-License-Identifier: MIT
"""python3 -m kasuri VERB …: the program itself."""
import os
import sys

from ._binary import binary
from ._errors import BinaryMissing


def main():
    try:
        program = binary()
    except BinaryMissing as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    os.execv(program, ["kasuri", *sys.argv[1:]])


if __name__ == "__main__":
    main()
