// What is typed: the program draws its fields itself, and one hidden input has the browser's keyboard for all of them. It
// always has the text of the field, so that a keyboard can complete, mend and delete words in it; what the keyboard makes
// of the text is written into the field. Lines of one field are lines of the other.

const LINE = "\u2028";

/** Follows what is typed and where the fingers are; `ask` asks the program. Returns what tells that the program
 * has changed by itself, and what knows the input once there is one. */
export function follow(canvas, ask) {
  let input = null;
  let composing = false;
  const fingers = new Set();
  const field = () => {
    const found = ask("field");
    return found && { ...found, text: found.text.replaceAll("\n", LINE) };
  };

  // While a finger is down nothing gets the keys: a keyboard that closes moves the page under the finger, and one that is
  // to open must be asked for by the finger that goes up.
  const patient = (element) => {
    element.focus = (options) => {
      if (fingers.size === 0) {
        HTMLElement.prototype.focus.call(element, { preventScroll: true, ...options });
      }
    };
  };

  /** The input gets what the field has. */
  function show() {
    const found = input && field();
    if (!found) {
      return;
    }
    input.autocapitalize = found.single_line ? "words" : "sentences";
    input.enterKeyHint = found.single_line ? "next" : "enter";
    if (input.value !== found.text) {
      input.value = found.text;
    }
    if (input.selectionStart !== found.from || input.selectionEnd !== found.to) {
      input.setSelectionRange(found.from, found.to);
    }
  }

  /** The field gets what the input has: only what differs is written. */
  function write() {
    const found = field();
    if (!found) {
      input.value = "";
      return;
    }
    const [before, now] = [found.text, input.value];
    const most = Math.min(before.length, now.length);
    let start = 0;
    while (start < most && before[start] === now[start]) {
      start += 1;
    }
    let end = 0;
    while (end < most - start && before[before.length - 1 - end] === now[now.length - 1 - end]) {
      end += 1;
    }
    if (before !== now) {
      const text = now.slice(start, now.length - end).replaceAll(LINE, "\n");
      ask("write", JSON.stringify({ from: start, to: before.length - end, text }));
      // And the cursor is where the keyboard has it.
      ask("write", JSON.stringify({ from: input.selectionStart, to: input.selectionEnd }));
    }
    if (!composing) {
      // The field may have taken less of it.
      show();
    }
  }

  /** The keys are where the program has them. */
  function settle() {
    const wanted = input && field() ? input : canvas;
    if (document.activeElement !== wanted) {
      wanted.focus();
    }
    show();
  }

  patient(canvas);
  // The window's library puts its input before the canvas when the first field gets the keys.
  canvas.before = (made) => {
    input = made;
    input.id = "keyboard";
    input.tabIndex = -1;
    input.autocomplete = "off";
    input.spellcheck = false;
    input.setAttribute("autocorrect", "off");
    patient(input);
    Element.prototype.before.call(canvas, input);
    input.addEventListener("focus", show);
  };

  const down = (event) => {
    // The first of several: whichever was there before is up, whether the page heard of it or not.
    if (event.isPrimary) {
      fingers.clear();
    }
    fingers.add(event.pointerId);
  };
  const up = (event) => {
    fingers.delete(event.pointerId);
    if (fingers.size === 0 && canvas.contains(event.target)) {
      settle();
    }
  };
  // Before the library hears of it, and after.
  addEventListener("pointerdown", down, { capture: true });
  addEventListener("pointerup", up);
  addEventListener("pointercancel", up);
  // Where only this counts as the finger's own wish.
  addEventListener("touchend", (event) => fingers.size === 0 && canvas.contains(event.target) && settle());
  addEventListener("blur", () => fingers.clear());

  // The library would take each piece that is typed for something new.
  const instead = (kind, act) =>
    addEventListener(
      kind,
      (event) => {
        if (event.target === input) {
          event.stopImmediatePropagation();
          act(event);
        }
      },
      { capture: true },
    );
  instead("input", write);
  instead("compositionstart", () => (composing = true));
  instead("compositionupdate", () => {});
  instead("compositionend", () => {
    composing = false;
    write();
  });
  instead("beforeinput", (event) => {
    if (event.inputType === "insertLineBreak") {
      event.preventDefault();
      for (const kind of ["keydown", "keyup"]) {
        input.dispatchEvent(new KeyboardEvent(kind, { key: "Enter", bubbles: true, cancelable: true }));
      }
    }
  });
  document.addEventListener("selectionchange", () => {
    const found = document.activeElement === input && !composing && field();
    const [from, to] = [input?.selectionStart, input?.selectionEnd];
    if (found && found.text === input.value && (found.from !== from || found.to !== to)) {
      ask("write", JSON.stringify({ from, to }));
    }
  });
  return { painted: () => composing || show(), keyboard: () => input };
}
