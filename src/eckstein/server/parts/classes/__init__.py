"""Classes: a teacher's pupils, whose accounts have a card as their key."""
