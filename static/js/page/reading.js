/** Small aids while reading: where one is in the contents, and a button that copies a listing. */

export function contents() {
  const links = new Map();
  for (const link of document.querySelectorAll(".toc a")) links.set(link.getAttribute("href")?.slice(1), link);
  const places = [...links.keys()].map((id) => document.getElementById(id)).filter((place) => place !== null);
  // The current place is the last one that has come above the middle of the upper half; before any has, it is the first.
  const observer = new IntersectionObserver(
    () => {
      const current = places.findLast((place) => place.getBoundingClientRect().top < innerHeight / 4) ?? places[0];
      for (const [id, link] of links) {
        if (id === current?.id) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    },
    { rootMargin: "0px 0px -75% 0px" },
  );
  for (const place of places) observer.observe(place);
}

/** Where the browser lets a page write to the clipboard (not over plain http), each listing gains its button. */
export function copying() {
  if (!navigator.clipboard) return;
  const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button[data-copy]"));
  // In another language there is another text to copy.
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof Element && target.closest("[data-languages]"))) return;
    for (const button of buttons) button.textContent = "Copy";
  });
  for (const button of buttons) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const code = [...(button.closest("figure, details")?.querySelectorAll("pre, textarea") ?? [])].find(
        (code) => code.checkVisibility?.() ?? true,
      );
      const text = code instanceof HTMLTextAreaElement ? code.value : code?.textContent;
      await navigator.clipboard.writeText(text ?? "");
      button.textContent = "Copied";
    });
  }
}
