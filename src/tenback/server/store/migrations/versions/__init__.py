"""The migrations, one module each. Released migrations never change."""
