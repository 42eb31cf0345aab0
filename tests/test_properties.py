"""What must hold of every position, deal, score and match (`axes` 3.4), whatever is played."""

from __future__ import annotations

import pickle
from itertools import chain, combinations
from math import comb
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopa import (
    BRESCIANE_52,
    ITALIAN_40,
    PACKS,
    VARIANTS,
    BonusScored,
    Captured,
    Card,
    CardSet,
    Claim,
    Complement,
    Deal,
    Echo,
    Equal,
    IllegalMoveError,
    Majority,
    Match,
    Pairs,
    Play,
    Prime,
    Rank,
    RankCount,
    Remainder,
    Run,
    SameSuit,
    Seating,
    Suit,
    Sum,
    Swept,
    TookAtLeast,
    Total,
    captures,
    match_to,
)
from scopa.catalogue import FOURSOME_VALUES
from scopa.scoring import CLASSIC_SCALE
from tests.strategies import (
    CATALOGUE,
    Table,
    chosen,
    decks,
    ended,
    examples,
    piles,
    plays,
    positions,
    starts,
    tables,
    tables_of,
)
