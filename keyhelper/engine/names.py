"""Names as people type them: matched loosely, shown safely, turned into slugs."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from keyhelper.engine.trouble import Trouble

# Letters that Unicode does not split into a base and an accent.
_PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ı": "i", "ħ": "h"}
)
# Nukta, kana voicing and virama make another letter, not an accented one: か is not が.
_SPELLING_MARKS = frozenset({0, 7, 8, 9})
_MOST_LISTED = 16


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """The form in which names are compared: no case, accents, spaces, hyphens, apostrophes."""
    letters = _letters(text)
    folded = "".join(c for c in letters if _is_spelt(c))
    # Only a separate leading word is dropped: "The Starloom", not "Theater".
    first = letters.replace("-", " ").replace("_", " ").split()[:1]
    if first == ["the"] and folded != "the":
        return folded.removeprefix("the")
    return folded


def slug(text: str) -> str:
    """A name for files and ids: lower case ASCII words joined by hyphens."""
    letters = _letters(text).replace("'", "").replace("’", "")
    words = "".join(c if c.isascii() and c.isalnum() else " " for c in letters).split()
    if words[:1] == ["the"] and len(words) > 1:
        words = words[1:]
    return "-".join(words)


def find(text: str, choices: Iterable[str]) -> str | None:
    """The one choice that `text` names exactly, apart from spelling habits, or None."""
    wanted = fold(text)
    return next((choice for choice in choices if fold(choice) == wanted and wanted), None)


def twin(choices: Sequence[str]) -> str | None:
    """The first name that is another's over again, but for spelling habits; or None."""
    seen: set[str] = set()
    for name in choices:
        key = fold(name) or name  # a name without letters stands for itself
        if key in seen:
            return name
        seen.add(key)
    return None


def complete(text: str, choices: Sequence[str]) -> tuple[str, ...]:
    """The choices `text` may mean: the exact one, else all that start with it."""
    exact = find(text, choices)
    if exact is not None:
        return (exact,)
    wanted = fold(text)
    return tuple(dict.fromkeys(c for c in choices if wanted and fold(c).startswith(wanted)))


def choose(text: str, choices: Sequence[str], what: str, *, prefix: bool = False) -> str:
    """The choice named by `text`; otherwise Trouble that says what it could have been."""
    matches = complete(text, choices) if prefix else tuple(filter(None, [find(text, choices)]))
    if len(matches) == 1:
        return matches[0]
    shown = safe(text)[:60]
    if matches:
        raise Trouble(f"{shown!r} could be {either(matches)}", hint="type a little more of it")
    near = nearest(text, choices)
    if near:
        raise Trouble(f"There is no {what} called {shown!r}; did you mean {either(near)}?")
    choices = [c for c in choices if not (len(c) == 1 and c.isalpha())] or choices  # short forms
    listing = ", ".join(choices[:_MOST_LISTED]) + ", ..." * (len(choices) > _MOST_LISTED)
    raise Trouble(
        f"There is no {what} called {shown!r}", hint=f"one of: {listing}" if listing else ""
    )


def nearest(text: str, choices: Sequence[str]) -> tuple[str, ...]:
    """Up to three choices spelt much like `text`."""
    by_fold = {fold(choice): choice for choice in choices}
    # Imported here because only a near miss needs it, and the table starts often.
    from difflib import get_close_matches

    found = get_close_matches(fold(text)[:60], by_fold, n=3, cutoff=0.6)
    return tuple(by_fold[key] for key in found)


def safe(text: str) -> str:
    """`text` with everything that could steer a terminal replaced by a visible mark."""
    return "".join(c if _is_harmless(c) else "\ufffd" for c in text)


def either(names: Sequence[str]) -> str:
    """Names as people list alternatives: `a, b or c`."""
    return _listed(names, "or")


def listed(names: Sequence[str]) -> str:
    """Names as people list things: `a, b and c`."""
    return _listed(names, "and")


def an(noun: str) -> str:
    """`noun` with its article: a Chapel, an Inn."""
    return f"{'an' if noun[:1].lower() in 'aeio' else 'a'} {noun}"


def counted(count: int, one: str, more: str) -> str:
    """A number of things: `1 entry`, `2 entries`."""
    return f"{count} {one if count == 1 else more}"


def _letters(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text).casefold().translate(_PLAIN)
    return "".join(c for c in decomposed if unicodedata.combining(c) in _SPELLING_MARKS)


def _is_spelt(character: str) -> bool:
    # Vowel signs (of Hindi, Thai and others) are marks; variation selectors only look like it.
    if character.isalnum():
        return True
    is_mark = unicodedata.category(character) in {"Mn", "Mc"}
    return is_mark and not ("\ufe00" <= character <= "\ufe0f" or character >= "\U000e0100")


def _is_harmless(character: str) -> bool:
    # Cc control, Cf format (bidi overrides, zero width), Cs surrogates, Co private, Zl/Zp breaks;
    # the two joiners are kept because names in several scripts and emoji are spelt with them.
    if character in "\u200c\u200d":
        return True
    return unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def _listed(names: Sequence[str], joint: str) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {joint} {names[-1]}"
