// One page's picture: takes HTML rendered by the companion, changes only what differs, and reports presses.
//
// Rule 1: the picture is the companion's; nothing here knows the game.
// Rule 2: a press names the state that the player saw (data-rev), so a press on an old picture can be refused.
// Rule 3: after each picture the companion is told "shown"; it sends no newer one before, so a slow tablet gets
//         the newest state next and never a queue of old ones.
// Rule 4: one press at a time. A double tap is one press; while a press is being answered, one of another button waits
//         and counts for the picture that follows, if that still offers it.

function sameNode(a, b) {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName && (a.dataset?.key ?? "") === (b.dataset?.key ?? "");
}

function morphAttributes(from, to) {
  for (const { name } of [...from.attributes]) if (!to.hasAttribute(name)) from.removeAttribute(name);
  for (const { name, value } of to.attributes) if (from.getAttribute(name) !== value) from.setAttribute(name, value);
}

function morph(from, to) {
  if (from.nodeType !== Node.ELEMENT_NODE) {
    if (from.nodeValue !== to.nodeValue) from.nodeValue = to.nodeValue;
    return;
  }
  // A player's typing survives a new picture; the companion learns the value with the next press.
  const keepsValue = from.matches("input, textarea") && from === document.activeElement;
  if (!keepsValue) morphAttributes(from, to);
  if (!keepsValue && from.matches("input:not([data-filter]), textarea") && from.value !== to.value) from.value = to.value;
  const next = [...to.childNodes];
  let i = 0;
  for (; i < next.length; i++) {
    const old = from.childNodes[i];
    if (!old) from.appendChild(next[i]);
    else if (sameNode(old, next[i])) morph(old, next[i]);
    else from.replaceChild(next[i], old);
  }
  while (from.childNodes.length > i) from.lastChild.remove();
}

const SAY_NEXT = "colony-say-next"; // in the session storage: a word for the page that is shown next

function formValues(form) {
  const values = {};
  if (form) for (const [name, value] of new FormData(form)) values[name] = String(value).slice(0, 200);
  return values;
}

const SEEN = { visibilityProperty: true, checkVisibilityCSS: true }; // the same under its new and its old name

// The browser takes the focus from what can not have it any more only when it draws next.
function isLost(element) {
  return element === document.body || element.matches(":disabled, [inert], [inert] *") || element.checkVisibility?.(SEEN) === false;
}

// In a dialog there is always something; on a page only what asks, and Enter on it presses nothing by mistake.
function askedIn(part) {
  for (const wanted of ["[autofocus], [data-focus]", "[data-modal] .btn-main", "[data-modal] button"]) {
    const found = [...part.querySelectorAll(wanted)].find((element) => !isLost(element));
    if (found) return found;
  }
  return null;
}

function focus(element) {
  element?.focus({ preventScroll: true });
}

const SLIP_MS = 300; // two taps of a finger in less are one; some tablets do not count the second as a double click
const TOAST_MS = { plain: 3500, bad: 5000 };
const NEWS_MS = 2000; // a word about a state that has gone by stays no longer than this
const READ_MS = 70; // per character: time to read a word's explanation aloud
const ANSWER_MS = 3000; // a press not answered by then may have got lost with the connection

let wakeLock = null;
async function keepAwake() {
  // Browsers allow this on secure origins only; without it the tablet just sleeps as usual.
  try {
    if (!document.hidden && navigator.wakeLock) wakeLock = await navigator.wakeLock.request("screen");
  } catch {
    wakeLock = null;
  }
}

