"""What a browser may fetch before a link is followed: the page behind it, once a reader seems about to.

Speculation rules (html.spec.whatwg.org/multipage/speculative-loading.html), which other browsers pass over. A page alone is
fetched, and not yet begun: it would start a second Python beside the one at hand.
"""

import json

#: Pages of this site, and not a place on the page at hand: that has no file in its link.
_PAGES = {"and": [{"href_matches": "/*"}, {"selector_matches": "a[href*='.html']"}]}

RULES = json.dumps({"prefetch": [{"where": _PAGES, "eagerness": "moderate"}]}, separators=(",", ":"))
"""What stands in a page, behind its hash in the policy."""
