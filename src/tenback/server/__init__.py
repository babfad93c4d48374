"""The server for online tables: rooms, people, storage and conversations with clients."""
