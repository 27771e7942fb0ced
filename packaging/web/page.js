// What the page does before the program runs and around it. Nothing is fetched but the program itself.

const WORDS = {
  en: {
    loading: "Loading…",
    elsewhere: "Tablet of Truth is open in another tab. It opens here as soon as that one is closed.",
    storage: "This browser lets the page keep nothing. Allow it to store data, then load it again: without that no game would be safe.",
    old: "This page needs a secure address (https) and a browser of 2022 or later.",
    failed: "The program has stopped. Every game that was saved is kept.",
    memory: "This device has no memory left for the page. Every game that was saved is kept. Close other tabs and programs, then load it again.",
    again: "Load again",
    read: "Turn the screen reader support on",
    unread: "Turn the screen reader support off",
    here: "Use it here",
    unsaved: "The other tab has taps that it could not save. Save them there first.",
    graphics: "This browser cannot draw the page: it has no WebGL. Switch hardware acceleration on, or use another browser.",
    lost: "The browser took the page’s drawing surface away. Every game that was saved is kept.",
    damaged: "The program could not be loaded. Are you connected? Load it again: what was kept of it is fetched anew.",
  },
  de: {
    loading: "Wird geladen …",
    elsewhere: "Tablet of Truth ist in einem anderen Tab offen. Sobald der geschlossen ist, öffnet es sich hier.",
    storage: "Dieser Browser lässt die Seite nichts speichern. Erlaube ihr das und lade sie neu: Sonst wäre keine Partie sicher.",
    old: "Diese Seite braucht eine sichere Adresse (https) und einen Browser von 2022 oder später.",
    failed: "Das Programm ist stehen geblieben. Jede gespeicherte Partie ist noch da.",
    memory: "Dieses Gerät hat keinen Arbeitsspeicher mehr für die Seite. Jede gespeicherte Partie ist noch da. Schließe andere Tabs und Programme, dann lade neu.",
    again: "Neu laden",
    read: "Screenreader-Unterstützung einschalten",
    unread: "Screenreader-Unterstützung ausschalten",
    here: "Hier benutzen",
    unsaved: "Der andere Tab hat Eingaben, die er nicht speichern konnte. Speichere sie erst dort.",
    graphics: "Dieser Browser kann die Seite nicht zeichnen: Ihm fehlt WebGL. Schalte die Hardwarebeschleunigung ein oder nimm einen anderen Browser.",
    lost: "Der Browser hat der Seite ihre Zeichenfläche genommen. Jede gespeicherte Partie ist noch da.",
    damaged: "Das Programm konnte nicht geladen werden. Bist du verbunden? Lade neu: Was davon aufbewahrt war, wird neu geholt.",
  },
  fr: {
    loading: "Chargement…",
    elsewhere: "Tablet of Truth est ouvert dans un autre onglet. Il s’ouvrira ici dès que celui-ci sera fermé.",
    storage: "Ce navigateur ne laisse rien enregistrer à la page. Autorisez-la à le faire, puis rechargez-la : sans cela, aucune partie ne serait à l’abri.",
    old: "Cette page demande une adresse sécurisée (https) et un navigateur de 2022 ou plus récent.",
    failed: "Le programme s’est arrêté. Toutes les parties enregistrées sont conservées.",
    memory: "Cet appareil n’a plus de mémoire pour la page. Toutes les parties enregistrées sont conservées. Fermez d’autres onglets et programmes, puis rechargez.",
    again: "Recharger",
    read: "Activer la prise en charge des lecteurs d’écran",
    unread: "Désactiver la prise en charge des lecteurs d’écran",
    here: "Utiliser ici",
    unsaved: "L’autre onglet a des saisies qu’il n’a pas pu enregistrer. Enregistrez-les d’abord là-bas.",
    graphics: "Ce navigateur ne peut pas dessiner la page : WebGL lui manque. Activez l’accélération matérielle ou prenez un autre navigateur.",
    lost: "Le navigateur a retiré à la page sa surface de dessin. Toutes les parties enregistrées sont conservées.",
    damaged: "Le programme n’a pas pu être chargé. Êtes-vous connecté ? Rechargez : ce qui en était gardé sera téléchargé à nouveau.",
  },
  "pt-BR": {
    loading: "Carregando…",
    elsewhere: "O Tablet of Truth está aberto em outra aba. Ele abre aqui assim que a outra for fechada.",
    storage: "Este navegador não deixa a página guardar nada. Permita isso e recarregue: sem isso nenhuma partida estaria segura.",
    old: "Esta página precisa de um endereço seguro (https) e de um navegador de 2022 ou mais novo.",
    failed: "O programa parou. Todas as partidas salvas continuam guardadas.",
    memory: "Este aparelho não tem mais memória para a página. Todas as partidas salvas continuam guardadas. Feche outras abas e programas e recarregue.",
    again: "Recarregar",
    read: "Ativar o suporte a leitores de tela",
    unread: "Desativar o suporte a leitores de tela",
    here: "Usar aqui",
    unsaved: "A outra aba tem toques que não conseguiu salvar. Salve-os lá primeiro.",
    graphics: "Este navegador não consegue desenhar a página: falta o WebGL. Ative a aceleração de hardware ou use outro navegador.",
    lost: "O navegador tirou da página a superfície de desenho. Todas as partidas salvas continuam guardadas.",
    damaged: "Não foi possível carregar o programa. Você está conectado? Recarregue: o que estava guardado dele será buscado de novo.",
  },
};

