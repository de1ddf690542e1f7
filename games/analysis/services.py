"""Every write on a study: somebody asks for it; a worker takes it, reports, ends it. All are short."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import connection
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from accounts.models import User
from games.analysis.models import Study

STALE = timedelta(seconds=45)
"""A worker that reports nothing for this long is dead: another may take the study. No step takes as long."""

TRIES = 3
KEEP_FAILED = timedelta(days=30)
KEEP_WAITING = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Taken:
    """A study that a worker has taken. If another took it over, the number of tries has grown."""

    id: int
    kind: str
    key: str
    facts: dict[str, Any]
    tries: int


def ask(kind: str, key: str, facts: dict[str, Any], *, person: User | None = None) -> Study:
    """The study of this kind and key. It is created once, however many ask; a failed one is tried again."""
    asked = Study(kind=kind, key=key, facts=facts, person=person, asked_at=Now())
    Study.objects.bulk_create([asked], ignore_conflicts=True)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE study_study SET state = 'waiting', tries = 0, progress = 0, error = '', done_at = NULL,"
            " asked_at = clock_timestamp() WHERE kind = %s AND key = %s AND state = 'failed'",
            [kind, key],
        )
    return Study.objects.get(kind=kind, key=key)


def take(kinds: Collection[str]) -> Taken | None:
    """The next study that waits, or whose worker has died. No two workers get the same one.

    People take turns: first those who were never served, then whoever was served longest ago. So nobody waits
    behind all the rounds of somebody else.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE study_study SET state = 'failed', done_at = clock_timestamp(),"
            " error = 'every worker that took it died'"
            " WHERE state = 'working' AND tries >= %s"
            " AND touched_at < clock_timestamp() - make_interval(secs => %s)",
            [TRIES, STALE.total_seconds()],
        )
        cursor.execute(
            "UPDATE study_study SET state = 'working', tries = tries + 1, taken_at = clock_timestamp(),"
            " touched_at = clock_timestamp() WHERE id = (SELECT id FROM study_study"
            " WHERE kind = ANY(%s) AND (state = 'waiting' OR (state = 'working' AND tries < %s"
            " AND touched_at < clock_timestamp() - make_interval(secs => %s)))"
            " ORDER BY (SELECT max(served.taken_at) FROM study_study AS served"
            " WHERE served.person_id = study_study.person_id) NULLS FIRST, asked_at"
            " LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id, tries",
            [list(kinds), TRIES, STALE.total_seconds()],
        )
        row = cursor.fetchone()
    study = Study.objects.filter(pk=row[0]).first() if row else None
    return Taken(study.pk, study.kind, study.key, study.facts, tries=row[1]) if study else None


def note(taken: Taken, progress: float, result: Any) -> bool:
    """Reports progress and the result so far. False if the study is no longer this worker's."""
    share = min(1.0, max(0.0, progress))
    return bool(_mine(taken).update(progress=share, result=result, touched_at=Now()))


def finish(taken: Taken, result: Any) -> bool:
    """Stores the final result. False if the study is no longer this worker's."""
    ended = {"state": Study.State.DONE, "progress": 1.0, "done_at": Now(), "error": ""}
    return bool(_mine(taken).update(result=result, **ended))


def fail(taken: Taken, error: str) -> bool:
    """Marks the study as failed; its result so far is deleted."""
    return bool(_mine(taken).update(state=Study.State.FAILED, error=error[:200], result=None, done_at=Now()))


def give_back(taken: Taken) -> None:
    """Lets another worker take the study at once, because this worker ends. The try does not count."""
    _mine(taken).update(state=Study.State.WAITING, tries=taken.tries - 1)


def clear_out() -> None:
    """Deletes failed and forgotten studies after a while; they can be asked for again. Findings stay."""
    failed = Q(state=Study.State.FAILED, done_at__lt=Now() - KEEP_FAILED)
    forgotten = Q(state__in=[Study.State.WAITING, Study.State.WORKING], asked_at__lt=Now() - KEEP_WAITING)
    Study.objects.filter(failed | forgotten).delete()


def _mine(taken: Taken) -> QuerySet[Study]:
    return Study.objects.filter(pk=taken.id, state=Study.State.WORKING, tries=taken.tries)
