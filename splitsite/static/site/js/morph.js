// Makes a part of the page equal to new HTML by changing only what differs. A reveal changes a few cards of a table
// full of them; drawing them all anew took a slow phone most of a second.
(() => {
  "use strict";

  const KEYS = ["id", "data-zone", "data-of", "data-goal", "href"];

  // Whether one can become the other: things that name themselves never become another thing.
  const alike = (mine, next) => mine.nodeName === next.nodeName
    && (mine.nodeType !== Node.ELEMENT_NODE || KEYS.every((key) => mine.getAttribute(key) === next.getAttribute(key)));

  function children(mine, next) {
    let here = mine.firstChild;
    for (const wanted of [...next.childNodes]) {
      let found = here;
      while (found && !alike(found, wanted)) found = found.nextSibling;
      if (!found) {
        mine.insertBefore(wanted, here);
        continue;
      }
      here = cut(here, found).nextSibling;
      if (!found.isEqualNode(wanted)) become(found, wanted);
    }
    cut(here, null);
  }

  // Takes away what stands from here up to there.
  function cut(here, there) {
    while (here !== there) {
      const gone = here;
      here = here.nextSibling;
      gone.remove();
    }
    return there;
  }

  function become(mine, next) {
    if (mine.nodeType !== Node.ELEMENT_NODE) {
      mine.data = next.data;
      return;
    }
    for (const { name, value } of next.attributes) if (mine.getAttribute(name) !== value) mine.setAttribute(name, value);
    for (const { name } of [...mine.attributes]) if (!next.hasAttribute(name)) mine.removeAttribute(name);
    children(mine, next);
  }

  window.morph = (part, html) => {
    const next = document.createElement("template");
    next.innerHTML = html;
    children(part, next.content);
  };
})();
