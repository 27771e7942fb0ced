// The page on a player's phone: asks the tablet for the newest view, shows it, and sends what its owner taps.

const $ = (id) => document.getElementById(id);

// --- Words --------------------------------------------------------------------------------------

const words = {};
for (const { dataset, textContent } of $("words").content.querySelectorAll("[data-word]")) words[dataset.word] = textContent;

/** The words of this name, with values in their places. */
const say = (name, values = {}) => words[name].replace(/\{(\w+)\}/g, (place, key) => (key in values ? values[key] : place));
const number = (value) => String(value).replace("-", "−");
const gain = (value) => (value > 0 ? `+${value}` : number(value));

// --- What is kept on this phone -----------------------------------------------------------------

const PLACE = "tablet-of-truth-phone";
// Where a browser keeps nothing, the page itself does as long as it is open.
let memory = "{}";

function kept() {
    try {
        memory = localStorage.getItem(PLACE) ?? memory;
    } catch {}
    try {
        return JSON.parse(memory) ?? {};
    } catch {
        return {};
    }
}

function keep(changes) {
    memory = JSON.stringify({ ...kept(), ...changes });
    try {
        localStorage.setItem(PLACE, memory);
    } catch {}
}

/** The next change's number: it rises also where the storage was emptied or the clock was set back. */
function next_change() {
    const change = Math.max(Date.now(), (kept().change ?? 0) + 1);
    keep({ change });
    return change;
}

/** Takes the key out of the address; a new key is a new evening. */
function take_key() {
    const key = location.hash.slice(1);
    if (location.hash || location.href.endsWith("#")) history.replaceState(null, "", location.pathname);
    if (!/^[\w-]{22}$/.test(key)) return;
    if (key !== kept().key) keep({ key, secret: null, seat: null, waits: null, offer: null });
    state.invalid = false;
    state.revision = 0;
}

const state = {
    view: null,
    revision: 0,
    lost: false,
    invalid: false,
    // Whether the tablet has said that it lets no phone in any more; why this phone may not wait for news.
    closed: false,
    crowd: null,
    // What the last tap came to: {text, tone, until: the moment of the game it belongs to}; if it was kept, with
    // {since: the moment of the tap, revision: the first that shows it}.
    result: null,
    // What the tablet said is on disk, until a view shows it.
    sure: null,
    failed: false,
    slow: false,
    // Whether there is a question that is to come into sight.
    calls: false,
};

/** News of a tap; good ones make room for what happens at the table, at the latest in five seconds. */
function came_to(result) {
    state.result = result;
    if (result.tone === "good")
        setTimeout(() => {
            if (state.result !== result) return;
            state.result = null;
            show();
        }, 5000);
}

// --- Asking the tablet --------------------------------------------------------------------------

class Failed extends Error {}

/** The status and body of an answer; anything that is no answer of the tablet throws. */
async function ask(path, body, seconds, abort = new AbortController()) {
    const { key, secret } = kept();
    const timer = setTimeout(() => abort.abort(), seconds * 1000);
    try {
        const answer = await fetch(path, {
            method: "POST",
            headers: { "Content-Type": "application/json", Authorization: `Bearer ${secret ? `${key}.${secret}` : key}` },
            body: JSON.stringify(body),
            cache: "no-store",
            credentials: "omit",
            redirect: "error",
            signal: abort.signal,
        });
        state.closed = answer.status === 410;
        if (state.closed) {
            keep({ waits: null });
            throw new Failed(410);
        }
        if (answer.status === 404) return { status: 404, key, secret };
        // What the tablet cannot read will not be better the next time.
        if ([400, 413].includes(answer.status)) return { status: 409, key, secret, body: {} };
        if (![200, 409].includes(answer.status)) throw new Failed(answer.status);
        return { status: answer.status, key, secret, body: await answer.json() };
    } finally {
        clearTimeout(timer);
    }
}

/** A pause that `wake` ends. */
function pause(milliseconds, sleeper) {
    return new Promise((done) => {
        const timer = setTimeout(done, milliseconds);
        sleeper.wake = () => {
            clearTimeout(timer);
            done();
        };
    });
}

