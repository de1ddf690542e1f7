"""The site in which worlds are played."""

from collections.abc import Iterator

import pytest

from tests.support.serving import Site, serving


@pytest.fixture(scope="package")
def open_site(django_db_setup: None) -> Iterator[Site]:
    with serving() as site:
        yield site


@pytest.fixture
def site(open_site: Site, transactional_db: None) -> Iterator[Site]:
    yield open_site
    open_site.headers.clear()
    open_site.wait_until(open_site.is_quiet)
