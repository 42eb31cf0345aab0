"""A client of the example server, and a bot: it knows only its view, and plays what that allows.

python examples/client.py http://127.0.0.1:8080/tables/TABLE TOKEN

Without a token it watches.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from contextlib import asynccontextmanager
from random import Random
from typing import TYPE_CHECKING, Any

from aiohttp import ClientConnectionError, ClientSession, ClientWebSocketResponse, WSMsgType
from attrs import define, field

from scopa import codec

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from scopa import Event, Move
    from scopa.view import MatchView


ATTEMPTS = 60  # how often the bot comes back, a second apart


class RefusedError(Exception):
    """The server refused what was asked.

    Attributes:
        code: Why.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class ClosedError(ConnectionError):
    """The connection is closed; join again to go on."""


@define(eq=False)
class Client:
    """A connection to a table. Join, then hear until the match is over.

    Attributes:
        ws: The connection.
        rng: Decides what the bot plays.
        seat: Whose view it has; ``None`` for a spectator.
    """

    ws: ClientWebSocketResponse
    rng: Random = field(factory=Random)
    seat: int | None = None
    _view: MatchView | None = field(default=None, init=False)

    @property
    def view(self) -> MatchView:
        """What this client knows."""
        if self._view is None:
            raise ClosedError("not joined")
        return self._view

    async def join(self, token: str | None) -> None:
        """Take the seat of a token; watch without one."""
        await self.say(type="join", token=token)
        await self.hear()

    async def move(self, move: Move) -> None:
        """Send a move, with the moment it is meant for."""
        view = self.view
        await self.say(type="move", move=str(move), deal=len(view.scores), ply=view.deal.ply)

    async def hear(self) -> tuple[Event, ...]:
        """Wait for the server's next word; the events it tells of are in `view` afterwards.

        Raises:
            RefusedError: What was asked before was refused.
            ClosedError: The connection is closed.
        """
        match json.loads(await self.receive()):
            case {"type": "view", "seat": seat, "view": form}:
                self.seat, self._view = seat, _value(form)
                return ()
            case {"type": "moved", "events": forms, "view": form}:
                events: tuple[Event, ...] = tuple(map(_value, forms))
                folded, self._view = self.view.after(events), _value(form)
                if folded != self._view:
                    raise ValueError("the events do not lead to the view")
                return events
            case {"type": "error", "code": code}:
                raise RefusedError(code)
            case said:
                raise ValueError(f"not a message of this server: {said}")

    async def play(self) -> None:
        """Be a bot: play lots until the match is over."""
        while self.view.outcome is None:
            if moves := self.view.deal.legal_moves:
                await self.move(self.rng.choice(moves))
            await self.hear()

    async def say(self, **said: Any) -> None:
        """Send a message."""
        await self.ws.send_str(json.dumps(said))

    async def receive(self) -> str:
        """The text of the next message."""
        frame = await self.ws.receive()
        if frame.type is not WSMsgType.TEXT:
            raise ClosedError(f"closed with {self.ws.close_code}")
        return str(frame.data)


def _value(form: Any) -> Any:
    return codec.from_json(json.dumps(form))


@asynccontextmanager
async def joined(address: str, token: str | None = None) -> AsyncGenerator[Client]:
    """A client that has joined the table at an address."""
    async with ClientSession() as session, session.ws_connect(address) as ws:
        client = Client(ws)
        await client.join(token)
        yield client


async def bot(address: str, token: str | None) -> None:
    """Play or watch a match to its end, coming back whenever the connection is lost."""
    for _ in range(ATTEMPTS):
        try:
            async with joined(address, token) as client:
                await client.play()
                print(client.view.outcome)
                return
        except (ConnectionError, ClientConnectionError) as error:
            print(error)
            await asyncio.sleep(1)


def main() -> None:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(description="A bot for the example server.")
    parser.add_argument("address", help="of the table: http://HOST:PORT/tables/TABLE")
    parser.add_argument("token", nargs="?", help="of a seat; without one it watches")
    chosen = parser.parse_args()
    asyncio.run(bot(chosen.address, chosen.token))


if __name__ == "__main__":
    main()
