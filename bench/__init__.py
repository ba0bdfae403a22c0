"""Speed, scale and long trials."""
