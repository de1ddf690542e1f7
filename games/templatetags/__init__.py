"""What templates of every app may load: remembered pieces, and the site's own menu and icons."""
