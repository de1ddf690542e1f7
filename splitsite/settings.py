"""All settings, with values from the environment; with none set, a complete site on this computer."""

import os
from pathlib import Path

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from splitsite import database, site_address

env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = database.data_folder()

DEBUG = env.bool("DEBUG", default=False)
OWN_DATABASE = bool(env.str("DATABASE_URL", default="")) and not DEBUG
PRODUCTION = OWN_DATABASE and bool(env.str("SECRET_KEY", default=""))
# Whoever names the site means production. A forgotten key would quietly mean no https and any host.
if OWN_DATABASE and not PRODUCTION and {"SECRET_KEY", "ALLOWED_HOSTS", "SITE_URL"} & os.environ.keys():
    raise ImproperlyConfigured("SECRET_KEY must be set in production: about 60 random letters, kept secret.")
HTTPS = env.bool("HTTPS", default=PRODUCTION)  # behind a proxy that speaks https and sets X-Forwarded-Proto
SECRET_KEY = env.str("SECRET_KEY", default="") or database.secret_key(DATA_DIR)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["*"] if not PRODUCTION else [])
if PRODUCTION and not ALLOWED_HOSTS:
    raise ImproperlyConfigured(
        "ALLOWED_HOSTS must name the host of the site, as in ALLOWED_HOSTS=play.example.org."
    )
# Where mails, QR codes and previews lead. `make run` passes on the address that it prints.
SITE_URL = site_address.derived(
    env.str("SITE_URL", default=""),
    ALLOWED_HOSTS,
    https=HTTPS,
    printed=env.str("PRINTED_ADDRESS", default="http://localhost:8000"),
)
if ALLOWED_HOSTS != ["*"]:
    ALLOWED_HOSTS += ["localhost", "127.0.0.1", "[::1]"]  # for monitoring from the same computer
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
# splitsite/request_limits.py puts the visitor's address where Django, allauth and every limit look for it.
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", default=0)
# Without a proxy in front. A hall of sixty browsers: each has a socket, and loads six files at once.
CONNECTIONS_PER_ADDRESS = env.int("CONNECTIONS_PER_ADDRESS", default=600)

