"""Running on a machine: pages and files, processes for slow work, the gate, logs, figures."""
