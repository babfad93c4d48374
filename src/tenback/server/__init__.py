"""Tables online: rooms, people, storage and the conversation with clients."""
