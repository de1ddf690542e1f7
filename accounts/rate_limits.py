"""How often one address may come in as a guest or ask for mail, and what it sees after too many tries.

allauth limits its own pages, such as signing up and logging in. The numbers for all of them are
`ACCOUNT_RATE_LIMITS` in the settings.
"""

from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from django.http import HttpRequest

from splitsite.addresses import network_of


def allows(request: HttpRequest, action: str) -> bool:
    """Whether this address may do this once more. Each question counts."""
    return ratelimit.consume(request, action=action)


def allows_mail(request: HttpRequest, mailbox: str) -> bool:
    """Whether this network may have one more mail sent to a mailbox: others cannot use up what is left.

    allauth also counts all mails to a mailbox together, with a larger limit.
    """
    return ratelimit.consume(request, action="mail", key=f"{mailbox.lower()} {network_of(request)}")


def too_many(request: HttpRequest) -> ImmediateHttpResponse:
    """An exception to raise: the answer is the page for too many tries, the same as allauth's."""
    return ImmediateHttpResponse(ratelimit.respond_429(request))
