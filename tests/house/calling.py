"""Calls the front door in this process, with its own streams, as a shell would."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

from keyhelper import cli


class Answer(NamedTuple):
    """What a call left behind: the exit code and both streams."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        return json.loads(self.out)


def call(*arguments: str, typed: str | bytes = b"") -> Answer:
    """Run `keyhelper` with these arguments and this on stdin; an exception is a failure."""
    content = typed.encode() if isinstance(typed, str) else typed
    raw_out, raw_err = io.BytesIO(), io.BytesIO()
    kept = sys.argv, sys.stdin, sys.stdout, sys.stderr
    sys.argv = ["keyhelper", *arguments]
    streams = (
        io.TextIOWrapper(io.BytesIO(content), encoding="utf-8"),
        io.TextIOWrapper(raw_out, encoding="utf-8"),
        io.TextIOWrapper(raw_err, encoding="utf-8", errors="backslashreplace"),
    )
    sys.stdin, sys.stdout, sys.stderr = streams
    code: Any = 0
    try:
        cli.main()
    except SystemExit as ending:
        code = ending.code
    finally:
        streams[1].flush()
        streams[2].flush()
        sys.argv, sys.stdin, sys.stdout, sys.stderr = kept
    code = 0 if code is None else code if isinstance(code, int) else 1
    return Answer(code, raw_out.getvalue().decode(), raw_err.getvalue().decode())


def written(folder: Path, name: str, content: Any) -> str:
    """A file with that content (bytes as they are, anything else as JSON); its path."""
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return str(path)
