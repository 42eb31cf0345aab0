"""The command ``simulate``: its table, its bar, and what it does when it is interrupted."""

from __future__ import annotations

import io
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from scopa import VARIANTS, Seating
from scopa.__main__ import main
from scopa._many import Bar
from scopa.codec import from_json, to_json
from scopa.results import Results
from scopa.simulate import play_deals, tournament
from tests.players import Unless, first

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

SCOPA = VARIANTS["scopa"]
PROGRAM = [sys.executable, "-m", "scopa", "simulate"]
RUNS = ("--seed", "7", "--deals", "20")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, list[str], str]]:
    """Runs the command; its exit status, its lines, and what it complains of."""

    def run(*arguments: str) -> tuple[int, list[str], str]:
        status = main(["simulate", *arguments])
        output, errors = capsys.readouterr()
        return status, output.splitlines(), errors.removeprefix("python -m scopa: error: ").rstrip()

    return run


# ---------------------------------------------------------------------- the table


def test_the_table_says_who_won_how_often(run: Any) -> None:
    status, lines, errors = run(*RUNS)
    assert (status, errors) == (0, "")
    assert lines == [
        "Scopa: greedy against random, 20 deals. Seed: 7",
        "        deals won  share   95 % interval   points a deal  sweeps a deal",
        "greedy         16  80.0 %  58.4 to 91.9 %  3.750 ± 0.362  0.550",
        "random          2  10.0 %  2.8 to 30.1 %   0.800 ± 0.236  0.150",
        "nobody          2  10.0 %",
        "",
        "greedy less random: +2.950 ± 0.578 points a deal, +70.0 ± 14.7 % of the deals",
    ]


def test_its_numbers_are_those_of_the_library(run: Any) -> None:
    _, lines, _ = run(*RUNS)
    results = play_deals(SCOPA, ("greedy", "random"), 20, seed=7)
    share, points = results.win_share(0), results.mean_points(0)
    wins, apart = results.win_difference(0, 1), results.difference(0, 1)
    assert f"{share.value:.1%}" == "80.0%"
    assert f"{100 * share.low:.1f} to {100 * share.high:.1f} %" in lines[2]
    assert f"{points.value:.3f} ± {points.error:.3f}" in lines[2]
    assert f"{apart.value:+.3f} ± {apart.error:.3f} points" in lines[-1]
    assert f"{100 * wins.value:+.1f} ± {100 * wins.error:.1f} %" in lines[-1]


def test_duplicates_the_dealer_and_the_seating_are_said(run: Any) -> None:
    _, lines, _ = run(
        *RUNS, "--players", "3", "--policies", "greedy,random,random", "--dealer", "2"
    )
    assert lines[0] == (
        "Scopa: greedy against random 1 against random 2, 20 deals, seat 2 dealing. Seed: 7"
    )
    assert [line.partition(":")[0] for line in lines[-3:]] == [
        "greedy less random 1",
        "greedy less random 2",
        "random 1 less random 2",
    ]
    _, lines, _ = run(*RUNS, "--duplicate", "--variant", "scopone")
    assert lines[0] == "Scopone: greedy against random, 20 deals, each played 2 times. Seed: 7"


def test_more_policies_than_sides_make_a_tournament(run: Any) -> None:
    names = "random,tests.players:first,greedy"
    status, lines, errors = run("--seed", "7", "--deals", "5", "--policies", names)
    assert (status, errors) == (0, "")
    assert lines[0].split()[:3] == ["entrant", "deals", "won"]
    rows = tournament(SCOPA, ("random", first, "greedy"), 5, seed=7).standings()
    assert [line.split()[:2] for line in lines[1:4]] == [[row.name, "20"] for row in rows]
    assert sum(line.startswith("Scopa: ") for line in lines) == 3


def test_json_is_what_show_reads_and_what_adds_up(run: Any, tmp_path: Path) -> None:
    _, lines, _ = run(*RUNS, "--json")
    results = play_deals(SCOPA, ("greedy", "random"), 20, seed=7)
    assert lines == [to_json(results)]
    assert from_json(lines[0]) == results
    _, table, _ = run(*RUNS)
    assert shown(tmp_path, lines[0]) == table


def test_a_tournament_is_shown_too(run: Any, tmp_path: Path) -> None:
    arguments = ("--seed", "7", "--deals", "5", "--policies", "random,greedy,tests.players:first")
    _, lines, _ = run(*arguments, "--json")
    _, table, _ = run(*arguments)
    assert shown(tmp_path, lines[0]) == table


def test_results_without_a_deal_are_shown(tmp_path: Path) -> None:
    plan = play_deals(SCOPA, ("greedy", "random"), 1, seed=7).plan
    assert shown(tmp_path, to_json(Results.none(plan))) == [
        "Scopa: greedy against random, 0 deals. Seed: 7"
    ]


def shown(folder: Path, text: str) -> list[str]:
    """What ``show`` says of a text."""
    file = folder / "file.json"
    file.write_text(text, encoding="utf-8")
    output = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdout", output)
        assert main(["show", str(file)]) == 0
    return output.getvalue().splitlines()


def test_without_a_seed_there_is_a_new_one_and_it_is_said(run: Any) -> None:
    seeds = {run("--deals", "1")[1][0].rpartition(" ")[2] for _ in range(3)}
    assert len(seeds) == 3
    seed = seeds.pop()
    _, lines, _ = run("--deals", "1", "--seed", seed)
    assert lines[0].endswith(f"Seed: {seed}")


def test_workers_change_nothing(run: Any) -> None:
    assert run(*RUNS, "--workers", "2") == run(*RUNS)


