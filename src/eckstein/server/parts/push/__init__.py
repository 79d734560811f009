"""Web Push: notices that come to a device, though no page is open."""
