"""What leaves the dashboard and comes back: links, figures as files, reports and talks.

An idea a file: ``address`` is what a link says, ``visits`` the pages that were seen, ``walk`` the open talk.
"""
