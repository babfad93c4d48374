"""Tables without a server: the same rooms, referee and protocol in the browser's own Python.

The page uses this package as it would use a server (docs/offline.md). Everything here also runs
in CPython.
"""

from tenback.offline.conversation import Conversation
from tenback.offline.host import OfflineHost
from tenback.offline.storage import Storage

__all__ = ["Conversation", "OfflineHost", "Storage"]
