"""The documents describe the settings and commands that exist."""

import re

from flask import Flask
from sqlalchemy import text

from app.config import ROOT
from app.devtools.settings_table import env_example, table, with_table
from app.extensions import db

HINT = "run: python -m app.devtools.settings_table"


def test_readme_lists_every_setting() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert table() in readme, HINT
    assert with_table(readme) == readme


def test_env_example_lists_every_setting() -> None:
    assert (ROOT / ".env.example").read_text(encoding="utf-8") == env_example(), HINT


def test_every_documented_command_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for document in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("**/*.md")]:
        named = set(re.findall(r"`make ([a-z-]+)`", document.read_text(encoding="utf-8")))
        assert named <= targets, f"{document.name} names {named - targets}"


def test_every_procfile_program_exists() -> None:
    lines = (ROOT / "Procfile").read_text(encoding="utf-8").splitlines()
    assert [line.partition(":")[0] for line in lines] == ["release", "web", "worker"]
    for module in re.findall(r"-m ([a-z_.]+)", "\n".join(lines)):
        assert (ROOT / (module.replace(".", "/") + ".py")).exists()


def test_document_links_resolve() -> None:
    for document in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("**/*.md")]:
        for link in re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8")):
            assert (document.parent / link).exists(), f"{document.name} links to {link}"


def test_recipes_name_files_that_exist() -> None:
    for recipe in (ROOT / "docs" / "recipes").glob("*.md"):
        for path in re.findall(
            r"`((?:app|bench|docs|migrations|static_src|templates|tests)/[\w./-]+)`",
            recipe.read_text(encoding="utf-8"),
        ):
            assert "NNNN" in path or (ROOT / path).exists(), f"{recipe.name} names {path}"


def test_architecture_names_every_package() -> None:
    """The table and the order of the features."""
    map_ = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    order = map_.partition("only downwards:")[2].partition(".")[0]
    for package in [folder.parent for folder in (ROOT / "app").glob("*/__init__.py")]:
        assert f"`app/{package.name}/`" in map_
        assert re.search(rf"\b{package.name}\b", order), (
            f"{package.name} is missing from the order of the features"
        )


def test_search_indexes_can_be_created_later_as_documented(committed_app: Flask) -> None:
    """Servers without pg_trgm have no such index."""
    manual = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    (sql_block,) = (
        code for code in re.findall(r"```sql\n(.*?)```", manual, re.DOTALL) if "create extension" in code
    )
    index_query = text("select indexname, indexdef from pg_indexes where indexdef like '%gin_trgm_ops%'")
    with committed_app.app_context():
        connection = db.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        migrated = {row.indexname: row.indexdef for row in connection.execute(index_query)}
        for name in migrated:
            connection.execute(text(f"drop index {name}"))
        if connection.scalar(text("select 1 from pg_available_extensions where name = 'pg_trgm'")):
            assert migrated
            for statement in sql_block.split(";\n"):
                connection.execute(text(statement or "select 1"))
        assert {row.indexname: row.indexdef for row in connection.execute(index_query)} == migrated
        connection.close()
