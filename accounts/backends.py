"""The one way to check a name with a password."""

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.base_user import AbstractBaseUser

from accounts.models import User


class NameBackend(AuthenticationBackend):
    """Finds the account by its key: guests share names, and case or look-alike letters do not matter."""

    def _authenticate_by_username(self, username: str, password: str) -> AbstractBaseUser | None:
        # When nobody is found allauth computes a dummy hash, so both answers take equally long.
        return self._check_password(User.objects.named(username).first(), password)
