"""The example server: who is told what, what it refuses, and what is left when it is killed.

Everything runs on 127.0.0.1 on a port that the system chooses, and within time limits.
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from collections import defaultdict
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from random import Random
from threading import Timer
from typing import TYPE_CHECKING, Any

import pytest
from aiohttp import ClientConnectionError, ClientSession, WSServerHandshakeError, web
from attrs import define, field, frozen

from examples import client, server
from examples.client import Client
from scopa import VARIANTS, Deal, Match, codec
from scopa.events import Claimed, DealScored, Declared, Event, Redealt
from scopa.match import MatchStep

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Coroutine, Generator, Iterator

pytestmark = pytest.mark.unmeasured

SCRIPT = Path(server.__file__)
TOKENS = ("token of seat 0", "token of seat 1", "token of seat 2", "token of seat 3")
CARD = re.compile("[A2-9TFCR][dcsb]")


def bounded(work: Coroutine[Any, Any, Any], seconds: float = 12) -> Any:
    """Run what must be done in time."""

    async def in_time() -> Any:
        async with asyncio.timeout(seconds):
            return await work

    return asyncio.run(in_time())


# ---------------------------------------------------------------------- tables and clients


@frozen
class Place:
    """A table as it is saved: what only the server knows."""

    path: Path

    @property
    def form(self) -> Any:
        """The saved match as plain data."""
        return json.loads(json.loads(self.path.read_text(encoding="utf-8"))["match"])["value"]

    @property
    def match(self) -> Match:
        """The saved match."""
        return server.Table.load(self.path).match

    @property
    def moves(self) -> int:
        """How many moves of it are saved."""
        return sum(len(deal["moves"]) for deal in self.form["deals"])

    def at(self, address: str) -> str:
        return f"{address}/tables/{self.path.stem}"


def laid(folder: Path, id: str = "scopa", players: int = 2, seed: int = 7, **more: Any) -> Place:
    """A table with known tokens and a known seed, saved as the server would have."""
    variant = VARIANTS[id]
    seating = next(own for own in variant.seatings if own.players == players)
    match = Match.new(variant, seed=f"the secret seed {seed}", seating=seating, **more)
    keys = tuple(map(server.key_of, TOKENS[:players]))
    server.Table(folder / "table.json", keys, match).save(match)
    return Place(folder / "table.json")


@define(eq=False)
class Spy(Client):
    """A client that keeps what it hears; what it is told must be saved by then."""

    place: Place | None = None
    texts: list[str] = field(factory=list[str])
    told: int = 0

    async def receive(self) -> str:
        text = await super().receive()
        self.texts.append(text)
        if '"moved"' in text:
            self.told += 1
            assert self.place is None or self.place.moves >= self.told
        return text

    async def refused(self, **said: Any) -> str:
        """The code with which what is said is refused."""
        await self.say(**said)
        return await self.refusal()

    async def refusal(self) -> str:
        with pytest.raises(client.RefusedError) as refused:
            await self.hear()
        return refused.value.code

    async def closed(self) -> int | None:
        """The code with which the server closes; nothing else may be told before."""
        with pytest.raises(client.ClosedError):
            await self.hear()
        return self.ws.close_code


@asynccontextmanager
async def connected(address: str, place: Place | None = None, seed: int = 0) -> AsyncGenerator[Spy]:
    async with ClientSession() as session, session.ws_connect(address) as ws:
        yield Spy(ws, Random(seed), place=place)


@asynccontextmanager
async def seated(address: str, *tokens: str | None) -> AsyncGenerator[list[Spy]]:
    """Clients that have joined a table."""
    async with ClientSession() as session:
        spies = [Spy(await session.ws_connect(address), Random(n)) for n in range(len(tokens))]
        for spy, token in zip(spies, tokens, strict=True):
            await spy.join(token)
        yield spies
        for spy in spies:
            await spy.ws.close()


@define(eq=False)
class Tap:
    """A pipe to the server that keeps every byte it sends to one client."""

    host: str
    port: int
    heard: bytearray = field(factory=bytearray)

    @asynccontextmanager
    async def open(self) -> AsyncGenerator[str]:
        listener = await asyncio.start_server(self.connect, "127.0.0.1", 0)
        host, port = listener.sockets[0].getsockname()
        try:
            yield f"http://{host}:{port}"
        finally:
            listener.close()
            await listener.wait_closed()

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inward, outward = await asyncio.open_connection(self.host, self.port)
        await asyncio.gather(self.pump(reader, outward), self.pump(inward, writer, self.heard))

    async def pump(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        kept: bytearray | None = None,
    ) -> None:
        while some := await reader.read(65536):
            if kept is not None:
                kept += some
            writer.write(some)
            await writer.drain()
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()

    @property
    def texts(self) -> list[str]:
        """The texts in those bytes, which have nothing else but a greeting and a goodbye."""
        _, _, rest = bytes(self.heard).partition(b"\r\n\r\n")
        texts: list[str] = []
        while rest:
            opcode, size, start = rest[0], rest[1], 2
            if size >= 126:
                start = 4 if size == 126 else 10
                size = int.from_bytes(rest[2:start])
            payload, rest = rest[start : start + size], rest[start + size :]
            if opcode == 0x88:  # close, with its code
                assert (size, rest) == (2, b"")
            else:
                assert opcode == 0x81  # a whole text
                texts.append(payload.decode())
        return texts


# ---------------------------------------------------------------------- what a seat may know


def visible(deal: Deal, seat: int | None) -> set[str]:
    """The cards a seat may know of, by the rules of the table and without asking `View`."""
    known = set(deal.table)
    for cards in (*deal.piles, *deal.shown, () if seat is None else deal.hands[seat]):
        known |= set(cards)
    hands = {card for own, hand in enumerate(deal.hands) if own != seat for card in hand}
    hidden = (hands | set(deal.stock)) - {card for shown in deal.shown for card in shown}
    assert not known & hidden
    assert known | hidden == set(deal.variant.pack.cards)
    return {str(card) for card in known}


def cards_in(data: Any) -> set[str]:
    """Every card code anywhere in data, in keys and within longer texts too."""
    return set(CARD.findall(json.dumps(data)))


def numbers_in(data: Any) -> list[int]:
    return list(map(int, re.findall(r"\d+", re.sub('"[^"]*"', "", json.dumps(data)))))


def leaked(text: str, seat: int | None, match: Match, step: MatchStep | None) -> set[str]:
    """The cards in a message that its reader may not know at that moment.

    Args:
        text: The message.
        seat: Who reads it.
        match: The truth when it was sent.
        step: The move it tells of, if it tells of one.
    """
    said = json.loads(text)
    scores = codec.encode(match.scores)
    assert max(numbers_in(said)) < 1000  # no mask of cards, and no seed
    view = said.pop("view")["value"]
    assert view.pop("scores") == scores  # of deals that are over: everything is open
    found = cards_in(view.pop("deal")) - visible(match.deal, seat)
    found |= cards_in(view)
    if step is None:
        assert said.pop("type") == "view"
        assert said == {"seat": seat}
        return found
    assert said.pop("type") == "moved"
    deal = step.deal_step.after
    for form, event in zip(said.pop("events"), step.events, strict=True):
        if isinstance(event, Redealt):  # a void table was open to everybody
            assert cards_in(form) == {str(card) for card in event.cards}
        else:
            found |= cards_in(form) - visible(deal, seat)
        if isinstance(event, DealScored):
            assert form["value"]["score"] == scores[-1]
            deal = step.after.deal  # what follows is of the next deal
    assert said == {}
    return found


def steps_of(match: Match) -> Iterator[MatchStep]:
    """Each move of a match, played again from its record."""
    record = match.record()
    again = Match.new(
        match.variant,
        seed=match.seed,
        dealer=record.deals[0].dealer,
        seating=match.seating,
        target=match.target,
    )
    for deal in record.deals:
        for move in deal.moves:
            step = again.step(move)
            yield step
            again = step.after
    assert again == match


async def overheard(folder: Path, place: Place) -> dict[int | None, Tap]:
    """Play a whole match between bots, with a spectator; what the server sent to each."""
    taps: dict[int | None, Tap] = {}

    async def one(address: str, seat: int | None, joined: asyncio.Barrier) -> Spy:
        host, port = address.removeprefix("http://").split(":")
        taps[seat] = tap = Tap(host, int(port))
        async with tap.open() as tapped, connected(place.at(tapped), place, seat or 0) as spy:
            await spy.join(None if seat is None else TOKENS[seat])
            assert spy.seat == seat
            await joined.wait()
            await spy.play()
        assert tap.texts == spy.texts
        return spy

    async with server.serving(folder) as address:
        seats = (None, *range(place.match.seating.players))
        joined = asyncio.Barrier(len(seats))
        spies = await asyncio.gather(*(one(address, seat, joined) for seat in seats))
    for spy in spies:
        assert spy.view == place.match.view(spy.seat)
    return taps


@pytest.mark.parametrize(
    ("id", "players", "seed", "target", "kinds"),
    [
        ("scopa", 2, 3, None, {DealScored}),
        ("scopone", 4, 3, 5, {DealScored}),  # in pairs: not even the partner's cards
        ("cirulla", 2, 17, 21, {Redealt, Declared}),  # hands are shown, and a void table
        ("escopa-15", 3, 1, 5, {Claimed}),  # what was overlooked is taken
    ],
)
def test_nobody_is_told_a_card_they_may_not_know(
    tmp_path: Path, id: str, players: int, seed: int, target: int | None, kinds: set[type[Event]]
) -> None:
    place = laid(tmp_path, id, players, seed, target=target)
    taps = bounded(overheard(tmp_path, place))
    match = place.match
    assert match.outcome is not None
    assert Match.replay(match.record()) == match
    steps = list(steps_of(match))
    assert kinds <= {type(event) for step in steps for event in step.events}
    for seat, tap in taps.items():
        first, *rest = tap.texts
        assert leaked(first, seat, steps[0].before, None) == set()
        for text, step in zip(rest, steps, strict=True):
            assert leaked(text, seat, step.after, step) == set()
    secrets = [str(match.seed), *TOKENS, *map(server.key_of, TOKENS)]
    for deal in match.record().deals:
        last = [str(card) for card in deal.deck[-12:]]
        secrets += [joint.join(last) for joint in ("", " ", '","')]
    for tap in taps.values():
        assert not [secret for secret in secrets if secret.encode() in tap.heard]


def test_the_scan_finds_what_is_told_to_the_wrong_seat(tmp_path: Path) -> None:
    place = laid(tmp_path, target=1)
    taps = bounded(overheard(tmp_path, place))
    steps = list(steps_of(place.match))
    seen: dict[Any, set[bool]] = defaultdict(set)
    for reader, told in [(None, 0), (1, 0), (0, 1)]:
        first, *rest = taps[told].texts
        with pytest.raises(AssertionError):  # the seat stands in it
            leaked(first, reader, steps[0].before, None)
        for text, step in zip(rest, steps, strict=True):
            seen[reader].add(bool(leaked(text, reader, step.after, step)))
    assert seen == {None: {True, False}, 0: {True, False}, 1: {True, False}}
    step = next(step for step in steps if step.after.deal.stock)
    text = taps[None].texts[1 + steps.index(step)]
    next_card = str(step.after.deal.stock[-1])
    assert leaked(text.replace('"hand":""', f'"hand":"{next_card}"'), None, step.after, step) == {
        next_card
    }


# ---------------------------------------------------------------------- being killed


@contextmanager
def process(folder: Path) -> Generator[tuple[subprocess.Popen[str], str]]:
    """A server of its own process, and its address; it is killed in the end at the latest."""
    command = [sys.executable, "-W", "error", str(SCRIPT), str(folder / "tables"), "--port", "0"]
    with (
        (folder / "stderr").open("a", encoding="utf-8") as errors,
        subprocess.Popen(  # noqa: S603 - our own script
            command, stdout=subprocess.PIPE, stderr=errors, text=True
        ) as running,
    ):
        late = Timer(10, running.kill)
        late.start()
        try:
            assert running.stdout is not None
            said = running.stdout.readline()
            late.cancel()
            assert said.startswith("listening on http://127.0.0.1:"), said
            yield running, said.split()[-1]
        finally:
            late.cancel()
            running.kill()
    assert (folder / "stderr").read_text(encoding="utf-8") == ""


async def made(address: str, **said: Any) -> tuple[str, list[str]]:
    """A table made by the server: its id and the tokens."""
    async with ClientSession() as session, session.post(f"{address}/tables", json=said) as reply:
        assert reply.status == 201
        answer = await reply.json()
        return answer["table"], answer["tokens"]


async def one_life(
    address: str, place: Place, tokens: list[str], running: subprocess.Popen[str] | None
) -> None:
    """Two bots play on: until the server is killed, if it is given, or the match is over."""
    saved = place.match
    async with seated(place.at(address), *tokens, None) as spies:
        for spy in spies:
            assert spy.view == saved.view(spy.seat)
        bots = [asyncio.create_task(spy.play()) for spy in spies]
        if running is not None:
            while spies[-1].told < 12:
                await asyncio.sleep(0.001)
            await asyncio.sleep(Random().random() / 50)
            running.kill()
        ends = await asyncio.gather(*bots, return_exceptions=True)
    lost = (client.ClosedError, ClientConnectionError)
    assert all(end is None if running is None else isinstance(end, lost) for end in ends)
    before = sum(len(deal.moves) for deal in saved.record().deals)
    told = [before + spy.told for spy in spies]
    match = place.match
    states = [Match.new(match.variant, seed=match.seed), *(step.after for step in steps_of(match))]
    assert len(states) - 1 - max(told) in (0, 1)  # saved before anybody is told
    for spy, known in zip(spies, told, strict=True):
        assert spy.view == states[known].view(spy.seat)  # and whatever was told is kept


def test_a_match_goes_on_after_its_server_was_killed(tmp_path: Path) -> None:
    with process(tmp_path) as (running, address):
        name, tokens = bounded(made(address, variant="scopa", players=2))
        place = Place(tmp_path / "tables" / f"{name}.json")
        bounded(one_life(address, place, tokens, running))
    with process(tmp_path) as (running, address):
        bounded(one_life(address, place, tokens, running))
    assert place.match.outcome is None
    with process(tmp_path) as (_, address):
        bounded(one_life(address, place, tokens, None))
    match = place.match
    assert match.outcome is not None
    assert Match.replay(match.record()) == match
    assert [file.name for file in (tmp_path / "tables").iterdir()] == [f"{name}.json"]
    assert not [token for token in tokens if token in place.path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("place_of_death", ["os.fsync", "pathlib.Path.replace"])
def test_a_server_that_dies_while_it_saves_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place_of_death: str
) -> None:
    def dies(*_: object) -> None:
        raise SystemExit

    place = laid(tmp_path)
    match = place.match
    with monkeypatch.context() as dying:
        dying.setattr(place_of_death, dies)
        with pytest.raises(SystemExit):
            server.Table.load(place.path).save(match.play(match.deal.legal_moves[0]))
    assert len(list(tmp_path.iterdir())) == 2
    (table,) = server.Server(tmp_path).tables.values()
    assert table.match == match
    assert list(tmp_path.iterdir()) == [place.path]


def test_a_move_that_cannot_be_saved_is_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with (
            server.serving(tmp_path) as address,
            seated(place.at(address), *TOKENS[:2]) as spies,
        ):
            spy, other = sorted(spies, key=lambda own: own.view.deal.turn != own.seat)
            move = spy.view.deal.legal_moves[0]
            with monkeypatch.context() as full:
                full.setattr(server.Table, "save", fails)
                await spy.move(move)
                assert await spy.refusal() == "not-saved"
            assert place.match == match
            await spy.move(move)
            await spy.hear()
            await other.hear()
            assert place.match == match.play(move)
            assert other.view == place.match.view(other.seat)

    def fails(*_: object) -> None:
        raise OSError("the disk is full")

    place = laid(tmp_path)
    match = place.match
    bounded(work())


# ---------------------------------------------------------------------- what is refused


async def refusals(folder: Path, place: Place) -> None:
    """Say everything that is refused; nothing changes, and nobody else hears of it."""
    match, saved = place.match, place.path.read_bytes()
    deal = match.deal
    legal = str(deal.legal_moves[0])
    hers = str(next(iter(deal.hands[1 - deal.turn])))
    one: dict[str, Any] = {"type": "move", "move": legal, "deal": 0, "ply": 0}
    bad: list[dict[str, Any]] = [
        {},
        {"type": "leave"},
        {"type": "join", "token": TOKENS[0]},
        {"type": "move", "move": legal},
        {**one, "ply": "0"},
        {**one, "ply": 0.0},
        {**one, "move": None},
    ]
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("move-text", {**one, "move": "a king"}),
        ("move-text", {**one, "move": "\ud800"}),
        ("duplicate-card", {**one, "move": "7dx3c3c"}),
        ("stale-ply", {**one, "ply": 1}),
        ("stale-ply", {**one, "ply": -1}),
        ("stale-ply", {**one, "deal": 1}),
        ("stale-ply", {**one, "ply": 10**400}),
    ]
    async with (
        server.serving(folder) as address,
        seated(place.at(address), *TOKENS[:2], None) as spies,
    ):
        on_turn, other = spies[deal.turn], spies[1 - deal.turn]
        for spy in spies:
            for raw in ("", "{", "[" * 900, '{"a": NaN', "1" * 900 + "x", "\x00"):
                await spy.ws.send_str(raw)
                assert await spy.refusal() == "not-json"
            for raw in ("[]", "null", '"join"', "NaN"):
                await spy.ws.send_str(raw)
                assert await spy.refusal() == "bad-message"
            await spy.ws.send_bytes(b"{}")
            assert await spy.refusal() == "not-text"
            for said in bad:
                assert await spy.refused(**said) == "bad-message"
        for code, said in wrong:
            assert await on_turn.refused(**said) == code
        for move in (legal, hers):  # the answer does not depend on whose card it is
            assert await other.refused(**{**one, "move": move}) == "not-your-turn"
            assert await spies[2].refused(**{**one, "move": move}) == "not-seated"
        assert await on_turn.refused(**{**one, "move": hers}) == "not-in-hand"
        assert place.path.read_bytes() == saved
        await on_turn.say(**one)
        await on_turn.say(**one)
        await on_turn.hear()
        assert await on_turn.refusal() == "stale-ply"  # said twice, made once
        for spy in (other, spies[2]):
            await spy.hear()
        for spy in spies:
            assert spy.view == match.play(deal.legal_moves[0]).view(spy.seat)


def test_what_may_not_be_done_is_refused_with_a_code(tmp_path: Path) -> None:
    bounded(refusals(tmp_path, laid(tmp_path)))


def test_a_move_made_twice_at_once_is_made_once(tmp_path: Path) -> None:
    async def work() -> None:
        table = server.Table.load(place.path)
        deal = table.match.deal
        move = {"type": "move", "move": str(deal.legal_moves[0]), "deal": 0, "ply": 0}
        twice = [server.Guest(web.WebSocketResponse(), None, deal.turn) for _ in range(2)]
        ends = await asyncio.gather(
            *(table.play(guest, move) for guest in twice), return_exceptions=True
        )
        assert [getattr(end, "code", end) for end in ends] == [None, "stale-ply"]
        assert table.match == place.match == Match.replay(place.match.record())
        assert place.moves == 1

    place = laid(tmp_path)
    bounded(work())


async def doors(folder: Path, place: Place) -> None:
    """What is refused before one sits."""
    async with server.serving(folder) as address:
        for token in ("", TOKENS[2], TOKENS[0] + " ", server.key_of(TOKENS[0]), "\ud800"):
            async with connected(place.at(address)) as spy:
                assert await spy.refused(type="join", token=token) == "wrong-token"
                assert await spy.closed() == 1008
                assert len(spy.texts) == 1
        for said in ({"type": "join"}, {"type": "join", "token": 7}, {"type": "move"}):
            async with connected(place.at(address)) as spy:
                assert await spy.refused(**said) == "bad-message"
                assert await spy.closed() == 1008
        with pytest.raises(WSServerHandshakeError) as unknown:
            async with connected(f"{address}/tables/..%2Ftable"):
                pass
        assert unknown.value.status == 404


def test_who_has_no_token_does_not_sit(tmp_path: Path) -> None:
    bounded(doors(tmp_path, laid(tmp_path)))


async def too_much(folder: Path, place: Place) -> None:
    """A message that is too long ends its connection, and only that."""
    async with (
        server.serving(folder) as address,
        connected(place.at(address)) as early,
        seated(place.at(address), *TOKENS[:2]) as spies,
    ):
        await early.ws.send_str(" " * 5000)
        assert await early.closed() == 1009
        deal = place.match.deal
        on_turn, other = spies[deal.turn], spies[1 - deal.turn]
        await other.ws.send_str(json.dumps({"type": "move", "move": "7d" * 5000}))
        assert await other.closed() == 1009
        await on_turn.move(deal.legal_moves[0])
        await on_turn.hear()
        async with connected(place.at(address)) as again:
            await again.join(TOKENS[1 - deal.turn])
            assert again.view == place.match.view(again.seat)


def test_a_message_that_is_too_long_closes_the_connection(tmp_path: Path) -> None:
    bounded(too_much(tmp_path, laid(tmp_path)))


async def limits(folder: Path, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many, too slow, and twice the same."""
    async with (
        server.serving(folder) as address,
        seated(place.at(address), TOKENS[0], None) as (spy, _),
    ):
        with monkeypatch.context() as few:
            few.setattr(server, "MAX_SPECTATORS", 1)
            async with connected(place.at(address)) as third:
                assert await third.refused(type="join", token=None) == "table-full"
                assert await third.closed() == 1008
        with monkeypatch.context() as quick:
            quick.setattr(server, "JOIN_TIMEOUT", 0.05)
            async with connected(place.at(address)) as silent:
                assert await silent.refusal() == "join-timeout"
                assert await silent.closed() == 1008
        async with seated(place.at(address), TOKENS[0]) as (newer,):
            assert await spy.refusal() == "replaced"
            assert await spy.closed() == 1008
            with monkeypatch.context() as full:
                full.setattr(server, "OUTBOX", 0)
                await newer.say(type="move")
                with pytest.raises(client.ClosedError):
                    await newer.hear()


