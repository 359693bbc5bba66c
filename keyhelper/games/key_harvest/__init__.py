"""Key Harvest: fields with references, bids in stores, workers, and an event track."""
