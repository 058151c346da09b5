"""What the documents say of the settings and commands is what there is."""

import re

from app.config import ROOT
from app.devtools.settings_table import env_example, table, with_table

HINT = "run: python -m app.devtools.settings_table"


def test_the_readme_has_all_settings_as_they_are() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert table() in readme, HINT
    assert with_table(readme) == readme


def test_the_example_of_env_has_all_settings() -> None:
    assert (ROOT / ".env.example").read_text(encoding="utf-8") == env_example(), HINT


def test_every_command_of_the_documents_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for document in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("**/*.md")]:
        named = set(re.findall(r"`make ([a-z-]+)`", document.read_text(encoding="utf-8")))
        assert named <= targets, f"{document.name} names {named - targets}"


def test_every_program_of_the_procfile_exists() -> None:
    lines = (ROOT / "Procfile").read_text(encoding="utf-8").splitlines()
    assert [line.partition(":")[0] for line in lines] == ["release", "web", "worker"]
    for module in re.findall(r"-m ([a-z_.]+)", "\n".join(lines)):
        assert (ROOT / (module.replace(".", "/") + ".py")).exists()


def test_links_between_documents_lead_somewhere() -> None:
    for document in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("**/*.md")]:
        for link in re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8")):
            assert (document.parent / link).exists(), f"{document.name} links to {link}"


def test_the_map_of_the_house_names_every_room() -> None:
    """Both its table and its order of the features."""
    map_ = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    order = map_.partition("only downwards:")[2].partition(".")[0]
    for package in [folder.parent for folder in (ROOT / "app").glob("*/__init__.py")]:
        assert f"`app/{package.name}/`" in map_
        assert re.search(rf"\b{package.name}\b", order), f"{package.name} has no place in the order"
