"""The content security policy of a page, and the hashes that let its few inline texts through."""

from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256


def text_hash(text: str) -> str:
    """The CSP source of an inline text: 'sha256-…' over its UTF-8 (www.w3.org/TR/CSP3/)."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def page_policy(scripts: Iterable[str], styles: Iterable[str] = ()) -> str:
    """A policy under which only the site's own files load, and of inline texts only those given."""
    allowed = " ".join(map(text_hash, scripts))
    inline_styles = "".join(f" {text_hash(style)}" for style in styles)
    directives = (
        "default-src 'none'",
        f"script-src 'self' {allowed} 'wasm-unsafe-eval'",
        f"style-src 'self'{inline_styles}",
        "font-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "worker-src 'self' blob:",
        "base-uri 'none'",
        "form-action 'none'",
    )
    return "; ".join(directives)
