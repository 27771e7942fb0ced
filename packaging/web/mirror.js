// What a screen reader is told: elements that mirror the program's own, laid over the canvas where those are painted. Each
// is called, valued and read in the order of the program; what is done to it, the program does. Whoever needs none of this
// never has it: it is off until it is asked for.

/** How long changes are gathered, in milliseconds. */
const GATHER = 60;
/** Roles that are pressed, chosen or written into. */
const HANDLED = new Set(["button", "checkbox", "radio", "switch", "tab", "slider", "listitem"]);

/** Mirrors the program beside the canvas. `ask` asks it, `keyboard` is the input that has the browser's keyboard, once there
 * is one. Returns what tells of a change. */
export function mirror(canvas, ask, keyboard, name) {
  const root = document.createElement("div");
  root.id = "mirror";
  root.tabIndex = -1;
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", name);
  const live = document.createElement("div");
  live.className = "unseen";
  live.setAttribute("role", "status");
  const head = document.createElement("header");
  head.className = "unseen";
  head.append(document.createElement("h1"));
  head.firstElementChild.textContent = name;
  canvas.after(head, root, live);
  root.focus({ preventScroll: true });
  canvas.setAttribute("aria-hidden", "true");
  const known = new Map();
  let [shown, gathering, following, focused] = ["", 0, false, []];
  const spoken = new Map();

  const act = (id, what, more = {}) => ask("act", JSON.stringify({ id, what, ...more }));
  const put = (element, attribute, value) => {
    if (value === undefined || value === null) {
      element.removeAttribute(attribute);
    } else if (element.getAttribute(attribute) !== String(value)) {
      element.setAttribute(attribute, value);
    }
  };

  /** The element of a node, made where there is none of its kind yet. */
  function element(node) {
    const old = known.get(node.id);
    if (old?.dataset.role === node.role && old.dataset.presses === String(node.can.press)) {
      return old;
    }
    const made = document.createElement("div");
    made.dataset.role = node.role;
    made.dataset.presses = node.can.press;
    if (node.role === "textbox") {
      const input = document.createElement("input");
      input.tabIndex = -1;
      input.addEventListener("input", () => act(node.id, "write", { text: input.value }));
      made.append(input);
    } else if (node.can.press) {
      made.addEventListener("click", (event) => {
        event.stopPropagation();
        act(node.id, "press");
      });
    }
    known.set(node.id, made);
    return made;
  }

  /** The role as ARIA has it, where it needs no other around it. */
  function role(node) {
    if (node.role === "tab") {
      return "button";
    }
    if (node.role === "listitem") {
      return node.can.press ? "button" : "group";
    }
    if (node.role === "text") {
      return node.inside?.length ? "group" : null;
    }
    return node.role || (node.inside?.length ? "group" : null);
  }

  function fill(made, node, from) {
    const { properties } = node;
    const label = properties.label ?? "";
    const is = role(node);
    if (node.role === "textbox") {
      const input = made.firstElementChild;
      put(input, "aria-label", label);
      put(input, "placeholder", properties.placeholder);
      if (input.value !== (properties.value ?? "")) {
        input.value = properties.value ?? "";
      }
      // What has the keys is written into by the browser's own keyboard, which stands in its place.
      const lent = node.has_keys ? keyboard() : null;
      input.hidden = Boolean(lent);
      put(made, "aria-owns", lent ? "keyboard" : undefined);
      if (lent) {
        put(lent, "aria-label", label);
      }
    } else if (is === null && label) {
      if (made.textContent !== label) {
        made.textContent = label;
      }
    } else {
      put(made, "role", is);
      put(made, "aria-label", label || undefined);
      put(made, "tabindex", HANDLED.has(node.role) && is !== "group" ? -1 : undefined);
    }
    put(made, "aria-description", is ? properties.description : undefined);
    put(made, "aria-disabled", properties.enabled === "false" ? "true" : undefined);
    const checks = ["checkbox", "radio", "switch"].includes(is);
    put(made, "aria-checked", checks ? properties.checked === "true" : undefined);
    put(made, "aria-pressed", is === "button" && properties.checkable === "true" ? properties.checked === "true" : undefined);
    put(made, "aria-current", is === "button" && properties.selected === "true" ? "true" : undefined);
    put(made, "aria-expanded", properties.expandable === "true" ? properties.expanded === "true" : undefined);
    if (is === "slider") {
      put(made, "aria-valuenow", properties.value);
      put(made, "aria-valuetext", properties.value);
      put(made, "aria-valuemin", properties.least);
      put(made, "aria-valuemax", properties.most);
    }
    const [left, top, width, height] = node.place;
    Object.assign(made.style, { left: `${left - from[0]}px`, top: `${top - from[1]}px`, width: `${width}px`, height: `${height}px` });
    if (node.has_keys) {
      focused = [node, made];
    }
  }

  /** Nothing that is pressed has anything inside that is read by itself: that follows it. */
  const closed = (node) => node.can.press || node.role === "textbox" || node.role === "img" || (node.role === "text" && !node.inside);

  /** Puts these into `into`, in this order, and takes away what is no longer there. */
  function lay(into, nodes, from) {
    const laid = (node) => {
      if (!node.properties.label && !node.inside && !node.can.press && !node.can.write) {
        return [];
      }
      const made = element(node);
      fill(made, node, from);
      const inside = node.inside ?? [];
      if (closed(node)) {
        return [made, ...inside.flatMap(laid)];
      }
      lay(made, inside, node.place);
      return [made];
    };
    const wanted = nodes.flatMap(laid);
    wanted.forEach((made, at) => {
      if (into.children[at] !== made) {
        into.insertBefore(made, into.children[at] ?? null);
      }
    });
    while (into.children.length > wanted.length) {
      into.lastElementChild.remove();
    }
  }

  function each(node, visit) {
    visit(node);
    node.inside?.forEach((inner) => each(inner, visit));
  }

  function update() {
    gathering = 0;
    const now = ask("tree");
    const text = JSON.stringify(now);
    if (!now || text === shown) {
      return;
    }
    shown = text;
    focused = [];
    lay(root, now.inside ?? [], [0, 0]);
    const here = new Set();
    const changes = [];
    each(now, (node) => {
      here.add(node.id);
      if (node.properties.live && node.properties.live !== "off") {
        if (node.properties.label && spoken.get(node.id) !== node.properties.label) {
          changes.push(node.properties.label);
        }
        spoken.set(node.id, node.properties.label);
      }
    });
    for (const kept of [known, spoken]) {
      [...kept.keys()].filter((id) => !here.has(id)).forEach((id) => kept.delete(id));
    }
    // Where no field has the keys, there is no keyboard to be read either.
    if (keyboard() && keyboard() !== document.activeElement) {
      put(keyboard(), "aria-hidden", focused[0]?.role === "textbox" ? undefined : "true");
    }
    if (changes.length) {
      live.textContent = changes.join(" ");
    }
    follow();
  }

  /** The browser's focus is where the program's is. */
  function follow() {
    const [node, made] = focused;
    const wanted = node?.role === "textbox" && keyboard() ? keyboard() : (made ?? root);
    if (document.activeElement !== wanted && (root.contains(document.activeElement) || [canvas, document.body, keyboard()].includes(document.activeElement))) {
      following = true;
      wanted.focus({ preventScroll: true });
      following = false;
    }
  }

  // Somebody has moved the screen reader's focus.
  root.addEventListener("focusin", (event) => {
    if (!following && event.target !== root) {
      const id = [...known].find(([, made]) => made === event.target || (made.dataset.role === "textbox" && made.contains(event.target)))?.[0];
      if (id !== undefined) {
        act(id, "focus");
      }
    }
  });
  // The keys are the program's, wherever the focus is shown.
  for (const kind of ["keydown", "keyup"]) {
    root.addEventListener(kind, (event) => {
      if (event.target.localName !== "input") {
        event.preventDefault();
        event.stopPropagation();
        canvas.dispatchEvent(new KeyboardEvent(kind, event));
      }
    });
  }
  // The program does not lose the keys while the mirror has them for it.
  addEventListener("blur", (event) => event.target === canvas && event.stopImmediatePropagation(), { capture: true });
  canvas.addEventListener("focus", () => setTimeout(follow));

  const changed = () => (gathering ||= setTimeout(update, GATHER));
  changed();
  return changed;
}
