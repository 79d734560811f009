"""Games for programs that learn: many at once, and as the environments of the field."""
