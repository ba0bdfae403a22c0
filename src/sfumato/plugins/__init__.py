"""Plugins: the program inside other people's pipelines.

They stand at the top, beside the command line: each calls the door of the package (`sfumato.door`),
as any user would, and hands the spans on in the words of another library. No room needs them, so
none imports them, and each imports its library alone. They mark and never write: what such a
pipeline makes of the spans has not gone through inspection, and is no `Release`.
"""
