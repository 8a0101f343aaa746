// A warning on the pages before a game: this tablet's battery is low (BHC-A1.2-9).
//
// Rule 1: a browser that reports no level shows nothing; many report none, or only to a page of a secure origin.
// Rule 2: nothing is warned of while the tablet is being charged.

(() => {
  const LOW = 0.2;
  const BEFORE_A_GAME = ["/", "/setup"];
  const SHOWN_MS = 20000;

  function show(level) {
    document.getElementById("battery-low")?.remove();
    const box = document.createElement("div");
    box.id = "battery-low";
    box.className = "toasts";
    box.style.cssText = "top: 14px; bottom: auto";
    const words = document.createElement("div");
    words.className = "toast toast-bad";
    words.setAttribute("role", "status");
    words.textContent = `The battery of this tablet is at ${Math.round(level * 100)} %. Charge it before the game begins.`;
    box.append(words);
    document.body.append(box);
    setTimeout(() => box.remove(), SHOWN_MS);
  }

  async function look() {
    if (!BEFORE_A_GAME.includes(location.pathname) || !navigator.getBattery) return;
    const battery = await navigator.getBattery();
    const check = () => {
      if (battery.level < LOW && !battery.charging) show(battery.level);
    };
    check();
    battery.addEventListener("levelchange", check);
  }

  look().catch(() => {}); // a browser that refuses reports no level
})();
