"""Pages run in their frame, whichever test comes first."""

from tests.framed import frame_every_run

frame_every_run()
