"""Answers that are remembered, and bounded in number. Private."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Question = TypeVar("Question")
Answer = TypeVar("Answer")


class Memo(Generic[Question, Answer]):
    """The answers to questions asked before; any other is asked for when it is looked up.

    It holds no more than so many answers, then forgets them all: memory stays flat however long a
    process plays. Where every nanosecond counts, look in `known` first.
    """

    __slots__ = ("_ask", "_most", "known")

    def __init__(self, ask: Callable[[Question], Answer], most: int) -> None:
        self.known: dict[Question, Answer] = {}
        self._ask = ask
        self._most = most

    def __getitem__(self, question: Question) -> Answer:
        answer = self.known.get(question)
        if answer is None:
            answer = self._ask(question)
            self._keep(question, answer)
        return answer

    def _keep(self, question: Question, answer: Answer) -> None:
        if len(self.known) >= self._most:
            self.known.clear()
        self.known[question] = answer
