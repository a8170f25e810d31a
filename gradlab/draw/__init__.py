"""Pictures of what was computed, what was recorded, and which question said no."""

from gradlab.draw.compare_view import compare
from gradlab.draw.flow_view import flowchart
from gradlab.draw.frames_view import Frame, Frames, frames
from gradlab.draw.picture import Picture
from gradlab.draw.tape_view import tape

__all__ = ["Frame", "Frames", "Picture", "compare", "flowchart", "frames", "tape"]
