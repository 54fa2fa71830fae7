from pathlib import Path

from sitegen import living
from sitegen.ahead import Ahead
from workshop import ROOT, read, write_site

BUILDER = '```widget keyspace-builder #k\nqueue = "sms"\n---\nc\n```\n'


def test_the_states_of_a_widget_are_its_first_and_those_its_own_controls_lead_to(tmp_path: Path) -> None:
    site, _ = read(write_site(tmp_path, f"A lede.\n\n{BUILDER}"))
    (states,) = living.states(site, Ahead(ROOT)).values()
    assert states[0] == {"queue": "sms", "id": "JOB0Dqhu1EacDY", "nodes": 3, "form": "full"}
    reached = [{name for name in state if state[name] != states[0][name]} for state in states[1:]]
    # A button fills in one field, a choice of the list sets one number: never two at once.
    assert {"queue"} in reached
    assert {"id"} in reached
    assert {"nodes"} in reached
    assert all(len(changed) <= 1 for changed in reached)
    assert "" in {state["queue"] for state in states}, "the empty name is one of the presets"
    assert {state["nodes"] for state in states} == set(range(2, 13))


def test_a_widget_with_effects_performs_them_to_show_its_controls(tmp_path: Path) -> None:
    site, _ = read(write_site(tmp_path, "A lede.\n\n```widget store-port #p\n---\nc\n```\n"))
    (states,) = living.states(site, Ahead(ROOT)).values()
    rest = {"undone": 0, "backing": "memory", "line": "", "asked": ""}
    assert states[0] == {"commands": [], **rest}
    assert {"commands": ["claim-a"], **rest} in states


def test_a_state_that_two_pages_share_is_told_once(tmp_path: Path) -> None:
    write_site(tmp_path, f"A lede.\n\n{BUILDER}\n{BUILDER.replace('#k', '#l')}")
    site, _ = read(tmp_path)
    (states,) = living.states(site, Ahead(ROOT)).values()
    assert len({tuple(state.items()) for state in states}) == len(states)


def test_a_widget_that_cannot_be_made_is_left_to_its_page(tmp_path: Path) -> None:
    site, _ = read(
        write_site(
            tmp_path,
            "A lede.\n\n```widget no-such #a\n```\n\n```widget keyspace-builder #b\nid = [1]\n```\n\n```widget\n```\n",
        )
    )
    assert living.states(site, Ahead(ROOT)) == {}


def test_a_page_knows_the_files_whose_functions_its_figures_run(tmp_path: Path) -> None:
    site, _ = read(write_site(tmp_path, f"A lede.\n\n{BUILDER}\n```widget no-such #a\n```\n"))
    keys, hub = site.page("hub/keys.md"), site.page("hub/index.md")
    assert keys is not None
    assert hub is not None
    assert {"py/echomq/keyspace.py", "py/echomq/branded_id.py"} <= living.files_run_on(keys)
    assert living.files_run_on(hub) == frozenset()
