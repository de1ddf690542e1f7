"""Whose address a visitor counts for: the one place that knows of proxies and IPv6. Every limit asks here."""

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from django.http import HttpRequest

HOUSEHOLD = 64
"""An IPv6 customer gets at least this many bits, so limits count the network and not its single addresses."""


UNKNOWN = "0.0.0.0"
"""Of a visitor who has gone before anybody could look; it is an address, because others expect one."""


def client(scope: Any, proxies: int) -> str:
    """The visitor's address. With that many proxies in front, the outermost of them has written it down.

    What a visitor claims in `X-Forwarded-For` stands left of what our proxies add, and is not believed.
    """
    own = str((scope.get("client") or (UNKNOWN,))[0])
    if not proxies:
        return own
    lines = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    claimed = [one.strip() for one in b",".join(lines).decode("latin-1").split(",")]
    address = claimed[-proxies] if len(claimed) >= proxies else ""
    try:
        return str(ip_address(address))
    except ValueError:
        return own


def network_of(request: HttpRequest) -> str:
    """What limits count this request for. splitsite/request_limits.py has put the visitor's address there."""
    return network(request.META.get("REMOTE_ADDR", UNKNOWN))


def network(address: str) -> str:
    """What limits count: an IPv4 address as it is, an IPv6 address by its network."""
    try:
        one = ip_address(address)
    except ValueError:
        return address
    if isinstance(one, IPv6Address):
        if one.ipv4_mapped:
            return str(one.ipv4_mapped)
        return str(ip_network((int(one), HOUSEHOLD), strict=False))
    return str(one)
