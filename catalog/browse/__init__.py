"""The catalogue as a local web page: Datasette, read-only, with the search language of the command line.

Needs the extra `[web]`; nothing else imports this package.
"""
