"""The address that a request counts for. Every limit on addresses asks here."""

from allauth.account.adapter import get_adapter
from django.http import HttpRequest

from splitsite import addresses


def address_of(request: HttpRequest) -> str:
    return addresses.network(get_adapter().get_client_ip(request))
