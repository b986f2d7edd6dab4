"""What leaves the dashboard and comes back: addresses, and what is made from them.

UI floor. An idea a file: ``address`` is what a link says, ``bar`` the address bar of the browser, ``figure_panel`` the
figures of a page as files.
"""
