"""The pages of clubs."""

from collections.abc import Callable

from django.contrib import messages
from django.db.models import Case, Count, IntegerField, Value, When
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.club_forms import BadLine, ClubForm, MembersForm
from accounts.forms import GuestForm
from accounts.models import Club, Membership, User
from accounts.permissions import PersonRequest, account_required, person_required
from accounts.services import clubs, login_cards, return_links, users
from splitsite.site_address import absolute, is_here_only

get_or_post = require_http_methods(["GET", "HEAD", "POST"])


def sentence(code: str) -> str:
    """The sentence for a club's refusal."""
    return {
        "organisers_only": _("Only organisers of the club can do this."),
        "owner_only": _("Only the owner of the club can do this."),
        "owner_stays": _("The owner cannot leave. Hand the club over to somebody else first."),
        "account_needed": _("This needs an account. A guest has to sign up first."),
        "password_needed": _(
            "Whoever runs a club signs in with a password, not with a login card. "
            "It has to be chosen in the settings first."
        ),
        "invite_closed": _("This invitation is no longer open. Ask for a new link."),
        "unknown_role": _("There is no such role."),
        "too_many_clubs": _("You already own too many clubs. Hand one over or close one first."),
    }.get(code, _("This is not possible."))


def open_club(request: HttpRequest, slug: str) -> tuple[Club, Membership | None]:
    """The club and my place in it; a private club does not exist for strangers."""
    club = get_object_or_404(Club, slug=slug, closed_at=None)
    mine = clubs.membership(club, request.user) if isinstance(request.user, User) else None
    if mine is None and not club.public:
        raise Http404
    return club, mine


def organised_club(request: PersonRequest, slug: str) -> Club:
    club, mine = open_club(request, slug)
    if mine is None or not mine.organises:
        raise Http404
    return club


def attempt(request: HttpRequest, act: Callable[[], object], *, done: str) -> bool:
    """Try an action and report success, or the reason why not."""
    try:
        act()
    except clubs.Refused as refusal:
        if refusal.code == "stranger":
            raise Http404 from refusal
        messages.error(request, sentence(refusal.code))
        return False
    messages.success(request, done)
    return True


@require_GET
def index(request: HttpRequest) -> HttpResponse:
    open_ones = Club.objects.filter(closed_at=None).annotate(people=Count("memberships"))
    mine = open_ones.filter(pk__in=_my_club_ids(request))
    public = open_ones.filter(public=True).exclude(pk__in=_my_club_ids(request))[:50]
    return render(request, "accounts/clubs.html", {"mine": mine, "public": public})


def _my_club_ids(request: HttpRequest) -> list[int]:
    if not isinstance(request.user, User):
        return []
    return list(request.user.memberships.values_list("club_id", flat=True))


@account_required
@get_or_post
def found(request: PersonRequest) -> HttpResponse:
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            club = clubs.found(request.user, **form.cleaned_data)
        except clubs.Refused as refusal:
            form.add_error(None, sentence(refusal.code))
        else:
            messages.success(request, _("Your club is founded. Now invite people."))
            return redirect("accounts:club", club.slug)
    return render(request, "accounts/club_form.html", {"form": form, "club": None})


@require_GET
def club(request: HttpRequest, slug: str) -> HttpResponse:
    club, mine = open_club(request, slug)
    rank = Case(
        When(role="owner", then=Value(0)), When(role="organiser", then=Value(1)), default=Value(2),
        output_field=IntegerField(),
    )  # fmt: skip
    members = club.memberships.select_related("user").order_by(rank, "user__name", "pk") if mine else []
    return render(request, "accounts/club.html", {"club": club, "mine": mine, "members": members})


@person_required
@get_or_post
def edit(request: PersonRequest, slug: str) -> HttpResponse:
    club = organised_club(request, slug)
    form = ClubForm(request.POST or None, instance=club)
    if request.method == "POST" and form.is_valid():
        clubs.describe(request.user, club, **form.cleaned_data)
        messages.success(request, _("The club is saved."))
        return redirect("accounts:club", slug)
    return render(request, "accounts/club_form.html", {"form": form, "club": club})


@never_cache
@person_required
@get_or_post
def invite(request: PersonRequest, slug: str) -> HttpResponse:
    """The invitation link; posting makes a new one or closes it."""
    club = organised_club(request, slug)
    if request.method == "POST":
        if "close" in request.POST:
            attempt(
                request, lambda: clubs.close_invite(request.user, club), done=_("The invitation is closed.")
            )
        else:
            attempt(
                request,
                lambda: clubs.renew_invite(request.user, club),
                done=_("Here is a new invitation link."),
            )
        return redirect("accounts:club_invite", slug)
    path = reverse("accounts:club_join", args=[club.invite_secret]) if club.invite_secret else ""
    address = absolute(path) if path else ""
    return render(request, "accounts/club_invite.html", {"club": club, "address": address})


