"""The server in a browser: the same application, run by Pyodide in a worker of the page.

What a browser has not, is replaced: the database by IndexedDB (`store`), HTTP and sockets by
messages of the page (`asgi`), processes by work in place (`house`), and engines that are child
processes by workers (`engines`, `engine`).
"""
