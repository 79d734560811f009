"""Write what is generated from the types of the wire: all of it, or `types` alone."""
import sys

from . import PAGE, ROOT, TYPES, text_of

for path in (TYPES,) if sys.argv[1:] == ["types"] else (TYPES, PAGE):
    text = text_of(path)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(f"{path.relative_to(ROOT)} is new.")