/** How long waiting goes without a word, in milliseconds. */
const PATIENCE = 400;
/** How long another tab may take to answer; one that sleeps does not. */
const ANSWER = 2500;
/** Less memory than this is none, in pages of 64 KiB. */
const ROOM = 256;
const FOLDER = "tablet-of-truth";
/** Where this copy of the page is; others may be on the same origin. */
const PLACE = new URL("./", import.meta.url);
const version = new URL(import.meta.url).search;
const part = (id) => document.getElementById(id);
const canvas = part("canvas");

const language = (() => {
  const spoken = Object.keys(WORDS);
  for (const wanted of navigator.languages ?? [navigator.language]) {
    const found = spoken.find((code) => code === wanted) ?? spoken.find((code) => code.slice(0, 2) === wanted.slice(0, 2));
    if (found) {
      return found;
    }
  }
  return "en";
})();
const words = WORDS[language];
document.documentElement.lang = language;

let stopped = false;
let unsaved = false;

/** Shows a sentence in place of the program, with a button where there is something to do. */
function say(what, { reason = "", button = "", act = null } = {}) {
  part("message").textContent = what;
  part("reason").textContent = reason;
  part("again").textContent = button;
  part("again").hidden = !button;
  part("again").onclick = act;
  part("progress").hidden = true;
  part("note").hidden = false;
}

function stop(what, reason, act = () => location.reload()) {
  // What happens after the first failure follows from it.
  if (!stopped) {
    stopped = true;
    say(what, { reason, button: words.again, act });
  }
}

/** The window's library leaves the first call into the program by an exception. */
const isMerelyLeaving = (error) => String(error?.message ?? error).includes("Using exceptions for control flow");

/** The program's memory, once it runs. */
let memory = null;

/** Did it end for want of memory? The program itself only stops then, at a place like any other. */
function lacksMemory(error) {
  try {
    if (error instanceof WebAssembly.RuntimeError) {
      memory?.grow(ROOM);
    }
    return /out of memory|allocation failed/i.test(error?.message);
  } catch {
    return true;
  }
}

const end = (error) => stop(lacksMemory(error) ? words.memory : words.failed, String(error?.message ?? error));

// The program has come to an end only where it went wrong itself. A browser that refuses something is no end.
addEventListener("error", ({ error }) => {
  if (!isMerelyLeaving(error) && (error instanceof WebAssembly.RuntimeError || /wasm/.test(error?.stack))) {
    end(error);
  }
});
addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof WebAssembly.RuntimeError) {
    end(event.reason);
  } else {
    event.preventDefault();
    console.warn(event.reason);
  }
});

let awake = false;
let sentinel = null;

async function holdScreen() {
  if (awake && !sentinel && document.visibilityState === "visible") {
    try {
      sentinel = await navigator.wakeLock.request("screen");
      sentinel.addEventListener("release", () => (sentinel = null));
    } catch {
      // A battery that is nearly empty is a reason to refuse; the game goes on without.
    }
  }
  if (!awake && sentinel) {
    sentinel.release();
    sentinel = null;
  }
}

document.addEventListener("visibilitychange", holdScreen);

addEventListener("beforeunload", (event) => {
  if (unsaved) {
    event.preventDefault();
  }
});

const program = {};

/** Keeps a wish for the next visit. */
function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch (error) {
    // A storage that is full: asked for again at the next visit.
    console.warn(error);
  }
}

// Screen readers find a button first of all; a browser does not say whether there is one.
const READER = `${FOLDER}-reader`;
const reader = part("reader");

