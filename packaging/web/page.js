// What the page does before the program runs and around it. Nothing is fetched but the program itself.

const WORDS = {
  en: {
    loading: "Loading…",
    elsewhere: "Tablet of Truth is open in another tab. It opens here as soon as that one is closed.",
    storage: "This browser lets the page keep nothing. Allow it to store data, then load it again: without that no game would be safe.",
    old: "This page needs a secure address (https) and a browser of 2022 or later.",
    failed: "The program has stopped. Every game that was saved is kept.",
    again: "Load again",
  },
  de: {
    loading: "Wird geladen …",
    elsewhere: "Tablet of Truth ist in einem anderen Tab offen. Sobald der geschlossen ist, öffnet es sich hier.",
    storage: "Dieser Browser lässt die Seite nichts speichern. Erlaube ihr das und lade sie neu: Sonst wäre keine Partie sicher.",
    old: "Diese Seite braucht eine sichere Adresse (https) und einen Browser von 2022 oder später.",
    failed: "Das Programm ist stehen geblieben. Jede gespeicherte Partie ist noch da.",
    again: "Neu laden",
  },
  fr: {
    loading: "Chargement…",
    elsewhere: "Tablet of Truth est ouvert dans un autre onglet. Il s’ouvrira ici dès que celui-ci sera fermé.",
    storage: "Ce navigateur ne laisse rien enregistrer à la page. Autorisez-la à le faire, puis rechargez-la : sans cela, aucune partie ne serait à l’abri.",
    old: "Cette page demande une adresse sécurisée (https) et un navigateur de 2022 ou plus récent.",
    failed: "Le programme s’est arrêté. Toutes les parties enregistrées sont conservées.",
    again: "Recharger",
  },
  "pt-BR": {
    loading: "Carregando…",
    elsewhere: "O Tablet of Truth está aberto em outra aba. Ele abre aqui assim que a outra for fechada.",
    storage: "Este navegador não deixa a página guardar nada. Permita isso e recarregue: sem isso nenhuma partida estaria segura.",
    old: "Esta página precisa de um endereço seguro (https) e de um navegador de 2022 ou mais novo.",
    failed: "O programa parou. Todas as partidas salvas continuam guardadas.",
    again: "Recarregar",
  },
};

/** How long waiting goes without a word, in milliseconds. */
const PATIENCE = 400;
const FOLDER = "tablet-of-truth";
const version = new URL(import.meta.url).search;
const part = (id) => document.getElementById(id);

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

function say(what, reason = "") {
  part("said").textContent = what;
  part("reason").textContent = reason;
  part("note").hidden = false;
}

function stop(what, reason) {
  // What happens after the first failure follows from it.
  if (!stopped) {
    stopped = true;
    say(what, reason);
    part("again").textContent = words.again;
    part("again").hidden = false;
    part("again").onclick = () => location.reload();
  }
}

/** The window's library leaves the first call into the program by an exception. */
const isMerelyLeaving = (error) => String(error?.message ?? error).includes("Using exceptions for control flow");

addEventListener("error", (event) => {
  if (!isMerelyLeaving(event.error ?? event.message)) {
    stop(words.failed, event.message);
  }
});
addEventListener("unhandledrejection", (event) => {
  if (!isMerelyLeaving(event.reason)) {
    stop(words.failed, String(event.reason));
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

let unsaved = false;

addEventListener("beforeunload", (event) => {
  if (unsaved) {
    event.preventDefault();
  }
});

// What the program asks the page for.
globalThis.tabletOfTruth = {
  warnBeforeLeaving: (wanted) => (unsaved = wanted),
  fail: (reason) => stop(words.failed, reason),
  keepAwake: (wanted) => {
    awake = wanted;
    holdScreen();
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

async function run() {
  const program = await import(`./tablet-of-truth.js${version}`);
  try {
    await program.default({ module_or_path: new URL(`tablet-of-truth_bg.wasm${version}`, import.meta.url) });
  } catch (error) {
    if (!isMerelyLeaving(error)) {
      throw error;
    }
  }
  if (!stopped) {
    part("note").hidden = true;
    part("canvas").focus();
    performance.mark("shown");
  }
  // Now it may take its time to be there without a network next time.
  await navigator.serviceWorker?.register("service-worker.js");
  if (Object.keys(localStorage).some((name) => name.startsWith(`${FOLDER}/`))) {
    // Whoever comes back has something to lose.
    await navigator.storage?.persist?.();
  }
}

/** Runs the program in one tab at a time: two would write over each other. */
function runAlone() {
  const patience = setTimeout(() => say(words.elsewhere), PATIENCE);
  navigator.locks.request(FOLDER, () => {
    clearTimeout(patience);
    say(words.loading);
    run().catch((error) => stop(words.failed, String(error)));
    // Held until the tab goes.
    return new Promise(() => {});
  });
}

const problem = storageProblem();
say(words.loading);
if (problem) {
  stop(words.storage, problem);
} else if (!navigator.locks || typeof WebAssembly !== "object") {
  stop(words.old);
} else {
  runAlone();
}
