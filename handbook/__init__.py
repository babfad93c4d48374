"""Builds the documentation site with Sphinx; the pages themselves are in `docs/`.

    docs/*.md, README.md, …  ─┐
    commands (click)          ├─▶ staged pages ─▶ Sphinx ─▶ src/tenback/server/docs
    routes (OpenAPI)         ─┘   (staging)       (conf)    (served at /docs)
    docstrings ───────────────────────────────────┘

`make docs` runs `python -m handbook`. Every warning is an error.
"""
