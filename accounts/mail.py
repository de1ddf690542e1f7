"""Mail about accounts: confirmations, resets, login codes. What they say is in templates/account/email/."""

import logging
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib import messages
from django.utils.translation import gettext_lazy as _

from splitsite.site_address import absolute, site_address

log = logging.getLogger(__name__)


class MailAdapter(DefaultAccountAdapter):
    """Sends allauth's mail, and tells the reader if that fails."""

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        # allauth's links have the host that the request named, which may be anybody's.
        ours = {name: absolute(value) for name, value in context.items() if name.endswith("_url")}
        try:
            super().send_mail(template_prefix, email, context | ours | {"site_address": site_address()})
        except (OSError, SMTPException):
            # Known and unknown addresses both get a mail, so the answer does not tell which one this is.
            log.exception("Mail %s could not be sent", template_prefix)
            messages.error(self.request, _("The mail could not be sent. Please try again later."))