export default {
  template: `<div class="screen" @click="onClick" @submit.prevent="onSubmit" @change="onChange" @input="filter" @keydown="onKey">
      <div ref="root" class="screen-root"></div>
      <div ref="toasts" class="toasts" role="status" aria-live="polite"></div>
    </div>`,
  props: { html: String, serial: Number, answered: Number },
  watch: {
    serial() {
      this.take(this.html, this.serial, this.answered);
    },
  },
  created() {
    this.shown = { text: "", serial: -1, answered: 0 }; // the picture as it was sent
    this.count = 0;
    this.last = {}; // {do, at_ms} of the newest press
    this.pending = null; // the press that is being answered: {number, rev}
    this.waiting = null; // data-do of the press that comes next
  },
  mounted() {
    this.take(this.html, this.serial, this.answered);
    const said = sessionStorage.getItem(SAY_NEXT);
    sessionStorage.removeItem(SAY_NEXT);
    if (said) this.toast(said, "good");
    keepAwake();
    this.onVisible = () => keepAwake();
    document.addEventListener("visibilitychange", this.onVisible);
  },
  unmounted() {
    document.removeEventListener("visibilitychange", this.onVisible);
    wakeLock?.release?.().catch(() => {});
  },
  methods: {
    take(text, serial, answered) {
      if (serial <= this.shown.serial) return; // older than what is shown
      this.shown = { text, serial, answered };
      this.draw();
    },
    /** A picture as changes of the one before (host/web/changes.py); the companion sends the whole where that is missing. */
    patch(base, serial, answered, changes) {
      if (serial <= this.shown.serial) return;
      if (base !== this.shown.serial) return this.$emit("whole");
      const lines = this.shown.text.split("\n");
      const text = changes.map((part) => (typeof part === "string" ? part : lines.slice(part[0], part[1]).join("\n"))).join("\n");
      this.take(text, serial, answered);
    },
    draw() {
      const { serial, answered } = this.shown;
      const next = document.createElement("div");
      next.className = "screen-root";
      next.innerHTML = this.shown.text;
      const opened = this.$refs.root.querySelector("[data-modal]")?.dataset.key;
      const active = document.activeElement ?? document.body;
      const before = { focused: active !== document.body, key: active.closest("[data-key]")?.dataset.key };
      morph(this.$refs.root, next);
      this.filter();
      const title = this.$refs.root.querySelector("[data-title]")?.dataset.title;
      if (title) document.title = title; // whoever looks at another tab sees whose turn it is
      this.settle(opened, before);
      this.pastToast();
      this.toTop();
      requestAnimationFrame(() => this.$emit("shown", serial));
      if (this.pending && answered >= this.pending.number) this.goOn();
    },
    // What lies under a dialog can be neither pressed nor reached with keys; closing it gives the focus back.
    settle(opened, before) {
      const modal = this.$refs.root.querySelector("[data-modal]");
      const under = [...(modal?.parentElement.children ?? []), ...document.querySelectorAll(".vt")];
      for (const element of under) element.toggleAttribute("inert", element !== modal && Boolean(modal));
      if (!modal) document.querySelectorAll(".screen [inert], .vt[inert]").forEach((element) => element.removeAttribute("inert"));
      if (modal && !opened) this.cameFrom = before.key;
      const isNew = modal && modal.dataset.key !== opened;
      if (!modal && opened && this.cameFrom) focus(this.$refs.root.querySelector(`[data-key="${CSS.escape(this.cameFrom)}"]`));
      // Where the thing that had the focus is gone, keys go on at what is asked now.
      if (isNew || (before.focused && isLost(document.activeElement))) focus(askedIn(modal ?? this.$refs.root));
    },
    // A new step of a guide is read from its beginning.
    toTop() {
      const element = this.$refs.root.querySelector("[data-top]");
      const step = element?.dataset.top;
      if (step && this.step && step !== this.step) for (const at of [element, document.scrollingElement]) at.scrollTo(0, 0);
      this.step = step;
    },
    press(element, form, event) {
      if (element.disabled || element.getAttribute("aria-disabled") === "true") return;
      const rev = Number(element.closest("[data-rev]")?.dataset.rev ?? -1);
      const again = element.dataset.do === this.last.do;
      const quick = performance.now() - this.last.at_ms < SLIP_MS && event?.pointerType === "touch";
      if (again && (event?.detail > 1 || quick)) return;
      if (this.pending?.rev === rev) {
        if (!again) this.waiting = element.dataset.do;
        return;
      }
      const number = ++this.count;
      element.classList.add("busy"); // until the next picture
      if (event) this.$refs.toasts.replaceChildren(); // whoever presses on has read it
      this.last = { do: element.dataset.do, at_ms: performance.now() };
      this.pending = { number, rev };
      setTimeout(() => this.pending?.number === number && this.goOn(), ANSWER_MS);
      this.$emit("press", { do: JSON.parse(element.dataset.do), rev, form: formValues(form), number });
    },
    goOn() {
      const wanted = this.waiting;
      this.pending = this.waiting = null;
      const buttons = wanted ? [...this.$refs.root.querySelectorAll("button[data-do]:not(.dark)")] : []; // dark: it only says why not
      const button = buttons.find((candidate) => candidate.dataset.do === wanted);
      if (button) this.press(button, null);
    },
    onClick(event) {
      const said = event.target.closest("[data-say]");
      if (said) return this.say(said, event);
      this.$refs.toasts.querySelector(".toast-said")?.remove(); // whoever presses on has read it
      if (event.target.closest("[data-back]") && this.cameFromOurs()) {
        event.preventDefault();
        return history.back();
      }
      const element = event.target.closest("[data-do]");
      if (!element || element.matches("form, input, select")) return;
      this.press(element, null, event);
    },
    /** An explained word; it may stand in a button, which then is not pressed. */
    say(element, event) {
      event.preventDefault();
      this.toast(element.dataset.say, "said");
    },
    cameFromOurs() {
      return history.length > 1 && document.referrer.startsWith(`${location.origin}/`) && !document.referrer.endsWith(location.pathname);
    },
    /** Rows of a long list that fit what is typed; again after each picture. */
    filter() {
      for (const input of this.$refs.root.querySelectorAll("[data-filter]")) {
        const words = input.value.trim().toLowerCase().split(/\s+/);
        const rows = [...this.$refs.root.querySelectorAll(`[data-filtered="${input.dataset.filter}"]`)];
        for (const row of rows) row.hidden = !words.every((word) => row.dataset.words.toLowerCase().includes(word));
        for (const none of this.$refs.root.querySelectorAll(`[data-none="${input.dataset.filter}"]`)) none.hidden = rows.some((row) => !row.hidden);
      }
    },
    onSubmit(event) {
      if (event.target.dataset.do) this.press(event.target, event.target);
    },
    async onChange(event) {
      const input = event.target.closest("input[type=file][data-upload]");
      if (!input || !input.files.length) return;
      const [file] = input.files;
      const headers = { "X-File-Name": encodeURIComponent(file.name) };
      const reply = await fetch(input.dataset.upload, { method: "POST", body: file, headers }).catch(() => null);
      const text = reply ? await reply.text() : "The companion does not answer. The file was not loaded.";
      const leads = reply?.ok && reply.headers.get("X-Leads-To");
      if (leads) sessionStorage.setItem(SAY_NEXT, text); // said on the page that it leads to
      else this.toast(text, reply?.ok ? "good" : "bad");
      input.value = "";
      if (leads) this.leave(leads);
    },
    onKey(event) {
      if (event.key !== "Escape") return;
      this.$refs.root.querySelector("[data-modal] [data-escape]")?.click();
    },
    revision() {
      return this.$refs.root.querySelector("[data-rev]")?.dataset.rev ?? "";
    },
    /** What was said of an earlier state goes; a word's explanation holds in any. */
    pastToast() {
      const note = this.$refs.toasts.querySelector(".toast:not(.toast-said, .toast-good)");
      if (!note || note.dataset.of === this.revision()) return;
      setTimeout(() => note.remove(), Math.max(0, NEWS_MS - (performance.now() - this.toasted_ms)));
    },
    toast(text, kind) {
      const note = document.createElement("div");
      note.className = `toast toast-${kind}`;
      note.textContent = text;
      note.dataset.of = this.revision();
      this.toasted_ms = performance.now();
      this.$refs.toasts.replaceChildren(note); // the newest word replaces older ones
      setTimeout(() => note.remove(), Math.max(TOAST_MS[kind] ?? 6000, text.length * READ_MS));
    },
    remember(name, value) {
      document.cookie = `colony_${name}=${encodeURIComponent(value)}; path=/; max-age=604800; samesite=lax`;
    },
    leave(address) {
      window.location.assign(address);
    },
  },
};
