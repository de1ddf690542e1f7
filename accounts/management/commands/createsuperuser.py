"""Django's command, but it also checks a password that comes from the environment."""

import os
from typing import Any

from django.contrib.auth.management.commands import createsuperuser
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError

from accounts.models import User


class Command(createsuperuser.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        password = os.environ.get("DJANGO_SUPERUSER_PASSWORD", "")
        if not options["interactive"] and password:
            name = options.get("name") or os.environ.get("DJANGO_SUPERUSER_NAME", "")
            try:
                validate_password(password, User(name=name))
            except ValidationError as refused:
                raise CommandError(" ".join(refused.messages)) from refused
        super().handle(*args, **options)
