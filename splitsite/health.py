"""Health and metrics for operators: is the site alive, is it ready, and how much does it do."""

from ipaddress import ip_address

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from splitsite.postgres import Unusable

HERE = {"localhost", "127.0.0.1", "[::1]"}


@require_safe
@never_cache
def live(request: HttpRequest) -> HttpResponse:
    """Whether this process answers; it asks nobody else. Restart it when it does not."""
    return _plain("alive")


@require_safe
@never_cache
def ready(request: HttpRequest) -> HttpResponse:
    """Whether the database answers too and is migrated (without Redis each process gets by).

    Send visitors elsewhere while this says no.
    """
    if not _database_works():
        return _plain("waiting for the database", status=503)
    return _plain("ready")


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Numbers in the Prometheus format, for staff and for programs on this computer; 404 for others."""
    if not (_asked_from_here(request) or request.user.is_staff):
        raise Http404
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)


def _plain(word: str, status: int = 200) -> HttpResponse:
    return HttpResponse(f"{word}\n", status=status, content_type="text/plain; charset=utf-8")


def _database_works() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        return _is_migrated()
    except (DatabaseError, Unusable):
        return False


_migrated = False


def _is_migrated() -> bool:
    """Whether the database has what this code needs; once it has, that stays so."""
    global _migrated
    if not _migrated:
        executor = MigrationExecutor(connection)
        _migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return _migrated


def _asked_from_here(request: HttpRequest) -> bool:
    """Whether a program on this computer asks, and not a proxy on this computer for somebody else."""
    if any(name in request.headers for name in ("Forwarded", "X-Forwarded-For", "X-Real-IP")):
        return False
    if request.get_host().rsplit(":", 1)[0] not in HERE and request.get_host() not in HERE:
        return False
    try:
        return ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


class Database(Collector):
    """Figures that only the database knows, read when the metrics are asked for."""

    QUESTIONS = {
        "splitsite_rounds_running": (
            "Rounds being played, in all processes.",
            "SELECT count(*) FROM games_round WHERE finished_at IS NULL",
        ),
        "splitsite_clock_lateness_seconds": (
            "How long the most overdue alarm has been ringing; grows when no clock works.",
            "SELECT coalesce(extract(epoch FROM clock_timestamp() - min(alarm)), 0) FROM games_round"
            " WHERE alarm <= clock_timestamp()",
        ),
        "splitsite_bots_thinking": (
            "Rounds that wait for a bot that needs time.",
            "SELECT count(*) FROM games_round WHERE thinking AND finished_at IS NULL",
        ),
    }

    def describe(self) -> list[GaugeMetricFamily]:
        return [GaugeMetricFamily(name, words) for name, (words, _) in self.QUESTIONS.items()]

    def collect(self) -> list[GaugeMetricFamily]:
        found = []
        try:
            with connection.cursor() as cursor:
                for name, (words, question) in self.QUESTIONS.items():
                    cursor.execute(question)
                    found.append(GaugeMetricFamily(name, words, value=float(cursor.fetchone()[0])))
        except (DatabaseError, Unusable):
            return []
        return found


REGISTRY.register(Database())
