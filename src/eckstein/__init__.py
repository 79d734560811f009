"""Eckstein: rules, search and boards for Cublino Pur, Contra and Ecke, Duell, and Echek."""
