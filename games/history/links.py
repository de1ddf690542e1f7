"""The addresses around a finished round. They pass on the share key of the visitor's link."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse

from games.history import permissions
from games.models import GameSession, Round
from splitsite.site_address import site_address


@dataclass(frozen=True, slots=True)
class Links:
    """Where a visitor can go from a round (`number`) or from the whole match (0)."""

    code: str
    number: int
    key: str
    """The share key from this visitor's link."""
    key_to_share: str | None
    root: str
    """Scheme and host, for links that are sent to others."""

    def _to(self, page: str, *more: int, **query: str) -> str:
        asked = query | ({"key": self.key} if self.key else {})
        return reverse(f"history:{page}", args=[self.code, *more]) + (f"?{urlencode(asked)}" if asked else "")

    def turn(self, turn: int, eyes: str) -> str:
        return self._to("replay", self.number, turn=str(turn), eyes=eyes)

    def round(self, number: int) -> str:
        return self._to("replay", number)

    @property
    def replay(self) -> str:
        return self._to("replay", self.number)

    @property
    def count(self) -> str:
        return self._to("count", self.number)

    @property
    def record(self) -> str:
        return self._to("record", self.number)

    @property
    def check(self) -> str:
        return self._to("check", self.number)

    @property
    def sheet(self) -> str:
        return self._to("sheet")

    @property
    def picture(self) -> str:
        return self._to("picture")

    @property
    def may_share(self) -> bool:
        return self.key_to_share is not None

    def shared(self, page: str, *more: int) -> str:
        """The full address to send to people who did not sit there."""
        query = f"?{urlencode({'key': self.key_to_share})}" if self.key_to_share else ""
        return self.root + reverse(f"history:{page}", args=[self.code, *more]) + query

    @property
    def shared_replay(self) -> str:
        return self.shared("replay", self.number)

    @property
    def shared_count(self) -> str:
        return self.shared("count", self.number)

    @property
    def shared_sheet(self) -> str:
        return self.shared("sheet")


def links(request: HttpRequest, of: Round | GameSession) -> Links:
    session = of.session if isinstance(of, Round) else of
    given = permissions.key_given(request)
    return Links(
        code=session.code,
        number=of.number if isinstance(of, Round) else 0,
        key=given if not session.public and permissions.fits(session.code, given) else "",
        key_to_share=permissions.key_to_share(request, session),
        root=site_address(),
    )
