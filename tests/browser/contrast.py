"""Contrast as it is drawn: every text of a page against what lies under it (WCAG 2.2, AA).

Theory: the ground of a text is the nearest opaque colour behind it, with the translucent ones in between laid over it.
Pictures and gradients are passed over: they are under no text of ours, except for the page's own dark sky.
"""

from playwright.async_api import Page

FAINT = """() => {
  const parse = (colour) => {
    const found = colour.match(/[\\d.]+/g).map(Number);
    const scale = colour.startsWith("color(") ? 255 : 1;
    return [...found.slice(0, 3).map((part) => part * scale), found[3] ?? 1];
  };
  const over = (top, low) => [0, 1, 2].map((i) => top[i] * top[3] + low[i] * (1 - top[3])).concat(1);
  const light = ([r, g, b]) => {
    const linear = (part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    const [x, y, z] = [r, g, b].map((part) => linear(part / 255));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const groundOf = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour[3] > 0) layers.push(colour);
      if (colour[3] === 1) break;
    }
    return layers.reverse().reduce((low, top) => over(top, low), [8, 13, 23, 1]);
  };
  const faded = (element) => {
    let opacity = 1;
    for (let at = element; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
    return opacity;
  };
  const IDLE = "[inert], :disabled, [aria-disabled=true], .omitted, .off, [hidden], [aria-hidden=true]";
  const found = [];
  const walker = document.createTreeWalker(document.querySelector(".screen"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const text = walker.currentNode.nodeValue.trim();
    const size = parseFloat(style.fontSize);
    if (!text || element.closest(IDLE) || box.width < 2 || style.visibility === "hidden" || size < 1) continue;
    const ground = groundOf(element);
    const ink = parse(style.color);
    ink[3] *= faded(element);
    const [bright, dark] = [light(over(ink, ground)), light(ground)].sort((a, b) => b - a);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const ratio = (bright + 0.05) / (dark + 0.05);
    if (ratio < (large ? 3 : 4.5)) found.push(`${ratio.toFixed(2)} ${text.slice(0, 40)} <${element.className}>`);
  }
  return [...new Set(found)];
}"""


async def faint(page: Page) -> list[str]:
    """Texts that are too faint, with their contrast; what is disabled or behind a dialog is passed over."""
    found: list[str] = await page.evaluate(FAINT)
    return found