def test_guests_are_few_quick_and_each_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bounded(limits(tmp_path, laid(tmp_path), monkeypatch))


async def rude(folder: Path, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who does not read is cut off while the others play on; who does not close, at the end."""
    write = server.Guest.write

    async def slow(guest: server.Guest) -> None:
        await guest.ws.send_str(str(await guest.outbox.get()))
        await (asyncio.Event().wait() if guest.seat is None else write(guest))

    monkeypatch.setattr(server.Guest, "write", slow)
    monkeypatch.setattr(server, "OUTBOX", 5)
    async with (
        ClientSession() as session,
        AsyncExitStack() as later,
        server.serving(folder) as address,
        seated(place.at(address), *TOKENS[:2], None) as spies,
    ):
        await asyncio.gather(*(spy.play() for spy in spies[:2]))
        assert await spies[2].closed() == 1006
        ws = await later.enter_async_context(session.ws_connect(place.at(address)))
        await Spy(ws).join(TOKENS[0])


def test_nobody_waits_for_the_slow_and_the_rude(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "CLOSE_TIMEOUT", 0.1)
    bounded(rude(tmp_path, laid(tmp_path, target=1), monkeypatch), 5)


def test_no_move_follows_the_end(tmp_path: Path) -> None:
    async def work() -> None:
        async with (
            server.serving(tmp_path) as address,
            seated(place.at(address), *TOKENS[:2]) as spies,
        ):
            await asyncio.gather(*(spy.play() for spy in spies))
            for spy in spies:
                await spy.move(place.match.record().deals[0].moves[0])
                assert await spy.refusal() == "deal-over"

    place = laid(tmp_path, target=1)
    bounded(work())
    assert place.match.outcome is not None


def test_every_code_is_in_the_guide() -> None:
    guide = SCRIPT.parent.parent / "docs" / "guide" / "servers.rst"
    said = set(re.findall(r"^``([a-z-]+)`` ", guide.read_text(encoding="utf-8"), re.MULTILINE))
    source = SCRIPT.read_text(encoding="utf-8")
    codes = set(re.findall(r'(?:RefusedError\(|refuse\(|"code": )"([a-z-]+)"', source))
    assert codes | {"unknown-variant"} == said


# ---------------------------------------------------------------------- making tables


async def asked(address: str, data: Any) -> tuple[int, Any]:
    async with ClientSession() as session, session.post(f"{address}/tables", data=data) as reply:
        return reply.status, await reply.json() if reply.status < 413 else None


async def tables(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with server.serving(folder) as address:
        for code, data in [
            ("not-json", b"\xff"),
            ("bad-message", b"[]"),
            ("bad-message", b"{}"),
            ("bad-message", b'{"variant": "scopa", "players": "2"}'),
            ("bad-message", b'{"variant": "scopa", "players": 2, "target": 1.5}'),
            ("unknown-variant", b'{"variant": "briscola", "players": 2}'),
            ("unknown-seating", b'{"variant": "scopa", "players": 5}'),
            ("value-refused", b'{"variant": "scopa", "players": 2, "target": 0}'),
            ("value-refused", b'{"variant": "scopa", "players": 2, "target": 122}'),
        ]:
            assert await asked(address, data) == (400, {"code": code})
        assert (await asked(address, b" " * 5000))[0] == 413
        assert list(folder.iterdir()) == []
        name, tokens = await made(address, variant="escopa-15", players=3, target=5)
        assert len({*tokens, name}) == 4
        assert {len(token) for token in tokens} == {64}
        place = Place(folder / f"{name}.json")
        assert (place.match.target, place.match.seating.players) == (5, 3)
        async with seated(place.at(address), *tokens) as spies:
            assert [spy.seat for spy in spies] == [0, 1, 2]
        monkeypatch.setattr(server, "MAX_TABLES", 1)
        data = b'{"variant": "scopa", "players": 2}'
        assert await asked(address, data) == (400, {"code": "too-many-tables"})


def test_a_table_is_made_with_a_token_for_each_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bounded(tables(tmp_path, monkeypatch))


# ---------------------------------------------------------------------- the bot


def test_bots_play_and_a_bot_comes_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def work() -> None:
        async with server.serving(tmp_path) as address:
            at = place.at(address)
            await asyncio.gather(*(client.bot(at, token) for token in (*TOKENS[:2], None)))

    place = laid(tmp_path, target=1)
    bounded(work())
    assert capsys.readouterr().out.splitlines() == [str(place.match.outcome)] * 3
