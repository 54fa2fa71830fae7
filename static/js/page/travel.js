/**
 * Lets what changed its place travel there: an element that carries `data-travel`, a key of its own, moves to its new
 * place from the one it had, when a new view holds such elements in another order.
 *
 * These are animations of single elements, and no view transition: one of those holds back every frame of the page until
 * the new view is drawn, and with it whatever is being typed elsewhere. Here the view changes at once, and the elements
 * are only drawn on their way.
 */

const REDUCED = matchMedia("(prefers-reduced-motion: reduce)");

/** The pace of what moves, as in static/css/motion.css. */
const PACE = { duration: 360, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" };

/** @param {HTMLElement} view @returns {Map<string, HTMLElement>} by key, in the order of the page */
function travellers(view) {
  const found = /** @type {NodeListOf<HTMLElement>} */ (view.querySelectorAll("[data-travel]"));
  return new Map(Array.from(found, (element) => [element.dataset.travel ?? "", element]));
}

/**
 * Where elements are drawn now, as seen from the corner of their view: so that what moves the whole view moves none.
 *
 * @param {HTMLElement} view
 * @param {Map<string, HTMLElement>} elements
 * @returns {Map<string, {x: number, y: number}>}
 */
function places(view, elements) {
  const corner = view.getBoundingClientRect();
  return new Map(
    Array.from(elements, ([key, element]) => {
      const { x, y } = element.getBoundingClientRect();
      return [key, { x: x - corner.x, y: y - corner.y }];
    }),
  );
}

/** Whether what is in both stands in another order. @param {Map<string, unknown>} before @param {Map<string, unknown>} after */
function reordered(before, after) {
  const stayed = [...before.keys()].filter((key) => after.has(key));
  return [...after.keys()].filter((key) => before.has(key)).some((key, at) => key !== stayed[at]);
}

/**
 * Makes a change to a view, at once, and lets travel what changed its place.
 *
 * @param {HTMLElement} view
 * @param {() => void} change
 */
export function travelling(view, change) {
  const before = REDUCED.matches ? new Map() : travellers(view);
  if (!before.size) return change(); // to ask where things are, is to have them laid out
  const left = places(view, before);
  // The change may make another traveller of an element that is still on its way.
  for (const element of before.values()) for (const motion of element.getAnimations()) motion.cancel();
  change();
  const after = travellers(view);
  if (!reordered(before, after)) return;
  for (const [key, { x, y }] of places(view, after)) {
    const from = left.get(key);
    if (!from || (from.x === x && from.y === y)) continue;
    const start = { transform: `translate(${from.x - x}px, ${from.y - y}px)` };
    after.get(key)?.animate([start, { transform: "none" }], PACE);
  }
}
