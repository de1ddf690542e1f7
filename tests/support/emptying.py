"""Empties the database for the next test, in a few milliseconds."""

from django.db import OperationalError, connection, transaction

LASTING = {"django_migrations", "django_content_type", "auth_permission"}


def empty_the_database() -> None:
    """Removes all rows; tries again if the site was just writing and one of the two had to give way.

    TRUNCATE makes new files for every table and index, which takes longer than deleting a test's few rows.
    Foreign keys are checked when everything is deleted, and the lock keeps new rows out until then.
    """
    names = set(connection.introspection.table_names()) - LASTING
    tables = [connection.ops.quote_name(name) for name in sorted(names)]
    deletions = "; ".join(f"DELETE FROM {table}" for table in tables)
    for patience in (1, 2, 3, 0):
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(f"LOCK TABLE {', '.join(tables)} IN EXCLUSIVE MODE; {deletions}")
            return
        except OperationalError:
            if not patience:
                raise
            connection.close()  # the test may have broken it on purpose
