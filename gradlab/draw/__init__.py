"""Pictures of what was computed, what was recorded, and which question said no."""

from gradlab.draw.flow_view import flowchart
from gradlab.draw.picture import Picture
from gradlab.draw.tape_view import tape

__all__ = ["Picture", "flowchart", "tape"]
