/**
 * A value in a sentence opens to how it was checked: the row of its number in the list at the page's foot, shown beside it.
 *
 * The list is there for everybody, and folded up; this is the short way to one of its rows for those who point.
 */

/** Shows the row of a value that was clicked; where there are no popovers the list itself comes into view. */
export function checkedValues() {
  const list = document.getElementById("checked");
  if (!(list instanceof HTMLDetailsElement)) return;
  const card = document.createElement("div");
  card.className = "check ui";
  card.popover = "auto";
  list.after(card);
  document.addEventListener("click", ({ target }) => {
    const value = target instanceof Element ? target.closest("[data-check]:not(label *)") : null;
    const row = value instanceof HTMLElement && document.getElementById(`check-${value.dataset.check}`);
    // Who has marked the value to copy it wants the value.
    if (!row || !getSelection()?.isCollapsed) return;
    if ("showPopover" in card) show(card, /** @type {HTMLElement} */ (value), row);
    else reveal(list, row);
  });
}

/**
 * @param {HTMLElement} card
 * @param {HTMLElement} value
 * @param {HTMLElement} row
 */
function show(card, value, row) {
  card.replaceChildren(...Array.from(row.lastElementChild?.childNodes ?? [], (node) => node.cloneNode(true)));
  card.showPopover();
  const { left, bottom } = value.getBoundingClientRect();
  const room = document.documentElement.clientWidth - card.offsetWidth;
  card.style.left = `${Math.max(8, Math.min(left, room - 8)) + scrollX}px`;
  card.style.top = `${bottom + 6 + scrollY}px`;
}

/** @param {HTMLDetailsElement} list @param {HTMLElement} row */
function reveal(list, row) {
  list.open = true;
  row.scrollIntoView({ block: "center" });
}
