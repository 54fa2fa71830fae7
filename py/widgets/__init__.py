"""The living figures of the pages: one module a widget, each a handful of pure functions from state to HTML.

A widget's module is named as its element, with an underscore for the hyphen. What isn't a widget lives in a package of
its own: `seam` is how a page speaks to a widget, `figures` are the pictures that widgets share.
"""
