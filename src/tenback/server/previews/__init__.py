"""Link previews for places where people post our links: a title, a sentence and a picture.

    request ─▶ links.LinkPreviews ─▶ the head of the document                 (Open Graph)
    picture ─▶ boards.py, what may be seen ─▶ gallery.py ─▶ PNG    (rest/pictures.py)

A picture is drawn from a `Board`, which holds no more than a spectator may see. It shows
nothing of a deal of the day until that day is over.
"""

from tenback.server.previews.boards import board_of
from tenback.server.previews.gallery import Gallery
from tenback.server.previews.links import LinkPreviews
from tenback.server.previews.phrases import Phrases

__all__ = [
    "Gallery",
    "LinkPreviews",
    "Phrases",
    "board_of",
]
