"""Pictures that widgets share: each module draws one thing, from values, as HTML that needs no script and no style."""