# ---------------------------------------------------------------------- the bar


def test_a_terminal_is_shown_how_far_it_is(monkeypatch: pytest.MonkeyPatch, run: Any) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr("scopa._many._EVERY", 0)
    assert run(*RUNS)[0] == 0
    drawn = terminal.getvalue().split("\r")[1:]
    assert len(drawn) == 21
    assert drawn[0].startswith("[#                             ] 1 of 20 deals, about ")
    assert drawn[19] == f"[{'#' * 30}] 20 of 20 deals, about 0 s to go\x1b[K"
    assert drawn[20] == "\x1b[K"


def test_the_bar_is_not_drawn_more_often_than_it_can_be_read() -> None:
    bar = Bar(100, out=Terminal())
    with bar.shown():
        for _ in range(100):
            bar.update(1)
    assert bar.done == 100
    assert bar.out.getvalue().count("[#") <= 2  # type: ignore[attr-defined]


def test_a_file_is_not_shown_a_bar() -> None:
    bar = Bar(100, out=io.StringIO())
    with bar.shown():
        bar.update(50)
    assert bar.out.getvalue() == ""  # type: ignore[attr-defined]


def test_the_bar_counts_every_time_a_deck_is_played(
    monkeypatch: pytest.MonkeyPatch, run: Any
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr("scopa._many._EVERY", 0)
    run("--deals", "5", "--seed", "7", "--duplicate")
    run("--deals", "5", "--seed", "7", "--policies", "random,greedy,tests.players:first")
    assert "10 of 10 deals" in terminal.getvalue()
    assert "30 of 30 deals" in terminal.getvalue()


# ---------------------------------------------------------------------- what goes wrong


@pytest.fixture
def failing() -> Generator[str]:
    """The name of a policy that fails in deal 3."""
    hands = list[str]()

    def watching(view: Any, rng: Any) -> Any:
        if view.ply == 0:
            hands.append(str(view.hand))
        return view.legal_moves[0]

    play_deals(SCOPA, (watching, watching), range(3, 4), seed=7, dealer=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.players.failing", Unless(hands[0], "raise"), raising=False)
        yield "tests.players:failing"


def test_a_policy_that_fails_is_told_and_what_was_played_is_shown(run: Any, failing: str) -> None:
    status, lines, errors = run(*RUNS, "--dealer", "1", "--policies", f"{failing},random")
    assert status == 1
    assert errors.startswith("not played: deals 3 (RuntimeError: I cannot play ")
    assert lines[0] == "Scopa: unless against random, 3 deals, seat 1 dealing. Seed: 7"


def test_a_tournament_that_fails_shows_the_tables_so_far(run: Any, failing: str) -> None:
    names = f"random,greedy,{failing}"
    status, lines, _ = run(*RUNS, "--dealer", "1", "--policies", names)
    assert status == 1
    assert [line for line in lines if line.startswith("Scopa: ")] == [
        "Scopa: random against greedy, 20 deals, each played 2 times, seat 1 dealing. Seed: 7",
        "Scopa: random against unless, 3 deals, each played 2 times, seat 1 dealing. Seed: 7",
    ]


def heard() -> None:
    """Have an interrupt heard again by the process that is to begin."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_shows_what_was_played(workers: str) -> None:
    """The terminal interrupts every process; the workers leave it to the program."""
    names = ("--policies", "tests.players:interrupting,random", "--dealer", "1")
    command = [*PROGRAM, "--deals", "2000", "--seed", "7", "--workers", workers, *names]
    done = subprocess.run(  # noqa: S603 - our own program; one thread runs here
        command,
        capture_output=True,
        encoding="utf-8",
        start_new_session=True,
        preexec_fn=heard,  # where these tests run in the background, it is not by itself
        check=False,
        timeout=60,
    )
    assert done.stderr.startswith("python -m scopa: error: stopped after ")
    assert done.stderr.count("\n") == 1
    assert done.returncode == 130
    assert done.stdout.startswith("Scopa: unless against random, ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--policies", "greedy"), "not one policy for each side: 1 for 2"),
        (("--policies", "greedy,gredy"), "no policy 'gredy'; there are random, greedy"),
        (("--policies", "greedy,"), "no policy ''"),
        (("--policies", "greedy,no_such_module:x"), "No module named 'no_such_module'"),
        (("--policies", "greedy,:x"), "no policy ':x': "),
        (("--policies", "greedy,.x:y"), "no policy '.x:y': "),
        (("--policies", "greedy,tests.players:x"), "its module has no 'x'"),
        (("--policies", "greedy,tests.players:__doc__"), "no policy 'Policies for the tests"),
        (("--policies", "random,greedy,random"), "two policies of a tournament have one name"),
        (("--dealer", "2"), "dealer 2 is not one of the 2 seats"),
        (("--players", "5"), "not 5 players: scopa is for 2, 3, 4, 6 players"),
        (("--variant", "scop"), "no variant 'scop' in the catalogue; close to it: scopa"),
        (("--workers", "0"), "--workers: not a number of workers from 1 up: '0'"),
        (("--deals", "0"), "--deals: not a number of deals from 1 up: '0'"),
        (("greedy",), "unrecognized arguments: greedy"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(
    run: Any, arguments: tuple[str, ...], said: str
) -> None:
    status, lines, errors = run(*arguments)
    assert (status, lines) == (2, [])
    assert said in errors
    assert "\n" not in errors


def test_a_deal_for_pairs_is_for_two_policies(run: Any) -> None:
    _, lines, _ = run("--players", "4", *RUNS, "--json")
    assert from_json(lines[0]).plan.seating == Seating.pairs()
