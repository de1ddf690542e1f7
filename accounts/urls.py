"""Addresses of people and clubs; allauth's own pages live under /accounts/."""

from django.urls import include, path

from accounts import club_views, views

own = [
    path("guest/", views.guest, name="guest"),
    path("back/<str:token>/", views.back, name="back"),
    path("me/", views.me, name="me"),
    path("settings/", views.settings, name="settings"),
    path("settings/return-link/", views.return_link, name="return_link"),
    path("settings/my-data/", views.my_data, name="my_data"),
    path("settings/delete/", views.goodbye, name="goodbye"),
    path("clubs/", club_views.index, name="clubs"),
    path("clubs/new/", club_views.found, name="club_found"),
    path("clubs/join/<slug:secret>/", club_views.join, name="club_join"),
    path("clubs/<slug:slug>/", club_views.club, name="club"),
    path("clubs/<slug:slug>/edit/", club_views.edit, name="club_edit"),
    path("clubs/<slug:slug>/invite/", club_views.invite, name="club_invite"),
    path("clubs/<slug:slug>/leave/", club_views.leave, name="club_leave"),
    path("clubs/<slug:slug>/members/", club_views.members, name="club_members"),
    path("clubs/<slug:slug>/members/<int:number>/", club_views.member, name="club_member"),
    path("clubs/<slug:slug>/cards/", club_views.print_cards, name="club_cards"),
]

urlpatterns = [
    path("", include((own, "accounts"))),
    # Before Django's view at the same address: the choice is also kept with the person.
    path("language/setlang/", views.language, name="set_language"),
    path("accounts/signup/", views.SignUp.as_view(), name="account_signup"),
    path("accounts/", include("allauth.urls")),
]
