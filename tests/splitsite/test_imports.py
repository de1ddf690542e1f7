"""Who may import whom: the dependency rules of the design, read from the source."""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from games.engine import catalogue

ROOT = Path(__file__).parent.parent.parent
PRODUCT = ("accounts", "games", "splitsite")
OURS = (*PRODUCT, "benchmarks", "tests")

PURE = (
    "engine",
    "history.charts",
    "tournaments.seating",
    "tournaments.standings",
    *catalogue.names(),
)
"""Modules and packages of `games` that never import Django; every game package is one of them."""

PURE_LIBRARIES = {*sys.stdlib_module_names, "numpy", "openskill"}

CLOCKS_AND_LUCK = {"random", "secrets", "time", "uuid", "os.urandom"}
TELLS_THE_TIME = {"now", "utcnow", "today"}
DRAWS_ITSELF = {"Random", "SystemRandom", "default_rng", "urandom"}

LEVELS = (
    {"engine"},
    {*catalogue.names(), "models"},
    {"decks"},
    {"table"},
    {"analysis", "leaderboards", "lessons", "lobby", "tournaments"},
    {"daily", "history"},
)
"""The packages of `games`, lowest first. Each imports only from the levels below its own."""

FORBIDDEN = [
    ("accounts", "games"),
    ("games.table.announcements", "games.table.services"),
    ("games.table.layers", "games.table.services"),
    ("games.table.snapshots", "games.table.services"),
    ("games.table.rendering", "games.table.services"),
]
"""The left never imports the right, nor anything inside it."""

EMPTY_NAMES = {"utils", "helpers", "common", "managers", "signals"}
"""Names that say nothing about the contents."""

ROLES = {
    *("admin", "apps", "consumers", "forms", "middleware", "models", "queries", "services", "urls", "views"),
    *("account_events", "locking", "permissions", "rate_limits", "refusals"),
}
"""The name that every package uses for the module, or the package, with this role."""

SHARED_WITH_GAMES = {"paper", "lookback"}
"""Parts of a game that have the same name as the package that uses them."""

WRITERS = {"services", "account_events", "models"}
WRITES = {"bulk_create", "bulk_update", "get_or_create", "save", "select_for_update", "update_or_create"}
WRITES_OF_MANAGERS = {"create", "delete", "update"}


def sources() -> Iterator[Path]:
    for top in OURS:
        yield from sorted((ROOT / top).rglob("*.py"))


def product_sources() -> Iterator[Path]:
    for file in sources():
        if file.relative_to(ROOT).parts[0] in PRODUCT and "migrations" not in file.parts:
            yield file


