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
  page.address.follow((widgets) => {
    for (const tag of tags) {
      for (const element of document.querySelectorAll(tag)) {
        /** @type {WidgetElement} */ (element).restore(widgets.get(element.id) ?? new Map());
      }
    }
  });
}