@never_cache
@get_or_post
def join(request: HttpRequest, secret: str) -> HttpResponse:
    """Accept an invitation: a visitor types a name and joins as a guest."""
    club = clubs.invited_to(secret)
    if club is None:
        return render(request, "accounts/club_invite_closed.html", status=404)
    person = request.user if isinstance(request.user, User) else None
    form = None if person else GuestForm(request, request.POST or None)
    if request.method == "POST" and (form is None or form.is_valid()):
        joiner = form.enter() if form else person
        assert joiner is not None
        welcome = _("Welcome to %(club)s.") % {"club": club.name}
        joined = attempt(request, lambda: clubs.join(club, joiner, secret=secret), done=welcome)
        return redirect("accounts:club", club.slug) if joined else redirect("accounts:clubs")
    already = person is not None and clubs.membership(club, person) is not None
    context = {"club": club, "form": form, "already": already, "count": club.memberships.count()}
    return render(request, "accounts/club_join.html", context)


@person_required
@require_POST
def member(request: PersonRequest, slug: str, number: int) -> HttpResponse:
    """One button beside one member: change the role, hand over the club, or remove the member.

    What cannot be taken back is asked about once more.
    """
    club, mine = open_club(request, slug)
    person = get_object_or_404(User, pk=number, memberships__club=club)
    name, act = {"name": person.shown_name}, request.POST.get("act")
    if act in ("remove", "hand_over") and "sure" not in request.POST and mine is not None and mine.organises:
        context = {"club": club, "person": person, "act": act}
        return render(request, "accounts/club_member_sure.html", context)
    if act == "remove":
        done = _("%(name)s is no longer a member.") % name
        attempt(request, lambda: clubs.remove(request.user, club, person), done=done)
    elif act == "hand_over":
        done = _("%(name)s now owns the club.") % name
        attempt(request, lambda: clubs.hand_over(request.user, club, person), done=done)
    else:
        done = _("The role of %(name)s is changed.") % name
        attempt(request, lambda: clubs.set_role(request.user, club, person, role=act or ""), done=done)
    return redirect("accounts:club", slug)


@person_required
@get_or_post
def leave(request: PersonRequest, slug: str) -> HttpResponse:
    """Leave the club; the owner closes it instead."""
    club, mine = open_club(request, slug)
    if mine is None:
        raise Http404
    if request.method == "POST":
        if mine.owns:
            left = attempt(request, lambda: clubs.close(request.user, club), done=_("The club is closed."))
        else:
            left = attempt(
                request, lambda: clubs.leave(request.user, club), done=_("You have left the club.")
            )
        return redirect("accounts:clubs") if left else redirect("accounts:club", slug)
    return render(request, "accounts/club_leave.html", {"club": club, "mine": mine})


@person_required
@get_or_post
def members(request: PersonRequest, slug: str) -> HttpResponse:
    """Make members without e-mail from a list of names."""
    club = organised_club(request, slug)
    form, bad, made = MembersForm(request.POST or None), list[BadLine](), list[str]()
    if request.method == "POST" and form.is_valid():
        good, bad = form.sorted_out()
        made = [name for name in good if _make(request.user, club, name)]
        if made:
            said = ngettext(
                "%(count)s new member. Print the login card now.",
                "%(count)s new members. Print their login cards now.",
                len(made),
            )
            messages.success(request, said % {"count": len(made)})
        if not bad and len(made) == len(good):
            return redirect("accounts:club_cards", slug)
        rest = [line.text for line in bad] + [name for name in good if name not in made]
        form = MembersForm(initial={"names": "\n".join(rest)})
    about = {"club": club, "form": form, "bad": bad, "made": made}
    return render(request, "accounts/club_members.html", about)


def _make(organiser: User, club: Club, name: str) -> bool:
    """Make one member with a card; False when somebody else took the name a moment ago."""
    try:
        login_cards.make(organiser, club, name)
    except (users.NameTaken, clubs.Refused):
        return False
    return True


@never_cache
@person_required
@require_GET
def print_cards(request: PersonRequest, slug: str) -> HttpResponse:
    """All login cards of the club, or those asked for, to print."""
    club = organised_club(request, slug)
    chosen = request.GET.getlist("person")
    wanted = [person for person in login_cards.printable(club) if not chosen or str(person.pk) in chosen]
    sheet = [(person, return_links.address(person)) for person in wanted]
    about = {"club": club, "sheet": sheet, "here_only": is_here_only()}
    return render(request, "accounts/club_cards.html", about)