def module_name(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"), filename=str(file))


def imports(file: Path) -> set[str]:
    """Everything the file imports, anywhere in it, by full dotted name (`from a import b` is `a.b`)."""
    package = module_name(file) if file.name == "__init__.py" else module_name(file).rpartition(".")[0]
    found: set[str] = set()
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            source = ".".join([*parents, *filter(None, [node.module])])
            found.update(f"{source}.{alias.name}" for alias in node.names)
    return found


def inside(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def pure_sources() -> list[Path]:
    return [file for file in sources() if inside(module_name(file), *(f"games.{name}" for name in PURE))]


def game_sources() -> list[Path]:
    return [
        file
        for file in sources()
        if inside(module_name(file), *(f"games.{name}" for name in catalogue.names()))
    ]


@pytest.mark.parametrize("file", pure_sources(), ids=module_name)
def test_a_pure_module_imports_only_pure_modules(file):
    for name in imports(file):
        pure = inside(name, *(f"games.{module}" for module in PURE))
        assert pure or name.split(".")[0] in PURE_LIBRARIES, name


@pytest.mark.parametrize("file", game_sources(), ids=module_name)
def test_a_game_imports_only_itself_and_the_engine(file):
    game = ".".join(module_name(file).split(".")[:2])
    for name in imports(file):
        if inside(name, *OURS):
            assert inside(name, game, "games.engine"), name


@pytest.mark.parametrize(("importer", "imported"), FORBIDDEN)
def test_nothing_is_imported_against_the_order(importer, imported):
    for file in sources():
        if inside(module_name(file), importer):
            assert not [name for name in imports(file) if inside(name, imported)], module_name(file)


def test_every_package_of_games_has_a_level():
    packages = {path.parent.name for path in (ROOT / "games").glob("*/__init__.py")}
    wiring = {"management", "migrations", "templatetags"}
    assert packages - wiring == set.union(*LEVELS) - {"models"}


@pytest.mark.parametrize("level", range(len(LEVELS)), ids=lambda level: " ".join(sorted(LEVELS[level])))
def test_a_package_of_games_imports_only_from_the_levels_below(level):
    for package in LEVELS[level]:
        others = set.union(*LEVELS[level:]) - {package}
        for file in sources():
            if inside(module_name(file), f"games.{package}"):
                above = [name for name in imports(file) if inside(name, *(f"games.{one}" for one in others))]
                assert not above, module_name(file)


def test_only_services_write():
    """As far as the source shows, rows change in services and when an account ends or takes over a guest."""
    for file in product_sources():
        if WRITERS.isdisjoint(module_name(file).split(".")):
            for node in ast.walk(tree(file)):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                    called, chain = node.func.attr, ast.unparse(node.func)
                    writes = called in WRITES or (called in WRITES_OF_MANAGERS and ".objects" in chain)
                    assert not writes, f"{module_name(file)}, line {node.lineno}: {chain}"


def test_two_files_share_a_name_only_if_they_play_the_same_part():
    known: dict[str, Path] = {}
    for file in product_sources():
        folders = file.relative_to(ROOT).parts[:-1]
        noun = {*ROLES, "templatetags", "commands"} & set(folders)  # named after its noun in views/
        of_a_game = inside(module_name(file), *(f"games.{game}" for game in catalogue.names()))
        if file.stem in {*ROLES, *SHARED_WITH_GAMES, "__init__"} or noun or of_a_game:
            continue
        assert file.stem not in known, f"{file} and {known[file.stem]}"
        known[file.stem] = file


def test_no_test_imports_from_another_test():
    """What several test modules use is in `tests.support`, or beside them in a module of its own."""
    for file in sources():
        for name in imports(file):
            if inside(name, "tests"):
                assert not {part for part in name.split(".")[:-1] if part.startswith("test_")}, file
                assert "conftest" not in name.split("."), file
                kind = name.split(".")[1]
                own = inside(module_name(file), f"tests.{kind}")
                assert own or kind in ("support", "playthroughs"), f"{file} imports {name}"


@pytest.mark.parametrize("file", pure_sources(), ids=module_name)
def test_a_pure_module_has_no_clock_and_no_luck_of_its_own(file):
    """The types `Random` and `datetime` may be imported; their values come in as arguments."""
    for name in imports(file):
        assert not inside(name, *CLOCKS_AND_LUCK) or name == "random.Random", name
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func).rpartition(".")[2]
            assert called not in TELLS_THE_TIME, f"line {node.lineno}: {called}"
            assert called not in DRAWS_ITSELF or node.args, f"line {node.lineno}: {called} without a seed"


def test_no_module_has_an_empty_name():
    for file in sources():
        assert EMPTY_NAMES.isdisjoint(module_name(file).split(".")), file


@pytest.mark.parametrize("file", pure_sources(), ids=module_name)
def test_a_pure_module_says_first_what_it_is_for(file):
    assert ast.get_docstring(tree(file)) or not file.read_text(encoding="utf-8").strip()


def test_the_rules_have_modules_to_read():
    """A wrong path would make every test above pass."""
    read = {module_name(file) for file in pure_sources()}
    assert {"games.engine.contract", "games.engine.chance", "games.engine.catalogue"} <= read
    assert {f"games.{game}.rules" for game in catalogue.names()} <= read
    assert "dataclasses.dataclass" in imports(ROOT / "games" / "engine" / "contract.py")
