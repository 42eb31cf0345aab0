"""An authoritative game server over WebSocket: it alone holds the matches, and forgets nothing.

python examples/server.py tables --port 8080

Needs aiohttp. The guide's page on servers says how it works and what its messages are.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import secrets
from contextlib import asynccontextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aiohttp import WSCloseCode, web
from attrs import define, field

from scopa import VARIANTS, Match, ScopaError, codec, parse_move
from scopa.plain import is_table

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Mapping

    from scopa.match import MatchStep

MAX_MESSAGE = 1024  # bytes that a client may send at once
MAX_TABLES = 1000  # tables with a match going on
MAX_SPECTATORS = 50  # at one table
MAX_TARGET = 121  # points, so that every match ends
OUTBOX = 100  # messages that wait for a slow client before it is cut off
JOIN_TIMEOUT = 10.0  # seconds a connection has to say who it is
CLOSE_TIMEOUT = 5.0  # seconds a connection has to say goodbye
HEARTBEAT = 20.0  # seconds between pings; who does not answer is cut off


class RefusedError(ScopaError):
    """What a client asked for is refused; nothing has changed."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def parsed(data: object) -> Mapping[str, Any]:
    """What a client said, if it is a JSON object."""
    if not isinstance(data, str):
        raise RefusedError("not-text")
    try:
        said = json.loads(data)
    except (ValueError, RecursionError):
        raise RefusedError("not-json") from None
    if not is_table(said):
        raise RefusedError("bad-message")
    return said


def message(kind: str, **parts: str) -> str:
    """A message to a client; the parts are JSON already."""
    listed = [f'"type":"{kind}"', *(f'"{name}":{text}' for name, text in parts.items())]
    return "{" + ",".join(listed) + "}"


def key_of(token: str) -> str:
    """What is kept of a token: enough to know it again, not to use it."""
    return sha256(token.encode(errors="replace")).hexdigest()


@define(eq=False)
class Guest:
    """A connection to a table: a seat's or, with no seat, a spectator's."""

    ws: web.WebSocketResponse
    transport: asyncio.Transport | None
    seat: int | None = None
    outbox: asyncio.Queue[str | None] = field(factory=asyncio.Queue[str | None])
    close_code: int = WSCloseCode.OK

    def tell(self, text: str) -> None:
        """Queue a message. Nobody waits for a slow client: it is cut off, and may come back."""
        if self.outbox.qsize() < OUTBOX:
            self.outbox.put_nowait(text)
        else:
            self.cut()

    def refuse(self, code: str, *, last: bool = False) -> None:
        """Say by its code why something was refused; if it is the last word, say goodbye."""
        self.tell(message("error", code=json.dumps(code)))
        if last:
            self.leave(WSCloseCode.POLICY_VIOLATION)

    def leave(self, close_code: int) -> None:
        """Close the connection once everything queued is sent."""
        self.close_code = close_code
        self.outbox.put_nowait(None)

    def cut(self) -> None:
        """Close the connection at once."""
        if self.transport is not None:
            self.transport.abort()

    async def write(self) -> None:
        """Send what is queued, in order, then close."""
        with suppress(ConnectionError):
            while (text := await self.outbox.get()) is not None:
                await self.ws.send_str(text)
        await self.ws.close(code=self.close_code)


