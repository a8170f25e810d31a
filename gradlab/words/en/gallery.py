"""`gradlab gallery`: the page with every cause."""

TEXT: dict[str, str] = {
    "gallery.help": "write a page with every cause: program, explanation, pictures",
    "gallery.about": (
        "Run a small program for every cause and write one page with its explanation and its "
        "pictures, before and after the fix. The page opens without a server."
    ),
    "gallery.folder_help": "the folder to write index.html into",
    "gallery.written": "written: {path}",
    "gallery.not_written": "gradlab gallery: {path} cannot be written: {why}",
    "gallery.title": "Why is this gradient None? Every cause, in pictures",
    "gallery.lead": (
        "Each program was run when this page was made, after the lines below. The line in colour "
        "is the one that the explanation points at."
    ),
    "gallery.prelude": (
        "from gradlab import Device, Tensor, why, report\n"
        "from gradlab.nn import *\n"
        "ad, other = Device.flex().autodiff(), Device.flex(1).autodiff()\n"
        "plain = Device.flex()"
    ),
    "gallery.case": "Case {case}: {title}",
    "gallery.cause": "{slug}: {title}",
    "gallery.place": "line {line}: {remark}",
    "gallery.verdict": "What why() says",
    "gallery.flow": "Which question said no",
    "gallery.tape": "What was computed, and what was recorded",
    "gallery.fixed": "{heading}. The right program",
    "gallery.compared": "Before and after",
}
