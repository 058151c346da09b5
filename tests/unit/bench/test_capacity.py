"""The model of growth: from processor times to machines."""

from dataclasses import replace

import pytest

from bench.capacity import ACTIVE, MEASURED, PRIMARY_CORES, Cost, Model, main, need_of, parse_cost, table

PLAIN = Model(
    costs={"list": Cost(30, 10), "mail": Cost(20, 0), "download": Cost(1_000, 0)},
    hourly={"list": 60, "mail": 10, "download": 1},
    cores=2,
    use=0.5,
    row_bytes={"list": 100},
)
"""A person takes 1.8 s of the web, 0.6 s of the database and 1.2 s of a worker in an hour."""


def test_one_machine_carries_the_people_whose_work_fills_its_share() -> None:
    assert PLAIN.people_of_one_machine == 1_000, "2 cores x 0.5 x 3600 s / 3.6 s"


def test_processes_are_rounded_up_to_the_cores_that_the_people_need() -> None:
    need = need_of(PLAIN, 10_000)
    assert need.requests == pytest.approx(10_000 * 60 / 3600)
    assert need.web_processes == 10, "18,000 s / 3600 s / 0.5"
    assert need.workers == 7, "12,000 s / 3600 s / 0.5 = 6.7"
    assert need.machines == 9
    assert need.database_cores == pytest.approx(6_000 / 3600 / 0.5)


def test_one_of_each_is_the_least() -> None:
    need = need_of(PLAIN, 1)
    assert (need.web_processes, need.workers, need.machines, need.shards) == (1, 1, 1, 1)


def test_connections_of_many_processes_need_a_pooler() -> None:
    few, many = need_of(PLAIN, 10_000), need_of(PLAIN, 100_000)
    assert few.connections == 10 * 6 + 7 * 3
    assert not few.has_pooler
    assert many.has_pooler


def test_database_beyond_the_largest_primary_is_distributed() -> None:
    people = int(PRIMARY_CORES * 0.5 * 3600 / 0.6)
    assert need_of(PLAIN, people).shards == 1
    assert need_of(PLAIN, people + 100).shards == 2


def test_year_adds_the_rows_of_its_working_hours() -> None:
    assert need_of(PLAIN, 1_000).gigabytes == pytest.approx(1_000 * 60 * 100 * 6 * 220 / 1e9)


def test_cheaper_request_makes_room_for_more_people() -> None:
    faster = replace(PLAIN, costs={**PLAIN.costs, "list": Cost(15, 5)})
    assert faster.people_of_one_machine == 1_500


def test_table_has_a_row_for_each_factor() -> None:
    lines = table(PLAIN, 1_000).splitlines()
    assert [line.split("|")[1].strip() for line in lines] == ["", "---", "1 x", "10 x", "100 x", "1,000 x"]
    assert "| 10,000 |" in lines[3]


def test_every_request_of_a_person_has_a_cost() -> None:
    assert set(ACTIVE) == set(MEASURED)


@pytest.mark.parametrize("text", ["list", "list=1", "list=a,b", "other=1,2"])
def test_cost_that_is_not_two_numbers_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_cost(text)


def test_measured_figures_can_be_replaced(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--people", "500", "--cost", "poll=0,0"]) == 0
    first = capsys.readouterr().out
    assert main(["--people", "500", "--cost", "poll=100,100"]) == 0
    assert "| 500 |" in first
    assert capsys.readouterr().out != first
