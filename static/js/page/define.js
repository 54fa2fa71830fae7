/** Makes an element of every widget's tag that stands in the page: their names are the page's, not this script's. */

import { WidgetElement } from "./element.js";

/** @param {WidgetElement["page"]} page */
export function defineWidgets(page) {
  const tags = new Set(Array.from(document.querySelectorAll("[data-python]"), (element) => element.localName));
  for (const tag of tags) {
    customElements.define(
      tag,
      class extends WidgetElement {
        get page() {
          return page;
        }
      },
    );
  }
  page.address.follow((widgets, others) => {
    for (const tag of tags) {
      for (const element of document.querySelectorAll(tag)) {
        const fields = widgets.get(element.id) ?? (others === "start" ? new Map() : undefined);
        if (fields) /** @type {WidgetElement} */ (element).restore(fields);
      }
    }
  });
}