/** The key, or only the seat, is none any more. */
function refused_entry({ key, secret }) {
    const now = kept();
    if (now.key !== key || (now.secret ?? null) !== (secret ?? null)) return;
    // The tablet has let the seat go before its answer to that was here.
    if (secret && now.waits?.path === "/leave") return;
    if (secret) {
        keep({ secret: null, seat: null, waits: null });
        state.result = { text: say("released"), tone: "trouble" };
        state.revision = 0;
    } else {
        state.invalid = true;
    }
}

const looking = { wake: null, abort: null, again: true };

async function look() {
    let failures = 0;
    for (;;) {
        if (!kept().key || state.invalid) {
            show();
            await pause(2 ** 30, looking);
            failures = 0;
        }
        // After a failure what is there counts, and at once: also an older revision, of a program that was started again.
        const wait = failures || looking.again ? 0 : 25;
        const after = failures ? 0 : state.revision;
        looking.again = false;
        looking.abort = new AbortController();
        const begun = performance.now();
        const admitted = setTimeout(() => wait && state.crowd && crowded(null), 1500);
        try {
            const answer = await ask("/look", { after, wait }, wait + 3, looking.abort).finally(() => clearTimeout(admitted));
            if (answer.status === 409 && !answer.body.reason) throw new Failed(answer.status);
            // A program that was started again counts from elsewhere.
            if (failures) state.sure = null;
            failures = 0;
            state.lost = false;
            if (answer.status === 404) {
                refused_entry(answer);
                show();
                await pause(200, looking);
            } else if (answer.status === 409) {
                crowded(answer.body.reason);
                await pause(4000, looking);
                looking.again = true;
            } else if (answer.key === kept().key && (answer.secret ?? null) === (kept().secret ?? null)) {
                state.revision = answer.body.revision;
                if (answer.body.view) seen(answer.body.view);
            }
            show();
            // No news, and early: another tab of this phone looks now.
            const early = wait && answer.body?.revision === after && performance.now() - begun < (wait - 1) * 1000;
            if (early) await pause(document.hidden ? 2 ** 30 : 10000, looking);
        } catch (error) {
            if (looking.again) continue;
            failures += 1;
            // One that was cut short by a sleeping phone is no reason to say anything.
            state.lost = failures > 1 || (!wait && error.name === "AbortError");
            show();
            await pause(state.closed ? 30000 : Math.min(250 * 2 ** failures, document.hidden ? 30000 : 4000), looking);
        }
        sending.wake?.();
    }
}

/** Why this phone may not wait for news, until it may. */
function crowded(why) {
    state.crowd = why;
    show();
}

/** Looks again at once, whatever is waited for. */
function wake() {
    looking.again = true;
    looking.abort?.abort();
    looking.wake?.();
    sending.wake?.();
}

// --- Sending ------------------------------------------------------------------------------------

const sending = { wake: null, busy: false };

/** Sends a change until there is an answer. A later one takes its place; the number tells the tablet which is which. */
function send(path, body, shown, then = null) {
    state.result = null;
    state.sure = null;
    keep({ waits: { path, body: { ...body, change: next_change() }, shown, then, at: moment() } });
    state.failed = state.slow = false;
    sending.wake?.();
    show();
    deliver();
}

async function deliver() {
    if (sending.busy) return;
    sending.busy = true;
    let failures = 0;
    for (let waits; (waits = kept().waits); ) {
        const late = setTimeout(() => {
            state.slow = true;
            show();
        }, 400);
        let rest = 0;
        try {
            const answer = await ask(waits.path, waits.body, 8);
            failures = 0;
            state.failed = false;
            const now = kept().waits;
            if (now?.body.change !== waits.body.change) {
                // Another number was tapped while this one was on its way: it takes its place.
                const replaces = answer.status === 200 && waits.shown !== undefined && now?.path === waits.path && !now.then;
                if (replaces) send("/back", { round: now.body.round }, now.shown, { path: now.path, body: now.body });
            } else {
                if (answer.status === 409 && answer.body.asked) {
                    state.result = { text: answer.body.reason || say("asked"), tone: "quiet" };
                    rest = 2000;
                } else {
                    keep({ waits: null });
                    if (waits.then && answer.status === 200) send(waits.then.path, waits.then.body, waits.shown);
                    else arrived(waits, answer);
                }
            }
        } catch {
            failures += 1;
            state.failed = failures > 1 || !navigator.onLine;
            rest = Math.min(250 * 2 ** failures, 4000);
        }
        clearTimeout(late);
        show();
        if (rest) await pause(rest, sending);
    }
    state.slow = state.failed = false;
    sending.busy = false;
    show();
}

