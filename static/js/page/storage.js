/** What a reader chose, and what else is to be known at the next page, by name. */

/** Storage may be denied, full or absent; a choice then lasts as long as the page. */
export const choices = {
  /** @param {string} key */
  get(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  /** @param {string} key @param {string | null} value */
  set(key, value) {
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    } catch {
      // see above
    }
  },
};
