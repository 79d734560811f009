"""Write what is generated from the types of the wire."""
from . import ROOT, files

for path, text in files().items():
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
        print(f"{path.relative_to(ROOT)} is new.")
