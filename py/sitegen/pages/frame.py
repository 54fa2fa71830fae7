"""What stands around every page's words: its head, the way to it, its place among the dives, and where to go on."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from sitegen import glyphs, links
from sitegen.assets import Asset
from sitegen.content import Page, Site
from sitegen.front_matter import Kind
from sitegen.kit import Kit
from sitegen.site_file import Dive


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the breadcrumb or the pager; without an address it names a place that is not part of the site."""

    label: Markup
    href: str | None = None
    over: str = ""
    here: bool = False


def dive_of(site: Site, page: Page) -> Dive | None:
    """The dive whose page this is."""
    return next((dive for dive in site.file.dives if dive.page == page.name), None)


def number_of(site: Site, page: Page) -> str:
    """What stands above a page's title: C4.08.1 on a dive, C4.08 on its hub."""
    module = site.file.module.split()[0]
    dive = dive_of(site, page)
    if dive is not None:
        return f"{module}.{dive.number}"
    return module if page.front.kind is Kind.HUB else ""


def window_title(site: Site, page: Page) -> str:
    """The title of the window: from the page outwards."""
    if page.front.kind is Kind.FRONT:
        return f"{page.front.title} · {site.file.name}"
    return " · ".join(filter(None, (page.front.title, number_of(site, page), site.file.name)))


def place(site: Site, page: Page) -> Markup:
    """Module and place in it, drawn and said; on pages outside the module, what they are."""
    count = len(site.file.dives)
    module = site.file.module.split()[0]
    dive = dive_of(site, page)
    if dive is not None:
        return glyphs.place(count, dive.number) + Markup(" {}, dive {} of {}").format(module, dive.number, count)
    if page.front.kind is Kind.HUB:
        return glyphs.place(count, None) + Markup(" {}, {} dives").format(module, count)
    return Markup({Kind.COLOPHON: "Colophon", Kind.PROOF: "Proof"}.get(page.front.kind, "Front of the course"))


def trail(site: Site, page: Page, titled: Markup, module_title: Markup) -> tuple[Step, ...]:
    """The breadcrumb: chapter, module, dive. The front has none."""
    hub = site.page(site.file.module_page)
    if page.front.kind is Kind.FRONT:
        return ()
    if page.front.kind in {Kind.COLOPHON, Kind.PROOF} or hub is None:
        home = links.between(page.address, "")
        return (Step(Markup("{}").format(site.file.name), home), Step(titled, here=True))
    chapter = Step(Markup("{}").format(site.file.chapter))
    if page is hub:
        return (chapter, Step(module_title, here=True))
    return (chapter, Step(module_title, links.between(page.address, hub.address)), Step(titled, here=True))


def pager(site: Site, page: Page, module_title: Markup) -> tuple[Step, ...]:
    """Before, hub, after; on the hub the dive to begin with. A dive that is only soon is named and not linked."""
    hub = site.page(site.file.module_page)
    dive = dive_of(site, page)
    if dive is None or hub is None:
        return ()
    dives = {other.number: other for other in site.file.dives}
    back = dives.get(dive.number - 1)
    ahead = dives.get(dive.number + 1)
    steps: list[Step] = []
    if back is None:
        steps.append(Step(Markup("{}").format(site.file.before), over="Elsewhere in the course"))
    else:
        steps.append(_dive_step(site, page, back, "← Previous dive", "Previous dive, soon"))
    steps.append(Step(module_title, links.between(page.address, hub.address), over="↑ Module hub"))
    if ahead is not None:
        steps.append(_dive_step(site, page, ahead, "Next dive →", "Next dive, soon"))
    return tuple(steps)


def _dive_step(site: Site, page: Page, dive: Dive, over: str, missing: str) -> Step:
    module = site.file.module.split()[0]
    there = site.page(dive.page) if dive.page is not None else None
    title = str(Markup("{}").format(dive.title)).replace(" &amp; ", " <em>&amp;</em> ")
    label = Markup(f"{module}.{dive.number} {title}")
    if there is None:
        return Step(label, over=missing)
    return Step(label, links.between(page.address, there.address), over=over)


def site_block(page_root: str, kit: Kit, *, early: bool, performs: bool) -> Markup:
    """What the page's scripts are told, as JSON that can stand in HTML: no `<` in it, and ASCII throughout.

    Of links they hear only where something `performs`.
    """

    def file(asset: Asset) -> dict[str, str | int]:
        return {"path": asset.path, "bytes": len(asset.data), "gzip": asset.gzip}

    def files(assets: Mapping[str, Asset]) -> dict[str, dict[str, str | int]]:
        # What a script carries is neither counted nor weighed: it comes from the reader's disk.
        return {name: {"path": it.path} if name.endswith("Embed") else file(it) for name, it in assets.items()}

    told: dict[str, object] = {
        "root": page_root,
        "fonts": [font.path for font in kit.fonts],
        "python": {"version": kit.python_version, "files": files(kit.python)},
        "fsharp": files(kit.fsharp),
        "early": early,
    }
    if performs:
        told["links"] = {
            link.name: {"title": link.title, "files": files(link.files)}
            | ({"memory": link.memory} if link.memory else {})
            for link in kit.links
        }
    return Markup(json.dumps(told, separators=(",", ":")).replace("<", "\\u003c"))
