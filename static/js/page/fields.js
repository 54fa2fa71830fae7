/** The fields of a widget's view: what they hold, and putting a state's values into them. */

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/** @param {Field} field @returns {field is HTMLInputElement} */
const isTicked = (field) => field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type);

/** Whether a text is being typed there: it is the reader's, whatever a view says. @param {Element} element */
export function isTyped(element) {
  const takesText = element instanceof HTMLInputElement ? !isTicked(element) : element instanceof HTMLTextAreaElement;
  return takesText && element === document.activeElement;
}

/** What the field holds, as the text that crosses to Python. @param {Field} field */
export function contentOf(field) {
  return field instanceof HTMLInputElement && field.type === "checkbox" ? String(field.checked) : field.value;
}

/** @param {HTMLElement} view @param {string} name @returns {Field | null} */
export function fieldNamed(view, name) {
  return view.querySelector(`:is(input, select, textarea)[name="${CSS.escape(name)}"]`);
}

/**
 * Puts the state's values into the fields of their names: HTML can't carry every text (NUL, half surrogate pairs), the
 * state can.
 *
 * @param {HTMLElement} view
 * @param {Record<string, unknown>} state
 * @param {boolean} focused  whether the focused text field, too, takes the state's text in place of its own
 */
export function fill(view, state, focused) {
  for (const [name, value] of Object.entries(state)) {
    const field = fieldNamed(view, name);
    if (!field || (!focused && isTyped(field))) continue;
    if (field instanceof HTMLInputElement && field.type === "radio") continue; // the view's HTML says which is chosen
    if (isTicked(field)) field.checked = value === true;
    else if (field.value !== String(value)) field.value = String(value);
  }
}
