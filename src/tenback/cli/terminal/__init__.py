"""The full-screen table: a headless model, local or online, and the screens that show it."""
