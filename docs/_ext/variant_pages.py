"""A page for each variant of the catalogue, made from its object.

Nothing here knows a variant. Every kind of rule has its words; a kind that has none yet is
described by the first sentence of its docstring and its settings.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import singledispatch
from typing import Any, cast

import attrs

import scopa.catalogue
from docs._ext.rst import code, heading, one_of, table
from scopa import (
    Cards,
    Claims,
    Complement,
    Declarations,
    DoubleSweeps,
    Echo,
    Ending,
    Equal,
    Foursome,
    HandHolds,
    HandTotalAtMost,
    Holder,
    Holds,
    Majority,
    NoTrick,
    OfAKind,
    Opening,
    OpponentUnder,
    Pack,
    Pairs,
    Prime,
    RankCount,
    Run,
    SameSuit,
    Seating,
    Suit,
    Sum,
    Sweeper,
    TableTotalAtMost,
    TookAtLeast,
    Total,
    Variant,
    Wild,
    WinsHolding,
    WinsShutout,
)

BASE = "scopa"
"""The variant that all others are compared with."""

Rows = list[tuple[str, str]]


def builder_doc(variant: Variant) -> str:
    """What the catalogue says about a variant; a class it names is looked for in every room."""
    said = inspect.getdoc(scopa.catalogue.builders()[variant.id]) or ""
    return re.sub(r"(?<!`)`(?=[A-Z]\w+`(?!`))", "`.", said)


# ---------------------------------------------------------------------------------- rules in words


@singledispatch
def words(rule: object) -> str:
    """A rule value in a few words, in reStructuredText."""
    summary = (inspect.getdoc(type(rule)) or type(rule).__name__).partition("\n\n")[0]
    settings = ", ".join(
        f"{field.name} {code(getattr(rule, field.name))}"
        for field in _fields(rule)
        if field.name not in {"id", "points", "replaces"}
    )
    said = " ".join(summary.split())
    return f"{said} ({settings})" if settings else said


def _fields(rule: object) -> tuple[attrs.Attribute[Any], ...]:
    kind = cast("type[attrs.AttrsInstance]", type(rule))
    return attrs.fields(kind)  # type: ignore[no-any-return]


@words.register
def _(_rule: Equal) -> str:
    return "one card of its own rank"


@words.register
def _(rule: Sum) -> str:
    return f"two or more cards that total its value{_limits(rule)}"


@words.register
def _(rule: Complement) -> str:
    return f"cards that make {rule.total} together with it{_limits(rule)}"


def _limits(rule: Sum | Complement) -> str:
    limits: list[str] = []
    if rule.fewest:
        limits.append("the fewest that do")
    if rule.at_most is not None:
        limits.append(f"at most {rule.at_most} at once")
    if rule.yields_to_equal:
        limits.append("only while no equal card lies on the table")
    return "".join(f"; {limit}" for limit in limits)


@words.register
def _(rule: Claims) -> str:
    sweep = "a sweep if it clears the table" if rule.sweeps else "never a sweep"
    return f"the next seat may claim what was overlooked; {sweep}"


@words.register
def _(rule: Sweeper) -> str:
    meets = {
        "equal_only": "with an equal card on the table it captures as any card does",
        "all": "with an equal card on the table too",
    }
    empty = {"stays": "on an empty table it stays", "kept": "on an empty table it is kept"}
    cards = {"takes": "", "kept": "; with cards there it may be kept instead of taking them"}
    first = {
        "free": "",
        "equal_only": "; on the first play it takes only its equal",
        "forbidden": "; it may not be played first",
    }
    instead = "".join(f"; it may take by {name} instead" for name in rule.alternatives)
    return (
        f"the {rule.rank.name.lower()} takes the whole table, "
        f"{'a sweep' if rule.scores else 'no sweep'}; {meets[rule.meets_equal]}; "
        f"{empty[rule.on_empty]}{cards[rule.on_cards]}{first[rule.first_play]}{instead}"
    )


@words.register
def _(rule: Opening) -> str:
    shapes = ", ".join(
        f"{words(shape)} ({_count(sweeps, 'sweep')})" for shape, sweeps in rule.worth
    )
    again = f"; the table is laid again, {_times(rule.relays)} at most" if rule.relays else ""
    void = "; also if the table is void" if rule.if_void == "taken" else ""
    return f"to the {rule.to}: {shapes}{again}{void}"


@words.register
def _(rule: Total) -> str:
    return f"a total of {rule.total}"


@words.register
def _(rule: Pairs) -> str:
    return f"two pairs of {rule.total}"


@words.register
def _(rule: RankCount) -> str:
    return str(rule)


@words.register
def _(rule: TableTotalAtMost) -> str:
    return str(rule)


@words.register
def _(_rule: Echo) -> str:
    return "takes just the card laid down before it, by an equal card"


@words.register
def _(_rule: SameSuit) -> str:
    return "the played card and all it takes are of one suit"


@words.register
def _(rule: TookAtLeast) -> str:
    return f"takes at least {rule.cards} cards"


@words.register
def _(rule: Declarations) -> str:
    apply = {"best": "where several apply the best counts", "all": "all that apply count"}
    return f"{', '.join(words(each) for each in rule.rules)}; {apply[rule.combine]}"


@words.register
def _(rule: HandTotalAtMost) -> str:
    return f"a hand that totals at most {rule.total} ({_count(rule.points, 'point')})"


@words.register
def _(rule: HandHolds) -> str:
    return f"{rule.cards} in one hand ({_count(rule.points, 'point')})"


@words.register
def _(rule: OfAKind) -> str:
    return f"{rule.cards} cards of one rank ({_count(rule.points, 'point')})"


@words.register
def _(rule: Wild) -> str:
    where = {"the opening": rule.in_opening, "declarations": rule.in_declarations}
    kept = {
        "at_once": "no longer than that",
        "on_capture": "until it is captured",
        "end_of_packet": "as long as the packet",
    }
    counts = " and ".join(place for place, counted in where.items() if counted) or "nothing"
    low = "; in a low total as an ace only" if rule.in_total == "ace" else ""
    return f"{code(rule.card)} counts as any rank for {counts}, {kept[rule.reverts]}{low}"


@words.register
def _(rule: Ending) -> str:
    left = {"last_taker": "to the side that captured last", "nobody": "to nobody"}
    untaken = {
        "void": "no award is counted",
        "counted": "awards are counted all the same",
        "dealer": "the dealer gets the cards",
    }
    return f"{left[rule.leftovers]}; where nobody captured, {untaken[rule.no_capture]}"


@words.register
def _(rule: Majority) -> str:
    compared = ", then ".join(f"most {kind.name}" for kind in rule.of)
    return f"{compared}; if level, {rule.tie_points} each" if rule.tie_points else compared


@words.register
def _(rule: Holds) -> str:
    return f"holds {_cards(rule.cards)}"


@words.register
def _(rule: Run) -> str:
    end = "through the suit" if rule.cap is None else f"counted to {rule.cap} cards"
    return f"an unbroken run of {_suit(rule.suit)} from the ace, three cards or more, {end}"


@words.register
def _(rule: Prime) -> str:
    missing = {
        "none": "none without a suit",
        "rank_by_suits": "more suits beat fewer",
        "partial": "of the suits it has",
    }
    return f"best card of each suit, added up ({_scale(rule.scale)}); {missing[rule.missing]}"


@words.register
def _(rule: Foursome) -> str:
    return f"best four cards of one rank ({_scale(rule.values)})"


@words.register
def _(rule: OpponentUnder) -> str:
    return f"the opponents captured fewer than {rule.cards} cards; between two sides only"


@words.register
def _(rule: DoubleSweeps) -> str:
    return f"sweeps count twice for the holder of {_cards(rule.cards)}"


@words.register
def _(rule: Holder) -> str:
    return f"the holder of {code(rule.card)} wins"


@words.register
def _(rule: WinsHolding) -> str:
    return f"all of {_cards(rule.cards)} in one deal"


@words.register
def _(rule: WinsShutout) -> str:
    return f"{rule.points} points or more to nothing in one deal"


@words.register
def _(_rule: NoTrick) -> str:
    return "captures in a deal in which no other side does"


def _suit(suit: Suit) -> str:
    return Cards(suit=suit).name


def _cards(cards: Any) -> str:
    return " ".join(code(card) for card in cards)


def _scale(scale: Sequence[tuple[Any, int]]) -> str:
    return ", ".join(f"{rank.letter} {worth}" for rank, worth in scale)


def _count(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


# -------------------------------------------------------------------------------- tables of a page


def seating_words(seating: Seating) -> str:
    """Who plays with whom."""
    if all(len(side) == 1 for side in seating.sides):
        return f"{seating.players}, each alone"
    return f"{seating.players} in {len(seating.sides)} sides"


def _seats(seating: Seating) -> str:
    return " – ".join(" ".join(map(str, side)) for side in seating.sides)


def deal_rows(variant: Variant) -> Rows:
    """How the cards come out."""
    dealing, refill = variant.dealing, variant.dealing.refill
    later = "none: all cards are dealt at once"
    if refill is not None:
        table = f", {_count(refill.table, 'card')} to the table" if refill.table else ""
        later = f"{_count(refill.hand, 'card')} to each hand{table}, until the pack is empty"
    first = {
        "lot": "drawn by lot",
        "lowest": "whoever draws the lowest card",
        "highest": "whoever draws the highest card",
    }
    moves = {"deal": "after each whole deal", "packet": "with every packet"}
    return [
        ("Each hand", _count(dealing.hand, "card")),
        ("Open on the table", _count(dealing.table, "card")),
        ("Later packets", later),
        ("First dealer", first[dealing.first_dealer]),
        ("The deal passes on", moves[dealing.dealer_moves]),
        ("Void opening", "; ".join(words(rule) for rule in variant.redeals) or "none"),
        ("Taken opening", words(variant.opening) if variant.opening else "none"),
    ]


def capture_rows(variant: Variant) -> Rows:
    """How cards are captured."""
    capture = variant.capture
    rows = [(f"A card takes ({family.kind})", words(family)) for family in capture.families]
    rows.append(
        (
            "Obligation",
            "the card played must capture if it can"
            if capture.compulsory
            else "laying down is always allowed",
        )
    )
    rows.append(("Claims", words(capture.claims) if capture.claims else "none"))
    rows.append(("Sweeps the table", words(capture.sweeper) if capture.sweeper else "no rank"))
    return [*rows, *_other_fields(capture, {"families", "compulsory", "claims", "sweeper"})]


def sweep_rows(variant: Variant) -> Rows:
    """What clearing the table is worth, and the manner of a capture."""
    sweep, exactly = variant.sweep, variant.sweep.exactly
    last = "counts" if sweep.on_last_play else "does not count"
    rows = [
        ("A sweep", _count(sweep.points, "point")),
        (f"On the last play of the {sweep.last_play_of}", last),
        ("Table cards it takes", "any number" if exactly is None else f"exactly {exactly}"),
        ("Declarations", words(variant.declarations) if variant.declarations else "none"),
        ("Wild card", words(variant.wild) if variant.wild else "none"),
        ("Left on the table at the end", words(variant.ending)),
    ]
    return [*rows, *_other_fields(sweep, {"points", "on_last_play", "exactly", "last_play_of"})]


def award_rows(variant: Variant) -> list[tuple[str, str, str]]:
    """What scores, with how much: bonuses of a capture first, then the awards at the end."""
    return [
        *(
            (code(rule.id), _points(rule), f"{_named(rule)}: {words(rule)}")
            for rule in variant.bonuses
        ),
        *((code(rule.id), _points(rule), _award(rule)) for rule in variant.awards),
    ]


def _award(rule: Any) -> str:
    instead = ", ".join(code(replaced) for replaced in rule.replaces)
    return f"{_named(rule)}: {words(rule)}{f'; instead of {instead}' if instead else ''}"


def _named(rule: object) -> str:
    return one_of(type(rule))


def _points(rule: Any) -> str:
    known = {
        "per_card": "1 a card",
        "rank_value": "its value",
        None: "its value",
    }
    if isinstance(rule, Run):
        return "its length"
    if isinstance(rule, DoubleSweeps):
        return "its sweeps"
    points = getattr(rule, "points", "")
    return known.get(points, str(points))


def match_rows(variant: Variant) -> Rows:
    """When a match is over."""
    rules = variant.match
    tie = {"play_on": "play on", "draw": "a draw"}
    rows = [
        ("Target", "one deal decides" if rules.target is None else str(rules.target)),
        ("Wins", "the lowest total" if rules.lowest_wins else "the highest total"),
        (
            "If the best are level",
            words(rules.tie) if isinstance(rules.tie, Holder) else tie[rules.tie],
        ),
        ("Wins at once", "; ".join(words(rule) for rule in rules.instant) or "nothing"),
    ]
    return [*rows, *_other_fields(rules, {"target", "tie", "lowest_wins", "instant"})]


def _other_fields(rules: Any, known: set[str]) -> Rows:
    """Fields that have no words yet, by their names."""
    return [
        (field.name.replace("_", " ").capitalize(), code(getattr(rules, field.name)))
        for field in _fields(rules)
        if field.name not in known and getattr(rules, field.name) != field.default
    ]


def _remaining(variant: Variant) -> Rows:
    known = {
        "id", "name", "pack", "seatings", "dealing", "redeals", "opening", "capture", "sweep",
        "bonuses", "declarations", "wild", "ending", "awards", "match", "direction", "sources",
        "readings",
    }  # fmt: skip
    rows: Rows = []
    for field in _fields(variant):
        value = getattr(variant, field.name)
        if field.name in known or value == field.default:
            continue
        listed = cast("tuple[object, ...]", value if isinstance(value, tuple) else (value,))
        said = "; ".join(words(each) if attrs.has(type(each)) else code(each) for each in listed)
        rows.append((field.name.replace("_", " ").capitalize(), said))
    return rows


def all_rows(variant: Variant) -> Rows:
    """Everything about a variant that can differ from another, row by row."""
    seatings = "; ".join(seating_words(seating) for seating in variant.seatings)
    return [
        ("Players", seatings),
        ("Pack", code(variant.pack.id)),
        ("Direction", variant.direction),
        *deal_rows(variant),
        *capture_rows(variant),
        *sweep_rows(variant),
        *_remaining(variant),
        *((award, f"{points} – {how}") for award, points, how in award_rows(variant)),
        *match_rows(variant),
    ]


def differences(variant: Variant, base: Variant) -> list[tuple[str, str, str]]:
    """The rows in which two variants differ: what, here, and there."""
    here, there = dict(all_rows(variant)), dict(all_rows(base))
    return [
        (what, here.get(what, "none"), there.get(what, "none"))
        for what in dict.fromkeys([*here, *there])
        if here.get(what) != there.get(what)
    ]


# --------------------------------------------------------------------------------------- the pages


def source_words(name: str, sources: Mapping[str, str]) -> str:
    """A source, linked to where it is explained."""
    key = source_key(name, sources)
    return name if key is None else f":ref:`{name} <source-{key.lower().replace('.', '-')}>`"


def source_key(name: str, sources: Mapping[str, str]) -> str | None:
    """The short name that a source begins with, if it is known."""
    fitting = [
        key for key in sources if name == key or name.startswith((f"{key} ", f"{key},", f"{key}:"))
    ]
    return max(fitting, key=len, default=None)


def page(variant: Variant, base: Variant, sources: Mapping[str, str]) -> str:
    """The page of a variant."""
    return "".join(
        (
            f".. _variant-{variant.id}:\n\n",
            heading(str(variant)),
            f"{builder_doc(variant)}\n\n",
            _facts(variant, sources),
            _different(variant, base),
            heading("Players", "-"),
            table(("Players", "Sides, by seats"), _seating_rows(variant)),
            heading("Cards", "-"),
            _pack(variant.pack),
            heading("The deal", "-"),
            table(("What", "How"), deal_rows(variant), widths=(1, 3)),
            heading("Capturing", "-"),
            table(("What", "How"), capture_rows(variant), widths=(1, 3)),
            heading("Scoring", "-"),
            table(("What", "How"), [*sweep_rows(variant), *_remaining(variant)], widths=(1, 3)),
            table(("Id", "Points", "For"), award_rows(variant), widths=(2, 1, 6)),
            heading("The match", "-"),
            table(("What", "How"), match_rows(variant), widths=(1, 3)),
        )
    )


def _facts(variant: Variant, sources: Mapping[str, str]) -> str:
    named = ", ".join(source_words(name, sources) for name in variant.sources) or "none"
    facts = {
        "Id": f'``VARIANTS["{variant.id}"]``',
        "Sources": named,
        "Readings": "".join(f"\n    - {each}" for each in variant.readings),
        "Direction": variant.direction,
    }
    return "".join(f":{name}: {value}\n" for name, value in facts.items()) + "\n"


def _different(variant: Variant, base: Variant) -> str:
    if variant.id == base.id:
        return ""
    rows = differences(variant, base)
    return heading(f"What differs from {base}", "-") + table(
        ("What", "Here", f"In {base}"), rows, widths=(1, 2, 2)
    )


def _seating_rows(variant: Variant) -> Iterator[tuple[str, str]]:
    for place, seating in enumerate(variant.seatings):
        default = " (default)" if place == 0 and len(variant.seatings) > 1 else ""
        yield f"{seating_words(seating)}{default}", _seats(seating)


def _pack(pack: Pack) -> str:
    suit = pack.suits[0]
    cards = [card for card in pack.cards if card.suit is suit]
    rows = [
        (code(card.rank.letter), pack.face(card), str(pack.value(card.rank) or "no value"))
        for card in cards
    ]
    said = f"The pack is {code(pack.id)}: {len(pack.cards)} cards in {len(pack.suits)} suits.\n\n"
    return said + table(("Rank", f"Face, in {_suit(suit)}", "Captures for"), rows)


def overview(variants: Mapping[str, Variant]) -> str:
    """A table of all variants, and the tree of their pages."""
    rows = [_overview_row(variant) for variant in variants.values()]
    columns = ("Variant", "Players", "Pack", "Deal", "Captures by", "Awards", "Target")
    tree = "".join(f"   {name}\n" for name in variants)
    return f"{table(columns, rows)}.. toctree::\n   :hidden:\n\n{tree}\n"


def _overview_row(variant: Variant) -> tuple[str, ...]:
    players = sorted({seating.players for seating in variant.seatings})
    dealing, match = variant.dealing, variant.match
    families = ", ".join(
        f"{family.kind} to {family.total}" if isinstance(family, Complement) else family.kind
        for family in variant.capture.families
    )
    return (
        f":ref:`{variant} <variant-{variant.id}>`, {code(variant.id)}",
        ", ".join(map(str, players)),
        code(variant.pack.id),
        f"{dealing.hand} each, {dealing.table} on the table",
        families,
        ", ".join(award.id for award in variant.awards) or "none",
        "one deal" if match.target is None else str(match.target),
    )


def source_list(sources: Mapping[str, str]) -> str:
    """Every source with what its short name stands for."""
    return "".join(
        f".. _source-{name.lower().replace('.', '-')}:\n\n{name}\n    {said}\n\n"
        for name, said in sources.items()
    )
