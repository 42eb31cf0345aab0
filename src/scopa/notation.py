"""Text forms: positions, and the lenient reading of what people type.

The strict forms of cards, sets of cards and moves are `Card.parse`, `CardSet.parse` and
`parse_move`. A position is one line of fields divided by single spaces::

    position = variant " " seating " " hands " " table " " stock " " piles " " sweeps
               " " dealer " " turn " " ply " " last *( " " key "=" value )

    variant  = the id of the variant, which has no spaces
    seating  = side 1*( "v" side )         side = 1*digit: its seats, such as 02v13
    hands    = hand *( "/" hand )          one a seat; hand = zone / known cards, then 1*"?"
    table    = zone
    stock    = zone / count "?"            the next card first; of a view the number only
    piles    = pile *( "/" pile )          one a side; pile = zone / count "?" (face down)
    sweeps   = number *( "/" number )      one a side
    dealer, turn, ply = number             last = seat / "-", the seat that captured last

    zone     = 1*card / "-"                cards as in moves: 7d3c; "-" is none
    number   = decimal digits, no needless zeros; count likewise

and then, in this order and only where they are not the usual thing::

    placed=card                            the card just laid down, where the rules ask for it
    claim=yes                              the seat to move may claim what that card overlooked
    bonuses=number,number/...              the points of each bonus, side by side
    declared=number/...                    the points each side has declared
    shown=zone/...                         the cards of each hand that a declaration has shown
    wild=rank                              the rank the wild card counts as
    seat=seat                              whose view it is; "-" is a spectator

With ``seat`` the line is a `View`, and then an unknown card is ``?``: a hidden hand of three is
``???``, a stock of eighteen ``18?``. Without it every card is known and the line is a `Deal`. The
cards of a set stand in canonical order. Every deal and view has one text, and no other is read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NoReturn

from scopa._words import scanned, unread, words_of
from scopa.cards import Card, CardSet, Rank
from scopa.catalogue import VARIANTS
from scopa.deal import Deal
from scopa.errors import (
    ParseError,
    ScopaError,
    UnknownVariantError,
    ValueRefusedError,
)
from scopa.moves import Claim, Declare, Move, Play, parse_move
from scopa.plain import shown
from scopa.rules import Seating
from scopa.setup import Setup
from scopa.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scopa.packs import Pack
    from scopa.variant import Variant

_NONE = "-"
_HIDDEN = "?"
_FIELDS = (
    "variant", "seating", "hands", "table", "stock", "piles", "sweeps", "dealer", "turn", "ply",
    "last",
)  # fmt: skip
_KEYS = ("placed", "claim", "bonuses", "declared", "shown", "wild", "seat")
_RANKS = {rank.letter: rank for rank in Rank}

# ---------------------------------------------------------------------- positions written


def position(value: Deal | View) -> str:
    """The text of a deal, or of what a seat may know of one.

    Args:
        value: The deal or the view.

    Raises:
        ValueRefusedError: The id of the variant has spaces, or there are more than ten seats.

    >>> from scopa import VARIANTS
    >>> deal = Deal.start(VARIANTS["scopa"], VARIANTS["scopa"].pack.cards)
    >>> position(deal.view(0))
    'scopa 0v1 Ad3d5d/??? 7dFdCdRd 30? -/- 0/0 1 0 0 - seat=0'
    """
    if isinstance(value, View):
        hands, stock, piles = _seen_hands(value), _count(value.stock_size), _seen_piles(value)
    elif isinstance(value, Deal):
        hands, stock, piles = map(_zone, value.hands), _zone(value.stock), map(_zone, value.piles)
    else:
        raise TypeError(f"not a deal or a view: {shown(value)}")
    written: tuple[Any, ...] = (
        _id(value.variant),
        _sides(value.seating),
        "/".join(hands),
        _zone(value.table),
        stock,
        "/".join(piles),
        _row(value.sweeps),
        value.dealer,
        value.turn,
        value.ply,
        _or_none(value.last_taker),
        *_extras(value),
    )
    return " ".join(map(str, written))


def _extras(value: Deal | View) -> Iterator[str]:
    if value.placed is not None:
        yield f"placed={value.placed}"
    if value.is_claimable:
        yield "claim=yes"
    if any(any(own) for own in value.bonuses):
        yield f"bonuses={'/'.join(','.join(map(str, own)) for own in value.bonuses)}"
    if any(value.declared):
        yield f"declared={_row(value.declared)}"
    if any(value.shown):
        yield f"shown={'/'.join(map(_zone, value.shown))}"
    if value.wild_rank is not None:
        yield f"wild={value.wild_rank.letter}"
    if isinstance(value, View):
        yield f"seat={_or_none(value.seat)}"


def _seen_hands(view: View) -> Iterator[str]:
    for seat, (size, known) in enumerate(zip(view.hand_sizes, view.shown, strict=True)):
        cards = view.hand if seat == view.seat else known
        yield "".join(map(str, cards)) + _HIDDEN * (size - len(cards)) or _NONE


def _seen_piles(view: View) -> Iterable[str]:
    if view.piles is None:
        return [f"{size}{_HIDDEN}" for size in view.pile_sizes]
    return map(_zone, view.piles)


def _zone(cards: Iterable[Card]) -> str:
    return "".join(map(str, cards)) or _NONE


def _count(number: int) -> str:
    return f"{number}{_HIDDEN}" if number else _NONE


def _row(numbers: Iterable[int]) -> str:
    return "/".join(map(str, numbers))


def _or_none(seat: int | None) -> str:
    return _NONE if seat is None else str(seat)


def _id(variant: Variant) -> str:
    if variant.id.split() != [variant.id]:
        raise ValueRefusedError(f"a position cannot name the variant {variant.id!r}: it has spaces")
    if variant.id in VARIANTS and VARIANTS[variant.id] != variant:
        said = f"the catalogue has other rules by the id {variant.id!r}: give these their own"
        raise ValueRefusedError(said)
    return variant.id


def _sides(seating: Seating) -> str:
    if seating.players > 10:
        raise ValueRefusedError("a position has at most ten seats")
    return "v".join("".join(map(str, side)) for side in seating.sides)


# ---------------------------------------------------------------------- positions read


def parse_position(text: str, variants: Mapping[str, Variant] = VARIANTS) -> Deal | View:
    """Read a position: a `Deal` where every card is known, a `View` where ``seat`` is given.

    Args:
        text: The line, exactly as `position` writes it.
        variants: Where the variant is looked up by its id.

    Raises:
        ParseError: The text is no position (code ``position-text``); the message names the field.
        UnknownVariantError: There is no such variant.
        InvalidSetupError: No deal of the variant can be so; every problem is listed.

    >>> text = "scopa 0v1 Ad3d5d/??? 7dFdCdRd 30? -/- 0/0 1 0 0 - seat=0"
    >>> view = parse_position(text)
    >>> [str(move) for move in view.legal_moves], position(view) == text
    (['Ad', '3d', '5d'], True)
    """
    parts = _parts(text)
    common = _common(parts, variants)
    value = _view(parts, common) if "seat" in parts else _deal(parts, common)
    written = position(value)
    if written != text:
        _refuse_other_text(text, written)
    return value


def _parts(text: str) -> dict[str, str]:
    """The fields by their names."""
    if not isinstance(text, str):
        raise _refused("position", text, "a text")
    given = text.split(" ")
    if len(given) < len(_FIELDS):
        raise _refused("position", text, f"{len(_FIELDS)} fields divided by single spaces")
    parts: dict[str, str] = dict(zip(_FIELDS, given, strict=False))
    for extra in given[len(_FIELDS) :]:
        key, equals, value = extra.partition("=")
        if not equals or key not in _KEYS or key in parts:
            raise _refused("position", extra, f"one of {', '.join(_KEYS)} with =, each once")
        parts[key] = value
    return parts


def _refuse_other_text(text: str, written: str) -> NoReturn:
    """Refuse a text that says the right thing in another way."""
    pairs = zip_longest(text.split(" "), written.split(" "), fillvalue="")
    place, (given, wanted) = next((n, pair) for n, pair in enumerate(pairs) if pair[0] != pair[1])
    where = _FIELDS[place] if place < len(_FIELDS) else (given or wanted).partition("=")[0]
    raise _refused(where, given, f"what is written there, {shown(wanted)}")


def _common(parts: Mapping[str, str], variants: Mapping[str, Variant]) -> dict[str, Any]:
    """What deals and views have in common."""
    try:
        variant = variants[parts["variant"]]
    except KeyError:
        raise UnknownVariantError(f"variant: there is no {shown(parts['variant'])}") from None
    seating = _seating(parts["seating"])
    sides = len(seating.sides)
    claim, wild = parts.get("claim"), parts.get("wild")
    if claim not in (None, "yes"):
        raise _refused("claim", claim, "yes")
    if wild is not None and wild not in _RANKS:
        raise _refused("wild", wild, f"one of {''.join(_RANKS)}")
    return {
        "variant": variant,
        "seating": seating,
        "table": _cards("table", parts["table"]),
        "sweeps": _numbers("sweeps", parts["sweeps"]),
        "dealer": _number("dealer", parts["dealer"]),
        "turn": _number("turn", parts["turn"]),
        "ply": _number("ply", parts["ply"]),
        "last_taker": _seat("last", parts["last"]),
        "placed": _card("placed", parts["placed"]) if "placed" in parts else None,
        "bonuses": _bonuses(parts, len(variant.bonuses), sides),
        "declared": _numbers("declared", parts.get("declared", _row([0] * sides))),
        "shown": _zones("shown", parts.get("shown", "/".join(_NONE * seating.players))),
        "wild_rank": None if wild is None else _RANKS[wild],
    }


def _bonuses(parts: Mapping[str, str], number: int, sides: int) -> tuple[tuple[int, ...], ...]:
    if "bonuses" not in parts:
        return ((0,) * number,) * sides
    return tuple(_numbers("bonuses", own, ",") for own in parts["bonuses"].split("/"))


def _deal(parts: Mapping[str, str], common: dict[str, Any]) -> Deal:
    for where in ("hands", "stock", "piles"):
        if _HIDDEN in parts[where]:
            raise _refused(where, parts[where], "known cards, or a seat= that does not know them")
    setup = Setup(
        **common,
        hands=_zones("hands", parts["hands"]),
        stock=_row_of_cards("stock", parts["stock"]),
        piles=_zones("piles", parts["piles"]),
        claimable="claim" in parts,
    )
    return Deal.from_setup(setup)


def _view(parts: Mapping[str, str], common: dict[str, Any]) -> View:
    seat = _seat("seat", parts["seat"])
    hands = [_hand(f"hands[{n}]", text) for n, text in enumerate(parts["hands"].split("/"))]
    for own, ((known, hidden), open_) in enumerate(zip(hands, common["shown"], strict=False)):
        if own == seat and hidden:
            raise _refused(f"hands[{own}]", _HIDDEN * hidden, "known to the seat itself")
        if own != seat and known != open_:
            said = f"what shown= has of it, {shown(str(open_))}"
            raise _refused(f"hands[{own}]", str(known), said)
    piles, sizes = _piles(parts["piles"])
    view = View(
        **common,
        seat=seat,
        hand=hands[seat][0] if seat is not None and seat < len(hands) else CardSet(),
        hand_sizes=tuple(len(known) + hidden for known, hidden in hands),
        stock_size=0 if parts["stock"] == _NONE else _hidden("stock", parts["stock"]),
        piles=piles,
        pile_sizes=sizes,
        is_claimable="claim" in parts,
    )
    view.check()
    return view


def _refused(where: str, text: object, wanted: str) -> ParseError:
    return ParseError(
        f"not a position: {where}: {shown(text)} is not {wanted}",
        code="position-text",
        text=str(text),
    )


_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")
_HIDDEN_NUMBER = re.compile(rf"({_NUMBER.pattern})\?")
_SEATING = re.compile(r"[0-9]+(?:v[0-9]+)+")


def _number(where: str, text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise _refused(where, text, "a number")
    return int(text)


def _numbers(where: str, text: str, divider: str = "/") -> tuple[int, ...]:
    return tuple(_number(where, part) for part in text.split(divider))


def _seat(where: str, text: str) -> int | None:
    return None if text == _NONE else _number(where, text)


def _seating(text: str) -> Seating:
    try:
        if _SEATING.fullmatch(text):
            return Seating(tuple(tuple(map(int, side)) for side in text.split("v")))
    except ScopaError:
        pass
    raise _refused("seating", text, "sides of seats, such as 02v13")


def _card(where: str, text: str) -> Card:
    try:
        return Card.parse(text)
    except ParseError:
        raise _refused(where, text, "a card") from None


def _row_of_cards(where: str, text: str) -> tuple[Card, ...]:
    if text == _NONE:
        return ()
    pairs = [text[place : place + 2] for place in range(0, len(text), 2)] or [""]
    return tuple(_card(where, pair) for pair in pairs)


def _cards(where: str, text: str) -> CardSet:
    cards = _row_of_cards(where, text)
    if len(set(cards)) != len(cards):
        raise _refused(where, text, "each card once")
    return CardSet(cards)


def _zones(where: str, text: str) -> tuple[CardSet, ...]:
    return tuple(_cards(f"{where}[{n}]", zone) for n, zone in enumerate(text.split("/")))


def _hand(where: str, text: str) -> tuple[CardSet, int]:
    """The known cards of a hand, and how many more it has."""
    known = text.rstrip(_HIDDEN)
    hidden = len(text) - len(known)
    return _cards(where, known if known or not hidden else _NONE), hidden


def _hidden(where: str, text: str) -> int:
    found = _HIDDEN_NUMBER.fullmatch(text)
    if found is None:
        raise _refused(where, text, "a number of unknown cards, such as 18?")
    return int(found[1])


def _piles(text: str) -> tuple[tuple[CardSet, ...] | None, tuple[int, ...]]:
    """The piles, ``None`` where they lie face down, and their sizes."""
    if _HIDDEN in text:
        sizes = (_hidden(f"piles[{side}]", pile) for side, pile in enumerate(text.split("/")))
        return None, tuple(sizes)
    piles = _zones("piles", text)
    return piles, tuple(map(len, piles))


# ---------------------------------------------------------------------- lenient reading


def read_card(text: str, pack: Pack | None = None) -> Card:
    """Read a card as people write it.

    The rank comes first, then the suit, in capitals or not:

    - ranks are those of the notation, and ``1`` (ace), ``10`` (ten), ``J``, ``Q``, ``K`` (knave,
      knight, king);
    - suits are those of the notation, or ``♦ ♥ ♠ ♣`` (coins, cups, swords, clubs).

    With a pack, ranks and suits are also what the pack calls them (`Pack.face`), the name of a suit
    perhaps after a space, so that ``10 oros`` is a knave. And the suit may come first, with what
    the card captures for or ``F N R`` for a court behind it: ``D7``, ``C10``. Where a text could be
    two things, the strict notation goes before the pack and the pack before the rest.

    Args:
        text: The card, perhaps with spaces around it.
        pack: The pack it is of, if that is known.

    Raises:
        ParseError: The text is no card, or none of the pack (code ``card-text``).

    >>> from scopa import SPANISH_40
    >>> read_card("10d"), read_card("k♥"), read_card("10 oros", SPANISH_40)
    (Card.parse('Td'), Card.parse('Rc'), Card.parse('Fd'))
    >>> read_card("D10", SPANISH_40)
    Card.parse('Rd')
    """
    cards = scanned(text, pack, _BETWEEN_CARDS, "card")
    if len(cards) != 1:
        raise unread("card", text, f"has {len(cards)} cards")
    return cards[0]


def read_cards(text: str, pack: Pack | None = None) -> CardSet:
    """Read cards as people write them: as for `read_card`, divided by spaces, commas or nothing.

    Args:
        text: The cards; none at all is the empty set.
        pack: The pack they are of, if that is known.

    Raises:
        ParseError: Something in the text is no card, or none of the pack (code ``cards-text``).
        DuplicateCardError: A card stands twice.

    >>> read_cards("7D, 10d k♥")
    CardSet.parse('7d Td Rc')
    >>> read_cards("3b4c")
    CardSet.parse('4c 3b')
    """
    return CardSet(scanned(text, pack, _BETWEEN_CARDS, "cards"))


def read_move(text: str, deal: Deal) -> Move:
    """Read a move as people write it, among those that are legal.

    A play is the card played and then the cards it takes, each as in `read_card` with the pack of
    the deal; spaces, commas, ``x``, ``+``, ``takes``, ``captures`` and ``and`` may stand between. A
    claim begins with ``!`` or ``claim``, a declaration with ``#`` or ``declare``. Cards and the
    rank of a wild card may be left out where only one legal move has the rest; what is a legal
    move as it stands is that move.

    Args:
        text: The move.
        deal: The position it is made in.

    Raises:
        ParseError: The text is no move (code ``move-text``), or fits several (code
            ``move-ambiguous``).
        DuplicateCardError: A card to be taken is named twice.
        IllegalMoveError: It is a move, and not legal; its `reason` says why.

    >>> from scopa import VARIANTS
    >>> deal = Deal.start(VARIANTS["scopa"], VARIANTS["scopa"].pack.cards[::-1])
    >>> [str(move) for move in deal.legal_moves]
    ['6bx2b4b', '6bxAb2b3b', 'FbxAb3b4b', 'RbxAb2b3b4b']
    >>> read_move("6B takes 4b, 2b", deal), read_move("6b 3b", deal), read_move("KB", deal)
    (Play.parse('6bx2b4b'), Play.parse('6bxAb2b3b'), Play.parse('RbxAb2b3b4b'))
    """
    strict = _strict_move(text)
    if strict is not None and deal.is_legal(strict):
        return strict
    meant = _meant(text, deal.variant.pack)
    legal = (meant,) if deal.is_legal(meant) else deal.legal_moves
    fitting = [move for move in legal if _is_short_for(meant, move)]
    if len(fitting) > 1:
        listed = shown(", ".join(map(str, fitting)))
        raise ParseError(
            f"not one move: {shown(text)} could be {listed}", code="move-ambiguous", text=text
        )
    move = fitting[0] if fitting else meant
    deal.play(move)  # refuses what is not legal, with the reason
    return move


def _strict_move(text: str) -> Move | None:
    try:
        return parse_move(text)
    except ScopaError:
        return None


_BETWEEN_CARDS = re.compile(r"[\s,;]*")
_WITHIN_MOVES = re.compile(r"(?:[\s,;:+&=x×]|(?:takes?|captures?|and)\b)*")
_CLAIM = re.compile(r"\s*(?:!|claims?\b)[\s:]*", re.IGNORECASE)
_DECLARE = re.compile(r"\s*(?:#|declares?\b)[\s:]*", re.IGNORECASE)


def _meant(text: str, pack: Pack) -> Move:
    """The move as it stands, legal or not."""
    said = text if isinstance(text, str) else ""
    if found := _DECLARE.match(said):
        return Declare(_declared_rank(text, said[found.end() :].strip().casefold(), pack))
    if found := _CLAIM.match(said):
        return Claim(scanned(said[found.end() :], pack, _WITHIN_MOVES, "move"))
    cards = scanned(said, pack, _WITHIN_MOVES, "move")
    if not cards:
        raise unread("move", text, "names no card")
    return Play(cards[0], CardSet(cards[1:]))


def _declared_rank(text: str, word: str, pack: Pack) -> Rank | None:
    if word and word not in words_of(pack).ranks:
        raise unread("move", text, f"declares no rank of the pack {pack.id}")
    return words_of(pack).ranks.get(word)


def _is_short_for(meant: Move, move: Move) -> bool:
    """Whether a move has everything that is meant."""
    if isinstance(meant, Play):
        return isinstance(move, Play) and move.card is meant.card and meant.taken <= move.taken
    if isinstance(meant, Claim):
        return isinstance(move, Claim) and meant.taken <= move.taken
    return isinstance(move, Declare) and meant.wild in (None, move.wild)
