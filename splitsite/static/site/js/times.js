// Shows times in the reader's own time zone, and tells forms which one that is. Without this script: UTC.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const page = document.documentElement.lang;
// The reader's regional variant of the page's language, if there is one: 16 Nov 2026 or Nov 16, 2026.
const language = navigator.languages.find((one) => one.split("-")[0] === page) ?? page;

function showTimes() {
  for (const moment of document.querySelectorAll("time[data-local]")) {
    const shape = moment.dataset.local === "day" ? { dateStyle: "medium" } : { dateStyle: "medium", timeStyle: "short" };
    moment.textContent = new Intl.DateTimeFormat(language, shape).format(new Date(moment.dateTime));
  }
}
showTimes();
for (const shown of ["htmx:after:swap", "live:shown"]) document.addEventListener(shown, showTimes);
for (const field of document.querySelectorAll("input[data-zone]")) field.value = zone;
