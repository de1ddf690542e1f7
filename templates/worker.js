{% load static %}// Shows a page of ours where the browser would show its own, when there is no network. Nothing else is kept:
// every page holds what is somebody's own, and comes from the site or not at all.
"use strict";

const PAGE = "{% url "offline" %}?language={{ language|escapejs }}";
const FILES = new Set([
  "{% static "site/css/site.css" %}",
  "{% static "site/js/offline.js" %}",
  "{% static "site/fonts/commissioner-latin.woff2" %}",
  "{% static "site/fonts/piazzolla-latin.woff2" %}",{% if language == "ru" %}
  "{% static "site/fonts/commissioner-russian.woff2" %}",
  "{% static "site/fonts/piazzolla-russian.woff2" %}",{% endif %}
  "{% static "site/icons/favicon.svg" %}",
]);
const KEPT = `offline ${PAGE} ${[...FILES].join(" ")}`;

self.addEventListener("install", (event) => {
  const asked = [PAGE, ...FILES].map((path) => new Request(path, { credentials: "omit" }));
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(asked)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
    // The page is asked for while the worker still wakes up: it costs no time.
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate" && request.method === "GET") {
    event.respondWith((async () => {
      try {
        return (await event.preloadResponse) ?? await fetch(request);
      } catch {
        return (await caches.match(PAGE)) ?? Response.error();
      }
    })());
  } else if (FILES.has(new URL(request.url).pathname)) {
    event.respondWith(caches.match(request.url).then((file) => file ?? fetch(request)));
  }
});
