"""Tables without a server: the same rooms, referee and protocol, in the browser's own Python.

The page talks to it as it talks to a server (docs/offline.md). Everything here runs in CPython too.
"""

from tenback.offline.conversation import Conversation
from tenback.offline.host import OfflineHost
from tenback.offline.storage import Storage

__all__ = ["Conversation", "OfflineHost", "Storage"]
