"""Every sentence a user reads, by key. A language is one package of tables, such as `en`."""

from gradlab.words.en import TEXT


def say(key: str, /, **facts: object) -> str:
    """The sentence under `key` with `facts` filled in; an unknown key or fact raises KeyError."""
    return TEXT[key].format(**facts)
