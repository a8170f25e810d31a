"""A language is a package of tables: `en` is one, a second language is another beside it."""


def merged(*tables: dict[str, str]) -> dict[str, str]:
    """All sentences of a language.  A key that two tables hold raises ValueError."""
    text: dict[str, str] = {}
    for table in tables:
        if twice := sorted(text.keys() & table.keys()):
            raise ValueError(f"said twice: {', '.join(twice)}")
        text |= table
    return text
