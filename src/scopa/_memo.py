"""Answers that are remembered, and bounded in number. Private.

One more than so many, and all others are forgotten: so memory stays flat however long a process
plays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Question = TypeVar("Question")
Answer = TypeVar("Answer")


def keep(answers: dict[Question, Answer], most: int, question: Question, answer: Answer) -> None:
    """Remember one of at most so many answers."""
    if len(answers) >= most:
        answers.clear()
    answers[question] = answer


class Memo(dict[Question, Answer]):
    """The answers to questions asked before; any other is asked for when it is looked up."""

    __slots__ = ("_ask", "_most")

    def __init__(self, ask: Callable[[Question], Answer], most: int) -> None:
        super().__init__()
        self._ask = ask
        self._most = most

    def __missing__(self, question: Question) -> Answer:
        answer = self._ask(question)
        keep(self, self._most, question, answer)
        return answer
