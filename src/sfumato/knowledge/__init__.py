"""What several rooms need to know about language."""
