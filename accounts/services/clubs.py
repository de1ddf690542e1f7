"""Every write to a club, with the rule that says who may do it."""

from django.db import transaction
from django.utils import timezone

from accounts.models import Club, Membership, User, new_secret

Role = Membership.Role
MOST_OWNED = 20


class Refused(Exception):
    """A refusal; the code says why, and the views have the words."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def _lock(club: Club) -> Club:
    """Locks the club's row while its members change, so that there is always exactly one owner."""
    return Club.objects.select_for_update(no_key=True, of=("self",)).get(pk=club.pk)


def membership(club: Club, user: User) -> Membership | None:
    return Membership.objects.filter(club=club, user=user).select_related("user", "club").first()


def _standing(club: Club, user: User) -> Membership:
    found = membership(club, user)
    if found is None or club.closed_at is not None:
        raise Refused("stranger")
    return found


def _organiser(club: Club, user: User) -> Membership:
    found = _standing(club, user)
    if not found.organises:
        raise Refused("organisers_only")
    return found


def _owner(club: Club, user: User) -> Membership:
    found = _standing(club, user)
    if not found.owns:
        raise Refused("owner_only")
    return found


def _leader(person: User) -> None:
    """Whoever runs a club needs an account with a password: others can print a login card."""
    if person.is_guest:
        raise Refused("account_needed")
    if person.return_secret:
        raise Refused("password_needed")


def found(owner: User, *, name: str, **more: str | bool) -> Club:
    """A new club. `more` may be its place, about, public and rates_paper."""
    _leader(owner)
    if Membership.objects.filter(user=owner, role=Role.OWNER, club__closed_at=None).count() >= MOST_OWNED:
        raise Refused("too_many_clubs")
    with transaction.atomic():
        club = Club.objects.create(name=name, **more)
        Membership.objects.create(club=club, user=owner, role=Role.OWNER)
    return club


def describe(actor: User, club: Club, **fields: str | bool) -> None:
    _organiser(club, actor)
    Club.objects.filter(pk=club.pk).update(**fields)


def renew_invite(actor: User, club: Club) -> None:
    _organiser(club, actor)
    Club.objects.filter(pk=club.pk).update(invite_secret=new_secret())


def close_invite(actor: User, club: Club) -> None:
    _organiser(club, actor)
    Club.objects.filter(pk=club.pk).update(invite_secret="")


def invited_to(secret: str) -> Club | None:
    return Club.objects.filter(invite_secret=secret, closed_at=None).first() if secret else None


def join(club: Club, user: User, *, secret: str) -> None:
    with transaction.atomic():
        locked = _lock(club)
        if not secret or locked.invite_secret != secret or locked.closed_at is not None:
            raise Refused("invite_closed")
        Membership.objects.get_or_create(club=club, user=user)


def add_by_card(actor: User, club: Club, person: User) -> Membership:
    """Add a member made by an organiser, who may print this person's login card."""
    _organiser(club, actor)
    return Membership.objects.create(club=club, user=person, by_card=True)


def leave(user: User, club: Club) -> None:
    with transaction.atomic():
        _lock(club)
        if _standing(club, user).owns:
            raise Refused("owner_stays")
        Membership.objects.filter(club=club, user=user).delete()


def remove(actor: User, club: Club, person: User) -> None:
    """Organisers may remove members, the owner may also remove organisers, and nobody removes the owner."""
    with transaction.atomic():
        _lock(club)
        mine, theirs = _organiser(club, actor), _standing(club, person)
        if theirs.owns:
            raise Refused("owner_stays")
        if theirs.organises and not mine.owns:
            raise Refused("owner_only")
        theirs.delete()


def set_role(actor: User, club: Club, person: User, *, role: str) -> None:
    if role not in (Role.ORGANISER, Role.MEMBER):
        raise Refused("unknown_role")
    with transaction.atomic():
        _lock(club)
        _owner(club, actor)
        theirs = _standing(club, person)
        if theirs.owns:
            raise Refused("owner_stays")
        if role == Role.ORGANISER:
            _leader(theirs.user)
        theirs.role = role
        theirs.save(update_fields=["role"])


def hand_over(actor: User, club: Club, person: User) -> None:
    """The owner makes another member the owner and stays as organiser."""
    with transaction.atomic():
        _lock(club)
        mine, theirs = _owner(club, actor), _standing(club, person)
        _leader(theirs.user)
        if mine.pk != theirs.pk:
            _pass_ownership(mine, theirs)


def _pass_ownership(giver: Membership, taker: Membership) -> None:
    # Never two owners at once, not even between two statements.
    Membership.objects.filter(pk=giver.pk).update(role=Role.ORGANISER)
    Membership.objects.filter(pk=taker.pk).update(role=Role.OWNER)


def close(actor: User, club: Club) -> None:
    """Closes the club for everybody; its row stays for the events that were played in it."""
    with transaction.atomic():
        _lock(club)
        _owner(club, actor)
        _shut(club)


def _shut(club: Club) -> None:
    Club.objects.filter(pk=club.pk).update(closed_at=timezone.now(), invite_secret="", public=False)


# Actions of staff in the admin, where the club's own roles do not apply.


def staff_describes(club: Club, **fields: str | bool) -> None:
    Club.objects.filter(pk=club.pk).update(**fields)


def staff_closes(club: Club) -> None:
    with transaction.atomic():
        _lock(club)
        _shut(club)


def staff_removes(place: Membership) -> None:
    with transaction.atomic():
        _lock(place.club)
        place.refresh_from_db()
        if place.owns:
            raise Refused("owner_stays")
        place.delete()


def staff_hands_over(place: Membership) -> None:
    with transaction.atomic():
        _lock(place.club)
        place.refresh_from_db()
        owner = Membership.objects.filter(club=place.club, role=Role.OWNER).first()
        if place.owns or owner is None:
            raise Refused("owner_stays")
        _leader(User.objects.get(pk=place.user_id))
        _pass_ownership(owner, place)


def heir(club: Club, leaver: User) -> Membership | None:
    """The next owner when the owner's account is deleted: the oldest organiser, else the oldest account.

    Never one with a login card: others could print it.
    """
    accounts = User.objects.accounts().filter(is_active=True, return_secret="").exclude(pk=leaver.pk)
    others = Membership.objects.filter(club=club, user__in=accounts)
    organisers = others.filter(role=Role.ORGANISER)
    return organisers.order_by("joined", "pk").first() or others.order_by("joined", "pk").first()


def leave_all(user: User) -> None:
    """Before an account is deleted: hand over its clubs, or close those where nobody is left."""
    for place in Membership.objects.filter(user=user).select_related("club").order_by("club_id"):
        _lock(place.club)
        place.refresh_from_db()
        if place.owns:
            taker = heir(place.club, user)
            if taker:
                _pass_ownership(place, taker)
            else:
                _shut(place.club)
        place.delete()
