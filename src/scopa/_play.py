"""A person against simple opponents, in the terminal. Private.

The person is shown the view of one seat, and of what happens what that seat may see. The opponents
choose by views of their own. Whatever else the match knows stays where it is.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING

from attrs import define

from scopa._saved import FileRefusedError, check_new, save
from scopa._show import position
from scopa._tell import Ink, InWords, ending, showable, table
from scopa.cards import Suit
from scopa.errors import IllegalMoveError, IllegalReason, RedealRequired, ScopaError
from scopa.moves import Claim, Move, Play
from scopa.notation import read_move
from scopa.policies import GreedyPolicy

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scopa.match import Match
    from scopa.packs import Pack
    from scopa.view import MatchView, View

OPPONENT = GreedyPolicy()
_MOST_LISTED = 40
_LONGEST_SHOWN = 40
_PROMPT = "Your move (? for help): "
_NO_FILE = "There is no file to save to: say 's FILE'."

_WHY_NOT = {
    IllegalReason.NOT_IN_HAND: "you do not hold that card",
    IllegalReason.CARD_TWICE: "a card cannot take itself",
    IllegalReason.NOT_ON_TABLE: "not all of those cards lie on the table",
    IllegalReason.DOES_NOT_ADD_UP: "that capture does not add up",
    IllegalReason.SINGLE_MATCH_PRIORITY: "an equal card lies there and comes first",
    IllegalReason.NOT_THE_FEWEST: "a capture of fewer cards comes first",
    IllegalReason.SWEEPER_RESTRICTED: "that card cannot be played so now",
    IllegalReason.NOTHING_TO_CLAIM: "there is no such thing to claim",
    IllegalReason.NOTHING_TO_DECLARE: "there is no such thing to declare",
}


# ---------------------------------------------------------------------- the terminal


def say(lines: Iterable[str]) -> None:
    """Write lines, as far as the output can show them."""
    for line in lines:
        sys.stdout.write(f"{showable(line, sys.stdout.encoding)}\n")


def ask(prompt: str) -> str:
    """Ask for a line.

    Raises:
        EOFError: There is no more input.
    """
    sys.stdout.write(prompt)
    sys.stdout.flush()
    try:
        line = sys.stdin.readline()
        echoed = sys.stdin.isatty()
    except (OSError, ValueError, AttributeError):  # the terminal is gone, or never was there
        line = ""
        echoed = False
    if not line:
        raise EOFError
    if not echoed:
        say([""])
    return line.strip()


# ---------------------------------------------------------------------- what the person says


class _NotUnderstoodError(Exception):
    """What was typed is no legal move; the message is one line."""


class _LeftError(Exception):
    """The person leaves."""


def move_meant(answer: str, view: View) -> Move:
    """The legal move that an answer names, by its number or as it is written.

    Raises:
        _NotUnderstoodError: It names none.
    """
    moves = view.legal_moves
    if answer.isdecimal() and len(answer) < 10:
        if not 1 <= int(answer) <= len(moves):
            raise _NotUnderstoodError(f"There is no move {answer}: say 1 to {len(moves)}.")
        return moves[int(answer) - 1]
    sample = view.determinize(Random(0))  # what can be done is the same in all that fit the view
    try:
        return read_move(answer, sample)
    except IllegalMoveError as error:
        why = _WHY_NOT.get(error.reason, "that cannot be done now")
        raise _NotUnderstoodError(f"{error.move}: {why}.") from None
    except ScopaError as error:
        if error.code == "move-ambiguous":
            raise _NotUnderstoodError(f"That is {error}.") from None
    said = f"{answer[:_LONGEST_SHOWN]!r} is no move" if answer else "That is no move"
    raise _NotUnderstoodError(f"{said}: say 1 to {len(moves)}, or a move like {moves[0]}; ? helps.")


def menu(moves: Sequence[Move], words: InWords) -> Iterator[str]:
    """The moves with their numbers, in words and as they are written."""
    listed = enumerate(moves[:_MOST_LISTED], start=1)
    rows = [(str(number), in_words(move, words), str(move)) for number, move in listed]
    yield from table([("", "your moves", "written"), *rows])
    if len(moves) > _MOST_LISTED:
        yield f"and {len(moves) - _MOST_LISTED} more: say a number up to {len(moves)}, or write one"


def in_words(move: Move, words: InWords) -> str:
    """A move that can be made, in words."""
    if isinstance(move, Play):
        play = f"play {words.card(move.card)}"
        return f"{play}, take {words.cards(move.taken)}" if move.taken else play
    if isinstance(move, Claim):
        return f"claim {words.cards(move.taken)}"
    wild = "" if move.wild is None else f", the wild card as a {move.wild.name.lower()}"
    return f"declare your hand{wild}"


def _help(pack: Pack, file: Path | None) -> Iterator[str]:
    where = "nowhere yet" if file is None else f"to {file}"
    ranks = ", ".join(
        f"{rank.letter} {dict(pack.labels).get(rank, '')}".rstrip() for rank in pack.ranks
    )
    suits = ", ".join(f"{suit} {label}" for suit, label in zip(Suit, pack.suit_labels, strict=True))
    yield "Say the number of a move, or write it: 7d plays the card, 7dx3d4c takes with it,"
    yield "!7c8b claims what was overlooked, # declares (#5: with the wild card as a five)."
    yield "What can only be one move may be written shorter."
    yield f"Ranks: {ranks}. Suits: {suits}."
    yield f"s saves ({where}), s FILE saves to that file, q saves and quits, ? shows this."


# ---------------------------------------------------------------------- the game


@define
class Game:
    """A match that a person plays.

    Attributes:
        match: How it stands.
        seat: Where the person sits.
        file: Where it is saved to, if anywhere.
        ink: How cards are written.
    """

    match: Match
    seat: int
    file: Path | None
    ink: Ink

    @property
    def words(self) -> InWords:
        """What the person is told with."""
        return InWords(self.match.variant.pack, self.match.seating, self.seat, self.ink)

    def run(self) -> None:
        """Play until the match is over or the person leaves.

        Raises:
            FileRefusedError: The match cannot be saved when it should be.
        """
        try:
            self._begin()
            while self.match.outcome is None:
                self._go_on()
            self._end()
        except _LeftError:
            pass
        except (EOFError, KeyboardInterrupt):
            say(["", self._saved()])
        except BrokenPipeError:  # nobody reads any more; what was played is kept all the same
            self._saved()
            raise

    def _begin(self) -> None:
        say(self.words.match(self.match))
        if self.match.outcome is not None:
            say([ending(self.match.outcome, self.words.sides())])
        elif self.match.deal.ply:
            say(["", f"The match goes on in deal {len(self.match.scores) + 1}."])
        else:
            say(self.words.deal(self.match))

    def _go_on(self) -> None:
        """One move, and the next deal if that ends one."""
        match = self.match
        if match.awaits_deck:  # those of a match without a seed are shuffled here
            self.match = _dealt_anew(match)
            say(self.words.deal(self.match))
            return
        if match.deal.turn == self.seat:
            move = self._answer(match.view(self.seat))
        else:
            move = OPPONENT(match.deal.view(match.deal.turn), Random(0))
        step = match.step(move)
        self.match = step.after
        say(self.words.move(step))
        if not self.match.deal.ply:
            say(self.words.deal(self.match))

    def _end(self) -> None:
        if self.match.seed is not None:
            say([f"The cards came from the seed {self.match.seed}"])
        if self.file is not None:
            say([self._saved()])

    def _answer(self, seen: MatchView) -> Move:
        view = seen.deal
        say(["", *position(view, self.words, {self.seat: view.hand}, seen.totals), ""])
        say(menu(view.legal_moves, self.words))
        while True:
            answer = ask(_PROMPT)
            command, _, argument = answer.partition(" ")
            try:
                if answer == "?":
                    say(_help(view.variant.pack, self.file))
                elif answer == "q":
                    say([self._saved()])
                    raise _LeftError
                elif command == "s":
                    say([self._saved_to(argument.strip())])
                else:
                    return move_meant(answer, view)
            except (_NotUnderstoodError, FileRefusedError) as refused:
                say([str(refused)])

    # ------------------------------------------------------------------ saving

    def _saved_to(self, name: str) -> str:
        if name:
            check_new(Path(name), self.file)
            self.file = Path(name)
        return _NO_FILE if self.file is None else self._saved()

    def _saved(self) -> str:
        """Save the match if there is a file to save it to; what to say about it."""
        if self.file is None:
            return "Not saved."
        save(self.file, self.match, self.seat)
        return f"Saved to {self.file}"


def _dealt_anew(match: Match) -> Match:
    deck = list(match.variant.pack.cards)
    while True:
        SystemRandom().shuffle(deck)
        try:
            return match.deal_next(deck)
        except RedealRequired:
            continue
