"""The dives of the module as a table of contents: what each asks, how far it has come, and how long it takes."""

from markupsafe import Markup

from sitegen import glyphs, links, reading_time
from sitegen.scan import Fence
from sitegen.site_file import Dive, Status
from sitegen.writer import Writer

CIRCLES = {Status.LIVE: "full", Status.BUILT: "half", Status.SOON: "open"}
MEANINGS = {
    Status.LIVE: "complete, every figure working",
    Status.BUILT: "readable, its figures not all working",
    Status.SOON: "being written",
}


def render(fence: Fence, writer: Writer) -> Markup:
    """A `nav.dives` and the legend of the statuses that occur in it."""
    if fence.body or fence.info.text.strip():
        writer.problem(fence.place, "a dives fence is empty: its list comes from site.toml")
    dives = writer.site.file.dives
    entries = Markup("\n").join(_entry(dive, writer) for dive in dives)
    legend = Markup("").join(
        Markup('<div><dt class="st">{}</dt><dd>{}</dd></div>').format(
            glyphs.status(CIRCLES[status], status), MEANINGS[status]
        )
        for status in Status
        if any(dive.status is status for dive in dives)
    )
    frame = '<nav class="dives" aria-label="Dives">\n{}\n</nav>\n<dl class="statuses ui">{}</dl>'
    return Markup(frame).format(entries, legend)


def _entry(dive: Dive, writer: Writer) -> Markup:
    page = writer.site.page(dive.page) if dive.page is not None else None
    status = glyphs.status(CIRCLES[dive.status], dive.status)
    if page is not None:
        status += Markup('<span class="time">about {} minutes</span>').format(reading_time.minutes(writer.site, page))
    inside = Markup(
        '<span class="big">{}</span><b>{}</b><span class="say">{}</span><span class="st ui">{}</span>'
    ).format(dive.number, writer.title(dive.title), dive.question, status)
    if page is None:
        return Markup("<div>{}</div>").format(inside)
    return Markup('<a href="{}">{}</a>').format(links.between(writer.page.address, page.address), inside)