INSTALLED_APPS = [
    *(["daphne"] if DEBUG else []),  # `manage.py runserver` with WebSockets; `make run` uses uvicorn
    "accounts",
    "games",
    "games.analysis",
    "games.daily",
    "games.decks",
    "games.leaderboards",
    "games.history",
    "games.tournaments",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",
    "django_htmx",
    "csp",
    "channels",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "splitsite.middleware.DeliveryMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.PeopleMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "splitsite.urls"
ASGI_APPLICATION = "splitsite.asgi.application"

# A game may bring its own parts: games/<game>/templates/<game>/…, static/<game>/… and locale/.
GAMES = BASE_DIR / "games"
TEMPLATE_DIRS = [BASE_DIR / "templates", *sorted(GAMES.glob("*/templates"))]
TEMPLATES = [
    {
        # First, because it accepts only its own names, `_name.jinja`, and Django's engine accepts any.
        "BACKEND": "splitsite.fragments.Fragments",
        "DIRS": TEMPLATE_DIRS,
        "APP_DIRS": False,
        "OPTIONS": {},
    },
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": TEMPLATE_DIRS,
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "django.template.loaders.filesystem.Loader",
                        "django.template.loaders.app_directories.Loader",
                        "splitsite.game_templates.DefaultLoader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

DATABASES = {"default": database.settings(env, DATA_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backends.NameBackend"]
PASSWORD_HASHERS = [
    "accounts.hashers.ClubArgon2",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

# Accounts: allauth, with the name as the one login method.
SILENCED_SYSTEM_CHECKS = [
    "auth.W004",  # guests share names; a constraint keeps those of accounts apart
    "security.W005",  # only the owner knows whether all subdomains speak https (HSTS)
    "security.W021",
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
SESSION_COOKIE_AGE = 365 * 24 * 3600  # a guest who returns after weeks is still the same person
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = "name"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_FORMS = {
    "login": "accounts.signin_forms.LoginForm",
    "signup": "accounts.signin_forms.SignupForm",
    "add_email": "accounts.signin_forms.AddEmailForm",
    "change_password": "accounts.signin_forms.ChangePasswordForm",
    "set_password": "accounts.signin_forms.SetPasswordForm",
    "report": "10/m/ip,60/h/ip",
    "reset_password": "accounts.signin_forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.signin_forms.ResetPasswordKeyForm",
    "request_login_code": "accounts.signin_forms.RequestLoginCodeForm",
    "confirm_login_code": "accounts.signin_forms.ConfirmLoginCodeForm",
    "reauthenticate": "accounts.signin_forms.ReauthenticateForm",
}
MFA_FORMS = {
    "add_webauthn": "accounts.signin_forms.AddPasskeyForm",
    "authenticate_webauthn": "accounts.signin_forms.PasskeyForm",
    "login_webauthn": "accounts.signin_forms.PasskeyLoginForm",
    "reauthenticate_webauthn": "accounts.signin_forms.PasskeyAgainForm",
}
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Splitsite] "  # by default the host that the request names
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_MAX_EMAIL_ADDRESSES = 3
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if PRODUCTION else "http"
ACCOUNT_RATE_LIMITS = {  # forty people in one hall share one address
    "guest": "120/m/ip,1200/h/ip",
    "open_table": "90/m/ip,900/h/ip",
    "login": "120/m/ip",
    "login_failed": "60/m/ip,5/5m/key",  # the key is for second steps; for names: accounts/login_attempts.py
    "signup": "60/m/ip,400/h/ip",
    "mail": "3/m/key,10/h/key",  # the key is a mailbox and the network that asks; below, the mailbox alone
    "reset_password": "30/m/ip,60/h/key",
    "request_login_code": "30/m/ip,60/h/key",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Splitsite"
MFA_TOTP_TOLERANCE = 1
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not PRODUCTION

# Rate limits count in the cache. Without REDIS_URL there is one web process, whose memory is enough.
CACHES = {
    "default": {
        "BACKEND": "splitsite.cache.SharedCache",
        "LOCATION": env.str("REDIS_URL"),
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    }
    if env.str("REDIS_URL", default="")
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    }
}
# How processes tell each other that a table has changed.
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "games.table.layers.RedisChannelLayer",
        "CONFIG": {"hosts": [env.str("REDIS_URL")]},
    }
    if env.str("REDIS_URL", default="")
    else {"BACKEND": "games.table.layers.PostgresChannelLayer"}
}
# Without EMAIL_URL mails are printed where the site runs.
vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
DEFAULT_FROM_EMAIL = env.str("EMAIL_FROM", default="Splitsite <noreply@localhost>")
# End of accounts.

LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", _("English")),
    ("de", _("German")),
    ("fr", _("French")),
    ("it", _("Italian")),
    ("ru", _("Russian")),
]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600  # for visitors; with an account the choice is stored there
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SECURE = HTTPS
LOCALE_PATHS = [BASE_DIR / "splitsite" / "locale", *sorted(GAMES.glob("*/locale"))]
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "splitsite" / "static", *sorted(GAMES.glob("*/static"))]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "splitsite.storage.StaticStorage"
    },
}
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_KEEP_ONLY_HASHED_FILES = True

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^(livez|readyz|metrics)$"]  # asked for behind the proxy
# Browsers keep to this even if the owner no longer does, so by default it is short and for this host only.
HSTS = env.str("HSTS", default="")
if HSTS not in ("", "subdomains", "preload"):
    raise ImproperlyConfigured(
        "HSTS must be empty, `subdomains`, or `preload` (which means subdomains, too)."
    )
SECURE_HSTS_SECONDS = (365 if HSTS == "preload" else 30) * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HSTS != ""
SECURE_HSTS_PRELOAD = HSTS == "preload"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# Logs go to the terminal. No mail to administrators: it would contain local variables, and so hands.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
        "json": {"()": "splitsite.logs.Json"},
    },
    "filters": {
        "without_addresses": {"()": "splitsite.logs.WithoutAddresses"},
        "brief": {"()": "splitsite.logs.Brief"},
    },
    "handlers": {
        "terminal": {
            "class": "logging.StreamHandler",
            "formatter": env.str("LOG_FORMAT", default="json" if PRODUCTION else "plain"),
            "filters": ["without_addresses", "brief"],
        }
    },
    "root": {"handlers": ["terminal"], "level": env.str("LOG_LEVEL", default="WARNING").upper()},
    "loggers": {"django": {"handlers": [], "level": "INFO" if DEBUG else "WARNING", "propagate": True}},
}

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}
