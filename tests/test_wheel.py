"""The built wheel is what people get: it is installed alone and run from another folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def run(*command: str | Path, cwd: Path, home: Path) -> str:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=environment | {"KEYHELPER_HOME": str(home), "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_wheel_works_from_another_directory(tmp_path: Path) -> None:
    elsewhere, home = tmp_path / "elsewhere", tmp_path / "home"
    elsewhere.mkdir()
    run(sys.executable, "-m", "build", "--wheel", "--outdir", tmp_path / "dist", ROOT,
        cwd=elsewhere, home=home)  # fmt: skip
    wheel = next((tmp_path / "dist").glob("keyhelper-*.whl"))
    run(sys.executable, "-m", "venv", tmp_path / "venv", cwd=elsewhere, home=home)
    programs = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin")
    run(programs / "pip", "install", "--quiet", wheel, cwd=elsewhere, home=home)

    text = run(
        programs / "keyhelper", "tiny-towns", "setup", "Ann", "Ben", cwd=elsewhere, home=home
    )
    document = run(
        programs / "python", "-m", "keyhelper", "tiny-towns", "setup", "Ann", "Ben", "--json",
        cwd=elsewhere, home=home,
    )  # fmt: skip

    assert "Tiny Towns · 2 players" in text
    assert json.loads(document)["table"]["cards"][0] == "Cottage"
    assert list((home / "games").glob("*.jsonl"))
