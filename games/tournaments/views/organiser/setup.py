"""All tournaments, a new one, its settings and its helpers."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.permissions import PersonRequest, account_required, person_required
from games.engine.contract import Refused
from games.tournaments import event_codes, event_names, queries, refusals, services
from games.tournaments.forms import TournamentForm
from games.tournaments.models import Helper, Tournament
from games.tournaments.views.organiser.permissions import DeskRequest, at_desk, back, number, sorry, text

get_or_post = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@require_safe
def all_tournaments(request: HttpRequest) -> HttpResponse:
    """My tournaments, those of my clubs, and those open to everybody."""
    person = request.user if isinstance(request.user, User) else None
    context = {"lists": queries.lists(person), "questions": queries.questions(person) if person else ()}
    return render(request, "tournaments/list.html", context)


@require_POST
@person_required
def answer(request: PersonRequest, request_id: int) -> HttpResponse:
    """I say whether an entry is mine."""
    yes = request.POST.get("answer") == "yes"
    try:
        entry = services.answer_link(request_id, request.user, yes=yes)
        if yes:
            return redirect("tournaments:me", entry.tournament.code)
        messages.success(request, _("You are not linked to this entry."))
    except Refused as refused:
        messages.error(request, refusals.refusal(refused))
    return redirect("tournaments:list")


@get_or_post
@account_required
def new(request: PersonRequest) -> HttpResponse:
    """A new tournament. Only a name is asked, and one is proposed; everything else is folded away."""
    form = TournamentForm(request.POST or None, person=request.user, club=request.GET.get("club", ""))
    if request.method == "POST" and form.is_valid():
        try:
            code = event_codes.read(text(request, "code", 100))
            made = services.create(
                request.user, form.chosen_game, options=form.options, code=code, **form.settings
            )
            messages.success(request, _("The tournament is set up. Now enter the people."))
            return redirect("tournaments:desk-people", made.code)
        except Refused as refused:
            form.add_error(None, refusals.refusal(refused))
    return render(request, "tournaments/form.html", {"form": form, "offered": event_codes.offer()})


@require_POST
@at_desk()
def again(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Same again: a new tournament today with the people and the settings of this one."""
    day = timezone.localdate()
    try:
        made = services.same_again(
            tournament,
            request.user,
            name=event_names.next_name(tournament, day),
            day=day,
            code=event_codes.read(text(request, "code", 100)),
        )
    except Refused as refused:
        sorry(request, refused)
        return back("desk", tournament)
    messages.success(request, _("Same again: its people are expected. Mark them as they come."))
    return back("desk-people", made)


@get_or_post
@at_desk()
def settings(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """All settings until the first seating is drawn; after that, all but the game and its options."""
    form = TournamentForm(request.POST or None, person=request.user, tournament=tournament)
    if request.method == "POST" and form.is_valid():
        chosen = {} if form.fixed else {"game": form.chosen_game, "options": form.options}
        try:
            services.configure(tournament.pk, request.user, **form.settings, **chosen)
            messages.success(request, _("The settings are saved."))
            return back("desk", tournament)
        except Refused as refused:
            form.add_error(None, refusals.refusal(refused))
    return render(request, "tournaments/form.html", {"form": form, "tournament": tournament})


@get_or_post
@at_desk()
def helpers(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Who helps, and with which rights."""
    if request.method == "POST":
        try:
            if "remove" in request.POST:
                services.remove_helper(tournament.pk, request.user, number(request, "remove"))
            else:
                person = User.objects.named(text(request, "name", 60)).first()
                if person is None:
                    raise Refused("no-account")
                rights = request.POST.get("rights", "")
                services.add_helper(tournament.pk, request.user, person, rights=rights)
        except Refused as refused:
            sorry(request, refused)
        return back("desk-helpers", tournament)
    context = {
        "tournament": tournament,
        "helpers": tournament.helpers.select_related("person").order_by("rights", "person__name"),
        "rights": Helper.Rights,
    }
    return render(request, "tournaments/helpers.html", context)


@get_or_post
@at_desk()
def remove(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Asks before a tournament that was never played is deleted."""
    if request.method == "POST":
        try:
            services.remove(tournament.pk, request.user)
            messages.success(request, _("The tournament is removed."))
            return redirect("tournaments:list")
        except Refused as refused:
            sorry(request, refused)
            return back("desk-settings", tournament)
    return render(request, "tournaments/remove.html", {"tournament": tournament})
