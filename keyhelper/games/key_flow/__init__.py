"""Key Flow: draft a village along the river over four seasons."""
