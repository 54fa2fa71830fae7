/**
 * Keeps what the reader has just touched where it is in the window, though the view above it grows or shrinks: a button
 * that is pressed again and again stays under the finger. What was scrolled out of sight meanwhile holds nothing back.
 *
 * @param {Element | null} touched
 * @param {() => void} change
 */
export function steady(touched, change) {
  const name = touched?.getAttribute("name");
  const was = touched?.getBoundingClientRect();
  change();
  // A view that is made anew may make another control of the same element.
  if (!was || !touched?.isConnected || touched.getAttribute("name") !== name) return;
  if (was.bottom < 0 || was.top > innerHeight) return;
  const moved = touched.getBoundingClientRect().top - was.top;
  if (moved) scrollBy({ top: moved, behavior: "instant" });
}
