"""`python -m gradlab` is the command `gradlab`."""

import sys

from gradlab.cli import main

sys.exit(main())
