"""The names of the platforms that libraries are made for; see `targets` for what they are."""
BROWSER = "emscripten-wasm32"       # Python in a browser
SHARED = "shared-wasm32"             # beside it, for workers that search together
PORTABLE = ("wasm32", BROWSER, SHARED)
NAMES = ("linux-x86_64", "linux-arm64", "win32-x86_64", "darwin-arm64", "darwin-x86_64", *PORTABLE)
