"""`colony rules coverage`: rule statements that tests cite, statements that none cites, and ids that do not exist."""
