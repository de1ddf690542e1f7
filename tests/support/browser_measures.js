// What a page shows on a screen of this size, measured: returns a list of { fault, px, where, text }.
// `rules` are the lists in browser_measures.py; {me} in a selector is the reader's seat.
(rules) => {
  const found = [];
  const near = 1.5;
  const seat = document.querySelector("#table")?.dataset.seat ?? "";
  const mine = (selector) => selector.replaceAll("{me}", seat);
  const all = (selector) => [...scope.querySelectorAll(mine(selector))];
  const styles = new Map();
  const style = (thing) => {
    if (!styles.has(thing)) styles.set(thing, getComputedStyle(thing));
    return styles.get(thing);
  };
  // Something that lies over everything else is all there is to see.
  const scope = [...document.querySelectorAll("dialog:modal, [popover]:popover-open")].at(-1) ?? document.body;
  const root = document.documentElement;
  const scrolls = (value) => value === "auto" || value === "scroll";

  const told = (thing) => {
    const name = (one) => {
      const part = one.id && !/\d/.test(one.id) ? `#${one.id}` : [...one.classList].slice(0, 2).map((word) => `.${word}`).join("");
      return part || one.localName;
    };
    const names = [];
    for (let one = thing; one && one !== document.body && names.length < 3; one = one.parentElement) names.unshift(name(one));
    return names.join(" ");
  };
  const report = (fault, px, thing, text = "") => found.push({
    fault, px: Math.round(px * 10) / 10, where: typeof thing === "string" ? thing : told(thing),
    text: text.trim().replace(/\s+/g, " ").slice(0, 40),
  });

  // Clipped to nothing means: only for ears.
  const seen = new Map();
  const forEars = (thing) => {
    if (!thing || thing === document.body) return false;
    if (!seen.has(thing)) seen.set(thing, style(thing).clipPath === "inset(50%)" || forEars(thing.parentElement));
    return seen.get(thing);
  };
  const visible = (thing) => thing.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !thing.closest(rules.unseen) && !forEars(thing);
  const exempt = (thing, list) => list.some(([selector]) => thing.closest(mine(selector)));

  // The ancestors that cut off what sticks out of them, and how: at which edges, and whether one may scroll there.
  const clips = new Map();
  const clippers = (thing) => {
    if (clips.has(thing)) return clips.get(thing);
    const list = [];
    let position = style(thing).position;
    for (let one = thing.parentElement; one && one !== root; one = one.parentElement) {
      const own = style(one);
      const holds = own.transform !== "none" || own.containerType !== "normal" || /layout|paint|strict|content/.test(own.contain);
      if (position === "fixed" && !holds) continue;
      if (position === "absolute" && own.position === "static" && !holds) continue;
      position = own.position;
      if (one !== document.body && (own.overflowX !== "visible" || own.overflowY !== "visible")) list.push(one);
    }
    clips.set(thing, list);
    return list;
  };
  const layerOf = (thing) => {
    for (let one = thing; one && one !== document.body; one = one.parentElement) {
      if (["fixed", "sticky"].includes(style(one).position)) return one;
    }
    return null;
  };
  const pageScrolls = root.scrollHeight > innerHeight + 1 && style(root).overflowY !== "hidden";

  // Wider than the screen.
  if (root.scrollWidth > innerWidth) {
    let widest = null;
    for (const thing of scope.querySelectorAll("*")) {
      const right = thing.getBoundingClientRect().right;
      if (right > innerWidth + 1 && visible(thing) && !clippers(thing).length && right > (widest?.[1] ?? 0)) widest = [thing, right];
    }
    report("wider than the screen", root.scrollWidth - innerWidth, widest?.[0] ?? root);
  }

  // Parts that must be pushed sideways to be read.
  for (const thing of scope.querySelectorAll("*")) {
    const over = thing.scrollWidth - thing.clientWidth;
    if (over > 1 && scrolls(style(thing).overflowX) && visible(thing) && !exempt(thing, rules.sideways)) report("hidden sideways", over, thing, thing.textContent);
  }

  // Numbers and the things that carry them.
  for (const [selector, floor, how] of rules.numbers) {
    for (const thing of all(selector)) {
      if (!visible(thing)) continue;
      const box = thing.getBoundingClientRect();
      // A sheet is 8.56 spaces wide with its margin; a number that is text may be narrow.
      const px = { cell: box.width / 8.56, text: box.height, box: Math.min(box.width, box.height) }[how];
      if (px < floor - 0.5) report(`number under ${floor} px`, px, thing, thing.textContent || thing.ariaLabel || "");
    }
  }

  // Targets for fingers: large enough, and nothing lies over them.
  const targets = all("a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0'], [role=button]");
  const hit = (thing, box) => {
    const points = [[.5, .5], [.2, .3], [.8, .3], [.2, .7], [.8, .7]].map(([x, y]) => [box.left + box.width * x, box.top + box.height * y]);
    const inside = points.filter(([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight);
    for (const [x, y] of inside) {
      const top = document.elementFromPoint(x, y);
      if (top && !thing.contains(top) && !top.contains(thing) && !top.closest("label")?.contains(thing)) return top;
    }
    return inside.length ? null : undefined;
  };
  for (const thing of targets) {
    if (!visible(thing) || thing.disabled) continue;
    const label = ["radio", "checkbox"].includes(thing.type) ? thing.labels[0] : null;
    const own = thing.getBoundingClientRect();
    const wide = label?.getBoundingClientRect() ?? own;
    const width = Math.max(own.width, wide.width), height = Math.max(own.height, wide.height);
    if (Math.min(width, height) <= 2) continue;
    const inSentence = style(thing).display === "inline";
    if (!inSentence && !exempt(thing, rules.small_targets) && Math.min(width, height) < rules.target - 0.5) {
      report(`target under ${rules.target} px`, Math.min(width, height), thing, thing.textContent || thing.ariaLabel || thing.name || "");
    }
    if (inSentence || exempt(thing, rules.covered_targets)) continue;
    const touched = label && wide.width * wide.height > own.width * own.height ? label : thing;
    let over = hit(touched, touched.getBoundingClientRect());
    if (over || over === undefined) {
      const before = [scrollX, scrollY];
      const moved = clippers(touched).map((one) => [one, one.scrollLeft, one.scrollTop]);
      touched.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
      over = hit(touched, touched.getBoundingClientRect());
      for (const [one, left, top] of moved) { one.scrollLeft = left; one.scrollTop = top; }
      scrollTo(...before);
      if (over) report("covered target", 0, thing, `${thing.textContent || thing.ariaLabel || ""} under ${told(over)}`);
      else if (over === undefined) report("target out of reach", 0, thing, thing.textContent || thing.ariaLabel || "");
    }
  }

  // The buttons that play: always whole on the screen, without scrolling.
  for (const selector of rules.play_buttons) {
    for (const thing of all(selector)) {
      if (!visible(thing)) continue;
      const box = thing.getBoundingClientRect();
      const out = Math.max(-box.left, -box.top, box.right - innerWidth, box.bottom - innerHeight, 0);
      if (out > 0.5) report("play button cut off", out, thing, thing.textContent);
    }
  }

  // Every line of text, and every picture that may not be printed over.
  const lines = [];
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const thing = node.parentElement;
    if (!node.data.trim() || !thing || thing.closest("svg, option, script, style, template") || !visible(thing)) continue;
    const own = style(thing);
    if (parseFloat(own.fontSize) === 0) continue;
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width < 2 || box.height < 2) continue;
      // The ink is lower than the line: without the room above capitals and below the baseline's tails.
      const ink = box.height * 0.2;
      lines.push({ thing, text: node.data, left: box.left, right: box.right, top: box.top + ink, bottom: box.bottom - ink, size: parseFloat(own.fontSize) });
    }
  }
  const small = new Set();
  for (const line of lines) {
    if (line.size < rules.text - 0.1 && !exempt(line.thing, rules.small_texts) && !small.has(line.thing)) {
      small.add(line.thing);
      report(`text under ${rules.text} px`, line.size, line.thing, line.text);
    }
  }
  const cut = (line) => {
    const layer = layerOf(line.thing);
    const chain = clippers(line.thing);
    for (const one of [line.thing, ...chain]) {
      const own = style(one);
      if (one === line.thing && own.overflowX === "visible" && own.overflowY === "visible") continue;
      const box = one.getBoundingClientRect();
      const across = Math.max(box.left - line.left, line.right - box.right), down = Math.max(box.top - line.top, line.bottom - box.bottom);
      if (across > near && !scrolls(own.overflowX) && own.overflowX !== "visible") return ["across", across];
      if (down > near && !scrolls(own.overflowY) && own.overflowY !== "visible") return ["down", down];
      // What has been scrolled out of sight is neither clipped nor in anybody's way.
      if (scrolls(own.overflowX) || scrolls(own.overflowY)) {
        line.left = Math.max(line.left, box.left); line.right = Math.min(line.right, box.right);
        line.top = Math.max(line.top, box.top); line.bottom = Math.min(line.bottom, box.bottom);
        if (line.left >= line.right || line.top >= line.bottom) { line.gone = true; return null; }
      }
    }
    const reach = layer && style(layer).position === "fixed" ? innerHeight : Math.max(innerHeight, root.scrollHeight) - scrollY;
    if (line.bottom > reach + near) return ["below the screen", line.bottom - reach];
    if (line.top < -scrollY - near && !layer) return ["above the screen", -line.top];
    if (line.right > innerWidth + near || line.left < -near) return ["beside the screen", Math.max(line.right - innerWidth, -line.left)];
    return null;
  };
  const shown = [];
  for (const line of lines) {
    if (exempt(line.thing, rules.clipped)) continue;
    const how = cut(line);
    if (how) report(`text clipped ${how[0]}`, how[1], line.thing, line.text);
    else if (!line.gone) shown.push(line);
  }
  for (const thing of all(rules.pictures)) {
    if (!visible(thing) || parseFloat(style(thing).fontSize) === 0) continue;
    const box = thing.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const picture = { thing, picture: true, text: thing.ariaLabel ?? "", left: box.left, right: box.right, top: box.top, bottom: box.bottom };
    // A goal's need stands in its foot, the lowest fifth.
    if (thing.matches('.goal:is([data-size="zone"], [data-size="strip"])')) picture.bottom -= box.height * 0.2;
    const how = cut(picture);
    if (how) report(`picture clipped ${how[0]}`, how[1], thing, picture.text);
    else if (!picture.gone) shown.push(picture);
  }
  for (const one of shown) { one.layer = pageScrolls ? layerOf(one.thing) : null; one.room = clippers(one.thing).find((box) => scrolls(style(box).overflowY) && box.scrollHeight > box.clientHeight + 1) ?? null; }
  shown.sort((one, other) => one.top - other.top);
  const pairs = new Set();
  for (let first = 0; first < shown.length; first++) {
    const one = shown[first];
    for (let second = first + 1; second < shown.length && shown[second].top < one.bottom - near; second++) {
      const other = shown[second];
      if (one.thing === other.thing || one.layer !== other.layer) continue;
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (across < 2.5 || down < 2.5) continue;
      if (one.picture && one.thing.contains(other.thing)) continue;
      if (other.picture && other.thing.contains(one.thing)) continue;
      if (rules.may_overlap.some(([a, b]) => (one.thing.closest(a) && other.thing.closest(b)) || (one.thing.closest(b) && other.thing.closest(a)))) continue;
      const names = `${told(one.thing)} / ${told(other.thing)}`;
      if (pairs.has(names)) continue;
      pairs.add(names);
      report(one.picture && other.picture ? "pictures overlap" : one.picture || other.picture ? "picture and text overlap" : "text overprinted",
        Math.min(across, down), names, `${one.text.trim()} | ${other.text.trim()}`);
    }
  }

  // Live hints, where the state promises them: [what, selector, how many at least].
  for (const [what, selector, least] of rules.hints) {
    const there = all(selector).filter((thing) => visible(thing) && (thing.textContent.trim() || thing.childElementCount));
    if (there.length < least) report(`missing: ${what}`, there.length, mine(selector));
  }
  return found;
}
