"""Django's PostgreSQL backend; it starts the embedded server at the first real connection."""

from pathlib import Path
from typing import Any

from django.db.backends.postgresql import base
from psycopg import OperationalError

from splitsite.postgres.server import Server


class DatabaseWrapper(base.DatabaseWrapper):
    def get_connection_params(self) -> dict[str, Any]:
        self.server = Server(Path(self.settings_dict["DATA"]))
        self.server.ensure()
        return super().get_connection_params()

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        try:
            return super().get_new_connection(conn_params)
        except OperationalError:
            if self.server.answers():  # then it is running, and refuses for a reason of its own
                raise
            self.server.start()
            return super().get_new_connection(conn_params)
