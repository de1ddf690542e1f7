"""Tags that templates of every app may load: cached pieces, and the site's own menu and icons."""
