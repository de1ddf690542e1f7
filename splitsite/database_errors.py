"""What it looks like when the database is away: every error that passes by itself once it is back."""

from django.db import InterfaceError, OperationalError
from psycopg_pool import PoolTimeout

from splitsite.postgres import Unusable

AWAY = (OperationalError, InterfaceError, PoolTimeout, Unusable)
