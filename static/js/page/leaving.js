/**
 * What a page that is reloaded takes along. A reload goes to the address the page had when it was asked for: in Chromium
 * nothing that is written to it or to the history while the page is left comes through.
 */

const KEY = `left:${location.pathname}`;

const reloaded = () => {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation instanceof PerformanceNavigationTiming && navigation.type === "reload";
};

/** Storage may be denied or full; a reload then finds what the address holds. */
export const leaving = {
  /** @param {string} text  for this page, if it is reloaded */
  leave(text) {
    try {
      sessionStorage.setItem(KEY, text);
    } catch {
      // what was written before stays
    }
  },
  /**
   * What was left when this page was reloaded; null where it was opened in another way. It is there once: a page that ends
   * without being left, as one that a browser discards, must not find what an earlier one had left.
   *
   * @returns {string | null}
   */
  take() {
    try {
      const left = sessionStorage.getItem(KEY);
      sessionStorage.removeItem(KEY);
      return reloaded() ? left : null;
    } catch {
      return null;
    }
  },
};