function offerReader(keyboard) {
  let on = false;
  const turnOn = async () => {
    on = true;
    reader.textContent = words.unread;
    const { mirror } = await import(`./mirror.js${version}`);
    const [tell, changed] = [tabletOfTruth.painted, mirror(canvas, ask, keyboard, document.title)];
    tabletOfTruth.painted = () => {
      tell();
      changed();
    };
  };
  reader.textContent = words.read;
  reader.onclick = async () => {
    remember(READER, on ? "no" : "yes");
    if (on) {
      location.reload();
    } else {
      await turnOn();
    }
  };
  return localStorage.getItem(READER) === "yes" ? turnOn() : null;
}

/** Asks the program, which answers once it runs. */
function ask(question, text = "") {
  const answer = stopped ? undefined : program[question]?.(text);
  return answer === undefined ? null : JSON.parse(answer);
}

// The browser's way back takes the program's steps one by one: each of them is an entry of the tab's history.
const history_ = {
  /** The entries of this page before the one that is shown. */
  at: history.state?.steps ?? 0,
  /** Moves of the page's own, which are no wish to go back. */
  own: 0,

  follow(steps) {
    if (this.own > 0) {
      return;
    }
    while (this.at < steps) {
      this.at += 1;
      history.pushState({ steps: this.at }, "");
    }
    if (this.at > steps) {
      this.own += 1;
      history.go(steps - this.at);
      this.at = steps;
    }
  },
};
let steps = 0;

addEventListener("popstate", (event) => {
  const to = event.state?.steps ?? 0;
  if (history_.own > 0) {
    history_.own -= 1;
  } else if (to < history_.at) {
    history_.at = to;
    ask("back");
  } else {
    // Forward there is nothing.
    history_.at = to;
  }
  history_.follow(steps);
});

