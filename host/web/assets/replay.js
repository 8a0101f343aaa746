// Keys and slider of the replay page; every step is a press of one of its buttons or forms, as by a finger.
//
// Rule: whoever types or chooses something keeps the keys; while a sheet lies open they are the sheet's.

const KEYS = {
  ArrowLeft: "replay-back",
  ArrowRight: "replay-on",
  PageUp: "replay-round-back",
  PageDown: "replay-round-on",
  Home: "replay-first",
  End: "replay-last",
  " ": "replay-run",
};

addEventListener("keydown", (event) => {
  const busy = event.target.closest?.("select, textarea, input:not([type=range])") || document.querySelector("[data-modal]");
  const onButton = event.key === " " && event.target.closest?.("button, a, summary");
  if (!KEYS[event.key] || busy || onButton || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  document.querySelector(`[data-key="${KEYS[event.key]}"]`)?.click();
});

// A choice is made by choosing it. A slider is sent while it is drawn; as one press at a time is answered, the place that
// is wanted last is sent again with the next picture, until the picture is the one of that place.
let wanted = null; // {slider, at}

function slide(slider, at = slider.value) {
  wanted = { slider, at };
  slider.value = at; // a picture on its way may have moved it
  slider.form.requestSubmit();
}

addEventListener("change", (event) => event.target.closest?.("[data-send]")?.form.requestSubmit());
for (const kind of ["input", "change"]) {
  addEventListener(kind, (event) => event.target.closest?.("[data-slide]") && slide(event.target));
}

new MutationObserver(() => {
  const shown = document.querySelector("[data-replay]")?.dataset.at;
  if (wanted?.at === shown) wanted = null;
  else if (wanted?.slider.isConnected) slide(wanted.slider, wanted.at);
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-at"] });

// The picture keeps its hands off what has the focus: a slider that was let go follows the game again.
addEventListener("pointerup", (event) => event.target.closest?.("[data-slide]")?.blur());