function left_seat() {
    keep({ secret: null, seat: null });
    came_to({ text: say("left"), tone: "good" });
    state.revision = 0;
    wake();
}

function arrived({ path, shown, at: since }, answer) {
    const here = moment();
    const revision = answer.body?.revision;
    if (answer.status === 404 && path === "/leave") left_seat();
    else if (answer.status === 404) refused_entry(answer);
    else if (answer.status === 409) came_to({ text: answer.body.reason || say("not_now"), tone: "trouble", until: here });
    else if (path === "/claim") {
        keep({ secret: answer.body.secret, seat: answer.body.seat });
        const player = state.view?.players[answer.body.seat];
        came_to({ text: say("seated", { name: isolated(player?.name ?? "") }), tone: "good", until: here, weak: true });
        state.revision = 0;
        wake();
    } else if (path === "/leave") left_seat();
    else if (path === "/back") came_to({ text: say("taken_back"), tone: "good", until: here });
    else if (path === "/fold") came_to({ text: say("fold_kept"), tone: "good", since, revision });
    else {
        // The view may have been here first.
        state.sure = revision > state.revision ? { number: shown, at: performance.now(), revision } : null;
        came_to({ number: shown, tone: "good", since, revision });
        // What can still be done about it comes with the view, a moment later: one sentence, not two.
        setTimeout(show, 500);
    }
}

// --- What the view says -------------------------------------------------------------------------

/** What a result belongs to: once the round goes on, it is no news any more. */
const moment = () => [state.view?.game, state.view?.round, state.view?.phase].join();
const own = () => state.view?.you ?? null;
/** Whether nothing can be entered, whatever was seen last. */
const shut = () => state.invalid || state.closed;
const has = (value) => value !== null && value !== undefined;

/** One's own number of what this part of the round is about, if it is in. */
function my_number() {
    const you = own();
    if (!you || state.view.over) return null;
    // Secret bids are asked for while the round is played.
    if (you.asks === "bid") return you.bid ?? null;
    const player = state.view.players[you.seat] ?? {};
    const at = { playing: you.tricks, first_bet: player.tokens?.[0], second_bet: player.tokens?.[1], showdown: player.hand };
    return (state.view.phase in at ? at[state.view.phase] : you.bid) ?? null;
}

/** Whether the table waits for this seat; tricks can wait until the round is played. */
function is_asked() {
    const you = own();
    if (!you?.asks || you.asks === "tricks") return false;
    const mine = my_number();
    if (you.asks !== "bid" || !state.view.players[you.seat]?.has_bid) return mine === null;
    // A bid that is in, and may not be, now that all are known.
    return Boolean(you.numbers?.find((it) => it.number === mine)?.refused);
}

/** The numbers to tap. Those of a number that is in stay, as long as it can still be taken back and changed. */
function offer() {
    const you = own();
    if (!you || state.view.over || shut()) return null;
    const list = you.asks === "bet" ? you.tokens : you.asks === "show" ? [] : you.numbers;
    if (list?.length) return { list, asks: you.asks, says: you.says, at: moment(), direct: true };
    const before = kept().offer;
    return before && before.at === moment() && you.can_take_back && my_number() !== null ? { ...before, direct: false } : null;
}

/** A name in the middle of a sentence, whatever direction it is written in. */
const isolated = (name) => `\u2068${name}\u2069`;
const OTHER_WAY = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A sentence of the tablet, in which a name of the other direction turns nothing but itself around. */
function sentence(said) {
    const names = (state.view?.players ?? []).map(({ name }) => name).filter((name) => OTHER_WAY.test(name));
    return names.reduce((all, name) => all.split(name).join(isolated(name)), said ?? "");
}

function seen(view) {
    const asked = is_asked();
    const at = moment();
    const is_new = !state.view;
    state.view = view;
    const offered = offer();
    if (offered?.direct && JSON.stringify(offered) !== JSON.stringify(kept().offer)) keep({ offer: offered });
    if (state.sure && state.revision >= state.sure.revision) state.sure = null;
    if (state.result?.until !== undefined && state.result.until !== moment()) state.result = null;
    if (is_new && !own()) state.calls = true;
    if (is_asked() && !(asked && at === moment()) && !kept().waits) {
        state.calls = true;
        try {
            navigator.vibrate?.(200);
        } catch {}
    }
}

