"""The pages of a site as bytes: a pure function of what was read, so that building twice gives the same."""

from jinja2 import Environment

from sitegen import links, living, policy, reading_time, turns
from sitegen.content import Page, Site
from sitegen.fences import RENDERERS
from sitegen.front_matter import Kind
from sitegen.kit import Kit
from sitegen.pages import body, frame
from sitegen.problems import Problem
from sitegen.proof import Record
from sitegen.writer import Writer


def render(site: Site, kit: Kit, layouts: Environment, problems: list[Problem]) -> dict[str, bytes]:
    """Every page by its path in the output, 404.html among them."""
    records: dict[str, Record] = {}
    # The page that shows what was checked on the others comes when they are written.
    in_order = sorted(site.pages, key=lambda page: page.front.kind is Kind.PROOF)
    files = {f"{page.address}index.html": _page(site, page, kit, layouts, records, problems) for page in in_order}
    files["404.html"] = _lost(site, kit, layouts)
    return files


def _page(
    site: Site, page: Page, kit: Kit, layouts: Environment, records: dict[str, Record], problems: list[Problem]
) -> bytes:
    writer = Writer(site, page, kit, RENDERERS, problems, records)
    dive = page.front.kind is Kind.DIVE
    for written in page.front.words:
        writer.inline(written)  # to be proved: what stands in the page's head can wear no mark
    words = body.compose(writer, numbered=dive)
    records[page.name] = writer.record
    root = links.root_of(page.address)
    title, module_title = writer.title(page.front.title), writer.title(site.file.module)
    html = layouts.get_template(f"{page.front.kind}.html").render(
        body=words,
        colophon=_address(site, page, Kind.COLOPHON),
        description=page.front.description,
        first_script=kit.first_script,
        home=links.between(page.address, ""),
        minutes=reading_time.minutes(site, page),
        number=frame.number_of(site, page),
        pager=frame.pager(site, page, module_title),
        place=frame.place(site, page),
        policy=policy.page_policy([kit.first_script, turns.RULES]),
        proof=_address(site, page, Kind.PROOF),
        record=writer.record.checked,
        site=site.file,
        site_block=frame.site_block(root, kit, early=words.living, performs=living.performs(page)),
        stamp=kit.stamp,
        title=title,
        speculation_rules=turns.RULES,
        trail=frame.trail(site, page, title, module_title),
        urls={name: root + asset.path for name, asset in kit.shell.items()},
        window_title=frame.window_title(site, page),
    )
    return html.encode()


def _lost(site: Site, kit: Kit, layouts: Environment) -> bytes:
    """The page for addresses that lead nowhere: a host serves it at any depth, so it loads nothing."""
    html = layouts.get_template("404.html").render(
        dives=[(dive, there) for dive in site.file.dives if (there := dive.page and site.page(dive.page))],
        hub=site.page(site.file.module_page),
        policy=policy.page_policy([kit.lost_script], [kit.lost_style]),
        probe=kit.shell["page.js"].path,
        script=kit.lost_script,
        site=site.file,
        style=kit.lost_style,
    )
    return html.encode()


def _address(site: Site, page: Page, kind: Kind) -> str | None:
    """Where the one page of a kind lies, as seen from `page`; None where there is none."""
    there = next((other for other in site.pages if other.front.kind is kind), None)
    return None if there is None else links.between(page.address, there.address)
