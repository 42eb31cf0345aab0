"""Answers that are remembered, and bounded in number. Private."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Question = TypeVar("Question")
Answer = TypeVar("Answer")


class Memo(dict[Question, Answer], Generic[Question, Answer]):
    """The answers to questions asked before; any other is asked for when it is looked up.

    It holds no more than so many answers, then forgets them all: memory stays flat however long a
    process plays.
    """

    __slots__ = ("_ask", "_most")

    def __init__(self, ask: Callable[[Question], Answer], most: int) -> None:
        super().__init__()
        self._ask = ask
        self._most = most

    def __missing__(self, question: Question) -> Answer:
        answer = self._ask(question)
        if len(self) >= self._most:
            self.clear()
        self[question] = answer
        return answer