// --- Showing ------------------------------------------------------------------------------------

function text(element, words) {
    if (element.textContent !== words) element.textContent = words;
}

function hide(element, hidden) {
    if (element.hidden !== hidden) element.hidden = hidden;
}

function attribute(element, name, value) {
    if (value === null) element.removeAttribute(name);
    else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** As many elements as are needed: those that are there stay, with the focus they may have. */
function grow(parent, count, make) {
    while (parent.children.length > count) parent.lastElementChild.remove();
    while (parent.children.length < count) parent.append(make(parent.children.length));
    return [...parent.children];
}

function element(tag, name, ...inside) {
    const made = document.createElement(tag);
    if (name) made.className = name;
    made.append(...inside);
    return made;
}

/** Decoration: what it shows, the row's sentence says. */
function shown(tag, name, ...inside) {
    const made = element(tag, name, ...inside);
    made.setAttribute("aria-hidden", "true");
    return made;
}

/** The sign of a player: the colour and the initials. */
function face(sign, player, seat) {
    text(sign, player.initials || [...player.name][0] || "");
    attribute(sign, "data-colour", String((player.colour ?? seat) % 6));
}

const rows = [];

function make_row(at) {
    const row = {
        face: shown("span", "face"),
        name: element("bdi"),
        tags: shown("span", "tags"),
        total: shown("span", "sum"),
        last: shown("small"),
        box: shown("span", "box"),
        said: element("span", "unseen"),
    };
    row.item = element(
        "li",
        "",
        row.face,
        element("span", "who", row.name, row.tags),
        row.said,
        element("span", "points", row.total, row.last),
        row.box,
    );
    rows[at] = row;
    return row.item;
}

/** What a player's box shows, and how it is said. */
function box(view, player, is_me) {
    if (view.over) return [has(player.rank) ? String(player.rank) : "", has(player.rank) ? [say("place", { place: player.rank })] : []];
    if (view.game !== "wizard") {
        const [round, square] = player.tokens ?? [];
        const { hand } = player;
        const said = [];
        if (has(round)) said.push(say("round_token", { token: number(round) }));
        if (has(square)) said.push(say("square_token", { token: number(square) }));
        if (has(hand)) said.push(say("hand_total", { total: number(hand) }));
        if (player.folded) return ["✕", [...said, say("folded")]];
        return [[round, square].filter(has).map(number).join(" · ") || "·", said];
    }
    const bid = player.changed_bid ?? player.bid ?? (is_me ? own().bid : null);
    const tricks = player.tricks ?? (is_me ? own().tricks : null);
    const said = [has(bid) ? say("bid", { bid }) : player.has_bid ? say("bid_in") : say("no_bid")];
    if (has(tricks)) said.push(say("took", { tricks }));
    const written = has(bid) ? String(bid) : player.has_bid ? "✓" : "·";
    return [has(tricks) ? `${tricks} / ${written}` : written, said];
}

function show_row(view, seat, first, best, last) {
    const player = view.players[seat];
    const row = rows[seat];
    const is_me = own()?.seat === seat;
    // Where all are asked at once, as in the showdown, the row of this phone is the one.
    const up = !view.over && !shut() && (is_asked() ? is_me : view.turn === seat);
    const ahead = player.total === best && (view.over || view.players.some(({ total }) => total !== best));
    face(row.face, player, seat);
    text(row.name, player.name);
    const deals = !view.over && view.game === "wizard" && view.dealer === seat;
    const tags = [is_me && "you", deals && "dealer", !view.over && first === seat && "first"].filter(Boolean);
    grow(row.tags, tags.length, () => element("span")).forEach((tag, at) => text(tag, say(tags[at])));
    text(row.total, number(player.total ?? 0));
    const points = last?.cells[seat]?.points ?? null;
    text(row.last, points === null ? "" : gain(points));
    attribute(row.last, "class", points === null ? null : points > 0 ? "hit" : points < 0 ? "miss" : null);
    const [written, said] = box(view, player, is_me);
    text(row.box, written);
    attribute(row.item, "class", [up && "up", ahead && "ahead"].filter(Boolean).join(" ") || null);
    const parts = [
        ...tags.map((tag) => say(tag)),
        up && say("turn"),
        say("total", { total: number(player.total ?? 0) }),
        ahead && say("leads"),
        ...said,
        points !== null && say("last", { points: gain(points) }),
    ];
    text(row.said, `, ${parts.filter(Boolean).join(", ")}`);
}

function show_board(view) {
    text($("round"), view.over ? say("over") : say("heading", { round: view.round }));
    const phase = { first_bet: 1, second_bet: 1, showdown: 1 }[view.phase] && say(view.phase);
    const cards = view.cards ? (view.cards === 1 ? say("card") : say("cards", { cards: view.cards })) : null;
    const of = view.over ? [] : [view.rounds && say("of", { n: view.rounds }), cards, phase];
    text($("of"), of.filter(Boolean).join(" · "));
    hide($("trump"), !view.trump || view.over);
    if (view.trump) {
        text($("colour"), view.trump.name);
        attribute($("suit"), "data-suit", view.trump.colour ?? "none");
    }
    const count = view.players.length;
    // The Last Wizard has no dealer: its first player stands there.
    const first = !has(view.dealer) ? null : view.game === "wizard" ? (view.dealer + 1) % count : view.dealer;
    const best = Math.max(...view.players.map(({ total }) => total));
    const last = view.sheet?.length ? view.sheet[view.sheet.length - 1] : null;
    if (rows.length !== count) {
        rows.length = 0;
        $("players").replaceChildren();
    }
    hide($("players"), false);
    attribute($("players"), "class", view.players.some(({ tricks, tokens }) => has(tricks) || tokens?.length > 1) ? "wide" : null);
    if ($("players").children.length < count) grow($("players"), count, make_row);
    view.players.forEach((_, seat) => show_row(view, seat, first, best, last));
    // At the end by places. Nothing in a row has the focus, so that moving it loses nothing.
    const order = view.players.map((player, seat) => [view.over ? (player.rank ?? 0) : 0, seat]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    order.forEach(([, seat], at) => {
        if ($("players").children[at] !== rows[seat].item) $("players").insertBefore(rows[seat].item, $("players").children[at]);
    });
    show_sums(view);
}

/** The bids' sum only where all that are in are known. */
function show_sums(view) {
    let sum = "";
    let count = "";
    if (view.game === "wizard" && !view.over) {
        const added = (what) => view.players.reduce((all, player) => all + (player[what] ?? 0), 0);
        const is_in = view.players.filter(({ has_bid }) => has_bid).length;
        const known = view.players.every(({ bid, has_bid }) => has(bid) || !has_bid);
        if (known && is_in) sum = say("bids_of", { bids: added("bid"), cards: view.cards });
        if (view.phase !== "playing") count = say("bids_in", { bids: is_in, players: view.players.length });
        else if (view.players.some(({ tricks }) => has(tricks))) count = say("tricks_of", { tricks: added("tricks"), cards: view.cards });
    }
    text($("sum"), sum);
    text($("count"), count);
}

function show_seats(view) {
    const offered = !own() && !view.over && !shut();
    hide($("seats"), !offered);
    if (!offered) return;
    const waits = kept().waits;
    const buttons = grow($("seats"), view.players.length, (seat) => {
        const button = element("button", "", shown("span", "face"), element("bdi"), element("small"));
        button.type = "button";
        button.addEventListener("click", () => send("/claim", { seat }));
        return button;
    });
    buttons.forEach((button, seat) => {
        const player = view.players[seat];
        const [sign, name, note] = button.children;
        face(sign, player, seat);
        text(name, player.name);
        text(note, player.phone ? say("taken") : "");
        attribute(button, "aria-busy", waits?.path === "/claim" && waits.body.seat === seat ? "true" : null);
    });
}

function tapped(at) {
    const offered = offer();
    const { number: value, refused } = offered?.list[at] ?? {};
    if (!has(value)) return;
    if (refused) {
        came_to({ text: refused, tone: "trouble", until: moment() });
        show();
        return;
    }
    if (!kept().waits && my_number() === value) return;
    const { round } = state.view;
    const [path, name] = { bet: ["/bet", "token"], tricks: ["/tricks", "tricks"], bid: ["/bid", "bid"] }[offered.asks];
    const body = { round, [name]: value };
    if (offered.direct) send(path, body, value);
    else send("/back", { round }, value, { path, body });
}

function show_numbers() {
    const offered = offer()?.list ?? [];
    const waits = kept().waits;
    const mine = state.sure ? state.sure.number : my_number();
    hide($("numbers"), !offered.length);
    attribute($("numbers"), "class", offered.length > 8 ? "many" : null);
    const buttons = offered.length ? grow($("numbers"), offered.length, (at) => {
        const button = element("button");
        button.type = "button";
        button.addEventListener("click", () => tapped(at));
        return button;
    }) : [];
    buttons.forEach((button, at) => {
        const { number: value, refused } = offered[at];
        text(button, number(value));
        attribute(button, "aria-disabled", refused ? "true" : null);
        attribute(button, "aria-describedby", refused ? "why" : null);
        attribute(button, "aria-pressed", refused ? null : String(mine === value && !(waits?.shown !== undefined && waits.shown !== value)));
        attribute(button, "aria-busy", waits?.shown === value && waits.path !== "/show" ? "true" : null);
    });
    const reasons = offered.map(({ refused }) => refused).filter(Boolean);
    hide($("why"), !reasons.length);
    text($("why"), reasons.slice(0, 2).join(" · "));
    const you = own();
    hide($("fold"), !(you && !state.view.over && !shut() && you.asks === "bet" && you.may_fold));
    attribute($("fold"), "aria-busy", waits?.path === "/fold" ? "true" : null);
    hide($("hand"), !(you && !state.view.over && !shut() && you.asks === "show"));
    hide($("back"), !(you && !state.view.over && !shut() && you.can_take_back));
    attribute($("back"), "aria-busy", waits?.path === "/back" ? "true" : null);
}

/** Whether what a tap came to was said, and the table has gone on since. */
const is_past = ({ said, since, revision }) => said && state.revision >= revision && (is_asked() || since !== moment());

/** The one line that is read out: what is wrong, what became of a tap, or whose turn it is. */
function line() {
    if (!kept().key) return [say("no_key"), "quiet"];
    if (state.invalid) return [say("invalid"), "trouble"];
    if (state.closed) return [say("closed"), "quiet"];
    const waits = kept().waits;
    if (waits && state.failed) return [say("unsent"), "trouble"];
    if (state.lost) return [say("lost"), "trouble"];
    if (state.sure && state.revision < state.sure.revision && performance.now() - state.sure.at < 450) return [$("status").textContent, "quiet"];
    if (state.result && !(state.result.weak && is_asked()) && !is_past(state.result)) {
        const { number: value, text: words, tone } = state.result;
        const kept_as = own()?.can_take_back ? "kept_open" : "kept";
        return [value === undefined ? words : say(kept_as, { number: number(value) }), tone, state.result];
    }
    if (waits && state.slow) return [say("sending"), "quiet"];
    if (state.crowd) return [state.crowd, "trouble"];
    if (!state.view) return [say("connecting"), "quiet"];
    const mine = my_number();
    if (own() && is_asked()) return [say("your_turn"), "call"];
    if (mine !== null && own().can_take_back) return [say("kept_open", { number: number(mine) }), "good"];
    return [sentence(state.view.says), "quiet"];
}

// What stands there from the beginning was not said by a change.
const spoken = { at: -1000, timer: null };

/** Notes that what a tap came to stands in the line; a second later it can make room. */
function was_said(result) {
    if (!result || result.said) return;
    result.said = true;
    setTimeout(show, 1000);
}

/** Changes the line at most once a second: a screen reader says each change. */
function speak() {
    const [words, tone, result] = line();
    attribute($("status"), "data-tone", tone);
    // What the heading says already is only spoken.
    attribute($("status"), "class", words && words === $("title").textContent ? "unseen" : null);
    if (words === $("status").textContent) {
        clearTimeout(spoken.timer);
        spoken.timer = null;
        was_said(result);
        return;
    }
    const rest = spoken.at + 1000 - performance.now();
    if (rest <= 0) {
        clearTimeout(spoken.timer);
        spoken.timer = null;
        spoken.at = performance.now();
        $("status").textContent = words;
        was_said(result);
    } else if (spoken.timer === null) {
        spoken.timer = setTimeout(() => {
            spoken.timer = null;
            speak();
        }, rest);
    }
}

function show_sheet(view) {
    const rounds = view.sheet ?? [];
    hide($("open"), !rounds.length);
    const count = view.players.length;
    const heads = grow($("heads"), 1, () => element("tr"))[0];
    grow(heads, count + 1, (at) => {
        const head = element("th", "", ...(at ? [shown("span", "face"), element("bdi")] : [say("round")]));
        head.scope = "col";
        return head;
    });
    view.players.forEach((player, seat) => {
        const [sign, name] = heads.children[seat + 1].children;
        face(sign, player, seat);
        text(name, player.name);
    });
    grow($("cells"), rounds.length, () => element("tr")).forEach((line, at) => {
        const { round, cells } = rounds[at];
        grow(line, count + 1, (place) => {
            const cell = element(place ? "td" : "th", "", ...(place ? [element("b"), element("small"), shown("small")] : []));
            if (!place) cell.scope = "row";
            return cell;
        });
        text(line.children[0], String(round));
        cells.forEach((cell, seat) => {
            const [total, points, bid] = line.children[seat + 1].children;
            text(total, has(cell.total) ? number(cell.total) : "");
            text(points, has(cell.points) ? gain(cell.points) : "");
            attribute(points, "class", cell.points > 0 ? "hit" : cell.points < 0 ? "miss" : null);
            text(bid, has(cell.bid) ? `${cell.tricks ?? "·"} / ${cell.bid}` : (cell.entry ?? ""));
        });
    });
}

/** Brings a new question into sight, which large text pushes out of it. */
function reveal() {
    if (!state.calls) return;
    state.calls = false;
    const { top, bottom } = $("panel").getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) $("panel").scrollIntoView();
}

function show() {
    const focused = document.activeElement;
    const { view } = state;
    if (view) {
        show_board(view);
        show_seats(view);
        show_numbers();
        show_sheet(view);
    }
    const title = state.closed ? say("closed") : state.invalid || !view ? "" : view.over ? sentence(view.says) : own() ? sentence(offer()?.says ?? own().says) : say("who");
    text($("title"), title);
    hide($("title"), !title);
    hide($("again"), !shut());
    hide($("leave"), !own() || shut());
    hide($("more"), $("open").hidden && $("leave").hidden);
    document.body.classList.toggle("asked", Boolean(view) && is_asked() && !shut());
    speak();
    reveal();
    // Who had the focus on something that is gone goes on at the heading, not at the page's beginning.
    if (focused && focused !== document.body && !focused.closest("dialog") && !(focused.isConnected && focused.getClientRects().length)) {
        const next = title ? $("title") : $("status");
        if (!title) attribute(next, "tabindex", "-1");
        next.focus({ preventScroll: true });
    }
}

// --- Taps ---------------------------------------------------------------------------------------

$("fold").addEventListener("click", () => send("/fold", { round: state.view.round }));
$("back").addEventListener("click", () => send("/back", { round: state.view.round }));
$("again").addEventListener("click", () => {
    state.invalid = false;
    wake();
});
$("hand").addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = $("total").value.trim().replace("−", "-");
    if (/^-?\d{1,3}$/.test(typed)) {
        send("/show", { round: state.view.round, hand: Number(typed) }, Number(typed));
        $("total").value = "";
    } else {
        came_to({ text: say("whole"), tone: "trouble", until: moment() });
        show();
    }
});
$("open").addEventListener("click", () => {
    $("sheet").showModal();
    $("rounds").scrollTop = $("rounds").scrollHeight;
});
$("close").addEventListener("click", () => $("sheet").close());
$("leave").addEventListener("click", () => $("leaving").showModal());
$("stay").addEventListener("click", () => $("leaving").close());
$("go").addEventListener("click", () => {
    $("leaving").close();
    send("/leave", {});
});
// A tap beside a dialog closes it.
for (const dialog of [$("sheet"), $("leaving")]) {
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
}

addEventListener("hashchange", () => {
    take_key();
    wake();
});
addEventListener("pageshow", (event) => event.persisted && wake());
addEventListener("online", wake);
document.addEventListener("visibilitychange", () => document.hidden || wake());
// Another tab of this phone took a seat or left it.
addEventListener("storage", wake);

take_key();
look();
deliver();
