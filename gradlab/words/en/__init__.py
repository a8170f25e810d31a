"""The English catalogue: `prefix.name` -> a template for str.format.

The sentences of a prefix stand in the module of that name, or in several that begin with it.
Every module here is found by itself.
"""

from importlib import import_module
from pkgutil import iter_modules

from gradlab.words.catalogue import merged

TEXT = merged(*(import_module(f"{__name__}.{table.name}").TEXT for table in iter_modules(__path__)))
