"""Files that hold a value: how the command line reads and writes them. Private."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from scopa.codec import from_json, to_json
from scopa.errors import Problem, ProblemsError, ScopaError
from scopa.match import Match, Record
from scopa.record import loads

if TYPE_CHECKING:
    from pathlib import Path

_YOU, _OPPONENT = "you", "opponent"
_LONGEST = 200


class FileRefusedError(Exception):
    """A file cannot be used; the message is one line that names it and says why."""

    def __init__(self, path: Path, why: str, more: str = "") -> None:
        why = why if len(why) <= _LONGEST else f"{why[:_LONGEST]}..."
        super().__init__(f"{path}: {why}{more}")


# ---------------------------------------------------------------------- reading


def load(path: Path) -> Any:
    """The value in a file: a record in TOML if its name ends so, anything in JSON otherwise.

    Raises:
        FileRefusedError: There is no such file, or no value in it.
    """
    text = _text_in(path)
    try:
        return loads(text) if path.suffix == ".toml" else from_json(text)
    except ScopaError as error:
        problems = error.problems if isinstance(error, ProblemsError) else ()
        first, *others = problems or (Problem(error.code, "", error.message),)
        whole = first.where in {"", "text"}
        why = first.message if whole else f"{first.where}: {first.message}"
        more = f" (and {len(others)} more)" if others else ""
        raise FileRefusedError(path, why, more) from None


def _text_in(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise FileRefusedError(path, "is not text in UTF-8") from None
    except (OSError, ValueError) as error:  # some texts are no name of a file
        raise FileRefusedError(path, _why(error)) from None


def _why(error: OSError | ValueError) -> str:
    said = error.strerror if isinstance(error, OSError) else None
    return (said or str(error)).lower()


def load_record(path: Path) -> Record:
    """The record in a file, or that of the match in it; it can be replayed.

    Raises:
        FileRefusedError: There is none, or it cannot be replayed.
    """
    value = load(path)
    if isinstance(value, Match):
        return value.record()
    if not isinstance(value, Record):
        raise FileRefusedError(path, f"holds a {type(value).__name__}, not a match")
    try:
        Match.replay(value)
    except ScopaError as error:
        raise FileRefusedError(path, str(error)) from None
    return value


def load_match(path: Path) -> tuple[Match, int | None]:
    """The match in a file, and the seat of the person who saved it if the file tells.

    Raises:
        FileRefusedError: There is none.
    """
    match = Match.replay(load_record(path))
    with suppress(ValueError, LookupError, TypeError):  # nothing but `save` needs to tell
        form = json.loads(_text_in(path))
        if form["type"] == "match":  # in a record it would be somebody's name
            return match, form["value"]["players"].index(_YOU)
    return match, None


# ---------------------------------------------------------------------- writing


def check_new(path: Path, own: Path | None) -> None:
    """Refuse to write over a file, if it is not one's own, or where none can be.

    Raises:
        FileRefusedError: It is so.
    """
    if path.suffix == ".toml":
        raise FileRefusedError(path, "matches are saved as JSON, not as TOML")
    try:
        there, room = path.exists(), path.parent.is_dir()
    except (OSError, ValueError) as error:
        raise FileRefusedError(path, _why(error)) from None
    if there and path != own:
        raise FileRefusedError(path, "is there already, and is not written over")
    if not room:
        raise FileRefusedError(path, "there is no such folder")


def save(path: Path, match: Match, seat: int) -> None:
    """Write a match, and where the person sits; the file keeps what it held until all is written.

    Raises:
        FileRefusedError: It cannot be written.
    """
    form = json.loads(to_json(match))
    seats = range(match.seating.players)
    form["value"]["players"] = [_YOU if own == seat else _OPPONENT for own in seats]
    text = json.dumps(form, ensure_ascii=False, separators=(",", ":"))
    draft = path.with_name(f"{path.name}.new")
    try:
        draft.write_text(f"{text}\n", encoding="utf-8")
        draft.replace(path)
    except (OSError, ValueError) as error:
        raise FileRefusedError(path, _why(error)) from None
