"""What takes long and is done elsewhere: views, pictures, texts and engines, in other processes.
Entered by `views.Views`, `processes.Processes` and `engines.Engines`.
"""
