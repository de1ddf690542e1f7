"""Static files: all hashed, and what visitors load also compressed."""

from collections.abc import Iterable, Iterator

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticStorage(CompressedManifestStaticFilesStorage):
    def compress_files(self, names: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Not the admin's and htmx's many other files: compressing them made the first start take seconds."""
        return super().compress_files(
            [
                name
                for name in names
                if not name.startswith("admin/") and (not name.startswith("django_htmx/") or ".min." in name)
            ]
        )