@define(eq=False)
class Table:
    """A match, who may play it, and who is connected.

    Attributes:
        path: The file it is saved in.
        keys: For each seat the hash of its token.
        match: The match, exactly as it is in the file.
        guests: The connections.
        lock: Held while the match or the guests change.
    """

    path: Path
    keys: tuple[str, ...]
    match: Match
    guests: set[Guest] = field(factory=set[Guest])
    lock: asyncio.Lock = field(factory=asyncio.Lock)

    @classmethod
    def load(cls, path: Path) -> Table:
        """The table of a file, its match replayed and every move of it checked."""
        saved = json.loads(path.read_text(encoding="utf-8"))
        return cls(path, tuple(saved["keys"]), codec.from_json(saved["match"]))

    def save(self, match: Match) -> None:
        """Write a match so that a crash at any moment leaves the old file or the new one."""
        spare = self.path.with_suffix(".tmp")
        with spare.open("w", encoding="utf-8") as file:
            json.dump({"keys": self.keys, "match": codec.to_json(match)}, file)
            file.flush()
            os.fsync(file.fileno())
        spare.replace(self.path)
        if os.name == "posix":  # the new name must outlast a power cut too
            folder = os.open(self.path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    def seat_of(self, token: str | None) -> int | None:
        """The seat of a token; ``None``, a spectator, without one."""
        if token is None:
            return None
        for seat, key in enumerate(self.keys):
            if secrets.compare_digest(key, key_of(token)):
                return seat
        raise RefusedError("wrong-token")

    async def join(self, guest: Guest, said: Mapping[str, Any]) -> None:
        """Let somebody in and show the view of their seat."""
        match said:
            case {"type": "join", "token": str() | None as token}:
                guest.seat = self.seat_of(token)
            case _:
                raise RefusedError("bad-message")
        async with self.lock:
            same = [own for own in self.guests if own.seat == guest.seat]
            if guest.seat is None and len(same) >= MAX_SPECTATORS:
                raise RefusedError("table-full")
            for old in same if guest.seat is not None else ():  # back before it was missed
                self.guests.discard(old)
                old.refuse("replaced", last=True)
            self.guests.add(guest)
            view = codec.to_json(self.match.view(guest.seat))
            guest.tell(message("view", seat=json.dumps(guest.seat), view=view))

    async def play(self, guest: Guest, said: Mapping[str, Any]) -> None:
        """Make a move: check it, save what comes of it, and only then tell everybody."""
        async with self.lock:
            step = self.checked(guest, said)
            try:
                await asyncio.to_thread(self.save, step.after)
            except OSError:
                raise RefusedError("not-saved") from None
            self.match = step.after
            for seat in {own.seat for own in self.guests}:
                events = ",".join(codec.to_json(event.seen_by(seat)) for event in step.events)
                view = codec.to_json(step.after.view(seat))
                text = message("moved", events=f"[{events}]", view=view)
                for own in self.guests:
                    if own.seat == seat:
                        own.tell(text)

    def checked(self, guest: Guest, said: Mapping[str, Any]) -> MatchStep:
        """The step of a move, if this seat may make it now.

        Whose turn it is comes before what the move is: only the seat whose hand it is asks the
        rules about a hand.
        """
        match said:
            case {"type": "move", "move": str(text), "deal": int(deal), "ply": int(ply)}:
                move = parse_move(text)
            case _:
                raise RefusedError("bad-message")
        if guest.seat is None:
            raise RefusedError("not-seated")
        if (deal, ply) != (len(self.match.scores), self.match.deal.ply):
            raise RefusedError("stale-ply")
        if self.match.outcome is None and guest.seat != self.match.deal.turn:
            raise RefusedError("not-your-turn")
        return self.match.step(move)


class Server:
    """The tables of a folder, and the door to them."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for spare in folder.glob("*.tmp"):  # what was being written when the last server died
            spare.unlink()
        self.folder = folder
        self.tables = {path.stem: Table.load(path) for path in folder.glob("*.json")}

    def app(self) -> web.Application:
        """The web application."""
        app = web.Application(client_max_size=MAX_MESSAGE)
        app.add_routes([web.post("/tables", self.make), web.get("/tables/{table}", self.sit)])
        app.on_shutdown.append(self.close)
        return app

    async def make(self, request: web.Request) -> web.Response:
        """Make a table, and answer with its id and the token of each seat, told only here."""
        try:
            async with asyncio.timeout(JOIN_TIMEOUT):
                said = parsed((await request.read()).decode(errors="replace"))
            match = new_match(said)
            if sum(own.match.outcome is None for own in self.tables.values()) >= MAX_TABLES:
                raise RefusedError("too-many-tables")
            name = secrets.token_hex(8)
            tokens = [secrets.token_hex(32) for _ in range(match.seating.players)]
            table = Table(self.folder / f"{name}.json", tuple(map(key_of, tokens)), match)
            await asyncio.to_thread(table.save, match)
        except ScopaError as error:
            return web.json_response({"code": error.code}, status=400)
        self.tables[name] = table
        return web.json_response({"table": name, "tokens": tokens}, status=201)

    async def sit(self, request: web.Request) -> web.StreamResponse:
        """One connection to a table, from beginning to end."""
        table = self.tables.get(request.match_info["table"])
        if table is None:
            return web.json_response({"code": "no-such-table"}, status=404)
        ws = web.WebSocketResponse(
            max_msg_size=MAX_MESSAGE, heartbeat=HEARTBEAT, timeout=CLOSE_TIMEOUT, compress=False
        )
        await ws.prepare(request)
        guest = Guest(ws, request.transport)
        writer = asyncio.create_task(guest.write())
        try:
            await table.join(guest, parsed((await ws.receive(JOIN_TIMEOUT)).data))
            async for frame in ws:
                try:
                    await table.play(guest, parsed(frame.data))
                except ScopaError as error:
                    guest.refuse(error.code)
        except ScopaError as error:
            guest.refuse(error.code, last=True)
        except TimeoutError:
            guest.refuse("join-timeout", last=True)
        finally:
            table.guests.discard(guest)
            guest.outbox.put_nowait(None)
            try:
                await asyncio.wait_for(writer, CLOSE_TIMEOUT)
            except TimeoutError:
                guest.cut()
        return ws

    async def close(self, _: web.Application) -> None:
        """Send everybody home; what there is to keep is in the files already."""
        for table in self.tables.values():
            for guest in table.guests:
                guest.leave(WSCloseCode.GOING_AWAY)


def new_match(said: Mapping[str, Any]) -> Match:
    """The match a client asks for, with a secret seed."""
    match {"target": None, **said}:
        case {"variant": str(name), "players": int(players), "target": int() | None as target}:
            variant = VARIANTS[name]
        case _:
            raise RefusedError("bad-message")
    seating = next((own for own in variant.seatings if own.players == players), None)
    if seating is None:
        raise RefusedError("unknown-seating")
    if target is not None and target > MAX_TARGET:
        raise RefusedError("value-refused")
    return Match.new(variant, seating=seating, target=target)


@asynccontextmanager
async def serving(folder: Path, host: str = "127.0.0.1", port: int = 0) -> AsyncGenerator[str]:
    """Serve the tables of a folder meanwhile; gives the address."""
    runner = web.AppRunner(Server(folder).app(), shutdown_timeout=CLOSE_TIMEOUT)
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port)
        await site.start()
        host, port = runner.addresses[0][:2]
        yield f"http://{host}:{port}"
    finally:
        await runner.cleanup()


async def serve(folder: Path, host: str, port: int) -> None:
    """Serve until the process is ended, in whatever way."""
    async with serving(folder, host, port) as address:
        print(f"listening on {address}", flush=True)
        await asyncio.Event().wait()


def main() -> None:
    """Read the command line and serve."""
    parser = argparse.ArgumentParser(description="A game server over WebSocket.")
    parser.add_argument("folder", type=Path, help="where the tables are saved")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8080)
    chosen = parser.parse_args()
    with suppress(KeyboardInterrupt):
        asyncio.run(serve(chosen.folder, chosen.host, chosen.port))


if __name__ == "__main__":
    main()
