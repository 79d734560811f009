GERMAN: dict[str, str] = {}
