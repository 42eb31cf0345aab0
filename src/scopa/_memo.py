"""Answers that are remembered, and bounded in number. Private."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Question = TypeVar("Question")
Answer = TypeVar("Answer")


class Kept(Generic[Question, Answer]):
    """Answers to questions, no more than so many: one more, and all others are forgotten.

    So memory stays flat however long a process plays.
    """

    __slots__ = ("_most", "known")

    def __init__(self, most: int) -> None:
        self.known: dict[Question, Answer] = {}
        self._most = most

    def keep(self, question: Question, answer: Answer) -> None:
        """Remember an answer; it is found in `known`."""
        if len(self.known) >= self._most:
            self.known.clear()
        self.known[question] = answer


class Memo(Kept[Question, Answer]):
    """The answers to questions asked before; any other is asked for when it is looked up.

    Where every nanosecond counts, look in `known` first.
    """

    __slots__ = ("_ask",)

    def __init__(self, ask: Callable[[Question], Answer], most: int) -> None:
        super().__init__(most)
        self._ask = ask

    def __getitem__(self, question: Question) -> Answer:
        answer = self.known.get(question)
        if answer is None:
            answer = self._ask(question)
            self.keep(question, answer)
        return answer
