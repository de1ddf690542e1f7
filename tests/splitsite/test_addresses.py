"""Whose address a visitor counts for."""

from ipaddress import ip_address

import pytest
from django.core.cache import cache
from django.test import Client

from games.table import rate_limits
from splitsite import addresses


def scope(peer: str, *forwarded: str) -> dict:
    return {"client": (peer, 1), "headers": [(b"x-forwarded-for", one.encode()) for one in forwarded]}


def test_without_a_proxy_nothing_that_a_visitor_claims_is_believed():
    assert addresses.client(scope("127.0.0.1", "198.51.100.9"), proxies=0) == "127.0.0.1"
    assert addresses.client(scope("203.0.113.5", "198.51.100.9"), proxies=0) == "203.0.113.5"


def test_behind_proxies_the_address_that_the_outermost_of_them_wrote_down_counts():
    assert addresses.client(scope("127.0.0.1", "1.1.1.1, 203.0.113.5"), proxies=1) == "203.0.113.5"
    assert addresses.client(scope("127.0.0.1", "1.1.1.1", "203.0.113.5"), proxies=1) == "203.0.113.5"
    assert addresses.client(scope("10.0.0.2", "1.1.1.1, 203.0.113.5, 10.0.0.1"), proxies=2) == "203.0.113.5"


@pytest.mark.parametrize("forwarded", [(), ("nonsense",), ("",), ("\xff",)])
def test_a_proxy_that_says_nothing_sensible_counts_itself(forwarded):
    assert addresses.client(scope("127.0.0.1", *forwarded), proxies=1) == "127.0.0.1"


def test_who_has_gone_before_anybody_could_look_has_an_address_all_the_same():
    assert addresses.client({"client": None, "headers": []}, proxies=0) == addresses.UNKNOWN
    assert ip_address(addresses.UNKNOWN)


def test_limits_count_an_ipv6_network_as_one():
    assert addresses.network("2001:db8:1:2::1") == addresses.network("2001:db8:1:2:ffff::9")
    assert addresses.network("2001:db8:1:2::1") != addresses.network("2001:db8:1:3::1")
    assert addresses.network("203.0.113.5") != addresses.network("203.0.113.6")
    assert addresses.network("::ffff:203.0.113.5") == "203.0.113.5"
    assert addresses.network("nonsense") == "nonsense"


@pytest.mark.django_db
def test_codes_cannot_be_guessed_from_many_addresses_of_one_network(monkeypatch):
    monkeypatch.setattr(rate_limits, "MISSES", 3)
    cache.clear()
    answers = [
        Client(REMOTE_ADDR=f"2001:db8::{number}").get("/t/NOPE9/").status_code for number in range(1, 6)
    ]
    assert answers == [404, 404, 404, 429, 429]
    assert Client(REMOTE_ADDR="2001:db8:0:1::1").get("/t/NOPE9/").status_code == 404
    cache.clear()


@pytest.mark.django_db
def test_guests_are_counted_by_network_too(settings):
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"guest": "2/m/ip"}
    cache.clear()
    clients = [Client(REMOTE_ADDR=f"2001:db8::{number}") for number in range(1, 4)]
    for client in clients:
        client.post("/guest/", {"name": "Ana"})
    assert ["_auth_user_id" in client.session for client in clients] == [True, True, False]
    cache.clear()
