"""The English catalogue: `prefix.name` -> a template for str.format.

The sentences of a prefix stand in the module of that name, or in several that begin with it.
"""

from gradlab.words.catalogue import merged
from gradlab.words.en import (
    cause_found,
    cause_handles,
    cause_nine,
    cause_paths,
    cause_refusals,
    cli,
    doctor,
    draw,
    experiment,
    explain,
    lab,
    magic,
    nn,
    predict_rows,
    report_table,
    train,
    why_copied,
    why_found,
    why_frame,
    why_handles,
    why_leaves,
    why_reach,
    why_refusals,
    why_values,
)

TEXT = merged(
    cause_found.TEXT,
    cause_handles.TEXT,
    cause_nine.TEXT,
    cause_paths.TEXT,
    cause_refusals.TEXT,
    cli.TEXT,
    doctor.TEXT,
    draw.TEXT,
    experiment.TEXT,
    explain.TEXT,
    lab.TEXT,
    magic.TEXT,
    nn.TEXT,
    predict_rows.TEXT,
    report_table.TEXT,
    train.TEXT,
    why_copied.TEXT,
    why_found.TEXT,
    why_frame.TEXT,
    why_handles.TEXT,
    why_leaves.TEXT,
    why_reach.TEXT,
    why_refusals.TEXT,
    why_values.TEXT,
)
