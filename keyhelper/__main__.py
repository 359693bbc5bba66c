"""`python -m keyhelper`."""

from keyhelper.cli import main

main()
