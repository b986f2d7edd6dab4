"""Seven nodes whose arrows can be turned: for the first page, and for whoever explains the two views."""
