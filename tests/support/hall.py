"""Visitors of the hall for tests of its pages."""

from django.test import Client
from django.urls import reverse


def come_in(person) -> Client:
    client = Client()
    client.force_login(person)
    return client


def path(name, *args):
    return reverse(f"tournaments:{name}", args=args)


def page(client, name, *args, **query):
    return client.get(path(name, *args), query)
