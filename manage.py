#!/usr/bin/env python
"""Django's command line; what a person can put right is said in one sentence."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "splitsite.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import OperationalError

    from splitsite.database import Unusable, sentence

    try:
        execute_from_command_line(sys.argv)
    except (Unusable, ImproperlyConfigured) as error:
        sys.exit(f"splitsite: {error}")
    except OperationalError as error:
        sys.exit(f"splitsite: {sentence(error)}")


if __name__ == "__main__":
    main()
