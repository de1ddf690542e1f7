"""The errors that mean the database is away: all of them pass by themselves once it is back."""

from django.db import InterfaceError, OperationalError
from psycopg_pool import PoolTimeout

from splitsite.postgres import Unusable

AWAY = (OperationalError, InterfaceError, PoolTimeout, Unusable)