// What the system asks of every page. Where nobody has chosen otherwise, its text has this size in pixels.
const usual = CSS.supports("font", "-apple-system-body") ? 17 : 16;
const contrast = matchMedia("(prefers-contrast: more)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

function readWishes() {
  const text = parseFloat(getComputedStyle(part("measure")).fontSize) / usual;
  const wishes = { text, contrast: contrast.matches, still: still.matches };
  if (JSON.stringify(wishes) !== JSON.stringify(tabletOfTruth.wishes)) {
    tabletOfTruth.wishes = wishes;
    ask("look");
  }
}

contrast.addEventListener("change", readWishes);
still.addEventListener("change", readWishes);
addEventListener("resize", readWishes);
document.addEventListener("visibilitychange", readWishes);

// A keyboard of an iPhone lies over the page: what is left of it is the canvas's.
function fit() {
  const seen = visualViewport;
  if (seen && Math.abs(seen.scale - 1) < 0.01) {
    document.documentElement.style.setProperty("--seen", `${seen.height}px`);
    document.documentElement.style.setProperty("--from", `${seen.offsetTop}px`);
  }
}

globalThis.visualViewport?.addEventListener("resize", fit);
globalThis.visualViewport?.addEventListener("scroll", fit);

// The system may take the whole screen back; asked for again, it would refuse.
document.addEventListener("fullscreenchange", () => {
  if (!document.fullscreenElement) {
    ask("leaveBoard");
  }
});
document.exitFullscreen = async () => {
  if (document.fullscreenElement) {
    await Document.prototype.exitFullscreen.call(document);
  }
};

canvas.addEventListener("webglcontextlost", () => stop(words.lost));

// What the program asks the page for.
globalThis.tabletOfTruth = {
  program,
  warnBeforeLeaving: (wanted) => (unsaved = wanted),
  fail: (reason) => stop(words.failed, reason),
  painted: () => {},
  keepAwake: (wanted) => {
    awake = wanted;
    holdScreen();
  },
  stepsBack: (now) => {
    steps = now;
    history_.follow(steps);
    // The program waits for the end of this call.
    queueMicrotask(tellUnkept);
  },
};

/** Says why nothing can be stored, if so. A storage that is full is one, too. */
function storageProblem() {
  try {
    localStorage.getItem(FOLDER);
    return null;
  } catch (error) {
    return String(error);
  }
}

function canDraw() {
  const context = document.createElement("canvas").getContext("webgl2") ?? document.createElement("canvas").getContext("webgl");
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return Boolean(context);
}

/** The program's file, with what has come of it shown while it comes. */
async function fetchProgram() {
  const response = await fetch(new URL(`tablet-of-truth_bg.wasm${version}`, import.meta.url));
  if (!response.ok) {
    throw new Error(`${response.status} ${response.statusText}`);
  }
  const progress = part("progress");
  const counted = new TransformStream({
    transform(chunk, controller) {
      progress.value += chunk.byteLength;
      controller.enqueue(chunk);
    },
  });
  const type = { "Content-Type": "application/wasm" };
  return new Response(response.body.pipeThrough(counted), { headers: type });
}

async function run() {
  const typing = await import(`./typing.js${version}`);
  const { painted, keyboard } = typing.follow(canvas, ask);
  tabletOfTruth.painted = painted;
  await offerReader(keyboard);
  const code = await import(`./tablet-of-truth.js${version}`);
  try {
    await code.default({ module_or_path: fetchProgram() });
  } catch (error) {
    if (!isMerelyLeaving(error)) {
      throw error;
    }
  }
  memory = code.initSync().memory;
  if (!stopped) {
    part("note").hidden = true;
    (part("mirror") ?? canvas).focus();
    performance.mark("shown");
  }
}

/** Keeps the program for visits without a network. */
async function keep() {
  const registration = await navigator.serviceWorker.register("service-worker.js");
  const coming = registration.installing;
  if (coming && !registration.active) {
    await new Promise((kept, refused) => {
      coming.onstatechange = () => (coming.state === "redundant" ? refused(new Error("The program was not kept.")) : kept());
    });
  }
}

// That the program is not kept is said once, at home and not over a table.
const UNKEPT = `${FOLDER}-unkept`;
let unkept = false;

function tellUnkept() {
  // A program that has stopped tells nobody.
  if (unkept && steps === 0 && localStorage.getItem(UNKEPT) !== "told" && ask("unkept")) {
    unkept = false;
    remember(UNKEPT, "told");
  }
}

/** What comes after the program is shown; none of it is needed for a game. */
async function settleIn() {
  keep().catch((error) => {
    console.warn(error);
    unkept = true;
    tellUnkept();
  });
  try {
    if (Object.keys(localStorage).some((name) => name.startsWith(`${FOLDER}/`))) {
      // Whoever comes back has something to lose.
      await navigator.storage?.persist?.();
    }
  } catch (error) {
    console.warn(error);
  }
}

/** Lets go of what is kept of this copy of the program, which may be damaged, and loads it anew. */
async function repair() {
  for (const name of await caches.keys()) {
    // As service-worker.js names them.
    if (name.startsWith(`${FOLDER} ${PLACE.pathname} `)) {
      await caches.delete(name);
    }
  }
  for (const worker of (await navigator.serviceWorker?.getRegistrations()) ?? []) {
    if (worker.scope === PLACE.href) {
      await worker.unregister();
    }
  }
  location.reload();
}

// One tab has the program, for two would write over each other. Another one can ask for it.
const tabs = new BroadcastChannel(FOLDER);
let has = false;

tabs.addEventListener("message", ({ data }) => {
  if (data === "give" && has) {
    if (ask("settle") === false) {
      tabs.postMessage("unsaved");
    } else {
      // The lock goes with the page, to the tab that has waited for it; this one waits then.
      tabs.postMessage("given");
      location.reload();
    }
  }
});

/** Takes the program over from another tab. */
function takeOver() {
  const wait = () => say(words.elsewhere, { button: words.here, act: takeOver });
  const answered = ({ data }) => {
    clearTimeout(patience);
    tabs.removeEventListener("message", answered);
    if (data === "unsaved") {
      wait();
      part("reason").textContent = words.unsaved;
    }
  };
  // A tab that sleeps writes nothing, and begins anew when it wakes.
  const patience = setTimeout(() => {
    tabs.removeEventListener("message", answered);
    hold({ steal: true });
  }, ANSWER);
  tabs.addEventListener("message", answered);
  tabs.postMessage("give");
}

/** Runs the program once this tab has it. */
function hold(options) {
  navigator.locks
    .request(FOLDER, options, () => {
      if (has) {
        return null;
      }
      has = true;
      clearTimeout(waiting);
      say(words.loading);
      part("progress").hidden = false;
      run().then(settleIn, (error) => (memory || lacksMemory(error) ? end(error) : stop(words.damaged, String(error), repair)));
      // Held until the tab goes.
      return new Promise(() => {});
    })
    .catch(() => {
      // Taken over while this tab slept.
      unsaved = false;
      location.reload();
    });
}

let waiting;
const problem = storageProblem();
say(words.loading);
if (problem) {
  stop(words.storage, problem);
} else if (!navigator.locks || typeof WebAssembly !== "object") {
  stop(words.old);
} else if (!canDraw()) {
  stop(words.graphics);
} else {
  readWishes();
  fit();
  waiting = setTimeout(() => say(words.elsewhere, { button: words.here, act: takeOver }), PATIENCE);
  hold({});
}
